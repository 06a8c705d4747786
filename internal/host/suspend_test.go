package host

import (
	"testing"
	"time"

	"doomhost/lockstep"
)

func TestClockGapDropsNobody(t *testing.T) {
	t.Parallel()
	h, players, a, b := pair(t)
	for tic := range lockstep.Tic(5) {
		a.send(tic, 1)
		b.send(tic, 2)
		if got := a.bundle(tic); got.InGame != 3 {
			t.Fatalf("after %d hours: %+v", tic, got)
		}
		b.bundle(tic)
		h.clock.Pass(time.Hour)
		h.OwnsSlot(0, "") // an event after the gap
	}
	if players[0].lobby.say(`{"t":"ping","t0":1}`); players[0].lobby.hear("pong", nil) == nil {
		t.Error("the lobby is closed")
	}
}
