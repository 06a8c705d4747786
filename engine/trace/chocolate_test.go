package trace

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"doomhost/engine/demo"
	"doomhost/engine/sim"
	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// judged makes a room one over Freedoom, as MAP01 of a PWAD.
func judged(m *wadtest.Map) []byte {
	for _, name := range [][2]string{{"WALL1", "STARTAN2"}, {"FLOOR1", "FLOOR4_8"}, {"CEIL1", "CEIL3_5"}} {
		old, now := wadtest.Name(nil, name[0]), wadtest.Name(nil, name[1])
		m.Sidedefs = bytes.ReplaceAll(m.Sidedefs, old, now)
		m.Sectors = bytes.ReplaceAll(m.Sectors, old, now)
	}
	w := &wadtest.WAD{PWAD: true}
	w.AddMap("MAP01", m)
	return w.Bytes()
}

// A floor of this kind kills the player in some seconds, and ends the level.
const endsLevel = 11

// sectorSpecial gives a sector a kind and a tag.
func sectorSpecial(m *wadtest.Map, sector, special, tag int) {
	copy(m.Sectors[26*sector+22:], wadtest.Int16(nil, special, tag))
}

// tics is a demo of a game for one: so many tics of each ticcmd.
type tics []struct {
	n   int
	cmd lockstep.Ticcmd
}

func (t tics) demo() *demo.Demo {
	d := &demo.Demo{Params: sim.Params{Skill: 2, Episode: 1, Map: 1, Players: [sim.MaxPlayers]bool{true}}}
	for _, part := range t {
		for range part.n {
			d.Tics = append(d.Tics, [sim.MaxPlayers]lockstep.Ticcmd{part.cmd})
		}
	}
	return d
}

// outcome is how a level ended: after so many seconds, 0 where it did not, with so
// many kills.
type outcome struct{ seconds, kills int }

// Chocolate Doom plays what we play: whether the player gets past a rail, to a floor
// that ends the level, and when.
func TestChocolateDoomJudgesWhoGetsPastARail(t *testing.T) {
	program := chocolateDoom(t)
	for _, test := range []struct {
		name           string
		special, lines int // touched; shot across, besides the player, the rail and a wall
		passes         bool
	}{
		{"nothing", 0, 0, false},
		{"9 special lines", 9, 0, false},
		{"10 special lines", 10, 0, true},
		{"16 special lines", 16, 0, true},
		{"a shot across 147", 0, 144, false},
		{"a shot across 148", 0, 145, true},
		{"a shot across 149", 0, 147, true}, // those behind are outside
		{"a shot across 160", 0, 159, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := wadtest.Room()
			const blocking = 1
			m.Linedefs[14*6+4] |= blocking
			sectorSpecial(m, 1, endsLevel, 0)
			if test.special > 0 {
				m.AddLines(test.special, [2]int{200, 128}, [2]int{320, 128}, 97, 99, 0)
			}
			if test.lines > 0 {
				m.AddLines(test.lines, [2]int{200, 100}, [2]int{200, 156}, 0, 0, 0)
			}
			program.judge(t, judged(m), tics{
				{35, lockstep.Ticcmd{}}, {8, lockstep.Ticcmd{Buttons: lockstep.ButtonAttack}}, {35, lockstep.Ticcmd{}},
				{20, lockstep.Ticcmd{Forward: 25}}, {300, lockstep.Ticcmd{}},
			}.demo(), func(with, without outcome) bool { return with.seconds > 0 == test.passes && without.seconds == 0 })
		})
	}
}

