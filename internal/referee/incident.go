package referee

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"doomhost/engine"
	"doomhost/relay/wire"
)

const (
	// stateWait is how long a client may take to send its state.
	stateWait = 10 * time.Second
	// filesKept is how many incidents' files there are at most.
	filesKept = 20
	// A client may be made to differ on purpose. So many incidents are written down in
	// a row, and then one in so long a time: the others' files stay.
	incidentsInARow = filesKept / 4
	incidentPause   = time.Minute
)

// incident is a state that differs, until it is written down.
type incident struct {
	report
	found wire.Tic // the referee's next tic when it was found out
	host  uint64   // the true hash after tic, 0 where only a ticcmd gave it away
	state Snapshot // the host's, before tic found
	until time.Time
}

// open begins an incident, unless the slot has one.
func (m *match) open(rep report, state Snapshot, now time.Time) {
	in := &incident{report: rep, found: m.next, state: state, until: now.Add(stateWait)}
	if rep.hash != 0 {
		in.host = m.hashes[rep.tic%window]
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.incidents[rep.slot] == nil {
		m.incidents[rep.slot] = in
	}
}

// claim takes the slot's open incident, if there is one.
func (m *match) claim(slot wire.Slot) (*incident, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	in := m.incidents[slot]
	m.incidents[slot] = nil
	return in, in != nil
}

// waits reports whether the slot's state is waited for.
func (m *match) waits(slot wire.Slot) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.incidents[slot] != nil
}

// expire writes down the incidents whose client sends nothing.
func (m *match) expire(now time.Time) {
	for slot := range wire.Slot(wire.NumSlots) {
		m.mu.Lock()
		in := m.incidents[slot]
		if in == nil || now.Before(in.until) {
			in = nil
		} else {
			m.incidents[slot] = nil
		}
		m.mu.Unlock()
		if in != nil {
			m.writing.Go(func() { m.record(in, nil) })
		}
	}
}

// record writes down an incident with the client's state, nil where it sent
// none. What goes wrong is logged: a game has better things to do.
func (m *match) record(in *incident, client []byte) {
	if m.r.cfg.Dir == "" {
		return
	}
	if !m.r.incidents.Allow() {
		m.r.cfg.Log.Warn("the differing states are not written down: too many were, in a short time", "slot", in.slot.Color(), "tic", in.tic)
		return
	}
	defer m.r.survive("the differing states are not written down")
	var (
		path string
		err  error
	)
	m.r.cfg.Queue.Run(func() { path, err = m.write(in, client) })
	if err != nil {
		m.r.cfg.Log.Warn("the differing states are not written down", "err", err)
		return
	}
	m.r.cfg.Log.Warn("the differing states are written down", "file", path)
}

// summary is what incident.json says.
type summary struct {
	Build      string      `json:"build"`
	Params     wire.Params `json:"params"`
	Players    []wire.Slot `json:"players"` // of the first bundle
	Slot       wire.Slot   `json:"slot"`
	Tic        wire.Tic    `json:"tic"`      // after which the states differ
	Found      wire.Tic    `json:"foundAt"`  // the host's next tic then
	Client     string      `json:"client"`   // the hash that it reported, or ""
	Host       string      `json:"host"`     // the host's
	States     wire.Tic    `json:"statesAt"` // the tic before which both states are
	ClientHash string      `json:"clientStateHash"`
	HostHash   string      `json:"hostStateHash"`
	Problem    string      `json:"problem,omitempty"` // why something is missing
}

// write makes the incident's file: a zip of the summary, both states at the same
// tic, how they differ, and the bundles that led there.
func (m *match) write(in *incident, client []byte) (path string, err error) {
	s := summary{
		Build: m.r.cfg.Build, Params: m.game.Params, Players: m.players.Slots(), Slot: in.slot,
		Tic: in.tic, Found: in.found, States: in.found, Host: hexHash(in.host), Client: hexHash(in.hash),
	}
	var theirs *engine.Engine
	switch {
	case client == nil:
		s.Problem = "the client sent no state"
	default:
		if theirs, err = engine.New(m.content, SimParams(&m.game.Params, m.players)); err != nil {
			return "", err
		}
		if err := theirs.Restore(client); err != nil {
			s.Problem, theirs = err.Error(), nil
		} else {
			s.States, s.ClientHash = wire.Tic(theirs.Tic()), hexHash(theirs.Hash())
		}
	}
	ours, err := m.replay(in, s.States)
	if err != nil {
		return "", fmt.Errorf("play up to tic %d: %w", s.States, err)
	}
	s.HostHash = hexHash(ours.Hash())
	text, err := json.MarshalIndent(&s, "", "  ")
	if err != nil {
		return "", err
	}
	files := []zipped{
		{"incident.json", data(append(text, '\n'))}, {"host.state", data(ours.Save(nil))},
		{"session.ticlog", func(w io.Writer) error { return m.ticlog(w, s.States) }},
	}
	if client != nil {
		files = append(files, zipped{"client.state", data(client)})
	}
	if theirs != nil {
		files = append(files, zipped{"difference.txt", data(difference(ours.Game(), theirs.Game()))})
	}
	name := fmt.Sprintf("desync-%s-tic%d-%s.zip", time.Now().UTC().Format("20060102-150405.000"), in.tic, in.slot.Color())
	return writeZip(m.r.cfg.Dir, name, files)
}

