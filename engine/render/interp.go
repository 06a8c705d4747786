package render

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
	"doomhost/engine/sim"
)

const (
	// Larger movements within a tic count as jumps.
	thingJump  = 64 * fixed.Unit
	planeJump  = 16 * fixed.Unit
	weaponJump = 24 * fixed.Unit
)

// past holds the positions of everything at the last Capture.
type past struct {
	level              *level.Level
	gameTic, levelTime int32
	mobjs              []pastMobj // by arena slot
	sectors            []pastSector
	players            [sim.MaxPlayers]pastPlayer
}

type pastMobj struct {
	ref     sim.Ref
	x, y, z fixed.Fixed
}

type pastSector struct{ floor, ceil fixed.Fixed }

type pastPlayer struct {
	body   sim.Ref
	viewZ  fixed.Fixed
	angle  fixed.Angle
	weapon [2]sim.PSprite
}

// holds reports whether the past belongs to the state: captured in this tic or just
// before it, in the same run of the level.
func (p *past) holds(s *sim.State, lv *level.Level) bool {
	tics := s.GameTic - p.gameTic
	return p.level == lv && (tics == 0 || tics == 1) && s.LevelTime >= p.levelTime
}

// Capture records the position of everything. If it is called before a tic, Draw can show
// the moments in between.
func (r *Renderer) Capture(g *sim.Game) { r.capture(&g.State, g.Level()) }

func (r *Renderer) capture(s *sim.State, lv *level.Level) {
	p := &r.past
	p.level, p.gameTic, p.levelTime = lv, s.GameTic, s.LevelTime
	for _, t := range s.Thinkers {
		if t.Kind != sim.ThinkMobj {
			continue
		}
		m := s.MobjAt(t.Index)
		for int(t.Index) >= len(p.mobjs) {
			p.mobjs = append(p.mobjs, pastMobj{})
		}
		p.mobjs[t.Index] = pastMobj{m.Self, m.X, m.Y, m.Z}
	}
	p.sectors = p.sectors[:0]
	for i := range s.Sectors {
		p.sectors = append(p.sectors, pastSector{s.Sectors[i].FloorHeight, s.Sectors[i].CeilingHeight})
	}
	for i := range p.players {
		player := &s.Players[i]
		p.players[i] = pastPlayer{}
		if body := s.Mobj(player.Mo); body != nil {
			p.players[i] = pastPlayer{player.Mo, player.ViewZ, body.Angle, player.PSprites}
		}
	}
}

// between returns the value at alpha on the way from was to is, or is itself if that is a
// jump.
func between(was, is, alpha, jump fixed.Fixed) fixed.Fixed {
	d := is - was
	if abs(d) > jump {
		return is
	}
	return was + fixed.Mul(d, alpha)
}

// was returns a thing's captured position. It returns nil if the thing is new or has
// jumped, or if the frame shows the present.
func (r *Renderer) was(m *sim.Mobj) *pastMobj {
	i := int(m.Self.Index())
	if r.eye.alpha == fixed.Unit || i >= len(r.past.mobjs) {
		return nil
	}
	was := &r.past.mobjs[i]
	if was.ref != m.Self || abs(m.X-was.x) > thingJump || abs(m.Y-was.y) > thingJump {
		return nil
	}
	return was
}

// place returns a thing's position in this frame.
func (r *Renderer) place(m *sim.Mobj) (x, y, z fixed.Fixed) {
	was := r.was(m)
	if was == nil {
		return m.X, m.Y, m.Z
	}
	alpha := r.eye.alpha
	return between(was.x, m.X, alpha, thingJump),
		between(was.y, m.Y, alpha, thingJump),
		between(was.z, m.Z, alpha, thingJump)
}

// setEye puts the eye into the player's head.
func (r *Renderer) setEye(p *sim.Player, body *sim.Mobj, view View) {
	e := &r.eye
	*e = eye{player: p, alpha: fixed.Unit}
	if view.Alpha < Now && r.past.holds(r.state, r.level) {
		e.alpha = max(view.Alpha, 0)
	}
	e.x, e.y, _ = r.place(body)
	e.z, e.angle = p.ViewZ, body.Angle
	if was := &r.past.players[view.Player]; was.body == p.Mo && r.was(body) != nil {
		e.was = was
		e.z = between(was.viewZ, p.ViewZ, e.alpha, thingJump)
		turn := fixed.Fixed(body.Angle - was.angle)
		e.angle = was.angle + fixed.Angle(fixed.Mul(turn, e.alpha))
	}
	e.angle += view.Turn
	e.sin, e.cos = fixed.Sin(e.angle), fixed.Cos(e.angle)
	e.sector = r.level.Subsectors[body.Subsector].Sector
	e.extraLight = p.ExtraLight
	if n := p.FixedColormap; n > 0 && int(n) < len(r.art.colormaps) {
		e.fixedMap = &r.art.colormaps[n]
	}
}

// weaponPlace returns the position of a weapon's layer in this frame, in vanilla's
// pixels.
func (r *Renderer) weaponPlace(layer int) (x, y fixed.Fixed) {
	is := &r.eye.player.PSprites[layer]
	if r.eye.was == nil || r.eye.was.weapon[layer].State == info.StateNull {
		return is.SX, is.SY
	}
	was := &r.eye.was.weapon[layer]
	return between(was.SX, is.SX, r.eye.alpha, weaponJump),
		between(was.SY, is.SY, r.eye.alpha, weaponJump)
}

// setSectors copies the sectors' data that the frame needs, interpolated.
func (r *Renderer) setSectors() {
	r.art.animate(r.state.LevelTime)
	for i := range r.sectors {
		from, to := &r.state.Sectors[i], &r.sectors[i]
		to.floor, to.ceil = from.FloorHeight, from.CeilingHeight
		to.light = int32(from.Light)
		to.floorPic, to.ceilPic = from.FloorPic, from.CeilingPic
	}
	alpha := r.eye.alpha
	if alpha == fixed.Unit || len(r.past.sectors) != len(r.sectors) {
		return
	}
	for i := range r.sectors {
		was, is := &r.past.sectors[i], &r.sectors[i]
		is.floor = between(was.floor, is.floor, alpha, planeJump)
		is.ceil = between(was.ceil, is.ceil, alpha, planeJump)
	}
}
