package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"

	"doomhost/internal/launch/instance"
	"doomhost/internal/system/userdirs"
)

// single makes this process the user's single instance, and answers later starts. With the
// zero value, later starts cannot find it.
type single struct {
	url   atomic.Pointer[string] // the page for the user's browser
	ready chan struct{}          // closed when url is set
	lobby chan struct{}          // closed when url is the lobby's
	once  sync.Once
	stop  func()
}

// acquireSingle makes this process the single instance. If another one is running, it returns
// that one's URL instead.
func (o *options) acquireSingle(ctx context.Context) (s *single, running string, err error) {
	s = &single{ready: make(chan struct{}), lobby: make(chan struct{}), stop: func() {}}
	dir := userdirs.State()
	if o.beside || dir == "" {
		return s, "", nil
	}
	inst, err := instance.Acquire(dir)
	switch {
	case errors.Is(err, instance.ErrRunning):
		reply, err := instance.Send(ctx, dir, instance.Request{Action: "open"})
		if err != nil {
			return nil, "", fmt.Errorf("%w (to start another one anyway, use --beside)", err)
		}
		return nil, reply.URL, nil
	case err != nil:
		// If the folder is not writable, the game can still run.
		slog.Debug("later starts cannot find this instance", "err", err)
		return s, "", nil
	}
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	wait.Go(func() { inst.Serve(ctx, s.answer) })
	s.stop = func() {
		cancel()
		wait.Wait()
		if err := inst.Close(); err != nil {
			slog.Debug("lock not released", "err", err)
		}
	}
	return s, "", nil
}

// at sets the page for the user's browser.
func (s *single) at(url string) {
	s.url.Store(&url)
	s.once.Do(func() { close(s.ready) })
}

// serving sets the lobby as the page for the user's browser.
func (s *single) serving(url string) {
	s.at(url)
	close(s.lobby)
}

// answer answers a later start.
func (s *single) answer(ctx context.Context, r instance.Request) instance.Reply {
	if r.Action != "open" {
		return instance.Reply{Error: "the running doomhost does not support this: quit it and start again"}
	}
	select {
	case <-s.ready:
		return instance.Reply{URL: *s.url.Load()}
	case <-ctx.Done():
		return instance.Reply{Error: "the running doomhost has not finished starting: try again"}
	}
}

// openRunning sends the user to the running doomhost.
func openRunning(o *options, out io.Writer, url string) {
	fmt.Fprintf(out, "doomhost is running already. Your page:\n  %s\n", url)
	if !o.noOpen {
		if err := openBrowser(url); err != nil {
			slog.Info("the browser did not open: open the address above yourself", "err", err)
		}
	}
}
