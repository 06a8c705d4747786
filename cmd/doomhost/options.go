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
	"doomhost/relay/wire"
)

// options is what the command line says.
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

// defaultPort is where doomhost listens when nothing else is asked for.
const defaultPort = 8666

// register sets the flags up.
func (o *options) register(f *pflag.FlagSet) {
	f.SortFlags = false
	o.addresses = new(lanaddr.Recent)
	f.IntVar(&o.port, "port", defaultPort, "TCP port; the next free one is taken when it is busy, 0 takes any")
	f.StringVar(&o.name, "name", defaultName(), "name by which others see this host")
	f.StringArrayVar(&o.wads, "wads", nil, "folder with WADs (games, and add-ons: PWADs), before all others; may be given again")
	f.StringArrayVar(&o.allow, "allow-host", nil, "further name or address by which this host may be addressed; may be given again")
	f.BoolVar(&o.noOpen, "no-open", false, "don't open a browser")
	f.BoolVar(&o.noMDNS, "no-mdns", false, "don't announce the game on the network; the list of others stays")
	f.BoolVar(&o.allInterfaces, "all-interfaces", false, "use virtual network adapters, too, such as those of a VPN")
	f.BoolVar(&o.beside, "beside", false, "start beside a doomhost that runs already")
	f.BoolVar(&o.noQR, "no-qr", false, "don't draw a QR code")
	f.StringVar(&o.log, "log", "info", "what to log: debug, info, warn or error")
	f.IntVar(&o.replayLimit, "replay-limit", defaultReplayLimit, "megabytes of recorded games to keep, the newest; 0 records none")
	o.channels.register(f)
	o.content.register(f)
	f.IntVar(&o.limits.ConnsPerAddress, "limit-address", 64, "WebSocket connections from one address, -1 for any number")
	f.IntVar(&o.limits.Conns, "limit-connections", 16384, "WebSocket connections in all, -1 for any number")
	f.IntVar(&o.limits.MessagesPerSec, "limit-rate", 300, "messages a second from one connection, -1 for any number")
	f.IntVar(&o.limits.LobbyMessage, "limit-lobby-message", 1024, fmt.Sprintf("bytes of a lobby message, 1 to %d", wire.MaxLobbyMsg))
	f.IntVar(&o.limits.TicMessage, "limit-tic-message", 64, fmt.Sprintf("bytes of a tic message, %d or more", wire.TicMsgSize))
	f.DurationVar(&o.limits.Idle, "limit-idle", 20*time.Second, "how long a connection may give no sign of life")
}

// defaultOptions are those of a command line that says nothing.
func defaultOptions() options {
	var o options
	o.register(pflag.NewFlagSet("", pflag.ContinueOnError))
	return o
}

// defaultName is the machine's name.
func defaultName() string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return "doomhost"
	}
	return name
}

// logger logs to standard error at the level that was asked for.
func (o *options) logger() (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(o.log)); err != nil {
		return nil, usageError{fmt.Errorf("--log %s: it must be debug, info, warn or error", o.log)}
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level})), nil
}

// check finds what the flags' types let pass.
func (o *options) check() error {
	if o.port < 0 || o.port > 65535 {
		return usageError{fmt.Errorf("--port %d: it must be 0 to 65535", o.port)}
	}
	if o.limits.LobbyMessage < 1 || o.limits.LobbyMessage > wire.MaxLobbyMsg {
		return usageError{fmt.Errorf("--limit-lobby-message %d: it must be 1 to %d", o.limits.LobbyMessage, wire.MaxLobbyMsg)}
	}
	if o.limits.TicMessage < wire.TicMsgSize {
		return usageError{fmt.Errorf("--limit-tic-message %d: it must be %d or more", o.limits.TicMessage, wire.TicMsgSize)}
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

// checkNames makes a name of --name that can be shown anywhere, and finds what of
// --allow-host is no host's name or address.
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
