package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// brainAwake gathers the places that the boss brain spits cubes at.
func (g *Game) brainAwake() {
	g.BrainTargets = g.BrainTargets[:0]
	g.BrainTarget = 0
	for _, th := range g.Thinkers {
		if th.Kind != ThinkMobj {
			continue
		}
		if m := g.mobjs.at(th.Index); m.Type == info.MobjBosstarget {
			g.BrainTargets = append(g.BrainTargets, m.Self)
		}
	}
	g.soundNowhere(info.SoundBossit)
}

// brainSpit throws the next cube; on the two easiest skills it throws only every other
// time. If the map has no targets, it throws nothing (vanilla divides by zero).
func (g *Game) brainSpit(m *Mobj) {
	g.BrainEasy = !g.BrainEasy
	if g.Skill <= skillEasy && !g.BrainEasy {
		return
	}
	if len(g.BrainTargets) == 0 {
		return
	}
	target := g.orNobody(g.Mobj(g.BrainTargets[g.BrainTarget]))
	g.BrainTarget = (g.BrainTarget + 1) % int32(len(g.BrainTargets))

	cube := g.spawnMissile(m, target, info.MobjSpawnshot)
	cube.Target = target.Self
	perTic := quotient(target.Y-m.Y, cube.MomY)
	cube.ReactionTime = int32(quotient(perTic, fixed.Fixed(g.content.Tables.States[cube.State].Tics)))
	g.soundNowhere(info.SoundBospit)
}

// brainScream sets off the row of explosions along the wall when the brain dies.
func (g *Game) brainScream(m *Mobj) {
	for x := m.X - 196*fixed.Unit; x < m.X+320*fixed.Unit; x += 8 * fixed.Unit {
		g.brainRocket(x, m.Y-320*fixed.Unit)
	}
	g.soundNowhere(info.SoundBosdth)
}

// brainExplode sets off one more explosion near m.
func (g *Game) brainExplode(m *Mobj) {
	g.brainRocket(m.X+fixed.Fixed(g.randomDiff()*2048), m.Y)
}

func (g *Game) brainRocket(x, y fixed.Fixed) {
	z := 128 + fixed.Fixed(g.random())*2*fixed.Unit
	m := g.spawnMobj(x, y, z, info.MobjRocket)
	g.setMomZ(m, fixed.Fixed(g.random())*512)
	g.setMobjState(m, info.StateBrainexplode1)
	g.setTics(m, max(m.Tics-int32(g.random()&7), 1))
}

// cubeMonsters lists what a cube may hatch: the first entry whose limit is above a random
// number from 0 to 255.
var cubeMonsters = [...]struct {
	below int
	t     info.MobjType
}{
	{50, info.MobjTroop},
	{90, info.MobjSergeant},
	{120, info.MobjShadows},
	{130, info.MobjPain},
	{160, info.MobjHead},
	{162, info.MobjVile},
	{172, info.MobjUndead},
	{192, info.MobjBaby},
	{222, info.MobjFatso},
	{246, info.MobjKnight},
	{256, info.MobjBruiser},
}

// spawnFly counts a cube's flight down and hatches the monster when it lands.
func (g *Game) spawnFly(cube *Mobj) {
	cube.ReactionTime--
	if cube.ReactionTime != 0 {
		return
	}
	target := g.orNobody(g.Mobj(cube.Target))
	fire := g.spawnMobj(target.X, target.Y, target.Z, info.MobjSpawnfire)
	g.soundAt(fire, info.SoundTelept)

	r := g.random()
	kind := cubeMonsters[0].t
	for _, c := range cubeMonsters {
		if r < c.below {
			kind = c.t
			break
		}
	}
	m := g.spawnMobj(target.X, target.Y, target.Z, kind)
	if g.lookForPlayers(m, true) {
		g.setMobjState(m, g.infoOf(m).SeeState)
	}
	// The new monster crushes whatever stands there.
	g.teleportMove(m, m.X, m.Y)
	g.removeMobj(cube)
}
