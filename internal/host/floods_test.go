package host

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"doomhost/internal/transport"
	"doomhost/lockstep"
	"doomhost/relay/wire"
)

func TestControlFramesAndFragmentsAreLimited(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{Limits: Limits{MessagesPerSec: 50}})
	players := h.launch(1)
	a := h.play(players[0], 0)
	ping, pong, piece := masked(0x89, ""), masked(0x8a, "pong"), masked(0x00, "")
	for name, flood := range map[string][]byte{
		"pings":  bytes.Repeat(ping, 1000),
		"pongs":  bytes.Repeat(pong, 1000),
		"pieces": append(masked(0x02, ""), bytes.Repeat(piece, 1000)...),
		"both":   append(masked(0x02, ""), bytes.Repeat(append(piece, pong...), 500)...),
	} {
		for _, path := range []string{"/ws/lobby", "/ws/spectate"} {
			c := h.bare(path)
			// The host may close the connection before it has sent everything.
			_, _ = c.Write(flood)
			if code := c.goodbye(); code != transport.ClosePolicy {
				t.Errorf("%s at %s: closed with %d", name, path, code)
			}
		}
	}
	a.send(0, 1)
	a.bundle(0)
}

func TestClientsWithinTheLimitsStayConnected(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{})
	rate := h.cfg.Limits.MessagesPerSec
	// A page that wakes up sends its backlog at once.
	player := h.play(h.launch(1)[0], 0)
	for tic := range lockstep.Tic(rate) {
		player.send(tic, 1)
	}
	for tic := range lockstep.Tic(rate) {
		player.bundle(tic)
	}
	// The longest messages arrive in pieces, with pings in between.
	const text = `{"t":"nothing","why":"`
	long := text + strings.Repeat("x", wire.MaxLobbyMsg-len(text)-2) + `"}`
	message := slices.Concat(
		masked(0x01, long[:10]), masked(0x8a, ""), masked(0x00, long[10:500]), masked(0x80, long[500:]))
	lobby := h.bare("/ws/lobby")
	if _, err := lobby.Write(append(bytes.Repeat(message, rate-1), masked(0x81, `{"t":"ping","t0":1}`)...)); err != nil {
		t.Fatal(err)
	}
	lobby.until(`"pong"`)
}
