package e2e

import (
	"testing"
	"time"
)

// TestSoundOnPlainHTTP plays for a while at an address that is no secure context:
// there is sound after the first key, and it goes on.
func TestSoundOnPlainHTTP(t *testing.T) {
	host := start(t)
	p := open(t, newBrowser(t), "page", "about:blank")
	p.impatient()
	p.visit(host.page(strangeName))
	p.await(60*time.Second, "a picture", `window.doomhost?.frames.count > 0`)
	if eval[bool](p, `isSecureContext || typeof AudioWorkletNode !== "undefined" && !!window.audioWorklet`) {
		t.Fatal("the page is a secure context")
	}
	drive(1*time.Second, p)
	p.await(10*time.Second, "sound", `window.doomhost.audio.played > 0`)
	drive(5*time.Second, p) // the lead adapts to how busy the page is
	type figures struct {
		Played, Missing, Gaps, Loudest int
		Lead                           float64
	}
	before := eval[figures](p, "window.doomhost.audio")
	drive(15*time.Second, p)
	after := eval[figures](p, "window.doomhost.audio")
	played, missing := after.Played-before.Played, after.Missing-before.Missing
	t.Logf("%d samples played, %d missing in %d gaps, the loudest %d; lead %.0f ms, %d gaps before",
		played, missing, after.Gaps-before.Gaps, after.Loudest, after.Lead*1000, before.Gaps)
	if played < 10*44100 {
		t.Errorf("%d samples in 15 s", played)
	}
	if after.Loudest < 500 {
		t.Errorf("the loudest sample is %d: silence", after.Loudest)
	}
	// A machine that is busy with other tests has gaps; the log has the figure.
	if missing > played/4 {
		t.Errorf("%d of %d samples were missing", missing, played)
	}
}
