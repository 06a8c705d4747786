package main

import (
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"doomhost/discovery"
	"doomhost/internal/host"
	"doomhost/internal/network/lanaddr"
	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// options holds the command line's settings.
type options struct {
	port   int
	name   string
	wads   []string
	allow  []string
	noOpen bool
	noMDNS bool
	noQR   bool
	beside bool
	log    string
	limits host.Limits

	allInterfaces bool
	addresses     *lanaddr.Recent
	channels      channels

	replayLimit int // megabytes
	content     content
}

// defaultPort is the default of --port.
const defaultPort = 8666

// register defines the flags.
func (o *options) register(f *pflag.FlagSet) {
	f.SortFlags = false
	o.addresses = new(lanaddr.Recent)
	f.IntVar(&o.port, "port", defaultPort, "TCP port; if it is busy, the next free one; 0 means any free port")
	f.StringVar(&o.name, "name", defaultName(), "name of this host that others see")
	f.StringArrayVar(&o.wads, "wads", nil, "folder with WADs (games, and PWADs as add-ons), searched first; repeatable")
	f.StringArrayVar(&o.allow, "allow-host", nil, "additional name or address of this host; repeatable")
	f.BoolVar(&o.noOpen, "no-open", false, "don't open a browser")
	f.BoolVar(&o.noMDNS, "no-mdns", false, "don't announce the game on the network; other games are still listed")
	f.BoolVar(&o.allInterfaces, "all-interfaces", false, "also use virtual network adapters, such as those of a VPN")
	f.BoolVar(&o.beside, "beside", false, "start even if another doomhost is running")
	f.BoolVar(&o.noQR, "no-qr", false, "don't draw a QR code")
	f.StringVar(&o.log, "log", "info", "log level: debug, info, warn or error")
	f.IntVar(&o.replayLimit, "replay-limit", defaultReplayLimit,
		"megabytes of recorded games to keep, newest first; 0 turns recording off")
	o.channels.register(f)
	o.content.register(f)
	f.IntVar(&o.limits.ConnsPerAddress, "limit-address", 64,
		"limit of WebSocket connections from one address; -1 means no limit")
	f.IntVar(&o.limits.Conns, "limit-connections", 16384, "limit of WebSocket connections in total; -1 means no limit")
	f.IntVar(&o.limits.MessagesPerSec, "limit-rate", 300,
		"limit of messages a second from one connection; -1 means no limit")
	f.IntVar(&o.limits.LobbyMessage, "limit-lobby-message", 1024,
		fmt.Sprintf("limit of bytes in a lobby message, 1 to %d", wire.MaxLobbyMsg))
	f.IntVar(&o.limits.TicMessage, "limit-tic-message", 64,
		fmt.Sprintf("limit of bytes in a tic message, %d or more", lockstep.TicMsgSize))
	f.DurationVar(&o.limits.Idle, "limit-idle", 20*time.Second, "disconnect a peer after this long without a sign of life")
}

// defaultOptions returns the options of an empty command line.
func defaultOptions() options {
	var o options
	o.register(pflag.NewFlagSet("", pflag.ContinueOnError))
	return o
}

// defaultName returns the machine's name.
func defaultName() string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return "doomhost"
	}
	return name
}

// logger returns a logger to standard error at the level of --log.
func (o *options) logger() (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(o.log)); err != nil {
		return nil, usageError{fmt.Errorf("--log %s: it must be debug, info, warn or error", o.log)}
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level})), nil
}

// check finds errors that the flags' types permit.
func (o *options) check() error {
	if o.port < 0 || o.port > 65535 {
		return usageError{fmt.Errorf("--port %d: it must be 0 to 65535", o.port)}
	}
	if o.limits.LobbyMessage < 1 || o.limits.LobbyMessage > wire.MaxLobbyMsg {
		return usageError{fmt.Errorf("--limit-lobby-message %d: it must be 1 to %d", o.limits.LobbyMessage, wire.MaxLobbyMsg)}
	}
	if o.limits.TicMessage < lockstep.TicMsgSize {
		return usageError{fmt.Errorf("--limit-tic-message %d: it must be %d or more",
			o.limits.TicMessage, lockstep.TicMsgSize)}
	}
	if err := o.checkNames(); err != nil {
		return err
	}
	if err := o.checkReplayLimit(); err != nil {
		return err
	}
	if err := o.channels.check(); err != nil {
		return err
	}
	if err := o.content.check(); err != nil {
		return err
	}
	for _, dir := range o.wads {
		info, err := os.Stat(dir)
		switch {
		case err != nil:
			return usageError{fmt.Errorf("--wads %s: there is no such folder", dir)}
		case !info.IsDir():
			return usageError{fmt.Errorf("--wads %s: that is a file: name its folder, %s", dir, filepath.Dir(dir))}
		}
	}
	return nil
}

// checkNames cleans --name for display, and refuses values of --allow-host that are neither
// a name nor an address.
func (o *options) checkNames() error {
	if strings.TrimSpace(o.name) == "" {
		o.name = defaultName()
	}
	o.name = discovery.CleanName(o.name)
	for _, name := range o.allow {
		bare := strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
		if _, err := netip.ParseAddr(bare); err != nil && (name == "" || strings.ContainsAny(name, ":/*?#@ \t[]")) {
			return usageError{fmt.Errorf("--allow-host %s: write the name or address alone, such as party.example.org", name)}
		}
	}
	return nil
}
