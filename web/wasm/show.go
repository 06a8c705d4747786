package main

import (
	"unsafe"

	"doomhost/engine/fixed"
	"doomhost/engine/hud"
	"doomhost/engine/render"
	"doomhost/engine/sim"
	"doomhost/engine/sound"
)

// frameInfo describes the last picture.
type frameInfo struct {
	width, height, palette int
	pixels                 []byte
}

// viewOptions sets the slot whose view is drawn and the picture's size: scale 1 to 8, width in
// columns at scale 1, whether the view takes up the status bar's rows, and its field of view
// in degrees (0 means 90).
//
//go:wasmexport view_options
func viewOptions(player, scale, width, noBar, fieldOfView int32) {
	root.view.Player = int(player) & 3
	if root.engine != nil && root.attract == nil {
		root.engine.Attend(root.view.Player)
	}
	root.view.Config = render.Config{
		Scale: int(scale), Width: int(width), FieldOfView: int(fieldOfView), NoBar: noBar != 0,
	}
}

// styleOptions sets what is drawn beside vanilla's picture (hud.Style): the crosshair, the
// figures without a status bar, and the percentage of flashes that is taken away.
//
//go:wasmexport style_options
func styleOptions(crosshair, figures, calm int32) {
	root.style = hud.Style{Crosshair: hud.Crosshair(crosshair), Figures: hud.Figures(figures), Calm: int(calm)}
}

// draw draws the picture at alpha (0 to 1) between the last two tics, or the title before the
// first tic. The pixels are at frame_ptr, one byte each and row by row. If predict isn't 0,
// the view turns with the player's input and doesn't wait for the relay; now is the clock's
// time.
//
//go:wasmexport draw
func draw(alpha, now float64, predict int32) uint32 {
	r := &root
	if r.engine == nil {
		return r.fail(errNoGame)
	}
	r.view.Alpha = fixed.Fixed(alpha * float64(fixed.Unit))
	r.view.Turn = 0
	if d := r.engine.Display(); d != nil {
		d.SetStyle(r.style)
	}
	if predict != 0 && r.handsOn() {
		r.view.Turn = r.prediction.ahead(uint32(r.engine.Tic()), alpha, now, r.input.PendingTurn())
	}
	var frame *render.Frame
	var palette int
	switch {
	case r.attract != nil:
		frame, palette = r.attract.Draw(r.view)
	case r.engine.Tic() == 0:
		// Before a level's first tic there is no proper picture yet: the eyes are on the
		// floor, and there is no weapon.
		frame = r.engine.DrawTitle(r.view.Config)
	default:
		frame, palette = r.engine.Draw(r.view)
	}
	r.frame = frameInfo{frame.Width, frame.Height, palette, frame.Pix}
	return 1
}

// The actions of screen.
const (
	screenMap = iota
	screenFollow
	screenGrid
	screenMark
	screenClearMarks
	screenWhole
	screenZoom     // value 1 in, -1 out, 0 stops
	screenPanX     // value 1 right, -1 left, 0 stops
	screenPanY     // value 1 up, -1 down, 0 stops
	screenMessages // value 1 shows them, 0 hides them
	screenChat     // starts a line to everybody
	screenType     // value is a character; 13 ends the line, 27 cancels it
)

// screen performs an action on the player's own screen: map, messages, chat.
//
//go:wasmexport screen
func screen(what, value int32) {
	r := &root
	if r.engine == nil {
		return
	}
	d, g := r.engine.Display(), r.engine.Game()
	switch what {
	case screenMap:
		d.ToggleMap(g)
	case screenFollow:
		d.ToggleFollow()
	case screenGrid:
		d.ToggleGrid()
	case screenMark:
		d.AddMark()
	case screenClearMarks:
		d.ClearMarks()
	case screenWhole:
		d.ToggleWhole(g)
	case screenZoom:
		d.Automap().Zoom(value)
	case screenPanX:
		r.panX = value
		d.Automap().Pan(r.panX, r.panY)
	case screenPanY:
		r.panY = value
		d.Automap().Pan(r.panX, r.panY)
	case screenMessages:
		d.HideMessages = value == 0
	case screenChat:
		d.OpenChat(hud.ToAll, &r.input)
	case screenType:
		d.ChatKey(byte(value), &r.input)
	}
}

