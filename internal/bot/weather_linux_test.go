package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"doomhost/internal/testkit/netlab"
)

// TestBadNetworkDelaysNobody lets one of four play over the baseline transport behind a
// network with loss, delay and jitter: the others wait for it a quarter of a second at
// most, and rarely, and it stays in the game.
func TestBadNetworkDelaysNobody(t *testing.T) {
	v := newVenue(t, netlab.New(t))
	v.badWire.Set(netlab.Weather{Delay: 25 * time.Millisecond, Jitter: 30 * time.Millisecond, Loss: 0.05})
	bad, good := v.play("websocket", 20*time.Second, nil)
	if len(bad) != 1 || len(good) != 3 {
		t.Fatalf("%d and %d results", len(bad), len(good))
	}
	gaps := gapsOf(good)
	if len(gaps) < 3*10*35 {
		t.Errorf("the others got %d bundles in 15 s", len(gaps)/3)
	}
	// They wait once for each stall, and now and then for a tic, but not 250 ms at each.
	// The bounds leave room for a machine that runs other tests.
	if p := percentile(gaps, 0.5); p > 80*time.Millisecond {
		t.Errorf("the others' median gap is %v", p)
	}
	if p := percentile(gaps, 1); p > 2*time.Second {
		t.Errorf("the others' longest gap is %v", p)
	}
	if own := bad[0].Stats.Tics - bad[0].Stats.Late; own < bad[0].Stats.Tics/10 {
		t.Errorf("of %d tics of the one %d were filled", bad[0].Stats.Tics, bad[0].Stats.Late)
	}
}

// BenchmarkWeather plays games of four over the baseline transport, one of whom has a
// network with one kind of fault, and prints a table.
//
//	go test ./internal/bot -run '^$' -bench Weather -benchtime 1x -timeout 30m
func BenchmarkWeather(b *testing.B) {
	const rtt = time.Millisecond
	for range b.N {
		v := newVenue(b, netlab.New(b))
		var table strings.Builder
		table.WriteString("| one player's network | gap p50 / p99 / max at that player, ms | at the others | input delay there, ms | filled of all tics |\n|---|---|---|---|---|\n")
		for _, w := range []struct {
			name string
			netlab.Weather
		}{
			{"good", netlab.Weather{}},
			{"1 % loss", netlab.Weather{Delay: rtt, Loss: 0.01}},
			{"5 % loss", netlab.Weather{Delay: rtt, Loss: 0.05}},
			{"50 ms round trip", netlab.Weather{Delay: 25 * time.Millisecond}},
			{"150 ms round trip", netlab.Weather{Delay: 75 * time.Millisecond}},
			{"30 ms jitter", netlab.Weather{Delay: rtt, Jitter: 30 * time.Millisecond}},
			{"50 ms, 30 ms jitter, 1 % loss", netlab.Weather{Delay: 25 * time.Millisecond, Jitter: 30 * time.Millisecond, Loss: 0.01}},
			{"50 ms, 30 ms jitter, 5 % loss", netlab.Weather{Delay: 25 * time.Millisecond, Jitter: 30 * time.Millisecond, Loss: 0.05}},
		} {
			v.badWire.Set(w.Weather)
			bad, good := v.play("websocket", *figuresLength, nil)
			if len(bad) != 1 || len(good) != 3 {
				b.Fatalf("%s: %d and %d results", w.name, len(bad), len(good))
			}
			theirs, ours, s := gapsOf(bad), gapsOf(good), bad[0].Stats
			fmt.Fprintf(&table, "| %s | %s / %s / %s | %s / %s / %s | %s | %d of %d |\n", w.name,
				ms(percentile(theirs, 0.5)), ms(percentile(theirs, 0.99)), ms(percentile(theirs, 1)),
				ms(percentile(ours, 0.5)), ms(percentile(ours, 0.99)), ms(percentile(ours, 1)),
				ms(time.Duration(s.Pace.Delay)), s.Late, s.Tics)
		}
		fmt.Printf("\n%s\n", table.String())
	}
}
