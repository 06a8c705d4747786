package host

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"doomhost/internal/answer"
	"doomhost/internal/content/preflight"
	"doomhost/internal/jobqueue"
	"doomhost/relay"
	"doomhost/relay/wire"
)

// checkAnswer is the answer to /api/check.
type checkAnswer struct {
	Error string   `json:"error,omitempty"` // why the choice cannot be played at all
	Needs []string `json:"needs"`
	Notes []string `json:"notes"`
}

// getCheck answers /api/check?wad=ID&pwads=ID,ID&episode=E&map=M with the result of loading
// that choice. A known result is sent at once; any other becomes a job of the queue, like
// the preflight of a lobby's choice.
func (h *Host) getCheck(w http.ResponseWriter, r *http.Request) {
	p, err := checkedParams(r.URL.Query())
	if err != nil {
		answer.Fail(w, http.StatusBadRequest, err.Error())
		return
	}
	if err := fitAsIs(h.catalog.Load(), &p); err != nil {
		answerCheck(w, preflight.Result{Err: err})
		return
	}
	if v, known := h.preflight.Result(&p); known {
		answerCheck(w, v)
		return
	}
	h.cfg.Queue.Serve(w, r, func(*jobqueue.Budget) (func(), error) {
		v := h.preflight.Judge(&p)
		return func() { answerCheck(w, v) }, nil
	})
}

// fitAsIs completes a choice, or returns why it cannot be played. It corrects nothing.
func fitAsIs(c *relay.Catalog, p *wire.Params) error {
	before := *p
	before.WADID = p.WAD // the same game
	return c.Fit(p, before)
}

// checkedParams parses a choice by the same rules as the lobby's messages.
func checkedParams(q url.Values) (wire.Params, error) {
	choice := map[string]any{"wad": q.Get("wad"), "pwads": []string{}}
	if list := q.Get("pwads"); list != "" {
		choice["pwads"] = strings.Split(list, ",")
	}
	for _, name := range []string{"episode", "map"} {
		if s := q.Get(name); s != "" {
			n, err := strconv.Atoi(s)
			if err != nil {
				n = -1 // invalid, so the error names what is allowed
			}
			choice[name] = n
		}
	}
	raw, err := json.Marshal(choice)
	if err != nil {
		return wire.Params{}, err
	}
	return wire.MergeParams(wire.DefaultParams(), raw)
}

func answerCheck(w http.ResponseWriter, v preflight.Result) {
	a := checkAnswer{Needs: v.Needs, Notes: v.Notes}
	if v.Err != nil {
		a.Error = v.Err.Error()
	}
	if a.Needs == nil {
		a.Needs = []string{}
	}
	if a.Notes == nil {
		a.Notes = []string{}
	}
	answer.JSON(w, a)
}
