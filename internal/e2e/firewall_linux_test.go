package e2e

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"doomhost/internal/testkit/netlab"
)

// TestFirewall plays in a namespace where no UDP passes, from the beginning or from
// some moment of the game on. Nobody notices: the game goes on over the
// WebSocket, without a banner.
func TestFirewall(t *testing.T) {
	beside(t, 2)
	if os.Getenv("DOOMHOST_INSIDE") == "" {
		lab := netlab.New(t)
		m := lab.Machine()
		m.Plug("lan0", lab.LAN(), "10.79.0.1/24")
		// A browser tells of the address that it would reach the world by.
		m.Run("ip", "route", "add", "default", "via", "10.79.0.254")
		out, err := m.Output([]string{"DOOMHOST_INSIDE=1"}, os.Args[0], "-test.run=^TestFirewall$", "-test.v", "-test.timeout=4m")
		t.Log(out)
		if err != nil {
			t.Error(err)
		}
		return
	}
	host := start(t, "--webrtc", "fast")
	t.Run("from the beginning", func(t *testing.T) {
		noUDP(t, true)
		green, indigo, native := duel(t, browserFor(t), host, "&channel=fast", "")
		indigo.watchBanner()
		indigo.keepsPace(slowest, fastest, "without UDP")
		indigo.transport("WebSocket")
		indigo.playsItself("without UDP")
		indigo.unnoticed()
		native.agree(indigo, 0, 2*ticsASecond)
		indigo.close()
		green.close()
	})
	noUDP(t, false)
	t.Run("in mid-game", func(t *testing.T) {
		green, indigo, native := duel(t, browserFor(t), host, "&channel=fast", "")
		indigo.transport("WebRTC, fast")
		indigo.watchBanner()
		drive(2*time.Second, green, indigo)
		noUDP(t, true)
		began := time.Now()
		indigo.await(4*time.Second, "the socket", `window.doomhost.net?.transport === "WebSocket"`)
		t.Logf("shown on the socket after %v", time.Since(began))
		drive(3*time.Second, green, indigo)
		for _, p := range []*page{green, indigo} {
			p.keepsPace(slowest, fastest, "after UDP was cut")
			native.agree(p, 0, 5*ticsASecond)
		}
		if native.mask() != 3 {
			t.Errorf("in the game: %04b, want both", native.mask())
		}
		indigo.unnoticed()
	})
}

// noUDP lets no UDP packet pass on this machine, or all again.
func noUDP(t *testing.T, on bool) {
	t.Helper()
	rules := "delete table inet wall"
	if on {
		rules = "add table inet wall; add chain inet wall in { type filter hook input priority 0; }; " +
			"add rule inet wall in meta l4proto udp drop"
	}
	if out, err := exec.Command("nft", rules).CombinedOutput(); err != nil {
		t.Fatalf("nft: %v\n%s", err, out)
	}
}

// watchBanner notes whether the page says that it lost its connection.
func (p *page) watchBanner() {
	p.t.Helper()
	eval[bool](p, `(() => { window.bannerSeen = ""; setInterval(() => {
		const b = document.querySelector(".banner");
		// A busy machine may let a moment pass without a bundle, and the page says so.
		if (b?.checkVisibility() && b.innerText !== "" && !b.innerText.startsWith("The host doesn't answer")) window.bannerSeen = b.innerText;
	}, 10); return true; })()`)
}

func (p *page) unnoticed() {
	p.t.Helper()
	if text := eval[string](p, "window.bannerSeen"); text != "" {
		p.t.Errorf("%s: the page said %q", p.name, text)
	}
}
