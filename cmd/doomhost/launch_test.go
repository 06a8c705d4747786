package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"doomhost/discovery"
	"doomhost/internal/system/userdirs"
	"doomhost/internal/testkit/testfiles"
)

// ownState gives the test its own state folder, with a path that is short enough for a
// socket.
func ownState(t *testing.T) {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", testfiles.ShortDir(t))
	t.Setenv("DISPLAY", "") // no test opens a browser
	t.Setenv("WAYLAND_DISPLAY", "")
}

func TestSecondStartHandsOverAndEnds(t *testing.T) {
	ownState(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, w := io.Pipe()
	first := newCommand()
	first.SetOut(w)
	first.SetArgs([]string{"--port", "0", "--no-open", "--no-qr", "--no-mdns", "--log", "error"})
	done := make(chan error, 1)
	go func() {
		done <- first.ExecuteContext(ctx)
		_ = w.Close()
	}()
	go func() { _, _ = io.Copy(io.Discard, r) }()
	// The second start waits until the first knows its address.
	var out string
	local := regexp.MustCompile(`http://localhost:\d+/#host=\S+`)
	for deadline := time.Now().Add(20 * time.Second); !local.MatchString(out); {
		dir := userdirs.State()
		if _, err := os.Stat(dir + "/instance.json"); err != nil {
			if time.Now().After(deadline) {
				t.Fatal("the first doomhost does not start")
			}
			time.Sleep(10 * time.Millisecond)
			continue
		}
		var err error
		if out, err = call("--no-open", "--log", "error"); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out, "is running already") {
			t.Fatalf("the second doomhost printed %q", out)
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("the first doomhost ended with %v", err)
	}
}

func TestInvalidLinksAreRefused(t *testing.T) {
	ownState(t)
	for _, args := range []string{"open-url", "open-url doomhost://stop", "open-url http://example.org/", "open-url doomhost://join?address=a/b", "open-url a b"} {
		_, err := call(strings.Fields(args)...)
		var usage usageError
		if !errors.As(err, &usage) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

func TestHostByLinkNeedsABrowser(t *testing.T) {
	ownState(t)
	if _, err := call("open-url", "doomhost://host"); !errors.Is(err, errNoDisplay) {
		t.Errorf("without a display: %v", err)
	}
}

// fakeGame serves /api/info and returns its address.
func fakeGame(t *testing.T, answer any) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(answer) }))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func TestJoinOpensOnlyGames(t *testing.T) {
	game := fakeGame(t, map[string]any{"id": "abc", "name": "Den", "protocol": 1, "state": "lobby"})
	if out, err := call("join", "--no-open", game); err != nil || strings.TrimSpace(out) != "http://"+game+"/" {
		t.Errorf("a game: %q, %v", out, err)
	}
	other := fakeGame(t, map[string]any{"hello": "world"})
	if _, err := call("join", "--no-open", other); err == nil || !strings.Contains(err.Error(), "no doomhost") {
		t.Errorf("another server: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	if _, err := call("join", "--no-open", l.Addr().String()); err == nil || !strings.Contains(err.Error(), "nothing answers") {
		t.Errorf("a port without a server: %v", err)
	}
	var usage usageError
	if _, err := call("join"); !errors.As(err, &usage) {
		t.Errorf("without a name: %v", err)
	}
}

func TestNamesMatchGames(t *testing.T) {
	game := func(name, id string) discovery.Found {
		return discovery.Found{Info: discovery.Info{Name: name, ID: id}, Endpoint: netip.MustParseAddrPort("10.0.0.1:1")}
	}
	games := []discovery.Found{game("Party", "a"), game("Party (2)", "b"), game("Ada's room", "c")}
	for what, want := range map[string]string{
		"party": "a", "Party (2)": "b", "room": "c", "adas-room.local": "c", "c": "c", "part": "a b", "nobody": "",
	} {
		var got []string
		for _, g := range named(games, what) {
			got = append(got, g.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q means %v, want %q", what, got, want)
		}
	}
}

func TestDiscoverPrintsGames(t *testing.T) {
	found := discovery.Found{
		Info:     discovery.Info{Name: "Den", ID: "abc", Map: "E1M1", Mode: "coop", Players: 2, MaxPlayers: 4, State: "lobby"},
		Endpoint: netip.MustParseAddrPort("10.0.0.1:8666"), Ping: 1500 * time.Microsecond,
	}
	var l searchOptions
	var text strings.Builder
	if err := l.print(&text, []discovery.Found{found}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Den", "http://10.0.0.1:8666/", "E1M1", "coop", "2/4", "1.5 ms", "lobby"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %s in\n%s", want, text.String())
		}
	}
	l.json = true
	text.Reset()
	if err := l.print(&text, []discovery.Found{found}); err != nil {
		t.Fatal(err)
	}
	var v struct{ Games []discovery.Listed }
	if err := json.Unmarshal([]byte(text.String()), &v); err != nil || len(v.Games) != 1 || v.Games[0].URL != "http://10.0.0.1:8666/" || v.Games[0].Ping != 1.5 {
		t.Errorf("%v in %s", err, text.String())
	}
}
