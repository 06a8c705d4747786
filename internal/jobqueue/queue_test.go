package jobqueue

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience bounds every wait; a wait should need a small part of it.
const patience = 30 * time.Second

// busyQueue makes a queue whose worker is busy until release is called.
func busyQueue(t *testing.T, cfg Config) (q *Queue, release func()) {
	t.Helper()
	q = New(cfg)
	begun, end := make(chan struct{}), make(chan struct{})
	var first sync.WaitGroup
	first.Go(func() {
		q.Run(func() {
			close(begun)
			<-end
		})
	})
	<-begun
	release = sync.OnceFunc(func() {
		close(end)
		first.Wait()
	})
	t.Cleanup(release)
	return q, release
}

// awaitWaiting waits until n jobs are waiting.
func awaitWaiting(t *testing.T, q *Queue, n int) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		q.mu.Lock()
		now := q.waiting
		q.mu.Unlock()
		if now == n {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%d jobs wait, want %d", now, n)
		}
	}
}

func TestAddressesTakeTurns(t *testing.T) {
	q, release := busyQueue(t, Config{})
	var (
		order []string
		all   sync.WaitGroup
	)
	for i, addr := range []string{"a", "a", "a", "b", "a", "c", "b"} {
		all.Go(func() {
			if err := q.Do(t.Context(), addr, func() { order = append(order, addr) }); err != nil {
				t.Error(err)
			}
		})
		awaitWaiting(t, q, i+1)
	}
	release()
	all.Wait()
	if want := []string{"a", "b", "c", "a", "b", "a", "a"}; !slices.Equal(order, want) {
		t.Errorf("%v, want %v", order, want)
	}
}

func TestJobsOverALimitFailAtOnce(t *testing.T) {
	q, release := busyQueue(t, Config{Waiting: 5, WaitingAddress: 3})
	var all sync.WaitGroup
	ran := 0
	enter := func(addr string, waiting int) {
		all.Go(func() {
			if err := q.Do(t.Context(), addr, func() { ran++ }); err != nil {
				t.Error(err)
			}
		})
		awaitWaiting(t, q, waiting)
	}
	refused := func(addr string) {
		t.Helper()
		if err := q.Do(t.Context(), addr, func() { t.Error("it ran") }); !errors.Is(err, ErrBusy) {
			t.Errorf("%s: %v", addr, err)
		}
	}
	for n := range 3 {
		enter("a", n+1)
	}
	refused("a")
	enter("b", 4)
	enter("b", 5)
	refused("b")
	refused("c")
	// The queue refuses neither the host's own jobs nor those of answers that have begun.
	unbounded := 0
	all.Go(func() { q.Run(func() { unbounded++ }) })
	all.Go(func() { _ = q.Continue(t.Context(), "a", func() { unbounded++ }) })
	awaitWaiting(t, q, 7)
	release()
	all.Wait()
	if unbounded != 2 {
		t.Errorf("%d of 2 unlimited jobs ran", unbounded)
	}
	if ran != 5 {
		t.Errorf("%d jobs ran", ran)
	}
	if err := q.Do(t.Context(), "a", func() {}); err != nil {
		t.Errorf("with room in the queue again: %v", err)
	}
}

func TestCancelledJobLeavesTheQueue(t *testing.T) {
	q, release := busyQueue(t, Config{WaitingAddress: 1})
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() { gone <- q.Do(ctx, "a", func() { t.Error("it ran") }) }()
	awaitWaiting(t, q, 1)
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	awaitWaiting(t, q, 0)
	var all sync.WaitGroup
	ran := false
	all.Go(func() { _ = q.Do(t.Context(), "a", func() { ran = true }) })
	awaitWaiting(t, q, 1)
	release()
	all.Wait()
	if !ran {
		t.Error("the next job from the same address did not run")
	}
}

func TestPanicReachesTheCaller(t *testing.T) {
	q := New(Config{})
	fault := func() (fault any) {
		defer func() { fault = recover() }()
		q.Run(func() { panic("no good") })
		return nil
	}()
	s, ok := fault.(string)
	if !ok || !strings.HasPrefix(s, "no good") || !strings.Contains(s, "TestPanicReachesTheCaller") {
		t.Errorf("the fault is %v", fault)
	}
	if err := q.Do(t.Context(), "a", func() {}); err != nil {
		t.Errorf("after that: %v", err)
	}
}

func TestBytesAreLimited(t *testing.T) {
	q := New(Config{Bytes: 100, BytesAddress: 40})
	hold := func(addr string, n int64, want error) (release func()) {
		t.Helper()
		release, err := q.Hold(addr, n)
		if !errors.Is(err, want) {
			t.Fatalf("%d more for %s: %v, want %v", n, addr, err, want)
		}
		return release
	}
	one := hold("a", 30, nil)
	hold("a", 11, ErrBusy)
	two := hold("b", 60, nil) // over the limit of an address, but its only reservation
	hold("b", 1, ErrBusy)
	hold("c", 11, ErrBusy)
	three := hold("c", 10, nil)
	one()
	one() // the second call does nothing
	four := hold("c", 30, nil)
	for _, release := range []func(){two, three, four} {
		release()
	}
	if q.Held() != 0 || len(q.heldBy) != 0 {
		t.Errorf("%d bytes are still reserved, by %v", q.Held(), q.heldBy)
	}
}

func TestRefusalHasRetryAfter(t *testing.T) {
	q := New(Config{Bytes: 100, BytesAddress: 40})
	sent := 0
	ask := func(n int) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		q.Serve(w, httptest.NewRequest(http.MethodGet, "/", http.NoBody), func(b *Budget) (func(), error) {
			return func() { sent++ }, errors.Join(b.Take(20), b.Take(n))
		})
		return w
	}
	if w := ask(20); w.Code != http.StatusOK || sent != 1 {
		t.Errorf("%d, sent %d times", w.Code, sent)
	}
	w := ask(30)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "1" || !strings.Contains(w.Body.String(), "try again") || sent != 1 {
		t.Errorf("%d %v %s, sent %d times", w.Code, w.Header(), w.Body, sent)
	}
	if q.Held() != 0 {
		t.Errorf("%d bytes are still reserved", q.Held())
	}
}

func TestDownloadsPerAddressAreLimited(t *testing.T) {
	q := New(Config{Downloads: 2})
	var ask func(from string, more int) int
	ask = func(from string, more int) (refused int) {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		r.RemoteAddr = from + ":7"
		q.Download(w, r, func() { // further downloads during this one
			if more > 0 {
				refused += ask(from, more-1)
			}
			if from == "192.0.2.1" {
				refused += ask("192.0.2.2", 0)
			}
		})
		if w.Code == http.StatusServiceUnavailable {
			refused++
		}
		return refused
	}
	if n := ask("192.0.2.1", 1); n != 0 {
		t.Errorf("two at a time: %d are refused", n)
	}
	if n := ask("192.0.2.1", 2); n != 1 {
		t.Errorf("three at a time: %d are refused", n)
	}
	if len(q.downloads) != 0 {
		t.Errorf("these downloads still count: %v", q.downloads)
	}
}

func TestIPv6NetworkCountsAsOneAddress(t *testing.T) {
	for from, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8:1:2:3::4": "2001:db8:1:2::", "2001:db8:1:2:9::8": "2001:db8:1:2::",
		"fe80::1%eth0": "fe80::1", "::1": "::",
	} {
		if got := AddressOf(netip.MustParseAddr(from)); got != want {
			t.Errorf("%s counts as %s, want %s", from, got, want)
		}
	}
}
