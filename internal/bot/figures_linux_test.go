package bot

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"doomhost/internal/testkit/netlab"
)

var (
	figuresLength = flag.Duration("figures.length", 30*time.Second, "how long each game of the figures takes")
	figuresPeers  = flag.Int("figures.peers", 40, "connections whose cost is measured")
)

// weathers are the network conditions of the figures. The round trip excludes the jitter;
// packets keep their order, as in a queue.
func weathers() (list []netlab.Weather) {
	list = append(list, netlab.Weather{Delay: time.Millisecond})
	for _, loss := range []float64{0, 0.01, 0.05} {
		for _, rtt := range []time.Duration{20, 50, 150} {
			list = append(list, netlab.Weather{Delay: rtt * time.Millisecond / 2, Jitter: 30 * time.Millisecond, Loss: loss})
		}
	}
	return list
}

func percentile(list []time.Duration, p float64) time.Duration {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[min(len(list)-1, int(float64(len(list))*p))]
}

func gapsOf(list []result) (gaps []time.Duration) {
	for _, r := range list {
		gaps = append(gaps, r.Gaps...)
	}
	return gaps
}

func ms(d time.Duration) string { return fmt.Sprintf("%.0f", float64(d)/float64(time.Millisecond)) }

// BenchmarkTransports plays games of four, one of whom has a bad network, over each
// transport at the same time, and prints the table of docs/netcode.md. One iteration
// suffices; it takes minutes.
//
//	go test ./internal/bot -run '^$' -bench Transports -benchtime 1x -timeout 30m
func BenchmarkTransports(b *testing.B) {
	for range b.N {
		lab := netlab.New(b)
		venues := map[string]*venue{}
		for _, t := range transports {
			venues[t] = newVenue(b, lab)
		}
		var table strings.Builder
		table.WriteString("| round trip, jitter, loss | transport | gap p50 / p99 / max at that player, ms | at the others | filled | open, ms | moves, falls |\n|---|---|---|---|---|---|---|\n")
		for _, w := range weathers() {
			type row struct{ bad, good []result }
			rows := map[string]row{}
			var mu sync.Mutex // guards rows
			var wg sync.WaitGroup
			for _, t := range transports {
				v := venues[t]
				v.badWire.Set(w)
				wg.Go(func() {
					bad, good := v.play(t, *figuresLength, nil)
					mu.Lock()
					rows[t] = row{bad, good}
					mu.Unlock()
				})
			}
			wg.Wait()
			for _, t := range transports {
				r := rows[t]
				if len(r.bad) != 1 || len(r.good) != 3 {
					b.Fatalf("%s: %d and %d results", t, len(r.bad), len(r.good))
				}
				bad, good, s := gapsOf(r.bad), gapsOf(r.good), r.bad[0].Stats
				open := "–"
				if s.Opened > 0 {
					open = ms(s.Opened)
				}
				fmt.Fprintf(&table, "| %d ms, %d ms, %.0f %% | %s | %s / %s / %s | %s / %s / %s | %d | %s | %d, %d |\n",
					2*w.Delay/time.Millisecond, w.Jitter/time.Millisecond, w.Loss*100, t,
					ms(percentile(bad, 0.5)), ms(percentile(bad, 0.99)), ms(percentile(bad, 1)),
					ms(percentile(good, 0.5)), ms(percentile(good, 0.99)), ms(percentile(good, 1)),
					s.Late, open, s.Moves, s.Falls)
			}
		}
		fmt.Printf("\n%s\n", table.String())
	}
}

// BenchmarkConnections measures the cost of a connection for the host, with many spectators
// of a game of four over each transport.
//
//	go test ./internal/bot -run '^$' -bench Connections -benchtime 1x
func BenchmarkConnections(b *testing.B) {
	const length = 20 * time.Second
	for range b.N {
		var table strings.Builder
		table.WriteString("| transport | memory a connection, kB | processor a connection, of one core | goroutines a connection |\n|---|---|---|---|\n")
		for _, t := range transports {
			lab := netlab.New(b)
			v := newVenue(b, lab)
			usage := func() (cpu, kb, goroutines int) {
				mark := v.host.Mark()
				v.host.Say("usage")
				line := v.host.AwaitAfter(mark, 10*time.Second, "the host's figures", func(line string) bool { return strings.HasPrefix(line, "usage") })
				if _, err := fmt.Sscanf(line, "usage %d %d %d", &cpu, &kb, &goroutines); err != nil {
					b.Fatal(line, err)
				}
				return cpu, kb, goroutines
			}
			players := v.good.Act("play", []string{"URL=" + v.goodURL, "TRANSPORT=websocket", "PLAYERS=4", "LENGTH=120s"})
			players.Await(20*time.Second, "players", func(line string) bool { return line == "joined" })
			players.Say("start")
			time.Sleep(10 * time.Second)
			cpu0, kb0, g0 := usage()
			time.Sleep(length)
			cpu1, _, _ := usage()
			watchers := v.bad.Act("watch", []string{
				"URL=" + v.badURL, "TRANSPORT=" + t,
				fmt.Sprintf("PLAYERS=%d", *figuresPeers), "FROM=0",
			})
			watchers.Await(60*time.Second, "spectators", func(line string) bool { return line == "watching" })
			time.Sleep(5 * time.Second)
			cpu2, kb2, g2 := usage()
			time.Sleep(length)
			cpu3, _, _ := usage()
			n := float64(*figuresPeers)
			share := float64((cpu3-cpu2)-(cpu1-cpu0)) / float64(length.Milliseconds()) / n * 100
			fmt.Fprintf(&table, "| %s | %.0f | %.3f %% | %.1f |\n", t, float64(kb2-kb0)/n, share, float64(g2-g0)/n)
			watchers.Kill()
			players.Kill()
			v.host.Kill()
		}
		fmt.Printf("\n%s\n", table.String())
	}
}
