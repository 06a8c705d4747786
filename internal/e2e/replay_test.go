package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"doomhost/engine/demo"
	"doomhost/internal/replay"
)

// leave leaves a game by its menu.
func (p *page) leave() {
	p.t.Helper()
	p.key("Escape", true)
	p.key("Escape", false)
	p.click("Leave the game")
}

// scrub puts the replay to a place, as a hand on its bar does.
func (p *page) scrub(tic int) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => { const bar = document.querySelector(".replay-place"); bar.value = %d;
		bar.dispatchEvent(new Event("input")); bar.dispatchEvent(new Event("change")); return true; })()`, tic))
	p.await(20*time.Second, "the place", fmt.Sprintf(`(() => { const r = window.doomhost.screen.game.replay; return !r.seeking && Math.abs(window.doomhost.tic - %d) < 5; })()`, tic))
}

// TestRecordedGameIsWatched plays a game, leaves it, and watches it: play, pause,
// speed and the scrub bar, every tic with the state that it had.
func TestRecordedGameIsWatched(t *testing.T) {
	beside(t, 2)
	host, green, indigo, _, native := pair(t)
	drive(25*time.Second, green, indigo)
	played := green.tic()
	indigo.leave()
	green.leave()
	green.await(10*time.Second, "the lobby", `window.doomhost.at === "lobby" && !window.doomhost.screen.lobby.running`)
	indigo.close()
	green.await(20*time.Second, "the recording", `document.querySelector(".recorded")?.checkVisibility() && !document.querySelector(".replays").innerText.includes("now")`)
	keep(t, green, "replays.png")
	eval[bool](green, `(() => { document.querySelector(".replays button").click(); return true; })()`)
	green.await(30*time.Second, "the replay", `window.doomhost.at === "game" && window.doomhost.screen.game.role === "replay" && window.doomhost.screen.game.replay?.tic > 20`)
	green.keepsPace(slowest, fastest, "of the recording")
	native.agree(green, 0, 2*ticsASecond)

	green.click("Pause")
	green.await(10*time.Second, "the pause", `!window.doomhost.screen.game.replay.playing`)
	green.paints(2) // what was due before the pause
	tic := green.tic()
	green.paints(20)
	if now := green.tic(); now != tic {
		t.Errorf("paused at tic %d, it goes on to %d", tic, now)
	}
	tics := eval[int](green, "window.doomhost.screen.game.replay.tics")
	const snapshot = 20 * ticsASecond // there is one at the very place: nothing is played after it
	for _, at := range []int{tics * 9 / 10, tics / 10, snapshot, tics * 8 / 10} {
		green.scrub(at)
		if got, want := green.hashes(0)[green.tic()], native.hash(green.tic()); got != want || got == "" {
			t.Errorf("at tic %d the state's hash is %s, it was %s", green.tic(), got, want)
		}
	}
	keep(t, green, "replay.png")
	green.scrub(tics / 10)
	eval[bool](green, `(() => { const s = document.querySelector(".replay-speed"); s.value = "4"; s.dispatchEvent(new Event("change")); return true; })()`)
	green.click("Play")
	green.keepsPace(3*slowest, 4*fastest, "at four times the speed")
	native.agree(green, 0, 10*ticsASecond)
	green.click("Close")
	green.await(5*time.Second, "the lobby", `window.doomhost.at === "lobby"`)

	var list struct{ Replays []struct{ ID string } }
	host.getJSON("/api/replays", &list)
	if len(list.Replays) != 1 {
		t.Fatalf("the host lists %v", list.Replays)
	}
	lmp := host.get("/api/replays/" + list.Replays[0].ID + ".lmp")
	d, err := demo.Parse(lmp)
	if err != nil || len(d.Tics) < played {
		t.Fatalf("the demo: %d tics of %d that were played, %v", len(d.Tics), played, err)
	}
}

// TestCrashLosesASecond kills the host in mid-game: what was played is in the
// recording, up to the last second.
func TestCrashLosesASecond(t *testing.T) {
	beside(t, 1)
	host := start(t)
	player := idle(t, host)
	clock := time.NewTicker(time.Second / ticsASecond)
	defer clock.Stop()
	for player.got < 5*ticsASecond {
		<-clock.C
		if err := player.to(t.Context(), player.got+1, 1); err != nil {
			t.Fatal(err)
		}
	}
	host.crash()
	files, err := filepath.Glob(filepath.Join(host.data, "doomhost", "replays", "*.dhr"))
	if err != nil || len(files) != 1 {
		t.Fatalf("recordings: %v, %v", files, err)
	}
	f, err := os.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rep, err := replay.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	if lost := int(player.got) - rep.Tics(); lost < 0 || lost > ticsASecond {
		t.Errorf("%d of %d tics are lost", lost, player.got)
	}
	if rep.End != nil {
		t.Error("the recording says that it is complete")
	}
}
