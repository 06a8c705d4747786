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
	"doomhost/relay/wire"
)

const (
	// window is how many tics' hashes are kept: a minute's.
	window = 60 * wire.TicRate
	// snapshotTics is how far apart snapshots are, snapshotTime how long at least, where
	// tics come faster than a game is played: one takes as long as dozens of them.
	// snapshotsKept is how many there are at most.
	snapshotTics  = 10 * wire.TicRate
	snapshotTime  = 9 * time.Second
	snapshotsKept = 4
	// hashTics is how far apart the tics are whose hash doomhost's clients report.
	hashTics = 16
	// inboxSize is how many reports may wait; each client sends two a second.
	inboxSize = 64
	// staleTics is how old a snapshot may be that a newcomer gets while a newer one
	// can be had.
	staleTics = wire.TicRate
	// pendingKept is how many reports of a slot may be ahead of the engine.
	pendingKept = 8
)

// report is what a client said of its state after a tic.
type report struct {
	slot wire.Slot
	tic  wire.Tic
	hash uint64
}

// match is one game with the referee's engine. Its goroutine owns what stands
// above mu.
type match struct {
	r       *Referee
	game    *room.Game
	content *engine.Content
	players wire.Mask // of the first bundle
	inbox   chan report
	wanted  atomic.Bool    // somebody waits for a fresh snapshot
	writing sync.WaitGroup // goroutines that write an incident's file

	engine    *engine.Engine
	next      wire.Tic       // to be stepped
	hashes    [window]uint64 // after tic i%window; 0 where nobody needed it
	pending   []report       // of tics that are not stepped yet
	doubt     [wire.NumSlots]doubt
	kept      time.Time // when the last snapshot was due
	freshened time.Time // when the last one was taken because somebody asked
	state     []byte    // working memory
	packed    bytes.Buffer
	gzip      *gzip.Writer

	mu        sync.Mutex    // guards all following fields
	snapshots []Snapshot    // the oldest first, at even distances
	fresh     Snapshot      // the last one that was taken between those
	taken     chan struct{} // closed and replaced when one is taken
	score     Score
	incidents [wire.NumSlots]*incident // nil: none is open
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
	r.tell(lv.Warnings)
	if lacks := needs.Look(content, lv); len(lacks.Acts)+len(lacks.Notes) > 0 {
		r.cfg.Log.Warn("this game is played without something that its WADs have", "needs", lacks.Acts, "notes", lacks.Notes)
	}
	// The level is a valid one, so this cannot fail.
	m.gzip, err = gzip.NewWriterLevel(nil, gzip.BestSpeed)
	m.publishScore()
	return m, err
}

// step plays one tic and judges what is known of the clients' states then.
func (m *match) step(bundle []byte) error {
	var b engine.Bundle
	b.Decode(bundle)
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
	if m.next%(wire.TicRate/2) == 0 {
		m.publishScore()
		m.expire(m.r.cfg.now())
	}
	m.suspect(&b, wire.Mask(inconsistent))
	m.judge()
	return nil
}

// hashDue reports whether the hash after the tic that was stepped just now is
// needed: it takes as long as ten quiet tics. While the game is played at its speed
// every tic has one, as a client may report any. A referee that lags has those that
// doomhost's clients report, and those that wait for it.
func (m *match) hashDue() bool {
	if m.next%hashTics == 0 || m.next+1 >= m.game.Log.Frontier() {
		return true
	}
	return slices.ContainsFunc(m.pending, func(rep report) bool { return rep.tic == m.next })
}

// snapshotDue reports whether it is time for one of the snapshots at even distances.
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

// takeSnapshot publishes the state as it is now.
func (m *match) takeSnapshot() Snapshot {
	if last, ok := m.newest(); ok && last.Tic == m.next {
		return last
	}
	m.state = m.engine.Save(m.state[:0])
	m.packed.Reset()
	m.gzip.Reset(&m.packed)
	// A Buffer takes everything.
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

// newest is the snapshot that a late joiner starts from.
func (m *match) newest() (Snapshot, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.fresh
	if n := len(m.snapshots); n > 0 && m.snapshots[n-1].Tic > s.Tic {
		s = m.snapshots[n-1]
	}
	return s, s.Packed != nil
}

// current is the newest snapshot; where that is stale, one of the next tic, if a
// tic is sealed soon. A game without one is too young, or has no tics.
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

// freshTime is how long a newcomer waits for a fresh snapshot.
const freshTime = 200 * time.Millisecond

// before is the newest snapshot of a tic that is not beyond tic.
func (m *match) before(tic wire.Tic) (Snapshot, bool) {
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
