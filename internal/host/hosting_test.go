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

// hostingEnv names the folder with the WADs for a process that a test starts as a host.
const hostingEnv = "DOOMHOST_TEST_HOSTING"

// hosting runs a host until the parent closes the standard input, if a test started this
// process for that. It first prints its address on one line.
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

// startHosting runs a host in a process of its own until the test ends.
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
