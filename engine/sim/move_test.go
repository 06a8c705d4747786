package sim

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

const unit = fixed.Unit

// put moves an object to a place, whatever is there.
func (s *session) put(m *Mobj, x, y int) {
	s.unsetThingPosition(m)
	m.X, m.Y = fixed.Fixed(x)*unit, fixed.Fixed(y)*unit
	s.setThingPosition(m)
	sec := s.sectorOf(m)
	s.setGap(m, sec.FloorHeight, sec.CeilingHeight)
	s.setZ(m, m.FloorZ)
}

// spawn makes an object on the floor.
func (s *session) spawn(x, y int, kind info.MobjType) *Mobj {
	return s.spawnMobj(fixed.Fixed(x)*unit, fixed.Fixed(y)*unit, onFloorZ, kind)
}

func (s *session) wantLists() {
	s.t.Helper()
	var snap Snapshot
	s.Snapshot(&snap)
	if fault := snap.fault(); fault != "" {
		s.t.Error(fault)
	}
}

func TestStepsOf24AreClimbed(t *testing.T) {
	for _, test := range []struct {
		floor int
		want  bool
	}{{24, true}, {25, false}, {-100, true}} {
		s := alone(t, newRoom().sector(1, test.floor, 128, 0, 0))
		if got := s.tryMove(s.body(0), 250*unit, 128*unit); got != test.want {
			t.Errorf("a step of %d is taken: %v, want %v", test.floor, got, test.want)
		}
	}
}

func TestWalkingMonstersAvoidDrops(t *testing.T) {
	for _, test := range []struct {
		floor int
		kind  info.MobjType
		want  bool
	}{
		{-24, info.MobjTroop, true}, {-25, info.MobjTroop, false},
		{-25, info.MobjHead, true}, {-25, info.MobjTroopshot, true},
	} {
		s := alone(t, newRoom().sector(1, test.floor, 128, 0, 0))
		m := s.spawn(200, 60, test.kind)
		if got := s.tryMove(m, 240*unit, 60*unit); got != test.want {
			t.Errorf("type %d goes to the edge of a drop of %d: %v, want %v", test.kind, test.floor, got, test.want)
		}
	}
}

func TestMoveReportsWhenOnlyTheHeightIsWrong(t *testing.T) {
	s := alone(t, newRoom().sector(1, 40, 128, 0, 0))
	m := s.spawn(200, 60, info.MobjHead)
	if s.tryMove(m, 240*unit, 60*unit) || !s.floatOK {
		t.Error("a step that a floating monster can rise over does not say so")
	}
	s.Sectors[1].CeilingHeight = 60 * unit
	if s.tryMove(m, 240*unit, 60*unit) || s.floatOK {
		t.Error("a gap that it does not fit into says that it can rise")
	}
}

func TestThingsAreSquare(t *testing.T) {
	s := alone(t, newRoom(wadThing(128, 60, 2035))) // a barrel, 10 in radius; the player is 16
	for _, test := range []struct {
		x, y int
		want bool
	}{{128 + 26, 60, true}, {128 + 25, 60, false}, {128 + 25, 60 + 25, false}, {128 + 26, 60 + 25, true}} {
		if got := s.checkPosition(s.body(0), fixed.Fixed(test.x)*unit, fixed.Fixed(test.y)*unit); got != test.want {
			t.Errorf("there is room at (%d, %d): %v, want %v", test.x, test.y, got, test.want)
		}
	}
}

func TestMomentumWearsOff(t *testing.T) {
	s := alone(t, newRoom())
	m := s.body(0)
	m.MomX = 4 * unit
	x := m.X
	s.run(1)
	if m.X != x+4*unit || m.MomX != fixed.Mul(4*unit, friction) {
		t.Errorf("moved by %d with %d left", m.X-x, m.MomX)
	}
	m.MomX = stopSpeed - 1
	s.run(1)
	if m.MomX != 0 {
		t.Errorf("a crawl goes on with %d", m.MomX)
	}
	m.MomX = stopSpeed - 1
	s.cmds[0].Side = 1
	s.run(1)
	if m.MomX == 0 {
		t.Error("who holds a key down is stopped")
	}
}

func TestMomentumIsAtMost30(t *testing.T) {
	s := alone(t, newRoom())
	m := s.spawn(60, 60, info.MobjBlood)
	m.MomX = 90 * unit
	s.moveXY(m)
	if m.X != 90*unit {
		t.Errorf("it flew to %d", m.X/unit)
	}
}

func TestPlayersSlideAlongWalls(t *testing.T) {
	s := alone(t, newRoom())
	m := s.body(0)
	s.put(m, 128, 256-16)
	m.MomX, m.MomY = 3*unit, 5*unit
	s.slideMove(m)
	if m.MomY != 0 || m.MomX < 2*unit || m.X < 130*unit || m.Y != (256-16)*unit {
		t.Errorf("it is at (%d, %d) and goes on by (%d, %d)", m.X/unit, m.Y/unit, m.MomX, m.MomY)
	}
}

