package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"doomhost/relay/wire"
)

// strangers measures what four players, another visitor, and the host's memory notice
// while one address asks the shipped program for the same thing again and again: 1,000
// times in ten seconds, by turns of five recordings of an hour. Everything that the
// host makes for strangers is asked for, one after the other, and nothing first. With
// one of its paths as part of what is asked for, only that is.
func strangers(ctx context.Context, s settings, only string) error {
	home, err := os.MkdirTemp("", "loadtest")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	p, err := startProgram(ctx, s.host, home)
	if err != nil {
		return err
	}
	ids, err := p.record(ctx, s, 5)
	p.stop()
	if err != nil {
		return err
	}
	// Another run, whose memory has seen nothing yet.
	if p, err = startProgram(ctx, s.host, home); err != nil {
		return err
	}
	defer p.stop()
	wad, err := p.wad()
	if err != nil {
		return err
	}
	players, err := launch(ctx, p.addr)
	if err != nil {
		return err
	}
	c := newCrew(players)
	c.measure(ctx, 12*time.Second, func(context.Context) {}) // the game's snapshots come
	fmt.Printf("%-44s %8s %8s %8s %7s  %s\n", "asked for", "worst s", "p99 gap", "longest", "filled", "memory, its most, visitor's longest wait; answers")
	quiet := func(context.Context) string { return "" }
	for _, route := range append([]string{""}, routes(ids, wad)...) {
		if !strings.Contains(route, only) {
			continue
		}
		load := quiet
		if route != "" {
			load = func(ctx context.Context) string { return ask(ctx, p.addr, route, ids, s.requests) }
		}
		p.trial(ctx, c, s.duration, route, load)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// routes are what strangers ask for; ID is one recording's after the other.
func routes(ids []string, wad string) []string {
	return []string{
		"/api/replays/ID/tics?from=0&count=1",
		"/api/replays/ID/tics?from=120000&count=4096",
		"/api/replays/ID/snapshot?tic=60000",
		"/api/replays/ID",
		"/api/replays/ID.lmp",
		"/api/replays/ID.dhr slowly",
		"/api/replays",
		"/api/session/snapshot",
		"/api/session/score",
		"/api/info",
		"/api/wads",
		"/wads/" + wad + " slowly",
		"/api/qr?format=png",
		"/api/games",
		"/api/games/check?address=192.168.77.77",
		"/api/selftest",
		"/",
	}
}

// trial measures the players, the memory and a visitor while load runs.
func (p *program) trial(ctx context.Context, c *crew, d time.Duration, name string, load func(context.Context) string) {
	var (
		answers string
		wait    time.Duration
		most    int
	)
	got := c.measure(ctx, d, func(ctx context.Context) {
		var all sync.WaitGroup
		defer all.Wait()
		all.Go(func() { answers = load(ctx) })
		all.Go(func() { wait = visit(ctx, p.addr) })
		for ctx.Err() == nil {
			most = max(most, p.memory())
			time.Sleep(50 * time.Millisecond)
		}
	})
	if name == "" {
		name = "nothing"
	}
	if len(name) > 44 {
		name = name[:41] + "..."
	}
	fmt.Printf("%-44s %8d %8v %8v %7d  %.0f MB, %.0f MB, %v; %s\n", name, got.worst, got.gaps.p(0.99).Round(time.Millisecond),
		got.gaps.p(1).Round(time.Millisecond), got.filled, float64(p.memory())/1e6, float64(most)/1e6, wait.Round(time.Millisecond), answers)
}

// ask asks so many times in ten seconds, a tenth of them at once at the beginning of each
// second, however long the answers take, and counts them.
func ask(ctx context.Context, addr, route string, ids []string, requests int) string {
	route, slowly := strings.CutSuffix(route, " slowly")
	client := clientFrom("127.0.0.2", 128)
	defer client.CloseIdleConnections()
	var (
		mu    sync.Mutex
		codes = make(map[int]int)
		bytes int64
		all   sync.WaitGroup
	)
	pace := time.NewTicker(time.Second)
	defer pace.Stop()
	for n := 0; n < requests && ctx.Err() == nil; n++ {
		if n > 0 && n%max(1, requests/10) == 0 {
			select {
			case <-pace.C:
			case <-ctx.Done():
			}
		}
		url := "http://" + addr + strings.Replace(route, "ID", ids[n%len(ids)], 1)
		all.Go(func() {
			code, size := fetchPage(ctx, client, url, slowly)
			mu.Lock()
			defer mu.Unlock()
			codes[code]++
			bytes += size
		})
	}
	all.Wait()
	text := ""
	for _, code := range slices.Sorted(mapKeys(codes)) {
		what := strconv.Itoa(code)
		if code == 0 {
			what = "none"
		}
		text += fmt.Sprintf("%s: %d, ", what, codes[code])
	}
	return fmt.Sprintf("%s%.1f MB", text, float64(bytes)/1e6)
}

func mapKeys(m map[int]int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// fetchPage gets a page; slowly is some bytes of it, and then nothing until ctx is done.
func fetchPage(ctx context.Context, client *http.Client, url string, slowly bool) (code int, size int64) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return 0, 0
	}
	req.Header.Set("Accept-Encoding", "identity")
	resp, err := client.Do(req)
	if err != nil {
		return 0, 0
	}
	defer resp.Body.Close()
	if slowly && resp.StatusCode == http.StatusOK {
		size, _ = io.CopyN(io.Discard, resp.Body, 64<<10)
		<-ctx.Done()
		return resp.StatusCode, size
	}
	size, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, size
}

// clientFrom is an HTTP client at an address of this machine.
func clientFrom(ip string, conns int) *http.Client {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}
	return &http.Client{Transport: &http.Transport{DialContext: d.DialContext, MaxConnsPerHost: conns, MaxIdleConnsPerHost: conns, DisableCompression: true}}
}

