package referee

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"doomhost/engine"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/host"
	"doomhost/internal/room"
	"doomhost/internal/testkit/hosttest"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// limit bounds every wait of a test; a wait should need a small part of it.
const limit = 60 * time.Second

// table is a host with a referee, on its own port.
type table struct {
	t       *testing.T
	referee *Referee
	addr    string
	dir     string // of the incidents' files
	clock   *hosttest.Clock
}

// library contains Freedoom: Phase 1.
func library(t testing.TB) *wadlib.Library {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(testwads.Path(t, "freedoom1"), filepath.Join(dir, "freedoom1.wad")); err != nil {
		t.Fatal(err)
	}
	return wadlib.Open(wadlib.Config{Dirs: []string{dir}, Log: slog.New(slog.DiscardHandler)})
}

func open(t *testing.T, lib *wadlib.Library, followers ...room.Follower) *table {
	t.Helper()
	tb := &table{t: t, dir: filepath.Join(t.TempDir(), "desync"), clock: hosttest.NewClock()}
	var h *host.Host
	log := slog.New(slog.DiscardHandler)
	tb.referee = New(Config{
		Library: lib, Build: "test", Dir: tb.dir, Log: log, SnapshotTime: -1,
		Desync: func(tic lockstep.Tic, slots lockstep.Mask) { h.ReportDesync(tic, slots) },
		Owns:   func(slot lockstep.Slot, token string) bool { return h.OwnsSlot(slot, token) },
	})
	h, err := host.New(host.Config{
		Library: lib, Log: log, Limits: host.Limits{MessagesPerSec: -1}, Raw: tb.clock.Now,
		Followers: append([]room.Follower{tb.referee}, followers...),
		Snapshots: tb.referee.Snapshots(),
		Handlers:  tb.referee.Handlers(),
	})
	if err != nil {
		t.Fatal(err)
	}
	tb.addr, _ = hosttest.Serve(t, h)
	return tb
}

func (tb *table) dial(path string) *websocket.Conn {
	tb.t.Helper()
	return hosttest.Dial(tb.t, tb.addr, path)
}

func (tb *table) get(path string) (*http.Response, []byte) {
	tb.t.Helper()
	return hosttest.Get(tb.t, tb.addr, path)
}

// desync is the lobby's message about differing states.
type desync struct {
	Tic   lockstep.Tic    `json:"tic"`
	Slots []lockstep.Slot `json:"slots"`
}

// player is a native client: an engine, a seat in the lobby and a tic channel.
type player struct {
	t      *testing.T
	tb     *table
	slot   lockstep.Slot
	token  string
	lobby  *websocket.Conn
	game   *websocket.Conn
	engine *engine.Engine
	hashes []uint64 // by tic, up to the last one played
	log    [][]byte // bundles by tic
	silent bool     // reports no hashes

	mu     sync.Mutex // guards all following fields
	desync []desync   // the messages that it received
}

// launch starts a game of n players with one engine each.
func (tb *table) launch(n int) []*player {
	tb.t.Helper()
	var players []*player
	for range n {
		p := &player{t: tb.t, tb: tb, lobby: tb.dial("/ws/lobby")}
		var m struct{ Slot lockstep.Slot }
		p.hear("welcome", &m)
		p.slot = m.Slot
		players = append(players, p)
	}
	players[0].say(`{"t":"start"}`)
	for _, p := range players {
		var m struct {
			Token  string
			Params wire.Params
			Slots  []lockstep.Slot
		}
		p.hear("launch", &m)
		p.token = m.Token
		p.engine = newEngine(tb.t, &m.Params, n)
		p.game = tb.dial(fmt.Sprintf("/ws/game?slot=%d&token=%s", p.slot, p.token))
	}
	for _, p := range players {
		go p.listen()
	}
	tb.clock.Stop() // the host seals no tic without the players
	return players
}

var contents sync.Map // engine.Content by the WAD's id

