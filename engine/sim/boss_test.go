package sim

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

func TestBossesByMap(t *testing.T) {
	const bruiser, cyborg, spider, fatso, baby = info.MobjBruiser, info.MobjCyborg, info.MobjSpider, info.MobjFatso, info.MobjBaby
	for _, c := range []struct {
		mission       info.Mission
		episode, map_ int
		kind          info.MobjType
		want          bool
	}{
		{info.MissionUltimate, 1, 8, bruiser, true},
		{info.MissionUltimate, 1, 8, cyborg, false},
		{info.MissionUltimate, 1, 7, bruiser, false},
		{info.MissionUltimate, 2, 8, cyborg, true},
		{info.MissionUltimate, 2, 8, bruiser, false},
		{info.MissionUltimate, 3, 8, spider, true},
		{info.MissionUltimate, 4, 6, cyborg, true},
		{info.MissionUltimate, 4, 6, spider, false},
		{info.MissionUltimate, 4, 8, spider, true},
		{info.MissionUltimate, 4, 8, cyborg, false},
		{info.MissionDoom, 1, 8, bruiser, true},
		{info.MissionDoom, 2, 8, bruiser, false},
		{info.MissionDoom, 2, 8, spider, true}, // before the Ultimate version every boss but the barons counts
		{info.MissionDoom, 2, 7, cyborg, false},
		{info.MissionDoom2, 1, 7, fatso, true},
		{info.MissionDoom2, 1, 7, baby, true},
		{info.MissionDoom2, 1, 7, bruiser, false},
		{info.MissionDoom2, 1, 8, fatso, false},
		{info.MissionTNT, 1, 7, fatso, true},
	} {
		g := &Game{content: &Content{Mission: c.mission}}
		g.Episode, g.Map = c.episode, c.map_
		if got := g.isBossOfMap(c.kind); got != c.want {
			t.Errorf("mission %d, episode %d, map %d, type %d: %v", c.mission, c.episode, c.map_, c.kind, got)
		}
	}
}

// bossRoom returns a room whose second sector is raised and has a boss's tag.
func bossRoom(tag int) room { return newRoom().sector(1, 64, 128, 0, tag) }

func TestTheLastBossLowersTheFloor(t *testing.T) {
	s := begin(t, roomContent(t, info.MissionDoom2, bossRoom(bossTag), "MAP07"), Params{Skill: 2, Episode: 1, Map: 7, Players: [MaxPlayers]bool{true}})
	s.State.Players[0].Cheats = CheatGodMode
	first := s.spawnMobj(60*fixed.Unit, 60*fixed.Unit, onFloorZ, info.MobjFatso)
	second := s.spawnMobj(60*fixed.Unit, 200*fixed.Unit, onFloorZ, info.MobjFatso)
	s.damageMobj(first, nil, nil, 10000)
	s.run(100)
	s.wantUnits("the floor while another lives", s.Sectors[1].FloorHeight, 64)
	s.damageMobj(second, nil, nil, 10000)
	s.run(200)
	s.wantUnits("the floor when the last is dead", s.Sectors[1].FloorHeight, 0)
}

func TestBossDeathDoesNothingWithoutALivingPlayer(t *testing.T) {
	s := begin(t, roomContent(t, info.MissionDoom2, bossRoom(bossTag), "MAP07"), Params{Skill: 2, Episode: 1, Map: 7, Players: [MaxPlayers]bool{true}})
	m := s.spawnMobj(60*fixed.Unit, 60*fixed.Unit, onFloorZ, info.MobjFatso)
	s.damageMobj(s.body(0), nil, nil, 10000)
	s.damageMobj(m, nil, nil, 10000)
	s.run(200)
	s.wantUnits("the floor", s.Sectors[1].FloorHeight, 64)
}

func TestBossesWithoutAFloorEndTheLevel(t *testing.T) {
	s := begin(t, roomContent(t, info.MissionUltimate, newRoom(), "E2M8"), Params{Skill: 2, Episode: 2, Map: 8, Players: [MaxPlayers]bool{true}})
	m := s.spawnMobj(400*fixed.Unit, 128*fixed.Unit, onFloorZ, info.MobjCyborg)
	s.damageMobj(m, nil, nil, 10000)
	s.until(300, "the episode ends", func() bool { return s.Phase == PhaseFinale })
}

