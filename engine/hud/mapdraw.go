package hud

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
	"doomhost/engine/render"
	"doomhost/engine/sim"
)

// Colors of the automap. Its background has color 0.
const (
	mapCrosshair  = 96
	mapGrid       = 104
	mapWall       = 176
	mapTeleporter = mapWall + 8
	mapFloorStep  = 64
	mapCeilStep   = 231
	mapUnseen     = 99 // known only from the computer map
	mapInvisible  = 246
	mapAlone      = 209 // the player of a single-player game
)

// mapPlayer holds the players' colors.
var mapPlayer = [sim.MaxPlayers]byte{112, 96, 64, 176}

// lineTeleport is the special of teleporters that the map shows.
const lineTeleport = 39

// arrow is a player on the map, pointing to the right: segments as x1, y1, x2,
// y2.
var arrow = [...][4]fixed.Fixed{
	{-tip + tip/8, 0, tip, 0},
	{tip, 0, tip - tip/2, tip / 4},
	{tip, 0, tip - tip/2, -tip / 4},
	{-tip + tip/8, 0, -tip - tip/8, tip / 4},
	{-tip + tip/8, 0, -tip - tip/8, -tip / 4},
	{-tip + 3*tip/8, 0, -tip + tip/8, tip / 4},
	{-tip + 3*tip/8, 0, -tip + tip/8, -tip / 4},
}

const tip = 8 * playerRadius / 7

// mapPlace is the place of a player on the map.
type mapPlace struct {
	x, y  fixed.Fixed
	angle fixed.Angle
}

// mapFrame is one drawing of the map: its window on the frame and the part of the map in
// it.
type mapFrame struct {
	ink
	scale fixed.Fixed // pixels of the frame per map unit
	// The lower left corner of the visible part and its size.
	left, bottom int64
	w, h         int64
}

// begin lays out the window. The map takes the whole frame above rows.
func (m *Automap) begin(c *canvas, rows int, player *mapPlace) mapFrame {
	f := mapFrame{
		ink:   ink{pix: c.pix, stride: c.stride, width: c.width, height: rows, pen: (c.scale + 1) / 2},
		scale: fixed.Fixed(max(int64(m.scale)*int64(c.scale), 1)),
	}
	x, y := m.x, m.y
	if m.Follow && player != nil {
		// Whole pixels keep lines from jittering.
		x, y = f.snap(player.x), f.snap(player.y)
	}
	inverse := int64(fixed.Div(fixed.Unit, f.scale))
	f.w = int64(f.width) * inverse
	f.h = int64(f.height) * inverse
	f.left = int64(x) - f.w/2
	f.bottom = int64(y) - f.h/2
	return f
}

// snap rounds a coordinate to the start of a pixel.
func (f *mapFrame) snap(v fixed.Fixed) fixed.Fixed {
	pixels := fixed.Mul(v, f.scale) >> fixed.Bits
	return fixed.Mul(pixels<<fixed.Bits, fixed.Div(fixed.Unit, f.scale))
}

// toPixel returns the pixel of a place on the map.
func (f *mapFrame) toPixel(x, y int64) (px, py int64) {
	px = (x - f.left) * int64(f.scale) >> (2 * fixed.Bits)
	py = int64(f.height) - (y-f.bottom)*int64(f.scale)>>(2*fixed.Bits)
	return px, py
}

// line draws a line of the map.
func (f *mapFrame) line(x1, y1, x2, y2 int64, color byte) {
	right, top := f.left+f.w, f.bottom+f.h
	if max(x1, x2) < f.left || min(x1, x2) > right || max(y1, y2) < f.bottom || min(y1, y2) > top {
		return
	}
	ax, ay := f.toPixel(x1, y1)
	bx, by := f.toPixel(x2, y2)
	f.segment(ax, ay, bx, by, color)
}

// drawMap draws the automap in place of the view.
func (d *Display) drawMap(g *sim.Game, view render.View) {
	m := &d.automap
	lv := g.Level()
	if m.level != lv {
		return
	}
	rows := barTop * d.canvas.scale
	place, ok := d.mapPlace(g, d.player, view.Alpha)
	var self *mapPlace
	if ok {
		self = &place
	}
	f := m.begin(&d.canvas, rows, self)
	for y := range rows {
		clear(f.pix[y*f.stride:][:f.width])
	}
	if m.Grid {
		f.grid(lv)
	}
	d.mapLines(&f, g)
	d.mapPlayers(&f, g, view)
	f.dot(int64(f.width/2), int64((f.height+1)/2), mapCrosshair)
	d.mapMarks(&f)
}

