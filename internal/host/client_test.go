package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"doomhost/engine/wad/wadtest"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/testkit/hosttest"
	"doomhost/lockstep"
)

// TestMain fails if tests leave goroutines behind. In a process that a test starts as a
// host, it runs the host.
func TestMain(m *testing.M) {
	if !hosting() {
		goleak.VerifyTestMain(m)
	}
}

// patienceOfTests bounds every wait of a test; a wait should need a small part of it.
const patienceOfTests = 90 * time.Second

// testHost is a host on its own port.
type testHost struct {
	*Host
	t    *testing.T
	addr string
	stop func() // ends the host and waits for it
	// clock is the host's clock if the test moves it; nil means that real time passes.
	clock *hosttest.Clock
}

// startStill runs a host for which time stands still from the launch of a game on.
func startStill(t *testing.T, cfg Config) *testHost {
	t.Helper()
	clock := hosttest.NewClock()
	cfg.Raw = clock.Now
	if cfg.Limits.MessagesPerSec == 0 {
		cfg.Limits.MessagesPerSec = -1 // without time, a limit is on all messages of a connection
	}
	h := startHost(t, cfg)
	h.clock = clock
	return h
}

// startHost runs a host with two WADs until the test ends.
func startHost(t *testing.T, cfg Config) *testHost {
	t.Helper()
	if cfg.Library == nil {
		cfg.Library = wadlib.Open(wadlib.Config{Dirs: []string{testWADs(t)}})
	}
	cfg.Log = slog.New(slog.DiscardHandler)
	cfg.AdminToken = "hosttoken"
	cfg.countdownStep = time.Millisecond
	h, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	addr, stop := hosttest.Serve(t, h)
	return &testHost{Host: h, t: t, addr: addr, stop: stop}
}

// testWADs makes a folder with a game and an add-on.
func testWADs(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"game.wad": tinyWAD("IWAD", "E1M1", "THINGS", "E1M2", "THINGS"),
		"more.wad": tinyWAD("PWAD", "E1M9", "THINGS"),
	} {
		if err := os.WriteFile(dir+"/"+name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// tinyWAD makes a WAD of empty lumps; an IWAD has all lumps that a game needs.
func tinyWAD(kind string, lumps ...string) []byte {
	if kind == "IWAD" {
		lumps = append(lumps, "PLAYPAL", "COLORMAP", "TEXTURE1", "PNAMES", "STBAR", "STCFN065", "F_SKY1",
			"PLAYA1", "PUNGA0", "PISGA0", "POSSA1", "TROOA1", "CLIPA0")
	}
	return wadtest.Markers(kind == "PWAD", lumps...)
}

// client is a WebSocket client such as a browser.
type client struct {
	t  *testing.T
	ws *websocket.Conn
}

func (h *testHost) dial(path string) *client {
	h.t.Helper()
	c, err := h.tryDial(path, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

func (h *testHost) tryDial(path string, header http.Header) (*client, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patienceOfTests)
	defer cancel()
	ws, resp, err := websocket.Dial(ctx, "ws://"+h.addr+path, &websocket.DialOptions{HTTPHeader: header})
	if resp != nil && resp.Body != nil {
		_ = resp.Body.Close()
	}
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(1 << 20)
	h.t.Cleanup(func() { _ = ws.CloseNow() })
	return &client{h.t, ws}, nil
}

func (c *client) read() ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patienceOfTests)
	defer cancel()
	_, b, err := c.ws.Read(ctx)
	return b, err
}

func (c *client) write(typ websocket.MessageType, b []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), patienceOfTests)
	defer cancel()
	return c.ws.Write(ctx, typ, b)
}

// say sends a lobby message.
func (c *client) say(text string) {
	c.t.Helper()
	if err := c.write(websocket.MessageText, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

// hear reads lobby messages up to one of the given name that fits.
func (c *client) hear(name string, fits func(m map[string]any) bool) map[string]any {
	c.t.Helper()
	for {
		b, err := c.read()
		if err != nil {
			c.t.Fatalf("waiting for %s: %v", name, err)
		}
		var m map[string]any
		if err := json.Unmarshal(b, &m); err != nil {
			c.t.Fatalf("%s: %v", b, err)
		}
		if m["t"] == name && (fits == nil || fits(m)) {
			return m
		}
	}
}

// send sends a ticcmd.
func (c *client) send(tic lockstep.Tic, forward int8) {
	c.t.Helper()
	msg := lockstep.AppendTicMsg(nil, lockstep.TicMsg{Tic: tic, Cmd: lockstep.Ticcmd{Forward: forward}})
	if err := c.write(websocket.MessageBinary, msg); err != nil {
		c.t.Fatal(err)
	}
}

// bundle reads one bundle, and fails unless it is that of tic.
func (c *client) bundle(tic lockstep.Tic) lockstep.Bundle {
	c.t.Helper()
	b, err := c.read()
	if err != nil {
		c.t.Fatalf("waiting for tic %d: %v", tic, err)
	}
	got, n, err := lockstep.DecodeBundle(b)
	if err != nil || n != len(b) || got.Tic != tic {
		c.t.Fatalf("waiting for tic %d: %x (%v)", tic, b, err)
	}
	return got
}

// closed reads until the connection ends and returns the close code.
func (c *client) closed() websocket.StatusCode {
	c.t.Helper()
	for {
		if _, err := c.read(); err != nil {
			if errors.Is(err, context.DeadlineExceeded) {
				c.t.Fatal("the connection stays open")
			}
			return websocket.CloseStatus(err)
		}
	}
}

// seat is a player of the lobby with the token from its launch message.
type seated struct {
	lobby *client
	slot  int
	token string
}

// launch starts a game of n players.
func (h *testHost) launch(n int) []seated {
	h.t.Helper()
	players := make([]seated, n)
	for i := range players {
		lobby := h.dial("/ws/lobby")
		welcome := lobby.hear("welcome", nil)
		players[i] = seated{lobby: lobby, slot: int(welcome["slot"].(float64))}
	}
	players[0].lobby.say(`{"t":"start"}`)
	for i := range players {
		players[i].token = players[i].lobby.hear("launch", nil)["token"].(string)
	}
	if h.clock != nil {
		h.clock.Stop()
	}
	return players
}

// play opens a player's tic channel.
func (h *testHost) play(p seated, from lockstep.Tic) *client {
	h.t.Helper()
	return h.dial(fmt.Sprintf("/ws/game?slot=%d&token=%s&from=%d", p.slot, p.token, from))
}

// pair starts a game of two players whose tic channels are open. For their host, time stands
// still.
func pair(t *testing.T) (h *testHost, players []seated, a, b *client) {
	t.Helper()
	h = startStill(t, Config{})
	players = h.launch(2)
	return h, players, h.play(players[0], 0), h.play(players[1], 0)
}
