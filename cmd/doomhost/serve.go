package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"strconv"

	"doomhost/internal/host"
	"doomhost/internal/network/neterr"
	"doomhost/internal/version"
	"doomhost/web"
)

// serve hosts until ctx is done, or hands over to a doomhost that is already running.
func serve(ctx context.Context, o *options, out io.Writer) error {
	if err := o.check(); err != nil {
		return err
	}
	one, running, err := o.acquireSingle(ctx)
	if err != nil {
		return err
	}
	if running != "" {
		openRunning(o, out, running)
		return nil
	}
	defer one.stop()
	return serveAs(ctx, o, out, one)
}

// serveAs hosts as the user's single instance.
func serveAs(ctx context.Context, o *options, out io.Writer, one *single) error {
	log, err := o.logger()
	if err != nil {
		return err
	}
	slog.SetDefault(log)
	slog.SetLogLoggerLevel(slog.LevelDebug) // for libraries that use package log
	l, err := listen(ctx, o.port)
	if err != nil {
		return err
	}
	var assets fs.FS
	if err := web.Built(); err != nil {
		log.Warn("no client", "err", err)
	} else {
		assets = web.Assets()
	}
	library := o.library(log)
	if ctx.Err() != nil { // cancelled while it read WADs
		return l.Close()
	}
	followers := o.followers(library, log)
	cfg := host.Config{
		SpareProcessors: true,

		Name:      o.name,
		Version:   version.String(),
		Assets:    assets,
		Library:   library,
		Limits:    o.limits,
		Names:     o.allow,
		Addresses: o.reachable,
		Log:       log,
	}
	followers.join(&cfg)
	o.content.join(&cfg)
	around := o.discoveryService(log)
	around.join(&cfg)
	endChannels, err := o.channels.join(&cfg, l.Addr().(*net.TCPAddr).Port, log)
	if err != nil {
		_ = l.Close()
		return err
	}
	defer endChannels()
	h, err := host.New(cfg)
	if err != nil {
		_ = l.Close()
		return err
	}
	followers.host = h
	around.host = h
	port := l.Addr().(*net.TCPAddr).Port
	local := "http://localhost:" + strconv.Itoa(port) + "/#host=" + h.AdminToken()
	if _, ok := library.Default(); !ok {
		fmt.Fprint(out, noGameText(library.Folder()))
	}
	if o.port != 0 && port != o.port {
		fmt.Fprintf(out, "Port %d is busy or not permitted, so doomhost uses port %d.\n", o.port, port)
	}
	here := terminal{out: out, o: o, port: port}
	here.welcome(local)
	if !o.noOpen {
		go func() { // the host need not wait for the browser
			if err := openBrowser(local); err != nil {
				log.Info("the browser did not open: open the address above yourself", "err", err)
			}
		}()
	}
	one.serving(local)
	ctx, cancel := context.WithCancel(ctx)
	wait := around.start(ctx, &here)
	err = h.Run(ctx, l)
	cancel()
	wait()
	return err
}

// nextPorts is how many ports after a busy one listen tries before it takes any free one.
const nextPorts = 20

// listen listens on the port, or on the next free one if the port is busy or not permitted.
func listen(ctx context.Context, port int) (net.Listener, error) {
	var lc net.ListenConfig
	for p := port; p <= port+nextPorts && p <= 65535; p++ {
		l, err := lc.Listen(ctx, "tcp", ":"+strconv.Itoa(p))
		if err == nil {
			return l, nil
		}
		if !neterr.PortTaken(err) {
			return nil, fmt.Errorf("listen on port %d: %w", p, err)
		}
	}
	l, err := lc.Listen(ctx, "tcp", ":0")
	if err != nil {
		return nil, fmt.Errorf("listen on any port: %w", err)
	}
	return l, nil
}
