package sim

import "doomhost/lockstep"

// This file lists the fields of the state in the order of hashing and encoding. Add each
// new field of State here; a test fails otherwise.

// Hash is a digest of everything that must be equal in the engines of one game after the
// same tic: the whole state except the console's slot.
func (g *Game) Hash() uint64 {
	c := codec{hash: hashFactor}
	c.state(&g.State)
	for _, page := range g.sidePages {
		c.sides(sidePage(g.Sides, page))
	}
	return c.hash
}

// state visits everything but the contents of the sides.
func (c *codec) state(s *State) {
	c.params(&s.Params)
	field8(c, &s.Phase)
	field8(c, &s.Action)
	field32(c, &s.GameTic)
	field32(c, &s.LevelTime)
	field8(c, &s.Random)
	fieldBool(c, &s.Paused)
	fieldBool(c, &s.SecretExit)
	for p := range s.Playing {
		fieldBool(c, &s.Playing[p])
	}
	for p := range s.Players {
		c.player(&s.Players[p])
	}
	fieldBool(c, &s.onGround)
	field32(c, &s.attackRange)
	field32(c, &s.opening.top)
	field32(c, &s.opening.bottom)
	field32(c, &s.opening.height)
	field32(c, &s.opening.lowFloor)
	field32(c, &s.TotalKills)
	field32(c, &s.TotalItems)
	field32(c, &s.TotalSecrets)
	field32(c, &s.LevelTimer)

	c.arena(&s.mobjs)
	fieldLen(c, &s.Thinkers, thinkerSize)
	c.thinkers(s.Thinkers)
	field32(c, &s.removedThinkers)
	fieldLen(c, &s.Sectors, sectorSize)
	for i := range s.Sectors {
		if c.mode == hashing {
			c.hash = s.Sectors[i].hash(c.hash)
		} else {
			c.sector(&s.Sectors[i])
		}
	}
	list32(c, &s.sidePages)
	list16(c, &s.Specials)
	list32(c, &s.BlockLinks)
	field32(c, &s.blocks.originX)
	field32(c, &s.blocks.originY)
	field32(c, &s.blocks.width)
	field32(c, &s.blocks.height)
	c.movers(&s.movers)

	for i := range s.BodyQueue {
		field32(c, &s.BodyQueue[i])
	}
	field32(c, &s.BodyQueueSlot)
	for i := range s.ItemRespawn {
		c.spawnPoint(&s.ItemRespawn[i].Spawn)
		field32(c, &s.ItemRespawn[i].Time)
	}
	field32(c, &s.ItemHead)
	field32(c, &s.ItemTail)
	list32(c, &s.BrainTargets)
	field32(c, &s.BrainTarget)
	fieldBool(c, &s.BrainEasy)
	c.intermission(&s.Intermission)
	c.finale(&s.Finale)
	for p := range s.Consistancy {
		for i := range s.Consistancy[p] {
			field16(c, &s.Consistancy[p][i])
		}
	}
}

func (c *codec) params(p *Params) {
	fieldInt(c, &p.Skill)
	fieldInt(c, &p.Episode)
	fieldInt(c, &p.Map)
	fieldInt(c, &p.Deathmatch)
	fieldBool(c, &p.NetGame)
	fieldBool(c, &p.NoMonsters)
	fieldBool(c, &p.Fast)
	fieldBool(c, &p.Respawn)
	fieldInt(c, &p.Timer)
	for i := range p.Players {
		fieldBool(c, &p.Players[i])
	}
	fieldBool(c, &p.Overruns)
}

