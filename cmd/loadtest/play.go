package main

import (
	"context"
	"sync"
	"time"

	"doomhost/lockstep"
)

// game is four players with open connections.
type game struct {
	players []*raw
	next    lockstep.Tic
}

func newGame(players []*raw) *game { return &game{players: players} }

// paceWhile plays at 35 Hz until f returns, and returns the latencies.
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

// pace plays at 35 Hz for d and returns the latency of every bundle at every player.
func (g *game) pace(ctx context.Context, d time.Duration) (sample, error) {
	tics := int(d * lockstep.TicRate / time.Second)
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
			for want := first; want < first+lockstep.Tic(tics); {
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
	clock := time.NewTicker(time.Second / lockstep.TicRate)
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
