package main

import (
	"fmt"
	"log/slog"

	"github.com/pion/stun/v4"
	"github.com/spf13/pflag"

	"doomhost/internal/host"
	rtc "doomhost/signal"
)

// channels configures the data channels that carry tics beside the WebSocket.
type channels struct {
	mode string // off, ordered or fast
	stun []string
}

func (c *channels) register(f *pflag.FlagSet) {
	f.StringVar(&c.mode, "webrtc", defaultChannel, "data channels (UDP, same port) for tics: off, ordered or fast")
	f.StringArrayVar(&c.stun, "stun", nil, "STUN server for players beyond this network, such as stun:stun.example.org:3478; repeatable")
}

func (c *channels) check() error {
	if c.mode != "off" {
		if _, err := rtc.ParseMode(c.mode); err != nil {
			return usageError{fmt.Errorf("--webrtc %s: it must be off, ordered or fast", c.mode)}
		}
	}
	for _, url := range c.stun {
		if parsed, err := stun.ParseURI(url); err != nil || parsed.Scheme != stun.SchemeTypeSTUN {
			return usageError{fmt.Errorf("--stun %s: write it as stun:host:port", url)}
		}
	}
	return nil
}

// join offers data channels to the host's players, at the host's addresses. Call end after
// the host has stopped; it closes all channels.
func (c *channels) join(cfg *host.Config, port int, log *slog.Logger) (end func(), err error) {
	mode, err := rtc.ParseMode(c.mode)
	if err != nil {
		return func() {}, nil // off
	}
	hub, err := rtc.New(rtc.Config{Port: port, Addresses: cfg.Addresses, Mode: mode, STUN: c.stun, Log: log})
	if err != nil {
		return nil, err
	}
	cfg.Signal = hub
	return hub.Close, nil
}

// defaultChannel is the mode that the measurements in docs/netcode.md recommend.
const defaultChannel = "fast"
