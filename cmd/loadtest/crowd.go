package main

import (
	"context"
	"fmt"
	"strconv"
	"time"
)

// bare, in place of a spectator's first tic, selects the bare barrier.
const bare = "bare"

// withPages selects an additional lobby connection for each spectator.
const withPages = "pages"

// crowd is many spectators in one separate process.
type crowd struct{ *child }

// newCrowd starts count spectators that watch from tic from on, or watch the bare barrier.
// With pages, each has a lobby connection, too.
func newCrowd(ctx context.Context, addr string, count int, from string, pages bool) (crowd, error) {
	mode := []string{"watch", addr, strconv.Itoa(count), from}
	if pages {
		mode = append(mode, withPages)
	}
	c, err := start(ctx, mode...)
	if err != nil {
		return crowd{}, fmt.Errorf("%d spectators: %w", count, err)
	}
	return crowd{c}, nil
}

// measure starts the measurement.
func (c crowd) measure() { fmt.Fprintln(c.stdin) }

// result ends the crowd and returns its result.
func (c crowd) result() (string, error) {
	fmt.Fprintln(c.stdin)
	line, err := c.line()
	if err != nil {
		return "", err
	}
	var p50, p99, p999, most, n int64
	if _, err := fmt.Sscan(line, &p50, &p99, &p999, &most, &n); err != nil {
		return "", fmt.Errorf("result %q: %w", line, err)
	}
	us := func(ns int64) time.Duration { return time.Duration(ns).Round(time.Microsecond) }
	return fmt.Sprintf("p50 %v  p99 %v  p99.9 %v  max %v  (%d)", us(p50), us(p99), us(p999), us(most), n), nil
}
