package host

import (
	"net/http"
	"strings"

	"doomhost/internal/answer"
	"doomhost/internal/content/preflight"
	"doomhost/internal/jobqueue"
)

// maxMapChecks is how many maps one request has checked: those of two whole add-ons.
const maxMapChecks = 64

// mapsAnswer is the answer to /api/check/maps.
type mapsAnswer struct {
	Maps []mapLack `json:"maps"` // those that lack something, in the add-ons' order
}

type mapLack struct {
	Map   string   `json:"map"`
	Needs []string `json:"needs"`
}

// getMapChecks answers /api/check/maps, with the query of /api/check, with what the maps
// lack that the add-ons bring: a game comes to them without being asked again. Each map
// is a job of the queue, so that others have their turns between them.
func (h *Host) getMapChecks(w http.ResponseWriter, r *http.Request) {
	p, err := checkedParams(r.URL.Query())
	if err != nil {
		answer.Fail(w, http.StatusBadRequest, err.Error())
		return
	}
	catalog := h.catalog.Load()
	before := p
	before.WADID = p.WAD // nothing is new, so nothing is put right
	if err := catalog.Fit(&p, before); err != nil {
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
				jobqueue.Refuse(w) // or nobody reads it; what was found is known next time
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

// needsOf is what one map lacks: what all maps of its WADs lack is said of the chosen one.
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
