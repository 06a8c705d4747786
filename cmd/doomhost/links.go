package main

import (
	"context"
	"log/slog"
	"os"
	"time"
)

// linkPatience is how long a program that was started without arguments waits
// for the link that it may have been started for.
const linkPatience = time.Second

// arguments are those of the command line, or those that do what a link asks
// for, where links come by a channel (on macOS). What comes later is done
// beside.
func arguments(ctx context.Context, links <-chan string) []string {
	args := os.Args[1:]
	if links == nil {
		return args
	}
	if len(args) == 0 {
		timer := time.NewTimer(linkPatience)
		defer timer.Stop()
		select {
		case l := <-links:
			args = []string{"open-url", l}
		case <-timer.C:
		}
	}
	go func() {
		for {
			select {
			case l := <-links:
				// It hands over to what runs here, or asks.
				if err := openLink(ctx, l, os.Stdout); err != nil {
					slog.Warn("link not opened", "err", err)
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return args
}
