package sim

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/wad/wadtest"
)

func TestDoorOpensWaitsAndCloses(t *testing.T) {
	s := alone(t, newRoom().sector(1, 0, 0, 0, 1))
	if !s.doDoor(1, -1, doorNormal) {
		t.Fatal("no door started")
	}
	ceiling := &s.Sectors[1].CeilingHeight
	s.run(62)
	s.wantUnits("the open door", *ceiling, 128-4)
	s.run(1 + doorWait)
	s.wantUnits("the door that waited", *ceiling, 128-4)
	if n := s.run(1)[info.SoundDorcls]; n != 0 {
		t.Errorf("%d sounds of closing after the wait", n)
	}
	s.run(61)
	s.wantUnits("the closed door", *ceiling, 0)
	s.run(1)
	if s.Sectors[1].Mover != noMover {
		t.Error("the closed door is still at work")
	}
	if s.doDoor(2, -1, doorNormal) {
		t.Error("a door started where no sector has the tag")
	}
}

func TestDoorTurnsBackFromAnObstacle(t *testing.T) {
	s := alone(t, newRoom().sector(0, 0, 128, 0, 1))
	s.doDoor(1, -1, doorNormal)
	d := s.doors.at(s.Sectors[0].Mover.Index)
	d.Direction = down
	n := s.until(100, "turning back", func() bool { return d.Direction == up })
	if want := (128-56)/2 + 1; n != want {
		t.Errorf("it turned back after %d tics, want %d", n, want)
	}
	s.wantUnits("the ceiling", s.Sectors[0].CeilingHeight, 56)
	if h := s.Players[0].Health; h != 100 {
		t.Errorf("a door hurt: health %d", h)
	}
}

func TestUsingAManualDoorTurnsItRound(t *testing.T) {
	// The sector behind line 6 is the player's own.
	s := alone(t, newRoom(wadtest.Thing{X: 384, Y: 128, Type: 3004, Options: 7}).line(6, 1, 0))
	me, other := s.body(0), s.find(info.MobjPossessed)[0]
	use := func(m *Mobj) int32 {
		t.Helper()
		if !s.useSpecialLine(m, 6, 0) {
			t.Fatal("the line cannot be used")
		}
		return s.doors.at(s.Sectors[0].Mover.Index).Direction
	}
	for i, step := range []struct {
		who  *Mobj
		want int32
	}{
		{me, up},    // opens
		{other, up}, // monsters never close
		{me, down},  // players do
		{other, up}, // and anybody opens again
		{me, down},  //
		{me, up},    //
	} {
		if got := use(step.who); got != step.want {
			t.Fatalf("use %d: direction %d, want %d", i, got, step.want)
		}
	}
	if s.useSpecialLine(me, 6, 1) {
		t.Error("the door's line can be used from behind")
	}
}

func TestLockedDoorWantsItsKey(t *testing.T) {
	for _, test := range []struct {
		special     int
		card, skull info.CardType
		text        info.StringID
	}{
		{26, info.CardBluecard, info.CardBlueskull, info.StrPdBluek},
		{27, info.CardYellowcard, info.CardYellowskull, info.StrPdYellowk},
		{28, info.CardRedcard, info.CardRedskull, info.StrPdRedk},
	} {
		s := alone(t, newRoom().line(6, test.special, 0))
		s.useSpecialLine(s.body(0), 6, 0)
		if s.Sectors[0].Mover != noMover || s.Players[0].Message != test.text {
			t.Errorf("type %d: without the key: mover %v, message %d", test.special, s.Sectors[0].Mover, s.Players[0].Message)
		}
		if e := s.Events().Sounds; len(e) != 1 || e[0].Sound != info.SoundOof || e[0].Kind != OriginNone {
			t.Errorf("type %d: sounds %v", test.special, e)
		}
		for _, key := range []info.CardType{test.card, test.skull} {
			s := alone(t, newRoom().line(6, test.special, 0))
			s.Players[0].Cards[key] = true
			s.useSpecialLine(s.body(0), 6, 0)
			if s.Sectors[0].Mover.Kind != ThinkDoor {
				t.Errorf("type %d: key %d does not open it", test.special, key)
			}
		}
	}
}