func TestTheLastKeenOpensTheDoor(t *testing.T) {
	s := alone(t, newRoom().sector(1, 0, 0, 0, bossTag))
	first := s.spawnMobj(60*fixed.Unit, 60*fixed.Unit, onFloorZ, info.MobjKeen)
	second := s.spawnMobj(60*fixed.Unit, 200*fixed.Unit, onFloorZ, info.MobjKeen)
	s.damageMobj(first, nil, nil, 10000)
	s.run(150)
	s.wantUnits("the door while another lives", s.Sectors[1].CeilingHeight, 0)
	s.damageMobj(second, nil, nil, 10000)
	s.run(300)
	s.wantUnits("the open door", s.Sectors[1].CeilingHeight, 124)
}

func TestCubesFlyToTheirTargetsInTurn(t *testing.T) {
	s := alone(t, newRoom(thing(87, 60, 200, 0), thing(87, 440, 200, 0)))
	eye := s.spawnMobj(250*fixed.Unit, 60*fixed.Unit, onFloorZ, info.MobjBossspit)
	s.brainAwake()
	targets := s.find(info.MobjBosstarget)
	if len(s.BrainTargets) != 2 || s.BrainTargets[0] != targets[0].Self {
		t.Fatalf("targets %v", s.BrainTargets)
	}
	for i := range 3 {
		s.brainSpit(eye)
		cubes := s.find(info.MobjSpawnshot)
		cube := cubes[len(cubes)-1]
		if cube.Target != targets[i%2].Self || cube.ReactionTime <= 0 {
			t.Errorf("cube %d flies to %v, in %d steps", i, cube.Target, cube.ReactionTime)
		}
	}
}

func TestEasyBrainsSpitEveryOtherTime(t *testing.T) {
	for skill, want := range map[int]int{0: 2, 1: 2, 2: 4} {
		s := begin(t, roomContent(t, info.MissionDoom2, newRoom(thing(87, 60, 200, 0)), "MAP01"), Params{Skill: skill, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}})
		eye := s.spawnMobj(250*fixed.Unit, 60*fixed.Unit, onFloorZ, info.MobjBossspit)
		s.brainAwake()
		for range 4 {
			s.brainSpit(eye)
		}
		if n := len(s.find(info.MobjSpawnshot)); n != want {
			t.Errorf("skill %d: %d cubes of 4, want %d", skill, n, want)
		}
	}
}

func TestABrainWithoutTargetsSpitsNothing(t *testing.T) {
	s := alone(t, newRoom())
	eye := s.spawnMobj(250*fixed.Unit, 60*fixed.Unit, onFloorZ, info.MobjBossspit)
	s.brainAwake()
	s.brainSpit(eye)
	if n := len(s.find(info.MobjSpawnshot)); n != 0 {
		t.Errorf("%d cubes", n)
	}
}

func TestACubeHatchesAtItsTarget(t *testing.T) {
	s := alone(t, newRoom(thing(87, 440, 200, 0)))
	target := s.the(info.MobjBosstarget)
	for random := range 256 {
		cube := s.spawnMobj(200*fixed.Unit, 60*fixed.Unit, 0, info.MobjSpawnshot)
		cube.Target, cube.ReactionTime = target.Self, 2
		s.spawnFly(cube)
		if cube.Removed {
			t.Fatal("the cube hatched too early")
		}
		s.Random = uint8(random)
		before := len(s.Thinkers)
		s.spawnFly(cube)
		if !cube.Removed || len(s.Thinkers) < before+2 {
			t.Fatalf("random index %d: nothing hatched", random)
		}
		hatched := s.mobjs.at(s.Thinkers[before+1].Index)
		near := absFixed(hatched.X-target.X) < 32*fixed.Unit // the monster may have taken a step
		if !near || hatched.Flags&info.FlagShootable == 0 {
			t.Fatalf("random index %d: %+v hatched", random, hatched)
		}
		s.removeMobj(hatched)
	}
	if last := cubeMonsters[len(cubeMonsters)-1]; last.below != 256 {
		t.Error("some random numbers hatch no monster")
	}
}
