package engine

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/render"
	"doomhost/engine/sim"
)

// View says what a frame shows.
type View struct {
	// Player is the slot whose eyes it is seen through.
	Player int
	// Alpha is the place between the last two tics: 0 the one before, fixed.Unit
	// the last one.
	Alpha fixed.Fixed
	// Turn is added to the direction: what hands have turned and no tic has seen
	// yet.
	Turn fixed.Angle
	// Size of the picture.
	Config render.Config
}

// picture is what drawing needs. It is made with the first frame: an engine
// that nobody looks at (a referee, a replay check) has none.
type picture struct {
	renderer *render.Renderer
	config   render.Config
	frame    *render.Frame
}

// beforeTic keeps what interpolation needs.
func (p *picture) beforeTic(e *Engine) {
	if p.renderer != nil {
		p.renderer.Capture(e.game)
	}
}

// Draw makes the picture of one moment. The frame is the engine's and good until
// the next Draw; palette is the number of the palette to show it with.
func (e *Engine) Draw(view View) (frame *render.Frame, palette int, err error) {
	p := &e.picture
	if p.renderer == nil {
		c := e.game.Content()
		p.renderer, err = render.New(render.Content{Set: c.Set, Textures: c.Textures, Tables: c.Tables, Mission: c.Mission}, view.Config)
		if err != nil {
			return nil, 0, err
		}
		p.renderer.Capture(e.game)
		p.resize(view.Config)
	}
	if p.config != view.Config {
		p.renderer.Resize(view.Config)
		p.resize(view.Config)
	}
	p.renderer.Draw(p.frame, e.game, render.View{Player: view.Player, Alpha: view.Alpha, Turn: view.Turn})
	return p.frame, paletteOf(&e.game.Players[view.Player&3]), nil
}

func (p *picture) resize(c render.Config) {
	p.config = c
	w, h := p.renderer.Size()
	p.frame = render.NewFrame(w, h)
}

// The palettes of PLAYPAL.
const (
	firstRed   = 1
	reds       = 8
	firstBonus = 9
	bonuses    = 4
	radiation  = 13
)

// paletteOf is the palette that a player's pain, strength, luck or suit calls
// for.
func paletteOf(p *sim.Player) int {
	red := p.DamageCount
	if strength := p.Powers[info.PowerStrength]; strength != 0 {
		red = max(red, 12-strength>>6)
	}
	suit := p.Powers[info.PowerIronfeet]
	switch {
	case red > 0:
		return firstRed + min(int(red+7)>>3, reds-1)
	case p.BonusCount > 0:
		return firstBonus + min(int(p.BonusCount+7)>>3, bonuses-1)
	case suit > 4*32 || suit&8 != 0:
		return radiation
	default:
		return 0
	}
}