func hexHash(h uint64) string {
	if h == 0 {
		return ""
	}
	return fmt.Sprintf("%016x", h)
}

// errAhead says that a state is of a tic that is not sealed.
var errAhead = errors.New("the state is ahead of the game")

// errFar says that the host's state of a tic would have to be played anew from too
// far back: it is another one than the host asked for.
var errFar = errors.New("the state is too old for its tics to be played again")

// replayMost is how many tics are played for one incident: a minute's.
const replayMost = 60 * wire.TicRate

// replay returns an engine with the host's state before tic.
func (m *match) replay(in *incident, tic wire.Tic) (*engine.Engine, error) {
	if tic > m.game.Log.Frontier() {
		return nil, errAhead
	}
	e, err := engine.New(m.content, SimParams(&m.game.Params, m.players))
	if err != nil {
		return nil, err
	}
	s, ok := m.before(tic)
	if in.state.Packed != nil && in.state.Tic <= tic && in.state.Tic >= s.Tic {
		s, ok = in.state, true
	}
	if tic-s.Tic > replayMost {
		return nil, errFar
	}
	if ok {
		state, err := unpack(s.Packed)
		if err != nil {
			return nil, err
		}
		if err := e.Restore(state); err != nil {
			return nil, err
		}
	}
	for at := wire.Tic(e.Tic()); at < tic; at++ {
		b, err := m.game.Log.Bundle(at)
		if err != nil {
			return nil, err
		}
		var eb engine.Bundle
		eb.Decode(wire.AppendBundle(nil, &b))
		if _, err := e.Step(&eb); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// ticlog writes the session's bundles below tic, as doomtrace reads them, as far as
// there are any.
func (m *match) ticlog(w io.Writer, tic wire.Tic) error {
	stride := m.game.Log.Stride()
	for at := wire.Tic(0); at < tic; {
		run, err := m.game.Log.From(at)
		if err != nil || len(run) == 0 {
			return nil // what there is
		}
		for ; len(run) >= stride && at < tic; run = run[stride:] {
			if _, err := w.Write(run[stride-wire.BundleSize : stride]); err != nil {
				return err
			}
			at++
		}
	}
	return nil
}

type zipped struct {
	name  string
	write func(io.Writer) error
}

// data writes what is in memory.
func data(b []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	}
}

// writeZip writes the files to a zip in dir, and lets the oldest ones there go.
func writeZip(dir, name string, files []zipped) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	path := filepath.Join(dir, name)
	half := filepath.Join(dir, "."+name)
	if err := writeZipTo(half, files); err != nil {
		return "", errors.Join(err, os.Remove(half))
	}
	if err := os.Rename(half, path); err != nil {
		return "", errors.Join(err, os.Remove(half))
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return path, nil // it is written; how many there are matters less
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "desync-") && strings.HasSuffix(e.Name(), ".zip") {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names) // their names begin with the time
	for len(names) > filesKept {
		if err := os.Remove(filepath.Join(dir, names[0])); err != nil {
			break
		}
		names = names[1:]
	}
	return path, nil
}

func writeZipTo(path string, files []zipped) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z := zip.NewWriter(f)
	for _, file := range files {
		w, err := z.Create(file.name)
		if err != nil {
			return err
		}
		if err := file.write(w); err != nil {
			return err
		}
	}
	return z.Close()
}

// unpack reads what takeSnapshot packed. A recording may have been made by anybody, so
// there is a limit.
func unpack(packed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	state := make([]byte, unpackedSize(packed))
	if _, err := io.ReadFull(z, state); err != nil {
		return nil, err
	}
	if n, err := z.Read(make([]byte, 1)); n > 0 || !errors.Is(err, io.EOF) {
		return nil, errors.Join(errors.New("a state that is longer than it says, or than states may be"), err)
	}
	return state, nil
}
