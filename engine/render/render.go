// Package render draws what a player sees: walls, floors, sky, things and the weapon, as
// palette indices, in software. At 320 columns, scale 1 and without interpolation the
// picture is bit-identical to vanilla's. Config makes it finer and wider, View.Alpha
// places it between two tics.
//
// A Renderer belongs to one game and one goroutine. It reads the simulation and never
// writes to it; it owns the state between frames (positions a tic ago, lines seen so far,
// the position in the fuzz pattern). Its buffers grow to a scene's needs and are reused,
// so a frame allocates nothing once the game has warmed up. It draws no status bar,
// messages or palettes.
package render

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
	"doomhost/engine/sim"
	"doomhost/engine/wad"
)

// Content is the data for pictures, shared with the simulation.
type Content struct {
	Set      *wad.Set
	Textures *wad.Textures
	Tables   *info.Tables
	Mission  info.Mission
}

// ContentOf returns the data for pictures of games on c.
func ContentOf(c *sim.Content) Content {
	return Content{Set: c.Set, Textures: c.Textures, Tables: c.Tables, Mission: c.Mission}
}

// Renderer draws views of one engine's game.
type Renderer struct {
	content Content
	config  Config
	art     art
	proj    projection
	lights  lights

	// Data of the level, see useLevel.
	level                      *level.Level
	skyTexture                 int16
	mapped                     []uint64
	lastGameTic, lastLevelTime int32

	past past // positions a tic ago

	// The frame being drawn.
	dst       []byte
	stride    int
	state     *sim.State
	eye       eye
	sectors   []sector
	frame     uint32 // stamps the sectors whose things are drawn
	closed    closed
	gaps      []columnRange
	ceilClip  []int16 // the lowest row closed from above, for each column
	floorClip []int16 // the highest row closed from below
	openings  []int16
	wall      wall
	drawSegs  []drawSeg
	planes    planes
	sprites   sprites
	fuzz      uint32
}

// eye is the point from which the view is drawn.
type eye struct {
	x, y, z    fixed.Fixed
	angle      fixed.Angle
	sin, cos   fixed.Fixed
	sector     int32
	extraLight int32
	fixedMap   *[256]byte // one light for everything, nil: none
	player     *sim.Player
	was        *pastPlayer // nil: the frame shows the present
	alpha      fixed.Fixed
}

// sector is a sector as this frame shows it.
type sector struct {
	floor, ceil       fixed.Fixed
	light             int32
	floorPic, ceilPic int16
	drawn             uint32 // the frame in which its things were gathered
}

// New makes a renderer. It fails if the WADs lack data that every picture needs.
func New(content Content, config Config) (*Renderer, error) {
	config = config.valid()
	r := &Renderer{content: content, config: config}
	if err := r.art.load(content); err != nil {
		return nil, err
	}
	r.Resize(config)
	return r, nil
}

// Resize changes size and detail. It keeps the lines seen and the past.
func (r *Renderer) Resize(config Config) {
	config = config.valid()
	r.config = config
	r.proj = newProjection(config)
	r.lights = newLights(config)
	w := r.proj.width
	r.ceilClip = make([]int16, w)
	r.floorClip = make([]int16, w)
	r.planes = newPlanes(&r.proj, r.art.skyFlat)
	r.sprites.clipTop = make([]int16, w)
	r.sprites.clipBottom = make([]int16, w)
	// See rowAbove and rowBelow.
	r.openings = make([]int16, 2*w, 16*w)
	for x := range w {
		r.openings[r.rowAbove()+x] = -1
		r.openings[r.rowBelow()+x] = int16(r.proj.height)
	}
}

// Size returns the size of the whole picture in pixels, including the status bar.
func (r *Renderer) Size() (width, height int) {
	return int(r.proj.width), baseHeight * r.config.Scale
}

// Draw draws the view of view.Player into the rows of dst above the status bar; dst must
// have the size that Size returns. It returns false and leaves dst alone if the player has
// no body in a level.
func (r *Renderer) Draw(dst *Frame, g *sim.Game, view View) bool {
	return r.draw(dst, &g.State, g.Level(), view)
}

func (r *Renderer) draw(dst *Frame, s *sim.State, lv *level.Level, view View) bool {
	if lv == nil || s.Phase != sim.PhaseLevel || view.Player < 0 || view.Player >= sim.MaxPlayers {
		return false
	}
	p := &s.Players[view.Player]
	body := s.Mobj(p.Mo)
	if body == nil {
		return false
	}
	r.useLevel(s, lv)
	r.state = s
	r.dst, r.stride = dst.Pix, dst.Stride
	r.setEye(p, body, view)
	r.setSectors()

	r.clear()
	r.walk()
	r.drawPlanes()
	r.drawMasked()
	r.drawWeapon()
	r.state, r.dst, r.eye.player = nil, nil, nil
	return true
}

// clear resets the buffers that a frame fills.
func (r *Renderer) clear() {
	r.frame++
	r.closed.openAll(r.proj.width)
	for x := range r.ceilClip {
		r.ceilClip[x] = -1
		r.floorClip[x] = int16(r.proj.height)
	}
	r.openings = r.openings[:2*r.proj.width]
	r.drawSegs = r.drawSegs[:0]
	r.planes.clear()
	r.sprites.seen = r.sprites.seen[:0]
}
