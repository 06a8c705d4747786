package engine

import (
	"doomhost/engine/demo"
	"doomhost/engine/hud"
	"doomhost/engine/info"
	"doomhost/engine/render"
	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// Attract is what Doom shows while nobody plays: pages and demos in turn, from the
// title on and for ever. Screen and sound stay the same throughout, so that a song
// goes on over the next page and pictures melt into each other. It allocates
// nothing in a tic or a frame but where a demo begins.
type Attract struct {
	engine *Engine // plays the demos
	pieces []hud.Attraction
	at     int // of pieces: what is shown
	left   int // tics that a page has left
	demo   *demo.Demo
	next   int // tic of the demo; 0 <= next <= len(demo.Tics)
	bundle lockstep.Bundle
}

// NewAttract begins with the first piece. The size of the picture may change with
// every Draw.
func NewAttract(content *Content, config render.Config) (*Attract, error) {
	// Until the first demo begins, the stage is an empty one.
	e, err := New(content, sim.Params{Skill: 2, Episode: 1, Map: 1, Players: [sim.MaxPlayers]bool{true}})
	if err != nil {
		return nil, err
	}
	a := &Attract{engine: e, pieces: hud.Attractions(content.Mission())}
	if err := a.engine.Open(0, config); err != nil {
		return nil, err
	}
	a.engine.picture.display.Demo = true
	a.at = -1
	a.advance()
	return a, nil
}

// Engine plays the demos. Its display, volumes and game may be used; its steps,
// pictures and sound are the Attract's.
func (a *Attract) Engine() *Engine { return a.engine }

// Piece is the number of what is shown: its place in hud.Attractions.
func (a *Attract) Piece() int { return a.at }

// Step goes on by a tic.
func (a *Attract) Step() {
	if a.demo == nil {
		a.engine.picture.ticWipe()
		a.left--
		if a.left <= 0 {
			a.advance()
		}
		return
	}
	if a.next == len(a.demo.Tics) {
		a.advance()
		return
	}
	a.bundle.Tic = a.engine.tic
	a.bundle.Cmds = a.demo.Tics[a.next]
	a.next++
	if _, err := a.engine.Step(&a.bundle); err != nil {
		a.advance() // it leads to a level that these WADs lack
	}
}

// advance begins the next piece that can be shown: a page always can.
func (a *Attract) advance() {
	for {
		a.at = (a.at + 1) % len(a.pieces)
		p := &a.pieces[a.at]
		if p.Demo == "" {
			a.demo = nil
			a.left = p.Tics
			a.play(p.Music)
			return
		}
		if a.begin(p.Demo) {
			return
		}
	}
}

// play begins a page's song, which is played once.
func (a *Attract) play(id info.MusicID) {
	if m := a.engine.audio.mixer; m != nil && id != info.MusicNone {
		m.Play(id, false)
	}
}

// begin puts a demo on the stage; false where there is none of that name that we
// can play.
func (a *Attract) begin(name string) bool {
	c := a.engine.content
	n, ok := c.sim.Set.Find(c.sim.Tables.Lump(name))
	if !ok {
		return false
	}
	d, err := demo.Parse(c.sim.Set.Lump(n))
	if err != nil {
		return false // of another program, or damaged: see demoFaults
	}
	d.Params.Overruns = true // it was recorded with another program
	if a.engine.reset(d.Params) != nil {
		return false
	}
	a.demo, a.next = d, 0
	a.bundle = lockstep.Bundle{InGame: a.engine.inGame}
	return true
}

// Draw makes the picture of one moment, as Engine.Draw does. Whose screen it is, the
// demo decides.
func (a *Attract) Draw(view View) (frame *render.Frame, palette int) {
	if a.demo == nil {
		return a.engine.picture.drawPage(a.pieces[a.at].Page, view.Config, uint8(a.at)), 0
	}
	view.Player = a.engine.game.Console
	view.Turn = 0
	return a.engine.Draw(view)
}

// Mix writes the next samples of sound, as Engine.Mix does.
func (a *Attract) Mix(out []int16, rate int) {
	first := a.engine.audio.mixer == nil
	a.engine.listen(rate)
	if first && a.demo == nil {
		a.play(a.pieces[a.at].Music)
	}
	a.engine.audio.mixer.Mix(out)
}