// visit opens the page from another address, again and again, and returns the longest
// that it took.
func visit(ctx context.Context, addr string) (longest time.Duration) {
	client := clientFrom("127.0.0.3", 6)
	for ctx.Err() == nil {
		client.CloseIdleConnections() // each is a new visitor
		begin := time.Now()
		if code, _ := fetchPage(ctx, client, "http://"+addr+"/", false); code == http.StatusOK || ctx.Err() != nil {
			longest = max(longest, time.Since(begin))
		}
		time.Sleep(200 * time.Millisecond)
	}
	return longest
}

// crew is four players who play on while things are measured.
type crew struct {
	players []*raw
	next    wire.Tic
}

func newCrew(players []*raw) *crew { return &crew{players: players} }

// seen is what players notice.
type seen struct {
	worst  int    // bundles in the worst second of any player
	gaps   sample // between two bundles of a player
	filled int    // ticcmds that the relay made up
}

// measure plays at 35 Hz while load runs, for so long.
func (c *crew) measure(ctx context.Context, d time.Duration, load func(context.Context)) seen {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	var (
		all sync.WaitGroup
		mu  sync.Mutex
		got = seen{worst: wire.TicRate * 10}
	)
	begin := time.Now()
	for i, one := range c.players {
		all.Go(func() {
			gaps, seconds, filled := one.watch(ctx, begin, d)
			mu.Lock()
			defer mu.Unlock()
			got.gaps = append(got.gaps, gaps...)
			got.worst = min(got.worst, slices.Min(seconds))
			if i == 0 {
				got.filled = filled
			}
		})
	}
	all.Go(func() { load(ctx) })
	first := c.next
	for ctx.Err() == nil {
		for due := first + wire.Tic(time.Since(begin)*wire.TicRate/time.Second); c.next < due; c.next++ {
			for _, one := range c.players {
				_, _ = one.nc.Write(ticFrame(c.next)) // who is gone shows in what comes back
			}
		}
		time.Sleep(time.Second / wire.TicRate / 4)
	}
	all.Wait()
	return got
}

// watch reads bundles until ctx is done.
func (c *raw) watch(ctx context.Context, begin time.Time, d time.Duration) (gaps sample, seconds []int, filled int) {
	seconds = make([]int, max(1, int(d/time.Second)))
	last := begin
	stop := context.AfterFunc(ctx, func() { _ = c.nc.SetReadDeadline(time.Now()) })
	defer func() {
		stop()
		_ = c.nc.SetReadDeadline(time.Time{})
	}()
	for {
		err := c.read(func(frame []byte) {
			now := time.Now()
			gaps = append(gaps, now.Sub(last))
			last = now
			if at := int(now.Sub(begin) / time.Second); at < len(seconds) {
				seconds[at]++
			}
			for mask := frame[2+5]; mask != 0; mask &= mask - 1 {
				filled++
			}
		})
		if err != nil {
			gaps = append(gaps, time.Since(last))
			return gaps, seconds, filled
		}
	}
}

// record plays games of an hour as fast as it goes, and leaves so many recordings.
func (p *program) record(ctx context.Context, s settings, count int) (ids []string, err error) {
	players, err := launch(ctx, p.addr)
	if err != nil {
		return nil, err
	}
	g := newGame(players)
	for range s.tics / 6000 {
		if err := g.rush(s.inFlight, 6000); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+p.addr+"/api/control/stop", http.NoBody)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	_ = resp.Body.Close()
	for _, c := range players {
		_ = c.nc.Close()
	}
	dir := filepath.Join(p.home, "data", "doomhost", "replays")
	for size, last := int64(0), int64(-1); size != last || size == 0; {
		time.Sleep(2 * time.Second) // the recorder is behind
		last = size
		paths, err := filepath.Glob(filepath.Join(dir, "*.dhr"))
		if err != nil || len(paths) == 0 {
			return nil, errors.Join(err, errors.New("nothing was recorded"))
		}
		info, err := os.Stat(paths[0])
		if err != nil {
			return nil, err
		}
		size = info.Size()
		ids = []string{strings.TrimSuffix(filepath.Base(paths[0]), ".dhr")}
	}
	data, err := os.ReadFile(filepath.Join(dir, ids[0]+".dhr"))
	if err != nil {
		return nil, err
	}
	for n := 1; n < count; n++ {
		ids = append(ids, fmt.Sprintf("20200101-00000%d", n))
		if err := os.WriteFile(filepath.Join(dir, ids[n]+".dhr"), data, 0o644); err != nil {
			return nil, err
		}
	}
	fmt.Printf("%d recordings of %d tics, %.1f MB each\n", count, g.next, float64(len(data))/1e6)
	return ids, nil
}

// wad is the id of the largest WAD.
func (p *program) wad() (string, error) {
	resp, err := http.Get("http://" + p.addr + "/api/wads")
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var list struct {
		WADs []struct {
			ID   string
			Size int64
		}
	}
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil {
		return "", err
	}
	id, size := "", int64(0)
	for _, w := range list.WADs {
		if w.Size > size {
			id, size = w.ID, w.Size
		}
	}
	if id == "" {
		return "", errors.New("the host has no WAD")
	}
	return id, nil
}
