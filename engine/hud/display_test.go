package hud

import (
	"testing"

	"doomhost/engine/info"
	"doomhost/engine/render"
	"doomhost/lockstep"
)

func TestFrameAllocatesNothing(t *testing.T) {
	for _, config := range []render.Config{{}, {Scale: 2, Width: 426}, {Scale: 3, NoBar: true}} {
		s := newStage(t, "freedoom1", config, 2, nil)
		s.g.Paused = true // the level itself stands still
		s.play(2)
		view := render.View{Alpha: render.Now / 2}
		check := func(what string) {
			t.Helper()
			s.Draw(s.g, view)
			if n := testing.AllocsPerRun(5, func() {
				s.Capture(s.g)
				s.messages.post("A MESSAGE")
				s.Display.Tic(s.g)
				s.Draw(s.g, view)
			}); n != 0 {
				t.Errorf("%+v, %s: %v allocations a frame", config, what, n)
			}
		}
		check("level")
		w := &wire{limit: 1000}
		s.OpenChat(ToAll, w)
		s.ChatKey('A', w)
		check("chat")
		s.ToggleMap(s.g)
		s.ToggleGrid()
		s.AddMark()
		check("map")
		for _, phase := range phases {
			phase.enter(s)
			check(phase.name)
		}
		s.DrawPage(PageTitle)
		if n := testing.AllocsPerRun(5, func() { s.DrawPage(PageCredit) }); n != 0 {
			t.Errorf("%v allocations a page", n)
		}
	}
}

func TestWipeAllocatesNothingTheSecondTime(t *testing.T) {
	f := render.NewFrame(640, 400)
	var w Wipe
	if n := testing.AllocsPerRun(5, func() {
		w.Start(f, 1)
		for w.Tic() {
			w.Draw(f)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Drawing affects neither the game nor the screen's animations: more frequent drawing
// shows the same pictures.
func TestDrawingChangesNothing(t *testing.T) {
	often := newStage(t, "freedoom1", render.Config{}, 2, nil)
	once := newStage(t, "freedoom1", render.Config{}, 2, nil)
	never := newStage(t, "freedoom1", render.Config{}, 2, nil)
	for tic := range 100 {
		for _, s := range []*stage{often, once, never} {
			s.cmds[0] = lockstep.Ticcmd{Forward: 50, AngleTurn: 300, Buttons: lockstep.ButtonAttack}
			s.play(1)
		}
		for range 3 {
			often.Draw(often.g, render.View{Alpha: render.Now / 3})
		}
		a, b := often.bar.page.pix, once.bar.page.pix
		if string(a) != string(b) || often.chance != once.chance || often.messages != once.messages {
			t.Fatalf("tic %d: the screens differ", tic)
		}
	}
	if often.g.Hash() != never.g.Hash() {
		t.Error("the games differ")
	}
}

func TestBarIsThereBeforeTheFirstTic(t *testing.T) {
	s := newStage(t, "freedoom1", render.Config{}, 1, nil)
	first := s.shot()[barTop*pageWidth:]
	s.play(1)
	same := 0
	for i, v := range s.shot()[barTop*pageWidth:] {
		if v == first[i] {
			same++
		}
	}
	if same < len(first)*9/10 {
		t.Errorf("%d of %d pixels are as after the first tic", same, len(first))
	}
}

func TestAnotherPlayersScreen(t *testing.T) {
	s := newStage(t, "freedoom1", render.Config{}, 2, nil)
	s.play(10)
	s.g.Players[1].Health = 55
	s.Draw(s.g, render.View{Player: 1, Alpha: render.Now})
	s.play(1)
	if s.Player() != 1 || s.bar.health.shown != 55 {
		t.Errorf("player %d, health %d", s.Player(), s.bar.health.shown)
	}
	for _, p := range []int{-1, 4} {
		if s.SetPlayer(p); s.Player() != 1 {
			t.Errorf("there is no player %d", p)
		}
	}
}

func benchmark(b *testing.B, config render.Config, enter func(*stage)) {
	s := newStage(b, "freedoom1", config, 1, nil)
	s.play(2)
	s.shot()
	enter(s)
	view := render.View{Alpha: render.Now}
	b.ReportAllocs()
	for b.Loop() {
		s.Draw(s.g, view)
	}
}

// BenchmarkOver measures the cost of a level's frame beside the view.
func BenchmarkOver(b *testing.B) {
	for _, c := range []struct {
		name   string
		config render.Config
	}{{"1x", render.Config{}}, {"2x wide", render.Config{Scale: 2, Width: 426}}, {"3x wide", render.Config{Scale: 3, Width: 426}}} {
		b.Run(c.name, func(b *testing.B) {
			s := newStage(b, "freedoom1", c.config, 1, nil)
			s.play(2)
			s.shot()
			s.messages.post("PICKED UP A CLIP.")
			s.messages.tic(true)
			b.ReportAllocs()
			for b.Loop() {
				s.drawOver(s.g)
			}
		})
	}
}

func BenchmarkMap(b *testing.B) {
	for _, c := range []struct {
		name   string
		config render.Config
	}{{"1x", render.Config{}}, {"2x wide", render.Config{Scale: 2, Width: 426}}} {
		b.Run(c.name, func(b *testing.B) {
			benchmark(b, c.config, func(s *stage) { s.ToggleMap(s.g); s.Automap().Grid = true; s.me().Powers[info.PowerAllmap] = 1 })
		})
	}
}

func BenchmarkPhases(b *testing.B) {
	for _, phase := range phases {
		b.Run(phase.name, func(b *testing.B) { benchmark(b, render.Config{Scale: 2, Width: 426}, phase.enter) })
	}
}

func BenchmarkTic(b *testing.B) {
	s := newStage(b, "freedoom1", render.Config{}, 1, nil)
	s.play(2)
	b.ReportAllocs()
	for b.Loop() {
		s.Display.Tic(s.g)
	}
}

func BenchmarkNew(b *testing.B) {
	s := newStage(b, "freedoom1", render.Config{}, 1, nil)
	for b.Loop() {
		loadArt(s.content.Set, s.content.Tables, s.content.Mission)
	}
}
