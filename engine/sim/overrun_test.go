package sim

import (
	"slices"
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
	"doomhost/engine/wad/wadtest"
	"doomhost/lockstep"
)

// Special lines past the eighth overwrite, in turn, the box of the tried move,
// crushchange and nofit.
func TestSpecialLinesOverrunTheirList(t *testing.T) {
	const line = 6
	const address = 0x01c09c98 + 62*line
	type globals struct {
		box     level.Box
		crushes bool
		noFit   bool
	}
	before := globals{box: level.Box{Top: 1, Bottom: 2, Left: 3, Right: 4}, noFit: true}
	for _, overruns := range []bool{true, false} {
		for count := 7; count <= 16; count++ {
			want := before
			if overruns {
				for n := 9; n <= count; n++ {
					switch n {
					case 9:
						want.box.Top = address
					case 10:
						want.box.Bottom = address
					case 11:
						want.box.Left = address
					case 12:
						want.box.Right = address
					case 13:
						want.crushes = true
					case 14:
						want.noFit = false
					}
				}
			}
			s := alone(t, newRoom().line(line, 97, 1))
			s.Overruns = overruns
			body := s.body(0)
			s.tmBox, s.crushChange, s.noFit = before.box, before.crushes, before.noFit
			s.tmFloorZ, s.tmCeilingZ = 0, 128*unit
			s.spechit = s.spechit[:0]
			for range count {
				if !s.meetLine(body, line, &s.lv.Lines[line]) {
					t.Fatal("the line stops the player")
				}
			}
			if got := (globals{s.tmBox, s.crushChange, s.noFit}); got != want || len(s.spechit) != count {
				t.Errorf("overruns %v, %d lines: %+v and %d in the list, want %+v", overruns, count, got, len(s.spechit), want)
			}
		}
	}
}

// Crossings past the 129th overwrite the variables after their list with their distance
// along the path and whether they are lines.
func TestCrossingsOverrunTheirList(t *testing.T) {
	type globals struct {
		opening     opening
		bulletSlope fixed.Fixed
		blocks      blockGrid
	}
	const things = 15 // blocks of the room's blockmap
	for _, overruns := range []bool{true, false} {
		for count := 128; count <= 155; count++ {
			for _, kind := range []uint32{0, thingIntercept} {
				s := alone(t, newRoom())
				s.Overruns = overruns
				s.opening = opening{top: 1, bottom: 2, height: 3, lowFloor: 4}
				s.bulletSlope = 5
				isLine := fixed.Fixed(1)
				if kind == thingIntercept {
					isLine = 0
				}
				want := globals{s.opening, 5, gridOf(&s.lv.Blockmap)}
				frac := func(n int) fixed.Fixed { return fixed.Fixed(1000 + n) }
				s.intercepts = s.intercepts[:0]
				for n := 1; n <= count; n++ {
					s.addIntercept(intercept{frac(n), kind | uint32(n)})
					if !overruns {
						continue
					}
					switch n { // the entry behind the 129th is the first that overruns
					case 131:
						want.opening.lowFloor, want.opening.bottom = frac(n), isLine
					case 132:
						want.opening.height = frac(n)
					case 143:
						want.bulletSlope = isLine
					case 148:
						want.blocks.width = int32(isLine)
					case 149:
						want.blocks.originX, want.blocks.originY = frac(n), isLine
					case 150:
						want.blocks.height = things
					}
				}
				if got := (globals{s.opening, s.bulletSlope, s.blocks}); got != want || len(s.intercepts) != count {
					t.Errorf("overruns %v, %d crossings of kind %x: %+v and %d in the list, want %+v",
						overruns, count, kind, got, len(s.intercepts), want)
				}
			}
		}
	}
}

// railed returns a room with a rail between its two sectors.
func railed() room {
	r := newRoom()
	put16(r.Linedefs[14*6+4:], int(level.LineTwoSided|level.LineBlocking))
	return r
}

