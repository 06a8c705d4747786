//go:build unix

package host

import (
	"syscall"
	"testing"
	"time"

	"doomhost/lockstep"
	"doomhost/relay"
)

// A suspended laptop, a debugger or an overloaded machine stops the host, but not its
// players.
func TestSuspendedHostDropsNobody(t *testing.T) {
	t.Parallel()
	h, process := startHosting(t)
	players := h.launch(2)
	a, b := h.play(players[0], 0), h.play(players[1], 0)
	tic := lockstep.Tic(0)
	for ; tic < 10; tic++ {
		a.send(tic, 1)
		b.send(tic, 2)
		a.bundle(tic)
		b.bundle(tic)
	}
	if err := process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = process.Signal(syscall.SIGCONT) }) // in case the test fails in between
	stopped := time.NewTimer(relay.SilenceTime + time.Second)
	const ahead = 20
	for i := range lockstep.Tic(ahead) {
		a.send(tic+i, 1)
		b.send(tic+i, 2)
	}
	<-stopped.C
	if err := process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	for range ahead {
		if got := a.bundle(tic); got.InGame != 3 {
			t.Fatalf("after the pause: %+v", got)
		}
		b.bundle(tic)
		tic++
	}
	a.send(tic, 1)
	b.send(tic, 2)
	a.bundle(tic)
}
