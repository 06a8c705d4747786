package replay

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"doomhost/engine/demo"
	"doomhost/engine/sim"
	"doomhost/engine/trace"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/host"
	"doomhost/internal/referee"
	"doomhost/internal/room"
	"doomhost/internal/testkit/hosttest"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// limit bounds every wait of a test. No wait should come near it.
const limit = 60 * time.Second

// recordingHost is a host that records games of players who send arbitrary input.
type recordingHost struct {
	t     *testing.T
	addr  string
	store *Store
	stop  func() // ends the host
	clock *hosttest.Clock
}

// open starts a host with Freedoom, phase 1, and the given PWADs from testwads.
func open(t *testing.T, bytes int64, pwads ...string) *recordingHost {
	t.Helper()
	wads := t.TempDir()
	for _, name := range pwads {
		if err := os.WriteFile(filepath.Join(wads, name+".wad"), testwads.PWAD(t, name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(testwads.Path(t, "freedoom1"), filepath.Join(wads, "freedoom1.wad")); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	lib := wadlib.Open(wadlib.Config{Dirs: []string{wads}, Log: log})
	store := NewStore(Config{Dir: filepath.Join(t.TempDir(), "replays"), Limit: bytes, Version: "v1", Engine: "test", Library: lib, Log: log})
	recorder := NewRecorder(store)
	ref := referee.New(referee.Config{Library: lib, Build: "test", Keep: recorder.Keep, Log: log, SnapshotTime: -1})
	clock := hosttest.NewClock()
	h, err := host.New(host.Config{
		Library: lib, Log: log, Raw: clock.Now, Limits: host.Limits{MessagesPerSec: -1},
		Followers: []room.Follower{ref, recorder}, Handlers: store.Handlers(),
	})
	if err != nil {
		t.Fatal(err)
	}
	addr, stop := hosttest.Serve(t, h)
	return &recordingHost{t: t, addr: addr, store: store, stop: stop, clock: clock}
}

func (r *recordingHost) dial(path string) *websocket.Conn {
	r.t.Helper()
	return hosttest.Dial(r.t, r.addr, path)
}

func (r *recordingHost) hear(ws *websocket.Conn, name string) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for {
		_, b, err := ws.Read(ctx)
		if err != nil {
			r.t.Fatalf("waiting for %s: %v", name, err)
		}
		if strings.HasPrefix(string(b), `{"t":"`+name+`"`) {
			return
		}
	}
}

// launch starts a game of n players and opens their tic channels. Before the start, the
// first player sends the messages in says to the lobby.
func (r *recordingHost) launch(n int, says ...string) (channels []*websocket.Conn) {
	r.t.Helper()
	var lobbies []*websocket.Conn
	for range n {
		lobby := r.dial("/ws/lobby")
		r.hear(lobby, "welcome")
		lobbies = append(lobbies, lobby)
	}
	for _, text := range append(says, `{"t":"start"}`) {
		if err := lobbies[0].Write(r.t.Context(), websocket.MessageText, []byte(text)); err != nil {
			r.t.Fatal(err)
		}
	}
	for slot, lobby := range lobbies {
		r.hear(lobby, "launch")
		channels = append(channels, r.dial(fmt.Sprintf("/ws/game?slot=%d", slot)))
	}
	r.clock.Stop() // the host seals no tic without the players
	return channels
}

// play plays the tics from first to before end with random input from dice, and returns the
// received bundles.
func (r *recordingHost) play(channels []*websocket.Conn, first, end lockstep.Tic, dice *rand.Rand) (bundles []byte) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for tic := first; tic < end; tic++ {
		for _, c := range channels {
			cmd := lockstep.Ticcmd{
				Forward: int8(dice.IntN(101) - 50), Side: int8(dice.IntN(81) - 40), AngleTurn: int16(dice.IntN(4000) - 2000),
				Consistancy: int16(dice.IntN(1 << 16)), Buttons: byte(dice.IntN(4)),
			}
			switch dice.IntN(100) {
			case 0:
				cmd.Chat = 'x'
			case 1:
				cmd.Buttons = lockstep.ButtonChange | 1<<3
			case 2:
				cmd.Buttons = lockstep.ButtonSpecial | lockstep.SpecialSaveGame
			}
			if err := c.Write(ctx, websocket.MessageBinary, lockstep.AppendTicMsg(nil, lockstep.TicMsg{Tic: tic, Cmd: cmd})); err != nil {
				r.t.Fatal(err)
			}
		}
		for i, c := range channels {
			_, b, err := c.Read(ctx)
			if err != nil {
				r.t.Fatalf("tic %d: %v", tic, err)
			}
			if i == 0 {
				bundles = append(bundles, b...)
			}
		}
	}
	return bundles
}

func (r *recordingHost) get(path string) (*http.Response, []byte) {
	r.t.Helper()
	return hosttest.Get(r.t, r.addr, path)
}

// list requests the list of replays until one fits.
func (r *recordingHost) list(fits func(Info) bool) Info {
	r.t.Helper()
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); {
		_, body := r.get("/api/replays")
		var answer struct{ Replays []Info }
		if err := json.Unmarshal(body, &answer); err != nil {
			r.t.Fatal(err)
		}
		for _, in := range answer.Replays {
			if fits(in) {
				return in
			}
		}
	}
	r.t.Fatal("no such replay is listed")
	return Info{}
}

