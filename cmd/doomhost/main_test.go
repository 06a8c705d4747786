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

// call runs the program with arguments until it ends.
func call(args ...string) (string, error) {
	var out bytes.Buffer
	cmd := newCommand()
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(context.Background())
	return out.String(), err
}

func TestUsageErrorsNameTheFlag(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--port 70000", "--port 70000: it must be 0 to 65535"},
		{"--port x", "port"},
		{"--replay-limit -1", "--replay-limit -1: it must be 0 or more megabytes"},
		{"--limit-upload -1", "--limit-upload -1: it must be 0 to 1073 megabytes"},
		{"--limit-upload 2000", "it must be 0 to 1073 megabytes"},
		{"--freedoom http://x/f.zip", "#sha256=SUM"},
		{"--log loud", "--log loud: it must be debug, info, warn or error"},
		{"--wads /nonexistent/folder", "there is no such folder"},
		{"--wads main.go", "--wads main.go: that is a file: name its folder, ."},
		{"--limit-lobby-message 4096", "it must be 1 to 1024"},
		{"--limit-lobby-message 0", "it must be 1 to 1024"},
		{"--limit-tic-message 3", "it must be 12 or more"},
		{"--allow-host http://x:8666/", "write the name or address alone"},
		{"--allow-host x:8666", "write the name or address alone"},
		{"--allow-host *", "write the name or address alone"},
		{"--stun stun:", "--stun stun:: write it as stun:host:port"},
		{"discover --timeout -1s", "--timeout -1s: it must be more than 0"},
		{"join --timeout 0s x", "--timeout 0s: it must be more than 0"},
		{"register x", "register takes no arguments"},
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

func TestNamesAreCleaned(t *testing.T) {
	for name, want := range map[string]string{"": defaultName(), "  ": defaultName(), "a\x1b[31m\nb": "a[31mb", "Ada's room": "Ada's room"} {
		o := defaultOptions()
		o.name, o.allow = name, []string{"party.example.org", "2001:db8::1", "[2001:db8::1]", "10.0.0.1"}
		if err := o.check(); err != nil || o.name != want {
			t.Errorf("%q becomes %q, %v", name, o.name, err)
		}
	}
}

func TestHelpListsTheFlags(t *testing.T) {
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

func TestBusyPortFallsBackToTheNext(t *testing.T) {
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

func TestHostServesUntilCancelled(t *testing.T) {
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
