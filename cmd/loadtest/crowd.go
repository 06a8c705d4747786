package main

import (
	"context"
	"fmt"
	"strconv"
	"time"
)

// bare stands for the bare barrier in place of the tic that a spectator starts
// at.
const bare = "bare"

// withPages stands for the lobby connections that spectators have beside.
const withPages = "pages"

// crowd is many spectators in a process of their own.
type crowd struct{ *child }

// newCrowd lets so many spectators in who start at tic from, or
// watch the bare barrier; with pages each has a lobby connection, too.
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

// measure starts the measuring.
func (c crowd) measure() { fmt.Fprintln(c.stdin) }

// result ends the crowd and says what it saw.
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
