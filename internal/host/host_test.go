package host

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"doomhost/internal/room"
	"doomhost/lockstep"
)

func TestTwoPlayersFromTheBaseProtocolAlone(t *testing.T) {
	t.Parallel()
	h := startStill(t, Config{})
	h.launch(2)
	a, b := h.dial("/ws/game?slot=0"), h.dial("/ws/game?slot=1")
	for tic := range lockstep.Tic(200) {
		a.send(tic, 1)
		b.send(tic, 2)
		for _, c := range []*client{a, b} {
			got := c.bundle(tic)
			if got.InGame != 3 || got.Filled != 0 || got.Cmds[0].Forward != 1 || got.Cmds[1].Forward != 2 {
				t.Fatalf("tic %d: %+v", tic, got)
			}
		}
	}
	// When the last player leaves, the game ends and the lobby opens.
	if err := a.ws.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	b.send(200, 3)
	if got := b.bundle(200); got.InGame != 2 {
		t.Fatalf("after one has left: %+v", got)
	}
}

func TestTokenRestoresADisconnectedPlayer(t *testing.T) {
	t.Parallel()
	h, players, a, b := pair(t)
	for tic := range lockstep.Tic(5) {
		a.send(tic, 1)
		b.send(tic, 2)
		a.bundle(tic)
		b.bundle(tic)
	}
	// Each kind of intruder gets its close code.
	for path, want := range map[string]websocket.StatusCode{
		"/ws/game?slot=1":             4409,
		"/ws/game?slot=1&token=wrong": 4401,
		"/ws/game?slot=3":             4404,
		"/ws/game?slot=9":             4404,
		"/ws/game":                    4404,
	} {
		if code := h.dial(path).closed(); code != want {
			t.Errorf("%s is closed with %d, want %d", path, code, want)
		}
	}
	// The new connection replaces the half-open one, and gets bundles from the requested
	// tic on.
	again := h.play(players[1], 3)
	if code := b.closed(); code != 4409 {
		t.Errorf("the old connection is closed with %d", code)
	}
	again.bundle(3)
	again.bundle(4)
	a.send(5, 1)
	again.send(5, 3)
	if got := again.bundle(5); got.Filled != 0 || got.Cmds[1].Forward != 3 {
		t.Errorf("after the return: %+v", got)
	}
}

func TestSpectatorGetsTheSameBundlesAndChangesNothing(t *testing.T) {
	t.Parallel()
	h := startStill(t, Config{})
	early := h.dial("/ws/spectate")
	players := h.launch(1)
	a := h.play(players[0], 0)
	const tics = 300
	var seen [tics][]byte
	for tic := range lockstep.Tic(tics) {
		a.send(tic, int8(tic))
		b, err := a.read()
		if err != nil {
			t.Fatal(err)
		}
		seen[tic] = b
		if tic == 10 {
			msg := lockstep.AppendTicMsg(nil, lockstep.TicMsg{Tic: 11, Cmd: lockstep.Ticcmd{Forward: 99}})
			if err := early.write(websocket.MessageBinary, msg); err != nil {
				t.Fatal(err)
			}
		}
	}
	late, middle := h.dial("/ws/spectate"), h.dial("/ws/spectate?from=250")
	for name, c := range map[string]*client{"early": early, "late": late} {
		for tic := range seen {
			b, err := c.read()
			if err != nil || !bytes.Equal(b, seen[tic]) {
				t.Fatalf("%s spectator, tic %d: %x, %v; the player got %x", name, tic, b, err, seen[tic])
			}
		}
	}
	middle.bundle(250)
	if err := a.ws.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*client{early, late, middle} {
		if code := c.closed(); code != websocket.StatusNormalClosure {
			t.Errorf("at the game's end a spectator is closed with %d", code)
		}
	}
}

