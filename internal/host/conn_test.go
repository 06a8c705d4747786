package host

import (
	"testing"

	"doomhost/internal/transport/transporttest"
	"doomhost/lockstep"
)

func TestAnotherTransportTakesOverInMidGame(t *testing.T) {
	t.Parallel()
	h := startStill(t, Config{})
	players := h.launch(1)
	a := h.play(players[0], 0)
	for tic := range lockstep.Tic(10) {
		a.send(tic, 1)
		a.bundle(tic)
	}
	ch := transporttest.New(5)
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.room.ServeGame(ch, "127.0.0.1", 0, players[0].token, 10)
	}()
	if code := a.closed(); code != 4409 {
		t.Errorf("the WebSocket is closed with %d", code)
	}
	// The host sends more tics than the window takes: the rest waits, and none gets lost or
	// doubled.
	const tics = 40
	for tic := lockstep.Tic(10); tic < 10+tics; tic++ {
		ch.In <- lockstep.AppendTicMsg(nil, lockstep.TicMsg{Tic: tic})
	}
	ch.Await(5)
	ch.Open(1000)
	for i, tic := range ch.Await(tics) {
		if tic != lockstep.Tic(10+i) {
			t.Fatalf("bundle %d is of tic %d", i, tic)
		}
	}
	h.Stop("enough")
	<-done
	if ch.Code() != 1000 {
		t.Errorf("closed with %d", ch.Code())
	}
}
