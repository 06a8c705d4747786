package host

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"doomhost/internal/content/wadlib"
)

// hostingEnv has the folder with the WADs of a process that is to host.
const hostingEnv = "DOOMHOST_TEST_HOSTING"

// hosting hosts until its parent closes its standard input, where this process was
// started for that. Its first line is its address.
func hosting() bool {
	dir := os.Getenv(hostingEnv)
	if dir == "" {
		return false
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	h, err := New(Config{
		Library: wadlib.Open(wadlib.Config{Dirs: []string{dir}}), Log: slog.New(slog.DiscardHandler), countdownStep: time.Millisecond,
	})
	if err == nil {
		var l net.Listener
		if l, err = net.Listen("tcp", "127.0.0.1:0"); err == nil {
			fmt.Println(l.Addr())
			err = h.Run(ctx, l)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return true
}

// startHosting runs a host in a process of its own for as long as the test.
func startHosting(t *testing.T) (*testHost, *os.Process) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), hostingEnv+"="+testWADs(t))
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stdin.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the host's process: %v", err)
		}
	})
	addr, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return &testHost{t: t, addr: strings.TrimSpace(addr)}, cmd.Process
}
