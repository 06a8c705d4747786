package sim

import "errors"

// Snapshot holds a game's state at the end of a tic, whatever the phase. Its
// storage is used again by the next Snapshot into it. It refers to the content
// of the game that it was taken from, which it shares.
type Snapshot struct {
	// state's Sides holds only the pages named by sidePages, one behind the
	// other; sidePageMark is not kept.
	state   State
	content *Content
	stage   *stage // nil: nothing was taken yet
}

// Tic is the game tic that comes next after the snapshot.
func (s *Snapshot) Tic() int32 { return s.state.GameTic }

// MapName is the name of the map that is played, or was last; "" for an empty
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

// Restore makes the game what it was when s was taken, to the bit; only whose
// console it is stays. The game may be on another map or be another Game, but on
// the same Content. Its Events are empty afterwards.
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

// restoreSides makes g.Sides, which are of the snapshot's level, those of the
// snapshot.
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

// copyFrom copies all of src but its sides, into storage of its own.
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

// copyFrom copies the slots that are in use; what lies behind them in a is
// never read before it is handed out, zeroed.
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
