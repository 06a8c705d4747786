package sound

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/sound/effects"
	"doomhost/lockstep"
)

// scene is a game on MAP01 without music, and its player's body.
type scene struct {
	*Mixer
	t    *testing.T
	g    *sim.Game
	body *sim.Mobj
	pcm  []int16
}

func newScene(t *testing.T, number int) *scene {
	t.Helper()
	c := content(t, "freedoom2")
	s := &scene{Mixer: mixer(c), t: t, g: game(t, c, 1, number), pcm: make([]int16, 2*ticSamples)}
	s.SetVolumes(Volumes{Effects: 64, Music: 0, Master: MaxVolume})
	s.body = s.g.Mobj(s.g.Players[0].Mo)
	if s.body == nil {
		s.g.Tic(&[sim.MaxPlayers]lockstep.Ticcmd{}, 1)
		s.body = s.g.Mobj(s.g.Players[0].Mo)
	}
	s.body.Angle = 0
	s.tic()
	s.g.Events().MusicChange = false // that was the level
	return s
}

// tic lets the mixer hear a tic with these sounds, and mixes it.
func (s *scene) tic(sounds ...sim.SoundEvent) (left, right int) {
	s.t.Helper()
	s.g.Events().Sounds = append(s.g.Events().Sounds[:0], sounds...)
	s.Tic(s.g, 0)
	s.Mix(s.pcm)
	return loudest(s.pcm)
}

// at returns a sound at a place, with sector 0 as its origin.
func (s *scene) at(id info.SoundID, east, north int) sim.SoundEvent {
	return sim.SoundEvent{
		Sound: id, Kind: sim.OriginSector,
		X:    s.body.X + fixed.Fixed(east)*fixed.Unit,
		Y:    s.body.Y + fixed.Fixed(north)*fixed.Unit,
		EarX: s.body.X, EarY: s.body.Y,
	}
}

func (s *scene) own(id info.SoundID) sim.SoundEvent {
	return sim.SoundEvent{Sound: id, Kind: sim.OriginMobj, Origin: uint32(s.body.Self), X: s.body.X, Y: s.body.Y, EarX: s.body.X, EarY: s.body.Y}
}

func TestOwnSoundsAreInTheMiddle(t *testing.T) {
	s := newScene(t, 1)
	left, right := s.tic(s.own(info.SoundShotgn))
	if left < 1000 || right < left || right > left+left/20 {
		t.Errorf("the shot is %d on the left, %d on the right", left, right)
	}
}

func TestStartsAreHeardWhereTheyAre(t *testing.T) {
	s := newScene(t, 1)
	for _, c := range []struct {
		name        string
		east, north int
		want        effects.Heard
		ok          bool
	}{
		{"here", 0, 0, effects.Heard{Volume: 64, Side: 128}, true},
		{"left", 0, 150, effects.Heard{Volume: 64, Side: 33}, true},
		{"right", 0, -700, effects.Heard{Volume: 32, Side: 224}, true},
		{"far", 1190, 0, effects.Heard{}, false},
	} {
		e := s.at(info.SoundShotgn, c.east, c.north)
		s.ear.follow(s.g, 0)
		h, ok := s.ear.start(&e, 0, 0)
		if ok != c.ok || ok && (h.Volume != c.want.Volume || max(h.Side-c.want.Side, c.want.Side-h.Side) > 1) {
			t.Errorf("%s: %v, %v, want %v", c.name, h, ok, c.want)
		}
	}
	// The console's player was elsewhere at the start; for other players the current
	// position counts.
	e := s.at(info.SoundShotgn, 1190, 0)
	e.EarX = e.X
	e.EarY = e.Y
	if h, ok := s.ear.start(&e, s.g.Console, 0); !ok || h.Volume != 64 || h.Side != effects.Middle {
		t.Errorf("at the ear it is %v, %v", h, ok)
	}
	if _, ok := s.ear.start(&e, s.g.Console+1, 0); ok {
		t.Error("another player hears it as well")
	}
}

func TestAllSoundsAreAudibleOnMap8(t *testing.T) {
	s := newScene(t, 8)
	e := s.at(info.SoundShotgn, 5000, 0)
	s.ear.follow(s.g, 0)
	if h, ok := s.ear.start(&e, 0, 0); !ok || h.Volume != 15 {
		t.Errorf("far away it is %v, %v", h, ok)
	}
}

