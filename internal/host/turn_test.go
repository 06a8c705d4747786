package host

import (
	"slices"
	"testing"

	"doomhost/relay"
	"doomhost/relay/wire"
)

func TestWhoBringsAnItemDoesABatchAtMost(t *testing.T) {
	h, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	for range 3 * batch {
		h.post(item{ask: func(*relay.Table) { done++ }})
	}
	if done != 0 {
		t.Fatalf("%d items are done before Run", done)
	}
	h.work(h.undone.Add(-1))
	for n := 1; ; n++ {
		if done != min(n, 3)*batch {
			t.Fatalf("%d items are done after %d turns", done, n)
		}
		if len(h.relief) == 0 {
			break
		}
		<-h.relief // what the loop waits for
		h.work(h.undone.Load())
	}
	if done != 3*batch || h.undone.Load() != 0 {
		t.Fatalf("%d items are done, and the count is %d", done, h.undone.Load())
	}
	h.post(item{ask: func(*relay.Table) { done++ }})
	if done != 3*batch+1 {
		t.Error("an item is not done by who brings it")
	}
}

// Others may bring new items as fast as they are done.
func TestWhoWorksIsRelievedThoughThereIsAlwaysOneMore(t *testing.T) {
	h, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	h.undone.Add(-1) // as Run does
	done := 0
	var again func(*relay.Table)
	again = func(*relay.Table) {
		if done++; done < 3*batch {
			h.post(item{ask: again})
		}
	}
	if h.post(item{ask: again}); done > 1+batch {
		t.Fatalf("who brought one item did %d", done)
	}
	for done < 3*batch {
		before := done
		<-h.relief
		if h.work(h.undone.Load()); done > before+batch {
			t.Fatalf("%d items in one turn", done-before)
		}
	}
	if len(h.relief) > 0 {
		<-h.relief
		h.work(h.undone.Load())
	}
	if done != 3*batch || h.undone.Load() != 0 {
		t.Errorf("%d items are done, and the count is %d", done, h.undone.Load())
	}
}

func TestAnItemOfAnItemIsDoneAfterIt(t *testing.T) {
	h, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	h.undone.Add(-1) // as Run does
	var order []int
	h.post(item{ask: func(*relay.Table) {
		h.post(item{ask: func(*relay.Table) { order = append(order, 2) }})
		order = append(order, 1)
	}})
	if len(order) != 2 || order[0] != 1 {
		t.Errorf("done in the order %v", order)
	}
}

// Two bring items while somebody works. One of them is held up between putting
// its item in and counting it.
func TestItemsOfOneGoroutineAreDoneInTheirOrder(t *testing.T) {
	h, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	named := func(name string) item { return item{ask: func(*relay.Table) { order = append(order, name) }} }
	h.items <- named("held up")
	h.post(named("first"))
	h.work(h.undone.Add(-1)) // as who worked ends
	h.post(named("second"))
	if h.undone.Add(1) == 1 { // now it counts
		h.work(1)
	}
	if want := []string{"held up", "first", "second"}; !slices.Equal(order, want) {
		t.Errorf("done in the order %v", order)
	}
	if h.undone.Load() != 0 {
		t.Errorf("the count is %d", h.undone.Load())
	}
}

func TestTicsGoOutBeforeWhatIsLessUrgent(t *testing.T) {
	h, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	game := newGame(1, wire.Params{}, [wire.NumSlots]string{}, nil, relay.NewLog(bundlePrefix))
	h.tasks.game = game
	const talk = 50
	done := 0
	for range talk {
		h.post(item{ask: func(*relay.Table) {
			done++
			if len(h.urgent) > 0 || h.tasks.sent != game.Log.Frontier() {
				t.Errorf("after %d others: %d urgent items wait, %d tics are sealed and %d sent", done, len(h.urgent), game.Log.Frontier(), h.tasks.sent)
			}
			// Meanwhile a tic is sealed, and its successor's ticcmd comes.
			seal(t, game)
			h.post(item{ev: relay.Event{Kind: relay.GameTic}})
		}})
	}
	h.work(h.undone.Add(-1))
	if done != talk || h.undone.Load() != 0 || h.tasks.sent != talk {
		t.Errorf("%d items are done, the count is %d, %d tics are sent", done, h.undone.Load(), h.tasks.sent)
	}
}

// Who is closed may bring nothing for a long time.
func TestNothingWaitsForWhoWasClosed(t *testing.T) {
	h, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ more, cut, flushed bool }{{false, false, true}, {true, false, false}, {true, true, true}} {
		game := newGame(1, wire.Params{}, [wire.NumSlots]string{}, nil, relay.NewLog(bundlePrefix))
		seal(t, game)
		h.tasks.game, h.tasks.sent, h.tasks.cut = game, 0, c.cut
		h.tasks.flushAfter(&item{more: c.more})
		if flushed := h.tasks.sent == 1; flushed != c.flushed {
			t.Errorf("with more to come: %v, somebody closed: %v, new tics go out: %v", c.more, c.cut, flushed)
		}
	}
}
