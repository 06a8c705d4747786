package host

import (
	"net/http"
	"strings"

	"doomhost/internal/answer"
	"doomhost/internal/content/preflight"
	"doomhost/internal/jobqueue"
)

// maxMapChecks limits the maps that one request checks. It suffices for two whole add-ons.
const maxMapChecks = 64

// mapsAnswer is the answer to /api/check/maps.
type mapsAnswer struct {
	Maps []mapLack `json:"maps"` // the maps that lack something, in the add-ons' order
}

type mapLack struct {
	Map   string   `json:"map"`
	Needs []string `json:"needs"`
}

// getMapChecks answers /api/check/maps, which takes the query of /api/check. It lists what
// the add-ons' maps lack, because a game reaches them without a further check. Each map is
// a job of its own, so that other clients' jobs run in between.
func (h *Host) getMapChecks(w http.ResponseWriter, r *http.Request) {
	p, err := checkedParams(r.URL.Query())
	if err != nil {
		answer.Fail(w, http.StatusBadRequest, err.Error())
		return
	}
	catalog := h.catalog.Load()
	if err := fitAsIs(catalog, &p); err != nil {
		answer.Fail(w, http.StatusBadRequest, err.Error())
		return
	}
	choices := catalog.AddOnMaps(&p)
	a := mapsAnswer{Maps: []mapLack{}}
	for i := range choices[:min(len(choices), maxMapChecks)] {
		found, known := h.preflight.Result(&choices[i])
		if !known {
			err := h.cfg.Queue.Do(r.Context(), jobqueue.Address(r), func() { found = h.preflight.Judge(&choices[i]) })
			if err != nil {
				jobqueue.Refuse(w) // nobody reads it if the client left; the results so far are kept
				return
			}
		}
		name := catalog.MapName(&choices[i])
		if needs := needsOf(&found, name); len(needs) > 0 {
			a.Maps = append(a.Maps, mapLack{name, needs})
		}
	}
	answer.JSON(w, a)
}

// needsOf returns what one map lacks. It omits what all maps of its WADs lack, since the
// check of the chosen map reports that.
func needsOf(found *preflight.Result, name string) (needs []string) {
	if found.Err != nil {
		return []string{found.Err.Error()}
	}
	for _, n := range found.Needs {
		if strings.HasPrefix(n, name+" ") || strings.HasPrefix(n, "map "+name+":") {
			needs = append(needs, n)
		}
	}
	return needs
}
