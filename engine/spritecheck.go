package engine

import (
	"strings"

	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/wad"
)

// spriteFaults names the sprites that the maps' things, the weapons and what these
// make may show and that no WAD has, each once: a placeholder shows instead. What
// only other games have is not missed.
func spriteFaults(set *wad.Set, c *sim.Content) (faults []string) {
	s := spriteSearch{
		tables: c.Tables, states: make([]bool, len(c.Tables.States)), mobjs: make([]bool, len(c.Tables.Mobjs)),
		used: make([]uint32, len(c.Tables.Sprites)),
	}
	for _, t := range [...]info.MobjType{
		info.MobjPlayer, info.MobjPuff, info.MobjBlood, info.MobjTfog, info.MobjIfog,
	} {
		s.mobj(t)
	}
	s.state(info.StateGibs)
	s.weapon(info.WeaponFist)
	s.weapon(info.WeaponPistol)
	s.things(set)
	s.follow()

	there := spriteFrames(set)
	for sprite, frames := range s.used {
		if frames == 0 {
			continue
		}
		name := c.Tables.Sprites[sprite]
		key := wad.MakeName(name)
		have := there[[4]byte(key[:4])]
		missing := frames &^ have
		switch {
		case missing == 0 || name == info.NoSprite:
		case have == 0:
			faults = append(faults, "sprite "+name+": no WAD has it")
		default:
			faults = append(faults, "sprite "+name+": no WAD has its "+frameWords(missing))
		}
	}
	return faults
}

// spriteFrames is which frames each sprite has, a bit each.
func spriteFrames(set *wad.Set) map[[4]byte]uint32 {
	frames := make(map[[4]byte]uint32)
	for _, n := range set.SpriteLumps() {
		name := set.LumpName(n)
		bits := frameBit(int(name[4])-'A') | frameBit(int(name[6])-'A')
		frames[[4]byte(name[:4])] |= bits
	}
	return frames
}

// frameBit is 0 for numbers that are no frame's.
func frameBit(frame int) uint32 {
	if frame < 0 || frame > 31 {
		return 0
	}
	return 1 << frame
}

func frameWords(frames uint32) string {
	var names []string
	for f := range 32 {
		if frames>>f&1 != 0 {
			names = append(names, string(rune('A'+f)))
		}
	}
	if len(names) == 1 {
		return "frame " + names[0]
	}
	return "frames " + strings.Join(names, ", ")
}

// spriteSearch goes from things and weapons to all states that they may come to.
type spriteSearch struct {
	tables  *info.Tables
	states  []bool // those that were met
	mobjs   []bool // likewise
	weapons [info.NumWeapons]bool
	todo    []info.StateID // met, and not looked at yet
	used    []uint32       // frames of each sprite, a bit each
}

func (s *spriteSearch) state(id info.StateID) {
	if id != info.StateNull && int(id) < len(s.states) && !s.states[id] {
		s.states[id] = true
		s.todo = append(s.todo, id)
	}
}

func (s *spriteSearch) mobj(t info.MobjType) {
	if int(t) >= len(s.mobjs) || s.mobjs[t] {
		return
	}
	s.mobjs[t] = true
	m := &s.tables.Mobjs[t]
	for _, id := range [...]info.StateID{
		m.SpawnState, m.SeeState, m.PainState, m.MeleeState, m.MissileState, m.DeathState, m.XDeathState, m.RaiseState,
	} {
		s.state(id)
	}
	switch t { // what they drop
	case info.MobjPossessed, info.MobjWolfss:
		s.mobj(info.MobjClip)
	case info.MobjShotguy:
		s.mobj(info.MobjShotgun)
	case info.MobjChainguy:
		s.mobj(info.MobjChaingun)
	}
}

func (s *spriteSearch) weapon(w info.WeaponType) {
	if s.weapons[w] {
		return
	}
	s.weapons[w] = true
	t := &s.tables.Weapons[w]
	for _, id := range [...]info.StateID{t.UpState, t.DownState, t.ReadyState, t.AttackState, t.FlashState} {
		s.state(id)
	}
}

