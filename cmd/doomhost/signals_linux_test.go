package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"doomhost/internal/testkit/testfiles"
)

// stubbornRole ignores the end of its context.
func stubbornRole() {
	ctx, stop := signalContext()
	defer stop()
	fmt.Println("started")
	<-ctx.Done()
	select {}
}

// child starts this program in a role and waits until it prints a word.
func child(t *testing.T, role, word, state string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), "NETLAB_ROLE="+role, "XDG_STATE_HOME="+state, "DISPLAY=", "WAYLAND_DISPLAY=")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	// Children inherit ignored signals, as under nohup or in a shell's background, but not
	// caught ones.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt, syscall.SIGHUP)
	defer signal.Stop(caught)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.Contains(lines.Text(), word) {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return cmd
		}
	}
	t.Fatalf("it ends without printing %q", word)
	return nil
}

func TestClosedTerminalStopsTheHostCleanly(t *testing.T) {
	state := testfiles.ShortDir(t)
	cmd := child(t, "doomhost", "/#host=", state, "--port", "0", "--no-open", "--no-qr", "--no-mdns", "--log", "error")
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(labPatience, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(state, "doomhost", "instance.[js]*")); len(left) > 0 {
		t.Errorf("it leaves %q", left)
	}
}

func TestSecondSignalEndsAtOnce(t *testing.T) {
	cmd := child(t, "stubborn", "started", t.TempDir())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(30 * time.Second); ; {
		select {
		case <-tick.C:
			_ = cmd.Process.Signal(os.Interrupt) // it may have ended
		case err := <-ended:
			if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGINT {
				t.Errorf("it ends with %v", err)
			}
			return
		case <-late:
			t.Fatal("it survives every signal")
		}
	}
}
