package room

import (
	"strings"
	"testing"
	"time"

	"doomhost/internal/transport"
	"doomhost/lockstep"
	"doomhost/relay"
)

// In this file, time.Sleep lets the bubble's time pass.

const tick = relay.TicTime

func TestLaunchFollowsTheCountdown(t *testing.T) {
	t.Parallel()
	inBubble(t, Config{}, func(t *testing.T, b *bubble) {
		p := b.lobby()
		p.say(`{"t":"params","params":{"wad":"doom.wad"}}`)
		p.say(`{"t":"start"}`)
		for n := 3; n > 0; n-- {
			if m := p.hear("countdown"); m["n"] != float64(n) {
				t.Errorf("%v instead of %d", m, n)
			}
			time.Sleep(relay.CountdownStep - 1)
			for _, msg := range p.received() {
				if !strings.Contains(string(msg), `"roster"`) {
					t.Errorf("%s before its time", msg)
				}
			}
			time.Sleep(time.Nanosecond)
		}
		p.hear("launch")
	})
}

// The first tic waits for a player who never connects until ConnectTime, and no other does.
func TestAbsentPlayerIsLeftOut(t *testing.T) {
	t.Parallel()
	inBubble(t, Config{}, func(t *testing.T, b *bubble) {
		players := b.launch(2)
		a := b.play(0, players[0].token)
		a.send(0, 1)
		time.Sleep(relay.ConnectTime - 1)
		if list := a.received(); len(list) != 0 {
			t.Fatalf("%d tics are sealed without the absent player before its time", len(list))
		}
		time.Sleep(time.Nanosecond)
		if got := a.bundle(0); got.InGame != 1 {
			t.Errorf("tic 0: %+v", got)
		}
		if m := players[0].hear("dropped"); m["slot"] != 1.0 || m["reason"] != "never connected" {
			t.Errorf("the lobby gets %v", m)
		}
		for tic := range lockstep.Tic(35) {
			time.Sleep(tick)
			a.send(1+tic, 1)
			a.bundle(1 + tic)
		}
	})
}

// A tic waits for StallTime for a player who falls silent, and the next ones do not wait.
// After SilenceTime the host drops the player.
func TestSilentPlayerIsFilledThenDropped(t *testing.T) {
	t.Parallel()
	inBubble(t, Config{}, func(t *testing.T, b *bubble) {
		players := b.launch(2)
		a, c := b.play(0, players[0].token), b.play(1, players[1].token)
		a.send(0, 1)
		c.send(0, 50)
		start := b.Now()
		a.bundle(0)
		filled, tic := 0, lockstep.Tic(1)
		for ; ; tic++ {
			a.send(tic, 1)
			if tic == 1 {
				time.Sleep(relay.StallTime - 1)
				if list := a.received(); len(list) != 0 {
					t.Fatalf("filled after %v", b.Now()-start)
				}
				time.Sleep(tick + time.Nanosecond)
			}
			got := a.bundle(tic)
			if got.InGame == 1 {
				break
			}
			if filled++; got.Filled != 2 {
				t.Fatalf("tic %d: %+v", tic, got)
			}
			own := lockstep.Ticcmd{Forward: 50}
			if filled > relay.NeutralAfter {
				own = lockstep.Ticcmd{}
			}
			if got.Cmds[1] != own {
				t.Fatalf("filled ticcmd %d is %+v", filled, got.Cmds[1])
			}
			time.Sleep(tick)
		}
		if d := b.Now() - start; d < relay.SilenceTime || d > relay.SilenceTime+2*tick {
			t.Errorf("dropped after %v, want %v", d, relay.SilenceTime)
		}
		// Only the first tic waits for the silent player.
		if most := lockstep.Tic((relay.SilenceTime - relay.StallTime) / tick); tic < most {
			t.Errorf("%d tics, want %d", tic, most)
		}
		if end := c.end(); end.code != relay.CloseDropped {
			t.Errorf("the dropped player is closed with %+v", end)
		}
		if m := players[0].hear("dropped"); m["slot"] != 1.0 || m["reason"] != "silent" {
			t.Errorf("the lobby gets %v", m)
		}
	})
}

