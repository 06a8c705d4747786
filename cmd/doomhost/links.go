package main

import (
	"context"
	"log/slog"
	"os"
	"time"
)

// linkPatience is how long a program without arguments waits for a link, which may have
// started it.
const linkPatience = time.Second

// arguments returns the arguments of the command line or, if there are none and a link
// arrives on links (on macOS), those that open the link. It opens later links in the
// background.
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
				// openLink hands over to the running host or asks the user.
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