// await requests a path until it exists.
func (r *recordingHost) await(path string) {
	r.t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); <-tick.C {
		if resp, _ := r.get(path); resp.StatusCode == http.StatusOK {
			return
		}
	}
	r.t.Fatalf("%s is not there after %v", path, limit)
}

func TestSessionIsKeptListedServedAndMadeADemo(t *testing.T) {
	t.Parallel()
	r := open(t, 1<<30)
	dice := rand.New(rand.NewPCG(1, 2))
	channels := r.launch(2)
	const first = 1500
	bundles := r.play(channels, 0, first, dice)
	running := r.list(func(in Info) bool { return in.Running && in.Tics > first-2*runTics })
	// The referee, which makes the snapshots, is slower than these tics.
	r.await("/api/replays/" + running.ID + "/snapshot?tic=1499")
	const alone, all = first, first + 100

	if err := channels[1].Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	bundles = append(bundles, r.play(channels[:1], lockstep.Tic(alone), lockstep.Tic(all), dice)...)
	if err := channels[0].Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	in := r.list(func(in Info) bool { return !in.Running })
	if in.Tics != all || in.Engine != "test" || in.WADs[0] != "freedoom1.wad" || in.Names[1] != "Indigo" || in.Map != "E1M1" {
		t.Errorf("listed as %+v", in)
	}

	// The served bundles are the sealed ones.
	_, got := r.get("/api/replays/" + in.ID + "/tics?from=10&count=100")
	if want := bundles[10*lockstep.BundleSize : 110*lockstep.BundleSize]; string(got) != string(want) {
		t.Error("bundles 10 to 109 are not those that were sealed")
	}
	_, file := r.get("/api/replays/" + in.ID + extension)
	rep, err := Read(strings.NewReader(string(file)))
	if err != nil || string(rep.Bundles(0, all)) != string(bundles) || rep.End == nil || rep.End.Tics != all {
		t.Fatalf("the file holds %d tics, %+v, %v", rep.Tics(), rep.End, err)
	}
	for path, want := range map[string]int{
		"/api/replays/1-2":                             404,
		"/api/replays/..%2f..%2fetc.dhr":               404,
		"/api/replays/1-2.lmp":                         404,
		"/api/replays/" + in.ID:                        200,
		"/api/replays/" + in.ID + "/tics?count=999999": 400,
		"/api/replays/" + in.ID + "/snapshot?tic=5":    404,
		"/api/replays/" + in.ID + "/snapshot?tic=1599": 200,
	} {
		if resp, _ := r.get(path); resp.StatusCode != want {
			t.Errorf("%s: %s, want %d", path, resp.Status, want)
		}
	}

	// The demo plays like the session, up to the tic in which a player left.
	left := 0
	for left < all && bundles[left*lockstep.BundleSize+4] == 0b11 {
		left++
	}
	if left < alone {
		t.Errorf("in tic %d somebody has left, before %d", left, alone)
	}
	_, lmp := r.get("/api/replays/" + in.ID + ".lmp")
	d, log := both(t, lmp, bundles)
	if !d.LongTics || len(d.Tics) != left {
		t.Errorf("the demo has %d tics, long turns: %v", len(d.Tics), d.LongTics)
	}
	samePlay(t, trace.FromDemo(d), trace.FromTicLog(referee.SimParams(&rep.Params, 3), log), left)
}

// both reads a demo and the bundles of the session from which it was made.
func both(t *testing.T, lmp, bundles []byte) (*demo.Demo, []lockstep.Bundle) {
	t.Helper()
	d, err := demo.Parse(lmp)
	if err != nil {
		t.Fatal(err)
	}
	log, err := demo.ParseTicLog(bundles)
	if err != nil {
		t.Fatal(err)
	}
	return d, log
}