func TestLiftGoesDownWaitsAndComesBack(t *testing.T) {
	s := alone(t, newRoom().sector(1, 64, 128, 0, 1).line(6, 88, 1))
	s.crossSpecialLine(6, 0, s.body(0))
	floor := &s.Sectors[1].FloorHeight
	s.run(16)
	s.wantUnits("the lift below", *floor, 0)
	s.run(1 + platWait)
	s.wantUnits("the lift that waited", *floor, 0)
	s.run(16)
	s.wantUnits("the lift above", *floor, 64)
	s.run(1)
	if s.Sectors[1].Mover != noMover || s.Specials[6] != 88 {
		t.Error("the lift does not stand still, or its line is spent")
	}
}

func TestStoppedPlatformGoesOn(t *testing.T) {
	s := alone(t, newRoom().sector(1, 64, 128, 0, 1).line(6, 87, 1))
	s.doPlat(6, platPerpetualRaise, 0)
	s.run(5)
	s.stopPlats(1)
	h := s.Sectors[1].FloorHeight
	s.run(200)
	if s.Sectors[1].FloorHeight != h {
		t.Error("the stopped platform moves")
	}
	s.doPlat(6, platPerpetualRaise, 0)
	s.until(300, "moving again", func() bool { return s.Sectors[1].FloorHeight != h })
}

func TestBlockedRaiseAndChangeGoesTowardsHeightZero(t *testing.T) {
	s := alone(t, newRoom().sector(0, 32, 100, 0, 1).line(6, 66, 1))
	s.doPlat(6, platRaiseAndChange, 24)
	p := s.plats.at(s.Sectors[0].Mover.Index)
	s.until(40, "going down", func() bool { return p.Status == platDown })
	s.run(200)
	s.wantUnits("the floor", s.Sectors[0].FloorHeight, 0)
	if p.Status != platWaiting || p.Count >= 0 {
		t.Errorf("status %d, count %d: it waits for ever", p.Status, p.Count)
	}
}

func TestCrusherHurtsSlowsDownAndStops(t *testing.T) {
	s := alone(t, newRoom().sector(0, 0, 72, 0, 1))
	s.doCeiling(1, ceilingCrushAndRaise)
	c := s.ceilings.at(s.Sectors[0].Mover.Index)
	s.run(20)
	if c.Speed != ceilingSpeed/8 {
		t.Errorf("speed %d on somebody's head, want %d", c.Speed, ceilingSpeed/8)
	}
	if h := s.Players[0].Health; h >= 100 || h%10 != 0 {
		t.Errorf("health %d, want some tens less than 100", h)
	}
	s.stopCeilings(1)
	h := s.Sectors[0].CeilingHeight
	s.run(20)
	if s.Sectors[0].CeilingHeight != h || c.Direction != 0 {
		t.Error("a stopped crusher moves")
	}
	if s.doCeiling(1, ceilingCrushAndRaise) || c.Direction != down {
		t.Error("a stopped crusher does not go on downwards")
	}
}

func TestFloorsEndWhereTheirKindSays(t *testing.T) {
	for _, test := range []struct {
		kind  floorKind
		start int // of sector 1; sector 0 is at 16, its ceiling at 200
		want  int
	}{
		{floorLower, 64, 16},
		{floorLowerToLowest, 64, 16},
		{floorLowerToLowest, 8, 8},
		{floorTurboLower, 64, 24},
		{floorTurboLower, 16, 16},
		{floorRaise, 0, 180},
		{floorRaiseCrush, 0, 172},
		{floorRaiseToNearest, 0, 16},
		{floorRaiseToNearest, 64, 64},
		{floorRaiseTurbo, 0, 16},
		{floorRaise24, 5, 29},
		{floorRaise24AndChange, 5, 29},
		{floorRaise512, 0, 512},
		{floorLowerAndChange, 64, 16},
		{floorRaiseToTexture, 3, 11}, // texture 0, "no texture", is 8 high
	} {
		s := alone(t, newRoom().sector(0, 16, 200, 0, 0).sector(1, test.start, 180, 7, 1))
		if !s.doFloor(1, 6, test.kind) {
			t.Fatalf("kind %d did not start", test.kind)
		}
		f := *s.floors.at(s.Sectors[1].Mover.Index)
		if f.Dest != fixed.Fixed(test.want)*fixed.Unit {
			t.Errorf("kind %d from %d goes to %d, want %d", test.kind, test.start, f.Dest>>fixed.Bits, test.want)
		}
		s.until(600, "arriving", func() bool { return s.Sectors[1].Mover == noMover })
		s.wantUnits("the floor", s.Sectors[1].FloorHeight, test.want)
		if want := test.kind == floorLowerAndChange; (s.Sectors[1].Special == 0) != want {
			t.Errorf("kind %d: special %d in the end", test.kind, s.Sectors[1].Special)
		}
	}
}

