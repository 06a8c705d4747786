package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// guest has a seat in the lobby and no game.
func guest(t *testing.T, h *doomhost) *websocket.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, fmt.Sprintf("ws://localhost:%d/ws/lobby", h.port), nil)
	if err != nil {
		t.Fatal("lobby:", err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

// TestSilentHost holds up what comes from the host: the page says so, as long as it
// lasts, and finds back where only new connections work. That players are waited
// for is not silence.
func TestSilentHost(t *testing.T) {
	beside(t, 2)
	const banner = `(document.querySelector(".banner:not([hidden])")?.innerText ?? "")`
	const silent = banner + `.startsWith("The host doesn't answer")`
	host := start(t)
	chrome := newBrowser(t)
	green := open(t, chrome, "green", host.page("localhost"))
	green.awaitSeat(0)
	late := guest(t, host)
	green.await(10*time.Second, "the guest", `window.doomhost.screen.lobby.players.length === 2`)
	green.click("Start game")
	green.await(60*time.Second, "the game", `window.doomhost.at === "game"`)
	eval[bool](green, `(() => {
		window.told = "";
		window.watching = setInterval(() => { window.told ||= `+banner+`; }, 20);
		return true;
	})()`)
	time.Sleep(2 * time.Second) // more than what is silence later
	if tic := green.tic(); tic >= 0 {
		t.Fatalf("tic %d without the guest", tic)
	}
	if err := late.Write(context.Background(), websocket.MessageText, []byte(`{"t":"leave"}`)); err != nil {
		t.Fatal(err)
	}
	green.await(20*time.Second, "the first tics", `window.doomhost.tic > 10`)
	if told := eval[string](green, `(clearInterval(window.watching), window.told)`); told != "" {
		t.Errorf("while the guest was waited for the page said %q", told)
	}

	way := through(t, host)
	indigo := open(t, chrome, "indigo", way.page(strangeName))
	indigo.click("Join the game")
	const inGame = `window.doomhost.at === "game" && window.doomhost.net?.inGame === 3`
	indigo.await(60*time.Second, "the game", inGame)
	way.hold(true)
	indigo.await(20*time.Second, "word of the silence", silent)
	way.hold(false)
	indigo.await(20*time.Second, "the host", banner+` === ""`)

	way.hold(true)
	indigo.await(20*time.Second, "word of the silence", silent)
	way.strand()
	indigo.await(60*time.Second, "the host by new connections", banner+` === ""`)
	tic := indigo.tic()
	indigo.await(60*time.Second, "the game to go on", fmt.Sprintf(`window.doomhost.tic > %d && %s`, tic+2*ticsASecond, inGame))
}

// TestSentAway: who is sent away from the lobby is told so, and comes back when it
// wants to.
func TestSentAway(t *testing.T) {
	beside(t, 1)
	host := start(t)
	chrome := newBrowser(t)
	green := open(t, chrome, "green", host.ownPage())
	green.await(20*time.Second, "the host's rights", `window.doomhost?.screen.lobby.slot === 0 && window.doomhost.screen.lobby.host`)
	indigo := open(t, chrome, "indigo", host.page(strangeName))
	indigo.awaitSeat(1)
	green.click("×")
	indigo.await(10*time.Second, "the reason", `document.querySelector(".notice:not([hidden])")?.innerText.includes("The host sent you away")`)
	green.await(10*time.Second, "an empty seat", `window.doomhost.screen.lobby.players.length === 1`)
	// Longer than a lost connection waits for the next try.
	time.Sleep(time.Second)
	if n := eval[int](green, `window.doomhost.screen.lobby.players.length`); n != 1 {
		t.Errorf("%d players: indigo came back by itself", n)
	}
	indigo.click("OK")
	indigo.click("Come back")
	indigo.await(10*time.Second, "a seat", `window.doomhost.screen.lobby.slot === 1 && !document.querySelector(".notice:not([hidden])")`)
}
