package bot

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"doomhost/engine/wad/wadtest"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/host"
	"doomhost/internal/network/lanaddr"
	"doomhost/internal/testkit/netlab"
	"doomhost/lockstep"
	rtc "doomhost/signal"
)

// TestMain makes this program a host or a few players, in a process on a machine of the
// lab, if the environment says so.
func TestMain(m *testing.M) {
	role := func(play func() error) func() {
		return func() {
			if err := play(); err != nil {
				fmt.Println("failed", err)
				os.Exit(1)
			}
		}
	}
	netlab.Main(m, map[string]func(){"host": role(roleHost), "play": role(rolePlay), "watch": role(roleWatch)})
}

// transports are the tics' transports by name: the socket, and the channel's modes.
var transports = []string{"websocket", "ordered", "fast"}

func configOf(transport string) Config {
	mode, err := rtc.ParseMode(transport)
	return Config{Channel: err == nil, Mode: mode}
}

// roleHost runs a host that answers questions.
func roleHost() error {
	dir, err := os.MkdirTemp("", "player")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a scratch folder
	if err := os.WriteFile(filepath.Join(dir, "game.wad"), wadtest.Markers(false, wadtest.GameLumps("E1M1", "THINGS")...), 0o644); err != nil {
		return err
	}
	log := slog.New(slog.DiscardHandler)
	l, err := net.Listen("tcp", ":8666")
	if err != nil {
		return err
	}
	hub, err := rtc.New(rtc.Config{Port: 8666, Addresses: lanaddr.Finder{}.Reachable, MaxPeers: 512, Log: log})
	if err != nil {
		return err
	}
	h, err := host.New(host.Config{
		SpareProcessors: true,

		Library: wadlib.Open(wadlib.Config{Dirs: []string{dir}}), Signal: hub, Log: log,
		Limits: host.Limits{ConnsPerAddress: -1},
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx, l) }()
	fmt.Println("ready")
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		runtime.GC()
		debug.FreeOSMemory()
		fmt.Println("usage", processorTime().Milliseconds(), residentKB(), runtime.NumGoroutine())
	}
	cancel()
	err = <-done
	hub.Close()
	return err
}

// processorTime returns the processor time of this process.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func residentKB() int {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	pages, _ := strconv.Atoi(fields[1])
	return pages * os.Getpagesize() / 1024
}

// result is the report of one player.
type result struct {
	Slot  lockstep.Slot
	Gaps  []time.Duration // between bundles, from the fifth second on
	Bad   string
	Stats Stats
}

// settled is the time before a game's gaps count: by then the channel is open and the
// clocks have settled.
const settled = 5 * time.Second

// rolePlay plays with a few players for a while and reports. It starts the game on command.
func rolePlay() error {
	count, err := strconv.Atoi(os.Getenv("PLAYERS"))
	if err != nil {
		return err
	}
	length, err := time.ParseDuration(os.Getenv("LENGTH"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), length+60*time.Second)
	defer cancel()
	var wg sync.WaitGroup
	players, results := make([]*Bot, count), make([]result, count)
	for i := range players {
		cfg := configOf(os.Getenv("TRANSPORT"))
		cfg.URL = os.Getenv("URL")
		r := &results[i]
		var first, last time.Time
		next := lockstep.Tic(0)
		cfg.Tic = func(b *lockstep.Bundle, at time.Time) {
			if b.Tic != next {
				r.Bad = fmt.Sprintf("tic %d where %d was next", b.Tic, next)
			}
			next = b.Tic + 1
			if first.IsZero() {
				first = at
			} else if at.Sub(first) > settled {
				r.Gaps = append(r.Gaps, at.Sub(last))
			}
			last = at
		}
		cfg.Used = func(way string) { fmt.Println("used", way, time.Now().UnixMilli()) }
		// The closing handshakes of the last game may still be running.
		for players[i], err = Join(ctx, cfg); err != nil; players[i], err = Join(ctx, cfg) {
			if ctx.Err() != nil {
				return err
			}
			time.Sleep(100 * time.Millisecond)
		}
		r.Slot = players[i].Slot
	}
	fmt.Println("joined")
	leave := make(chan struct{})
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() && lines.Text() == "start" {
			_ = players[0].Start()
		}
		close(leave)
	}()
	playing, stop := context.WithTimeout(ctx, length+4*time.Second) // 3 s of countdown
	defer stop()
	for i, p := range players {
		wg.Go(func() {
			s, err := p.Play(playing)
			if err != nil {
				results[i].Bad = err.Error()
			}
			results[i].Stats = s
		})
	}
	wg.Wait()
	for i := range results {
		text, err := json.Marshal(results[i])
		if err != nil {
			return err
		}
		fmt.Println("result", string(text))
	}
	fmt.Println("done")
	<-leave
	for _, p := range players {
		p.Close()
	}
	return nil
}

