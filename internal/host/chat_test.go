package host

import (
	"fmt"
	"io"
	"slices"
	"testing"
)

func TestChatFloodDisconnectsNobody(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{})
	var others []*client
	for range 4 {
		c := h.dial("/ws/lobby")
		c.hear("welcome", nil)
		others = append(others, c)
	}
	stranger := h.dial("/ws/lobby")
	stranger.hear("full", nil)
	raw := h.bare("/ws/lobby")
	go func() { _, _ = io.Copy(io.Discard, raw) }()
	// One packet holds as many messages as a connection may send at once.
	if _, err := raw.Write(slices.Repeat(masked(0x81, `{"t":"chat","text":"x"}`), 290)); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		stranger.say(`{"t":"chat","text":"y"}`)
	}
	stranger.hear("error", nil)
	for i, c := range others {
		c.say(fmt.Sprintf(`{"t":"chat","text":"of %d"}`, i))
	}
	for _, c := range others {
		heard := 0
		c.hear("chat", func(m map[string]any) bool {
			heard++
			return m["text"] == "of 3"
		})
		if heard > 150 {
			t.Errorf("%d lines of chat arrived", heard)
		}
		c.say(`{"t":"ping","t0":1}`)
		c.hear("pong", nil)
	}
}
