package main

import (
	"unsafe"

	"doomhost/engine/fixed"
	"doomhost/engine/hud"
	"doomhost/engine/render"
	"doomhost/engine/sim"
	"doomhost/engine/sound"
)

// frameInfo is where the last picture stands.
type frameInfo struct {
	width, height, palette int
	pixels                 []byte
}

// viewOptions sets the slot that is looked at and the picture's size: scale 1
// to 4, width in columns at scale 1, and whether the status bar's rows are the
// view's.
//
//go:wasmexport view_options
func viewOptions(player, scale, width, noBar int32) {
	root.view.Player = int(player) & 3
	if root.engine != nil && root.attract == nil {
		root.engine.Attend(root.view.Player)
	}
	root.view.Config = render.Config{Scale: int(scale), Width: int(width), NoBar: noBar != 0}
}

// draw makes the picture at alpha (0 to 1) between the last two tics, before the first
// one the title. The
// pixels, one byte each and row by row, stand at frame_ptr. Where predict isn't
// 0, the view turns with the player's hands and doesn't wait for the relay; now
// is the clock's time.
//
//go:wasmexport draw
func draw(alpha, now float64, predict int32) uint32 {
	r := &root
	if r.engine == nil {
		return r.fail(errNoGame)
	}
	r.view.Alpha = fixed.Fixed(alpha * float64(fixed.Unit))
	r.view.Turn = 0
	if predict != 0 && r.handsOn() {
		r.view.Turn = r.prediction.ahead(uint32(r.engine.Tic()), alpha, now, r.input.PendingTurn())
	}
	var frame *render.Frame
	var palette int
	switch {
	case r.attract != nil:
		frame, palette = r.attract.Draw(r.view)
	case r.engine.Tic() == 0:
		// A level that no tic has seen is no picture: eyes on the floor, no weapon.
		frame = r.engine.DrawTitle(r.view.Config)
	default:
		frame, palette = r.engine.Draw(r.view)
	}
	r.frame = frameInfo{frame.Width, frame.Height, palette, frame.Pix}
	return 1
}

// What screen does.
const (
	screenMap = iota
	screenFollow
	screenGrid
	screenMark
	screenClearMarks
	screenWhole
	screenZoom     // value 1 in, -1 out, 0 lets go
	screenPanX     // value 1 right, -1 left, 0 lets go
	screenPanY     // value 1 up, -1 down, 0 lets go
	screenMessages // value 1 shows them, 0 doesn't
	screenChat     // begins a line to all
	screenType     // value is a character, 13 ends the line, 27 gives it up
)

// screen does something with the player's own screen: map, messages, chat.
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

// chatText makes the open line of chat say the text at in_ptr.
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

// palettes writes all palettes to out_ptr: 14 times 256 colors of red, green,
// blue.
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

// mix makes n stereo samples of sound, 16 bits each, and gives their place.
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

// volumes sets how loud effects, music and everything are, each 0 to 127, for this
// game and all to come.
//
//go:wasmexport volumes
func volumes(effects, music, master int32) {
	r := &root
	r.volumes = &sound.Volumes{Effects: int(effects), Music: int(music), Master: int(master)}
	if r.engine != nil {
		r.engine.SetVolumes(*r.volumes)
	}
}

// save writes a snapshot to out_ptr, for restore in an engine of the same
// build and content.
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

// What fact gives of a player.
const (
	factInGame = iota
	factHealth
	factX // map units
	factY
	factAngle // degrees
)

// What fact gives of the game.
const (
	factPhase = iota + 16
	factEpisode
	factMap
	factPaused
	factMapShown // the automap is
	factAwaits   // sim.Awaits
)

// fact gives a figure of a player's or of the game's, for the page to show.
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