func TestDropInReplaysAndGoesLive(t *testing.T) {
	t.Parallel()
	h := startStill(t, Config{})
	players := h.launch(1)
	a := h.play(players[0], 0)
	tic := lockstep.Tic(0)
	step := func() lockstep.Bundle {
		a.send(tic, 1)
		tic++
		return a.bundle(tic - 1)
	}
	for tic < 100 {
		step()
	}
	lobby := h.dial("/ws/lobby")
	lobby.hear("inprogress", func(m map[string]any) bool { return m["frontier"] == 100.0 })
	lobby.say(`{"t":"join","name":"Late"}`)
	launch := lobby.hear("launch", nil)
	if launch["join"] != true || launch["frontier"] != 100.0 {
		t.Errorf("launch %v", launch)
	}
	b := h.dial("/ws/game?slot=1&token=" + launch["token"].(string))
	for old := range lockstep.Tic(100) {
		b.bundle(old)
	}
	for ahead := range lockstep.Tic(100) {
		b.send(100+ahead, 7)
	}
	live := players[0].lobby.hear("joined", nil)["tic"].(float64)
	if live != 108 {
		t.Errorf("joins at tic %v", live)
	}
	own := false
	for tic < 200 {
		got := step()
		if in := got.InGame == 3; in != (got.Tic >= 108) {
			t.Fatalf("tic %d: %+v", got.Tic, got)
		}
		own = got.InGame == 3 && got.Filled == 0
		if own && got.Cmds[1].Forward != 7 {
			t.Fatalf("tic %d: %+v", got.Tic, got)
		}
	}
	if !own {
		t.Error("the drop-in's own ticcmds are not in the bundles")
	}
}

func TestClientsOverAMessageLimitAreDisconnected(t *testing.T) {
	t.Parallel()
	h := startStill(t, Config{Limits: Limits{MessagesPerSec: 100}})
	players := h.launch(1)
	a := h.play(players[0], 0)
	a.send(0, 1)
	a.bundle(0)

	tooLong := h.dial("/ws/lobby")
	tooLong.say(`{"t":"chat","text":"` + strings.Repeat("x", 1100) + `"}`)
	if code := tooLong.closed(); code != websocket.StatusMessageTooBig {
		t.Errorf("a lobby message of over 1 KiB is closed with %d", code)
	}
	tooMany := h.dial("/ws/lobby")
	for range 150 {
		if tooMany.write(websocket.MessageText, []byte(`{"t":"ping","t0":1}`)) != nil {
			break
		}
	}
	if code := tooMany.closed(); code != websocket.StatusPolicyViolation {
		t.Errorf("150 messages at once are closed with %d", code)
	}
	huge := h.dial("/ws/spectate")
	if err := huge.write(websocket.MessageBinary, make([]byte, 65)); err != nil {
		t.Fatal(err)
	}
	if code := huge.closed(); code != websocket.StatusMessageTooBig {
		t.Errorf("65 bytes from a spectator are closed with %d", code)
	}
	a.send(1, 1)
	a.bundle(1)
}

func TestConnectionsPerAddressAreLimited(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{Limits: Limits{ConnsPerAddress: 3}})
	h.launch(1)
	for range 2 {
		h.dial("/ws/spectate")
	}
	over := h.dial("/ws/spectate")
	if code := over.closed(); code != websocket.StatusPolicyViolation {
		t.Errorf("the fourth connection is closed with %d", code)
	}
}

func TestMalformedTicMessageClosesItsSender(t *testing.T) {
	t.Parallel()
	h, players, a, b := pair(t)
	a.send(0, 1)
	b.send(0, 1)
	a.bundle(0)
	if err := b.write(websocket.MessageBinary, make([]byte, 11)); err != nil {
		t.Fatal(err)
	}
	if code := b.closed(); code != websocket.StatusPolicyViolation {
		t.Errorf("11 bytes are closed with %d", code)
	}
	// The error costs the sender its connection, not its seat.
	b = h.play(players[1], 1)
	a.send(1, 1)
	b.send(1, 1)
	if got := b.bundle(1); got.InGame != 3 {
		t.Errorf("tic 1: %+v", got)
	}
}

func TestStalledReaderIsDisconnected(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{Limits: Limits{Idle: 400 * time.Millisecond, MessagesPerSec: -1}})
	players := h.launch(1)
	a := h.play(players[0], 0)
	// The spectator shakes hands and then neither reads a byte nor answers a ping.
	h.bare("/ws/spectate")
	for tic := lockstep.Tic(0); h.Info().Spectators == 0; tic++ {
		a.send(tic, 1)
		a.bundle(tic)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patienceOfTests)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for h.Info().Spectators != 0 {
		select {
		case <-tick.C:
			// The library of the player answers pings only while it reads.
			a.send(0, 1)
		case <-ctx.Done():
			t.Fatal("the silent spectator stays connected")
		}
	}
}

