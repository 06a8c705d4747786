package host

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"doomhost/relay/wire"
)

// Findings are what trying a choice has shown, in sentences for people: what it is
// played without.
type Findings struct {
	// Needs are things without which the map may not be playable to its end. Such a
	// game starts only where the host wants it anyway.
	Needs []string
	// Notes are all others, such as looks and sounds.
	Notes []string
}

// few cuts the findings to what somebody reads.
func (f Findings) few() Findings {
	cut := func(list []string) []string {
		if len(list) <= notesTold {
			return list
		}
		return append(list[:notesTold:notesTold], fmt.Sprintf("and %d more", len(list)-notesTold))
	}
	return Findings{Needs: cut(f.Needs), Notes: cut(f.Notes)}
}

// trials finds out whether the map of a choice can be played, and what it lacks,
// before everybody's page does. WADs are loaded in jobs of a queue, one at a time; whoever
// works on the table begins that and looks at what is known, and never waits for it.
type trials struct {
	try     func(p *wire.Params) (Findings, error) // nil: nothing is tried
	run     func(job func())                       // as a job of the queue; nil: at once
	working sync.WaitGroup

	mu      sync.Mutex // guards all following fields
	over    bool       // nothing is begun any more
	running bool
	next    *wire.Params // the last choice that came while another was tried
	known   map[string]verdict
	order   []string // the keys of known, the oldest first
	library int      // how many times the verdicts were dropped, as the library changed
}

// verdict is what trying a choice has shown.
type verdict struct {
	err   error // why it cannot be played; nil where it can
	found Findings
}

// trialsKept is how many verdicts are remembered, notesTold how many lines each list of
// their findings has.
const (
	trialsKept = 128
	notesTold  = 12
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
	run := t.run
	if run == nil {
		run = func(job func()) { job() }
	}
	for p != nil {
		run(func() { t.judge(p) })
		t.mu.Lock()
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

// judge tries a choice, unless its verdict is known. Its caller is the queue's job, so
// that nothing is tried twice.
func (t *trials) judge(p *wire.Params) verdict {
	if v, known := t.verdict(p); known {
		return v
	}
	t.mu.Lock()
	library := t.library
	t.mu.Unlock()
	found, err := t.try(p)
	v := verdict{err, found.few()}
	key := trialKey(p)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.library != library {
		return v // of files that may be others now
	}
	if t.known == nil {
		t.known = make(map[string]verdict)
	}
	if len(t.order) == trialsKept {
		delete(t.known, t.order[0])
		t.order = append(t.order[:0], t.order[1:]...)
	}
	t.known[key] = v
	t.order = append(t.order, key)
	return v
}

// forget drops all verdicts. A WAD keeps its id, but whether its file can be read, and
// what else the host has, changes with the library.
func (t *trials) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.known, t.order = nil, nil
	t.library++
}

// refusal is why a choice cannot be played, nil where it can or nobody knows yet.
func (t *trials) refusal(p *wire.Params) error {
	v, _ := t.verdict(p)
	if v.err == nil {
		return nil
	}
	return errors.New("this game would not start: " + v.err.Error())
}

// lack is why a choice may not be playable to its end, nil where it may or nobody knows
// yet.
func (t *trials) lack(p *wire.Params) error {
	v, _ := t.verdict(p)
	if len(v.found.Needs) == 0 {
		return nil
	}
	return errors.New(strings.Join(v.found.Needs, "; ") +
		". The map may not be playable to its end here: choose another one, or let the host start it anyway")
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

// checkStart holds a choice that can be played against what its trial found missing. See
// relay.Config.
func (h *Host) checkStart(p *wire.Params, anyway bool) error {
	if anyway {
		return nil
	}
	return h.trials.lack(p)
}
