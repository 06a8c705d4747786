package sim

const (
	mobjChunkBits = 8
	mobjChunkLen  = 1 << mobjChunkBits
	// A removed map object keeps its contents until this many others have been removed
	// after it: vanilla reads freed objects through stale targets and finds them intact
	// for a while. Every engine of a game must use the same figure, because all must
	// reuse slots in the same order.
	mobjQuarantine = 512
)

// mobjArena owns the storage of all map objects. Chunks never move, so that a
// *Mobj stays valid while others are spawned; slot 0 is never handed out.
type mobjArena struct {
	chunks []*[mobjChunkLen]Mobj
	used   uint32   // slots handed out at least once, slot 0 included
	freed  []uint32 // removed slots, oldest first, from freedHead on
	head   uint32   // index in freed of the oldest
}

// at returns the slot's map object, whether live, removed or stale.
func (a *mobjArena) at(index uint32) *Mobj {
	return &a.chunks[index>>mobjChunkBits][index&(mobjChunkLen-1)]
}

// get resolves a Ref. It returns nil for None and for a slot that has been reused. A
// removed object still resolves while it is in quarantine, as in vanilla.
func (a *mobjArena) get(r Ref) *Mobj {
	if r == None {
		return nil
	}
	m := a.at(r.Index())
	if m.Self != r {
		return nil
	}
	return m
}

// grow makes sure that there is storage for the given number of slots.
func (a *mobjArena) grow(slots uint32) {
	for uint32(len(a.chunks))<<mobjChunkBits < slots {
		a.chunks = append(a.chunks, new([mobjChunkLen]Mobj))
	}
}

// full reports whether the arena has no free slot: every slot that a Ref can name is
// live.
func (a *mobjArena) full() bool {
	return a.used >= maxMobjs && uint32(len(a.freed))-a.head <= mobjQuarantine
}

// alloc hands out a zeroed slot with its Self set. Call full first.
func (a *mobjArena) alloc() *Mobj {
	if uint32(len(a.freed))-a.head > mobjQuarantine {
		i := a.freed[a.head]
		a.head++
		if a.head > 4*mobjQuarantine {
			n := copy(a.freed, a.freed[a.head:])
			a.freed = a.freed[:n]
			a.head = 0
		}
		m := a.at(i)
		gen := m.Self.generation() + 1
		*m = Mobj{Self: makeRef(i, gen)}
		return m
	}
	i := max(a.used, 1)
	a.used = i + 1
	a.grow(a.used)
	m := a.at(i)
	*m = Mobj{Self: makeRef(i, 0)}
	return m
}

// release puts a removed object's slot into quarantine.
func (a *mobjArena) release(m *Mobj) { a.freed = append(a.freed, m.Self.Index()) }

// reset forgets every object for a new level and keeps the storage.
func (a *mobjArena) reset() {
	a.used = 1
	a.freed = a.freed[:0]
	a.head = 0
}
