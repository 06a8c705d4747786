package host

import (
	"net/http"
	"runtime"

	"doomhost/internal/answer"
	"doomhost/internal/content/preflight"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/system/thread"
	"doomhost/relay"
	"doomhost/relay/wire"
)

// wadList is the answer to /api/wads.
type wadList struct {
	WADs     []wadlib.WAD `json:"wads"`
	Revision string       `json:"revision"` // as Info.WADs

	// What follows is for the host alone; strangers need not know it.

	Folder string          `json:"folder,omitempty"` // where more are put
	Unused []wadlib.Unused `json:"unused,omitempty"` // files there that cannot be used
	Limit  int64           `json:"limit,omitempty"`  // bytes of a file that is added; absent: none is taken
	Fetch  bool            `json:"fetch,omitempty"`  // a game can be fetched
	Added  *addedFile      `json:"added,omitempty"`  // what came of the request
}

func (h *Host) getWADs(w http.ResponseWriter, r *http.Request) {
	answer.JSON(w, h.wadList(h.byHost(r)))
}

func (h *Host) wadList(byHost bool) wadList {
	library := h.cfg.Library
	// In this order: who reads of a list that was just replaced asks again.
	list := wadList{Revision: library.Revision(), WADs: library.List()}
	if list.WADs == nil {
		list.WADs = []wadlib.WAD{}
	}
	if byHost {
		list.Folder, list.Unused = library.Folder(), library.Unused()
		list.Limit = max(0, h.cfg.Limits.Upload)
		list.Fetch = h.cfg.Fetch != nil && list.Folder != ""
	}
	return list
}

func (h *Host) reloadWADs(w http.ResponseWriter, _ *http.Request) {
	atLowPriority(h.cfg.Library.Reload)
	// The list may be the same, and a file that could not be read be readable again.
	h.contentChanged()
	answer.JSON(w, h.wadList(true))
}

// catalogOf is what a lobby can choose from a library.
func catalogOf(library *wadlib.Library) *relay.Catalog {
	c := &relay.Catalog{}
	for _, w := range library.List() {
		c.WADs = append(c.WADs, relay.WAD{ID: w.ID, Name: w.Name, Game: w.Kind == wadlib.IWAD, Maps: w.Maps})
	}
	return c
}

// contentChanged takes note that the library may have other WADs.
func (h *Host) contentChanged() {
	c := catalogOf(h.cfg.Library)
	h.catalog.Store(c)
	h.preflight.Forget()
	h.room.ContentChanged(c)
}

// beginPreflight loads what the lobby has chosen. See room.Config.
func (h *Host) beginPreflight(p wire.Params) {
	h.preflight.Begin(p, func(r preflight.Result) {
		found := relay.Preflight{Params: p, Needs: r.Needs}
		if r.Err != nil {
			found.Failure = r.Err.Error()
		}
		h.room.PreflightDone(found)
	})
}

// atLowPriority runs f, which takes the processor for long, so that it holds up no
// game, and returns when it has. Its thread ends with it: few systems let one have its
// priority back.
func atLowPriority(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		thread.LowerPriority()
		f()
	}()
	<-done
}
