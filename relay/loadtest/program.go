package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
)

// program is the doomhost that users start, with folders of its own
// in its home.
type program struct {
	*child
	home  string
	token string // the host's
}

var hostPage = regexp.MustCompile(`http://(localhost:\d+)/#host=(\S+)`)

// startProgram starts the program at path. All limits are those that users have, but for
// the rate of messages: hours of play take seconds.
func startProgram(ctx context.Context, path, home string) (*program, error) {
	cmd := exec.CommandContext(ctx, path, "--port", "0", "--beside", "--no-open", "--no-mdns", "--no-qr", "--log", "error", "--limit-rate", "-1")
	cmd.Env = append(os.Environ(), "HOME="+home)
	for _, kind := range []string{"CACHE", "CONFIG", "DATA", "STATE"} {
		cmd.Env = append(cmd.Env, "XDG_"+kind+"_HOME="+filepath.Join(home, strings.ToLower(kind)))
	}
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	p := &program{child: &child{cmd: cmd, out: bufio.NewReader(out)}, home: home}
	for {
		line, err := p.line()
		if m := hostPage.FindStringSubmatch(line); m != nil {
			p.addr, p.token = strings.Replace(m[1], "localhost", "127.0.0.1", 1), m[2]
			break
		}
		if err != nil || strings.HasPrefix(line, "No game was found") {
			p.stop()
			return nil, errors.New("the program finds no game, or does not start: " + line)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, p.out) }() // it goes on talking
	return p, nil
}

// stop ends the program.
func (p *program) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	_ = p.cmd.Wait()
}
