package room

import (
	"log/slog"
	"slices"
	"testing"

	"doomhost/internal/transport"
	"doomhost/lockstep"
	"doomhost/relay"
	"doomhost/relay/wire"
)

// newRoom makes a room without running it.
func newRoom() *Room { return New(Config{Log: slog.New(slog.DiscardHandler)}) }

// newOwned makes an executor that the test owns.
func newOwned() *executor {
	return newExecutor(func(t *task) { t.ask(nil) }, func(*task) {})
}

func TestSubmitterDoesABatchAtMost(t *testing.T) {
	e := newOwned()
	done := 0
	for range 3 * batchSize {
		e.submit(task{ask: func(*relay.Room) { done++ }})
	}
	if done != 0 {
		t.Fatalf("%d tasks are done before Run", done)
	}
	e.start()
	for n := 1; ; n++ {
		if done != min(n, 3)*batchSize {
			t.Fatalf("%d tasks are done after %d turns", done, n)
		}
		if len(e.handoff) == 0 {
			break
		}
		<-e.handoff // run waits for this
		e.drain(e.pending.Load())
	}
	if done != 3*batchSize || e.pending.Load() != 0 {
		t.Fatalf("%d tasks are done, and the count is %d", done, e.pending.Load())
	}
	e.submit(task{ask: func(*relay.Room) { done++ }})
	if done != 3*batchSize+1 {
		t.Error("a task is not done by its submitter")
	}
}

// Other goroutines may submit new tasks as fast as the owner does them.
func TestOwnerHandsOffEndlessTasks(t *testing.T) {
	e := newOwned()
	e.start()
	done := 0
	var again func(*relay.Room)
	again = func(*relay.Room) {
		if done++; done < 3*batchSize {
			e.submit(task{ask: again})
		}
	}
	if e.submit(task{ask: again}); done > 1+batchSize {
		t.Fatalf("the submitter of one task did %d", done)
	}
	for done < 3*batchSize {
		before := done
		<-e.handoff
		if e.drain(e.pending.Load()); done > before+batchSize {
			t.Fatalf("%d tasks in one turn", done-before)
		}
	}
	if len(e.handoff) > 0 {
		<-e.handoff
		e.drain(e.pending.Load())
	}
	if done != 3*batchSize || e.pending.Load() != 0 {
		t.Errorf("%d tasks are done, and the count is %d", done, e.pending.Load())
	}
}

func TestTaskSubmittedByATaskRunsAfterIt(t *testing.T) {
	e := newOwned()
	e.start()
	var order []int
	e.submit(task{ask: func(*relay.Room) {
		e.submit(task{ask: func(*relay.Room) { order = append(order, 2) }})
		order = append(order, 1)
	}})
	if len(order) != 2 || order[0] != 1 {
		t.Errorf("done in the order %v", order)
	}
}

// Two goroutines submit tasks while a third is the owner. One of them is delayed between
// queueing its task and counting it.
func TestTasksOfOneGoroutineKeepTheirOrder(t *testing.T) {
	e := newOwned()
	var order []string
	named := func(name string) task { return task{ask: func(*relay.Room) { order = append(order, name) }} }
	e.normal <- named("delayed")
	e.submit(named("first"))
	e.start() // drains as an owner does
	e.submit(named("second"))
	if e.pending.Add(1) == 1 { // the delayed task is counted now
		e.drain(1)
	}
	if want := []string{"delayed", "first", "second"}; !slices.Equal(order, want) {
		t.Errorf("done in the order %v", order)
	}
	if e.pending.Load() != 0 {
		t.Errorf("the count is %d", e.pending.Load())
	}
}

func TestTicsGoOutBeforeOtherTasks(t *testing.T) {
	r := newRoom()
	game := newGame(1, wire.Params{}, [lockstep.NumSlots]string{}, nil, relay.NewLog(transport.BundlePrefix))
	r.game = game
	r.armed = -1 // no timer for the relay's deadline: it would submit tasks at any time
	const talk = 50
	done := 0
	for range talk {
		r.exec.submit(task{ask: func(*relay.Room) {
			done++
			if len(r.exec.urgent) > 0 || r.sent != game.Log.Frontier() {
				t.Errorf("after %d others: %d urgent tasks wait, %d tics are sealed and %d sent",
					done, len(r.exec.urgent), game.Log.Frontier(), r.sent)
			}
			// Meanwhile a tic is sealed, and a ticcmd for the next one arrives.
			seal(t, game)
			r.exec.submit(task{ev: relay.Event{Kind: relay.GameTic}})
		}})
	}
	r.exec.start()
	if done != talk || r.exec.pending.Load() != 0 || r.sent != talk {
		t.Errorf("%d tasks are done, the count is %d, %d tics are sent", done, r.exec.pending.Load(), r.sent)
	}
}

// A closed connection may send nothing for a long time.
func TestFlushDoesNotWaitForAClosedConnection(t *testing.T) {
	r := newRoom()
	for _, c := range []struct{ follows, closed, flushed bool }{
		{false, false, true}, {true, false, false}, {true, true, true},
	} {
		game := newGame(1, wire.Params{}, [lockstep.NumSlots]string{}, nil, relay.NewLog(transport.BundlePrefix))
		seal(t, game)
		r.game, r.sent, r.closedConn = game, 0, c.closed
		r.flushAfter(&task{follows: c.follows})
		if flushed := r.sent == 1; flushed != c.flushed {
			t.Errorf("another follows: %v, a connection was closed: %v, but new tics go out: %v", c.follows, c.closed, flushed)
		}
	}
}

// seal adds a tic to a game.
func seal(t *testing.T, g *Game) {
	t.Helper()
	if err := g.Log.Append(&lockstep.Bundle{Tic: g.Frontier()}); err != nil {
		t.Fatal(err)
	}
}
