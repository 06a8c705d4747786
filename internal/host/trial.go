package host

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"doomhost/relay/wire"
)

// trials finds out whether the map of a choice can be played, and what it lacks,
// before everybody's page does. One goroutine at a time loads WADs; whoever works on the
// table starts it and looks at what is known, and never waits for it.
type trials struct {
	try     func(p *wire.Params) (lacks []string, err error) // nil: nothing is tried
	working sync.WaitGroup

	mu      sync.Mutex // guards all following fields
	over    bool       // nothing is begun any more
	running bool
	next    *wire.Params // the last choice that came while another was tried
	known   map[string]verdict
}

// verdict is what trying a choice has shown.
type verdict struct {
	err   error    // why it cannot be played; nil where it can
	lacks []string // what it is played without, for people
}

// trialsKept is how many verdicts are remembered, lacksTold how many lines each
// has of what a choice lacks.
const (
	trialsKept = 32
	lacksTold  = 12
)

// trialKey tells choices apart as far as they matter here.
func trialKey(p *wire.Params) string {
	return fmt.Sprint(p.WADID, " ", p.Episode, " ", p.Map, " ", strings.Join(p.PWADs, " "))
}

// begin tries a choice in the background, unless its verdict is known.
func (t *trials) begin(p *wire.Params) {
	if t.try == nil || p.WADID == "" {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, known := t.known[trialKey(p)]; known || t.over {
		return
	}
	choice := *p
	if t.running {
		t.next = &choice
		return
	}
	t.running = true
	t.working.Go(func() { t.work(&choice) })
}

func (t *trials) work(p *wire.Params) {
	for p != nil {
		lacks, err := t.try(p)
		if len(lacks) > lacksTold {
			lacks = append(lacks[:lacksTold:lacksTold], fmt.Sprintf("and %d more", len(lacks)-lacksTold))
		}
		t.mu.Lock()
		if t.known == nil || len(t.known) >= trialsKept {
			t.known = make(map[string]verdict)
		}
		t.known[trialKey(p)] = verdict{err, lacks}
		p, t.next = t.next, nil
		if p != nil {
			if _, known := t.known[trialKey(p)]; known {
				p = nil
			}
		}
		t.running = p != nil
		t.mu.Unlock()
	}
}

// refusal is why a choice cannot be played, nil where it can or nobody knows yet.
func (t *trials) refusal(p *wire.Params) error {
	v, _ := t.verdict(p)
	if v.err == nil {
		return nil
	}
	return errors.New("this game would not start: " + v.err.Error())
}

// verdict is what is known of a choice, if it is.
func (t *trials) verdict(p *wire.Params) (v verdict, known bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, known = t.known[trialKey(p)]
	return v, known || t.try == nil
}

// end waits for what is being tried.
func (t *trials) end() {
	t.mu.Lock()
	t.over, t.next = true, nil
	t.mu.Unlock()
	t.working.Wait()
}

// checkParams holds a lobby's choice against the library, and a choice that is
// there already against what its trial has shown: whoever starts a game which no
// page can load is told so, while another choice can always be made. See
// relay.Config.
func (h *Host) checkParams(p *wire.Params, before wire.Params) error {
	again := reflect.DeepEqual(*p, before)
	if err := h.fitParams(p, before); err != nil {
		return err
	}
	if again {
		if err := h.trials.refusal(p); err != nil {
			return err
		}
	}
	h.trials.begin(p)
	return nil
}
