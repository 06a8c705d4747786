package host

import (
	"sync/atomic"
	"testing"
	"time"

	"doomhost/lockstep"
)

func TestClockGapDropsNobody(t *testing.T) {
	t.Parallel()
	var leap atomic.Int64
	start := time.Now()
	h := startHost(t, Config{raw: func() time.Duration { return time.Since(start) + time.Duration(leap.Load()) }})
	players := h.launch(2)
	a, b := h.play(players[0], 0), h.play(players[1], 0)
	for tic := range lockstep.Tic(5) {
		a.send(tic, 1)
		b.send(tic, 2)
		if got := a.bundle(tic); got.InGame != 3 {
			t.Fatalf("after %d hours: %+v", tic, got)
		}
		b.bundle(tic)
		leap.Add(int64(time.Hour))
		h.OwnsSlot(0, "") // an event after the gap
	}
	if players[0].lobby.say(`{"t":"ping","t0":1}`); players[0].lobby.hear("pong", nil) == nil {
		t.Error("the lobby is closed")
	}
}
