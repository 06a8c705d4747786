package replay

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"doomhost/internal/content/wadlib"
	"doomhost/internal/jobqueue"
	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// extension is the file name extension of replays.
const extension = ".dhr"

// listed is the most replays in the list, the newest ones. A limit is needed because anyone
// who starts and stops games creates recordings.
const listed = 1000

// ErrUnknown means that there is no replay with the id.
var ErrUnknown = errors.New("there is no such replay")

// Config configures a Store.
type Config struct {
	// Dir is the replays' folder. It is created when the first replay is written.
	Dir string
	// Limit is how many bytes all replays together may take; the oldest are deleted
	// first. With 0 nothing is recorded.
	Limit int64
	// Version is doomhost's version. Engine is the build of the clients' engine.
	Version, Engine string
	// Library knows the names of WADs; nil knows none.
	Library *wadlib.Library
	// Queue runs the jobs for requests; nil makes a new queue.
	Queue *jobqueue.Queue
	// Log receives warnings; nil means slog.Default().
	Log *slog.Logger
}

// Store manages the replays on disk.
type Store struct {
	cfg      Config
	inflated atomic.Int64 // bytes unpacked for pieces

	mu         sync.Mutex      // guards all following fields
	running    map[string]bool // replays begun by this process; false when done
	infos      map[string]info
	recordings []*recording // the most recently used one last
}

// stamp shows whether a file has changed since it was read.
type stamp struct {
	size    int64
	modTime time.Time
}

type info struct {
	stamp
	Info
}

// Info describes a replay in the list.
type Info struct {
	ID      string                    `json:"id"`
	Started time.Time                 `json:"started"`
	Tics    int                       `json:"tics"`
	Size    int64                     `json:"size"` // bytes
	Running bool                      `json:"running"`
	Engine  string                    `json:"engine"`
	Params  wire.Params               `json:"params"`
	Map     string                    `json:"map"`  // the first
	WADs    []string                  `json:"wads"` // names
	Names   [lockstep.NumSlots]string `json:"names"`
	Slots   []lockstep.Slot           `json:"slots"`
}

// NewStore makes a store for the replays in a folder.
func NewStore(cfg Config) *Store {
	if cfg.Library == nil {
		cfg.Library = wadlib.Empty()
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.Queue == nil {
		cfg.Queue = jobqueue.New(jobqueue.Config{})
	}
	return &Store{cfg: cfg, running: make(map[string]bool), infos: make(map[string]info)}
}

// validID reports whether id can be the id of a replay. A valid id is never a path.
func validID(id string) bool {
	return id != "" && len(id) <= 64 && strings.Trim(id, "0123456789-") == ""
}

func (s *Store) path(id string) string { return filepath.Join(s.cfg.Dir, id+extension) }

// begin records that a replay is being written.
func (s *Store) begin(id string) {
	s.mu.Lock()
	s.running[id] = true
	s.mu.Unlock()
}

// forget undoes begin: the replay could not be created, or the name belongs to another.
func (s *Store) forget(id string) {
	s.mu.Lock()
	delete(s.running, id)
	s.mu.Unlock()
}

// done records that a replay is complete, and prunes old ones.
func (s *Store) done(id string) {
	s.mu.Lock()
	s.running[id] = false
	s.mu.Unlock()
	s.prune()
}

// file is a replay on disk.
type file struct {
	id string
	stamp
}

// files lists the replays on disk, the oldest first.
func (s *Store) files() []file {
	entries, err := os.ReadDir(s.cfg.Dir)
	if err != nil {
		return nil // the folder does not exist before the first replay
	}
	var list []file
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), extension)
		if !ok || !validID(id) || !e.Type().IsRegular() {
			continue
		}
		if fi, err := e.Info(); err == nil {
			list = append(list, file{id, stamp{fi.Size(), fi.ModTime()}})
		}
	}
	// The names are the start times of the replays.
	slices.SortFunc(list, func(a, b file) int { return strings.Compare(a.id, b.id) })
	return list
}

// fresh is how long after its last change a file counts as being written. The writes are
// flushTime apart.
const fresh = time.Minute

// prune deletes the oldest replays while their total size is over the limit. It keeps a
// replay that is being written, even if another doomhost writes it.
func (s *Store) prune() {
	list := s.files()
	total := int64(0)
	for _, f := range list {
		total += f.size
	}
	for _, f := range list {
		s.mu.Lock()
		running, own := s.running[f.id]
		s.mu.Unlock()
		if total <= s.cfg.Limit || running || !own && time.Since(f.modTime).Abs() < fresh {
			continue
		}
		if err := os.Remove(s.path(f.id)); err != nil {
			s.cfg.Log.Warn("an old replay is not deleted", "err", err)
			continue
		}
		s.cfg.Log.Info("old replay deleted, to keep within the limit", "id", f.id, "bytes", f.size)
		total -= f.size
	}
}

// List describes the replays, the newest first. It skips files that are not replays.
func (s *Store) List() []Info {
	list := []Info{}
	seen := make(map[string]info)
	files := s.files()
	for _, f := range files[max(0, len(files)-listed):] {
		s.mu.Lock()
		in, ok := s.infos[f.id]
		running := s.running[f.id]
		s.mu.Unlock()
		if !ok || in.stamp != f.stamp {
			described, err := s.describe(f)
			if err != nil {
				s.cfg.Log.Debug("not a replay", "id", f.id, "err", err)
				continue
			}
			in = info{f.stamp, described}
		}
		in.Running = running
		seen[f.id] = in
		list = append(list, in.Info)
	}
	s.mu.Lock()
	s.infos = seen
	s.mu.Unlock()
	slices.Reverse(list)
	return list
}

func (s *Store) describe(at file) (Info, error) {
	rec, f, err := s.open(at.id)
	if err != nil {
		return Info{}, err
	}
	defer f.Close() //nolint:errcheck // only read
	h := rec.Header
	return Info{
		ID: at.id, Started: h.Started, Tics: rec.tics, Size: at.size, Engine: h.Engine,
		Params: h.Params, Map: h.Map, WADs: h.WADs, Names: h.Names, Slots: h.Slots,
	}, nil
}

// wadNames returns the names of a game's WADs, or the id of a WAD whose name is unknown.
func (s *Store) wadNames(p *wire.Params) []string {
	var names []string
	for _, id := range append([]string{p.WADID}, p.PWADs...) {
		if w, ok := s.cfg.Library.Find(id); ok {
			id = w.Name
		}
		names = append(names, id)
	}
	return names
}

// mapName returns the name of a game's first map. Games without episodes have MAP01.
func (s *Store) mapName(p *wire.Params) string {
	if w, ok := s.cfg.Library.Find(p.WADID); ok && w.HasMap("MAP01") {
		return fmt.Sprintf("MAP%02d", p.Map)
	}
	return fmt.Sprintf("E%dM%d", p.Episode, p.Map)
}
