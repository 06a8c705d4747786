package main

import (
	"context"
	"fmt"
	"strconv"
)

// pagePings is the number of pings a second on a page's lobby connection.
const pagePings = 2

// lobby measures the live game while count lobby connections ping and chat. A bare barrier
// plays at the same time.
func lobby(ctx context.Context, s settings, count int) error {
	p, err := startPair(ctx, s.serveGame)
	if err != nil {
		return err
	}
	defer p.stop()
	var talkers *child
	if _, err := p.game.paceWhile(ctx, func() (err error) {
		talkers, err = start(ctx, "talk", p.host.addr, strconv.Itoa(count), strconv.Itoa(s.pings), strconv.Itoa(s.lines))
		return err
	}); err != nil {
		return err
	}
	before := p.host.shares()
	all, tcpAll, err := p.pace(ctx, s.duration)
	if err != nil {
		return err
	}
	used := p.host.shares()
	_ = talkers.stdin.Close()
	line, err := talkers.line()
	_ = talkers.cmd.Wait()
	if err != nil {
		return fmt.Errorf("%d lobby connections: %w", count, err)
	}
	compare("", all, tcpAll)
	fmt.Printf("%d lobby connections: %s; host: %s\n", count, line, used.since(before, s.duration))
	return nil
}
