// Package wadlib is the host's library of WADs on disk: it finds them in the usual folders,
// identifies them by the SHA-256 of the whole file, and describes them.
//
// The lumps tell the kind of a WAD (classify.go). WADs in archives and DEHACKED patches beside
// WADs are part of the library as WADs of their own (archive.go, patch.go); unusable files are
// listed with the reason.
//
// A WAD is requested by its id or found by its name among the WADs of the library; a peer's
// text never becomes a path. The library writes only the cache of sums and unpacked files.
//
// Many goroutines may use a Library. mu guards the list and its revision; Reload builds a new
// list beside it, and reloadMu lets one do that at a time; an Upload holds addMu. reloadMu may
// be taken while addMu is held, mu while either is. The package starts no goroutine.
package wadlib

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"doomhost/relay"
)

// Kind distinguishes a WAD that is a game from one that changes a game.
type Kind string

// The kinds, as /api/wads spells them.
const (
	IWAD Kind = "iwad"
	PWAD Kind = "pwad"
)

// WAD is one file of the library.
type WAD struct {
	ID    string   `json:"id"`   // SHA-256 of the file, 64 hex digits
	Name  string   `json:"name"` // the file's name, without its folder
	Size  int64    `json:"size"` // bytes
	Kind  Kind     `json:"kind"`
	Maps  []string `json:"maps"` // such as E1M1 or MAP01, in the file's order
	Title string   `json:"title"`

	path    string
	modTime time.Time
}

// HasMap reports whether the WAD has the map of this name.
func (w *WAD) HasMap(name string) bool { return slices.Contains(w.Maps, name) }

var (
	// ErrUnknown says that no WAD of the library has the id.
	ErrUnknown = errors.New("no such WAD in the library")
	// ErrChanged says that a file has changed since the library read it. Reload the library.
	ErrChanged = errors.New("the WAD's file has changed since it was read: reload the library")
)

// Config says where a library looks. The zero value looks nowhere.
type Config struct {
	// Dirs are the folders to search, the most important first. Missing ones are skipped. See
	// SearchDirs.
	Dirs []string
	// Folder is where the user is told to put more WADs; empty if there is no such folder.
	Folder string
	// Own are the folders of Dirs that the user fills: in them, archives and patches are
	// opened, too, and unusable files are listed. Nil means all of Dirs.
	Own []string
	// UnpackDir is the folder for the contents of archives and patches. If it is empty, they
	// are not opened.
	UnpackDir string
	// CacheFile keeps the sums from one start to the next; empty keeps none.
	CacheFile string
	// Log receives warnings about unusable files; nil means slog.Default().
	Log *slog.Logger
}

// MaxSize is the size in bytes above which a file is left out.
const MaxSize = 1 << 30

// Library holds the WADs that were found.
type Library struct {
	cfg Config

	reloadMu sync.Mutex // held during a search
	addMu    sync.Mutex // held from the beginning of an upload to its end

	mu       sync.RWMutex // guards all following fields
	changed  []func()     // see Notify
	wads     []WAD        // games first, each by rank
	unused   []Unused     // in the order of finding
	revision string       // see Revision
}

// Empty returns a library without WADs and without folders.
func Empty() *Library { return &Library{cfg: Config{Log: slog.Default()}} }

// Open makes a library and searches all its folders.
func Open(cfg Config) *Library {
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	l := &Library{cfg: cfg}
	l.Reload()
	return l
}

// Reload searches all folders again. It logs and lists unusable files. If the list has
// changed, it calls the functions passed to Notify.
func (l *Library) Reload() {
	for _, f := range l.look() {
		f()
	}
}

// look makes a new list, and returns the functions to call.
func (l *Library) look() (tell []func()) {
	l.reloadMu.Lock()
	defer l.reloadMu.Unlock()
	scan := scan{l: l, cache: readCache(l.cfg.CacheFile), ids: make(map[string]bool)}
	for _, dir := range l.cfg.Dirs {
		scan.folder(dir)
	}
	forgetUnpacked(l.cfg.UnpackDir)
	forgetHalves(l.cfg.Folder)
	slices.SortStableFunc(scan.found, byRank)
	if err := scan.cache.write(l.cfg.CacheFile); err != nil {
		l.cfg.Log.Debug("sums of the WADs not kept", "err", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	before := l.revision
	l.wads, l.unused, l.revision = scan.found, scan.unused, revisionOf(scan.found)
	if l.revision != before {
		return slices.Clone(l.changed)
	}
	return nil
}

// Notify makes the library call f whenever the list has changed. f must not block.
func (l *Library) Notify(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.changed = append(l.changed, f)
}

// revisionOf returns the same text for the same list.
func revisionOf(wads []WAD) string {
	h := sha256.New()
	for i := range wads {
		fmt.Fprintf(h, "%s %s\n", wads[i].ID, wads[i].Name)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Revision returns a short text that changes when List does.
func (l *Library) Revision() string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.revision
}

// Folder returns the folder where the user is told to put more WADs, or "".
func (l *Library) Folder() string { return l.cfg.Folder }

// List returns the WADs, those that a player would choose first in front.
func (l *Library) List() []WAD {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return slices.Clone(l.wads)
}

// Unused returns the files beside the WADs that cannot be used.
func (l *Library) Unused() []Unused {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return slices.Clone(l.unused)
}

// Find returns the WAD with this id or with this name, in any case and with or without the
// ending.
func (l *Library) Find(name string) (WAD, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for _, w := range l.wads {
		if w.ID == name {
			return w, true
		}
	}
	for _, w := range l.wads {
		if relay.NamesFile(name, w.Name) {
			return w, true
		}
	}
	return WAD{}, false
}

// Default returns the game to offer if nobody has chosen one.
func (l *Library) Default() (WAD, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if len(l.wads) == 0 || l.wads[0].Kind != IWAD {
		return WAD{}, false
	}
	return l.wads[0], true
}

// OpenFile opens the WAD with this id for reading; the caller closes it. It returns ErrUnknown
// if no WAD of the library has the id, and ErrChanged if its file is gone or has changed since
// the library read it.
func (l *Library) OpenFile(id string) (*os.File, WAD, error) {
	l.mu.RLock()
	i := slices.IndexFunc(l.wads, func(w WAD) bool { return w.ID == id })
	var w WAD
	if i >= 0 {
		w = l.wads[i]
	}
	l.mu.RUnlock()
	if i < 0 {
		return nil, WAD{}, ErrUnknown
	}
	f, info, err := openRegular(w.path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNoFile) {
		return nil, WAD{}, ErrChanged
	}
	if err != nil {
		return nil, WAD{}, fmt.Errorf("open WAD %s: %w", w.Name, err)
	}
	if info.Size() != w.Size || !info.ModTime().Equal(w.modTime) {
		_ = f.Close()
		return nil, WAD{}, ErrChanged
	}
	return f, w, nil
}

var errNoFile = errors.New("it is no plain file")

// openRegular opens a regular file, and nothing else. It checks before it opens, because
// opening a pipe blocks until somebody writes to it.
func openRegular(path string) (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, &fs.PathError{Op: "open", Path: path, Err: errNoFile}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// ModTime returns when the file was last changed.
func (w *WAD) ModTime() time.Time { return w.modTime }
