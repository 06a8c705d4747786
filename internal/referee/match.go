package referee

import (
	"bytes"
	"compress/gzip"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"doomhost/engine"
	"doomhost/internal/host"
	"doomhost/relay/wire"
)

const (
	// window is how many tics' hashes are kept: a minute's.
	window = 60 * wire.TicRate
	// snapshotTics is how far apart snapshots are, snapshotsKept how many of them
	// there are at most.
	snapshotTics  = 10 * wire.TicRate
	snapshotsKept = 4
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
	game    *host.Game
	content *engine.Content
	players wire.Mask // of the first bundle
	inbox   chan report
	wanted  atomic.Bool    // somebody waits for a fresh snapshot
	writing sync.WaitGroup // goroutines that write an incident's file

	engine  *engine.Engine
	next    wire.Tic       // to be stepped
	hashes  [window]uint64 // after tic i%window
	pending []report       // of tics that are not stepped yet
	doubt   [wire.NumSlots]doubt
	state   []byte // working memory
	packed  bytes.Buffer
	gzip    *gzip.Writer

	mu        sync.Mutex    // guards all following fields
	snapshots []Snapshot    // the oldest first, at even distances
	fresh     Snapshot      // the last one that was taken between those
	taken     chan struct{} // closed and replaced when one is taken
	score     Score
	incidents [wire.NumSlots]*incident // nil: none is open
}

func newMatch(r *Referee, g *host.Game, content *engine.Content) (*match, error) {
	first, err := g.Log.Bundle(0)
	if err != nil {
		return nil, err
	}
	m := &match{r: r, game: g, content: content, players: first.InGame, inbox: make(chan report, inboxSize), taken: make(chan struct{})}
	m.engine, err = engine.New(content, SimParams(&g.Params, first.InGame))
	if err != nil {
		return nil, err
	}
	r.tell(m.engine.Game().Level().Warnings)
	// The level is a valid one, so this cannot fail.
	m.gzip, err = gzip.NewWriterLevel(nil, gzip.BestSpeed)
	m.publishScore()
	return m, err
}

// watch steps the engine with every bundle until the game has ended.
func (m *match) watch(ctx context.Context) {
	for ctx.Err() == nil && m.game.Wait(ctx, m.next) {
		run, err := m.game.Log.From(m.next)
		if err != nil {
			m.r.cfg.Log.Warn("the referee cannot read the game's log", "err", err)
			return
		}
		stride := m.game.Log.Stride()
		for ; len(run) >= stride && ctx.Err() == nil; run = run[stride:] {
			if err := m.step(run[stride-wire.BundleSize : stride]); err != nil {
				m.r.cfg.Log.Warn("the referee's engine stops: the rest of this game has none", "tic", m.next, "err", err)
				return
			}
		}
	}
}

// step plays one tic and judges what is known of the clients' states then.
func (m *match) step(bundle []byte) error {
	var b engine.Bundle
	b.Decode(bundle)
	inconsistent, err := m.engine.Step(&b)
	if err != nil {
		return err
	}
	m.hashes[m.next%window] = m.engine.Hash()
	m.next++
	switch {
	case m.next%snapshotTics == 0:
		m.r.cfg.Keep(m.game, m.takeSnapshot())
	case m.wanted.Load():
		m.takeSnapshot()
	}
	if m.next%(wire.TicRate/2) == 0 {
		m.publishScore()
		m.expire(time.Now())
	}
	m.suspect(&b, wire.Mask(inconsistent))
	m.judge()
	return nil
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
