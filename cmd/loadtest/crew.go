package main

import (
	"context"
	"encoding/binary"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"doomhost/lockstep"
)

// crew is four players who keep playing during measurements.
type crew struct {
	players []*raw
	rate    time.Duration // tics a second
	next    atomic.Uint32 // the tic of the next ticcmds
	sealed  atomic.Uint32 // the first tic that no player has a bundle of
}

func newCrew(players []*raw) *crew { return &crew{players: players, rate: lockstep.TicRate} }

// seen is the players' view of a measurement.
type seen struct {
	tics   int    // bundles of the player with the fewest
	worst  int    // bundles in the worst second of any player
	gaps   sample // between consecutive bundles of one player
	filled int    // ticcmds that the relay filled
}

// measure plays for d while load runs.
func (c *crew) measure(ctx context.Context, d time.Duration, load func(context.Context)) seen {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	var (
		all sync.WaitGroup
		mu  sync.Mutex
		got seen
	)
	begin := time.Now()
	for i, one := range c.players {
		all.Go(func() {
			gaps, seconds, filled := one.watch(ctx, begin, d, &c.sealed)
			mu.Lock()
			defer mu.Unlock()
			tics, worst := len(gaps)-1, slices.Min(seconds)
			if got.gaps == nil {
				got.tics, got.worst = tics, worst
			}
			got.gaps = append(got.gaps, gaps...)
			got.tics, got.worst = min(got.tics, tics), min(got.worst, worst)
			if i == 0 {
				got.filled = filled
			}
		})
	}
	all.Go(func() { load(ctx) })
	first := c.next.Load()
	for ctx.Err() == nil {
		// Tics that were sealed without these players are over: they go on behind them, as
		// pages do.
		if sealed := c.sealed.Load(); sealed > c.next.Load() {
			first += sealed - c.next.Load()
			c.next.Store(sealed)
		}
		for due := first + uint32(time.Since(begin)*c.rate/time.Second); c.next.Load() < due; c.next.Add(1) {
			for _, one := range c.players {
				_, _ = one.nc.Write(ticFrame(lockstep.Tic(c.next.Load()))) // the bundles show a lost connection
			}
		}
		time.Sleep(time.Second / c.rate / 4)
	}
	all.Wait()
	return got
}

// watch reads bundles until ctx is done, and keeps sealed behind the last of them. The last
// gap is up to the end.
func (c *raw) watch(
	ctx context.Context, begin time.Time, d time.Duration, sealed *atomic.Uint32,
) (gaps sample, seconds []int, filled int) {
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
			if next := binary.LittleEndian.Uint32(frame[2:]) + 1; next > sealed.Load() {
				sealed.Store(next)
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
