package sim

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/wad/wadtest"
)

func TestEveryLineTypeHasAMeaning(t *testing.T) {
	nothing := map[int]bool{0: true, lineScroll: true, 78: true, 85: true}
	if len(lineTypes) != 142 {
		t.Fatalf("%d types, want 0 to 141", len(lineTypes))
	}
	for i, lt := range lineTypes {
		if (lt.trigger == byNothing) != nothing[i] || (lt.effect == noEffect) != nothing[i] {
			t.Errorf("type %d: trigger %d, effect %d", i, lt.trigger, lt.effect)
		}
	}
}

// Monsters may set off doors that they open, lifts and teleporters that they walk over,
// and one door by a shot.
func TestMonstersSetOffFewLines(t *testing.T) {
	want := map[int]bool{1: true, 32: true, 33: true, 34: true, 4: true, 10: true, 88: true,
		39: true, 97: true, 125: true, 126: true, 46: true}
	for i, lt := range lineTypes {
		if (lt.actors != playersOnly) != want[i] {
			t.Errorf("type %d: monsters %v, want %v", i, lt.actors != playersOnly, want[i])
		}
	}
	s := alone(t, newRoom(wadtest.Thing{X: 384, Y: 128, Type: 3004, Options: 7}).sector(1, 0, 128, 0, 1).line(6, 82, 1))
	s.crossSpecialLine(6, 0, s.find(info.MobjPossessed)[0])
	if s.Sectors[1].Mover != noMover {
		t.Error("a monster set off a line of the players")
	}
}

func TestMissilesCrossNoLines(t *testing.T) {
	s := alone(t, newRoom().sector(1, 0, 0, 0, 1).line(6, 4, 1))
	shot := s.spawnMobj(0, 0, 0, info.MobjTroopshot)
	s.crossSpecialLine(6, 0, shot)
	if s.Specials[6] != 4 {
		t.Error("a fireball opened a door")
	}
}

// landing returns a room with a teleport landing in sector 1 that faces north.
func landing() room {
	return newRoom(wadtest.Thing{X: 400, Y: 100, Angle: 90, Type: 14, Options: 7}).sector(1, 0, 128, 0, 1).line(6, 97, 1)
}

func TestTeleporterTakesThingsFromTheFront(t *testing.T) {
	s := alone(t, landing())
	m := s.body(0)
	m.MomX = 5 * fixed.Unit
	s.crossSpecialLine(6, 1, m)
	if m.X != 128*fixed.Unit {
		t.Fatal("the teleporter took a thing from behind")
	}
	s.crossSpecialLine(6, 0, m)
	if m.X != 400*fixed.Unit || m.Y != 100*fixed.Unit || m.Angle != fixed.Ang90 || m.MomX != 0 || m.ReactionTime != 18 {
		t.Errorf("landed at %d, %d, angle %x, momentum %d, waiting %d", m.X>>fixed.Bits, m.Y>>fixed.Bits, m.Angle, m.MomX, m.ReactionTime)
	}
	fogs := s.find(info.MobjTfog)
	if len(fogs) != 2 || fogs[0].X != 128*fixed.Unit || fogs[1].Y != m.Y+20*fixed.Sin(m.Angle) {
		t.Errorf("%d fogs, want one where it was and one 20 units before it", len(fogs))
	}
}

func TestMonsterTeleporterIgnoresPlayers(t *testing.T) {
	s := alone(t, landing().line(6, 125, 1))
	s.crossSpecialLine(6, 0, s.body(0))
	if s.body(0).X != 128*fixed.Unit || s.Specials[6] != 125 {
		t.Error("a player was taken, or the line is spent")
	}
}

func TestFinalDoomLeavesHeightsAlone(t *testing.T) {
	p := Params{Skill: 2, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}}
	for mission, want := range map[info.Mission]fixed.Fixed{info.MissionDoom2: 0, info.MissionTNT: 24 * fixed.Unit} {
		s := begin(t, roomContent(t, mission, landing(), "MAP01"), p)
		m := s.body(0)
		m.Z = 24 * fixed.Unit
		s.crossSpecialLine(6, 0, m)
		if m.Z != want {
			t.Errorf("%v: landed at height %d, want %d", mission, m.Z>>fixed.Bits, want>>fixed.Bits)
		}
	}
}

