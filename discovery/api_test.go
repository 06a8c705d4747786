package discovery

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience bounds every wait. No wait should come near it on an idle machine.
const patience = 30 * time.Second

// gameServer serves h and returns its address.
func gameServer(t *testing.T, h http.HandlerFunc) netip.AddrPort {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return netip.MustParseAddrPort(s.Listener.Addr().String())
}

func describedAs(id string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, 200, map[string]any{"id": id, "name": "Den", "protocol": 1, "state": "lobby", "map": "E1M1", "players": 1, "maxPlayers": 4})
	}
}

func TestTheFirstAddressThatAnswersWins(t *testing.T) {
	good := gameServer(t, describedAs("abc"))
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts connections and sends nothing
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close() //nolint:errcheck // the test is over
	list := []netip.AddrPort{netip.MustParseAddrPort(silent.Addr().String()), netip.MustParseAddrPort("127.0.0.1:1"), good}
	info, at, ping, err := Ask(context.Background(), list)
	if err != nil || info.ID != "abc" || at != good || ping <= 0 {
		t.Errorf("%+v at %v in %v: %v", info, at, ping, err)
	}
}

func TestWhatIsNoGameIsNotBelieved(t *testing.T) {
	elsewhere := gameServer(t, describedAs("abc"))
	for what, h := range map[string]http.HandlerFunc{
		"another program": func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 200, map[string]any{"hello": 1}) },
		"no JSON":         func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) },
		"an error":        func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
		"a way elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://"+elsewhere.String()+"/api/info", http.StatusFound)
		},
		"without end": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"id":"abc","protocol":1,"state":"lobby","name":"`))
			for range 100 {
				if _, err := w.Write(make([]byte, 1<<12)); err != nil {
					return
				}
			}
		},
	} {
		if info, _, _, err := Ask(context.Background(), []netip.AddrPort{gameServer(t, h)}); err == nil {
			t.Errorf("%s is taken for %+v", what, info)
		}
	}
}

// browsing runs a Browser without networks until the test ends.
func browsing(t *testing.T, self string) *Browser {
	t.Helper()
	b := NewBrowser(BrowserConfig{
		Interfaces: func() ([]Interface, error) { return nil, nil }, Port: 8666, NoMDNS: true,
		SelfID: func() string { return self },
	})
	b.near = func(a netip.Addr) bool { return a.IsLoopback() } // the address of the tests' games
	ctx, cancel := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	wait.Go(func() { b.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		wait.Wait()
	})
	return b
}

// get sends a request to the Browser's API and returns the status and the body.
func get(t *testing.T, b *Browser, method, target string) (int, map[string]any) {
	t.Helper()
	mux := http.NewServeMux()
	for pattern, h := range b.Handlers() {
		mux.Handle(pattern, h)
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest(method, target, nil))
	var v map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("%s %s: %v in %s", method, target, err, w.Body)
	}
	return w.Code, v
}

func TestListForTheLobbyPage(t *testing.T) {
	b := browsing(t, "mine")
	if _, v := get(t, b, "GET", "/api/games"); len(v["games"].([]any)) != 0 {
		t.Errorf("at first: %v", v)
	}
	b.Saw(Sighting{Source: FromBeacon, ID: "abc", Endpoints: []netip.AddrPort{gameServer(t, describedAs("abc"))}})
	b.Saw(Sighting{Source: FromBeacon, ID: "mine", Endpoints: []netip.AddrPort{gameServer(t, describedAs("mine"))}})
	deadline := time.After(patience)
	for len(b.Games()) < 2 {
		select {
		case <-b.Changed():
		case <-deadline:
			t.Fatal("nothing gets on the list")
		}
	}
	_, v := get(t, b, "GET", "/api/games")
	for _, g := range v["games"].([]any) {
		game := g.(map[string]any)
		if game["name"] != "Den" || game["map"] != "E1M1" || game["state"] != "lobby" || game["players"] != 1.0 || game["source"] != "beacon" ||
			!strings.HasPrefix(game["url"].(string), "http://127.0.0.1:") || game["self"] != (game["id"] == "mine") {
			t.Errorf("listed: %v", game)
		}
	}
}

func TestAddressesThatTheHostDoesNotAskFor(t *testing.T) {
	b := NewBrowser(BrowserConfig{Interfaces: func() ([]Interface, error) { return nil, nil }, NoMDNS: true})
	for address, want := range map[string]int{
		"8.8.8.8": 404, "127.0.0.1:1": 404, "[::1]:1": 404, "nonsense/path": 400,
	} {
		code, v := get(t, b, "GET", "/api/games/check?address="+address)
		if code != want || v["error"] == "" {
			t.Errorf("%s: %d, %v", address, code, v)
		}
	}
	often := 0
	for range 20 {
		if code, _ := get(t, b, "GET", "/api/games/check?address=8.8.8.8"); code == http.StatusTooManyRequests {
			often++
		}
	}
	if often < 10 {
		t.Errorf("twenty in a moment: %d were refused", often)
	}
}

func TestWhoChecksTooOftenKeepsNobodyElseFromIt(t *testing.T) {
	var c checks
	now := time.Unix(1000, 0)
	passed := map[string]int{}
	for range 20 {
		for _, from := range []string{"10.0.0.7", "2001:db8::1", "2001:db8::2"} {
			if c.take(now, netip.MustParseAddr(from)) {
				passed[from[:4]]++
			}
		}
	}
	if passed["10.0"] != checksEach || passed["2001"] != checksEach || !c.take(now, netip.MustParseAddr("10.0.0.8")) {
		t.Errorf("passed: %v", passed)
	}
	if now = now.Add(2 * time.Second); !c.take(now, netip.MustParseAddr("10.0.0.9")) || len(c.each) != 1 {
		t.Errorf("%d are remembered who are long gone", len(c.each)-1)
	}
}

func TestProbesAreRare(t *testing.T) {
	b := browsing(t, "")
	if code, v := get(t, b, "POST", "/api/games/probe"); code != 200 || v["hosts"] != 0.0 {
		t.Errorf("the first: %d, %v", code, v)
	}
	if code, _ := get(t, b, "POST", "/api/games/probe"); code != http.StatusTooManyRequests {
		t.Errorf("the second: %d", code)
	}
}

func TestWhoAnsweredIsAskedApartFromWhoDidNot(t *testing.T) {
	at := netip.MustParseAddrPort("10.0.0.1:1")
	now := time.Unix(1000, 0)
	var list List
	list.Saw(now, Sighting{ID: "a", Endpoints: []netip.AddrPort{at}})
	due := list.Due(now)
	if len(due) != 1 || due[0].Known {
		t.Fatalf("due at first: %+v", due)
	}
	list.Answered(now, due[0].Key, at, Info{ID: "a"}, 1)
	if due = list.Due(now.Add(checkEvery)); len(due) != 1 || !due[0].Known {
		t.Errorf("due later: %+v", due)
	}
}
