package referee

import (
	"bytes"
	"compress/gzip"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"doomhost/engine"
	"doomhost/internal/content/needs"
	"doomhost/internal/room"
	"doomhost/lockstep"
)

const (
	// window is the number of tics whose hashes are kept: one minute.
	window = 60 * lockstep.TicRate
	// snapshotTics is the distance between snapshots in tics, and snapshotTime their least
	// distance in time, for tics that come faster than a game's: a snapshot takes as long
	// as dozens of tics. snapshotsKept limits their number.
	snapshotTics  = 10 * lockstep.TicRate
	snapshotTime  = 9 * time.Second
	snapshotsKept = 4
	// hashTics is the distance between the tics whose hash doomhost's clients report.
	hashTics = 16
	// inboxSize limits the waiting reports; each client sends two a second.
	inboxSize = 64
	// staleTics is the age at which a snapshot is too old for a newcomer, if a newer one is
	// possible.
	staleTics = lockstep.TicRate
	// pendingKept limits the reports of one slot for tics that the engine has not reached.
	pendingKept = 8
)

// report is a client's hash of its state after a tic.
type report struct {
	slot lockstep.Slot
	tic  lockstep.Tic
	hash uint64
}

// match is one game with the referee's engine. Its goroutine owns the fields between writing
// and mu; those above are immutable or safe for concurrent use.
type match struct {
	r       *Referee
	game    *room.Game
	content *engine.Content
	players lockstep.Mask // in the first bundle
	inbox   chan report
	wanted  atomic.Bool    // somebody waits for a fresh snapshot
	writing sync.WaitGroup // goroutines that write an incident's file

	engine    *engine.Engine
	next      lockstep.Tic   // the next tic to step
	hashes    [window]uint64 // by tic%window; 0 if nobody needed the hash
	pending   []report       // of tics that the engine has not reached
	doubt     [lockstep.NumSlots]doubt
	kept      time.Time // time of the last regular snapshot
	freshened time.Time // time of the last snapshot on request
	state     []byte    // reused buffer
	packed    bytes.Buffer
	gzip      *gzip.Writer

	mu        sync.Mutex    // guards all following fields
	snapshots []Snapshot    // the regular ones, oldest first
	fresh     Snapshot      // the last one between the regular ones
	taken     chan struct{} // closed and replaced by each snapshot
	score     Score
	incidents [lockstep.NumSlots]*incident // nil means none
}

func newMatch(r *Referee, g *room.Game, content *engine.Content) (*match, error) {
	first, err := g.Log.Bundle(0)
	if err != nil {
		return nil, err
	}
	m := &match{r: r, game: g, content: content, players: first.InGame, inbox: make(chan report, inboxSize), taken: make(chan struct{})}
	m.engine, err = engine.New(content, SimParams(&g.Params, first.InGame))
	if err != nil {
		return nil, err
	}
	lv := m.engine.Game().Level()
	r.logWarnings(lv.Warnings)
	if lacks := needs.Look(content, lv); len(lacks.Acts)+len(lacks.Notes) > 0 {
		r.cfg.Log.Warn("the engine does not support everything in this game's WADs",
			"needs", lacks.Acts, "notes", lacks.Notes)
	}
	// The level is valid, so this cannot fail.
	m.gzip, err = gzip.NewWriterLevel(nil, gzip.BestSpeed)
	m.publishScore()
	return m, err
}

// step plays one tic and checks the clients' states that are known by then.
func (m *match) step(bundle []byte) error {
	b, _, err := lockstep.DecodeBundle(bundle)
	if err != nil {
		return err
	}
	inconsistent, err := m.engine.Step(&b)
	if err != nil {
		return err
	}
	m.collect()
	m.hashes[m.next%window] = 0
	if m.hashDue() {
		m.hashes[m.next%window] = m.engine.Hash()
	}
	m.next++
	switch {
	case m.snapshotDue():
		m.r.cfg.Keep(m.game, m.takeSnapshot())
	case m.freshDue():
		m.takeSnapshot()
	}
	if m.next%(lockstep.TicRate/2) == 0 {
		m.publishScore()
		m.expire(m.r.cfg.now())
	}
	m.checkConsistancy(&b, inconsistent)
	m.judge()
	return nil
}

// hashDue reports whether the hash after the current tic is needed; it takes as long as ten
// quiet tics. At the game's normal speed every tic gets one, because a client may report
// any. A referee that lags computes only the hashes that doomhost's clients report, and
// those that a report waits for.
func (m *match) hashDue() bool {
	if m.next%hashTics == 0 || m.next+1 >= m.game.Log.Frontier() {
		return true
	}
	return slices.ContainsFunc(m.pending, func(rep report) bool { return rep.tic == m.next })
}

// snapshotDue reports whether a regular snapshot is due.
func (m *match) snapshotDue() bool {
	if m.next%snapshotTics != 0 {
		return false
	}
	now := m.r.cfg.now()
	if !m.kept.IsZero() && now.Sub(m.kept) < m.r.cfg.SnapshotTime {
		return false
	}
	m.kept = now
	return true
}

// takeSnapshot takes and publishes a snapshot of the current state.
func (m *match) takeSnapshot() Snapshot {
	if last, ok := m.newest(); ok && last.Tic == m.next {
		return last
	}
	m.state = m.engine.Save(m.state[:0])
	m.packed.Reset()
	m.gzip.Reset(&m.packed)
	// Writes to a Buffer cannot fail.
	_, _ = m.gzip.Write(m.state)
	_ = m.gzip.Close()
	s := Snapshot{Tic: m.next, Packed: bytes.Clone(m.packed.Bytes())}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wanted.Store(false)
	close(m.taken)
	m.taken = make(chan struct{})
	if s.Tic%snapshotTics != 0 {
		m.fresh = s
		return s
	}
	if len(m.snapshots) == snapshotsKept {
		copy(m.snapshots, m.snapshots[1:])
		m.snapshots = m.snapshots[:snapshotsKept-1]
	}
	m.snapshots = append(m.snapshots, s)
	return s
}

// newest returns the snapshot from which a late joiner starts.
func (m *match) newest() (Snapshot, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.fresh
	if n := len(m.snapshots); n > 0 && m.snapshots[n-1].Tic > s.Tic {
		s = m.snapshots[n-1]
	}
	return s, s.Packed != nil
}

// current returns the newest snapshot. If that is stale, it waits up to freshTime for one
// of the next tic. It returns false if the game is too young for a snapshot, or has no
// tics.
func (m *match) current(ctx context.Context) (Snapshot, bool) {
	ctx, cancel := context.WithTimeout(ctx, freshTime)
	defer cancel()
	for {
		m.mu.Lock()
		taken := m.taken
		m.mu.Unlock()
		s, ok := m.newest()
		frontier := m.game.Log.Frontier()
		if !ok && frontier < snapshotTics || ok && s.Tic+staleTics >= frontier {
			return s, ok
		}
		m.wanted.Store(true)
		select {
		case <-taken:
		case <-ctx.Done():
			return s, ok
		}
	}
}

// freshTime limits a newcomer's wait for a fresh snapshot.
const freshTime = 200 * time.Millisecond

// before returns the newest snapshot that is not later than tic.
func (m *match) before(tic lockstep.Tic) (Snapshot, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fresh.Packed != nil && m.fresh.Tic <= tic && tic < m.fresh.Tic+snapshotTics {
		return m.fresh, true
	}
	for i := len(m.snapshots) - 1; i >= 0; i-- {
		if m.snapshots[i].Tic <= tic {
			return m.snapshots[i], true
		}
	}
	return Snapshot{}, false
}
