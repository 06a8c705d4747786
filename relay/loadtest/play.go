package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"doomhost/relay/wire"
)

// game is four players on open connections.
type game struct {
	players []*raw
	next    wire.Tic
}

func newGame(players []*raw) *game { return &game{players: players} }

// paceWhile plays at 35 Hz until f is done and returns the latencies.
func (g *game) paceWhile(ctx context.Context, f func() error) (sample, error) {
	done := make(chan error, 1)
	go func() { done <- f() }()
	var all sample
	for {
		one, err := g.pace(ctx, time.Second)
		if err != nil {
			return nil, err
		}
		all = append(all, one...)
		select {
		case err := <-done:
			return all, err
		default:
		}
	}
}

// pace plays at 35 Hz for a while and returns the latency of every bundle at
// every player.
func (g *game) pace(ctx context.Context, d time.Duration) (sample, error) {
	tics := int(d * wire.TicRate / time.Second)
	first := g.next
	var (
		mu  sync.Mutex
		all sample
		wg  sync.WaitGroup
	)
	errs := make(chan error, len(g.players))
	for _, c := range g.players {
		wg.Go(func() {
			mine := make(sample, 0, tics)
			for want := first; want < first+wire.Tic(tics); {
				err := c.read(func(frame []byte) {
					if d, ok := age(frame); ok {
						mine = append(mine, d)
					}
					want++
				})
				if err != nil {
					errs <- err
					return
				}
			}
			mu.Lock()
			all = append(all, mine...)
			mu.Unlock()
		})
	}
	clock := time.NewTicker(time.Second / wire.TicRate)
	defer clock.Stop()
	for range tics {
		select {
		case <-clock.C:
		case err := <-errs:
			return nil, err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		for _, c := range g.players {
			if _, err := c.nc.Write(ticFrame(g.next)); err != nil {
				return nil, err
			}
		}
		g.next++
	}
	wg.Wait()
	return all, nil
}

// rush plays so many tics as fast as it goes, with so many ticcmds in flight.
func (g *game) rush(inFlight, tics int) error {
	first := g.next
	last := first + wire.Tic(tics)
	errs := make(chan error, len(g.players))
	for _, c := range g.players {
		go func() {
			sent, got := first, first
			var out []byte
			for got < last {
				out = out[:0]
				for ; sent < min(last, got+wire.Tic(inFlight)); sent++ {
					out = append(out, ticFrame(sent)...)
				}
				if len(out) > 0 {
					if _, err := c.nc.Write(out); err != nil {
						errs <- err
						return
					}
				}
				if err := c.read(func([]byte) { got++ }); err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	for range g.players {
		if err := <-errs; err != nil {
			return fmt.Errorf("play fast: %w", err)
		}
	}
	g.next = last
	return nil
}
