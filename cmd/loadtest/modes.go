package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"doomhost/lockstep"
)

// latency measures the host and the bare barrier at the same time.
func latency(ctx context.Context, s settings) error {
	p, err := startPair(ctx, s.serveGame)
	if err != nil {
		return err
	}
	defer p.stop()
	before := p.host.shares()
	relayAll, tcpAll, err := p.pace(ctx, s.duration)
	if err != nil {
		return err
	}
	compare("", relayAll, tcpAll)
	fmt.Println("host: " + p.host.shares().since(before, s.duration))
	return nil
}

// pair is a measured game and one on a bare barrier beside it.
type pair struct {
	host, barrier *child
	game, tcp     *game
}

// startPair starts the measured game with start, and the bare barrier.
func startPair(ctx context.Context, start func(context.Context) (*child, *game, error)) (*pair, error) {
	h, g, err := start(ctx)
	if err != nil {
		return nil, err
	}
	b, tcp, err := bareGame(ctx)
	if err != nil {
		h.stop()
		return nil, err
	}
	return &pair{host: h, barrier: b, game: g, tcp: tcp}, nil
}

func (p *pair) stop() {
	p.barrier.stop()
	p.host.stop()
}

// pace plays both games at the same time, so that both meet the same conditions.
func (p *pair) pace(ctx context.Context, d time.Duration) (all, tcpAll sample, err error) {
	var (
		wg              sync.WaitGroup
		gameErr, tcpErr error
	)
	wg.Go(func() { all, gameErr = p.game.pace(ctx, d) })
	time.Sleep(time.Second / lockstep.TicRate / 2) // offset by half a tic
	wg.Go(func() { tcpAll, tcpErr = p.tcp.pace(ctx, d) })
	wg.Wait()
	return all, tcpAll, errors.Join(gameErr, tcpErr)
}

// compare prints the relay's latencies beside the bare barrier's.
func compare(when string, relay, tcp sample) {
	fmt.Printf("players%s, bare TCP barrier: %v\n", when, tcp)
	fmt.Printf("players%s, relay:            %v\n", when, relay)
	fmt.Printf("players%s, relay to barrier: p50 %.2f, p99 %.2f\n", when,
		float64(relay.p(0.5))/float64(tcp.p(0.5)), float64(relay.p(0.99))/float64(tcp.p(0.99)))
}

// bareGame starts a bare barrier and a game of four players on it. The caller stops the
// barrier.
func bareGame(ctx context.Context) (*child, *game, error) {
	b, err := start(ctx, "barrier")
	if err != nil {
		return nil, nil, err
	}
	var players []*raw
	for range lockstep.NumSlots {
		c, err := dial(b.addr, "")
		if err != nil {
			b.stop()
			return nil, nil, err
		}
		players = append(players, c)
	}
	return b, newGame(players), nil
}

// serveGame starts the program, or the host alone, and a game of four players on it. The
// caller stops it.
func (s settings) serveGame(ctx context.Context) (*child, *game, error) {
	h, err := s.startHost(ctx)
	if err != nil {
		return nil, nil, err
	}
	players, err := launch(ctx, h.addr)
	if err != nil {
		h.stop()
		return nil, nil, err
	}
	return h, newGame(players), nil
}

func (s settings) startHost(ctx context.Context) (*child, error) {
	if s.alone {
		return start(ctx, "serve")
	}
	p, err := startProgram(ctx, s, "", false, unlimited...)
	if err != nil {
		return nil, err
	}
	return p.child, nil
}

// spectators measures the live game with count spectators. The bare barrier beside it has
// none, so its latencies are the machine's share.
func spectators(ctx context.Context, s settings, count int) error {
	return crowded(ctx, s, s.serveGame, count, "0")
}

// bareSpectators measures the barrier itself with count spectators: the cost of a plain
// loop of writes.
func bareSpectators(ctx context.Context, s settings, count int) error {
	return crowded(ctx, s, bareGame, count, bare)
}

// crowded measures the game that start starts, with count spectators that watch from tic
// from on.
func crowded(
	ctx context.Context, s settings, start func(context.Context) (*child, *game, error), count int, from string,
) error {
	p, err := startPair(ctx, start)
	if err != nil {
		return err
	}
	defer p.stop()
	h, g := p.host, p.game
	if _, err := g.pace(ctx, time.Second); err != nil {
		return err
	}
	memory := h.memory()
	var watchers crowd
	if _, err := g.paceWhile(ctx, func() (err error) {
		watchers, err = newCrowd(ctx, h.addr, count, from, s.pages && from != bare)
		return err
	}); err != nil {
		return err
	}
	defer watchers.stop()
	if _, err := g.pace(ctx, 2*time.Second); err != nil {
		return err
	}
	watchers.measure()
	before, watchCPU, begin := h.shares(), watchers.cpu(), time.Now()
	all, tcpAll, err := p.pace(ctx, s.duration)
	if err != nil {
		return err
	}
	took := time.Since(begin)
	used, watchUsed := h.shares(), watchers.cpu()-watchCPU
	seen, err := watchers.result()
	if err != nil {
		return err
	}
	compare("", all, tcpAll)
	fmt.Printf("%d spectators: %v\n", count, seen)
	each := float64(max(1, count))
	fmt.Printf("host: %s, %.1f µs a tic and %.1f KB a spectator; spectators' process: %.0f %%\n", used.since(before, took),
		float64((used.all-before.all).Microseconds())/took.Seconds()/lockstep.TicRate/each, float64(h.memory()-memory)/1e3/each,
		100*watchUsed.Seconds()/took.Seconds())
	return nil
}

