package engine

import (
	"slices"
	"testing"

	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

// spriteWarnings loads an add-on over a game and returns what is said of sprites that
// no WAD has.
func spriteWarnings(t *testing.T, game string, add *wadtest.WAD) []string {
	t.Helper()
	wads := []WAD{{Name: game + ".wad", Data: testwads.IWAD(t, game)}}
	if add != nil {
		wads = append(wads, WAD{Name: "add.wad", Data: add.Bytes()})
	}
	c, err := Load("test", wads...)
	if err != nil {
		t.Fatal(err)
	}
	return spriteFaults(c.sim.Set, c.sim)
}

// Whole games lack nothing of what is on their maps; what only other games have is
// not missed.
func TestFreedoomLacksNoSprites(t *testing.T) {
	for _, game := range []string{"freedoom1", "freedoom2", "freedm"} {
		if f := spriteWarnings(t, game, nil); len(f) != 0 {
			t.Errorf("%s: %q", game, f)
		}
	}
}

// A thing on a map whose sprite no WAD has is named, with what it makes in its turn:
// a revenant in a game that has none, its missile and the smoke behind that. So is a
// sprite that a patch brings into play, frame by frame. Each is named once.
func TestMissingSpritesAreNamed(t *testing.T) {
	const revenant, barrel = 66, 2035
	w := &wadtest.WAD{PWAD: true}
	things := []wadtest.Thing{{X: 300, Y: 140, Type: revenant, Options: 7}, {X: 300, Y: 100, Type: barrel, Options: 7}}
	w.AddMap("E1M1", wadtest.Room(append(things, things...)...))
	w.Add("DEHACKED", []byte("Patch File for DeHackEd v3.0\nDoom version = 19\nPatch format = 6\n\n"+
		// A barrel's first frame is the pistol's twelfth from then on.
		"Frame 806\nSprite subnumber = 11\n")...)
	got := spriteWarnings(t, "freedoom1", w)
	want := []string{
		"sprite BAR1: no WAD has its frame L", "sprite FATB: no WAD has it", "sprite FBXP: no WAD has it",
		"sprite SKEL: no WAD has it",
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What is missed stands among the content's warnings.
func TestMissingSpritesAreAmongTheWarnings(t *testing.T) {
	w := &wadtest.WAD{PWAD: true}
	w.AddMap("E1M1", wadtest.Room(wadtest.Thing{X: 300, Y: 140, Type: 66, Options: 7}))
	game := WAD{Name: "freedoom1.wad", Data: testwads.IWAD(t, "freedoom1")}
	c, err := Load("test", game, WAD{Name: "add.wad", Data: w.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, warning := range c.Warnings {
		if warning == "sprite SKEL: no WAD has it" {
			count++
		}
	}
	if count != 1 {
		t.Errorf("warnings: %q", c.Warnings)
	}
}

func BenchmarkSpriteFaults(b *testing.B) {
	c, err := Load("test", WAD{Name: "freedoom2.wad", Data: testwads.IWAD(b, "freedoom2")})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		spriteFaults(c.sim.Set, c.sim)
	}
}