func TestHostPageQuitsTheHost(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{})
	spectator := h.dial("/ws/lobby")
	spectator.hear("welcome", nil)
	if got := h.post("/api/control/quit", "somebody's"); got != 403 {
		t.Errorf("quit without the token: %d", got)
	}
	if got := h.post("/api/control/quit", "hosttoken"); got != 204 {
		t.Errorf("quit with the token: %d", got)
	}
	if code := spectator.closed(); code != websocket.StatusGoingAway {
		t.Errorf("the lobby is closed with %d", code)
	}
	h.stop() // waits until everything has ended
}

func TestShutdownSaysGoodbye(t *testing.T) {
	t.Parallel()
	h := startStill(t, Config{})
	players := h.launch(1)
	a := h.play(players[0], 0)
	a.send(0, 1)
	a.bundle(0)
	watcher := h.dial("/ws/spectate")
	watcher.bundle(0)
	spectator := h.dial("/ws/lobby")
	spectator.hear("inprogress", nil)
	go h.stop()
	spectator.hear("ended", nil)
	if code := spectator.closed(); code != websocket.StatusGoingAway {
		t.Errorf("the lobby is closed with %d", code)
	}
	if code := a.closed(); code != websocket.StatusGoingAway {
		t.Errorf("the player is closed with %d", code)
	}
	if code := watcher.closed(); code != websocket.StatusNormalClosure && code != websocket.StatusGoingAway {
		t.Errorf("the spectator is closed with %d", code)
	}
	h.stop()
	if _, err := h.tryDial("/ws/lobby", nil); err == nil {
		t.Error("the stopped host still answers")
	}
}

func TestAdminTokenGrantsControl(t *testing.T) {
	t.Parallel()
	h := startStill(t, Config{})
	players := h.launch(2)
	a := h.play(players[0], 0)
	players[1].lobby.say(`{"t":"kick","slot":0}`)
	players[1].lobby.hear("error", nil)
	players[0].lobby.say(`{"t":"host","token":"hosttoken"}`)
	players[0].lobby.hear("host", nil)
	players[0].lobby.say(`{"t":"kick","slot":1}`)
	if code := players[1].lobby.closed(); code != 4403 {
		t.Errorf("the kicked player is closed with %d", code)
	}
	a.send(0, 1)
	if got := a.bundle(0); got.InGame != 1 {
		t.Errorf("tic 0: %+v", got)
	}
	if got := h.post("/api/control/stop", ""); got != 403 {
		t.Errorf("stop without the token: %d", got)
	}
	if got := h.post("/api/control/stop", "hosttoken"); got != 204 {
		t.Errorf("stop with the token: %d", got)
	}
	if code := a.closed(); code != websocket.StatusNormalClosure {
		t.Errorf("the player is closed with %d", code)
	}
}

// recorder follows games as a referee does, but slowly.
type recorder struct {
	got    chan lockstep.Tic
	hashes chan uint64
}

func (r *recorder) Follow(ctx context.Context, g *room.Game) {
	tic := lockstep.Tic(0)
	for g.Wait(ctx, tic) {
		if b, err := g.Log.Bundle(tic); err != nil || b.Tic != tic {
			return
		}
		tic++
	}
	r.got <- tic
}

func (r *recorder) Name() string { return "follower" }

func (r *recorder) ReceiveHash(_ *room.Game, _ lockstep.Slot, _ lockstep.Tic, hash uint64) {
	r.hashes <- hash
}

func TestFollowerReadsEveryTic(t *testing.T) {
	t.Parallel()
	r := &recorder{make(chan lockstep.Tic, 1), make(chan uint64, 1)}
	h := startStill(t, Config{Followers: []room.Follower{r}})
	players := h.launch(1)
	a := h.play(players[0], 0)
	for tic := range lockstep.Tic(50) {
		a.send(tic, 1)
		a.bundle(tic)
	}
	players[0].lobby.say(`{"t":"hash","tic":3,"hash":"00000000000000ab"}`)
	if got := <-r.hashes; got != 0xab {
		t.Errorf("hash %x", got)
	}
	h.ReportDesync(3, 1)
	if m := players[0].lobby.hear("desync", nil); m["tic"] != 3.0 {
		t.Errorf("desync %v", m)
	}
	h.Stop("enough")
	if got := <-r.got; got != 50 {
		t.Errorf("the follower saw %d tics", got)
	}
}
