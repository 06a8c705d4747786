package host

import (
	"testing"
	"time"
)

func TestGateLetsABurstInAndThenOneByOne(t *testing.T) {
	start := time.Unix(1000, 0)
	var next time.Time
	var wait time.Duration
	for i := range gateBurst {
		if next, wait = gatePass(next, start); wait != 0 {
			t.Fatalf("number %d waits %v", i, wait)
		}
	}
	for i := range 1000 {
		next, wait = gatePass(next, start)
		if want := time.Duration(i+1) * gateStep; wait != want {
			t.Fatalf("number %d behind the burst waits %v, want %v", i, wait, want)
		}
	}
	// Who waited has used up the time; after a pause there is room for a burst
	// again, and for no more.
	later := start.Add(time.Hour)
	for range gateBurst {
		if next, wait = gatePass(next, later); wait != 0 {
			t.Fatalf("after an hour one waits %v", wait)
		}
	}
	if _, wait = gatePass(next, later); wait != gateStep {
		t.Errorf("behind the second burst one waits %v", wait)
	}
}