// A drop-in who never sends a ticcmd holds its slot for ReserveTime and delays nobody.
func TestUnusedReservationFreesTheSlot(t *testing.T) {
	t.Parallel()
	inBubble(t, Config{}, func(t *testing.T, b *bubble) {
		a := b.play(0, b.launch(1)[0].token)
		a.send(0, 1)
		a.bundle(0)
		lobby := b.lobby()
		lobby.hear("inprogress")
		lobby.say(`{"t":"join","slot":2}`)
		token := lobby.hear("launch")["token"].(string)
		start := b.Now()
		c := b.play(2, token) // reads and never sends
		for tic := lockstep.Tic(1); c.end().code == 0; tic++ {
			time.Sleep(tick)
			a.send(tic, 1)
			if got := a.bundle(tic); got.InGame != 1 {
				t.Fatalf("tic %d: %+v", tic, got)
			}
		}
		if end := c.end(); end.code != relay.CloseDropped || end.at-start != relay.ReserveTime {
			t.Errorf("closed with %d after %v, want %v", end.code, end.at-start, relay.ReserveTime)
		}
		if m := lobby.hear("dropped"); m["slot"] != 2.0 || m["reason"] != "never live" {
			t.Errorf("the lobby gets %v", m)
		}
		other := b.lobby()
		other.hear("inprogress")
		other.say(`{"t":"join","slot":2}`)
		if got := other.hear("welcome"); got["slot"] != 2.0 || got["token"] == token {
			t.Errorf("the next player's welcome is %v", got)
		}
	})
}

// The host pings a silent peer, then closes it, then ends it if it does not answer the close.
func TestSilentPeersArePingedThenClosed(t *testing.T) {
	t.Parallel()
	const idle = 40 * time.Second
	inBubble(t, Config{Idle: idle}, func(t *testing.T, b *bubble) {
		silent, lively := b.lobby(), b.lobby()
		start := b.Now()
		round := keepaliveSteps * keepaliveStep
		for range idle / time.Second {
			time.Sleep(time.Second)
			lively.say(`{"t":"ping","t0":1}`)
		}
		time.Sleep(2 * round)
		end := silent.end()
		if uint16(end.code) != transport.ClosePolicy || end.reason != "no sign of life" {
			t.Errorf("closed with %d %q", end.code, end.reason)
		}
		if d := end.at - start; d < idle || d > idle+2*round {
			t.Errorf("closed after %v, want %v", d, idle)
		}
		pings := silent.pinged()
		if len(pings) == 0 || pings[0]-start < idle/4 || pings[0]-start > idle/4+2*round {
			t.Errorf("pinged at %v, want from %v on", pings, idle/4)
		}
		if code, pings := lively.end().code, lively.pinged(); code != 0 || len(pings) != 0 {
			t.Errorf("a peer that sends is pinged at %v and closed with %d", pings, code)
		}
	})
}

// The host ends a connection whose peer does not answer a close for closeGrace.
func TestPeersThatDoNotAnswerACloseAreAborted(t *testing.T) {
	t.Parallel()
	const idle = 40 * time.Second
	r := newRoom()
	r.cfg.Idle = idle
	s := &stubborn{}
	r.checkPeer(&peer{conn: s}, idle+1)
	r.checkPeer(&peer{conn: s}, idle+closeGrace)
	if !s.closed || s.aborted {
		t.Errorf("while it may still answer: closed %v, aborted %v", s.closed, s.aborted)
	}
	r.checkPeer(&peer{conn: s}, idle+closeGrace+1)
	if !s.aborted {
		t.Error("the connection stays open")
	}
}

// stubborn is a peer that was last heard at the start and does not answer a close.
type stubborn struct {
	memConn
	closed, aborted bool
}

func (*stubborn) LastHeard() time.Duration { return 0 }
func (s *stubborn) Close(uint16, string)   { s.closed = true }
func (s *stubborn) Abort()                 { s.aborted = true }
