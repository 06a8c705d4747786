package e2e

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// standstill is a way to a host on which some answers stop coming, though nothing is closed.
type standstill struct {
	*httptest.Server
	sockets atomic.Bool // those that are opened get no answer
	gate    chan struct{}

	mu     sync.Mutex // guards all following fields
	left   int64      // bytes of WADs that pass before all stand still, -1: as many as come
	ranges []string   // of the WADs that were asked for
}

func stillAt(t *testing.T, h *doomhost) *standstill {
	t.Helper()
	target, err := url.Parse(h.url("localhost"))
	if err != nil {
		t.Fatal(err)
	}
	s := &standstill{left: -1, gate: make(chan struct{})}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		if r.In.Header.Get("Origin") != "" {
			r.Out.Header.Set("Origin", h.url("localhost"))
		}
	}}
	proxy.ModifyResponse = func(r *http.Response) error {
		if strings.HasPrefix(r.Request.URL.Path, "/wads/") {
			r.Body = &stillBody{r.Body, s, r.Request}
		}
		return nil
	}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.sockets.Load() && strings.HasPrefix(r.URL.Path, "/ws/") {
			s.wait(r)
			return
		}
		if strings.HasPrefix(r.URL.Path, "/wads/") {
			s.mu.Lock()
			s.ranges = append(s.ranges, r.Header.Get("Range"))
			s.mu.Unlock()
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		close(s.gate)
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// wait waits until who asked has gone, or the test is over.
func (s *standstill) wait(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-s.gate:
	}
}

// pass lets so many bytes of WADs pass.
func (s *standstill) pass(bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left = bytes
}

func (s *standstill) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.ranges...)
}

// stillBody is a WAD on its way.
type stillBody struct {
	io.ReadCloser
	s *standstill
	r *http.Request
}

func (b *stillBody) Read(p []byte) (int, error) {
	b.s.mu.Lock()
	if left := b.s.left; left >= 0 {
		p = p[:min(int64(len(p)), left)]
	}
	b.s.mu.Unlock()
	if len(p) == 0 {
		b.s.wait(b.r)
		return 0, io.ErrUnexpectedEOF
	}
	n, err := b.ReadCloser.Read(p)
	b.s.mu.Lock()
	if b.s.left >= 0 {
		b.s.left -= int64(n)
	}
	b.s.mu.Unlock()
	return n, err
}

// TestLobbyNeverAnswers opens a page whose lobby's socket gets no answer: the page says so at once,
// and for how long it tries; when the host answers, it goes on by itself.
func TestLobbyNeverAnswers(t *testing.T) {
	beside(t, 1)
	host := start(t)
	way := stillAt(t, host)
	way.sockets.Store(true)
	p := open(t, newBrowser(t), "guest", way.URL)
	p.await(20*time.Second, "that the host does not answer", `document.querySelector(".link")?.textContent === "the host does not answer yet" && document.querySelector(".state").textContent.includes("tries for ten minutes")`)
	keep(t, p, "waits-first-connect.png")
	p.await(20*time.Second, "how long it is tried", goneTitle+` === "The host can't be reached" && /for [0-9]+:[0-9]{2} more/.test(document.querySelector(".gone-until").textContent)`)
	if said := eval[string](p, `document.querySelector(".gone .card").innerText`); !strings.Contains(said, "its lobby does not answer") {
		t.Errorf("a page that never had the lobby says %q", said)
	}
	readable(t, p, "waits-never", 1)
	way.sockets.Store(false)
	p.click("Try again now")
	p.await(30*time.Second, "a seat", `window.doomhost.screen.lobby.slot === 0 && !document.querySelector(".gone").checkVisibility()`)
}

// TestWadStandsStill holds a WAD up in the middle: the page says that nothing comes, asks for the rest, and
// has it whole.
func TestWadStandsStill(t *testing.T) {
	beside(t, 1)
	host := start(t)
	way := stillAt(t, host)
	way.pass(5_000_000)
	p := open(t, newBrowser(t), "guest", way.URL)
	const line = `document.querySelector(".fetched").textContent`
	p.await(30*time.Second, "that nothing comes", `/^Fetching the game's data: 5[.]0 of [0-9]+ MB[.] Nothing has come for [0-9]+ s; after 15 s the host is asked again$/.test(`+line+`)`)
	keep(t, p, "waits-still-lobby.png")
	p.click("Play alone")
	p.click("Play")
	p.await(30*time.Second, "the same while the game loads", `/Nothing has come for [0-9]+ s/.test(document.querySelector(".loading p").textContent)`)
	readable(t, p, "waits-still-loading", 1)
	way.pass(-1)
	p.await(60*time.Second, "the game", `window.doomhost.at === "game"`)
	if asked := way.asked(); len(asked) != 2 || asked[0] != "" || asked[1] != "bytes=5000000-" {
		t.Errorf("the WAD was asked for with the ranges %q", asked)
	}
}
