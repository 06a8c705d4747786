package engine

import "doomhost/engine/sound"

// audio is what sounding needs. It is made with the first Mix: an engine that
// nobody listens to has none.
type audio struct {
	mixer   *sound.Mixer
	volumes *sound.Volumes // nil: never set
}

// Mix writes the next len(out)/2 stereo samples of sound (left, right, left, right)
// at the given rate in Hz: what the player hears whose screen is open, or else the
// console's.
func (e *Engine) Mix(out []int16, rate int) {
	e.listen(rate)
	e.audio.mixer.Mix(out)
}

// SetVolumes changes how loud things are.
func (e *Engine) SetVolumes(v sound.Volumes) {
	e.audio.volumes = &v
	if e.audio.mixer != nil {
		e.audio.mixer.SetVolumes(v)
	}
}

// listen makes sure that there is a mixer of that rate.
func (e *Engine) listen(rate int) {
	a := &e.audio
	if a.mixer == nil {
		c := e.game.Content()
		a.mixer = sound.New(c.Set, c.Tables, rate)
		if a.volumes != nil {
			a.mixer.SetVolumes(*a.volumes)
		}
		a.mixer.Join(e.game)
	}
	a.mixer.SetRate(rate)
}

// afterTic takes in the sounds of the last tic, and those of the screen itself.
func (a *audio) afterTic(e *Engine) {
	if a.mixer == nil {
		return
	}
	slot := e.game.Console
	d := e.picture.display
	if d != nil {
		slot = d.Player()
	}
	a.mixer.Tic(e.game, slot)
	if d == nil {
		return
	}
	for _, id := range d.Sounds() {
		a.mixer.Start(id)
	}
}

// join follows a game that went on elsewhere.
func (a *audio) join(e *Engine) {
	if a.mixer != nil {
		a.mixer.Join(e.game)
	}
}
