package sim

import (
	"strings"
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/wad/wadtest"
	"doomhost/lockstep"
)

// fourStarts returns a room with three player starts beside its own.
func fourStarts() room {
	return newRoom(
		wadtest.Thing{X: 64, Y: 64, Type: 2, Options: 7},
		wadtest.Thing{X: 64, Y: 192, Type: 3, Options: 7},
		wadtest.Thing{X: 192, Y: 192, Type: 4, Options: 7})
}

func TestJoiningPlayerSpawnsInTheSameTic(t *testing.T) {
	s := together(t, fourStarts(), 0)
	s.run(10)
	if s.Players[1].Mo != None {
		t.Fatal("a player who is not in the game has a body")
	}
	s.mask = 3
	if n := s.run(1)[info.SoundTelept]; n != 0 {
		t.Errorf("%d teleport sounds at a first body", n)
	}
	m := s.body(1)
	if m == nil || m.X != 64*fixed.Unit || m.Y != 64*fixed.Unit || s.Players[1].Health != 100 {
		t.Fatalf("the joiner's body is %+v", m)
	}
	if len(s.find(info.MobjTfog)) != 0 || s.BodyQueueSlot != 0 {
		t.Error("a first body came with fog, or filled the body queue")
	}
}

func TestLeavingPlayerLeavesABody(t *testing.T) {
	s := together(t, fourStarts(), 0, 1)
	s.run(5)
	m := s.body(1)
	s.cmds[1].Forward = 50
	s.mask = 1
	s.run(20)
	if m.Removed || m.Health != 100 || m.X != 64*fixed.Unit || m.Flags&info.FlagSolid == 0 {
		t.Fatalf("the body that stays is %+v", m)
	}
	s.mask = 3
	s.run(1)
	if s.body(1) == m || m.Player != 0 || m.Removed {
		t.Error("the returning player gets no new body, or its old body is gone")
	}
	if s.BodyQueueSlot != 1 || s.BodyQueue[0] != m.Self || len(s.find(info.MobjTfog)) != 1 {
		t.Error("the old body is not in the queue, or there is no fog")
	}
}

func TestFirstBodyAvoidsLowerPlayers(t *testing.T) {
	s := together(t, fourStarts(), 0)
	s.run(1)
	s.teleportMove(s.body(0), 64*fixed.Unit, 64*fixed.Unit) // player 1's start
	s.mask = 3
	s.run(1)
	if m := s.body(1); m.X == 64*fixed.Unit && m.Y == 64*fixed.Unit {
		t.Error("player 1 appeared inside player 0")
	}
}

func TestMapsWithOneStartTakeFourPlayers(t *testing.T) {
	s := together(t, newRoom(), 0, 1, 2, 3)
	for p := range s.Players {
		m := s.body(p)
		if m == nil {
			t.Fatalf("player %d has no body", p)
		}
		if !s.checkPosition(m, m.X, m.Y) {
			t.Errorf("player %d stands inside another player", p)
		}
	}
}

func TestMapsWithoutAStartAreRefused(t *testing.T) {
	c := roomContent(t, info.MissionDoom2, newRoom().without(0), "MAP01")
	_, err := New(c, Params{Map: 1, Players: [MaxPlayers]bool{true}})
	if err == nil || !strings.Contains(err.Error(), "MAP01") || !strings.Contains(err.Error(), "THINGS") {
		t.Errorf("error %v, want one that names map and lump", err)
	}
}

func TestParametersAreChecked(t *testing.T) {
	c := roomContent(t, info.MissionDoom2, newRoom(), "MAP01")
	for _, p := range []Params{{Skill: 5, Map: 1}, {Skill: -1, Map: 1}, {Deathmatch: 3, Map: 1}, {Timer: -1, Map: 1}, {Console: 4, Map: 1}, {Map: 2}} {
		if _, err := New(c, p); err == nil {
			t.Errorf("%+v started a game", p)
		}
	}
}

func TestSkillChoosesThings(t *testing.T) {
	things := []wadtest.Thing{
		{X: 64, Y: 64, Type: 3004, Options: 1}, {X: 64, Y: 192, Type: 3004, Options: 2},
		{X: 192, Y: 64, Type: 3004, Options: 4}, {X: 192, Y: 192, Type: 3004, Options: 7 | thingNetOnly},
	}
	c := roomContent(t, info.MissionDoom2, newRoom(things...), "MAP01")
	for skill, x := range []int{64, 64, 64, 192, 192} {
		s := begin(t, c, Params{Skill: skill, Map: 1, Players: [MaxPlayers]bool{true}})
		found := s.find(info.MobjPossessed)
		if len(found) != 1 || found[0].X != fixed.Fixed(x)*fixed.Unit || s.TotalKills != 1 {
			t.Errorf("skill %d: %d monsters", skill, len(found))
		}
	}
	for _, p := range []Params{{Skill: 2, Map: 1, NetGame: true}, {Skill: 2, Map: 1, NoMonsters: true}} {
		p.Players[0] = true
		want := 0
		if p.NetGame {
			want = 2
		}
		if n := len(begin(t, c, p).find(info.MobjPossessed)); n != want {
			t.Errorf("%+v: %d monsters, want %d", p, n, want)
		}
	}
}

func TestDoomStopsReadingThingsAtDoomTwosMonsters(t *testing.T) {
	r := newRoom(wadtest.Thing{X: 64, Y: 64, Type: 3004, Options: 7},
		wadtest.Thing{X: 64, Y: 192, Type: 65, Options: 7}, wadtest.Thing{X: 192, Y: 192, Type: 3004, Options: 7})
	p := Params{Skill: 2, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}}
	for mission, want := range map[info.Mission]int{info.MissionUltimate: 1, info.MissionDoom2: 2} {
		s := begin(t, roomContent(t, mission, r, "E1M1", "MAP01"), p)
		if n := len(s.find(info.MobjPossessed)); n != want {
			t.Errorf("%v: %d, want %d", mission, n, want)
		}
	}
}

