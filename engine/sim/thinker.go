package sim

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
	for _, t := range g.Thinkers {
		if t.Kind == ThinkRemoved {
			continue
		}
		if t.Kind == ThinkMobj {
			g.mobjs.at(t.Index).ThinkerPos = uint32(n)
		}
		g.Thinkers[n] = t
		n++
	}
	g.Thinkers = g.Thinkers[:n]
	g.removedThinkers = 0
}

// clearThinkers forgets all thinkers (a new level).
func (g *Game) clearThinkers() {
	g.Thinkers = g.Thinkers[:0]
	g.removedThinkers = 0
}