func TestSecretCountsOnce(t *testing.T) {
	s := alone(t, newRoom().sector(0, 0, 128, sectorSecret, 0))
	if s.TotalSecrets != 1 {
		t.Errorf("%d secrets on the map, want 1", s.TotalSecrets)
	}
	s.run(3)
	if n := s.Players[0].SecretCount; n != 1 || s.Sectors[0].Special != 0 {
		t.Errorf("%d secrets found, special %d", n, s.Sectors[0].Special)
	}
}

func TestFloorsHurtEvery32Tics(t *testing.T) {
	for special, damage := range map[int]int32{sectorDamage5: 5, sectorDamage10: 10, sectorDamage20: 20, sectorBlinkDamage: 20} {
		s := alone(t, newRoom().sector(0, 0, 128, special, 0))
		s.run(64) // at level times 0 and 32
		if h := s.Players[0].Health; h != 100-2*damage {
			t.Errorf("special %d: health %d after two times, want %d", special, h, 100-2*damage)
		}
	}
	s := alone(t, newRoom().sector(0, 0, 128, sectorDamage10, 0))
	s.Players[0].Powers[info.PowerIronfeet] = 1000
	if s.run(100); s.Players[0].Health != 100 {
		t.Error("a suit does not help")
	}
}

func TestUnknownFloorsDoNothing(t *testing.T) {
	s := alone(t, newRoom().sector(0, 0, 128, 99, 0))
	s.run(70)
	if s.Players[0].Health != 100 || s.Phase != PhaseLevel {
		t.Error("a sector of an unknown type did something")
	}
}

func TestExitFloorEndsTheLevelAtLowHealth(t *testing.T) {
	s := alone(t, newRoom().sector(0, 0, 128, specialExitDamage, 0))
	s.Players[0].Cheats = CheatGodMode
	s.until(200, "the end", func() bool { return s.Phase == PhaseIntermission })
	if h := s.Players[0].Health; h <= 0 || h > 10 {
		t.Errorf("health %d in the end, want 1 to 10", h)
	}
}

func TestDoorSectors(t *testing.T) {
	s := alone(t, newRoom().sector(1, 0, 128, sectorDoorClose, 0))
	if s.run(30*TicRate - 1)[info.SoundDorcls] != 0 || s.run(1)[info.SoundDorcls] != 1 {
		t.Error("special 10 does not close after 30 seconds")
	}
	s = alone(t, newRoom().sector(1, 0, 0, sectorDoorRaise, 0))
	if s.run(5*60*TicRate - 1)[info.SoundDoropn] != 0 || s.run(1)[info.SoundDoropn] != 1 {
		t.Error("special 14 does not open after 5 minutes")
	}
}

func TestLevelTimerEndsDeathmatch(t *testing.T) {
	r := newRoom(wadtest.Thing{X: 64, Y: 64, Type: 11, Options: 7})
	p := Params{Skill: 2, Episode: 1, Map: 1, NetGame: true, Deathmatch: 1, Timer: 1, Players: [MaxPlayers]bool{true}}
	s := begin(t, roomContent(t, info.MissionDoom2, r, "MAP01"), p)
	n := s.until(3000, "the end", func() bool { return s.Phase == PhaseIntermission })
	if want := 60*TicRate + 1; n != want {
		t.Errorf("the level ended after %d tics, want %d", n, want)
	}
}

func TestStairsClimbByEight(t *testing.T) {
	// Sector 1 is the tagged step. Line 6 has sector 1 in front and equal flats on both
	// sides, so sector 0 is the next step.
	s := alone(t, newRoom().sector(1, 0, 128, 0, 1))
	if !s.buildStairs(1, stairs8) {
		t.Fatal("no stairs")
	}
	first, second := s.floors.at(s.Sectors[1].Mover.Index), s.floors.at(s.Sectors[0].Mover.Index)
	s.wantUnits("the first step", first.Dest, 8)
	s.wantUnits("the second step", second.Dest, 16)
	if first.Speed != floorSpeed/4 {
		t.Errorf("speed %d, want a quarter unit", first.Speed)
	}
}

func TestDonutSinksItsPillarAndRaisesItsRing(t *testing.T) {
	s := alone(t, newRoom().sector(0, 0, 128, 0, 0).sector(1, 40, 128, 0, 1))
	// The pillar's first line has no back sector: nothing starts, but the search ends.
	if !s.doDonut(1) || s.Sectors[1].Mover != noMover {
		t.Error("a pillar without a ring did not end the search")
	}
	s.startDonut(1, 0)
	s.run(300)
	s.wantUnits("the pillar", s.Sectors[1].FloorHeight, 0)
	s.wantUnits("the ring", s.Sectors[0].FloorHeight, 0)
}
