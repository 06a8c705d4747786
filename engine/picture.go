package engine

import (
	"doomhost/engine/fixed"
	"doomhost/engine/hud"
	"doomhost/engine/render"
	"doomhost/engine/sim"
)

// View says what a frame shows.
type View struct {
	// Player is the slot whose screen it is.
	Player int
	// Alpha is the place between the last two tics: 0 the one before, fixed.Unit
	// the last one.
	Alpha fixed.Fixed
	// Turn is added to the direction: what hands have turned and no tic has seen
	// yet.
	Turn fixed.Angle
	// Config is the size of the picture.
	Config render.Config
}

// picture is what drawing needs. An engine that nobody looks at (a referee, a
// replay check) has none.
type picture struct {
	display *hud.Display
	wipe    hud.Wipe
	shown   scene         // what the last frame showed
	last    *render.Frame // nil before the first

	levelTime int32 // before the last tic
	loads     uint8 // how often a level was begun anew
}

// scene tells whether a picture follows from the one before, or another kind of
// picture begins and the old one is wiped away.
type scene struct {
	phase        sim.Phase
	episode, num int
	stage        uint8
	loads        uint8
	page         uint8 // a hud.Page plus one; 0 is the game
}

func (p *picture) sceneOf(g *sim.Game) scene {
	s := scene{phase: g.Phase, episode: g.Episode, num: g.Map, loads: p.loads}
	if g.Phase == sim.PhaseFinale {
		s.stage = uint8(g.Finale.Stage)
	}
	return s
}

// Open makes the screen of a player, to be drawn from now on. A game that nobody
// looks at does without.
func (e *Engine) Open(player int, config render.Config) error {
	c := e.game.Content()
	d, err := hud.New(render.ContentOf(c), config, player)
	if err != nil {
		return err
	}
	e.picture = picture{display: d}
	d.Capture(e.game)
	return nil
}

// Display is the open screen, for what a player does with it (map, chat,
// messages, names); nil where none is open.
func (e *Engine) Display() *hud.Display { return e.picture.display }

// beforeTic keeps what interpolation needs.
func (p *picture) beforeTic(g *sim.Game) {
	if p.display != nil {
		p.display.Capture(g)
		p.levelTime = g.LevelTime
	}
}

// afterTic moves what moves on the screen by itself.
func (p *picture) afterTic(g *sim.Game) {
	if p.display == nil {
		return
	}
	p.display.Tic(g)
	if g.Phase == sim.PhaseLevel && g.LevelTime < p.levelTime {
		p.loads++ // who dies alone begins the level again
	}
	p.ticWipe()
}

func (p *picture) ticWipe() {
	if p.wipe.Running() {
		p.wipe.Tic()
	}
}

// change begins to wipe the last picture away where the next one is of another
// kind. It comes before anything is drawn.
func (p *picture) change(to scene, seed uint8, config render.Config) {
	if to != p.shown {
		if p.last != nil {
			p.wipe.Start(p.last, seed)
		}
		p.shown = to
	}
	if p.display.Config() != config {
		p.display.Resize(config)
	}
}

// drawPage makes a picture that no game has a part in.
func (p *picture) drawPage(page hud.Page, config render.Config, seed uint8) *render.Frame {
	p.change(scene{page: uint8(page) + 1}, seed, config)
	frame := p.display.DrawPage(page)
	p.wipe.Draw(frame)
	p.last = frame
	return frame
}

// DrawTitle makes the picture of a game that has not begun: there is nothing to be
// seen of it yet. Where the game's first picture comes, it comes at once.
func (e *Engine) DrawTitle(config render.Config) *render.Frame {
	p := &e.picture
	if p.display.Config() != config {
		p.display.Resize(config)
	}
	return p.display.DrawPage(hud.PageTitle)
}

// Draw makes the picture of one moment; Open comes first. The frame is the
// engine's and good until the next Draw; palette is the number of the palette to
// show it with.
func (e *Engine) Draw(view View) (frame *render.Frame, palette int) {
	p := &e.picture
	p.change(p.sceneOf(e.game), uint8(e.tic), view.Config)
	frame, palette = p.display.Draw(e.game, render.View{Player: view.Player, Alpha: view.Alpha, Turn: view.Turn})
	p.wipe.Draw(frame)
	p.last = frame
	return frame, palette
}
