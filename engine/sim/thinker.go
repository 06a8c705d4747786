package sim

import "doomhost/engine/info"

// compactAfter is how many removed thinkers may stand in the order before it is
// closed up.
const compactAfter = 64

// addThinker puts a thinker at the end of the order; in a tic that is under way
// it still gets its turn in that tic.
func (g *Game) addThinker(kind ThinkerKind, index uint32) {
	if kind == ThinkMobj {
		g.mobjs.at(index).ThinkerPos = uint32(len(g.Thinkers))
	}
	g.Thinkers = append(g.Thinkers, Thinker{Kind: kind, Index: index})
	g.resting = append(g.resting[:len(g.Thinkers)-1], false)
}

// removeThinker takes a mover's thinker out of the order. Movers end in their
// own turn, so that is where it looks first.
func (g *Game) removeThinker(t Thinker) {
	if g.thinking < len(g.Thinkers) && g.Thinkers[g.thinking] == t {
		g.dropThinker(g.thinking)
		return
	}
	for i := range g.Thinkers {
		if g.Thinkers[i] == t {
			g.dropThinker(i)
			return
		}
	}
}

func (g *Game) dropThinker(pos int) {
	g.Thinkers[pos].Kind = ThinkRemoved
	g.removedThinkers++
}

// runThinkers gives every thinker its turn, those that are added meanwhile too.
func (g *Game) runThinkers() {
	for i := 0; i < len(g.Thinkers); i++ {
		if g.resting[i] {
			continue
		}
		t := g.Thinkers[i]
		switch t.Kind {
		case ThinkRemoved:
		case ThinkMobj:
			g.mobjThink(g.mobjs.at(t.Index))
		default:
			g.thinking = i
			g.moverThink(t)
		}
	}
	g.thinking = len(g.Thinkers)
	if g.removedThinkers > compactAfter {
		g.compactThinkers()
	}
}

// compactThinkers closes the gaps; the order stays.
func (g *Game) compactThinkers() {
	n := 0
	for i, t := range g.Thinkers {
		if t.Kind == ThinkRemoved {
			continue
		}
		if t.Kind == ThinkMobj {
			g.mobjs.at(t.Index).ThinkerPos = uint32(n)
		}
		g.Thinkers[n] = t
		g.resting[n] = g.resting[i]
		n++
	}
	g.Thinkers = g.Thinkers[:n]
	g.resting = g.resting[:n]
	g.removedThinkers = 0
}

// clearThinkers forgets all thinkers (a new level).
func (g *Game) clearThinkers() {
	g.Thinkers = g.Thinkers[:0]
	g.removedThinkers = 0
	g.wakeAll()
}

// Most of a level's objects lie still for ever: decorations, items, corpses. Such
// a one is marked in g.resting, by its place among the thinkers, and passed over
// without a look at it. The marks are no part of the state: a marked object is
// always idle, so without its mark it finds in its turn that it has nothing to do.
// That holds because idle looks at nothing but the object and what a game never
// changes, and because the object's fields are written in mobj_set.go, which
// takes the mark away.

// idle says whether a turn of m, and with it all of its turns until something
// else writes to m, would change nothing.
func (g *Game) idle(m *Mobj) bool {
	return m.Tics == -1 && m.Z == m.FloorZ && m.MomX|m.MomY|m.MomZ == 0 && m.Flags&info.FlagSkullfly == 0 &&
		(m.Flags&info.FlagCountkill == 0 || g.Skill != skillNightmare && !g.Respawn)
}

// rest marks m after its turn if it is idle.
func (g *Game) rest(m *Mobj) {
	if !m.Removed && g.idle(m) {
		g.resting[m.ThinkerPos] = true
	}
}

// wakeUp takes the mark of m away. (That of another, where m was removed long
// ago: it finds its rest again.)
func (g *Game) wakeUp(m *Mobj) {
	if int(m.ThinkerPos) < len(g.resting) {
		g.resting[m.ThinkerPos] = false
	}
}

// wakeAll takes all marks away; call it where Thinkers were replaced.
func (g *Game) wakeAll() {
	g.resting = resize(g.resting, len(g.Thinkers))
	clear(g.resting)
}