func TestThingsFallFasterAndFaster(t *testing.T) {
	s := alone(t, newRoom())
	m := s.spawn(60, 60, info.MobjTroop)
	m.Z = 60 * unit
	for i, want := range []int{60, 58, 55, 51, 46} {
		s.moveZ(m)
		if m.Z != fixed.Fixed(want)*unit {
			t.Fatalf("tic %d: at %d, want %d", i, m.Z/unit, want)
		}
	}
	ghost := s.spawn(60, 200, info.MobjHead)
	ghost.Z = 50 * unit
	s.moveZ(ghost)
	if ghost.Z != 50*unit || ghost.MomZ != 0 {
		t.Error("what floats falls")
	}
}

func TestAHardLandingBendsTheKnees(t *testing.T) {
	s := alone(t, newRoom())
	m := s.body(0)
	m.Z, m.MomZ = 2*unit, -9*unit
	sounds := s.run(1)
	if sounds[info.SoundOof] != 1 || s.Players[0].DeltaViewHeight >= 0 {
		t.Errorf("%d grunts, eyes move by %d", sounds[info.SoundOof], s.Players[0].DeltaViewHeight)
	}
	m.Z, m.MomZ = 2*unit, -8*unit
	if s.run(1)[info.SoundOof] != 0 {
		t.Error("a soft one makes a sound")
	}
}

func TestLostSoulsBounceByTheGamesVersion(t *testing.T) {
	for mission, want := range map[info.Mission]fixed.Fixed{
		info.MissionUltimate: 5 * unit, info.MissionPlutonia: 5 * unit,
		info.MissionDoom: 0, info.MissionDoom2: 0,
	} {
		name := "MAP01"
		if mission < info.MissionDoom2 {
			name = "E1M1"
		}
		s := begin(t, roomContent(t, mission, newRoom(), name), Params{Skill: 2, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}})
		m := s.spawn(60, 60, info.MobjSkull)
		m.Flags |= info.FlagSkullfly
		m.Z, m.MomZ = 2*unit, -5*unit
		s.moveZ(m)
		if m.MomZ != want {
			t.Errorf("mission %d: it goes on by %d, want %d", mission, m.MomZ, want)
		}
	}
}

func TestMissilesVanishInTheSkyAndExplodeOnWalls(t *testing.T) {
	s := alone(t, newRoom().sector(1, 0, 40, 0, 0))
	for _, sky := range []bool{false, true} {
		if sky {
			s.Sectors[0].CeilingPic = s.content.SkyFlat // behind the line between
		}
		m := s.spawn(240, 60, info.MobjRocket)
		m.Z, m.MomX = 60*unit, 20*unit
		s.moveXY(m)
		if m.Removed != sky {
			t.Errorf("with sky %v it is gone: %v", sky, m.Removed)
		}
		if !sky && m.State != info.StateExplode1 {
			t.Errorf("it is in state %d", m.State)
		}
	}
}

func TestTeleportingKillsThingsInThePlace(t *testing.T) {
	s := alone(t, newRoom(wadThing(128, 60, 3001)))
	imp := s.find(info.MobjTroop)[0]
	if !s.teleportMove(s.body(0), 128*unit, 70*unit) || imp.Health > 0 {
		t.Error("a player does not")
	}
	other := s.spawn(400, 60, info.MobjTroop)
	if s.teleportMove(other, 128*unit, 70*unit) || s.body(0).Health <= 0 {
		t.Error("a monster does")
	}
	s.Map = 30
	if !s.teleportMove(other, 128*unit, 70*unit) || s.body(0).Health > 0 {
		t.Error("a monster of MAP30 does not")
	}
	s.wantLists()
}

func TestAMissileHurtsAllButItsKind(t *testing.T) {
	for _, test := range []struct {
		by, hit info.MobjType
		want    bool
	}{
		{info.MobjTroop, info.MobjSergeant, true},
		{info.MobjTroop, info.MobjTroop, false},
		{info.MobjBruiser, info.MobjKnight, false},
		{info.MobjKnight, info.MobjBruiser, false},
	} {
		s := alone(t, newRoom())
		by, hit := s.spawn(60, 60, test.by), s.spawn(60, 200, test.hit)
		m := s.spawn(100, 150, info.MobjTroopshot)
		m.Target = by.Self
		m.Z = 20 * unit
		health := hit.Health
		if s.tryMove(m, 60*unit, 200*unit) {
			t.Errorf("type %d's missile goes through type %d", test.by, test.hit)
		}
		if got := hit.Health < health; got != test.want {
			t.Errorf("type %d's missile hurts type %d: %v", test.by, test.hit, got)
		}
		if !s.tryMove(m, 60*unit, 60*unit) {
			t.Error("a missile is stopped by who shot it")
		}
	}
}
