package e2e

import (
	"strings"
	"testing"
	"time"
)

// TestOutOfStep brings one page's engine out of step on purpose: the host
// notices, the page takes the host's state and plays on, and nobody else is
// bothered.
func TestOutOfStep(t *testing.T) {
	beside(t, 2)
	host, green, indigo, _, native := pair(t)
	for indigo.tic() < 15*ticsASecond { // until there is a snapshot to be resynced with
		drive(2*time.Second, green, indigo)
	}
	eval[bool](indigo, `(() => {
		const banner = document.querySelector(".banner span");
		window.told = [];
		new MutationObserver(() => window.told.push(banner.textContent)).observe(banner, { childList: true, characterData: true, subtree: true });
		return true;
	})()`)
	eval[bool](indigo, `dispatchEvent(new Event("doomhost-desync"))`)
	indigo.await(10*time.Second, "the host's state", `window.doomhost.resynced > 0`)
	told := eval[[]string](indigo, "window.told")
	if len(told) == 0 || !strings.HasPrefix(told[0], "Your game differs from the others'. Taking the host's") {
		t.Errorf("while it was brought back in step, the page said %q", told)
	}
	green.keepsPace(slowest, fastest, "while indigo is resynced")
	begin := indigo.tic()
	drive(4*time.Second, green, indigo)
	for _, p := range []*page{green, indigo} {
		native.agree(p, begin+ticsASecond, 2*ticsASecond)
	}
	if native.mask() != 3 {
		t.Errorf("in the game: %04b, want both", native.mask())
	}
	if eval[bool](indigo, `document.querySelector(".banner").checkVisibility()`) {
		t.Error("the page still says that something is wrong")
	}
	if !strings.Contains(host.output(), "incident") && !strings.Contains(host.output(), "differ") {
		t.Errorf("the host said nothing about it:\n%s", host.output())
	}
}