func newEngine(t testing.TB, params *wire.Params, players int) *engine.Engine {
	t.Helper()
	content, ok := contents.Load(params.WADID)
	if !ok {
		data := testwads.IWAD(t, "freedoom1")
		sum := sha256.Sum256(data)
		if hex.EncodeToString(sum[:]) != params.WADID {
			t.Fatalf("the game's WAD is %s", params.WADID)
		}
		loaded, err := engine.Load("test", engine.WAD{Name: "freedoom1", Data: data, Sum: sum})
		if err != nil {
			t.Fatal(err)
		}
		content, _ = contents.LoadOrStore(params.WADID, loaded)
	}
	e, err := engine.New(content.(*engine.Content), SimParams(params, lockstep.Mask(1)<<players-1))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (p *player) say(text string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := p.lobby.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

// hear reads lobby messages up to one with the given name.
func (p *player) hear(name string, m any) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for {
		_, b, err := p.lobby.Read(ctx)
		if err != nil {
			p.t.Fatalf("waiting for %s: %v", name, err)
		}
		if strings.HasPrefix(string(b), `{"t":"`+name+`"`) {
			if err := json.Unmarshal(b, m); err != nil {
				p.t.Fatal(err)
			}
			return
		}
	}
}

// listen records the lobby's desync messages until the test ends.
func (p *player) listen() {
	for {
		_, b, err := p.lobby.Read(context.Background())
		if err != nil {
			return
		}
		var d desync
		if strings.HasPrefix(string(b), `{"t":"desync"`) && json.Unmarshal(b, &d) == nil {
			p.mu.Lock()
			p.desync = append(p.desync, d)
			p.mu.Unlock()
		}
	}
}

// told returns the desync messages so far.
func (p *player) told() []desync {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]desync(nil), p.desync...)
}

// send sends the ticcmd of the next tic: a walk in circles.
func (p *player) send() {
	p.t.Helper()
	tic := p.engine.Tic()
	cmd := lockstep.Ticcmd{Forward: 25, AngleTurn: int16(640 + 128*int(p.slot)), Consistancy: p.engine.Consistancy(int(p.slot), tic)}
	if tic%70 < 3 {
		cmd.Buttons = lockstep.ButtonAttack
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := p.game.Write(ctx, websocket.MessageBinary, lockstep.AppendTicMsg(nil, lockstep.TicMsg{Tic: lockstep.Tic(tic), Cmd: cmd})); err != nil {
		p.t.Fatal(err)
	}
}

// play reads the next bundle, executes it and reports the hash as the client does.
func (p *player) play() {
	p.t.Helper()
	p.step(p.take())
	if tic := p.engine.Tic() - 1; !p.silent && tic%reportTics == 0 {
		p.say(fmt.Sprintf(`{"t":"hash","tic":%d,"hash":"%016x"}`, tic, p.engine.Hash()))
	}
}

// take reads the next bundle.
func (p *player) take() []byte {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, b, err := p.game.Read(ctx)
	if err != nil {
		p.t.Fatalf("after tic %d: %v", len(p.log), err)
	}
	p.log = append(p.log, b)
	return b
}

// reportTics is the interval at which the client reports its hash.
const reportTics = 16

func (p *player) step(b []byte) {
	p.t.Helper()
	bundle, _, err := lockstep.DecodeBundle(b)
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.engine.Step(&bundle); err != nil {
		p.t.Fatal(err)
	}
	p.hashes = append(p.hashes, p.engine.Hash())
}

// upload sends a state to the host.
func (p *player) upload(token string, state []byte) int {
	p.t.Helper()
	req, err := http.NewRequest(http.MethodPost, fmt.Sprintf("http://%s/api/session/state?slot=%d", p.tb.addr, p.slot), strings.NewReader(string(state)))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// heal loads the host's snapshot and plays the tics since then.
func (p *player) heal() {
	p.t.Helper()
	resp, state := p.tb.get("/api/session/snapshot")
	if resp.StatusCode != http.StatusOK {
		p.t.Fatalf("no snapshot: %s", state)
	}
	if err := p.engine.Restore(state); err != nil {
		p.t.Fatal(err)
	}
	from := int(p.engine.Tic())
	p.hashes = append(p.hashes, make([]uint64, max(0, from-len(p.hashes)))...)[:from]
	for _, b := range p.log[from:] {
		p.step(b)
	}
}

// round plays one tic with every player.
func round(players []*player) {
	for _, p := range players {
		p.send()
	}
	for _, p := range players {
		p.play()
	}
}