// Later lines of the same move are tested against the overwritten box, so the rail does
// not stop a player who touches ten special lines before it.
func TestARailBehindTenSpecialLinesStopsNobody(t *testing.T) {
	for _, overruns := range []bool{true, false} {
		for count := 7; count <= 15; count++ {
			r := railed()
			r.AddLines(count, [2]int{200, 128}, [2]int{320, 128}, 97, 99, 0)
			s := alone(t, r)
			s.Overruns = overruns
			passes := s.tryMove(s.body(0), 250*unit, 128*unit)
			if want := overruns && count >= 10; passes != want {
				t.Errorf("overruns %v, %d lines: the player passes: %v, want %v", overruns, count, passes, want)
			}
		}
	}
}

// diagonals starts a game in a room with things and count special lines from (400, 400)
// to (500, 500), in the sector with a floor at 80. A thing in between, near the
// coordinates that the lines' addresses stand for, touches all of them in turn whatever
// they overwrite.
func diagonals(t *testing.T, count int, overruns bool, things ...wadtest.Thing) *session {
	t.Helper()
	const dx, dy = 64, 320
	const first, last = 7, 206 // the lines that are added; the first ones are used
	r := newRoom(things...).sector(1, 80, 128, 0, 0)
	r.AddLines(last-first+1, [2]int{400 - dx, 400 - dy}, [2]int{500 - dx, 500 - dy}, 97, 99, 1)
	r.Move(dx, dy)
	s := alone(t, r)
	s.Overruns = overruns
	order := make([]int32, 0, count)
	for i := int32(first); len(order) < count; i++ {
		order = append(order, i)
	}
	// High line numbers set top and right, low ones bottom and left, so that the box is
	// not inside out.
	for n, line := range map[int]int32{9: last, 12: last - 1} {
		if count >= n {
			order[n-1] = line
		}
	}
	bm := &s.lv.Blockmap
	for i := range bm.First { // every block has the same list
		bm.First[i] = int32(i * len(order))
	}
	bm.Lines = slices.Repeat(order, len(bm.First)-1)
	return s
}

// A floor that does not crush hurts a thing that touches thirteen special lines.
func TestFloorHurtsThingsThatTouchThirteenSpecialLines(t *testing.T) {
	for _, overruns := range []bool{true, false} {
		for count := 8; count <= 16; count++ {
			s := diagonals(t, count, overruns, thing(edImp, 448-64, 448-320, 0))
			imp := s.the(info.MobjTroop)
			s.LevelTime = 4
			held := s.changeSector(1, false)
			hurt := imp.Health < 60
			if want := overruns && count >= 13; hurt != want || !held || len(s.spechit) != count {
				t.Errorf("overruns %v, %d lines: the imp is hurt: %v, want %v; the floor is held: %v; %d touched",
					overruns, count, hurt, want, held, len(s.spechit))
			}
		}
	}
}

// A thing that fits and touches fourteen special lines lets the floor go on, although
// another thing does not fit.
func TestThingThatTouchesFourteenSpecialLinesReleasesTheFloor(t *testing.T) {
	const edStimpack = 2011
	for _, overruns := range []bool{true, false} {
		for count := 8; count <= 16; count++ {
			// A block's list begins with the last thing added: first comes the imp, which
			// does not fit, and then the item, which does.
			s := diagonals(t, count, overruns, thing(edStimpack, 448-64, 448-320, 0), thing(edImp, 500-64, 440-320, 0))
			if held, want := s.changeSector(1, false), !overruns || count < 14; held != want {
				t.Errorf("overruns %v, %d lines: the floor is held: %v, want %v", overruns, count, held, want)
			}
		}
	}
}

// shootAcross starts a game in a railed room and makes its player shoot across a number
// of lines, and itself, before the shot reaches the block of the rail.
func shootAcross(t *testing.T, lines int, overruns bool) *session {
	t.Helper()
	r := railed()
	r.AddLines(lines, [2]int{200, 100}, [2]int{200, 156}, 0, 0, 0)
	s := alone(t, r)
	s.Overruns = overruns
	body := s.body(0)
	s.aimLineAttack(body, body.Angle, 1024*unit)
	const others = 3 // the player, the rail and the wall
	if n := len(s.intercepts); n != lines+others && !(overruns && n >= 148) {
		t.Fatalf("the shot crosses %d lines and things, want %d", n, lines+others)
	}
	return s
}

