package host

import (
	"testing"

	"doomhost/relay"
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
	if done != batch || h.undone.Load() != 2*batch {
		t.Fatalf("%d items are done, %d are left", done, h.undone.Load())
	}
	for range 2 {
		<-h.relief // what the loop waits for
		h.work(h.undone.Load())
	}
	if done != 3*batch || h.undone.Load() != 0 || len(h.relief) != 0 {
		t.Fatalf("%d items are done, %d are left", done, h.undone.Load())
	}
	h.post(item{ask: func(*relay.Table) { done++ }})
	if done != 3*batch+1 {
		t.Error("an item is not done by who brings it")
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
