package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// rebear resets a player: it loses its inventory and keeps its score.
func (g *Game) rebear(p int) {
	pl := &g.Players[p]
	misc := &g.content.Tables.Misc
	*pl = Player{
		Frags:     pl.Frags,
		KillCount: pl.KillCount, ItemCount: pl.ItemCount, SecretCount: pl.SecretCount,

		// Keys that are down now do nothing until they are released.
		UseDown: true, AttackDown: true,
		State:         PlayerLive,
		Health:        misc.InitialHealth,
		ReadyWeapon:   info.WeaponPistol,
		PendingWeapon: info.WeaponPistol,
		MaxAmmo:       g.content.Tables.MaxAmmo,
	}
	pl.WeaponOwned[info.WeaponFist] = true
	pl.WeaponOwned[info.WeaponPistol] = true
	pl.Ammo[info.AmmoClip] = misc.InitialBullets
}

// rebirth brings a player back to life. A lone player restarts the level; in a net game
// the player gets a new body and the level goes on.
func (g *Game) rebirth(p int) {
	if !g.NetGame {
		g.Action = ActionLoadLevel
		return
	}
	if old := g.mobjs.get(g.Players[p].Mo); old != nil {
		old.Player = 0
	}
	if g.Deathmatch != 0 {
		g.spawnDeathmatch(p)
		return
	}
	own := g.ownStart(p)
	if g.checkSpot(p, own) {
		g.spawnPlayer(p, own)
		return
	}
	for other := range g.stage.starts {
		if start := &g.stage.starts[other]; g.stage.hasStart[other] && g.checkSpot(p, start) {
			g.spawnPlayer(p, start)
			return
		}
	}
	g.spawnPlayer(p, own) // inside another thing
}

// ownStart returns player p's start. If the map has none (vanilla refuses such a map), it
// returns another player's start, or else a deathmatch start.
func (g *Game) ownStart(p int) *level.Thing {
	s := g.stage
	for i := range s.starts {
		if other := (p + i) % MaxPlayers; s.hasStart[other] {
			return &s.starts[other]
		}
	}
	return &s.deathStarts[0]
}

// spawnDeathmatch gives player p a body at a random deathmatch start, a free one if
// twenty tries find one.
func (g *Game) spawnDeathmatch(p int) {
	if n := len(g.stage.deathStarts); n > 0 {
		for range 20 {
			start := &g.stage.deathStarts[g.random()%n]
			if g.checkSpot(p, start) {
				g.spawnPlayer(p, start)
				return
			}
		}
	}
	g.spawnPlayer(p, g.ownStart(p)) // probably inside another thing
}

// checkSpot reports whether player p can appear at a start. If so, its old body goes to
// the body queue, and a teleport fog appears at the start.
func (g *Game) checkSpot(p int, at *level.Thing) bool {
	x, y := fixed.Fixed(at.X)<<fixed.Bits, fixed.Fixed(at.Y)<<fixed.Bits
	body := g.mobjs.get(g.Players[p].Mo)
	if body == nil {
		// This is the player's first body in the level: only the players before it count.
		for i := range p {
			if m := g.mobjs.get(g.Players[i].Mo); m != nil && m.X == x && m.Y == y {
				return false
			}
		}
		return true
	}
	if !g.checkPosition(body, x, y) {
		return false
	}
	g.queueBody(body)
	dx, dy := fogOffset(at.Angle)
	floor := g.Sectors[g.lv.Subsectors[g.subsectorAt(x, y)].Sector].FloorHeight
	fog := g.spawnMobj(x+20*dx, y+20*dy, floor, info.MobjTfog)
	if g.Players[g.Console].ViewZ != unseen {
		g.soundAt(fog, info.SoundTelept)
	}
	return true
}

// queueBody keeps a player's old body until bodyQueueSize others have followed it.
func (g *Game) queueBody(body *Mobj) {
	slot := &g.BodyQueue[g.BodyQueueSlot%bodyQueueSize]
	if g.BodyQueueSlot >= bodyQueueSize {
		if old := g.mobjs.get(*slot); old != nil {
			g.removeMobj(old)
		}
	}
	*slot = body.Self
	g.BodyQueueSlot++
}

// fogOffset returns a twentieth of the offset from a start to its teleport fog. For a
// start that faces west to south-east, vanilla uses a negative index into its tables and
// reads tangents from before the sines: the fog appears far away, often outside the map.
// For 360 degrees or more it reads the cosine past the end of the sines, from the table
// of angles.
func fogOffset(degrees int16) (dx, dy fixed.Fixed) {
	const eighth = fixed.FineAngles / 8
	fine := int(degrees) / 45 * eighth
	if behind := fine - fixed.FineAngles; behind >= 0 && behind < 2*eighth {
		return fixed.Fixed(fixed.TanToAngle(behind)), fixed.SinFine(fine)
	}
	fine &= fixed.FineMask
	switch fine {
	case 4 * eighth:
		return fixed.TanFine(2048), fixed.TanFine(0)
	case 5 * eighth:
		return fixed.TanFine(3072), fixed.TanFine(1024)
	case 6 * eighth:
		return fixed.SinFine(0), fixed.TanFine(2048)
	case 7 * eighth:
		return fixed.SinFine(1024), fixed.TanFine(3072)
	}
	return fixed.CosFine(fine), fixed.SinFine(fine)
}

// itemDelay is the number of tics until a picked-up item comes back in altdeath.
const itemDelay = 30 * TicRate

// respawnItem brings the oldest picked-up item back in altdeath once its time has come,
// at most one a tic.
func (g *Game) respawnItem() {
	if g.Deathmatch != 2 || g.ItemHead == g.ItemTail {
		return
	}
	item := &g.ItemRespawn[g.ItemTail]
	if g.LevelTime-item.Time < itemDelay {
		return
	}
	at := item.Spawn
	x, y := fixed.Fixed(at.X)<<fixed.Bits, fixed.Fixed(at.Y)<<fixed.Bits
	floor := g.Sectors[g.lv.Subsectors[g.subsectorAt(x, y)].Sector].FloorHeight
	fog := g.spawnMobj(x, y, floor, info.MobjIfog)
	g.soundAt(fog, info.SoundItmbk)
	if kind, ok := g.typeOfThing(at.Type); ok {
		g.spawnAtPoint(kind, at).Angle = spawnAngle(at.Angle)
	}
	g.ItemTail = (g.ItemTail + 1) % itemQueueSize
}
