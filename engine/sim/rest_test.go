package sim

import (
	"testing"

	"doomhost/engine/info"
	"doomhost/engine/wad/wadtest"
)

// corpseOf kills a thing of the map and plays tics until its corpse is marked as resting.
func (s *session) corpseOf(m *Mobj) *Mobj {
	s.t.Helper()
	s.damageMobj(m, nil, nil, 10000)
	s.until(200, "the corpse rests", func() bool { return s.resting[m.ThinkerPos] })
	return m
}

// twin returns another game with s's state.
func (s *session) twin() *session {
	s.t.Helper()
	var snap Snapshot
	s.Snapshot(&snap)
	g, err := New(s.content, s.Params)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := g.Restore(&snap); err != nil {
		s.t.Fatal(err)
	}
	return &session{Game: g, t: s.t, cmds: s.cmds, mask: s.mask}
}

// A resting object that another thinker changes acts in its next turn.
func TestChangedObjectsWakeUp(t *testing.T) {
	vile := thing(edVile, 300, 60, 180)
	for _, test := range []struct {
		what    string
		things  []wadtest.Thing
		disturb func(s *session, corpse *Mobj)
		moved   func(before, after *Mobj) bool
	}{
		{"an archvile's attack throws it up", []wadtest.Thing{vile}, func(s *session, corpse *Mobj) {
			v := s.the(info.MobjVile)
			v.Target = corpse.Self
			s.vileAttack(v)
		}, func(before, after *Mobj) bool { return after.Z > before.Z }},
		{"an archvile raises it", []wadtest.Thing{vile}, func(s *session, corpse *Mobj) {
			s.raiseCorpse(s.the(info.MobjVile), corpse)
		}, func(before, after *Mobj) bool { return after.Tics != before.Tics && after.Health > 0 }},
		{"its floor goes down", nil, func(s *session, corpse *Mobj) {
			s.setGap(corpse, corpse.FloorZ-24*unit, corpse.CeilingZ)
		}, func(before, after *Mobj) bool { return after.MomZ < before.MomZ }},
		{"it is pushed", nil, func(s *session, corpse *Mobj) {
			s.setMomXY(corpse, 4*unit, 0)
		}, func(before, after *Mobj) bool { return after.X > before.X }},
		{"its state gets an end", nil, func(s *session, corpse *Mobj) {
			s.setTics(corpse, 5)
		}, func(before, after *Mobj) bool { return after.Tics == before.Tics-1 }},
		{"it flies as a skull does", nil, func(s *session, corpse *Mobj) {
			s.setFlags(corpse, corpse.Flags|info.FlagSkullfly)
		}, func(before, after *Mobj) bool { return after.Flags&info.FlagSkullfly == 0 }},
	} {
		t.Run(test.what, func(t *testing.T) {
			s := alone(t, newRoom(append(test.things, thing(edImp, 400, 128, 0))...))
			corpse := s.corpseOf(s.the(info.MobjTroop))
			test.disturb(s, corpse)
			before := *corpse
			other := s.twin()
			s.run(1)
			other.run(1)
			if !test.moved(&before, corpse) {
				t.Errorf("the corpse still rests: %+v", *corpse)
			}
			if s.Hash() != other.Hash() {
				t.Error("a game restored from the state goes another way")
			}
		})
	}
}

// The marks are correct: the turn of a marked object does nothing. The test plays a busy,
// crowded map.
func TestRestingObjectsAreIdle(t *testing.T) {
	s := together(t, newRoom(thing(edImp, 400, 128, 0), thing(2035, 200, 60, 0), thing(2012, 100, 200, 0)), 0, 1)
	rested := 0
	for range 300 {
		s.run(1)
		rested += s.wantIdle(t)
	}
	if rested == 0 {
		t.Error("no object ever rested")
	}
}
