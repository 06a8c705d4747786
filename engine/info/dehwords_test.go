package info

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// As in the reference, any white space separates words.
func TestWordsSeparatedByTabs(t *testing.T) {
	tables := patched(t, strings.NewReplacer(" = ", "\t=\t", "_", "\t").Replace(`Misc_0
Initial_Health = 77

Thing_1_(Player)
Hit_points = 50

Frame__5
Duration = 9

Pointer_4_(Frame_6)
Codep Frame = 22

Text_8_5
Berserk!Punch

[PARS]
par_1_99
[CODEPTR]
FRAME_9 = Punch
`))
	if tables.Misc.InitialHealth != 77 || tables.Mobjs[0].SpawnHealth != 50 || tables.States[5].Tics != 9 ||
		tables.States[6].Action != ActFireShotgun || tables.Text(StrGotberserk) != "Punch" || tables.Pars.Doom2[1] != 99 ||
		tables.States[9].Action != ActPunch {
		t.Errorf("%d %d %d %d %q %d %d", tables.Misc.InitialHealth, tables.Mobjs[0].SpawnHealth, tables.States[5].Tics,
			tables.States[6].Action, tables.Text(StrGotberserk), tables.Pars.Doom2[1], tables.States[9].Action)
	}
}

// A patch has the same meaning with any line ends, and with a UTF-8 byte order mark; a
// text that contains a line end keeps its length.
func TestLineEnds(t *testing.T) {
	const sections = "Text 8 6\nBerserk!Hit\nit\n\nThing 1\nHit points = 50\nFly = 1\n"
	for name, end := range map[string]string{"LF": "\n", "CRLF": "\r\n", "CR": "\r", "CRCRLF": "\r\r\n"} {
		for _, mark := range []string{"", "\xef\xbb\xbf"} {
			tables := New()
			w, err := tables.ApplyDehacked([]byte(mark + strings.ReplaceAll(head+sections, "\n", end)))
			if err != nil || len(w) != 1 || !strings.Contains(w[0], `line 11: field "Fly"`) {
				t.Errorf("%s: %v, warnings %q", name, err, w)
			}
			if tables.Text(StrGotberserk) != "Hit\nit" || tables.Mobjs[0].SpawnHealth != 50 {
				t.Errorf("%s: %q, %d", name, tables.Text(StrGotberserk), tables.Mobjs[0].SpawnHealth)
			}
		}
	}
	for _, mark := range []string{"\xff\xfeP\x00a\x00", "\xfe\xff\x00P\x00a"} {
		if _, err := New().ApplyDehacked([]byte(mark)); !errors.Is(err, ErrPatchUTF16) {
			t.Errorf("%q: %v", mark, err)
		}
	}
}

// Texts that are names of lumps replace lumps, singly or through the formats for the
// names of many.
func TestTextRenamesLumps(t *testing.T) {
	tables := patched(t, "Text 8 7\nTITLEPICMYTITLE\n\nText 5 5\nDEMO1other\n\nText 4 6\nSKY1MYSKY1\n\nText 8 9\nSTTNUM%dXTTNUMY%d\n\nText 7 4\nSW1EXITSWMY\n\nText 7 7\nNUKAGE1ACIDXX1\n")
	for name, want := range map[string]string{
		"TITLEPIC": "MYTITLE", "DEMO1": "other", "demo1": "other", "SKY1": "MYSKY1", "SKY2": "SKY2", "SW1EXIT": "SWMY", "NUKAGE1": "ACIDXX1",
	} {
		if got := tables.Lump(name); got != want {
			t.Errorf("in the place of %s is %s, want %s", name, got, want)
		}
	}
	if got := tables.LumpPrefix("STTNUM%d"); got != "XTTNUMY" {
		t.Errorf("tall figures begin with %s", got)
	}
	if got := tables.LumpPrefix("STYSNUM%d"); got != "STYSNUM" {
		t.Errorf("small figures begin with %s", got)
	}
	if got := New().Lump("TITLEPIC"); got != "TITLEPIC" {
		t.Errorf("another game's title is %s", got)
	}
	patched(t, "Text 8 9\nTITLEPICNINELETTS\n\nText 8 8\nSTTNUM%dXTTNUM%s\n\nText 8 6\nSTTNUM%dNUMBER\n", "1 to 8 letters", `"XTTNUM%s" must have the same figures, %d`, `"NUMBER"`)
}

func TestSoundsAndMusicTakeOtherNames(t *testing.T) {
	tables := patched(t, "[SOUNDS]\nPISTOL = bow\nnosuch = x\n[MUSIC]\ne1m1 = mysong\nnosuch = x\n", `sound "nosuch"`, `music "nosuch"`)
	if tables.Sounds[SoundPistol].Name != "bow" || tables.Music[MusicE1m1] != "mysong" {
		t.Errorf("%q, %q", tables.Sounds[SoundPistol].Name, tables.Music[MusicE1m1])
	}
}

// Warnings name the port of a foreign feature, and appear once for each kind, with the
// number of repetitions.
func TestEachKindOfWarningAppearsOnce(t *testing.T) {
	patched(t, `Cheat 0
Change music = idmus

Cheat 0
Chainsaw = idchoppers

Thing 150
Hit points = 5

Thing 1
Bits = FRIEND
MBF21 Bits = RIP
Fly = 1

Thing 2
Bits = FRIEND | TRANSLUCENT
Fly = 1

Frame 5
Args1 = 4

INCLUDE other.deh
[HELPER]
type = 5
[CODEPTR]
FRAME 5 = Mushroom
FRAME 6 = A_Mushroom
FRAME 7 = WeaponProjectile
`,
		"line 5: section Cheat: what one types for cheats cannot change here (and 1 more of the kind)",
		"line 11: needs DEHEXTRA: number 150",
		`line 15: needs MBF: flag "FRIEND" is left out (and 1 more of the kind)`,
		`line 16: needs MBF21: field "MBF21 Bits" is left out`,
		`line 17: field "Fly" is not known (and 1 more of the kind)`,
		`line 20: needs Boom: flag "TRANSLUCENT"`,
		`line 24: needs MBF21: field "Args1"`,
		`line 26: INCLUDE "other.deh"`,
		"line 27: needs MBF: section [HELPER]",
		`line 30: needs MBF: code pointer "Mushroom" is left out (and 1 more of the kind)`,
		`line 32: needs MBF21: code pointer "WeaponProjectile"`,
	)
}

// The tables of ports are looked up in upper case.
func TestPortWordsAreUpperCase(t *testing.T) {
	for _, words := range []map[string]string{portPointers, portFlags, portFields} {
		if len(words) == 0 {
			t.Fatal("no words")
		}
		for word := range words {
			if word != strings.ToUpper(word) {
				t.Errorf("%s would never be found", word)
			}
		}
	}
	for _, name := range actionNames {
		if _, ok := portPointers[strings.ToUpper(name)]; ok {
			t.Errorf("%s is Doom's own", name)
		}
	}
	if !slices.ContainsFunc(lumpTexts[:], func(s string) bool { return s == "TITLEPIC" }) {
		t.Error("no title")
	}
}
