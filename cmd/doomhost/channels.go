package main

import (
	"fmt"
	"log/slog"

	"github.com/pion/stun/v4"
	"github.com/spf13/pflag"

	"doomhost/internal/host"
	rtc "doomhost/signal"
)

// channels says how tics may travel beside the WebSocket.
type channels struct {
	mode string // off, ordered or fast
	stun []string
}

func (c *channels) register(f *pflag.FlagSet) {
	f.StringVar(&c.mode, "webrtc", defaultChannel, "data channels for tics, over UDP on the same port: off, ordered or fast")
	f.StringArrayVar(&c.stun, "stun", nil, "STUN server for players beyond this network, such as stun:stun.example.org:3478; may be given again")
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

// join offers data channels to the host's players, at the host's addresses. What
// it returns ends them all; it is called when the host has stopped.
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

// defaultChannel is the mode that the measurements in docs/netcode.md speak for.
const defaultChannel = "fast"
