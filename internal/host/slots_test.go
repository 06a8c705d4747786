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