// name gives a slot's player the name at in_ptr.
//
//go:wasmexport name
func name(slot uint32) {
	if root.engine != nil {
		root.engine.Display().SetName(int(slot), string(root.in))
	}
}

// chatText replaces the open chat line with the text at in_ptr.
//
//go:wasmexport chat_text
func chatText() {
	if root.engine != nil {
		root.engine.Display().ChatText(string(root.in), &root.input)
	}
}

//go:wasmexport frame_ptr
func framePtr() uint32 { return pointer(root.frame.pixels) }

//go:wasmexport frame_width
func frameWidth() uint32 { return uint32(root.frame.width) }

//go:wasmexport frame_height
func frameHeight() uint32 { return uint32(root.frame.height) }

//go:wasmexport frame_palette
func framePalette() uint32 { return uint32(root.frame.palette) }

// palettes writes all palettes to out_ptr: 14 times 256 colors of red, green, blue.
//
//go:wasmexport palettes
func palettes() uint32 {
	r := &root
	if r.content == nil {
		return r.fail(errNoContent)
	}
	r.out = r.out[:0]
	for i := range r.content.Palettes() {
		r.out = append(r.out, r.content.Palettes()[i][:]...)
	}
	return 1
}

// mix mixes n stereo samples of sound, 16 bits each, and returns a pointer to them.
//
//go:wasmexport mix
func mix(n, rate uint32) uint32 {
	r := &root
	if uint32(cap(r.pcm)) < 2*n {
		r.pcm = make([]int16, 2*n)
	}
	r.pcm = r.pcm[:2*n]
	switch {
	case r.attract != nil:
		r.attract.Mix(r.pcm, int(rate))
	case r.engine != nil:
		r.engine.Mix(r.pcm, int(rate))
	default:
		clear(r.pcm)
	}
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(r.pcm))))
}

// volumes sets the volume of effects, of music and of everything, each 0 to 127, for this game
// and all later ones.
//
//go:wasmexport volumes
func volumes(effects, music, master int32) {
	r := &root
	r.volumes = &sound.Volumes{Effects: int(effects), Music: int(music), Master: int(master)}
	if r.engine != nil {
		r.engine.SetVolumes(*r.volumes)
	}
}

// save writes a snapshot to out_ptr. An engine of the same build with the same WADs can
// restore it.
//
//go:wasmexport save
func save() uint32 {
	r := &root
	if r.engine == nil {
		return r.fail(errNoGame)
	}
	r.out = r.engine.Save(r.out[:0])
	return 1
}

// restore reads the snapshot at in_ptr.
//
//go:wasmexport restore
func restore() uint32 {
	r := &root
	if r.engine == nil {
		return r.fail(errNoGame)
	}
	if err := r.engine.Restore(r.in); err != nil {
		return r.fail(err)
	}
	return 1
}

// The facts about a player that fact returns.
const (
	factInGame = iota
	factHealth
	factX // map units
	factY
	factAngle // degrees
)

// The facts about the game that fact returns.
const (
	factPhase = iota + 16
	factEpisode
	factMap
	factPaused
	factMapShown // whether the automap is shown
	factAwaits   // sim.Awaits
)

// fact returns a number about a player or the game for the page to show.
//
//go:wasmexport fact
func fact(which, slot uint32) float64 {
	if root.engine == nil {
		return 0
	}
	g := root.engine.Game()
	p := &g.Players[slot&3]
	switch which {
	case factInGame:
		return float64(root.engine.InGame() >> (slot & 3) & 1)
	case factHealth:
		return float64(p.Health)
	case factX, factY, factAngle:
		m := g.Mobj(p.Mo)
		if m == nil {
			return 0
		}
		return place(m, which)
	case factPhase:
		return float64(g.Phase)
	case factEpisode:
		return float64(g.Episode)
	case factMap:
		return float64(g.Map)
	case factPaused:
		return flag(g.Paused)
	case factMapShown:
		return flag(root.engine.Display().Automap().On())
	case factAwaits:
		return float64(g.Awaits())
	}
	return 0
}

func place(m *sim.Mobj, which uint32) float64 {
	switch which {
	case factX:
		return float64(m.X) / float64(fixed.Unit)
	case factY:
		return float64(m.Y) / float64(fixed.Unit)
	default:
		return float64(m.Angle) * 360 / (1 << 32)
	}
}

func flag(on bool) float64 {
	if on {
		return 1
	}
	return 0
}