// A shot across 148 lines and things changes the blockmap for the rest of the level, and
// walls no longer stop the player. The next level has its own blockmap.
func TestAShotAcrossTooManyLinesTakesTheWallsAway(t *testing.T) {
	for _, overruns := range []bool{true, false} {
		for lines := 138; lines <= 152; lines++ {
			s := shootAcross(t, lines, overruns)
			body := s.body(0)
			passes := s.tryMove(body, 250*unit, 128*unit)
			if want := overruns && lines+3 >= 148; passes != want {
				t.Errorf("overruns %v, %d lines: the player passes: %v, want %v", overruns, lines, passes, want)
			}
			s.run(5)
			if err := s.loadLevel(1); err != nil {
				t.Fatal(err)
			}
			if s.tryMove(s.body(0), 250*unit, 128*unit) {
				t.Errorf("%d lines: the rail stops nobody in the next level", lines)
			}
		}
	}
}

// An overrun blockmap is part of the state: a restored game goes on identically, and the
// thing lists stay intact.
func TestAnOverrunBlockmapIsRestored(t *testing.T) {
	for _, lines := range []int{131, 148, 149, 150, 160} {
		s := shootAcross(t, lines, true)
		s.cmds[0] = lockstep.Ticcmd{Forward: 50, Buttons: lockstep.ButtonAttack}
		s.run(3)
		var snap Snapshot
		s.Snapshot(&snap)
		if why := snap.Fault(); why != "" {
			t.Fatalf("%d lines: the snapshot is refused: %s", lines, why)
		}
		decoded, err := s.content.Decode(snap.Encode(nil, Seal{}), Seal{})
		if err != nil {
			t.Fatal(err)
		}
		twin := begin(t, s.content, Params{Skill: 2, Episode: 1, Map: 1, Players: [MaxPlayers]bool{true}})
		if err := twin.Restore(decoded); err != nil {
			t.Fatal(err)
		}
		twin.cmds = s.cmds
		for range 70 {
			s.run(1)
			twin.run(1)
			if s.Hash() != twin.Hash() {
				t.Fatalf("%d lines: tic %d differs in the game that was restored", lines, s.GameTic)
			}
		}
		if !twin.Overruns || twin.blocks != s.blocks {
			t.Errorf("%d lines: the restored game's blockmap is %+v, overruns %v", lines, twin.blocks, twin.Overruns)
		}
	}
}

// Without overruns, a state may hold only the map's own blockmap.
func TestAStateWithAnotherBlockmapIsRefused(t *testing.T) {
	for _, overruns := range []bool{true, false} {
		for _, grid := range []blockGrid{
			{width: 1, height: 15}, {width: 1, height: 16}, {width: 2, height: 5},
			{width: -1, height: 3}, {width: 0, height: -1},
		} {
			s := alone(t, newRoom())
			s.Overruns, s.blocks = overruns, grid
			var snap Snapshot
			s.Snapshot(&snap)
			if fine, want := snap.Fault() == "", overruns && grid.width == 1 && grid.height == 15; fine != want {
				t.Errorf("overruns %v: a blockmap of %+v is taken: %v", overruns, grid, fine)
			}
		}
	}
}

// Later floors around a sector are compared with the 22nd higher one.
func TestFloorsAfterThe22ndAreComparedWithIt(t *testing.T) {
	for _, overruns := range []bool{true, false} {
		for count := 19; count <= 24; count++ {
			s := alone(t, newRoom().sector(1, 64, 128, 0, 0))
			s.Overruns = overruns
			s.lv.Sectors[0].Lines = nil
			add := func(height int) { // a neighbour of its own
				line := int32(len(s.lv.Lines))
				s.lv.Lines = append(s.lv.Lines, level.Line{Flags: level.LineTwoSided, Front: 0, Back: int32(len(s.Sectors))})
				s.Sectors = append(s.Sectors, Sector{FloorHeight: fixed.Fixed(height) * unit})
				s.lv.Sectors[0].Lines = append(s.lv.Sectors[0].Lines, line)
			}
			for range count {
				add(64)
			}
			add(8) // the lowest, in the end
			want := 8
			if overruns && count >= 22 {
				want = 64
			}
			s.wantUnits("the next floor", s.nextFloorAround(0, 0), want)
		}
	}
}
