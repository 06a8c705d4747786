package trace

import (
	"doomhost/engine/level"
	"doomhost/engine/render"
	"doomhost/engine/sim"
)

// viewer draws the console player's view, for what an engine that draws writes
// down: it marks the lines that it shows as mapped, and traces that were
// recorded with the picture on have these marks in their sidehash.
type viewer struct {
	renderer *render.Renderer
	frame    *render.Frame

	// What was drawn last; the marks hold while the game is still in it.
	level *level.Level
	time  int32
}

func newViewer(c *sim.Content) (*viewer, error) {
	r, err := render.New(render.ContentOf(c), render.Config{})
	if err != nil {
		return nil, err
	}
	return &viewer{renderer: r, frame: render.NewFrame(r.Size())}, nil
}

func (v *viewer) draw(g *sim.Game) {
	v.level = nil
	if v.renderer.Draw(v.frame, g, render.View{Player: g.Console, Alpha: render.Now}) {
		v.level, v.time = g.Level(), g.LevelTime
	}
}

// sideHash is the game's side hash with the lines that were seen marked. A level
// that was loaded since the last picture begins without marks.
func (v *viewer) sideHash(g *sim.Game) uint32 {
	if v.level != g.Level() || g.LevelTime < v.time {
		return g.GoldenSideHash()
	}
	h := fnvStart
	for i := range g.Sides {
		s := &g.Sides[i]
		h = fnvWord(h, uint32(s.TextureOffset))
		h = fnvWord(h, uint32(s.RowOffset))
		h = fnvWord(h, uint32(uint16(s.Top)))
		h = fnvWord(h, uint32(uint16(s.Bottom)))
		h = fnvWord(h, uint32(uint16(s.Middle)))
	}
	seen := v.renderer.Mapped()
	lines := g.Level().Lines
	for i := range lines {
		flags := lines[i].Flags
		if seen[i>>6]&(1<<(i&63)) != 0 {
			flags |= level.LineMapped
		}
		h = fnvWord(h, uint32(uint16(g.Specials[i])))
		h = fnvWord(h, uint32(flags))
	}
	return h
}
