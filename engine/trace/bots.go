package trace

import (
	"math/rand/v2"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// Bots are the hands of four players who play by chance, but as people do: they
// run, strafe and turn, go for what can be shot, fire in bursts, press use, change
// weapons, leave the game and come back. Equal seeds in equal games give equal
// ticcmds.
type Bots struct {
	rng     *rand.Rand
	mask    lockstep.Mask
	players [sim.MaxPlayers]bot
}

// bot is what one player is doing.
type bot struct {
	forward, side, turn int
	fire                int // tics that the fire button is still held; below 0: let go
	prey                sim.Ref
}

// Speeds of keys, walking and running.
var (
	forwardKeys = [...]int{25, 50, 50, 50, 0, -25, -50}
	sideKeys    = [...]int{0, 0, 0, 24, -24, 40, -40}
)

// preyRange is how far away a bot looks for somebody to shoot at.
const preyRange = 1500 * fixed.Unit

// NewBots are the bots of a seed, all in the game.
func NewBots(seed uint64) *Bots {
	return &Bots{rng: rand.New(rand.NewPCG(seed, 35)), mask: 1<<sim.MaxPlayers - 1}
}

// Tic is what they do in the next tic of g.
func (b *Bots) Tic(g *sim.Game) (t Tic) {
	if b.rng.IntN(600) == 0 {
		if mask := b.mask ^ 1<<b.rng.IntN(sim.MaxPlayers); mask != 0 {
			b.mask = mask
		}
	}
	t.Mask = b.mask
	for p := range t.Cmds {
		t.Cmds[p] = b.players[p].cmd(b.rng, g, p)
	}
	return t
}

func (b *bot) cmd(rng *rand.Rand, g *sim.Game, p int) (c lockstep.Ticcmd) {
	if rng.IntN(25) == 0 {
		b.forward, b.side = forwardKeys[rng.IntN(len(forwardKeys))], sideKeys[rng.IntN(len(sideKeys))]
	}
	if rng.IntN(15) == 0 {
		b.turn = 0
		if rng.IntN(3) > 0 {
			b.turn = (rng.IntN(9) - 4) * 320
		}
	}
	if rng.IntN(70) == 0 {
		b.prey = pickPrey(rng, g, p)
	}
	c.Forward, c.Side, c.AngleTurn = int8(b.forward), int8(b.side), int16(b.turn)
	if turn, ok := b.towardsPrey(g, p); ok {
		c.AngleTurn = turn
		if b.fire < -5 {
			b.fire = 10
		}
	} else {
		b.prey = sim.None
	}
	b.fire--
	if b.fire > 0 {
		c.Buttons |= lockstep.ButtonAttack
	} else if rng.IntN(60) == 0 {
		b.fire = 1 + rng.IntN(30)
	}
	if rng.IntN(9) == 0 {
		c.Buttons |= lockstep.ButtonUse
	}
	if rng.IntN(90) == 0 {
		c.Buttons |= lockstep.ButtonChange | byte(rng.IntN(8))<<lockstep.ButtonWeaponShift
	}
	return c
}

// pickPrey is somebody who can be shot not far from player p: a monster, another
// player, a barrel; nobody where the draw falls on none.
func pickPrey(rng *rand.Rand, g *sim.Game, p int) sim.Ref {
	body := g.Mobj(g.Players[p].Mo)
	if body == nil {
		return sim.None
	}
	prey, n := sim.None, 0
	for _, t := range g.Thinkers {
		if t.Kind != sim.ThinkMobj {
			continue
		}
		m := g.MobjAt(t.Index)
		if m.Flags&info.FlagShootable == 0 || m == body || fixed.ApproxDistance(m.X-body.X, m.Y-body.Y) > preyRange {
			continue
		}
		n++
		if rng.IntN(n) == 0 {
			prey = m.Self
		}
	}
	return prey
}

// towardsPrey is how player p turns towards its prey; false where it has none.
func (b *bot) towardsPrey(g *sim.Game, p int) (turn int16, ok bool) {
	body, prey := g.Mobj(g.Players[p].Mo), g.Mobj(b.prey)
	if body == nil || prey == nil || prey.Health <= 0 {
		return 0, false
	}
	const fastest = 1280
	off := int16((fixed.PointToAngle(prey.X-body.X, prey.Y-body.Y) - body.Angle) >> 16)
	return min(max(off, -fastest), fastest), true
}
