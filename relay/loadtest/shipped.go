package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
)

// shippedFlags are doomhost's flags beside --wads: the defaults, less what shows
// the host to people and to the network, and less the limits that this test
// exceeds by itself, as all its connections come from one address.
var shippedFlags = []string{
	"--port", "0", "--beside", "--no-open", "--no-mdns", "--no-qr", "--log", "error",
	"--limit-address", "-1", "--limit-connections", "-1", "--limit-rate", "-1", "--limit-idle", "-1s",
}

// shipped is the program that users start, with its referee and its recorder.
// Its folders are its own, so it neither finds nor disturbs a doomhost of the
// user, and it leaves nothing behind.
func shipped(ctx context.Context, s settings) (*child, error) {
	if _, err := os.Stat(s.host); err != nil {
		return nil, fmt.Errorf("%s is missing: run \"make build\" first, or name a doomhost with -host", s.host)
	}
	home, err := os.MkdirTemp("", "loadtest")
	if err != nil {
		return nil, err
	}
	args := shippedFlags
	if s.wads != "" {
		args = append(args[:len(args):len(args)], "--wads", s.wads)
	}
	version, err := exec.CommandContext(ctx, s.host, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --version: %w", s.host, err)
	}
	fmt.Printf("# %s: %s %s\n", strings.TrimSpace(string(version)), s.host, strings.Join(args, " "))
	cmd := exec.CommandContext(ctx, s.host, args...)
	cmd.Env = append(os.Environ(), "HOME="+home)
	for _, kind := range []string{"CACHE", "CONFIG", "DATA", "STATE"} {
		cmd.Env = append(cmd.Env, "XDG_"+kind+"_HOME="+filepath.Join(home, strings.ToLower(kind)))
	}
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(home))
	}
	c := &child{cmd: cmd, out: bufio.NewReader(out), end: func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
	}, after: func() { _ = os.RemoveAll(home) }}
	if c.addr, err = c.awaitAddress(); err != nil {
		c.stop()
		return nil, fmt.Errorf("start %s: %w", s.host, err)
	}
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // it goes on talking
	return c, nil
}

var ownAddress = regexp.MustCompile(`http://(localhost:\d+)/#host=`)

// awaitAddress reads up to the address for the host's own browser. A doomhost
// without a game is of no use here.
func (c *child) awaitAddress() (string, error) {
	for {
		line, err := c.line()
		switch m := ownAddress.FindStringSubmatch(line); {
		case m != nil:
			return strings.Replace(m[1], "localhost", "127.0.0.1", 1), nil
		case strings.HasPrefix(line, "No game was found"):
			return "", errors.New("it finds no game: name a folder that has one with -wads")
		case err != nil:
			return "", errors.New("it ended before it told its address")
		}
	}
}
