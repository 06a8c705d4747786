package sim

import (
	"testing"

	"doomhost/engine/info"
	"doomhost/lockstep"
)

func TestNextMap(t *testing.T) {
	for _, test := range []struct {
		mission      info.Mission
		episode, now int
		secret       bool
		want         int
	}{
		{info.MissionUltimate, 1, 1, false, 2},
		{info.MissionUltimate, 1, 3, true, 9},
		{info.MissionUltimate, 1, 9, false, 4},
		{info.MissionUltimate, 2, 5, true, 9},
		{info.MissionUltimate, 2, 9, false, 6},
		{info.MissionUltimate, 3, 9, false, 7},
		{info.MissionUltimate, 4, 2, true, 9},
		{info.MissionUltimate, 4, 9, false, 3},
		{info.MissionDoom, 3, 7, false, 8},
		{info.MissionDoom2, 1, 1, false, 2},
		{info.MissionDoom2, 1, 15, false, 16},
		{info.MissionDoom2, 1, 15, true, 31},
		{info.MissionDoom2, 1, 31, false, 16},
		{info.MissionDoom2, 1, 31, true, 32},
		{info.MissionDoom2, 1, 32, false, 16},
		{info.MissionPlutonia, 1, 15, true, 31},
		{info.MissionTNT, 1, 20, false, 21},
	} {
		g := &Game{content: &Content{Mission: test.mission}}
		g.Episode, g.Map, g.SecretExit = test.episode, test.now, test.secret
		if got := int(g.nextMap()) + 1; got != test.want {
			t.Errorf("%v E%dM%d, secret exit %v: next is %d, want %d", test.mission, test.episode, test.now, test.secret, got, test.want)
		}
	}
}

// After the secret level of an add-on's episode comes the map that follows its entrance.
func TestNextMapInAnEpisodeOfAnAddOn(t *testing.T) {
	for entered, want := range map[int]int{1: 2, 6: 7, 7: 8, 8: 1, 9: 2} {
		g := &Game{content: &Content{Mission: info.MissionUltimate}}
		g.Episode, g.Map, g.Intermission.Last = 5, 9, int32(entered)-1
		if got := int(g.nextMap()) + 1; got != want {
			t.Errorf("E5M9 from E5M%d: next is %d, want %d", entered, got, want)
		}
	}
}

func TestNoSecretExitWithoutSecretMaps(t *testing.T) {
	s := alone(t, newRoom())
	s.secretExitLevel()
	if s.SecretExit || s.Action != ActionCompleted {
		t.Error("a secret exit leads to a missing map")
	}
}

// press plays a tic with use pressed and one without.
func (s *session) press() {
	s.t.Helper()
	s.cmds[0].Buttons = lockstep.ButtonUse
	s.run(1)
	s.cmds[0].Buttons = 0
	s.run(1)
}

func TestIntermissionOfDoomTwo(t *testing.T) {
	c := roomContent(t, info.MissionDoom2, newRoom(), "MAP01", "MAP02")
	s := begin(t, c, Params{Skill: 2, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}})
	s.run(100)
	s.Players[0].Cards[0] = true
	s.Players[0].Powers[info.PowerStrength] = 1
	s.Players[0].ArmorPoints = 55
	s.exitLevel()
	s.run(1)
	if s.Phase != PhaseIntermission || s.Intermission.Time != 100 || s.Players[0].Cards[0] || s.Players[0].Powers[info.PowerStrength] != 0 {
		t.Fatalf("phase %d after the exit, time %d", s.Phase, s.Intermission.Time)
	}
	s.run(10)
	s.press() // counts at once
	if s.Intermission.Step != Done || s.Intermission.ShownTime != 100/TicRate || s.Intermission.ShownPar != 30 {
		t.Errorf("step %d, time %d, par %d", s.Intermission.Step, s.Intermission.ShownTime, s.Intermission.ShownPar)
	}
	s.run(500)
	if s.Intermission.Stage != StageCount {
		t.Fatal("the intermission does not wait for a button")
	}
	s.cmds[0].Buttons = lockstep.ButtonAttack
	n := s.until(50, "the next level", func() bool { return s.Phase == PhaseLevel })
	if n != 1+goingTics+1 || s.Map != 2 || s.LevelTime != 1 || s.Players[0].ArmorPoints != 55 {
		t.Errorf("map %d after %d tics, armor %d", s.Map, n, s.Players[0].ArmorPoints)
	}
}

func TestIntermissionOfDoomShowsTheWay(t *testing.T) {
	c := roomContent(t, info.MissionUltimate, newRoom(), "E1M1", "E1M2")
	s := begin(t, c, Params{Skill: 2, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}})
	s.exitLevel()
	s.run(2)
	s.press()
	s.press()
	if s.Intermission.Stage != StageNextMap {
		t.Fatalf("stage %d", s.Intermission.Stage)
	}
	n := s.until(300, "the next level", func() bool { return s.Phase == PhaseLevel })
	if want := showNextTics - 1 + goingTics + 1; n != want || s.Map != 2 {
		t.Errorf("map %d after %d tics, want %d", s.Map, n, want)
	}
}