func TestFastMonstersChangeOnlyTheirOwnGame(t *testing.T) {
	c := roomContent(t, info.MissionDoom2, newRoom(), "MAP01")
	p := Params{Skill: 2, Map: 1, Players: [MaxPlayers]bool{true}}
	slow := begin(t, c, p)
	p.Fast = true
	fast := begin(t, c, p)
	p.Fast, p.Skill = false, skillNightmare
	for _, g := range []*session{fast, begin(t, c, p)} {
		was, is := &slow.Content().Tables.States[info.StateSargRun1], &g.Content().Tables.States[info.StateSargRun1]
		if is.Tics != was.Tics/2 || was.Tics < 2 {
			t.Errorf("a demon's step takes %d tics, %d without", is.Tics, was.Tics)
		}
		if v := g.Content().Tables.Mobjs[info.MobjHeadshot].Speed; v != int32(20*fixed.Unit) {
			t.Errorf("a fireball's speed is %d", v)
		}
	}
	if v := slow.Content().Tables.Mobjs[info.MobjHeadshot].Speed; v != int32(10*fixed.Unit) {
		t.Errorf("a slow fireball's speed is %d", v)
	}
}

func TestPauseStopsTheLevelAndItsClock(t *testing.T) {
	s := alone(t, newRoom())
	s.run(3)
	s.cmds[0].Buttons = lockstep.ButtonSpecial | lockstep.SpecialPause
	s.run(1)
	s.cmds[0].Buttons = 0
	s.run(10)
	if s.LevelTime != 3 || s.GameTic != 14 {
		t.Errorf("level time %d, game tic %d", s.LevelTime, s.GameTic)
	}
	s.cmds[0].Buttons = lockstep.ButtonSpecial | lockstep.SpecialPause
	s.run(1)
	if s.LevelTime != 4 {
		t.Errorf("level time %d after the pause", s.LevelTime)
	}
}

func TestConsistancyLooksTwelveTicsBack(t *testing.T) {
	s := together(t, fourStarts(), 0)
	s.cmds[0].Forward = 50
	var xs []int16
	for i := range 40 {
		if got := s.Consistancy[0][s.GameTic%BackupTics]; i >= BackupTics && got != xs[i-BackupTics] {
			t.Fatalf("tic %d: expects %d, want the x of 12 tics before, %d", i, got, xs[i-BackupTics])
		}
		xs = append(xs, int16(s.body(0).X))
		s.run(1)
	}
}

func TestLonePlayersDeathRestartsTheLevel(t *testing.T) {
	s := alone(t, newRoom(wadtest.Thing{X: 400, Y: 128, Type: 3004, Options: 7}))
	s.Players[0].WeaponOwned[info.WeaponBfg] = true
	s.run(20)
	s.damageMobj(s.body(0), nil, nil, 1000)
	s.run(50)
	s.cmds[0].Buttons = lockstep.ButtonUse
	s.until(5, "the new start", func() bool { return s.LevelTime < 5 })
	if s.Players[0].Health != 100 || s.Players[0].WeaponOwned[info.WeaponBfg] {
		t.Error("the player keeps old equipment")
	}
}

func TestItemsComeBackInAltdeath(t *testing.T) {
	r := newRoom(wadtest.Thing{X: 64, Y: 64, Type: 11, Options: 7}, wadtest.Thing{X: 400, Y: 128, Type: 2007, Options: 7})
	for deathmatch := 1; deathmatch <= 2; deathmatch++ {
		p := Params{Skill: 2, Map: 1, NetGame: true, Deathmatch: deathmatch, Players: [MaxPlayers]bool{true}}
		s := begin(t, roomContent(t, info.MissionDoom2, r, "MAP01"), p)
		s.removeMobj(s.find(info.MobjClip)[0])
		if s.run(itemDelay)[info.SoundItmbk] != 0 || len(s.find(info.MobjClip)) != 0 {
			t.Fatal("the item came back too early")
		}
		back := s.run(1)[info.SoundItmbk]
		if want := deathmatch - 1; back != want || len(s.find(info.MobjClip)) != want {
			t.Errorf("deathmatch %d: %d sounds, %d clips, want %d", deathmatch, back, len(s.find(info.MobjClip)), want)
		}
	}
}

func TestBodyQueueForgetsTheOldest(t *testing.T) {
	s := together(t, fourStarts(), 0, 1)
	first := s.body(1)
	for range bodyQueueSize + 1 {
		s.run(2)
		s.damageMobj(s.body(1), nil, nil, 1000)
		s.Players[1].State = PlayerReborn
	}
	if s.run(1); !first.Removed {
		t.Error("the first body is still there")
	}
	if n := len(s.find(info.MobjPlayer)); n != bodyQueueSize+2 {
		t.Errorf("%d bodies, want %d in the queue and two alive", n, bodyQueueSize)
	}
}

func TestStartsThatFaceWestMisplaceTheFog(t *testing.T) {
	for degrees := 0; degrees < 360; degrees += 45 {
		dx, dy := fogOffset(int16(degrees))
		fine := degrees / 45 * fixed.FineAngles / 8
		before := dx == fixed.CosFine(fine) && dy == fixed.SinFine(fine)
		if before != (degrees < 180) {
			t.Errorf("%d degrees: offset %d, %d: before the start %v", degrees, dx, dy, before)
		}
	}
}
