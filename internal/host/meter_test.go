package host

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"doomhost/relay/wire"
)

func TestPingsAndPongsAndPiecesOfMessagesAreBounded(t *testing.T) {
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
			// It may be cut off before all is out.
			_, _ = c.Write(flood)
			if code := c.goodbye(); code != closePolicy {
				t.Errorf("%s at %s: closed with %d", name, path, code)
			}
		}
	}
	a.send(0, 1)
	a.bundle(0)
}

func TestNobodyIsCutOffWithinTheLimits(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{})
	rate := h.cfg.Limits.MessagesPerSec
	// A page that wakes up sends what it had no time for, all at once.
	player := h.play(h.launch(1)[0], 0)
	for tic := range wire.Tic(rate) {
		player.send(tic, 1)
	}
	for tic := range wire.Tic(rate) {
		player.bundle(tic)
	}
	// The longest messages, in pieces, between which pings are answered.
	const text = `{"t":"nothing","why":"`
	long := text + strings.Repeat("x", wire.MaxLobbyMsg-len(text)-2) + `"}`
	message := slices.Concat(masked(0x01, long[:10]), masked(0x8a, ""), masked(0x00, long[10:500]), masked(0x80, long[500:]))
	lobby := h.bare("/ws/lobby")
	if _, err := lobby.Write(append(bytes.Repeat(message, rate-1), masked(0x81, `{"t":"ping","t0":1}`)...)); err != nil {
		t.Fatal(err)
	}
	lobby.until(`"pong"`)
}

func TestAMeterPassesABurstAndThenTheRate(t *testing.T) {
	const messages, burst = 10, frameShare * 10
	frame := masked(0x8a, "x")
	m := newMeter(messages, 0)
	if !m.pass(bytes.Repeat(frame, burst), 0) {
		t.Error("a burst does not pass")
	}
	if !m.pass(frame, time.Second/burst) {
		t.Error("the next one does not pass in its time")
	}
	if m.pass(frame, time.Second/burst) {
		t.Error("one too many passes")
	}
	free := newMeter(-1, 0)
	if !free.pass(bytes.Repeat(frame, 10_000), 0) {
		t.Error("no limit, and yet one")
	}
}

// However a stream of frames is cut, each is counted once.
func FuzzMeter(f *testing.F) {
	f.Add([]byte{0, 1, 0x85, 125, 126, 0xfe, 127, 0xff, 0x80}, uint64(1))
	f.Add([]byte{0xff, 0xff, 0, 0, 0x80}, uint64(7))
	f.Fuzz(func(t *testing.T, lengths []byte, seed uint64) {
		dice := rand.New(rand.NewPCG(seed, 0))
		var stream []byte
		for _, b := range lengths[:min(len(lengths), 100)] {
			size := dice.IntN(600)
			stream = append(stream, byte(dice.IntN(256)), b)
			switch n := int(b &^ frameMasked); n {
			case 126:
				stream = append(stream, byte(size>>8), byte(size))
			case 127:
				stream = append(stream, 0, 0, 0, 0, 0, 0, byte(size>>8), byte(size))
			default:
				size = n
			}
			if b&frameMasked != 0 {
				size += maskKey
			}
			for range size {
				stream = append(stream, byte(dice.IntN(256)))
			}
		}
		var m meter
		got := 0
		for rest := stream; len(rest) > 0; {
			n := 1 + dice.IntN(min(len(rest), 40))
			got += m.count(rest[:n])
			rest = rest[n:]
		}
		if want := min(len(lengths), 100); got != want || m.left != 0 || m.have != 0 {
			t.Errorf("%d frames, want %d; %d and %d bytes are left", got, want, m.left, m.have)
		}
	})
}
