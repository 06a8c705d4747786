package sim

// MobjAt is the map object in an arena slot: the way for readers (picture,
// automap, sound) along a sector's list (Sector.Things, then SNext, 0 ends it)
// and along Thinkers of kind ThinkMobj. The index must come from one of these.
func (s *State) MobjAt(index uint32) *Mobj { return s.mobjs.at(index) }
