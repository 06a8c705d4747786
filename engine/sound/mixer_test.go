package sound

import (
	"testing"

	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/sound/opl"
	"doomhost/lockstep"
)

// A recorded game makes sound in nearly every second, on both sides, and rarely clips.
func TestRecordedGameMakesSound(t *testing.T) {
	c := content(t, "freedoom2")
	r := replay(t, c, "DEMO1")
	m := mixer(c)
	m.Join(r.Game)
	pcm := make([]int16, 2*ticSamples)
	silent, cut, tics, most := 0, 0, 0, 0
	for ; ; tics++ {
		_, ok, err := r.Step()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		m.Tic(r.Game, r.Game.Console)
		m.Mix(pcm)
		left, right := loudest(pcm)
		if min(left, right) < 50 {
			silent++
		}
		if max(left, right) >= 32767 {
			cut++
		}
		most = max(most, m.board.Playing())
	}
	if tics < 1000 || silent > tics/20 || cut > tics/50 || most < 5 {
		t.Errorf("%d tics, %d silent, %d too loud, %d effects at most", tics, silent, cut, most)
	}
	if err := m.Err(); err != nil {
		t.Error(err)
	}
}

func TestMixingAllocatesNothing(t *testing.T) {
	c := content(t, "freedoom2")
	r := replay(t, c, "DEMO1")
	m := mixer(c)
	m.Join(r.Game)
	pcm := make([]int16, 2*ticSamples)
	var in [sim.MaxPlayers]lockstep.Ticcmd
	step := func() {
		in[0] = lockstep.Ticcmd{Buttons: lockstep.ButtonAttack, AngleTurn: 640}
		if err := r.Game.Tic(&in, 1); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		step()
		m.Tic(r.Game, 0)
		m.Mix(pcm)
	}
	if n := testing.AllocsPerRun(500, func() {
		step()
		m.Tic(r.Game, 0)
		m.Mix(pcm)
	}); n != 0 {
		t.Errorf("%v allocations a tic", n)
	}
}

// Calls for few samples at a time give the same samples as one long call.
func TestMixInPieces(t *testing.T) {
	c := content(t, "freedoom2")
	whole, pieces := mixer(c), mixer(c)
	a, b := make([]int16, 2*4800), make([]int16, 2*4800)
	for _, m := range []*Mixer{whole, pieces} {
		m.Play(info.MusicRunnin, true)
		m.Start(info.SoundShotgn)
	}
	whole.Mix(a)
	for at, n := 0, 1; at < len(b)/2; n = n*7%97 + 1 {
		n := min(n, len(b)/2-at)
		pieces.Mix(b[2*at : 2*(at+n)])
		at += n
	}
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("sample %d is %d in pieces, %d in one", i/2, b[i], a[i])
		}
	}
	if l, _ := loudest(a); l < 500 {
		t.Errorf("both are %d loud", l)
	}
}

func TestRatesAreClamped(t *testing.T) {
	m := mixer(content(t, "freedoom2"))
	for rate, want := range map[int]int{0: opl.MinRate, -1: opl.MinRate, 44100: 44100, 1 << 30: opl.MaxRate} {
		if m.SetRate(rate); int(m.rate) != want {
			t.Errorf("rate %d became %d, want %d", rate, int(m.rate), want)
		}
	}
}

func TestAnOddSampleIsLeftAlone(t *testing.T) {
	m := mixer(content(t, "freedoom2"))
	m.Start(info.SoundShotgn)
	pcm := make([]int16, 201)
	pcm[200] = 7
	m.Mix(pcm)
	m.Mix(nil)
	if pcm[200] != 7 || pcm[199] == 0 && pcm[150] == 0 {
		t.Errorf("the last samples are %v", pcm[190:])
	}
}

// BenchmarkGame makes the sound of a busy game, tic by tic: effects and music. x is the
// speed relative to real time.
func BenchmarkGame(b *testing.B) {
	c := content(b, "freedoom2")
	r := replay(b, c, "DEMO1")
	m := mixer(c)
	m.Join(r.Game)
	pcm := make([]int16, 2*ticSamples)
	for range 350 {
		if _, _, err := r.Step(); err != nil {
			b.Fatal(err)
		}
		m.Tic(r.Game, 0)
	}
	b.ReportAllocs()
	for b.Loop() {
		m.Start(info.SoundTelept)
		m.Tic(r.Game, 0)
		m.Mix(pcm)
	}
	b.ReportMetric(float64(b.N)/35/b.Elapsed().Seconds(), "x")
}