func (c *codec) player(p *Player) {
	field32(c, &p.Mo)
	field8(c, &p.State)
	c.ticcmd(&p.Cmd)
	field32(c, &p.ViewZ)
	field32(c, &p.ViewHeight)
	field32(c, &p.DeltaViewHeight)
	field32(c, &p.Bob)
	field32(c, &p.Health)
	field32(c, &p.ArmorPoints)
	field32(c, &p.ArmorType)
	for i := range p.Powers {
		field32(c, &p.Powers[i])
	}
	for i := range p.Cards {
		fieldBool(c, &p.Cards[i])
	}
	fieldBool(c, &p.Backpack)
	for i := range p.Frags {
		field32(c, &p.Frags[i])
	}
	field8(c, &p.ReadyWeapon)
	field8(c, &p.PendingWeapon)
	for i := range p.WeaponOwned {
		fieldBool(c, &p.WeaponOwned[i])
	}
	for i := range p.Ammo {
		field32(c, &p.Ammo[i])
	}
	for i := range p.MaxAmmo {
		field32(c, &p.MaxAmmo[i])
	}
	fieldBool(c, &p.AttackDown)
	fieldBool(c, &p.UseDown)
	field32(c, &p.Cheats)
	field32(c, &p.Refire)
	field32(c, &p.KillCount)
	field32(c, &p.ItemCount)
	field32(c, &p.SecretCount)
	field32(c, &p.DamageCount)
	field32(c, &p.BonusCount)
	field32(c, &p.Attacker)
	field32(c, &p.ExtraLight)
	field32(c, &p.FixedColormap)
	for i := range p.PSprites {
		ps := &p.PSprites[i]
		field16(c, &ps.State)
		field32(c, &ps.Tics)
		field32(c, &ps.SX)
		field32(c, &ps.SY)
	}
	fieldBool(c, &p.DidSecret)
	field16(c, &p.Message)
}

func (c *codec) ticcmd(t *lockstep.Ticcmd) {
	field8(c, &t.Forward)
	field8(c, &t.Side)
	field16(c, &t.AngleTurn)
	field16(c, &t.Consistancy)
	field8(c, &t.Chat)
	field8(c, &t.Buttons)
}

// Encoded sizes of list elements.
const (
	mobjSize    = 4 + 4 + 11*4 + 4 + 4 + 2*2 + 4 + 2*2 + 4 + 4*4 + 2*4 + 4 + 4 + 2*4 + 10
	thinkerSize = 5
	sectorSize  = 2*4 + 4*2 + 4 + 4 + thinkerSize
	sideSize    = 2*4 + 3*2
)

// arena visits all slots in use, including those of removed objects.
func (c *codec) arena(a *mobjArena) {
	field32(c, &a.used)
	if c.mode == reading {
		if a.used > maxMobjs || uint64(a.used) > uint64(len(c.buf))/mobjSize+1 {
			c.fail("there are more map objects than it holds")
			a.used = 0
		}
		a.grow(a.used)
	}
	for i := uint32(1); i < a.used; i++ {
		if c.mode == hashing {
			c.hash = a.at(i).hash(c.hash)
		} else {
			c.mobj(a.at(i))
		}
	}
	waiting := a.freed[a.head:]
	list32(c, &waiting)
	if c.mode == reading {
		a.freed, a.head = waiting, 0
	}
}

func (c *codec) mobj(m *Mobj) {
	field32(c, &m.Self)
	field32(c, &m.Flags)
	field32(c, &m.X)
	field32(c, &m.Y)
	field32(c, &m.Z)
	field32(c, &m.MomX)
	field32(c, &m.MomY)
	field32(c, &m.MomZ)
	field32(c, &m.FloorZ)
	field32(c, &m.CeilingZ)
	field32(c, &m.Radius)
	field32(c, &m.Height)
	field32(c, &m.Tics)
	field32(c, &m.BNext)
	field32(c, &m.Health)
	field16(c, &m.State)
	field16(c, &m.Type)
	field32(c, &m.Angle)
	field16(c, &m.Sprite)
	field16(c, &m.Frame)
	field32(c, &m.Subsector)
	field32(c, &m.ThinkerPos)
	field32(c, &m.SNext)
	field32(c, &m.SPrev)
	field32(c, &m.BPrev)
	field32(c, &m.Target)
	field32(c, &m.Tracer)
	field8(c, &m.MoveDir)
	fieldBool(c, &m.Removed)
	field8(c, &m.Player)
	field8(c, &m.LastLook)
	field32(c, &m.MoveCount)
	field32(c, &m.ReactionTime)
	field32(c, &m.Threshold)
	c.spawnPoint(&m.Spawn)
}

