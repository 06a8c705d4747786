package referee

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"doomhost/engine/demo"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/testkit/testfiles"
	"doomhost/lockstep"
	"doomhost/relay"
	"doomhost/relay/wire"
)

// clock plays rounds at 35 Hz until done returns true, up to most rounds.
func clock(t *testing.T, players []*player, most int, done func() bool) (rounds int) {
	t.Helper()
	tick := time.NewTicker(time.Second / lockstep.TicRate)
	defer tick.Stop()
	for ; rounds < most && !done(); rounds++ {
		<-tick.C
		round(players)
	}
	return rounds
}

func never() bool { return false }

func TestDesyncIsReportedSavedAndResynced(t *testing.T) {
	t.Parallel()
	tb := open(t, library(t))
	players := tb.launch(2)
	good, bad := players[0], players[1]
	// The referee gets no report before it has loaded the game.
	clock(t, players, int(limit/relay.TicTime), func() bool { return tb.referee.current.Load() != nil })
	clock(t, players, 50, never)
	if told := good.told(); told != nil {
		t.Fatalf("the lobby reported %v while all states were equal", told)
	}

	bad.engine.Game().Random ^= 1
	first := lockstep.Tic(bad.engine.Tic())
	// The report reaches the two lobbies one after the other.
	rounds := clock(t, players, 500, func() bool { return len(bad.told()) > 0 && len(good.told()) > 0 })
	t.Logf("reported %d tics after the first difference", rounds)
	told := good.told()
	if len(told) == 0 || !slices.Equal(told[0].Slots, []lockstep.Slot{bad.slot}) || told[0].Tic < first || told[0].Tic >= first+lockstep.TicRate {
		t.Fatalf("the lobby reported %v; the states differ from tic %d on", told, first)
	}

	// Only the slot's owner may send its state, and only on request.
	state := bad.engine.Save(nil)
	if code := bad.upload(good.token, state); code != http.StatusForbidden {
		t.Errorf("a state with another slot's token: %d", code)
	}
	if code := good.upload(good.token, state); code != http.StatusConflict {
		t.Errorf("an unrequested state: %d", code)
	}
	if code := bad.upload(bad.token, make([]byte, maxState+1)); code != http.StatusRequestEntityTooLarge {
		t.Errorf("a state of over %d bytes: %d", maxState, code)
	}
	at := bad.engine.Tic()
	badHash, goodHash := bad.engine.Hash(), good.engine.Hash()
	if code := bad.upload(bad.token, state); code != http.StatusNoContent {
		t.Errorf("the requested state: %d", code)
	}
	if code := bad.upload(bad.token, state); code != http.StatusConflict {
		t.Errorf("a second state: %d", code)
	}
	bad.heal()
	clock(t, players, 50, never)
	healed := len(bad.hashes) - 50
	for tic := healed; tic < min(len(good.hashes), len(bad.hashes)); tic++ {
		if good.hashes[tic] != bad.hashes[tic] {
			t.Fatalf("after the resync the hash of tic %d differs", tic)
		}
	}
	if len(good.hashes) <= healed {
		t.Error("no hashes were compared after the resync")
	}
	if n := len(good.told()); n != 1 {
		t.Errorf("%d reports of one difference: %v", n, good.told())
	}

	files := incidents(t, tb.dir, 1)[0]
	var s summary
	if err := json.Unmarshal(files["incident.json"], &s); err != nil {
		t.Fatal(err)
	}
	if s.Slot != bad.slot || s.States != lockstep.Tic(at) || s.ClientHash != hexHash(badHash) || s.HostHash != hexHash(goodHash) || s.Problem != "" {
		t.Errorf("the file says %+v", s)
	}
	if !bytes.Equal(files["client.state"], state) {
		t.Error("the client's state in the file differs from the uploaded one")
	}
	check := newEngine(t, &s.Params, 2)
	if err := check.Restore(files["host.state"]); err != nil || check.Hash() != goodHash {
		t.Errorf("the host's state in the file: %v, hash %016x, want %016x", err, check.Hash(), goodHash)
	}
	if log, err := demo.ParseTicLog(files["session.ticlog"]); err != nil || len(log) != int(at) {
		t.Errorf("the bundles in the file: %d, %v", len(log), err)
	}
	if d := string(files["difference.txt"]); !strings.Contains(d, "- game: tic") || !strings.Contains(d, "+ game: tic") {
		t.Errorf("the difference:\n%s", d)
	}
}

// incidents reads the files of n incidents.
func incidents(t *testing.T, dir string, n int) (all []map[string][]byte) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.zip"))
	if err != nil || len(paths) != n {
		t.Fatalf("files about incidents: %v, %v, want %d", paths, err, n)
	}
	for _, path := range paths {
		all = append(all, testfiles.Unzip(t, path))
	}
	return all
}

func TestTiccmdsRevealADesync(t *testing.T) {
	t.Parallel()
	tb := open(t, library(t))
	players := tb.launch(2)
	players[1].silent = true
	clock(t, players, 40, never)
	body := players[1].engine.Game().Mobj(players[1].engine.Game().Players[1].Mo)
	body.MomX ^= 1 << 12
	rounds := clock(t, players, 500, func() bool { return len(players[0].told()) > 0 })
	told := players[0].told()
	if len(told) == 0 || !slices.Equal(told[0].Slots, []lockstep.Slot{1}) {
		t.Fatalf("reported %v after %d tics", told, rounds)
	}
}

