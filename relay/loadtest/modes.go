package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"doomhost/relay/wire"
)

// latency measures the host and the bare barrier in one run.
func latency(ctx context.Context, s settings) error {
	h, relay, err := serveGame(ctx)
	if err != nil {
		return err
	}
	defer h.stop()
	b, err := start(ctx, "barrier")
	if err != nil {
		return err
	}
	defer b.stop()
	var bare []*raw
	for range wire.NumSlots {
		c, err := dial(b.addr, "")
		if err != nil {
			return err
		}
		bare = append(bare, c)
	}
	// Both play at the same time, so that both meet the same weather.
	tcp := newGame(bare)
	var (
		wg               sync.WaitGroup
		relayAll, tcpAll sample
		relayErr, tcpErr error
	)
	wg.Go(func() { relayAll, relayErr = relay.pace(ctx, s.duration) })
	time.Sleep(time.Second / wire.TicRate / 2) // half a tic apart
	wg.Go(func() { tcpAll, tcpErr = tcp.pace(ctx, s.duration) })
	wg.Wait()
	if err := errors.Join(relayErr, tcpErr); err != nil {
		return err
	}
	fmt.Println("bare TCP barrier:", tcpAll)
	fmt.Println("relay:           ", relayAll)
	fmt.Printf("relay to barrier: p50 %.2f, p99 %.2f\n",
		float64(relayAll.p(0.5))/float64(tcpAll.p(0.5)), float64(relayAll.p(0.99))/float64(tcpAll.p(0.99)))
	return nil
}

// serveGame starts a host and a game of four on it. The caller stops the host.
func serveGame(ctx context.Context) (*child, *game, error) {
	h, err := start(ctx, "serve")
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

// flood measures how many tics a second go through.
func flood(ctx context.Context, s settings) error {
	h, g, err := serveGame(ctx)
	if err != nil {
		return err
	}
	defer h.stop()
	if err := g.rush(s.inFlight, 20_000); err != nil {
		return err
	}
	cpu, begin, first := h.cpu(), time.Now(), g.next
	for time.Since(begin) < s.duration && ctx.Err() == nil {
		if err := g.rush(s.inFlight, 20_000); err != nil {
			return err
		}
	}
	took, tics := time.Since(begin), int(g.next-first)
	fmt.Printf("%d tics in %v: %.0f tics/s, %.1f µs of the host's CPU a tic, host memory %.1f MB\n", tics, took.Round(time.Millisecond),
		float64(tics)/took.Seconds(), float64((h.cpu()-cpu).Microseconds())/float64(tics), float64(h.memory())/1e6)
	return nil
}

// spectators measures the live game with so many who watch.
func spectators(ctx context.Context, s settings, count int) error {
	h, g, err := serveGame(ctx)
	if err != nil {
		return err
	}
	defer h.stop()
	if _, err := g.pace(ctx, time.Second); err != nil {
		return err
	}
	before := h.memory()
	var watchers crowd
	if _, err := g.paceWhile(ctx, func() (err error) {
		watchers, err = newCrowd(ctx, h.addr, count, 0)
		return err
	}); err != nil {
		return err
	}
	defer watchers.stop()
	if _, err := g.pace(ctx, 2*time.Second); err != nil {
		return err
	}
	watchers.measure()
	cpu, begin := h.cpu(), time.Now()
	all, err := g.pace(ctx, s.duration)
	if err != nil {
		return err
	}
	used := h.cpu() - cpu
	seen, err := watchers.result()
	if err != nil {
		return err
	}
	fmt.Printf("%d spectators: players %v\n", count, all)
	fmt.Printf("%d spectators: watch   %v\n", count, seen)
	fmt.Printf("host: %.0f %% of a core, %.1f KB a spectator\n",
		100*used.Seconds()/time.Since(begin).Seconds(), float64(h.memory()-before)/1e3/float64(max(1, count)))
	return nil
}

// history measures the live game while so many fetch all that was played.
func history(ctx context.Context, s settings, count int) error {
	h, g, err := serveGame(ctx)
	if err != nil {
		return err
	}
	defer h.stop()
	before := h.memory()
	if err := g.rush(s.inFlight, s.tics); err != nil {
		return err
	}
	if _, err := g.pace(ctx, 2*time.Second); err != nil {
		return err
	}
	fmt.Printf("%d tics played; the host has grown by %.1f MB\n", g.next, float64(h.memory()-before)/1e6)
	quiet, err := g.pace(ctx, 5*time.Second)
	if err != nil {
		return err
	}
	goal := g.next
	begin := time.Now()
	var took string
	live, err := g.paceWhile(ctx, func() error {
		c, err := start(ctx, "fetch", h.addr, strconv.Itoa(count), strconv.Itoa(int(goal)))
		if err != nil {
			return err
		}
		defer c.stop()
		took = c.addr
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Printf("players before:  %v\n", quiet)
	fmt.Printf("players, while %d join (%.1f s): %v\n", count, time.Since(begin).Seconds(), live)
	fmt.Printf("time to have the history: %s, host memory %.1f MB\n", took, float64(h.memory())/1e6)
	return nil
}

// joiners is a process in which so many fetch the history up to goal. It says how
// long each of them took.
func joiners(addr string, count int, goal wire.Tic) error {
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

// fetch gets the history up to goal as a spectator.
func fetch(addr string, goal wire.Tic) error {
	c, err := dial(addr, "/ws/spectate")
	if err != nil {
		return err
	}
	defer c.nc.Close()
	c.buf = make([]byte, 64<<10)
	for next := wire.Tic(0); next < goal; {
		if err := c.read(func([]byte) { next++ }); err != nil {
			return err
		}
	}
	return nil
}

// stopped watches the host's memory while so many spectators read nothing.
func stopped(ctx context.Context, s settings, count int) error {
	h, g, err := serveGame(ctx)
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
	// Fast enough to fill every buffer on the way.
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
