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

	"doomhost/internal/host"
)

// program is the shipped doomhost with its referee and its recorder. It has its own
// folders, so it does not interfere with a doomhost of the user.
type program struct {
	*child
	home   string
	token  string          // the host's token
	routes <-chan []string // the patterns that it answers; nil if it does not log them
}

// Flags of the program other than --wads. Everything else has the users' defaults.
var (
	// hiddenFlags keep the host hidden from people and from the network.
	hiddenFlags = []string{"--port", "0", "--beside", "--no-open", "--no-mdns", "--no-qr"}
	// unlimited lifts the limits that a load test exceeds because all its connections come
	// from one address.
	unlimited = []string{"--limit-address", "-1", "--limit-connections", "-1", "--limit-rate", "-1", "--limit-idle", "-1s"}
	// fast lifts only the limit that would prevent playing hours of tics in seconds.
	fast = []string{"--limit-rate", "-1"}
)

// startProgram starts the program of s with further flags. If home is empty, it makes a
// temporary one. With talks, the program logs the patterns that it answers.
func startProgram(ctx context.Context, s settings, home string, talks bool, flags ...string) (*program, error) {
	if _, err := os.Stat(s.host); err != nil {
		return nil, fmt.Errorf("%s is missing: run \"make build\" first, or name a doomhost with -host", s.host)
	}
	p := &program{child: &child{}, home: home}
	if home == "" {
		dir, err := os.MkdirTemp("", "loadtest")
		if err != nil {
			return nil, err
		}
		p.home, p.after = dir, func() { _ = os.RemoveAll(dir) }
	}
	level := "error"
	if talks {
		level = "debug"
	}
	args := append(append(hiddenFlags[:len(hiddenFlags):len(hiddenFlags)], "--log", level), flags...)
	if s.wads != "" {
		args = append(args, "--wads", s.wads)
	}
	version, err := exec.CommandContext(ctx, s.host, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --version: %w", s.host, err)
	}
	fmt.Printf("# %s: %s %s\n", strings.TrimSpace(string(version)), s.host, strings.Join(args, " "))
	p.cmd = exec.CommandContext(ctx, s.host, args...)
	p.cmd.Env = append(os.Environ(), "HOME="+p.home)
	for _, kind := range []string{"CACHE", "CONFIG", "DATA", "STATE"} {
		p.cmd.Env = append(p.cmd.Env, "XDG_"+kind+"_HOME="+filepath.Join(p.home, strings.ToLower(kind)))
	}
	p.cmd.Stderr = os.Stderr
	if talks {
		told := make(chan []string, 1)
		p.routes, p.cmd.Stderr = told, &routeListener{told: told}
	}
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		if p.after != nil {
			p.after()
		}
		return nil, err
	}
	p.out, p.end = bufio.NewReader(out), func() { _ = p.cmd.Process.Signal(syscall.SIGTERM) }
	if err := p.awaitAddress(); err != nil {
		p.stop()
		return nil, fmt.Errorf("start %s: %w", s.host, err)
	}
	go func() { _, _ = io.Copy(io.Discard, p.out) }() // drain the rest of its output
	return p, nil
}

var ownPage = regexp.MustCompile(`http://(localhost:\d+)/#host=(\S+)`)

// awaitAddress reads the output up to the address for the host's own browser. It fails if
// the program has no game.
func (p *program) awaitAddress() error {
	for {
		line, err := p.line()
		switch m := ownPage.FindStringSubmatch(line); {
		case m != nil:
			p.addr, p.token = strings.Replace(m[1], "localhost", "127.0.0.1", 1), m[2]
			return nil
		case strings.HasPrefix(line, "No game was found"):
			return errors.New("it finds no game: name a folder that contains one with -wads")
		case err != nil:
			return errors.New("it ended before it printed its address")
		}
	}
}

// routeListener reads a program's log up to the message with its patterns.
type routeListener struct {
	told chan<- []string // nil after the message
	line []byte
}

var routesLine = regexp.MustCompile(`msg="?` + host.RoutesMessage + `"? routes="([^"]*)"`)

func (l *routeListener) Write(b []byte) (int, error) {
	for _, c := range b {
		if l.told == nil {
			break
		}
		if l.line = append(l.line, c); c != '\n' {
			continue
		}
		if m := routesLine.FindSubmatch(l.line); m != nil {
			l.told <- strings.Split(string(m[1]), ", ")
			l.told = nil
		}
		l.line = l.line[:0]
	}
	return len(b), nil
}
