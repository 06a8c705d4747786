package instance

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"doomhost/internal/testkit/testfiles"
)

// folder returns a folder whose path fits a Unix socket or, if long is set, does not.
func folder(t *testing.T, long bool) string {
	t.Helper()
	dir := testfiles.ShortDir(t)
	if long {
		dir = filepath.Join(dir, strings.Repeat("long", 30))
	}
	return filepath.Join(dir, "state")
}

// serve runs an instance until the test ends.
func serve(t *testing.T, dir string) *Instance {
	t.Helper()
	i, err := Acquire(dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	wait.Go(func() {
		i.Serve(ctx, func(_ context.Context, r Request) Reply {
			if r.Action != "open" {
				return Reply{Error: "no"}
			}
			return Reply{URL: "http://localhost:1/#host=x"}
		})
	})
	t.Cleanup(func() {
		cancel()
		wait.Wait()
		_ = i.Close()
	})
	return i
}

func TestSecondStartHandsOver(t *testing.T) {
	for name, long := range map[string]bool{"by a socket": false, "by a port where the path is too long": true} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t, long)
			serve(t, dir)
			if _, err := Acquire(dir); !errors.Is(err, ErrRunning) {
				t.Fatalf("a second instance: %v", err)
			}
			reply, err := Send(context.Background(), dir, Request{Action: "open"})
			if err != nil || reply.URL != "http://localhost:1/#host=x" {
				t.Errorf("%+v, %v", reply, err)
			}
			if _, err := Send(context.Background(), dir, Request{Action: "stop"}); err == nil || err.Error() != "no" {
				t.Errorf("a refusal: %v", err)
			}
		})
	}
}

func TestNextInstanceStartsAfterTheLast(t *testing.T) {
	dir := folder(t, false)
	for range 3 {
		i, err := Acquire(dir)
		if err != nil {
			t.Fatal(err)
		}
		// A killed instance closes nothing and leaves its files behind.
		if err := i.lock.Close(); err != nil {
			t.Fatal(err)
		}
	}
	serve(t, dir)
}

func TestStrangersGetNoAnswer(t *testing.T) {
	dir := folder(t, false)
	i := serve(t, dir)
	for _, text := range []string{`{"token":"guess","action":"open"}` + "\n", `{"action":"open"}` + "\n"} {
		c, err := net.Dial(i.listener.Addr().Network(), i.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, text); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(c); err != nil || len(got) != 0 {
			t.Errorf("%q was answered %q (%v)", text, got, err)
		}
		_ = c.Close()
	}
	for _, name := range []string{"", addressName, lockName} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%q can be read by others: %v", name, info.Mode())
		}
	}
}

func TestInvalidRequestsAreRefused(t *testing.T) {
	dir := folder(t, false)
	i := serve(t, dir)
	c, err := net.Dial(i.listener.Addr().Network(), i.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // the test is over
	if _, err := io.WriteString(c, "what?\n"); err != nil {
		t.Fatal(err)
	}
	var reply Reply
	if err := json.NewDecoder(c).Decode(&reply); err != nil || reply.Error == "" || reply.URL != "" {
		t.Errorf("%+v, %v", reply, err)
	}
	long := strings.Repeat("x", 2*maxMessage)
	d, err := net.Dial(i.listener.Addr().Network(), i.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()                //nolint:errcheck // the test is over
	_, _ = io.WriteString(d, long) // the server stops reading in between
	if got, _ := io.ReadAll(d); len(got) != 0 {
		t.Errorf("a message that is too long was answered %q", got)
	}
}

func TestFailedAddressWriteLeavesNoFiles(t *testing.T) {
	dir := t.TempDir()
	// A folder blocks the name of the file.
	if err := os.MkdirAll(filepath.Join(dir, addressName, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Acquire(dir); err == nil {
		t.Fatal("the file replaced a folder")
	}
	if _, err := os.Stat(filepath.Join(dir, addressName+".new")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("left behind: %v", err)
	}
}
