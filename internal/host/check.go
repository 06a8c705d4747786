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
	"doomhost/relay/wire"
)

// checkAnswer is the answer to /api/check.
type checkAnswer struct {
	Error string   `json:"error,omitempty"` // why it cannot be played at all
	Needs []string `json:"needs"`
	Notes []string `json:"notes"`
}

// getCheck answers /api/check?wad=ID&pwads=ID,ID&episode=E&map=M with what is found on
// trying that choice. What is known costs nothing; all else is a job of the queue, as the
// choices of a lobby are.
func (h *Host) getCheck(w http.ResponseWriter, r *http.Request) {
	p, err := checkedParams(r.URL.Query())
	if err != nil {
		answer.Fail(w, http.StatusBadRequest, err.Error())
		return
	}
	before := p
	before.WADID = p.WAD // nothing is new, so nothing is put right
	if err := h.catalog.Load().Fit(&p, before); err != nil {
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

// checkedParams reads a choice as the lobby reads it from its messages.
func checkedParams(q url.Values) (wire.Params, error) {
	choice := map[string]any{"wad": q.Get("wad"), "pwads": []string{}}
	if list := q.Get("pwads"); list != "" {
		choice["pwads"] = strings.Split(list, ",")
	}
	for _, name := range []string{"episode", "map"} {
		if s := q.Get(name); s != "" {
			n, err := strconv.Atoi(s)
			if err != nil {
				n = -1 // the answer says what belongs there
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
