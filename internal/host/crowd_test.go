package host

import (
	"context"
	"runtime"
	"sync"
	"testing"

	"doomhost/relay"
	"doomhost/relay/wire"
)

// watched returns a crowd of so many movers, a game, and so many channels that
// watch it.
func watched(movers, count int) (*crowd, *Game, []*channel) {
	c := newCrowd(movers)
	game := newGame(1, wire.Params{}, [wire.NumSlots]string{}, nil, relay.NewLog(bundlePrefix))
	var channels []*channel
	for range count {
		ch := newChannel(1 << 20)
		channels = append(channels, ch)
		c.add(&viewer{conn: ch, game: game})
	}
	return c, game, channels
}

// seal adds a tic to a game.
func seal(t *testing.T, g *Game) {
	t.Helper()
	if err := g.Log.Append(&wire.Bundle{Tic: g.Log.Frontier()}); err != nil {
		t.Fatal(err)
	}
}

func TestAMoverThatIsHeldUpDelaysAHelping(t *testing.T) {
	const count = 10 * helping
	c, game, channels := watched(2, count)
	var parked sync.WaitGroup
	c.movers[0].live(&parked)
	seal(t, game)
	held := c.newest() // the first mover's, which does nothing with them
	c.movers[1].live(&parked)
	got := 0
	for _, ch := range channels {
		got += len(ch.got)
	}
	if len(held) != helping || got != count-helping {
		t.Errorf("%d of %d spectators have the tic, while %d wait for a mover", got, count, len(held))
	}
	// The next tic does not wait for it either, and brings the one before.
	seal(t, game)
	c.movers[1].live(&parked)
	for i, ch := range channels {
		if len(ch.got) != 2 || ch.got[1] != 1 {
			t.Errorf("spectator %d has %v", i, ch.got)
		}
	}
}

func TestTheEndIsSaidOnceAndNobodyStays(t *testing.T) {
	const count = 3 * helping
	c, game, channels := watched(2, count)
	var parked sync.WaitGroup
	seal(t, game)
	c.movers[0].live(&parked)
	busy := c.spectators[5]
	if !busy.own() {
		t.Fatal("somebody else has it")
	}
	seal(t, game)
	game.announce(true)
	c.movers[1].live(&parked)
	if c.watching.Load() != 1 {
		t.Errorf("%d are left while one is busy", c.watching.Load())
	}
	c.movers[0].turn(busy, &parked)
	c.movers[0].live(&parked)
	if len(c.spectators) != 0 || c.game != nil || c.watching.Load() != 0 {
		t.Errorf("%d spectators and %v stay", len(c.spectators), c.game)
	}
	for i, ch := range channels {
		if len(ch.got) != 2 || ch.code != 1000 {
			t.Errorf("spectator %d has %d tics and is closed with %d", i, len(ch.got), ch.code)
		}
	}
}

func TestThereAreSpareThreadsWhileACrowdWatches(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	c := newSparedCrowd(before)
	game := newGame(1, wire.Params{}, [wire.NumSlots]string{}, nil, relay.NewLog(bundlePrefix))
	var parked sync.WaitGroup
	var viewers []*viewer
	for i := range many {
		if n := runtime.GOMAXPROCS(0); n != before {
			t.Fatalf("%d threads for %d spectators", n, i)
		}
		v := &viewer{conn: newChannel(10), game: game}
		viewers = append(viewers, v)
		c.add(v)
	}
	if n := runtime.GOMAXPROCS(0); n != before+spareThreads {
		t.Errorf("%d threads for a crowd", n)
	}
	c.movers[0].live(&parked)
	for _, v := range viewers {
		v.dead.Store(true)
		c.bury()
	}
	seal(t, game)
	c.movers[0].live(&parked)
	if n := runtime.GOMAXPROCS(0); n != before {
		t.Errorf("%d threads when all have gone", n)
	}
}

// A mover that runs takes up what comes and ends with its context.
func TestMoversServeWhoComes(t *testing.T) {
	c, game, channels := watched(2, 2)
	ctx, cancel := context.WithCancel(context.Background())
	var movers sync.WaitGroup
	for _, m := range c.movers {
		movers.Go(func() { m.run(ctx) })
	}
	for range 100 {
		seal(t, game)
		c.sealed()
	}
	for _, ch := range channels {
		ch.await(100)
	}
	cancel()
	movers.Wait()
}