// samePlay plays two recorded games side by side and compares every tic.
func samePlay(t *testing.T, a, b *trace.Input, tics int, pwads ...string) {
	t.Helper()
	content, _, err := sim.LoadContent(testwads.Set(t, "freedoom1", pwads...))
	if err != nil {
		t.Fatal(err)
	}
	var games [2]*trace.Replay
	for i, in := range []*trace.Input{a, b} {
		if games[i], err = trace.NewReplay(content, in, trace.Lines{Full: true}); err != nil {
			t.Fatal(err)
		}
	}
	for tic := range tics {
		for _, g := range games {
			if _, ok, err := g.Step(); !ok || err != nil {
				t.Fatalf("tic %d: %v, %v", tic, ok, err)
			}
		}
		if x, y := string(games[0].Line()), string(games[1].Line()); x != y {
			t.Fatalf("tic %d differs:\n%s\n%s", tic, x, y)
		}
	}
}

// Demo readers assume that a game without the second player is not a net game. The response
// for the demo of such a session therefore names the switch that corrects this.
func TestDemoOfASessionOfOneNamesItsSwitch(t *testing.T) {
	t.Parallel()
	r := open(t, 1<<30)
	channels := r.launch(1)
	bundles := r.play(channels, 0, 300, rand.New(rand.NewPCG(7, 8)))
	if err := channels[0].Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	in := r.list(func(in Info) bool { return !in.Running })
	resp, lmp := r.get("/api/replays/" + in.ID + ".lmp")
	if got := resp.Header.Get("X-Doomhost-Play-With"); got != "-netdemo" {
		t.Errorf("it is to be played with %q", got)
	}
	d, log := both(t, lmp, bundles)
	d.Params.NetGame = true // as the switch says
	samePlay(t, trace.FromDemo(d), trace.FromTicLog(referee.SimParams(&in.Params, 1), log), 300)
}

// age sets a file's time so that the file no longer counts as being written.
func age(t *testing.T, path string) {
	t.Helper()
	at := time.Now().Add(-2 * fresh)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

func TestOldReplaysMakeRoom(t *testing.T) {
	t.Parallel()
	r := open(t, 1)
	dice := rand.New(rand.NewPCG(3, 4))
	old := filepath.Join(r.store.cfg.Dir, "20010101-000000"+extension)
	if err := os.MkdirAll(r.store.cfg.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(r.store.cfg.Dir, "notes.txt")
	for _, path := range []string{old, other} {
		if err := os.WriteFile(path, []byte("something"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	age(t, old)
	channels := r.launch(1)
	r.play(channels, 0, 100, dice)
	r.list(func(in Info) bool { return in.Running })
	if _, err := os.Stat(old); err == nil {
		t.Error("the old replay is still there")
	}
	if _, err := os.Stat(other); err != nil {
		t.Error("what is no replay was deleted")
	}
	r.stop()
	if left := r.store.List(); len(left) != 0 {
		t.Errorf("over the limit, and kept: %v", left)
	}
}

func TestNothingIsRecordedWithoutRoom(t *testing.T) {
	t.Parallel()
	r := open(t, 0)
	channels := r.launch(1)
	r.play(channels, 0, 100, rand.New(rand.NewPCG(5, 6)))
	r.stop()
	if _, err := os.Stat(r.store.cfg.Dir); err == nil {
		t.Error("there is a folder of replays")
	}
}

// A game with an add-on is refereed, recorded and converted to a demo like any other. The
// demo has no place for the add-on's name, so the response also names it.
func TestSessionWithAnAddOn(t *testing.T) {
	t.Parallel()
	const addOn = "conformance1"
	r := open(t, 1<<30, addOn)
	sum := sha256.Sum256(testwads.PWAD(t, addOn))
	channels := r.launch(1, fmt.Sprintf(`{"t":"params","params":{"pwads":["%x"]}}`, sum))
	bundles := r.play(channels, 0, 1200, rand.New(rand.NewPCG(3, 4)))
	r.await("/api/replays/" + r.list(func(in Info) bool { return in.Running }).ID + "/snapshot?tic=1199")
	if err := channels[0].Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	in := r.list(func(in Info) bool { return !in.Running })
	if !slices.Equal(in.WADs, []string{"freedoom1.wad", addOn + ".wad"}) {
		t.Errorf("listed with the WADs %v", in.WADs)
	}
	resp, _ := r.get("/api/replays/" + in.ID + "/snapshot?tic=1199")
	if ids := resp.Header.Get("X-Doomhost-Wads"); !strings.Contains(ids, fmt.Sprintf("%x", sum)) {
		t.Errorf("its snapshot is one over %q", ids)
	}
	resp, lmp := r.get("/api/replays/" + in.ID + ".lmp")
	if got := resp.Header.Get("X-Doomhost-Play-With"); got != "-netdemo -file "+addOn+".wad" {
		t.Errorf("it is to be played with %q", got)
	}
	d, log := both(t, lmp, bundles)
	d.Params.NetGame = true // as the switch says
	samePlay(t, trace.FromDemo(d), trace.FromTicLog(referee.SimParams(&in.Params, 1), log), 1200, addOn)
}
