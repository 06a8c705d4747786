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

	// The following fields are for the admin only; others do not need them.

	Folder string          `json:"folder,omitempty"` // where new files go
	Unused []wadlib.Unused `json:"unused,omitempty"` // unusable files in Folder
	Limit  int64           `json:"limit,omitempty"`  // largest upload in bytes; absent if uploads are off
	Fetch  bool            `json:"fetch,omitempty"`  // the host can fetch a game
	Added  *addedFile      `json:"added,omitempty"`  // the result of an upload
}

func (h *Host) getWADs(w http.ResponseWriter, r *http.Request) {
	answer.JSON(w, h.wadList(h.byAdmin(r)))
}

func (h *Host) wadList(byAdmin bool) wadList {
	library := h.cfg.Library
	// Read the revision first: if the list changes in between, the client sees an old
	// revision and asks again.
	list := wadList{Revision: library.Revision(), WADs: library.List()}
	if list.WADs == nil {
		list.WADs = []wadlib.WAD{}
	}
	if byAdmin {
		list.Folder, list.Unused = library.Folder(), library.Unused()
		list.Limit = max(0, h.cfg.Limits.Upload)
		list.Fetch = h.cfg.Fetch != nil && list.Folder != ""
	}
	return list
}

func (h *Host) reloadWADs(w http.ResponseWriter, _ *http.Request) {
	atLowPriority(h.cfg.Library.Reload)
	// Even if the list is the same, a file that was unreadable may be readable now.
	h.contentChanged()
	answer.JSON(w, h.wadList(true))
}

// catalogOf returns what a lobby can choose from a library.
func catalogOf(library *wadlib.Library) *relay.Catalog {
	c := &relay.Catalog{}
	for _, w := range library.List() {
		c.WADs = append(c.WADs, relay.WAD{ID: w.ID, Name: w.Name, Game: w.Kind == wadlib.IWAD, Maps: w.Maps})
	}
	return c
}

// contentChanged passes the library's current WADs on to the lobby and drops the results of
// preflights.
func (h *Host) contentChanged() {
	c := catalogOf(h.cfg.Library)
	h.catalog.Store(c)
	h.preflight.Forget()
	h.room.ContentChanged(c)
}

// beginPreflight loads the lobby's choice in the background. See room.Config.
func (h *Host) beginPreflight(p wire.Params) {
	h.preflight.Begin(p, func(r preflight.Result) {
		found := relay.Preflight{Params: p, Needs: r.Needs}
		if r.Err != nil {
			found.Failure = r.Err.Error()
		}
		h.room.PreflightDone(found)
	})
}

// atLowPriority runs f, which uses the processor for long, on a thread of low priority, and
// returns when f has. The thread ends with f, because few systems let a thread raise its
// priority again.
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
