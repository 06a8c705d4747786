package sim

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/wad/wadtest"
	"doomhost/lockstep"
)

// wadThing returns a thing that faces east and is on the map in every skill.
func wadThing(x, y, kind int) wadtest.Thing {
	return wadtest.Thing{X: x, Y: y, Type: kind, Options: 7}
}

func TestAShotHitsTheNearest(t *testing.T) {
	s := alone(t, newRoom(wadThing(200, 128, 3001), wadThing(230, 128, 3001)))
	imps := s.find(info.MobjTroop)
	m := s.body(0)
	if slope := s.aimLineAttack(m, 0, missileRange); s.lineTarget != imps[0] || slope == 0 {
		t.Fatalf("it is aimed at %v with slope %d", s.lineTarget, slope)
	}
	s.lineAttack(m, 0, missileRange, 0, 10)
	if imps[0].Health != 50 || imps[1].Health != 60 || len(s.find(info.MobjBlood)) != 1 {
		t.Errorf("healths %d and %d, %d drops of blood", imps[0].Health, imps[1].Health, len(s.find(info.MobjBlood)))
	}
	s.lineAttack(m, fixed.Ang90, missileRange, 0, 10)
	puff := s.find(info.MobjPuff)
	if len(puff) != 1 || puff[0].State != info.StatePuff1 || puff[0].Y < 250*unit || puff[0].Y >= 256*unit {
		t.Errorf("a wall has the puffs %v", puff)
	}
}

func TestABlowLeavesNoSpark(t *testing.T) {
	s := alone(t, newRoom())
	s.put(s.body(0), 128, 230)
	s.lineAttack(s.body(0), fixed.Ang90, meleeRange, 0, 10)
	puff := s.find(info.MobjPuff)
	if len(puff) != 1 || puff[0].State != info.StatePuff3 {
		t.Errorf("it has the puffs %v", puff)
	}
	// The range persists: every puff until the next shot has no spark either.
	s.run(1)
	s.spawnPuff(60*unit, 60*unit, 0)
	if puff = s.find(info.MobjPuff); puff[len(puff)-1].State != info.StatePuff3 {
		t.Error("the next puff has a spark")
	}
}

func TestTheSkyTakesShots(t *testing.T) {
	s := alone(t, newRoom())
	s.Sectors[0].CeilingPic = s.content.SkyFlat
	s.lineAttack(s.body(0), fixed.Ang90, missileRange, unit, 10) // far above the wall's end
	if n := len(s.find(info.MobjPuff)); n != 0 {
		t.Errorf("%d puffs in the sky", n)
	}
	s.lineAttack(s.body(0), fixed.Ang90, missileRange, 0, 10)
	if n := len(s.find(info.MobjPuff)); n != 1 {
		t.Errorf("%d puffs on the wall below it", n)
	}
}

func TestShotsGoThroughWindows(t *testing.T) {
	s := alone(t, newRoom(wadThing(400, 128, 3001)))
	imp := s.find(info.MobjTroop)[0]
	m := s.body(0)
	for _, test := range []struct {
		floor, ceiling int
		sees, hits     bool
	}{{0, 128, true, true}, {20, 60, true, true}, {80, 128, false, false}, {0, 20, true, false}, {40, 40, false, false}} {
		s.Sectors[1].FloorHeight = fixed.Fixed(test.floor) * unit
		s.Sectors[1].CeilingHeight = fixed.Fixed(test.ceiling) * unit
		health := imp.Health
		s.lineAttack(m, 0, missileRange, 0, 1)
		if got := imp.Health < health; got != test.hits {
			t.Errorf("through a window from %d to %d the player is hit: %v", test.floor, test.ceiling, got)
		}
		if got := s.checkSight(imp, m); got != test.sees {
			t.Errorf("through a window from %d to %d the monster sees the player: %v", test.floor, test.ceiling, got)
		}
	}
}

func TestExplosionsWearOffAndWallsShield(t *testing.T) {
	s := alone(t, newRoom(wadThing(200, 60, 3004), wadThing(400, 60, 3004)))
	near, far := s.find(info.MobjPossessed)[0], s.find(info.MobjPossessed)[1]
	near.Health, far.Health = 1000, 1000
	spot := s.spawn(130, 60, info.MobjRocket)
	s.Sectors[1].CeilingHeight = 0 // the door is shut
	s.radiusAttack(spot, nil, 128)
	// It is 70 units away, 20 of them its own radius.
	if near.Health != 1000-(128-50) || far.Health != 1000 {
		t.Errorf("healths %d and %d", near.Health, far.Health)
	}
	cyborg := s.spawn(60, 200, info.MobjCyborg)
	s.radiusAttack(cyborg, nil, 128)
	if cyborg.Health != 4000 {
		t.Error("a cyberdemon minds explosions")
	}
}

func TestUsingAWallGrunts(t *testing.T) {
	s := alone(t, newRoom())
	s.put(s.body(0), 128, 230)
	s.body(0).Angle = fixed.Ang90
	s.run(1)
	s.cmds[0].Buttons = lockstep.ButtonUse
	if s.run(1)[info.SoundNoway] != 1 {
		t.Error("it does not")
	}
	if s.run(5)[info.SoundNoway] != 0 {
		t.Error("the player grunts again while the key is held")
	}
}

func TestAReferenceOutlivesItsObjectForAWhile(t *testing.T) {
	s := alone(t, newRoom())
	m := s.spawn(60, 60, info.MobjTroop)
	ref, health := m.Self, m.Health
	s.removeMobj(m)
	s.removeMobj(m) // again: nothing
	if got := s.Mobj(ref); got == nil || got.Health != health || !got.Removed {
		t.Fatal("a removed object is not what it was")
	}
	for range mobjQuarantine {
		s.removeMobj(s.spawn(60, 60, info.MobjTroop))
	}
	s.spawn(60, 60, info.MobjTroop)
	if s.Mobj(ref) != nil {
		t.Error("the object is still there although its slot was reused")
	}
	s.wantLists()
}

func TestThinkersKeepTheirOrder(t *testing.T) {
	s := alone(t, newRoom())
	var kept []*Mobj
	for i := range 4 * compactAfter {
		m := s.spawn(60, 60, info.MobjMisc50)
		if i%3 == 0 {
			kept = append(kept, m)
		} else {
			s.removeMobj(m)
		}
	}
	s.run(1)
	if s.removedThinkers != 0 {
		t.Error("the gaps are still there")
	}
	got := s.find(info.MobjMisc50)
	for i := range kept {
		if got[i] != kept[i] {
			t.Fatalf("thinker %d of them differs", i)
		}
	}
	s.wantLists()
}

func TestStatesThatNeverEndAreCutShort(t *testing.T) {
	s := alone(t, newRoom())
	tables := s.content.Tables
	a, b := &tables.States[info.StateBar1], &tables.States[info.StateBar2]
	a.Tics, b.Tics, a.Next, b.Next = 0, 0, info.StateBar2, info.StateBar1
	m := s.spawn(60, 60, info.MobjBarrel)
	if !s.setMobjState(m, info.StateBar1) || m.Tics != 1 {
		t.Errorf("it has %d tics", m.Tics)
	}
}

func TestAFullLevelTakesNoMore(t *testing.T) {
	s := alone(t, newRoom())
	for !s.mobjs.full() {
		s.mobjs.alloc()
	}
	n := len(s.Thinkers)
	m := s.spawn(60, 60, info.MobjTroop)
	s.setMobjState(m, info.StateTrooRun1)
	s.removeMobj(m)
	if len(s.Thinkers) != n {
		t.Error("it thinks")
	}
}
