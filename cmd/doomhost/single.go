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

// single is the right to be the user's one doomhost, and the ear for those that
// start later. Its zero value is one that nobody can find.
type single struct {
	url   atomic.Pointer[string] // where to send the user's browser
	ready chan struct{}          // closed when there is an url
	lobby chan struct{}          // closed when that is the lobby's
	once  sync.Once
	stop  func()
}

// beSingle becomes the one doomhost. When another runs, its address is returned
// in place.
func (o *options) beSingle(ctx context.Context) (s *single, running string, err error) {
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
			return nil, "", fmt.Errorf("%w (to start one more beside it: --beside)", err)
		}
		return nil, reply.URL, nil
	case err != nil:
		// A folder that cannot be written is no reason not to play.
		slog.Debug("later starts will not find this one", "err", err)
		return s, "", nil
	}
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	wait.Go(func() { inst.Serve(ctx, s.answer) })
	s.stop = func() {
		cancel()
		wait.Wait()
		if err := inst.Close(); err != nil {
			slog.Debug("lock not let go", "err", err)
		}
	}
	return s, "", nil
}

// at says where the user's browser is to be sent from now on.
func (s *single) at(url string) {
	s.url.Store(&url)
	s.once.Do(func() { close(s.ready) })
}

// serving is at for the lobby's address.
func (s *single) serving(url string) {
	s.at(url)
	close(s.lobby)
}

// answer answers a later start.
func (s *single) answer(ctx context.Context, r instance.Request) instance.Reply {
	if r.Action != "open" {
		return instance.Reply{Error: "the doomhost that runs does not know how to do that: end it and start again"}
	}
	select {
	case <-s.ready:
		return instance.Reply{URL: *s.url.Load()}
	case <-ctx.Done():
		return instance.Reply{Error: "the doomhost that runs has not started yet: try again"}
	}
}

// handOver sends the user to the doomhost that runs.
func handOver(o *options, out io.Writer, url string) {
	fmt.Fprintf(out, "doomhost is running already. You open:\n  %s\n", url)
	if !o.noOpen {
		if err := openBrowser(url); err != nil {
			slog.Info("no browser opened: open the address above yourself", "err", err)
		}
	}
}