func TestLights(t *testing.T) {
	dark := newRoom().light(0, 96).light(1, 200).sector(1, 0, 128, 0, 1)
	s := alone(t, dark)
	s.lightsOff(1)
	if l := s.Sectors[1].Light; l != 96 {
		t.Errorf("light %d, want the darkest neighbour's 96", l)
	}
	s.lightsOn(1, 35)
	if l := s.Sectors[1].Light; l != 35 {
		t.Errorf("light %d, want 35", l)
	}
	s.lightsOn(1, 0)
	if l := s.Sectors[1].Light; l != 96 {
		t.Errorf("light %d, want the brightest neighbour's 96", l)
	}
	for special, want := range map[int]int{ // period of the synchronous ones
		sectorBlinkSlowSync: strobeSlowDark + strobeBright,
		sectorBlinkFastSync: strobeFastDark + strobeBright,
	} {
		s := alone(t, newRoom().light(0, 96).light(1, 200).sector(1, 0, 128, special, 0))
		bright := 0
		s.run(1)
		for range 10 * want {
			s.run(1)
			if s.Sectors[1].Light == 200 {
				bright++
			} else if s.Sectors[1].Light != 96 {
				t.Fatalf("special %d: light %d", special, s.Sectors[1].Light)
			}
		}
		if bright != 10*strobeBright {
			t.Errorf("special %d: bright for %d tics of %d, want %d", special, bright, 10*want, 10*strobeBright)
		}
	}
}

func TestSwitchFlipsBackAfterASecond(t *testing.T) {
	s := alone(t, newRoom().sector(1, 64, 128, 0, 1).line(1, 62, 1).middle(1, "SW1EXIT"))
	off := s.Sides[1].Middle
	s.useSpecialLine(s.body(0), 1, 0)
	on := s.Sides[1].Middle
	if on == off || s.Specials[1] != 62 {
		t.Fatal("the switch did not change, or is spent")
	}
	last := s.Events().Sounds[len(s.Events().Sounds)-1]
	if last.Sound != info.SoundSwtchn || last.Kind != OriginNone {
		t.Errorf("the first switch sounds like %+v, want from nowhere", last)
	}
	s.run(buttonTime - 1)
	if s.Sides[1].Middle != on {
		t.Error("it flipped back too early")
	}
	if s.run(1); s.Sides[1].Middle != off {
		t.Error("it did not flip back")
	}
	if e := s.Events().Sounds; len(e) == 0 || e[len(e)-1].Sound != info.SoundSwtchn || e[len(e)-1].Kind != OriginButton {
		t.Errorf("sounds %v when it flips back", e)
	}
}

func TestSwitchSoundsWhereTheFirstButtonIs(t *testing.T) {
	s := alone(t, newRoom().sector(1, 64, 128, 0, 1).
		line(1, 138, 1).middle(1, "SW1EXIT").line(2, 138, 1).middle(2, "SW1EXIT"))
	s.useSpecialLine(s.body(0), 1, 0)
	s.useSpecialLine(s.body(0), 2, 0)
	e := s.Events().Sounds
	want := SoundEvent{Sound: info.SoundSwtchn, Kind: OriginLine, Origin: 1, X: 128 * fixed.Unit, Y: 128 * fixed.Unit}
	got := e[len(e)-1]
	if got.Sound != want.Sound || got.Kind != want.Kind || got.Origin != want.Origin || got.X != want.X || got.Y != want.Y {
		t.Errorf("the second switch sounds like %+v, want like %+v", got, want)
	}
}

func TestOneTimeSwitchIsSpent(t *testing.T) {
	s := alone(t, newRoom().sector(1, 0, 0, 0, 1).line(1, 103, 1).middle(1, "SW1EXIT"))
	s.useSpecialLine(s.body(0), 1, 0)
	if s.Specials[1] != 0 || len(s.buttons) != 0 {
		t.Errorf("special %d, buttons %v", s.Specials[1], s.buttons)
	}
	// One that finds nothing to do stays.
	s = alone(t, newRoom().line(1, 103, 5).middle(1, "SW1EXIT"))
	s.useSpecialLine(s.body(0), 1, 0)
	if s.Specials[1] != 103 {
		t.Error("a switch without a sector is spent")
	}
}

func TestScrollingWallMovesAUnitATic(t *testing.T) {
	s := alone(t, newRoom().line(2, lineScroll, 0))
	s.run(7)
	s.wantUnits("the wall's texture", s.Sides[2].TextureOffset, 7)
}
