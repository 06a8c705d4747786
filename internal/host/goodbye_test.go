package host

import (
	"testing"

	"github.com/coder/websocket"

	"doomhost/lockstep"
)

// TestOnlyANormalCloseLeaves closes a player's connection in every possible way. After code
// 1000 the slot leaves the game. After anything else, such as the reload of a page, the
// slot stays, and its owner plays on in the same body.
func TestOnlyANormalCloseLeaves(t *testing.T) {
	t.Parallel()
	for _, way := range []struct {
		name  string
		leave func(*websocket.Conn) error
		left  bool
	}{
		{"1000", func(ws *websocket.Conn) error { return ws.Close(websocket.StatusNormalClosure, "") }, true},
		{"1001", func(ws *websocket.Conn) error { return ws.Close(websocket.StatusGoingAway, "") }, false},
		{"1005", func(ws *websocket.Conn) error { return ws.Close(websocket.StatusNoStatusRcvd, "") }, false},
		{"1006", func(ws *websocket.Conn) error { return ws.CloseNow() }, false},
	} {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			h := startHost(t, Config{})
			players := h.launch(2)
			a, b := h.play(players[0], 0), h.play(players[1], 0)
			a.send(0, 1)
			b.send(0, 2)
			a.bundle(0)
			b.bundle(0)
			_ = way.leave(b.ws) // the host may close first
			out := func(got lockstep.Bundle) bool { return got.InGame == 1 }
			most := lockstep.TicRate
			if way.left {
				most *= 60 // the host of a slow machine sees the close late
			}
			tic, found := keepPlaying(t, a, 1, most, out)
			if found != way.left {
				t.Fatalf("by tic %d the slot has left: %v, want %v", tic, found, way.left)
			}
			if found {
				if m := players[0].lobby.hear("dropped", nil); m["slot"] != 1.0 || m["reason"] != "left" {
					t.Errorf("the lobby gets %v", m)
				}
				return
			}
			b = h.play(players[1], tic)
			const ahead = 300
			for i := range lockstep.Tic(ahead) {
				b.send(tic+i, 3)
			}
			_, found = keepPlaying(t, a, tic, ahead, func(got lockstep.Bundle) bool {
				if out(got) {
					t.Fatalf("tic %d: the slot left the game after its owner's return", got.Tic)
				}
				return got.Cmds[1].Forward == 3
			})
			if !found {
				t.Error("the game took no ticcmd of the returned owner")
			}
		})
	}
}
