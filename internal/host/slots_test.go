package host

import (
	"fmt"
	"testing"
	"time"

	"github.com/coder/websocket"

	"doomhost/lockstep"
)

// keepPlaying sends ticcmds at 35 Hz until a bundle satisfies done, for most tics at most.
// It returns the next tic and whether done was satisfied.
func keepPlaying(t *testing.T, c *client, tic lockstep.Tic, most int, done func(lockstep.Bundle) bool) (next lockstep.Tic, found bool) {
	t.Helper()
	clock := time.NewTicker(time.Second / lockstep.TicRate)
	defer clock.Stop()
	for range most {
		<-clock.C
		c.send(tic, 1)
		b := c.bundle(tic)
		tic++
		if done(b) {
			return tic, true
		}
	}
	return tic, false
}

func TestAbsentPlayerIsLeftOut(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{})
	players := h.launch(2)
	a := h.play(players[0], 0)
	begin := time.Now()
	a.send(0, 1)
	if got := a.bundle(0); got.InGame != 1 {
		t.Errorf("tic 0: %+v", got)
	}
	if d := time.Since(begin); d < 9*time.Second || d > 15*time.Second {
		t.Errorf("tic 0 waited %v for the absent player", d)
	}
	if m := players[0].lobby.hear("dropped", nil); m["slot"] != 1.0 || m["reason"] != "never connected" {
		t.Errorf("the lobby gets %v", m)
	}
	// The other players never wait for the absent player again: that would take nine seconds.
	start := time.Now()
	if tic, _ := keepPlaying(t, a, 1, 35, func(lockstep.Bundle) bool { return false }); tic != 36 || time.Since(start) > 5*time.Second {
		t.Errorf("at tic %d after %v", tic, time.Since(start))
	}
}

func TestUnusedReservationFreesTheSlot(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{})
	players := h.launch(1)
	a := h.play(players[0], 0)
	a.send(0, 1)
	a.bundle(0)
	lobby := h.dial("/ws/lobby")
	lobby.hear("inprogress", nil)
	lobby.say(`{"t":"join","slot":2}`)
	token := lobby.hear("launch", nil)["token"].(string)
	c := h.dial("/ws/game?slot=2&token=" + token) // reads and never sends
	closed := make(chan websocket.StatusCode, 1)
	go func() {
		for {
			if _, err := c.read(); err != nil {
				closed <- websocket.CloseStatus(err)
				return
			}
		}
	}()
	freed := make(chan map[string]any, 1)
	go func() { freed <- lobby.hear("dropped", nil) }()
	begin := time.Now()
	var m map[string]any
	tic := lockstep.Tic(1)
	for m == nil && time.Since(begin) < patienceOfTests {
		var b lockstep.Bundle
		tic, _ = keepPlaying(t, a, tic, 10, func(got lockstep.Bundle) bool { b = got; return false })
		if b.InGame != 1 {
			t.Fatalf("tic %d: %+v", b.Tic, b)
		}
		select {
		case m = <-freed:
		default:
		}
	}
	if m["slot"] != 2.0 || m["reason"] != "never live" || time.Since(begin) < 29*time.Second {
		t.Errorf("after %v the lobby gets %v", time.Since(begin), m)
	}
	if code := <-closed; code != 4410 {
		t.Errorf("its connection is closed with %d", code)
	}
	// Another player can take the slot.
	other := h.dial("/ws/lobby")
	other.hear("inprogress", nil)
	other.say(`{"t":"join","slot":2}`)
	if got := other.hear("welcome", nil); got["slot"] != 2.0 || got["token"] == token {
		t.Errorf("the next player's welcome is %v", got)
	}
}

func TestStrangerCannotTakeASeat(t *testing.T) {
	t.Parallel()
	h, players, a, b := pair(t)
	a.send(0, 1)
	b.send(0, 2)
	a.bundle(0)
	b.bundle(0)
	// A player whose connection broke keeps the seat, and nobody without the token gets it.
	if err := b.ws.CloseNow(); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		for _, path := range []string{"/ws/game?slot=1", "/ws/game?slot=1&token=" + players[0].token, "/ws/game?slot=1&token=AAAAAAAAAAAAAAAAAAAAAA"} {
			stranger := h.dial(path)
			_ = stranger.write(websocket.MessageBinary, lockstep.AppendTicMsg(nil, lockstep.TicMsg{Tic: 1, Cmd: lockstep.Ticcmd{Forward: 99}}))
			if code := stranger.closed(); code != 4401 && code != 4409 {
				t.Errorf("%s is closed with %d", path, code)
			}
		}
	}
	spectator := h.dial("/ws/lobby")
	spectator.hear("inprogress", nil)
	for _, text := range []string{`{"t":"kick","slot":1}`, `{"t":"stop"}`, `{"t":"join","slot":1}`, fmt.Sprintf(`{"t":"resume","slot":1,"token":%q}`, players[0].token)} {
		spectator.say(text)
		name := "error"
		if text == `{"t":"join","slot":1}` {
			name = "full"
		}
		spectator.hear(name, nil)
	}
	again := h.play(players[1], 1)
	own := func(got lockstep.Bundle) bool { return got.InGame == 3 && got.Filled == 0 && got.Cmds[1].Forward == 7 }
	for tic := range lockstep.Tic(100) {
		again.send(1+tic, 7)
	}
	if _, found := keepPlaying(t, a, 1, 100, own); !found {
		t.Error("the owner cannot play again")
	}
}
