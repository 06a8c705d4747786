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

// patience bounds every wait; nothing should come near.
const patience = 30 * time.Second

// held is a queue whose worker is busy until release is called.
func held(t *testing.T, cfg Config) (q *Queue, release func()) {
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

// waits returns when so many jobs wait.
func waits(t *testing.T, q *Queue, n int) {
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
	q, release := held(t, Config{})
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
		waits(t, q, i+1)
	}
	release()
	all.Wait()
	if want := []string{"a", "b", "c", "a", "b", "a", "a"}; !slices.Equal(order, want) {
		t.Errorf("%v, want %v", order, want)
	}
}

func TestWhatIsTooMuchIsRefusedAtOnce(t *testing.T) {
	q, release := held(t, Config{Waiting: 5, WaitingAddress: 3})
	var all sync.WaitGroup
	ran := 0
	enter := func(addr string, waiting int) {
		all.Go(func() {
			if err := q.Do(t.Context(), addr, func() { ran++ }); err != nil {
				t.Error(err)
			}
		})
		waits(t, q, waiting)
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
	// The host's own is not refused, nor what is begun.
	unbounded := 0
	all.Go(func() { q.Run(func() { unbounded++ }) })
	all.Go(func() { _ = q.Continue(t.Context(), "a", func() { unbounded++ }) })
	waits(t, q, 7)
	release()
	all.Wait()
	if unbounded != 2 {
		t.Errorf("%d jobs ran of those that are not refused", unbounded)
	}
	if ran != 5 {
		t.Errorf("%d jobs ran", ran)
	}
	if err := q.Do(t.Context(), "a", func() {}); err != nil {
		t.Errorf("when there is room again: %v", err)
	}
}

func TestWhoGoesLeavesTheQueue(t *testing.T) {
	q, release := held(t, Config{WaitingAddress: 1})
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() { gone <- q.Do(ctx, "a", func() { t.Error("it ran") }) }()
	waits(t, q, 1)
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	waits(t, q, 0)
	var all sync.WaitGroup
	ran := false
	all.Go(func() { _ = q.Do(t.Context(), "a", func() { ran = true }) })
	waits(t, q, 1)
	release()
	all.Wait()
	if !ran {
		t.Error("the next one from there did not run")
	}
}

func TestFaultIsTheCallers(t *testing.T) {
	q := New(Config{})
	fault := func() (fault any) {
		defer func() { fault = recover() }()
		q.Run(func() { panic("no good") })
		return nil
	}()
	if s, ok := fault.(string); !ok || !strings.HasPrefix(s, "no good") || !strings.Contains(s, "TestFaultIsTheCallers") {
		t.Errorf("the fault is %v", fault)
	}
	if err := q.Do(t.Context(), "a", func() {}); err != nil {
		t.Errorf("after that: %v", err)
	}
}

func TestBytesAreBounded(t *testing.T) {
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
	two := hold("b", 60, nil) // more than an address may have, if it is all
	hold("b", 1, ErrBusy)
	hold("c", 11, ErrBusy)
	three := hold("c", 10, nil)
	one()
	one() // once is enough
	four := hold("c", 30, nil)
	for _, release := range []func(){two, three, four} {
		release()
	}
	if q.Held() != 0 || len(q.heldBy) != 0 {
		t.Errorf("%d bytes are held still, by %v", q.Held(), q.heldBy)
	}
}

func TestWhoIsRefusedIsToldWhenToAskAgain(t *testing.T) {
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
		t.Errorf("%d bytes are held still", q.Held())
	}
}

func TestDownloadsOfAnAddressAreBounded(t *testing.T) {
	q := New(Config{Downloads: 2})
	var ask func(from string, more int) int
	ask = func(from string, more int) (refused int) {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		r.RemoteAddr = from + ":7"
		q.Download(w, r, func() { // meanwhile more of them
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
		t.Errorf("%v go on", q.downloads)
	}
}

func TestOneMachineIsOneAddress(t *testing.T) {
	for from, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8:1:2:3::4": "2001:db8:1:2::", "2001:db8:1:2:9::8": "2001:db8:1:2::",
		"fe80::1%eth0": "fe80::1", "::1": "::",
	} {
		if got := AddressOf(netip.MustParseAddr(from)); got != want {
			t.Errorf("%s counts as %s, want %s", from, got, want)
		}
	}
}
