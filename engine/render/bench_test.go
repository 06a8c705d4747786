package render_test

import (
	"testing"

	"doomhost/engine/demo"
	"doomhost/engine/render"
	"doomhost/engine/sim"
	"doomhost/engine/trace"
	"doomhost/internal/testkit/testwads"
)

// scenes returns games of Freedoom's demos, stopped every few seconds.
func scenes(t testing.TB, iwad string, demos ...string) (*sim.Content, []*sim.Game) {
	t.Helper()
	content, _, err := sim.LoadContent(testwads.Set(t, iwad))
	if err != nil {
		t.Fatal(err)
	}
	var games []*sim.Game
	for _, name := range demos {
		n, ok := content.Set.Find(name)
		if !ok {
			t.Fatalf("no %s in %s", name, iwad)
		}
		d, err := demo.Parse(content.Set.Lump(n))
		if err != nil {
			t.Fatal(err)
		}
		for stop := 100; stop < 1300; stop += 200 {
			r, err := trace.NewReplay(content, trace.FromDemo(d), trace.Lines{})
			if err != nil {
				t.Fatal(err)
			}
			for range stop {
				if _, ok, err := r.Step(); !ok {
					t.Fatalf("%s ends before tic %d: %v", name, stop, err)
				}
			}
			games = append(games, r.Game)
		}
	}
	return content, games
}

func newRenderer(t testing.TB, c *sim.Content, config render.Config) (*render.Renderer, *render.Frame) {
	t.Helper()
	r, err := render.New(render.ContentOf(c), config)
	if err != nil {
		t.Fatal(err)
	}
	return r, render.NewFrame(r.Size())
}

func TestDrawAllocatesNothing(t *testing.T) {
	content, games := scenes(t, "freedoom2", "DEMO1")
	for _, config := range []render.Config{
		{}, {Scale: 2, Width: 426}, {Scale: 8, Width: 426, NoBar: true},
		{Scale: 3, FieldOfView: 120}, {FieldOfView: 60},
	} {
		r, frame := newRenderer(t, content, config)
		draw := func() {
			for _, g := range games {
				r.Capture(g)
				if !r.Draw(frame, g, render.View{Alpha: render.Now / 2}) {
					t.Fatal("nothing was drawn")
				}
			}
		}
		draw()
		if n := testing.AllocsPerRun(3, draw); n != 0 {
			t.Errorf("%+v: %v allocations in %d frames, want none", config, n, len(games))
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	content, games := scenes(b, "freedoom2", "DEMO1", "DEMO2", "DEMO3")
	for _, c := range []struct {
		name   string
		config render.Config
	}{
		{"320", render.Config{}},
		{"wide", render.Config{Width: 426}},
		{"x2", render.Config{Scale: 2}},
		{"x3wide", render.Config{Scale: 3, Width: 426}},
		{"x5wide", render.Config{Scale: 5, Width: 426}},
		{"x8wide", render.Config{Scale: 8, Width: 426}},
	} {
		b.Run(c.name, func(b *testing.B) {
			r, frame := newRenderer(b, content, c.config)
			for _, g := range games {
				r.Draw(frame, g, render.View{Alpha: render.Now})
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r.Draw(frame, games[i%len(games)], render.View{Alpha: render.Now})
			}
		})
	}
}

func BenchmarkCapture(b *testing.B) {
	content, games := scenes(b, "freedoom2", "DEMO1")
	r, _ := newRenderer(b, content, render.Config{})
	r.Capture(games[0])
	b.ReportAllocs()
	for b.Loop() {
		r.Capture(games[0])
	}
}
