package hud

import (
	"bytes"
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/render"
)

func mapStage(t testing.TB, config render.Config) *stage {
	s := newStage(t, "freedoom2", config, 1, nil)
	s.play(1)
	s.shot() // drawing maps the lines that it sees
	s.ToggleMap(s.g)
	if !s.Automap().On() {
		t.Fatal("no map")
	}
	return s
}

func TestMapZoomsBetweenThePlayerAndTheWhole(t *testing.T) {
	s := mapStage(t, render.Config{})
	m := s.Automap()
	if m.scale <= m.minScale || m.scale >= m.maxScale {
		t.Fatalf("the first scale is %d, between %d and %d", m.scale, m.minScale, m.maxScale)
	}
	m.Zoom(1)
	if s.play(2000); m.scale != m.maxScale {
		t.Errorf("scale %d, want the largest, %d", m.scale, m.maxScale)
	}
	m.Zoom(-1)
	if s.play(2000); m.scale != m.minScale {
		t.Errorf("scale %d, want the smallest, %d", m.scale, m.minScale)
	}
	m.Zoom(0)
	if s.play(1); m.scale != m.minScale {
		t.Error("the map zooms without a key")
	}
}

func TestMapFollowsOrPans(t *testing.T) {
	s := mapStage(t, render.Config{})
	m := s.Automap()
	m.Pan(1, 1)
	body := s.g.Mobj(s.me().Mo)
	if s.play(5); m.x != body.X || m.y != body.Y {
		t.Error("a following map pans")
	}
	s.ToggleFollow()
	if s.play(3); m.x != body.X+3*m.units(panPixels) || m.y != body.Y+3*m.units(panPixels) {
		t.Error("the map does not pan by 4 pixels a tic")
	}
	if s.play(5000); m.x != m.box.Right || m.y != m.box.Top {
		t.Error("the map does not stop at its corner")
	}
	m.Pan(0, 0)
	s.ToggleFollow()
	if s.play(1); m.x != body.X {
		t.Error("the map does not return to the player")
	}
}

func TestWholeMapAndBack(t *testing.T) {
	s := mapStage(t, render.Config{})
	m := s.Automap()
	scale := m.scale
	s.ToggleWhole(s.g)
	if m.scale != m.minScale {
		t.Error("not the whole map")
	}
	s.ToggleWhole(s.g)
	if m.scale != scale {
		t.Error("not back")
	}
}

func TestTenMarksGoRound(t *testing.T) {
	s := mapStage(t, render.Config{})
	m := s.Automap()
	for i := range 11 {
		m.x = fixed.Fixed(i) << fixed.Bits
		s.AddMark()
	}
	if m.marks[0].X != 10<<fixed.Bits || m.marks[1].X != 1<<fixed.Bits || m.nextMark != 1 {
		t.Errorf("marks %v", m.marks)
	}
	s.ClearMarks()
	if m.marked != [numMarks]bool{} {
		t.Error("marks are left")
	}
}

func TestMapGoesAwayWithTheLevel(t *testing.T) {
	s := mapStage(t, render.Config{})
	phases[0].enter(s)
	s.play(1)
	if s.Automap().On() {
		t.Error("the map is on the intermission")
	}
	if s.ToggleMap(s.g); s.Automap().On() {
		t.Error("the intermission has a map")
	}
}

func TestComputerMapShowsTheUnseen(t *testing.T) {
	s := mapStage(t, render.Config{})
	if bytes.IndexByte(s.shot()[:mapWidth*mapHeight], mapUnseen) >= 0 {
		t.Fatal("lines that were not seen are shown")
	}
	s.me().Powers[info.PowerAllmap] = 1
	if bytes.IndexByte(s.shot()[:mapWidth*mapHeight], mapUnseen) < 0 {
		t.Error("the computer map shows nothing new")
	}
}

func TestMapShowsTeamsButNotEnemies(t *testing.T) {
	for _, deathmatch := range []int{0, 1} {
		s := newStage(t, "freedoom2", render.Config{}, 2, nil)
		s.g.Deathmatch = deathmatch
		s.play(1)
		s.shot()
		s.ToggleMap(s.g)
		s.Automap().scale = s.Automap().maxScale / 4
		other := s.g.Mobj(s.g.Players[1].Mo)
		me := s.g.Mobj(s.me().Mo)
		other.X, other.Y = me.X+40*fixed.Unit, me.Y
		count := func(p int) int { return bytes.Count(s.shot()[:mapWidth*mapHeight], mapPlayer[p:p+1]) }
		if count(0) == 0 {
			t.Errorf("deathmatch %d: the player is not there", deathmatch)
		}
		s.g.Players[1].Powers[info.PowerInvisibility] = 0
		if seen := count(1) > 1; seen != (deathmatch == 0) { // the crosshair has the same gray
			t.Errorf("deathmatch %d: the other is seen: %v", deathmatch, seen)
		}
	}
}

// A line never leaves the window, and ends inside the window are drawn.
func FuzzSegment(f *testing.F) {
	f.Add(int32(0), int32(0), int32(100), int32(50), uint8(1))
	f.Add(int32(-5000), int32(7), int32(5000), int32(8), uint8(2))
	f.Add(int32(-1), int32(-1), int32(-1), int32(60), uint8(3))
	f.Add(int32(1<<31-1), int32(-1<<31), int32(-1<<31), int32(1<<31-1), uint8(1))
	f.Fuzz(func(t *testing.T, ax, ay, bx, by int32, pen uint8) {
		const w, h, stride, guard = 64, 40, 70, 300
		pix := make([]byte, guard+stride*h+guard)
		k := ink{pix: pix[guard : guard+stride*h], stride: stride, width: w, height: h, pen: int(pen%3) + 1}
		k.segment(int64(ax), int64(ay), int64(bx), int64(by), 9)
		for i, v := range pix {
			x, y := (i-guard)%stride, (i-guard)/stride
			if v != 0 && (i < guard || x >= w || y >= h) {
				t.Fatalf("pixel outside of the window: byte %d", i)
			}
		}
		for _, p := range [][2]int32{{ax, ay}, {bx, by}} {
			inside := p[0] >= 0 && p[0] < w && p[1] >= 0 && p[1] < h
			if inside && k.pix[int(p[1])*stride+int(p[0])] != 9 {
				t.Fatalf("end %v is not drawn", p)
			}
		}
	})
}
