package sim

import "doomhost/engine/info"

// compactAfter is the number of removed thinkers that may remain in the order before it
// is compacted.
const compactAfter = 64

// addThinker puts a thinker at the end of the order. A thinker added during a tic gets
// its turn in that tic.
func (g *Game) addThinker(kind ThinkerKind, index uint32) {
	if kind == ThinkMobj {
		g.mobjs.at(index).ThinkerPos = uint32(len(g.Thinkers))
	}
	g.Thinkers = append(g.Thinkers, Thinker{Kind: kind, Index: index})
	g.resting = append(g.resting[:len(g.Thinkers)-1], false)
}

// removeThinker takes a mover's thinker out of the order. Movers end in their own turn,
// so it looks there first.
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

// runThinkers gives every thinker its turn, including those added meanwhile.
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

// clearThinkers removes all thinkers for a new level.
func (g *Game) clearThinkers() {
	g.Thinkers = g.Thinkers[:0]
	g.removedThinkers = 0
	g.wakeAll()
}

// Most of a level's objects lie still forever: decorations, items, corpses. A mark in
// g.resting, by position among the thinkers, lets the tic skip such an object unread. The
// marks are not part of the state: a marked object is always idle, so without its mark
// its turn does nothing. That holds because idle reads only the object and constants of
// the game, and because only mobj_set.go writes the object's fields and clears the mark.

// idle reports whether m's turn, and so every turn until something else writes to m,
// would change nothing.
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

// wakeUp clears m's mark. (If m was removed long ago, this may clear another object's
// mark, which is set again after its next turn.)
func (g *Game) wakeUp(m *Mobj) {
	if int(m.ThinkerPos) < len(g.resting) {
		g.resting[m.ThinkerPos] = false
	}
}

// wakeAll clears all marks. Call it when Thinkers have been replaced.
func (g *Game) wakeAll() {
	g.resting = resize(g.resting, len(g.Thinkers))
	clear(g.resting)
}
