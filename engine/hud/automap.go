package hud

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
	"doomhost/engine/sim"
)

const (
	playerRadius = 16 * fixed.Unit
	numMarks     = 10
	// panPixels is how many pixels the map moves in a tic.
	panPixels = 4
)

// Zoom in a tic.
var (
	zoomIn  = fixed.Unit * 102 / 100
	zoomOut = fixed.Unit * 100 / 102
)

// firstZoom is the share of the whole map, in its tighter direction, that the map shows
// when a level begins.
const firstZoom = fixed.Unit * 7 / 10

// Automap is the map of the lines seen so far. Its distances are in Doom's pixels, 320 to
// the screen's width, whatever the frame's size.
type Automap struct {
	// Follow keeps the player in the middle; Grid shows the blockmap's blocks.
	Follow, Grid bool

	on        bool
	x, y      fixed.Fixed // middle
	scale     fixed.Fixed // pixels per map unit
	minScale  fixed.Fixed // shows the whole map
	maxScale  fixed.Fixed // shows the player alone
	box       level.Box   // of the map's vertices
	level     *level.Level
	marks     [numMarks]level.Vertex
	marked    [numMarks]bool
	nextMark  int
	panX      int32 // -1, 0 or 1, held
	panY      int32
	zoom      int32 // 1 in, -1 out, held
	whole     bool  // the whole map is shown; the view to restore afterwards:
	backX     fixed.Fixed
	backY     fixed.Fixed
	backScale fixed.Fixed
}

// The map's window, in Doom's pixels.
const (
	mapWidth  = pageWidth
	mapHeight = barTop
)

// On reports whether the map is shown.
func (m *Automap) On() bool { return m.on }

// Pan sets the panning while a key is held: 1 is right and up, -1 left and down, 0 stops.
// It has no effect while the map follows the player.
func (m *Automap) Pan(x, y int32) { m.panX, m.panY = x, y }

// Zoom sets the zooming while a key is held: 1 is in, -1 out, 0 stops.
func (m *Automap) Zoom(in int32) { m.zoom = in }

// useLevel resets the map for a new level.
func (m *Automap) useLevel(lv *level.Level) {
	m.level = lv
	m.marked = [numMarks]bool{}
	m.nextMark = 0
	m.whole = false
	m.box = level.Box{Top: fixed.Min, Bottom: fixed.Max, Left: fixed.Max, Right: fixed.Min}
	for i := range lv.Vertices {
		v := &lv.Vertices[i]
		m.box.Left, m.box.Right = min(m.box.Left, v.X), max(m.box.Right, v.X)
		m.box.Bottom, m.box.Top = min(m.box.Bottom, v.Y), max(m.box.Top, v.Y)
	}
	m.minScale = min(fit(mapWidth, m.box.Left, m.box.Right), fit(mapHeight, m.box.Bottom, m.box.Top))
	m.maxScale = fixed.Div(mapHeight<<fixed.Bits, 2*playerRadius)
	m.scale = fixed.Div(m.minScale, firstZoom)
	if m.scale > m.maxScale {
		m.scale = m.minScale
	}
}

// fit returns the scale at which a distance takes the given number of pixels. The map may
// be wider than a Fixed can hold.
func fit(pixels int32, from, to fixed.Fixed) fixed.Fixed {
	d := max(int64(to)-int64(from), int64(fixed.Unit))
	return fixed.Fixed(max(int64(pixels)<<(2*fixed.Bits)/d, 1))
}

// open shows the map around the player.
func (m *Automap) open(lv *level.Level, body *sim.Mobj) {
	if lv != m.level {
		m.useLevel(lv)
	}
	m.on = true
	m.panX, m.panY, m.zoom = 0, 0, 0
	if body != nil {
		m.x, m.y = body.X, body.Y
	}
	m.clampMiddle()
	m.backX, m.backY, m.backScale = m.x, m.y, m.scale
}