// Chocolate Doom plays what we play: whether a monster is killed by a floor that does
// not hurt, while it touches special lines.
func TestChocolateDoomJudgesWhoIsCrushed(t *testing.T) {
	program := chocolateDoom(t)
	for count := 8; count <= 14; count++ {
		t.Run(strconv.Itoa(count), func(t *testing.T) {
			t.Parallel()
			const (
				dx, dy          = 64, 320
				zombie          = 3004
				first, last     = 8, 207 // of the special lines
				trigger, raises = 7, 5   // a line that raises a floor
			)
			m := wadtest.Room(wadtest.Thing{X: 448 - dx, Y: 448 - dy, Type: zombie, Options: 15})
			copy(m.Sectors[26:], wadtest.Int16(nil, 64)) // 8 lower than a zombie has room for
			sectorSpecial(m, 0, endsLevel, 0)
			sectorSpecial(m, 1, 0, 1)
			m.AddLines(1, [2]int{160, 0}, [2]int{160, 256}, raises, 1, 0)
			m.AddLines(last-first+1, [2]int{400 - dx, 400 - dy}, [2]int{500 - dx, 500 - dy}, 97, 99, 1)
			// All blocks share one list. The lines that the box's top and right come from
			// have high numbers, those of bottom and left low ones: it keeps its sides.
			special := make([]int, count)
			for i := range special {
				special[i] = first + i
			}
			for n, line := range map[int]int{9: last, 12: last - 1} {
				if count >= n {
					special[n-1] = line
				}
			}
			const blocks = 15
			m.Blockmap = m.Blockmap[:8]
			for range blocks {
				m.Blockmap = wadtest.Int16(m.Blockmap, 4+blocks)
			}
			m.Blockmap = wadtest.Int16(wadtest.Int16(m.Blockmap, 0), special...)
			m.Blockmap = wadtest.Int16(m.Blockmap, trigger, 6, 5, 4, 3, 2, 1, 0, -1)
			m.Move(dx, dy)
			kills := 0
			if count >= 13 {
				kills = 1
			}
			program.judge(t, judged(m),
				tics{{10, lockstep.Ticcmd{}}, {10, lockstep.Ticcmd{Forward: 25}}, {280, lockstep.Ticcmd{}}}.demo(),
				func(with, without outcome) bool {
					return with.seconds > 0 && with.kills == kills && without.seconds > 0 && without.kills == 0
				})
		})
	}
}

// Chocolate Doom plays what we play: where a line says that it has two sides and has
// one, monsters see nobody, with overruns or without.
func TestChocolateDoomJudgesSightThroughALineWithoutABack(t *testing.T) {
	const chaingunner, west = 65, 180
	var monsters []wadtest.Thing
	for y := 32; y < 256; y += 48 {
		monsters = append(monsters, wadtest.Thing{X: 320, Y: y, Angle: west, Type: chaingunner, Options: 7})
	}
	for name, seen := range map[string]bool{"with a back": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := wadtest.Room(monsters...)
			sectorSpecial(m, 0, endsLevel, 0)
			if !seen {
				copy(m.Linedefs[14*6+12:], wadtest.Int16(nil, -1))
				copy(m.Segs[2*12:3*12], m.Segs[12:2*12]) // nor has the other side a seg
			}
			chocolateDoom(t).judge(t, judged(m), tics{{600, lockstep.Ticcmd{}}}.demo(), func(with, without outcome) bool {
				return with.seconds > 0 && (with.seconds < 3) == seen && with == without
			})
		})
	}
}

// Chocolate Doom plays what we play: how far a floor rises among many higher ones, the
// last of which is the lowest.
func TestChocolateDoomJudgesTheNextFloor(t *testing.T) {
	for count := 20; count <= 22; count++ { // a 23rd, and it refuses to go on
		t.Run(strconv.Itoa(count), func(t *testing.T) {
			t.Parallel()
			const (
				rises        = 119 // to the next higher floor
				high, lowest = 64, 8
			)
			m := wadtest.Room()
			sectorSpecial(m, 0, 0, 1)
			sectorSpecial(m, 1, endsLevel, 0)
			copy(m.Sectors[26:], wadtest.Int16(nil, high)) // the first one
			m.AddLines(1, [2]int{160, 0}, [2]int{160, 256}, rises, 1, 0)
			m.AddLines(count, [2]int{20, 20}, [2]int{20, 24}, 0, 0, 0)
			for i := range count {
				line, back, sector := 8+i, len(m.Sidedefs)/30, len(m.Sectors)/26
				floor := high
				if i == count-1 {
					floor = lowest
				}
				m.Sectors = append(m.Sectors, m.Sectors[:26]...)
				copy(m.Sectors[26*sector:], wadtest.Int16(nil, floor))
				sectorSpecial(m, sector, 0, 0)
				m.Sidedefs = append(m.Sidedefs, m.Sidedefs[30*7:30*8]...)
				copy(m.Sidedefs[30*back+28:], wadtest.Int16(nil, sector))
				copy(m.Linedefs[14*line+12:], wadtest.Int16(nil, back))
			}
			m.Reject = make([]byte, 200)
			walk := lockstep.Ticcmd{Forward: 25}
			chocolateDoom(t).judge(t, judged(m),
				tics{{10, lockstep.Ticcmd{}}, {12, walk}, {100, lockstep.Ticcmd{}}, {30, walk}, {300, lockstep.Ticcmd{}}}.demo(),
				func(with, without outcome) bool { return with.seconds > 0 == (count >= 22) && without.seconds == 0 })
		})
	}
}