// roleWatch runs many spectators.
func roleWatch() error {
	count, err := strconv.Atoi(os.Getenv("PLAYERS"))
	if err != nil {
		return err
	}
	from, err := strconv.ParseUint(os.Getenv("FROM"), 10, 32)
	if err != nil {
		return err
	}
	var open sync.WaitGroup
	for range count {
		open.Add(1)
		once := sync.OnceFunc(open.Done)
		cfg := configOf(os.Getenv("TRANSPORT"))
		cfg.URL = os.Getenv("URL")
		go func() {
			if err := Watch(context.Background(), cfg, uint32(from), once); err != nil {
				fmt.Println("failed", err)
			}
		}()
	}
	open.Wait()
	fmt.Println("watching")
	select {}
}

// venue is a host with two wires: one to players with a bad network, one to the others.
type venue struct {
	t         testing.TB
	host      *netlab.Process
	hostAt    *netlab.Machine
	bad, good *netlab.Machine
	badWire   *netlab.Wire
	badURL    string
	goodURL   string
}

func newVenue(t testing.TB, lab *netlab.Lab) *venue {
	t.Helper()
	v := &venue{
		t: t, hostAt: lab.Machine(), bad: lab.Machine(), good: lab.Machine(),
		badURL: "http://10.78.0.1:8666", goodURL: "http://10.78.1.1:8666",
	}
	v.badWire = lab.Wire("lan0", v.hostAt, "10.78.0.1/24", v.bad, "10.78.0.2/24")
	lab.Wire("lan1", v.hostAt, "10.78.1.1/24", v.good, "10.78.1.2/24")
	v.host = v.hostAt.Act("host", nil)
	v.host.Await(20*time.Second, "the host", func(line string) bool { return line == "ready" })
	return v
}

// play lets players on the bad and on the good network play for a while.
func (v *venue) play(transport string, length time.Duration, during func(bad *netlab.Process)) (bad, good []result) {
	v.t.Helper()
	begin := func(m *netlab.Machine, url string, count int) *netlab.Process {
		p := m.Act("play", []string{
			"URL=" + url, "TRANSPORT=" + transport,
			fmt.Sprintf("PLAYERS=%d", count), "LENGTH=" + length.String(),
		})
		p.Await(30*time.Second, "players in the lobby", func(line string) bool { return line == "joined" })
		return p
	}
	others := begin(v.good, v.goodURL, 3)
	one := begin(v.bad, v.badURL, 1)
	others.Say("start")
	if during != nil {
		during(one)
	}
	read := func(p *netlab.Process) (list []result) {
		p.Await(length+60*time.Second, "the end of the game", func(line string) bool { return line == "done" })
		for _, line := range strings.Split(p.Output(), "\n") {
			if text, ok := strings.CutPrefix(line, "result "); ok {
				var r result
				if err := json.Unmarshal([]byte(text), &r); err != nil {
					v.t.Fatal(err)
				}
				if r.Bad != "" {
					v.t.Errorf("%s: slot %d: %s", transport, r.Slot, r.Bad)
				}
				list = append(list, r)
			}
		}
		return list
	}
	bad, good = read(one), read(others)
	for _, p := range []*netlab.Process{one, others} {
		p.Say("leave")
		if err := p.Wait(20 * time.Second); err != nil {
			v.t.Errorf("the players ended badly: %v", err)
		}
	}
	return bad, good
}