// hash adds all of m's fields to a hash. It covers the same fields as codec.mobj, several
// at a time, because map objects are most of the state.
func (m *Mobj) hash(h uint64) uint64 {
	h = mix(h, pair(uint32(m.Self), uint32(m.Flags)))
	h = mix(h, pair(uint32(m.X), uint32(m.Y)))
	h = mix(h, pair(uint32(m.Z), uint32(m.MomX)))
	h = mix(h, pair(uint32(m.MomY), uint32(m.MomZ)))
	h = mix(h, pair(uint32(m.FloorZ), uint32(m.CeilingZ)))
	h = mix(h, pair(uint32(m.Radius), uint32(m.Height)))
	h = mix(h, pair(uint32(m.Tics), m.BNext))
	h = mix(h, pair(uint32(m.Health), uint32(m.State)|uint32(m.Type)<<16))
	h = mix(h, pair(uint32(m.Angle), uint32(m.Sprite)|uint32(m.Frame)<<16))
	h = mix(h, pair(m.Subsector, m.ThinkerPos))
	h = mix(h, pair(m.SNext, m.SPrev))
	h = mix(h, pair(m.BPrev, uint32(m.Target)))
	h = mix(h, pair(uint32(m.Tracer), uint32(m.MoveCount)))
	h = mix(h, pair(uint32(m.ReactionTime), uint32(m.Threshold)))
	small := uint64(m.MoveDir) | uint64(uint8(m.Player))<<8 | uint64(uint8(m.LastLook))<<16 |
		uint64(uint16(m.Spawn.Options))<<32
	if m.Removed {
		small |= 1 << 24
	}
	h = mix(h, small)
	s := &m.Spawn
	return mix(h, pair(uint32(uint16(s.X))|uint32(uint16(s.Y))<<16, uint32(uint16(s.Angle))|uint32(uint16(s.Type))<<16))
}

func pair(low, high uint32) uint64 { return uint64(low) | uint64(high)<<32 }

func (c *codec) spawnPoint(s *SpawnPoint) {
	field16(c, &s.X)
	field16(c, &s.Y)
	field16(c, &s.Angle)
	field16(c, &s.Type)
	field16(c, &s.Options)
}

func (c *codec) thinkers(list []Thinker) {
	if c.mode == hashing {
		h := c.hash
		for _, t := range list {
			h = mix(h, pair(uint32(t.Kind), t.Index))
		}
		c.hash = h
		return
	}
	for i := range list {
		c.thinker(&list[i])
	}
}

func (c *codec) thinker(t *Thinker) {
	field8(c, &t.Kind)
	field32(c, &t.Index)
}

func (c *codec) sector(s *Sector) {
	field32(c, &s.FloorHeight)
	field32(c, &s.CeilingHeight)
	field16(c, &s.FloorPic)
	field16(c, &s.CeilingPic)
	field16(c, &s.Light)
	field16(c, &s.Special)
	field32(c, &s.SoundTarget)
	field32(c, &s.Things)
	c.thinker(&s.Mover)
}

// hash adds a sector's fields to a hash, several at a time.
func (s *Sector) hash(h uint64) uint64 {
	h = mix(h, pair(uint32(s.FloorHeight), uint32(s.CeilingHeight)))
	h = mix(h, pair(uint32(uint16(s.FloorPic))|uint32(uint16(s.CeilingPic))<<16,
		uint32(uint16(s.Light))|uint32(uint16(s.Special))<<16))
	h = mix(h, pair(uint32(s.SoundTarget), s.Things))
	return mix(h, pair(uint32(s.Mover.Kind), s.Mover.Index))
}

func (c *codec) sides(sides []Side) {
	for i := range sides {
		s := &sides[i]
		field32(c, &s.TextureOffset)
		field32(c, &s.RowOffset)
		field16(c, &s.Top)
		field16(c, &s.Bottom)
		field16(c, &s.Middle)
	}
}
