package info

import (
	_ "embed"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// iwadPatch is like the patches in free IWADs: frames of DeHackEd, texts and par times of
// Boom.
//
//go:embed testdata/iwad.deh
var iwadPatch []byte

const head = "Patch File for DeHackEd v3.0\nDoom version = 19\nPatch format = 6\n\n"

// patched applies a patch's sections after the usual header. The warnings must match
// those wanted in number, and each must contain its text.
func patched(t *testing.T, sections string, warnings ...string) *Tables {
	t.Helper()
	tables := New()
	got, err := tables.ApplyDehacked([]byte(head + sections))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(warnings) {
		t.Fatalf("warnings %q, want %q", got, warnings)
	}
	for i, want := range warnings {
		if !strings.Contains(got[i], want) {
			t.Errorf("warning %q, want one with %q", got[i], want)
		}
	}
	checkReferences(t, tables)
	return tables
}

func TestIwadPatch(t *testing.T) {
	tables := New()
	warnings, err := tables.ApplyDehacked(iwadPatch)
	if err != nil || len(warnings) != 0 {
		t.Fatalf("%v, warnings %q", err, warnings)
	}
	for _, frame := range []StateID{185, 419, 685, 687, 689} {
		if got := tables.States[frame].Frame; got != FrameFullBright|5 {
			t.Errorf("frame %d draws %#x", frame, got)
		}
	}
	for id, want := range map[StringID]string{
		StrGotarmor:  "Some armour.",
		StrHustrE1m1: "C1M1: Yard",
		StrHustr32:   "MAP32: End",
		StrPhustr1:   "MAP01",
		StrE1text:    "Out of the yard.\n\nOn you go,\n\"deeper\" down.",
		StrBgflate1:  "AQF051",
		StrCcHero:    "you",
		StrGotmega:   New().Strings[StrGotmega],
	} {
		if got := tables.Text(id); got != want {
			t.Errorf("%s is %q, want %q", stringSymbols[id], got, want)
		}
	}
	for _, c := range []struct {
		mission        Mission
		episode, level int
		want           int32
	}{
		{MissionUltimate, 1, 1, 33}, {MissionUltimate, 1, 2, 120}, {MissionDoom2, 1, 3, 90},
		// 0 keeps Doom's.
		{MissionUltimate, 3, 5, 90}, {MissionDoom2, 1, 32, 30},
	} {
		if got := tables.ParTime(c.mission, c.episode, c.level); got != c.want {
			t.Errorf("par of %v %d %d is %d, want %d", c.mission, c.episode, c.level, got, c.want)
		}
	}
}

func TestThingSection(t *testing.T) {
	tables := patched(t, `Thing 2 (Trooper)
ID # = 4001
Initial frame = 175
Hit points = 25
First moving frame = 177
Alert sound = 37
Reaction time = 9
Attack sound = 2
Injury frame = 188
Pain chance = 201
Pain sound = 26
Close attack frame = 184
Far attack frame = 185
Death frame = 190
Exploding frame = 195
Death sound = 60
Speed = 655360
Width = 1048576
Height = 2097152
Mass = 50
Missile damage = 3
Action sound = 76
Bits = 4194311
Respawn frame = 204
`)
	want := Mobj{4001, 175, 25, 177, 37, 9, 2, 188, 201, 26, 184, 185, 190, 195, 60,
		10 << 16, 16 << 16, 32 << 16, 50, 3, 76, FlagSpecial | FlagSolid | FlagShootable | FlagCountkill, 204}
	if got := tables.Mobjs[MobjPossessed]; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestThingBitsByName(t *testing.T) {
	tables := patched(t, "Thing 1\nBits = SOLID + SHOOTABLE|TRANSLATION2+WINGED\n", `flag "WINGED"`)
	if got := tables.Mobjs[MobjPlayer].Flags; got != FlagSolid|FlagShootable|2<<FlagTranslationShift {
		t.Errorf("flags %#x", got)
	}
	// The same bits may be written with and without a sign.
	if got := patched(t, "Thing 1\nBits = -2147483648\n").Mobjs[0].Flags; got != 1<<31 {
		t.Errorf("flags %#x", got)
	}
	if got := patched(t, "Thing 1\nBits = 2147483650\n").Mobjs[0].Flags; got != 1<<31|FlagSolid {
		t.Errorf("flags %#x", got)
	}
}

func TestFrameSection(t *testing.T) {
	tables := patched(t, "Frame 185\nSprite number = 30\nSprite subnumber = 32773\nDuration = 7\nNext frame = 0\nUnknown 1 = 5\nUnknown 2 = 6\n")
	if got, want := tables.States[185], (State{30, 32773, 7, ActPosAttack, 0, 5, 6}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestPointerSectionsTakeDoomsOwnActions(t *testing.T) {
	// Frame 5 gets the action that frame 6 had, not the one that it has by now.
	tables := patched(t, "Pointer 4 (Frame 6)\nCodep Frame = 22\n\nPointer 0 (Frame 5)\nCodep Frame = 6\n\nPointer 0\nCodep Frame = 0\n")
	if tables.States[6].Action != ActFireShotgun || tables.States[5].Action != ActPunch || tables.States[StateLightdone].Action != ActNone {
		t.Errorf("actions %d, %d, %d", tables.States[6].Action, tables.States[5].Action, tables.States[StateLightdone].Action)
	}
	tables = patched(t, "[CODEPTR]\nFRAME 5 = Punch\nFRAME 6 = A_ReFire\nFrame 9 = NULL\nFRAME 10 = Sing\nFRAME 967 = Punch\n", `"Sing"`, `"FRAME 967"`)
	if tables.States[5].Action != ActPunch || tables.States[6].Action != ActReFire || tables.States[9].Action != ActNone {
		t.Error("[CODEPTR] is not what the frames do")
	}
}

func TestSoundAmmoWeaponMiscSections(t *testing.T) {
	tables := patched(t, `Sound 1
Offset = 12345
Zero/One = 1
Value = 99
Zero 1 = 0
Zero 2 = 5
Zero 3 = 6
Zero 4 = 0
Neg. One 1 = -1
Neg. One 2 = -1

Ammo 2 (Cells)
Max ammo = 400
Per ammo = 25

Weapon 3 (Chaingun)
Ammo type = 5
Deselect frame = 11
Select frame = 12
Bobbing frame = 13
Shooting frame = 14
Firing frame = 17

Misc 0
Initial Health = 1
Initial Bullets = 2
Max Health = 3
Max Armor = 4
Green Armor Class = 5
Blue Armor Class = 6
Max Soulsphere = 7
Soulsphere Health = 8
Megasphere Health = 9
God Mode Health = 10
IDFA Armor = 11
IDFA Armor Class = 12
IDKFA Armor = 13
IDKFA Armor Class = 14
BFG Cells/Shot = 15
Monsters Infight = 221

Cheat 0
No Clipping 1 = noclip
`, `line 6: field "Offset"`, `line 9: field "Zero 1" is an address in vanilla's program: it changes nothing here (and 1 more`, "Neg. One 1", "section Cheat")
	if got, want := tables.Sounds[SoundPistol], (Sound{"pistol", true, 99, 0, 5, 6}); got != want {
		t.Errorf("sound %+v, want %+v", got, want)
	}
	if tables.MaxAmmo != [4]int32{200, 50, 400, 50} || tables.ClipAmmo != [4]int32{10, 4, 25, 1} {
		t.Errorf("ammo %v, %v", tables.MaxAmmo, tables.ClipAmmo)
	}
	if got, want := tables.Weapons[WeaponChaingun], (Weapon{AmmoNone, 11, 12, 13, 14, 17}); got != want {
		t.Errorf("weapon %+v, want %+v", got, want)
	}
	if got, want := tables.Misc, (Misc{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, true}); got != want {
		t.Errorf("misc %+v, want %+v", got, want)
	}
}

func TestTextSection(t *testing.T) {
	tables := patched(t, "Text 8 5\nBerserk!Punch\n\nText 4 4\nTROOIMPX\n\nText 6 3\npistolbow\n\nText 4 6\ne1m1mysong\n\nText 4 5\nPOSSTOOLS\n", "four letters")
	if tables.Text(StrGotberserk) != "Punch" || tables.Sprites[SpriteTroo] != "IMPX" || tables.Sprites[SpritePoss] != "POSS" ||
		tables.Sounds[SoundPistol].Name != "bow" || tables.Music[MusicE1m1] != "mysong" {
		t.Errorf("%q %q %q %q", tables.Text(StrGotberserk), tables.Sprites[SpriteTroo], tables.Sounds[SoundPistol].Name, tables.Music[MusicE1m1])
	}
}

func TestTextSectionCountsALineEndAsOneByte(t *testing.T) {
	tables := patched(t, "Text 8 6\r\nBerserk!Hit\r\nit\r\n\r\nThing 1\r\nHit points = 50\r\n")
	if got := tables.Text(StrGotberserk); got != "Hit\nit" {
		t.Errorf("text %q", got)
	}
	if tables.Mobjs[MobjPlayer].SpawnHealth != 50 {
		t.Error("the section after the text is lost")
	}
}

func TestSpritesTakeOtherNames(t *testing.T) {
	tables := patched(t, "Sprite 0\nOffset = 151336\n\nSprite 1\nOffset = 4\n\n[SPRITES]\nPOSS = zomb\n2 = FIST\nNONE = ABCD\n",
		"offset 4", `sprite "NONE"`)
	if got := tables.Sprites; got[0] != "SHTG" || got[1] != "SHTG" || got[SpritePoss] != "ZOMB" || got[2] != "FIST" {
		t.Errorf("%q, %q", got[:3], got[SpritePoss])
	}
}

func TestWrongTextLengthsGiveWarnings(t *testing.T) {
	tables := patched(t, "Text 8 5\nBerserk!Punches\n", `Text 8 5: "es" is left over`)
	if got := tables.Text(StrGotberserk); got != "Punch" {
		t.Errorf("text %q", got)
	}
}

func TestWarningsNameTheLine(t *testing.T) {
	for _, c := range []struct{ patch, want string }{
		{"Thing 0\nHit points = 5\n", "line 5: number 0 is not from 1 to 137"},
		{"Thing 138\n", "line 5: needs DEHEXTRA: number 138 is higher than Doom's last, 137"},
		{"Frame 967\n", "line 5: needs DEHEXTRA: number 967"},
		{"Sound 109\n", "line 5: needs DEHEXTRA: number 109"},
		{"Frame 5\nNext frame = 967\n", "line 6: Next frame 967 is not from 0 to 966"},
		{"Frame 5\nNext frame = -1\n", "line 6: Next frame -1"},
		{"Frame 5\nSprite number = 138\n", "line 6: Sprite number 138"},
		{"Frame 5\nDuration = soon\n", `line 6: Duration: "soon" is not a number`},
		{"Frame 5\nColour = 4\n", `line 6: field "Colour" is not known`},
		{"Frame 5\nDuration\n", "line 6: \"Duration\" has no ="},
		{"Thing 5\nAlert sound = 109\n", "line 6: Alert sound 109"},
		{"Thing 5\nMass = 0\n", "line 6: Mass must not be 0"},
		{"Weapon 9\n", "line 5: number 9"},
		{"Weapon 1\nAmmo type = 4\n", "line 6: Ammo type 4"},
		{"Pointer 1 (Frame 967)\n", "line 5: number 967"},
		{"Pointer 5000\n", "line 5: pointer 5000"},
		{"Text 9\n", "line 5: Text \"9\""},
		{"Text 900 900\nshort\n", "line 5: Text 900 900 goes on behind the end"},
		{"Text 3 3\nabcdef\n", `line 5: text "abc" is not one of Doom's`},
		{"[PARS]\npar 5 1 30\n", "line 6: \"par 5 1 30\": there is no such level"},
		{"[PARS]\npar 33 30\n", "no such level"},
		{"[PARS]\npar many\n", "not a par time"},
		{"[STRINGS]\nGOTNOTHING = a\n", `line 6: text "GOTNOTHING" is not known`},
		{"[SPRITES]\nTROO = TOOLONG\n", "four letters"},
		{"[NEWS]\nx = y\n", `line 5: section "[NEWS]" is not known`},
		{"nonsense\n", `line 5: "nonsense" is in no section`},
	} {
		tables := patched(t, c.patch, c.want)
		if !reflect.DeepEqual(tables, New()) {
			t.Errorf("%q changed the tables", c.patch)
		}
	}
}

func TestSectionsNeedNoBlankLineBetween(t *testing.T) {
	tables := patched(t, "[PARS]\npar 1 99\n[STRINGS]\nGOTARMOR = one\\n\\\n   two\nThing 1\nHit points = 50\nFrame 5\nDuration = 9\n")
	if tables.Pars.Doom2[1] != 99 || tables.Text(StrGotarmor) != "one\ntwo" || tables.Mobjs[0].SpawnHealth != 50 || tables.States[5].Tics != 9 {
		t.Errorf("%d %q %d %d", tables.Pars.Doom2[1], tables.Text(StrGotarmor), tables.Mobjs[0].SpawnHealth, tables.States[5].Tics)
	}
}

func TestLaterPatchesGoOnTop(t *testing.T) {
	tables := New()
	for _, sections := range []string{"Text 8 5\nBerserk!First\n", "Text 8 6\nBerserk!Second\n"} {
		if w, err := tables.ApplyDehacked([]byte(head + sections)); err != nil || len(w) > 0 {
			t.Fatal(w, err)
		}
	}
	if got := tables.Text(StrGotberserk); got != "Second" {
		t.Errorf("text %q", got)
	}
}

func TestStatesThatWouldNeverEndGetATic(t *testing.T) {
	tables := patched(t, "Frame 97\nDuration = 0\n\nFrame 98\nDuration = 0\n", "would never end")
	if tables.States[97].Tics+tables.States[98].Tics != 1 {
		t.Errorf("tics %d, %d", tables.States[97].Tics, tables.States[98].Tics)
	}
}

func TestInputWithoutAPatchIsAnError(t *testing.T) {
	for _, b := range [][]byte{nil, {0}, []byte("hello\nworld\n"), {0x0c, 0x03, 0xff}} {
		tables := New()
		if w, err := tables.ApplyDehacked(b); !errors.Is(err, ErrNotPatch) || w != nil {
			t.Errorf("%q: %v, %v", b, w, err)
		}
		if !reflect.DeepEqual(tables, New()) {
			t.Errorf("%q changed the tables", b)
		}
	}
	if _, err := New().ApplyDehacked(make([]byte, maxPatch+1)); !errors.Is(err, ErrPatchTooLong) {
		t.Error(err)
	}
}

func TestWarningsAreBounded(t *testing.T) {
	w, err := New().ApplyDehacked([]byte(head + strings.Repeat("what\n", 5000)))
	if err != nil || len(w) != 1 || w[0] != `line 5: "what" is in no section (and 4999 more of the kind)` {
		t.Errorf("%v, %d warnings, last %q", err, len(w), w[len(w)-1])
	}
	var many strings.Builder
	for i := range 5000 {
		many.WriteString("what" + strings.Repeat("x", i%50) + strings.Repeat("y", i/50) + "\n")
	}
	w, err = New().ApplyDehacked([]byte(head + many.String()))
	if err != nil || len(w) != maxWarnings+1 || !strings.HasSuffix(w[maxWarnings], " further warnings") {
		t.Errorf("%v, %d warnings, last %q", err, len(w), w[len(w)-1])
	}
}

func FuzzApplyDehacked(f *testing.F) {
	f.Add(iwadPatch)
	for _, s := range []string{"", head, head + "Text 8 5\nBerserk!Punch\n", head + "Thing 1\nBits = SOLID\n\nPointer 0 (Frame 5)\nCodep Frame = 6\n",
		"[STRINGS]\nGOTARMOR = a\\\n b\\n\n[CODEPTR]\nFRAME 1 = Look\n", head + "Frame 97\nDuration = 0\nNext frame = 97\n",
		head + "Misc\t0\nInitial Health = 9\n\nText 8 8\nTITLEPICMYTITLE1\n", strings.ReplaceAll(head+"Thing 1\nBits = FRIEND\n", "\n", "\r"),
		"\xef\xbb\xbf" + head + "[MUSIC]\ne1m1 = x\n[SOUNDS]\npistol = y\nINCLUDE a.deh\n", head + "Text 8 9\nSTTNUM%dXTTNUMY%d\n",
		head + "Sprite 1\nOffset = 151336\n", head + "[SPRITES]\nTROO = ABCD\n[PARS]\npar 1 1 1\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, patch []byte) {
		tables := New()
		if _, err := tables.ApplyDehacked(patch); err != nil && !reflect.DeepEqual(tables, New()) {
			t.Fatal("an error left changed tables")
		}
		checkReferences(t, tables)
		for i, name := range tables.Sprites {
			if len(name) != 4 {
				t.Fatalf("sprite %d is called %q", i, name)
			}
		}
	})
}
