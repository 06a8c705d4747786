package sim

import "doomhost/engine/info"

// setThingPosition puts m at the head of the thing lists of its sector and its block. A
// removed object is in no list.
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

// unsetThingPosition takes m out of the lists. m must still be where it was when it was
// put in. Its own links stay, so a walk along a list that has reached m can go on.
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

// unlinkStray takes m off the head of its block's list if m has moved since it was put
// in, or is outside the blockmap. Only actions that a DEHACKED patch gives to the wrong
// object, and overruns of the blockmap, lead here.
func (g *Game) unlinkStray(m *Mobj) {
	for b, head := range g.BlockLinks {
		if head == m.Self.Index() {
			g.BlockLinks[b] = m.BNext
			return
		}
	}
}
