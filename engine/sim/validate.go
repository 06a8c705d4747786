package sim

import (
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// validator checks a state from outside: every handle, index, link and enum must be one
// that play could have made, so that playing on can neither crash nor hang. It accepts
// values that are merely odd (a height, a count).
type validator struct {
	s     *State
	lv    *level.Level
	c     *Content
	why   string
	seen  []bool // by arena slot
	live  uint32
	owner map[Thinker]bool // movers that a thinker runs
}

// fault returns the first fault in a snapshot's state, "" for none.
func (snap *Snapshot) fault() string {
	v := validator{s: &snap.state, lv: snap.stage.lv, c: snap.content, owner: make(map[Thinker]bool)}
	v.sizes()
	if v.why == "" {
		v.things()
		v.lists()
		v.sectors()
		v.movers()
		v.game()
	}
	return v.why
}

// must records why if ok is false and it is the first fault. It returns ok.
func (v *validator) must(ok bool, why string) bool {
	if !ok && v.why == "" {
		v.why = why
	}
	return ok
}

func within[T ~int32 | ~int16 | ~int8 | ~int](i T, n int) bool { return i >= 0 && int(i) < n }

func (v *validator) sizes() {
	s, lv := v.s, v.lv
	v.must(len(s.Sectors) == len(lv.Sectors), "the number of sectors is not the map's")
	v.must(len(s.Specials) == len(lv.Lines), "the number of lines is not the map's")
	v.must(len(s.BlockLinks) == int(lv.Blockmap.Width)*int(lv.Blockmap.Height), "the number of blocks is not the map's")
	grid := gridOf(&lv.Blockmap)
	v.must(s.blocks == grid || s.Overruns && s.blocks.overrun(grid), "the blockmap is not the map's")
	v.must(s.mobjs.used >= 1, "there is no slot for map objects")
}

// ref checks that r names nothing, or a slot that is or was in use.
func (v *validator) ref(r Ref, why string) {
	v.must(r == None || r.Index() != 0 && r.Index() < v.s.mobjs.used, why)
}

// things checks the map objects, their thinkers and the removed ones.
func (v *validator) things() {
	s := v.s
	used := s.mobjs.used
	v.seen = make([]bool, used)
	for _, i := range s.mobjs.freed {
		if !v.must(i > 0 && i < used && !v.seen[i], "a removed map object is none, or removed twice") {
			return
		}
		v.seen[i] = true
		v.must(s.mobjs.at(i).Removed, "a map object waits for use and was not removed")
	}
	for i := uint32(1); i < used; i++ {
		m := s.mobjs.at(i)
		v.must(m.Self.Index() == i, "a map object is not where its handle says")
		v.must(m.Removed == v.seen[i], "a map object is neither live nor removed")
		v.mobj(m)
	}
	removed := int32(0)
	for i, t := range s.Thinkers {
		switch t.Kind {
		case ThinkRemoved:
			removed++
		case ThinkMobj:
			if !v.must(t.Index > 0 && t.Index < used && !v.seen[t.Index], "a map object has two thinkers, or was removed") {
				return
			}
			v.seen[t.Index] = true
			v.live++
			v.must(s.mobjs.at(t.Index).ThinkerPos == uint32(i), "a map object does not know its thinker")
		default:
			v.must(!v.owner[t], "a mover has two thinkers")
			v.owner[t] = true
		}
	}
	v.must(removed == s.removedThinkers, "the removed thinkers are miscounted")
	v.must(v.live+uint32(len(s.mobjs.freed))+1 == used, "a map object has no thinker")
}

func (v *validator) mobj(m *Mobj) {
	t := v.c.Tables
	used := v.s.mobjs.used
	v.must(int(m.State) < len(t.States), "a map object's state is none")
	v.must(int(m.Type) < len(t.Mobjs), "a map object's type is none")
	v.must(int(m.Sprite) < len(t.Sprites), "a map object's sprite is none")
	v.must(int(m.Subsector) < len(v.lv.Subsectors), "a map object is in no subsector")
	v.must(m.SNext < used && m.SPrev < used && m.BNext < used && m.BPrev < used, "a map object's link is none")
	v.must(m.MoveDir <= noDirection, "a map object's direction is none")
	v.must(m.Player >= 0 && m.Player <= MaxPlayers, "a map object's player is none")
	v.must(within(m.LastLook, MaxPlayers), "a map object looked for no player")
	v.ref(m.Target, "a map object's target is none")
	v.ref(m.Tracer, "a map object's tracer is none")
}

// noDirection is the largest value of Mobj.MoveDir.
const noDirection = 8

// lists follows every thing list once: each live object must be in exactly the lists that
// its flags call for, and the links must agree in both directions.
func (v *validator) lists() {
	if v.why != "" {
		return
	}
	const why = "a thing list is broken"
	arena := &v.s.mobjs
	inSector := make([]bool, arena.used)
	for sector := range v.s.Sectors {
		prev := uint32(0)
		i := v.s.Sectors[sector].Things
		if !v.must(i < arena.used, why) {
			return
		}
		for ; i != 0; i = arena.at(i).SNext {
			m := arena.at(i)
			if !v.must(!inSector[i] && !m.Removed && m.SPrev == prev && m.Flags&info.FlagNosector == 0 &&
				int(v.lv.Subsectors[m.Subsector].Sector) == sector, why) {
				return
			}
			inSector[i] = true
			prev = i
		}
	}
	inBlock := make([]bool, arena.used)
	for _, i := range v.s.BlockLinks {
		prev := uint32(0)
		if !v.must(i < arena.used, why) {
			return
		}
		for ; i != 0; i = arena.at(i).BNext {
			m := arena.at(i)
			if !v.must(!inBlock[i] && !m.Removed && m.BPrev == prev && m.Flags&info.FlagNoblockmap == 0, why) {
				return
			}
			inBlock[i] = true
			prev = i
		}
	}
	for i := uint32(1); i < arena.used; i++ {
		m := arena.at(i)
		if m.Removed {
			continue
		}
		v.must(inSector[i] || m.Flags&info.FlagNosector != 0, "a map object is in no sector's list")
		v.must(inBlock[i] || m.Flags&info.FlagNoblockmap != 0 || m.BNext == 0 && m.BPrev == 0,
			"a map object is in no block's list")
	}
}

func (v *validator) sectors() {
	flats := v.c.Set.FlatLimit()
	for i := range v.s.Sectors {
		s := &v.s.Sectors[i]
		v.must(within(s.FloorPic, flats) && within(s.CeilingPic, flats), "a sector's flat is none")
		v.ref(s.SoundTarget, "a sector heard nobody")
		v.must(s.Mover == noMover || v.owner[s.Mover], "a sector is moved by nothing")
	}
	textures := v.c.Textures.Count()
	for i := range v.s.Sides {
		s := &v.s.Sides[i]
		v.must(within(s.Top, textures) && within(s.Bottom, textures) && within(s.Middle, textures),
			"a side's texture is none")
	}
}
