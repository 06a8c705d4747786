package sim

// MobjAt returns the map object in an arena slot. Readers (picture, automap, sound) use
// it to walk a sector's list (Sector.Things, then SNext, until 0) and the Thinkers of
// kind ThinkMobj. The index must come from one of these.
func (s *State) MobjAt(index uint32) *Mobj { return s.mobjs.at(index) }