// things takes in what stands on any of the maps.
func (s *spriteSearch) things(set *wad.Set) {
	kinds := make(map[int32]info.MobjType, len(s.tables.Mobjs))
	for t := len(s.tables.Mobjs) - 1; t >= 0; t-- { // of two with one number the first counts
		kinds[s.tables.Mobjs[t].DoomEdNum] = info.MobjType(t)
	}
	const record, kind = 10, 6
	lump := wad.MakeName("THINGS")
	for n := range wad.LumpNum(set.Len()) {
		if set.LumpName(n) != lump {
			continue
		}
		for b := set.Lump(n); len(b) >= record; b = b[record:] {
			if t, ok := kinds[int32(b[kind])|int32(b[kind+1])<<8]; ok {
				s.mobj(t)
			}
		}
	}
}

// follow looks at all states that were met, and at those to which they lead.
func (s *spriteSearch) follow() {
	for len(s.todo) > 0 {
		state := &s.tables.States[s.todo[len(s.todo)-1]]
		s.todo = s.todo[:len(s.todo)-1]
		if state.Tics != 0 && int(state.Sprite) < len(s.used) { // else it is never seen
			s.used[state.Sprite] |= frameBit(int(state.Frame &^ info.FrameFullBright))
		}
		s.state(state.Next)
		for _, t := range makes(state.Action) {
			s.mobj(t)
		}
		if w, ok := gives(state.Sprite); ok {
			s.weapon(w)
		}
	}
}

// makes are the things that an action may make.
func makes(a info.ActionID) []info.MobjType {
	switch a {
	case info.ActFireMissile, info.ActCyberAttack, info.ActBrainScream, info.ActBrainExplode:
		return []info.MobjType{info.MobjRocket}
	case info.ActFirePlasma:
		return []info.MobjType{info.MobjPlasma}
	case info.ActFireBFG:
		return []info.MobjType{info.MobjBfg}
	case info.ActBFGSpray:
		return []info.MobjType{info.MobjExtrabfg}
	case info.ActTroopAttack:
		return []info.MobjType{info.MobjTroopshot}
	case info.ActHeadAttack:
		return []info.MobjType{info.MobjHeadshot}
	case info.ActBruisAttack:
		return []info.MobjType{info.MobjBruisershot}
	case info.ActSkelMissile:
		return []info.MobjType{info.MobjTracer}
	case info.ActTracer:
		return []info.MobjType{info.MobjSmoke}
	case info.ActFatAttack1, info.ActFatAttack2, info.ActFatAttack3:
		return []info.MobjType{info.MobjFatshot}
	case info.ActBspiAttack:
		return []info.MobjType{info.MobjArachplaz}
	case info.ActVileTarget:
		return []info.MobjType{info.MobjFire}
	case info.ActPainAttack, info.ActPainDie:
		return []info.MobjType{info.MobjSkull}
	case info.ActBrainSpit:
		return []info.MobjType{info.MobjSpawnshot}
	case info.ActSpawnFly, info.ActSpawnSound:
		return []info.MobjType{
			info.MobjSpawnfire, info.MobjTroop, info.MobjSergeant, info.MobjShadows, info.MobjPain, info.MobjHead,
			info.MobjVile, info.MobjUndead, info.MobjBaby, info.MobjFatso, info.MobjKnight, info.MobjBruiser,
		}
	default:
		return nil
	}
}

// gives is the weapon that a thing with that sprite gives: pickups go by sprites.
func gives(s info.SpriteID) (info.WeaponType, bool) {
	switch s {
	case info.SpriteShot:
		return info.WeaponShotgun, true
	case info.SpriteMgun:
		return info.WeaponChaingun, true
	case info.SpriteLaun:
		return info.WeaponMissile, true
	case info.SpritePlas:
		return info.WeaponPlasma, true
	case info.SpriteBfug:
		return info.WeaponBfg, true
	case info.SpriteCsaw:
		return info.WeaponChainsaw, true
	case info.SpriteSgn2:
		return info.WeaponSupershotgun, true
	default:
		return 0, false
	}
}
