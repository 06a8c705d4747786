package sim

import "errors"

// Snapshot holds a game's state at the end of a tic, in any phase. The next Snapshot into
// it reuses its storage. It shares the content of the game that it was taken from.
type Snapshot struct {
	// state's Sides holds only the pages in sidePages, one after another; sidePageMark is
	// empty.
	state   State
	content *Content
	stage   *stage // nil: the snapshot is empty
}

// Tic returns the game tic that follows the snapshot.
func (s *Snapshot) Tic() int32 { return s.state.GameTic }

// MapName returns the name of the current map, or of the last one played; "" for an empty
// snapshot.
func (s *Snapshot) MapName() string {
	if s.stage == nil {
		return ""
	}
	return s.stage.lv.Name
}

// Snapshot copies the state into s. Take it between tics.
func (g *Game) Snapshot(s *Snapshot) {
	s.content, s.stage = g.content, g.stage
	sides := s.state.Sides[:0]
	for _, page := range g.sidePages {
		sides = append(sides, sidePage(g.Sides, page)...)
	}
	s.state.Sides, s.state.sidePageMark = sides, nil
	s.state.copyFrom(&g.State)
}

// Restore sets the game to the exact state in s, except for the console's slot, which
// stays. The game may be on another map, or be another Game on the same Content. Its
// Events are empty afterwards.
func (g *Game) Restore(s *Snapshot) error {
	if s.stage == nil {
		return errors.New("restore game: the snapshot is empty")
	}
	if g.content.maps != s.content.maps {
		return errors.New("restore game: the snapshot of map " + s.MapName() + " is of a game on other content")
	}
	if g.stage != s.stage {
		g.content = s.content
		g.stage, g.lv = s.stage, s.stage.lv
		g.resetSides()
		g.fitScratch()
	}
	g.content = s.content
	g.restoreSides(s)
	console := g.Console
	g.State.copyFrom(&s.state)
	g.Console = console
	g.wakeAll()

	g.events.Sounds = g.events.Sounds[:0]
	g.events.Messages = g.events.Messages[:0]
	g.events.MusicChange = false
	return nil
}

// restoreSides sets g.Sides, which are of the snapshot's level, to the snapshot's.
func (g *Game) restoreSides(s *Snapshot) {
	for _, page := range g.sidePages {
		g.sidePageMark[page] = false
		pristine := g.lv.Sides[page<<sidePageBits:]
		for i := range sidePage(g.Sides, page) {
			g.Sides[int(page)<<sidePageBits+i] = pristineSide(&pristine[i])
		}
	}
	packed := s.state.Sides
	for _, page := range s.state.sidePages {
		g.sidePageMark[page] = true
		n := copy(sidePage(g.Sides, page), packed)
		packed = packed[n:]
	}
}

// copyFrom copies all of src except its sides into s's own storage.
func (s *State) copyFrom(src *State) {
	old := *s
	*s = *src
	s.Sides, s.sidePageMark = old.Sides, old.sidePageMark
	s.sidePages = append(old.sidePages[:0], src.sidePages...)
	s.mobjs = old.mobjs
	s.mobjs.copyFrom(&src.mobjs)
	s.Thinkers = append(old.Thinkers[:0], src.Thinkers...)
	s.Sectors = append(old.Sectors[:0], src.Sectors...)
	s.Specials = append(old.Specials[:0], src.Specials...)
	s.BlockLinks = append(old.BlockLinks[:0], src.BlockLinks...)
	s.BrainTargets = append(old.BrainTargets[:0], src.BrainTargets...)
	s.movers = old.movers
	s.movers.copyFrom(&src.movers)
}

func (m *movers) copyFrom(src *movers) {
	m.doors.copyFrom(&src.doors)
	m.floors.copyFrom(&src.floors)
	m.ceilings.copyFrom(&src.ceilings)
	m.plats.copyFrom(&src.plats)
	m.flickers.copyFrom(&src.flickers)
	m.flashes.copyFrom(&src.flashes)
	m.strobes.copyFrom(&src.strobes)
	m.glows.copyFrom(&src.glows)
	m.buttons = append(m.buttons[:0], src.buttons...)
}

func (p *pool[T]) copyFrom(src *pool[T]) {
	p.items = append(p.items[:0], src.items...)
	p.free = append(p.free[:0], src.free...)
}

// copyFrom copies the slots in use. Slots of a beyond them are zeroed when they are
// handed out, and not read before.
func (a *mobjArena) copyFrom(src *mobjArena) {
	a.used = src.used
	a.freed = append(a.freed[:0], src.freed[src.head:]...)
	a.head = 0
	for n, left := 0, int(src.used); left > 0 && n < len(src.chunks); n, left = n+1, left-mobjChunkLen {
		if n == len(a.chunks) {
			a.chunks = append(a.chunks, new([mobjChunkLen]Mobj))
		}
		if left >= mobjChunkLen {
			*a.chunks[n] = *src.chunks[n]
		} else {
			copy(a.chunks[n][:left], src.chunks[n][:left])
		}
	}
}
