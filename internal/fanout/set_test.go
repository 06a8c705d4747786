package fanout

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"doomhost/internal/transport"
	"doomhost/internal/transport/transporttest"
	"doomhost/lockstep"
	"doomhost/relay"
)

// game is a Source.
type game struct {
	*relay.Log
	ended atomic.Bool
}

func newGame() *game { return &game{Log: relay.NewLog(transport.BundlePrefix)} }

func (g *game) Ended() bool { return g.ended.Load() }

// watched returns a set with the given number of workers, a game, and count spectators of it.
func watched(workers, count int) (*Set, *game, []*transporttest.Conn) {
	c := newSet(workers)
	game := newGame()
	var channels []*transporttest.Conn
	for range count {
		ch := transporttest.New(1 << 20)
		channels = append(channels, ch)
		c.Add(NewCursor(ch, game, 0))
	}
	return c, game, channels
}

// seal adds a tic to a game.
func seal(t *testing.T, g *game) {
	t.Helper()
	if err := g.Append(&lockstep.Bundle{Tic: g.Frontier()}); err != nil {
		t.Fatal(err)
	}
}

func TestDelayedWorkerDelaysOneBatch(t *testing.T) {
	const count = 10 * batchSize
	c, game, channels := watched(2, count)
	var waiting sync.WaitGroup
	c.workers[0].sendLive(&waiting)
	seal(t, game)
	held := c.nextBatch() // the first worker takes this batch and does not serve it
	c.workers[1].sendLive(&waiting)
	got := 0
	for _, ch := range channels {
		got += len(ch.Await(0))
	}
	if len(held) != batchSize || got != count-batchSize {
		t.Errorf("%d of %d spectators have the tic, while %d wait for a worker", got, count, len(held))
	}
	// The next tic does not wait for the first worker either, and brings the previous tic.
	seal(t, game)
	c.workers[1].sendLive(&waiting)
	for i, ch := range channels {
		if len(ch.Await(0)) != 2 || ch.Await(2)[1] != 1 {
			t.Errorf("spectator %d has %v", i, ch.Await(0))
		}
	}
}

func TestEndClosesEverySpectatorOnce(t *testing.T) {
	const count = 3 * batchSize
	c, game, channels := watched(2, count)
	var waiting sync.WaitGroup
	seal(t, game)
	c.workers[0].sendLive(&waiting)
	busy := c.spectators[5]
	if !busy.acquire() {
		t.Fatal("somebody else has it")
	}
	seal(t, game)
	game.ended.Store(true)
	c.workers[1].sendLive(&waiting)
	if c.watching.Load() != 1 {
		t.Errorf("%d are left while one is busy", c.watching.Load())
	}
	c.workers[0].serve(busy, &waiting)
	c.workers[0].sendLive(&waiting)
	if len(c.spectators) != 0 || c.source != nil || c.watching.Load() != 0 {
		t.Errorf("%d spectators and %v stay", len(c.spectators), c.source)
	}
	for i, ch := range channels {
		if len(ch.Await(0)) != 2 || ch.Code() != 1000 {
			t.Errorf("spectator %d has %d tics and is closed with %d", i, len(ch.Await(0)), ch.Code())
		}
	}
}

func TestSparePsWhileManyWatch(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	c := newSpareSet(before)
	game := newGame()
	var waiting sync.WaitGroup
	var cursors []*Cursor
	for i := range manySpectators {
		if n := runtime.GOMAXPROCS(0); n != before {
			t.Fatalf("%d threads for %d spectators", n, i)
		}
		v := NewCursor(transporttest.New(10), game, 0)
		cursors = append(cursors, v)
		c.Add(v)
	}
	if n := runtime.GOMAXPROCS(0); n != before+spareProcs {
		t.Errorf("%d threads for a crowd", n)
	}
	c.workers[0].sendLive(&waiting)
	for _, v := range cursors {
		c.Remove(v)
	}
	seal(t, game)
	c.workers[0].sendLive(&waiting)
	if n := runtime.GOMAXPROCS(0); n != before {
		t.Errorf("%d threads when all have gone", n)
	}
}

// A running worker serves new spectators and tics, and ends with its context.
func TestWorkersServeSpectators(t *testing.T) {
	c, game, channels := watched(2, 2)
	ctx, cancel := context.WithCancel(context.Background())
	var workers sync.WaitGroup
	for _, w := range c.workers {
		workers.Go(func() { w.run(ctx) })
	}
	for range 100 {
		seal(t, game)
		c.Sealed()
	}
	for _, ch := range channels {
		ch.Await(100)
	}
	cancel()
	workers.Wait()
}
