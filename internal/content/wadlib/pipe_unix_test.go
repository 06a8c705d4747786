//go:build unix

package wadlib

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func TestPipesAreNotWaitedFor(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.wad")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	opened := make(chan *Library, 1)
	go func() { opened <- open(dir) }()
	select {
	case l := <-opened:
		if got := names(l); len(got) > 0 {
			t.Errorf("a pipe is listed: %v", got)
		}
	case <-time.After(30 * time.Second):
		t.Error("it waits for somebody to write into the pipe")
		if f, err := os.OpenFile(pipe, os.O_WRONLY, 0); err == nil {
			_ = f.Close()
		}
	}
}