// grid draws the borders of the blockmap's blocks.
func (f *mapFrame) grid(lv *level.Level) {
	const step = level.BlockUnits << fixed.Bits
	first := func(from int64, origin fixed.Fixed) int64 {
		if rest := (from - int64(origin)) % step; rest > 0 {
			return from + step - rest
		} else {
			return from - rest
		}
	}
	for x := first(f.left, lv.Blockmap.OriginX); x < f.left+f.w; x += step {
		f.line(x, f.bottom, x, f.bottom+f.h, mapGrid)
	}
	for y := first(f.bottom, lv.Blockmap.OriginY); y < f.bottom+f.h; y += step {
		f.line(f.left, y, f.left+f.w, y, mapGrid)
	}
}

// mapLines draws the lines seen so far, and with a computer map the others.
func (d *Display) mapLines(f *mapFrame, g *sim.Game) {
	lv := g.Level()
	mapped := d.renderer.Mapped()
	all := g.Players[d.player].Powers[info.PowerAllmap] != 0
	for i := range lv.Lines {
		l := &lv.Lines[i]
		if l.Flags&level.LineDontDraw != 0 {
			continue
		}
		var color byte
		switch {
		case i>>6 < len(mapped) && mapped[i>>6]>>(i&63)&1 != 0:
			color = d.lineColor(g, i)
		case all:
			color = mapUnseen
		}
		if color != 0 {
			f.line(int64(l.V1.X), int64(l.V1.Y), int64(l.V2.X), int64(l.V2.Y), color)
		}
	}
}

// lineColor returns the color of a seen line, 0 for lines that are not drawn.
func (d *Display) lineColor(g *sim.Game, i int) byte {
	l := &g.Level().Lines[i]
	if l.Back < 0 {
		return mapWall
	}
	front, back := &g.Sectors[l.Front], &g.Sectors[l.Back]
	switch {
	case g.Specials[i] == lineTeleport:
		return mapTeleporter
	case l.Flags&level.LineSecret != 0:
		return mapWall // secret doors look like walls
	case front.FloorHeight != back.FloorHeight:
		return mapFloorStep
	case front.CeilingHeight != back.CeilingHeight:
		return mapCeilStep
	default:
		return 0
	}
}

// mapPlace returns a player's place at alpha between the last two tics, and false if it
// has no body.
func (d *Display) mapPlace(g *sim.Game, p int, alpha fixed.Fixed) (mapPlace, bool) {
	body := g.Mobj(g.Players[p].Mo)
	if body == nil {
		return mapPlace{}, false
	}
	now := mapPlace{body.X, body.Y, body.Angle}
	was := &d.past[p]
	if alpha >= fixed.Unit || was.body != g.Players[p].Mo {
		return now, true
	}
	alpha = max(alpha, 0)
	dx, dy := now.x-was.place.x, now.y-was.place.y
	if fixed.ApproxDistance(dx, dy) > 64*fixed.Unit {
		return now, true
	}
	now.x = was.place.x + fixed.Mul(dx, alpha)
	now.y = was.place.y + fixed.Mul(dy, alpha)
	turn := int64(int32(now.angle - was.place.angle))
	now.angle = was.place.angle + fixed.Angle(int32(turn*int64(alpha)>>fixed.Bits))
	return now, true
}

// mapPlayers draws the player, and in co-op the others.
func (d *Display) mapPlayers(f *mapFrame, g *sim.Game, view render.View) {
	for p := range g.Players {
		color := mapPlayer[p]
		switch {
		case !g.NetGame && p != d.player, !g.Playing[p], g.Deathmatch != 0 && p != d.player:
			continue
		case !g.NetGame:
			color = mapAlone
		case g.Players[p].Powers[info.PowerInvisibility] != 0:
			color = mapInvisible
		}
		if place, ok := d.mapPlace(g, p, view.Alpha); ok {
			if p == d.player {
				place.angle += view.Turn
			}
			f.arrow(place, color)
		}
	}
}

// arrow draws a player.
func (f *mapFrame) arrow(p mapPlace, color byte) {
	sin, cos := fixed.Sin(p.angle), fixed.Cos(p.angle)
	turn := func(x, y fixed.Fixed) (int64, int64) {
		return int64(p.x) + int64(fixed.Mul(x, cos)-fixed.Mul(y, sin)),
			int64(p.y) + int64(fixed.Mul(x, sin)+fixed.Mul(y, cos))
	}
	for _, s := range arrow {
		x1, y1 := turn(s[0], s[1])
		x2, y2 := turn(s[2], s[3])
		f.line(x1, y1, x2, y2, color)
	}
}

// mapMarks draws the numbers that the player has put on the map.
func (d *Display) mapMarks(f *mapFrame) {
	const w, h = 5, 6
	c := d.canvas.wide()
	for i, at := range d.automap.marks {
		if !d.automap.marked[i] {
			continue
		}
		px, py := f.toPixel(int64(at.X), int64(at.Y))
		x, y := px/int64(c.scale), py/int64(c.scale)
		if px >= 0 && x <= int64(f.width/c.scale)-w && py >= 0 && y <= int64(f.height/c.scale)-h {
			c.patch(d.art.marks[i], int32(x), int32(y))
		}
	}
}