// tic pans and zooms.
func (m *Automap) tic(lv *level.Level, body *sim.Mobj) {
	if !m.on {
		return
	}
	if lv != m.level {
		m.open(lv, body)
	}
	if m.Follow && body != nil {
		m.x, m.y = body.X, body.Y
	}
	switch {
	case m.zoom > 0:
		m.scale = min(max(fixed.Mul(m.scale, zoomIn), m.scale+1), m.maxScale)
	case m.zoom < 0:
		m.scale = max(fixed.Mul(m.scale, zoomOut), m.minScale)
	}
	if !m.Follow && (m.panX != 0 || m.panY != 0) {
		step := m.units(panPixels)
		m.x += fixed.Fixed(m.panX) * step
		m.y += fixed.Fixed(m.panY) * step
		m.clampMiddle()
	}
}

func (m *Automap) clampMiddle() {
	m.x = min(max(m.x, m.box.Left), m.box.Right)
	m.y = min(max(m.y, m.box.Bottom), m.box.Top)
}

// units returns the distance on the map of a number of pixels.
func (m *Automap) units(pixels int32) fixed.Fixed {
	return fixed.Div(fixed.Fixed(pixels)<<fixed.Bits, m.scale)
}

// showWhole shows the whole map, or goes back to the previous view.
func (m *Automap) showWhole(body *sim.Mobj) {
	m.whole = !m.whole
	if m.whole {
		m.backX, m.backY, m.backScale = m.x, m.y, m.scale
		m.scale = m.minScale
		return
	}
	m.scale = m.backScale
	if m.Follow && body != nil {
		m.x, m.y = body.X, body.Y
	} else {
		m.x, m.y = m.backX, m.backY
	}
}

// ToggleMap shows or hides the automap.
func (d *Display) ToggleMap(g *sim.Game) {
	m := &d.automap
	if m.on {
		m.on = false
		return
	}
	if g.Phase == sim.PhaseLevel {
		m.open(g.Level(), g.Mobj(g.Players[d.player].Mo))
	}
}

// Automap returns the map, for callers to pan, zoom and query.
func (d *Display) Automap() *Automap { return &d.automap }

// ToggleFollow lets the map follow the player or stand still.
func (d *Display) ToggleFollow() {
	d.automap.Follow = !d.automap.Follow
	d.tell(d.automap.Follow, info.StrAmstrFollowon, info.StrAmstrFollowoff)
}

// ToggleGrid shows or hides the grid.
func (d *Display) ToggleGrid() {
	d.automap.Grid = !d.automap.Grid
	d.tell(d.automap.Grid, info.StrAmstrGridon, info.StrAmstrGridoff)
}

// ToggleWhole shows the whole map or goes back to the part shown before.
func (d *Display) ToggleWhole(g *sim.Game) {
	if d.automap.on {
		d.automap.showWhole(g.Mobj(g.Players[d.player].Mo))
	}
}

func (d *Display) tell(on bool, yes, no info.StringID) {
	if on {
		no = yes
	}
	d.messages.post(d.content.Tables.Text(no))
}

// AddMark puts the next number, 0 to 9, in the middle of the map.
func (d *Display) AddMark() {
	m := &d.automap
	if !m.on {
		return
	}
	m.marks[m.nextMark] = level.Vertex{X: m.x, Y: m.y}
	m.marked[m.nextMark] = true
	w := &d.messages.waiting
	w.clear()
	w.add(d.content.Tables.Text(info.StrAmstrMarkedspot))
	w.addByte(' ')
	w.addNumber(m.nextMark)
	d.messages.waits = true
	m.nextMark = (m.nextMark + 1) % numMarks
}

// ClearMarks removes all marks.
func (d *Display) ClearMarks() {
	d.automap.marked = [numMarks]bool{}
	d.automap.nextMark = 0
	d.messages.post(d.content.Tables.Text(info.StrAmstrMarkscleared))
}
