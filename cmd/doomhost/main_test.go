package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"doomhost/internal/host"
)

// call calls the program with arguments until it ends by itself.
func call(args ...string) (string, error) {
	var out bytes.Buffer
	cmd := newCommand()
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(context.Background())
	return out.String(), err
}

func TestWrongUseIsToldByFlag(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--port 70000", "--port 70000: it must be 0 to 65535"},
		{"--port x", "port"},
		{"--replay-limit -1", "--replay-limit -1: it must be 0 or more megabytes"},
		{"--log loud", "--log loud: it must be debug, info, warn or error"},
		{"--wads /nonexistent/folder", "there is no such folder"},
		{"--frobnicate", "--frobnicate"},
		{"frobnicate", `there is no command "frobnicate"`},
	} {
		_, err := call(strings.Fields(c.args)...)
		var usage usageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("doomhost %s: %v, want a usage error with %q", c.args, err, c.want)
		}
	}
}

func TestHelpNamesEveryFlagOfUse(t *testing.T) {
	out, err := call("--help")
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"--port", "--name", "--wads", "--no-open", "--no-mdns", "--log", "--limit-rate"} {
		if !strings.Contains(out, flag) {
			t.Errorf("no %s in the help:\n%s", flag, out)
		}
	}
}

func TestBusyPortMakesWayForTheNext(t *testing.T) {
	first, err := listen(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	busy := first.Addr().(*net.TCPAddr).Port
	second, err := listen(context.Background(), busy)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if got := second.Addr().(*net.TCPAddr).Port; got == busy || got == 0 {
		t.Errorf("port %d beside %d", got, busy)
	}
}

func TestHostServesUntilItIsToldToStop(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, w := io.Pipe()
	cmd := newCommand()
	cmd.SetOut(w)
	cmd.SetArgs([]string{"--port", "0", "--name", "Den", "--no-open", "--no-qr", "--log", "error"})
	done := make(chan error, 1)
	go func() {
		done <- cmd.ExecuteContext(ctx)
		_ = w.Close()
	}()
	local := regexp.MustCompile(`http://localhost:\d+/#host=\S+`)
	var shown strings.Builder
	buf := make([]byte, 4096)
	for !local.MatchString(shown.String()) {
		n, err := r.Read(buf)
		if err != nil {
			t.Fatalf("%v after:\n%s", err, shown.String())
		}
		shown.Write(buf[:n])
	}
	go func() { _, _ = io.Copy(io.Discard, r) }()
	base, _, _ := strings.Cut(local.FindString(shown.String()), "#")
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Get(base + "api/info")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var info host.Info
	if err := json.NewDecoder(resp.Body).Decode(&info); err != nil || info.Name != "Den" {
		t.Errorf("info %+v, %v", info, err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("stopped with %v", err)
	}
}
