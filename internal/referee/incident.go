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
	"doomhost/lockstep"
	"doomhost/relay/wire"
)

const (
	// stateWait limits the time in which a client must send its state.
	stateWait = 10 * time.Second
	// filesKept limits the number of incident files.
	filesKept = 20
	// A client may differ on purpose. The referee writes incidentsInARow files, and then
	// one each incidentPause, so that a client cannot push out the files about others.
	incidentsInARow = filesKept / 4
	incidentPause   = time.Minute
)

// incident is one client's desync that is not written to a file yet.
type incident struct {
	report
	found lockstep.Tic // the referee's next tic at the time of the discovery
	host  uint64       // the true hash after tic; 0 if only ticcmds revealed the desync
	state Snapshot     // the host's state before tic found
	until time.Time
}

// open opens an incident unless the slot has one.
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

// claim removes and returns the slot's open incident, if any.
func (m *match) claim(slot lockstep.Slot) (*incident, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	in := m.incidents[slot]
	m.incidents[slot] = nil
	return in, in != nil
}

// awaitsState reports whether the referee waits for the slot's state.
func (m *match) awaitsState(slot lockstep.Slot) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.incidents[slot] != nil
}

// expire writes the incidents whose clients have not sent a state in time.
func (m *match) expire(now time.Time) {
	for slot := range lockstep.Slot(lockstep.NumSlots) {
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

// record writes an incident with the client's state, which is nil if the client sent none.
// It only logs errors, because the game goes on without the file.
func (m *match) record(in *incident, client []byte) {
	if m.r.cfg.Dir == "" {
		return
	}
	if !m.r.incidents.Allow() {
		m.r.cfg.Log.Warn("desync report not saved: too many in a short time", "slot", in.slot.Color(), "tic", in.tic)
		return
	}
	defer m.r.recoverEngine("desync report not saved")
	var (
		path string
		err  error
	)
	m.r.cfg.Queue.Run(func() { path, err = m.write(in, client) })
	if err != nil {
		m.r.cfg.Log.Warn("desync report not saved", "err", err)
		return
	}
	m.r.cfg.Log.Warn("desync report saved", "file", path)
}

// summary is the content of incident.json.
type summary struct {
	Build      string          `json:"build"`
	Params     wire.Params     `json:"params"`
	Players    []lockstep.Slot `json:"players"` // of the first bundle
	Slot       lockstep.Slot   `json:"slot"`
	Tic        lockstep.Tic    `json:"tic"`      // the tic after which the states differ
	Found      lockstep.Tic    `json:"foundAt"`  // the host's next tic at the discovery
	Client     string          `json:"client"`   // the hash that the client reported, or ""
	Host       string          `json:"host"`     // the host's hash
	States     lockstep.Tic    `json:"statesAt"` // both states precede this tic
	ClientHash string          `json:"clientStateHash"`
	HostHash   string          `json:"hostStateHash"`
	Problem    string          `json:"problem,omitempty"` // why something is missing
}

// write writes the incident's file: a zip of the summary, both states at the same tic,
// their difference and the bundles up to there.
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
			s.States, s.ClientHash = lockstep.Tic(theirs.Tic()), hexHash(theirs.Hash())
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

// errAhead reports a state of a tic that is not sealed yet.
var errAhead = errors.New("the state is ahead of the game")

// errFar reports a state so old that the host would have to replay too many tics. The host
// cannot have asked for it.
var errFar = errors.New("the state is too old for its tics to be played again")

// maxReplay limits the tics that the host replays for one incident to one minute.
const maxReplay = 60 * lockstep.TicRate

// replay returns an engine with the host's state before tic.
func (m *match) replay(in *incident, tic lockstep.Tic) (*engine.Engine, error) {
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
	if tic-s.Tic > maxReplay {
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
	for at := e.Tic(); at < tic; at++ {
		b, err := m.game.Log.Bundle(at)
		if err != nil {
			return nil, err
		}
		if _, err := e.Step(&b); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// ticlog writes the session's bundles before tic, in the format of doomtrace, as far as the
// log has them.
func (m *match) ticlog(w io.Writer, tic lockstep.Tic) error {
	stride := m.game.Log.Stride()
	for at := lockstep.Tic(0); at < tic; {
		run, err := m.game.Log.From(at)
		if err != nil || len(run) == 0 {
			return nil // the log ends here
		}
		for ; len(run) >= stride && at < tic; run = run[stride:] {
			if _, err := w.Write(run[stride-lockstep.BundleSize : stride]); err != nil {
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

// data returns a function that writes b.
func data(b []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	}
}

// writeZip writes the files to a zip in dir and removes the oldest zips beyond filesKept.
func writeZip(dir, name string, files []zipped) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	path := filepath.Join(dir, name)
	temp := filepath.Join(dir, "."+name)
	if err := writeZipTo(temp, files); err != nil {
		return "", errors.Join(err, os.Remove(temp))
	}
	if err := os.Rename(temp, path); err != nil {
		return "", errors.Join(err, os.Remove(temp))
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return path, nil // the file is written; old files may stay
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "desync-") && strings.HasSuffix(e.Name(), ".zip") {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names) // names begin with the time
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

// unpack decompresses a snapshot. Anybody may have made a recording, so the size has a
// limit.
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
		return nil, errors.Join(errors.New("the state is longer than it claims, or than the limit"), err)
	}
	return state, nil
}