// A walking monster's sound follows it.
func TestPlayingSoundsFollowTheirOrigin(t *testing.T) {
	s := newScene(t, 1)
	var m *sim.Mobj
	for _, th := range s.g.Thinkers {
		if th.Kind == sim.ThinkMobj {
			if o := s.g.MobjAt(th.Index); o != s.body {
				m = o
				break
			}
		}
	}
	e := sim.SoundEvent{Sound: info.SoundTelept, Kind: sim.OriginMobj, Origin: uint32(m.Self)}
	m.X, m.Y = s.body.X, s.body.Y+100*fixed.Unit
	e.X, e.Y, e.EarX, e.EarY = m.X, m.Y, s.body.X, s.body.Y
	if left, right := s.tic(e); left < 3*right {
		t.Errorf("on the left it is %d, %d", left, right)
	}
	m.Y = s.body.Y - 100*fixed.Unit
	s.tic()
	if left, right := s.tic(); right < 3*left {
		t.Errorf("on the right it is %d, %d", left, right)
	}
	m.Y = s.body.Y - 2000*fixed.Unit
	s.tic()
	if n := s.board.Playing(); n != 0 {
		t.Errorf("from far away %d sounds are heard", n)
	}

	m.Y = s.body.Y
	s.tic(e)
	if n := s.board.Playing(); n != 1 {
		t.Errorf("%d sounds, want one", n)
	}
	m.Removed = true
	s.tic()
	if n := s.board.Playing(); n != 0 {
		t.Errorf("%d sounds of a removed object are heard", n)
	}
}

func TestASwitchSoundsFromItsSector(t *testing.T) {
	s := newScene(t, 1)
	s.ear.follow(s.g, 0)
	line := uint32(3)
	front := uint32(s.g.Level().Lines[line].Front)
	a := s.ear.origin(&sim.SoundEvent{Kind: sim.OriginLine, Origin: line})
	b := s.ear.origin(&sim.SoundEvent{Kind: sim.OriginSector, Origin: front})
	c := s.ear.origin(&sim.SoundEvent{Kind: sim.OriginMobj, Origin: front})
	if a != b || a == c || c == effects.Nowhere {
		t.Errorf("the origins are %x, %x, %x", a, b, c)
	}
}

func TestALevelBeginsInSilence(t *testing.T) {
	s := newScene(t, 1)
	s.tic(s.own(info.SoundTelept))
	s.g.Events().MusicChange = true
	s.tic()
	if n := s.board.Playing(); n != 0 {
		t.Errorf("%d sounds of the last level", n)
	}
	s.g.Events().MusicChange = false

	// Intermissions let them end.
	s.tic(s.own(info.SoundTelept))
	s.g.Events().MusicChange = true
	s.g.Phase = sim.PhaseIntermission
	s.tic()
	if n := s.board.Playing(); n != 1 || s.song != info.MusicDm2int {
		t.Errorf("%d sounds, song %d", n, s.song)
	}
}

func TestPitchFollowsTheRandomTable(t *testing.T) {
	s := newScene(t, 1)
	s.chance = chance{}
	for _, c := range []struct {
		sound info.SoundID
		want  int32
	}{
		{info.SoundPistol, 128 + 16 - 8}, {info.SoundSawup, 128 + 8 - 109&15}, {info.SoundItemup, 128},
		{info.SoundTink, 128}, {info.SoundChgun, 150 + 16 - 220&31},
	} {
		if got := s.pitch(c.sound); got != c.want {
			t.Errorf("sound %d has the pitch %d, want %d", c.sound, got, c.want)
		}
	}
	if s.chance.index != 3 {
		t.Errorf("three sounds whose pitch varies took %d numbers", s.chance.index)
	}
}

func TestSoundsOfTheScreen(t *testing.T) {
	s := newScene(t, 1)
	s.Start(info.SoundTink)
	left, right := s.tic()
	if left < 500 || right < left {
		t.Errorf("a chat line is %d, %d loud", left, right)
	}
	s.Start(info.SoundID(info.NumSounds))
	s.Start(info.SoundNone)
	if n := s.board.Playing(); n != 1 {
		t.Errorf("%d sounds", n)
	}
}

func TestVolumes(t *testing.T) {
	s := newScene(t, 1)
	loud := func(v Volumes) int {
		s.SetVolumes(v)
		s.board.StopAll()
		_, right := s.tic(s.own(info.SoundShotgn))
		return right
	}
	full, half, masterHalf := loud(Volumes{127, 0, 127}), loud(Volumes{64, 0, 127}), loud(Volumes{127, 0, 64})
	if full < half*19/10 || full > half*21/10 || full < masterHalf*19/10 || full > masterHalf*21/10 {
		t.Errorf("full %d, half %d, half of everything %d", full, half, masterHalf)
	}
	for _, v := range []Volumes{{0, 0, 127}, {127, 127, 0}, {-5, -5, 500}} {
		if n := loud(v); n != 0 {
			t.Errorf("%v is %d loud", v, n)
		}
	}
	if v := s.volumes; v != (Volumes{0, 0, 127}) {
		t.Errorf("volumes are %v", v)
	}
}
