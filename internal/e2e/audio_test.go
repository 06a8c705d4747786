package e2e

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// sound is what a page counts of its sound.
type sound struct {
	Output                         string
	Played, Missing, Gaps, Loudest int     // samples; how often some were missing
	Lead, Waits, Longest           float64 // seconds
	Pieces                         int
}

func (p *page) sound() sound { return eval[sound](p, "window.doomhost.audio") }

// hear plays alone until there is sound.
func (p *page) hear(address string) {
	p.t.Helper()
	p.impatient()
	p.visit(address)
	p.await(60*time.Second, "a picture", `window.doomhost?.frames.count > 0`)
	drive(1*time.Second, p)
	p.await(10*time.Second, "sound", `window.doomhost.audio.played > 0`)
}

// TestSoundGoesOn plays for a while by both outputs: there is sound after the first
// key, and it goes on.
func TestSoundGoesOn(t *testing.T) {
	beside(t, 2)
	host := start(t)
	chrome := newBrowser(t)
	for _, c := range []struct{ address, output string }{{"localhost", "worklet"}, {strangeName, "queue"}} {
		t.Run(c.output, func(t *testing.T) {
			p := open(t, chrome, "page", "about:blank")
			p.hear(host.page(c.address))
			drive(5*time.Second, p) // the lead adapts to how busy the machine is
			// A machine that is busy with other tests has gaps: one good stretch of a few
			// is asked for. The log has the figures, and BenchmarkSound those of a quiet one.
			stretches(t, func() error {
				before := p.sound()
				drive(10*time.Second, p)
				after := p.sound()
				played, missing := after.Played-before.Played, after.Missing-before.Missing
				t.Logf("%d samples played, %d missing in %d gaps, the loudest %d; lead %.0f ms, %d gaps before",
					played, missing, after.Gaps-before.Gaps, after.Loudest, after.Lead*1000, before.Gaps)
				if played < 7*44100 || missing > played/4 {
					return fmt.Errorf("%d samples in 10 s, %d missing", played, missing)
				}
				return nil
			})
			f := p.sound()
			if f.Output != c.output {
				t.Errorf("the output is %q, want %q", f.Output, c.output)
			}
			if f.Loudest < 500 {
				t.Errorf("the loudest sample is %d: silence", f.Loudest)
			}
			p.close()
		})
	}
}

// TestBusyPage holds up the page's own thread: the worklet's sound, the pictures and the
// tics go on without it.
func TestBusyPage(t *testing.T) {
	beside(t, 3)
	host := start(t)
	p := open(t, newBrowser(t), "page", "about:blank")
	p.hear(host.page("localhost"))
	p.await(10*time.Second, "the worklet", `window.doomhost.audio.output === "worklet"`)
	drive(3*time.Second, p)
	if by := eval[string](p, "window.doomhost.paintedBy"); by != "worker" {
		t.Fatalf("the pictures are painted by the %s", by)
	}
	type figures struct{ Tic, Frames, Played, Missing int }
	const now = `({Tic: doomhost.tic, Frames: doomhost.frames.count, Played: doomhost.audio.played, Missing: doomhost.audio.missing})`
	stretches(t, func() error {
		before := eval[figures](p, now)
		eval[bool](p, `(() => {
			for (const until = performance.now() + 3000; performance.now() < until;);
			// What the Workers told meanwhile is heard before that.
			setTimeout(() => window.after = `+now+`, 100);
			delete window.after;
			return true;
		})()`)
		p.await(20*time.Second, "the page to be itself again", "!!window.after")
		after := eval[figures](p, "window.after")
		tics, pictures := after.Tic-before.Tic, after.Frames-before.Frames
		played, missing := after.Played-before.Played, after.Missing-before.Missing
		figures := fmt.Sprintf("in 3 s: %d tics, %d pictures, %d samples, %d missing", tics, pictures, played, missing)
		t.Log(figures)
		if tics < 2*ticsASecond || pictures < 6 || played < 2*44100 || missing > played/4 {
			return errors.New(figures)
		}
		return nil
	})
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
	beside(t, 2)
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
			f := p.sound()
			t.Logf("%+v", f)
			if f.Output != c.output {
				t.Errorf("the output is %q, want %q", f.Output, c.output)
			}
			p.await(10*time.Second, "sound at the loudspeaker", "window.loud() > 0.02")
			p.close()
		})
	}
}
