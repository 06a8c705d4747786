package sim

import "doomhost/engine/info"

// setThingPosition puts m, by its place, at the head of its sector's and its
// block's thing list. What was removed is in no list.
func (g *Game) setThingPosition(m *Mobj) {
	m.Subsector = g.subsectorAt(m.X, m.Y)
	if m.Removed {
		return
	}
	self := m.Self.Index()
	if m.Flags&info.FlagNosector == 0 {
		head := &g.sectorOf(m).Things
		m.SPrev, m.SNext = 0, *head
		if *head != 0 {
			g.mobjs.at(*head).SPrev = self
		}
		*head = self
	}
	if m.Flags&info.FlagNoblockmap == 0 {
		m.BPrev, m.BNext = 0, 0
		if b := g.blockAt(m.X, m.Y); b >= 0 {
			head := &g.BlockLinks[b]
			m.BNext = *head
			if *head != 0 {
				g.mobjs.at(*head).BPrev = self
			}
			*head = self
		}
	}
}

// unsetThingPosition takes m out of the lists, while its place is still what it
// was when it was put in. Its own links stay: a walk along a list that comes
// from m goes on where it would have.
func (g *Game) unsetThingPosition(m *Mobj) {
	if m.Removed {
		return
	}
	if m.Flags&info.FlagNosector == 0 {
		if m.SNext != 0 {
			g.mobjs.at(m.SNext).SPrev = m.SPrev
		}
		if m.SPrev != 0 {
			g.mobjs.at(m.SPrev).SNext = m.SNext
		} else {
			g.sectorOf(m).Things = m.SNext
		}
	}
	if m.Flags&info.FlagNoblockmap == 0 {
		if m.BNext != 0 {
			g.mobjs.at(m.BNext).BPrev = m.BPrev
		}
		if m.BPrev != 0 {
			g.mobjs.at(m.BPrev).BNext = m.BNext
		} else if b := g.blockAt(m.X, m.Y); b >= 0 && g.BlockLinks[b] == m.Self.Index() {
			g.BlockLinks[b] = m.BNext
		} else {
			g.unlinkStray(m)
		}
	}
}

// unlinkStray takes m off the head of its block's list when m is not where it
// was put in, or outside the blockmap. Only actions that a DEHACKED patch gave
// to the wrong object do that, and overruns that change the blockmap.
func (g *Game) unlinkStray(m *Mobj) {
	for b, head := range g.BlockLinks {
		if head == m.Self.Index() {
			g.BlockLinks[b] = m.BNext
			return
		}
	}
}