// judge plays a demo with and without overruns, and in Chocolate Doom, which must come
// to what we come to with them. expected says whether that is what the test means to show.
func (c chocolate) judge(t *testing.T, pwad []byte, d *demo.Demo, expected func(with, without outcome) bool) {
	t.Helper()
	with, without := play(t, pwad, d, true), play(t, pwad, d, false)
	if !expected(with, without) {
		t.Errorf("with overruns %+v, without %+v", with, without)
	}
	if got := c.play(t, pwad, d); got != with {
		t.Errorf("Chocolate Doom comes to %+v, we with overruns to %+v", got, with)
	}
}

// play is how a demo's level ends here.
func play(t *testing.T, pwad []byte, d *demo.Demo, overruns bool) outcome {
	t.Helper()
	content, _, err := Content([]*wad.File{
		testwads.Open(t, "freedoom2.wad", testwads.IWAD(t, "freedoom2")), testwads.Open(t, "judged.wad", pwad),
	})
	if err != nil {
		t.Fatal(err)
	}
	in := FromDemo(d)
	in.Params.Overruns = overruns
	g, err := sim.New(content, in.Params)
	if err != nil {
		t.Fatal(err)
	}
	for i := range in.Tics {
		if err := g.Tic(&in.Tics[i].Cmds, in.Tics[i].Mask); err != nil {
			t.Fatal(err)
		}
		if g.Phase != sim.PhaseLevel {
			return outcome{int(g.LevelTime / sim.TicRate), int(g.Players[0].KillCount)}
		}
	}
	return outcome{}
}

// chocolate is the program that judges.
type chocolate string

// chocolateDoom finds Chocolate Doom, which scripts/testdeps.sh installs.
func chocolateDoom(t *testing.T) chocolate {
	t.Helper()
	for _, path := range []string{"chocolate-doom", "/usr/games/chocolate-doom"} {
		if found, err := exec.LookPath(path); err == nil {
			return chocolate(found)
		}
	}
	t.Fatal("Chocolate Doom is not installed: run scripts/testdeps.sh")
	return ""
}

// play is how a demo's level ends in Chocolate Doom, by the statistics that it writes.
func (c chocolate) play(t *testing.T, pwad []byte, d *demo.Demo) outcome {
	t.Helper()
	dir := t.TempDir()
	lmp, err := d.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	stats := filepath.Join(dir, "stats.txt")
	for name, data := range map[string][]byte{"judged.wad": pwad, "judged.lmp": lmp, "doom.cfg": nil, "more.cfg": nil} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	iwad := testwads.Path(t, "freedoom2")
	cmd := exec.Command(string(c), "-iwad", iwad, "-file", "judged.wad", "-timedemo", "judged.lmp", "-statdump", stats,
		"-config", "doom.cfg", "-extraconfig", "more.cfg", "-nodraw", "-nosound", "-nogui")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy", "HOME="+dir, "XDG_DATA_HOME="+dir)
	// A demo that was timed ends with an error.
	out, err := cmd.CombinedOutput()
	played := "timed " + strconv.Itoa(len(d.Tics)) + " gametics"
	if !bytes.Contains(out, []byte(played)) {
		t.Fatalf("Chocolate Doom did not say %q: %v\n%s", played, err, out)
	}
	said, err := os.ReadFile(stats)
	if err != nil {
		t.Fatal(err)
	}
	if len(said) == 0 {
		return outcome{}
	}
	number := func(pattern string) int {
		found := regexp.MustCompile(pattern).FindSubmatch(said)
		if found == nil {
			t.Fatalf("Chocolate Doom's statistics say no %s:\n%s", pattern, said)
		}
		n, err := strconv.Atoi(string(found[1]))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return outcome{60*number(`Time: (\d+):`) + number(`Time: \d+:(\d+)`), number(`Kills: (\d+)`)}
}