// history measures the live game while count spectators fetch the whole history. A bare
// barrier plays beside it.
func history(ctx context.Context, s settings, count int) error {
	p, err := startPair(ctx, s.serveGame)
	if err != nil {
		return err
	}
	defer p.stop()
	h, g := p.host, p.game
	before := h.memory()
	if err := g.rush(s.inFlight, s.tics); err != nil {
		return err
	}
	if _, err := g.pace(ctx, 2*time.Second); err != nil {
		return err
	}
	fmt.Printf("%d tics played; the host has grown by %.1f MB\n", g.next, float64(h.memory()-before)/1e6)
	quiet, tcpQuiet, err := p.pace(ctx, 5*time.Second)
	if err != nil {
		return err
	}
	goal := g.next
	begin := time.Now()
	var (
		took         string
		tcpLive      sample
		tcpErr       error
		done, joined = make(chan struct{}), make(chan struct{})
	)
	go func() {
		defer close(done)
		tcpLive, tcpErr = p.tcp.paceWhile(ctx, func() error { <-joined; return nil })
	}()
	live, err := g.paceWhile(ctx, func() error {
		defer close(joined)
		c, err := start(ctx, "fetch", h.addr, strconv.Itoa(count), strconv.Itoa(int(goal)))
		if err != nil {
			return err
		}
		defer c.stop()
		took = c.addr
		return nil
	})
	<-done
	if err := errors.Join(err, tcpErr); err != nil {
		return err
	}
	compare(" before", quiet, tcpQuiet)
	compare(fmt.Sprintf(" while %d join (%.1f s)", count, time.Since(begin).Seconds()), live, tcpLive)
	fmt.Printf("time to fetch the history: %s, host memory %.1f MB\n", took, float64(h.memory())/1e6)
	return nil
}

// joiners runs a process in which count spectators fetch the history up to goal. It prints
// how long they took.
func joiners(addr string, count int, goal lockstep.Tic) error {
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		took  sample
		fails int
	)
	for range count {
		wg.Go(func() {
			begin := time.Now()
			err := fetch(addr, goal)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				fails++
				return
			}
			took = append(took, time.Since(begin))
		})
	}
	wg.Wait()
	_, err := fmt.Printf("%v, %d failed\n", took, fails)
	return err
}

// fetch fetches the history up to goal as a spectator.
func fetch(addr string, goal lockstep.Tic) error {
	c, err := dial(addr, "/ws/spectate")
	if err != nil {
		return err
	}
	defer c.nc.Close()
	c.buf = make([]byte, 64<<10)
	for next := lockstep.Tic(0); next < goal; {
		if err := c.read(func([]byte) { next++ }); err != nil {
			return err
		}
	}
	return nil
}

// stopped prints the host's memory while count spectators read nothing.
func stopped(ctx context.Context, s settings, count int) error {
	h, g, err := s.serveGame(ctx)
	if err != nil {
		return err
	}
	defer h.stop()
	for range count {
		c, err := dial(h.addr, "/ws/spectate")
		if err != nil {
			return err
		}
		defer c.nc.Close()
	}
	// Play fast enough to fill every buffer.
	begin, last := time.Now(), time.Time{}
	for time.Since(begin) < s.duration && ctx.Err() == nil {
		if err := g.rush(s.inFlight, 20_000); err != nil {
			return err
		}
		if time.Since(last) > s.duration/10 {
			last = time.Now()
			fmt.Printf("%5.1f s, tic %8d: host memory %.1f MB\n", time.Since(begin).Seconds(), g.next, float64(h.memory())/1e6)
		}
	}
	return nil
}

// stall measures the tics of three players while the fourth is silent on an open
// connection, and the time in which the fourth comes back on a new one.
func stall(ctx context.Context, s settings) error {
	h, g, err := s.serveGame(ctx)
	if err != nil {
		return err
	}
	defer h.stop()
	if _, err := g.pace(ctx, 2*time.Second); err != nil {
		return err
	}
	const silent = lockstep.NumSlots - 1
	rest := &game{players: g.players[:silent], next: g.next}
	for _, d := range []time.Duration{time.Second, 3 * time.Second} {
		begin, first := time.Now(), rest.next
		if _, err := rest.pace(ctx, d); err != nil {
			return err
		}
		took := time.Since(begin)
		fmt.Printf("one player is silent: the others get %d tics in %.2f s, %.1f tics/s\n", rest.next-first, took.Seconds(),
			float64(rest.next-first)/took.Seconds())
	}
	var back time.Duration
	from := rest.next
	if _, err := rest.paceWhile(ctx, func() error {
		begin := time.Now()
		c, err := dial(h.addr, fmt.Sprintf("/ws/game?slot=%d&token=%s&from=%d", silent, g.players[silent].token, from))
		if err != nil {
			return err
		}
		defer c.nc.Close()
		err = c.read(func([]byte) {})
		back = time.Since(begin)
		return err
	}); err != nil {
		return err
	}
	fmt.Printf("the silent player reconnects beside its half-open connection: next bundle after %v\n",
		back.Round(100*time.Microsecond))
	return nil
}
