package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"doomhost/lockstep"
)

// idler is a player who does the same whatever happens, from the first tic on: so it needs no
// engine, and its game is as old as it likes.
type idler struct {
	b       testing.TB
	game    *websocket.Conn
	sent    uint32
	got     uint32
	message []byte
	cmd     func(tic uint32) lockstep.Ticcmd // what it does; nil: nothing
}

// idle launches a game of one.
func idle(b testing.TB, h *doomhost) *idler {
	b.Helper()
	dial := func(path string) *websocket.Conn {
		c, _, err := websocket.Dial(b.Context(), fmt.Sprintf("ws://localhost:%d%s", h.port, path), nil)
		if err != nil {
			b.Fatal(err)
		}
		c.SetReadLimit(1 << 20)
		b.Cleanup(func() { _ = c.CloseNow() })
		return c
	}
	lobby := dial("/ws/lobby")
	hear := func(name string) {
		for {
			_, m, err := lobby.Read(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			if strings.HasPrefix(string(m), `{"t":"`+name+`"`) {
				return
			}
		}
	}
	hear("welcome")
	if err := lobby.Write(b.Context(), websocket.MessageText, []byte(`{"t":"start"}`)); err != nil {
		b.Fatal(err)
	}
	hear("launch")
	go func() {
		for {
			if _, _, err := lobby.Read(b.Context()); err != nil {
				return
			}
		}
	}()
	return &idler{b: b, game: dial("/ws/game?slot=0")}
}

// to sends what it takes, so many ticcmds ahead, until tic is sealed.
func (p *idler) to(ctx context.Context, tic, ahead uint32) error {
	for p.got < tic {
		for ; p.sent < min(tic, p.got+ahead); p.sent++ {
			s := p.sent
			p.message = append(p.message[:0], byte(s), byte(s>>8), byte(s>>16), byte(s>>24))
			var cmd lockstep.Ticcmd
			if p.cmd != nil {
				cmd = p.cmd(s)
			}
			p.message = lockstep.AppendTiccmd(p.message, cmd)
			if err := p.game.Write(ctx, websocket.MessageBinary, p.message); err != nil {
				return err
			}
		}
		if _, _, err := p.game.Read(ctx); err != nil {
			return err
		}
		p.got++
	}
	return nil
}

// BenchmarkJoinAfterAnHour comes with a browser to a game that is an hour old, and
// measures the time from the click to the first picture, and to the tic in which
// the newcomer is in the game.
//
//	go test ./internal/e2e -run '^$' -bench JoinAfterAnHour -benchtime 1x
func BenchmarkJoinAfterAnHour(b *testing.B) {
	host := start(b, "--limit-rate", "-1")
	player := idle(b, host)
	const hour = 3600 * ticsASecond
	begin := time.Now()
	if err := player.to(b.Context(), hour, 16); err != nil {
		b.Fatal(err)
	}
	b.Logf("an hour of tics sealed in %v", time.Since(begin).Round(time.Millisecond))
	ctx, stop := context.WithCancel(b.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		clock := time.NewTicker(time.Second / ticsASecond)
		defer clock.Stop()
		for {
			select {
			case <-clock.C:
				if player.to(ctx, player.got+1, 1) != nil {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	defer func() { stop(); <-done }()

	var picture, inGame float64
	for n := range b.N {
		p := open(b, ownBrowser(b), fmt.Sprintf("late %d", n), host.page("localhost"))
		p.await(60*time.Second, "the WAD", `window.doomhost?.screen.lobby.running && window.doomhost.screen.lobby.fetched === 1`)
		eval[bool](p, `(() => {
			const begin = performance.now();
			window.times = {};
			const timer = setInterval(() => {
				const d = window.doomhost;
				if (d.at !== "game") return;
				window.times.game ??= performance.now() - begin;
				if (d.frames.count > 0) window.times.picture ??= performance.now() - begin;
				if (d.players[d.screen.lobby.slot]?.inGame) { window.times.inGame ??= performance.now() - begin; if (window.times.picture) clearInterval(timer); }
			}, 2);
			[...document.querySelectorAll("button")].find((b) => b.textContent === "Join the game").click();
			return true;
		})()`)
		p.await(60*time.Second, "the game", `window.times.inGame > 0 && window.times.picture > 0`)
		b.Logf("game after %.0f ms, picture after %.0f ms; tics from %d on, now at %d", eval[float64](p, "window.times.game"),
			eval[float64](p, "window.times.picture"), eval[int](p, "window.doomhost.begin"), p.tic())
		picture += eval[float64](p, "window.times.picture")
		inGame += eval[float64](p, "window.times.inGame")
		p.close()
	}
	b.ReportMetric(picture/float64(b.N), "ms/picture")
	b.ReportMetric(inGame/float64(b.N), "ms/in-game")
	b.ReportMetric(0, "ns/op")
}