func TestLateJoinerStartsFromTheSnapshot(t *testing.T) {
	t.Parallel()
	tb := open(t, library(t))
	players := tb.launch(1)
	p := players[0]
	for range snapshotTics - 1 {
		round(players)
	}
	if resp, _ := tb.get("/api/session/snapshot"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("a snapshot before there is one: %s", resp.Status)
	}
	for range (snapshotsKept + 1) * snapshotTics {
		round(players)
	}
	late := newEngine(t, &wire.Params{WADID: paramsOf(t, tb).WADID, Skill: 1, Episode: 1, Map: 2, Mode: wire.ModeCoop}, 1)
	// The players run faster than any clock; the referee catches up.
	newest := p.engine.Tic() / snapshotTics * snapshotTics
	at := func(resp *http.Response) lockstep.Tic {
		tic, err := strconv.ParseUint(resp.Header.Get("X-Doomhost-Tic"), 10, 32)
		if err != nil {
			t.Fatal(err)
		}
		return lockstep.Tic(tic)
	}
	resp, state := tb.get("/api/session/snapshot")
	for deadline := time.Now().Add(limit); at(resp) < newest && time.Now().Before(deadline); {
		resp, state = tb.get("/api/session/snapshot")
	}
	if resp.Header.Get("X-Doomhost-Engine") != "test" || resp.Header.Get("X-Doomhost-Wads") != paramsOf(t, tb).WADID {
		t.Errorf("the snapshot's headers: %v", resp.Header)
	}
	if err := late.Restore(state); err != nil {
		t.Fatal(err)
	}
	if tic := late.Tic(); tic < newest || late.Hash() != p.hashes[tic-1] {
		t.Errorf("the snapshot is of tic %d with hash %016x", tic, late.Hash())
	}
	// During the game, a newcomer gets a snapshot that is at most about a second old.
	clock(t, players, 2*staleTics, never)
	type answer struct {
		resp *http.Response
		body []byte
		err  error
	}
	asked := make(chan answer, 1)
	go func() {
		var a answer
		if a.resp, a.err = http.Get("http://" + tb.addr + "/api/session/snapshot"); a.err == nil {
			a.body, a.err = io.ReadAll(a.resp.Body)
			_ = a.resp.Body.Close()
		}
		asked <- a
	}()
	clock(t, players, staleTics, never)
	got := <-asked
	if got.err != nil {
		t.Fatal(got.err)
	}
	resp, state = got.resp, got.body
	if err := late.Restore(state); err != nil {
		t.Fatal(err)
	}
	if tic := late.Tic(); tic != at(resp) || tic+3*staleTics < p.engine.Tic() || late.Hash() != p.hashes[tic-1] {
		t.Errorf("in tic %d the snapshot is of tic %d", p.engine.Tic(), tic)
	}
	tb.referee.current.Load().mu.Lock()
	kept := len(tb.referee.current.Load().snapshots)
	tb.referee.current.Load().mu.Unlock()
	if kept > snapshotsKept {
		t.Errorf("%d snapshots are kept", kept)
	}
}

func paramsOf(t *testing.T, tb *table) wire.Params {
	t.Helper()
	m := tb.referee.current.Load()
	if m == nil {
		t.Fatal("no game is watched")
	}
	return m.game.Params
}

func TestScoreMatchesTheGame(t *testing.T) {
	t.Parallel()
	tb := open(t, library(t))
	if resp, _ := tb.get("/api/session/score"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("a score without a game: %s", resp.Status)
	}
	players := tb.launch(2)
	var body []byte
	var s Score
	// The referee loads the game and follows the players when it has time.
	clock(t, players, int(limit/relay.TicTime), func() bool {
		_, body = tb.get("/api/session/score")
		if err := json.Unmarshal(body, &s); err != nil {
			t.Fatal(err)
		}
		return s.Seconds >= 1
	})
	g := players[0].engine.Game()
	if s.Map != "E1M1" || s.Phase != "level" || s.Mode != "coop" || s.Seconds < 1 || s.Kills != int(g.TotalKills) || len(s.Players) != 2 || s.Players[1].Health != 100 {
		t.Errorf("the score is %s", body)
	}
}

// TestWADThatTheEngineCannotLoad checks that such a game runs without a referee.
func TestWADThatTheEngineCannotLoad(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "broken.wad"), wadtest.Markers(false, wadtest.GameLumps("E1M1", "THINGS")...), 0o644); err != nil {
		t.Fatal(err)
	}
	tb := open(t, wadlib.Open(wadlib.Config{Dirs: []string{dir}}))
	p := &player{t: t, tb: tb, lobby: tb.dial("/ws/lobby")}
	p.hear("welcome", &struct{}{})
	p.say(`{"t":"start"}`)
	p.hear("launch", &struct{}{})
	p.game = tb.dial("/ws/game?slot=0")
	for tic := range lockstep.Tic(50) {
		if err := p.game.Write(t.Context(), 2, lockstep.AppendTicMsg(nil, lockstep.TicMsg{Tic: tic})); err != nil {
			t.Fatal(err)
		}
		if _, b, err := p.game.Read(t.Context()); err != nil || b[0] != byte(tic) {
			t.Fatalf("tic %d: %x, %v", tic, b, err)
		}
	}
	if resp, _ := tb.get("/api/session/snapshot"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("a snapshot: %s", resp.Status)
	}
}
