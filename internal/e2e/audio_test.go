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

// tap listens to what a page gives to the loudspeaker: window.loud() is how loud that
// is now, 0 to 1.
const tap = `(() => {
	const connect = AudioNode.prototype.connect;
	AudioNode.prototype.connect = function (to, ...rest) {
		if (to instanceof AudioDestinationNode) {
			const ear = new AnalyserNode(this.context);
			const samples = new Float32Array(ear.fftSize);
			connect.call(this, ear);
			window.loud = () => { ear.getFloatTimeDomainData(samples); return Math.max(...samples); };
		}
		return connect.call(this, to, ...rest);
	};
	return true;
})()`

// TestSoundOutputs plays a game by a worklet where there is one, and by the queue
// where there is none or its script is not to be had.
func TestSoundOutputs(t *testing.T) {
	host := start(t)
	chrome := newBrowser(t)
	for _, c := range []struct{ name, address, output, before string }{
		{"worklet", "localhost", "worklet", "isSecureContext"},
		{"plain http", strangeName, "queue", "!isSecureContext"},
		{"no script", "localhost", "queue", `AudioWorklet.prototype.addModule = () => Promise.reject(new Error("refused")), true`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, chrome, c.name, host.page(c.address))
			if !eval[bool](p, c.before) {
				t.Fatalf("%s is false", c.before)
			}
			eval[bool](p, tap)
			p.click("Play alone")
			p.click("Play")
			p.await(60*time.Second, "a picture", `window.doomhost?.frames.count > 0`)
			drive(3*time.Second, p)
			p.await(10*time.Second, "two seconds of sound", `window.doomhost.audio.played > 2 * 44100 && window.doomhost.audio.loudest > 500`)
			f := eval[struct {
				Output                         string
				Played, Missing, Gaps, Loudest int
				Lead                           float64
			}](p, "window.doomhost.audio")
			t.Logf("%+v", f)
			if f.Output != c.output {
				t.Errorf("the output is %q, want %q", f.Output, c.output)
			}
			p.await(10*time.Second, "sound at the loudspeaker", "window.loud() > 0.02")
			p.close()
		})
	}
}