func TestIntermissionCountsInSteps(t *testing.T) {
	s := alone(t, newRoom())
	s.TotalKills, s.Players[0].KillCount = 10, 5
	s.LevelTime = 90 * TicRate
	s.exitLevel()
	s.run(1)
	w := &s.Intermission
	tics := map[int32]int{}
	for range 400 {
		tics[w.Step]++
		s.run(1)
	}
	// From -1 by 2 to 50 percent; nothing of 1 item; 90 seconds from -1 by 3.
	for step, want := range map[int32]int{CountKills: 26, CountItems: 1, CountSecrets: 1, CountTime: 31, 3: TicRate, 5: TicRate, 7: TicRate, 9: TicRate} {
		if tics[step] != want {
			t.Errorf("step %d lasts %d tics, want %d", step, tics[step], want)
		}
	}
	if shown := w.Shown[0]; shown.Kills != 50 || w.Step != Done {
		t.Errorf("%d percent, step %d in the end", shown.Kills, w.Step)
	}
}

func TestAnybodySpeedsTheIntermissionUp(t *testing.T) {
	s := together(t, fourStarts(), 0, 1, 2)
	s.exitLevel()
	s.run(5)
	s.cmds[3].Buttons = lockstep.ButtonUse // a player who is not in the game
	if s.run(2); s.Intermission.Step == Done {
		t.Error("a player who is not in the game sped it up")
	}
	s.cmds[2].Buttons = lockstep.ButtonUse
	if s.run(1); s.Intermission.Step != Done {
		t.Error("player 2 did not speed it up")
	}
	if s.run(100); s.Intermission.Stage != StageCount {
		t.Error("a button that is held counts as pressed again")
	}
}

func TestDeathmatchCountsFragsUpAndDown(t *testing.T) {
	s := together(t, fourStarts(), 0, 1)
	s.Deathmatch = 1
	s.Players[0].Frags = [MaxPlayers]int32{0: 2, 1: 5}
	s.Players[1].Frags = [MaxPlayers]int32{0: -3}
	s.exitLevel()
	s.run(1 + 200)
	w := &s.Intermission
	if w.Shown[0].Frags[1] != 5 || w.Shown[1].Frags[0] != -3 || w.Shown[0].Total != 3 || w.Step != DoneDeathmatch {
		t.Errorf("shown %v, step %d", w.Shown, w.Step)
	}
}

func TestButtonEndsDoomTwosStory(t *testing.T) {
	c := roomContent(t, info.MissionDoom2, newRoom(), "MAP06", "MAP07")
	s := begin(t, c, Params{Skill: 2, Episode: 1, Map: 6, Players: [MaxPlayers]bool{true}})
	s.exitLevel()
	s.run(2)
	s.press()
	s.press()
	s.until(20, "the story", func() bool { return s.Phase == PhaseFinale })
	if s.Finale.Text != info.StrC1text {
		t.Errorf("text %d, want C1TEXT's %d", s.Finale.Text, info.StrC1text)
	}
	s.cmds[0].Buttons = lockstep.ButtonAttack
	n := s.until(100, "the next level", func() bool { return s.Phase == PhaseLevel })
	// The count passes skipAfter a tic later, and the next tic loads the map.
	if want := skipAfter + 3; s.Map != 7 || n != want {
		t.Errorf("map %d after %d tics, want map 7 after %d", s.Map, n, want)
	}
}

func TestEpisodeEndsWithItsPicture(t *testing.T) {
	c := roomContent(t, info.MissionUltimate, newRoom(), "E3M8")
	s := begin(t, c, Params{Skill: 2, Episode: 3, Map: 8, Players: [MaxPlayers]bool{true}})
	s.exitLevel()
	s.cmds[0].Buttons = lockstep.ButtonUse // has no effect here
	text := len(c.Tables.Text(info.StrE3text))*textSpeed + textWait
	n := s.until(text+10, "the picture", func() bool { return s.Finale.Stage == FinaleArt })
	if n != text+1 || s.Phase != PhaseFinale {
		t.Errorf("after %d tics, want %d", n, text+1)
	}
	if shots := s.run(bunnyEndCount + 100)[info.SoundPistol]; shots != bunnyShotCount {
		t.Errorf("THE END is shot in by %d shots, want %d", shots, bunnyShotCount)
	}
}

func TestButtonKillsTheCastMember(t *testing.T) {
	c := roomContent(t, info.MissionDoom2, newRoom(), "MAP30")
	s := begin(t, c, Params{Skill: 2, Episode: 1, Map: 30, Players: [MaxPlayers]bool{true}})
	s.startFinale()
	s.run(skipAfter + 1)
	s.cmds[0].Buttons = lockstep.ButtonUse
	s.run(10)
	if s.Finale.Stage != FinaleCast || s.Finale.Cast.Dying {
		t.Fatalf("stage %d, dying %v", s.Finale.Stage, s.Finale.Cast.Dying)
	}
	s.cmds[0].Buttons = 0
	s.run(100)
	if s.Finale.Cast.Num != 0 {
		t.Error("the cast member left the stage without a shot")
	}
	s.press()
	if !s.Finale.Cast.Dying {
		t.Fatal("the cast member is not dying")
	}
	s.until(100, "the next one", func() bool { return s.Finale.Cast.Num == 1 })
	for range CastOrder { // all of them, and from the start again
		s.press()
		num := s.Finale.Cast.Num
		s.until(400, "the next one", func() bool { return s.Finale.Cast.Num != num })
	}
	if s.Finale.Cast.Num != 1 {
		t.Errorf("number %d is on after a whole round, want 1", s.Finale.Cast.Num)
	}
}

func TestMissingMapEndsTheSession(t *testing.T) {
	s := alone(t, newRoom()) // there is no MAP02
	s.exitLevel()
	s.run(2)
	s.press()
	s.press()
	var err error
	for range 20 {
		if err = s.Tic(&s.cmds, s.mask); err != nil {
			break
		}
	}
	if err == nil || s.Tic(&s.cmds, s.mask) == nil {
		t.Fatalf("error %v, and none after it", err)
	}
}
