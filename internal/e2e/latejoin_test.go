package e2e

import (
	"net/http"
	"testing"
	"time"

	"doomhost/engine/sim"
)

// TestLateJoin comes to a game that is old enough for a snapshot: the newcomer
// starts from that, plays, and is in step.
func TestLateJoin(t *testing.T) {
	beside(t, 2)
	host := start(t)
	chrome := newBrowser(t)
	green := open(t, chrome, "green", host.page("localhost"))
	green.click("Start game")
	green.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 0`)
	native := watch(t, host, "freedoom1", sim.Params{Skill: 2, Episode: 1, Map: 1, NetGame: true})
	for {
		drive(2*time.Second, green)
		r, err := http.Get(host.url("localhost") + "/api/session/snapshot")
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode == http.StatusOK && green.tic() > 15*ticsASecond {
			break
		}
		if green.tic() > 60*ticsASecond {
			t.Fatalf("no snapshot after a minute: %s", r.Status)
		}
	}
	indigo := open(t, chrome, "indigo", host.page(strangeName))
	indigo.click("Join the game")
	indigo.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.net?.inGame === 3`)
	if begin := eval[int](indigo, "window.doomhost.begin"); begin == 0 {
		t.Error("the newcomer replayed the whole game though there was a snapshot")
	}
	begin := indigo.tic()
	drive(3*time.Second, green, indigo)
	for _, p := range []*page{green, indigo} {
		native.agree(p, begin, 2*ticsASecond)
	}
	// A spectator who knows the game from within knows no frontier either.
	indigo.key("Escape", true)
	indigo.click("Leave the game")
	indigo.click("Watch")
	indigo.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.screen.game.role === "spectator" && window.doomhost.screen.game.net !== null`)
	if begin := eval[int](indigo, "window.doomhost.begin"); begin == 0 {
		t.Error("the spectator replayed the whole game though there was a snapshot")
	}
	native.fit()
}
