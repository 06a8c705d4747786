package needs

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"doomhost/engine"
	"doomhost/engine/level"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

// addOn is an add-on for Freedoom's second phase: a room of two sectors as its MAP07.
type addOn struct {
	*wadtest.Map
	lumps wadtest.WAD // further lumps
}

// line gives line 6, which lies between the two sectors, a type, a tag and further flags.
func (a *addOn) line(special, tag, flags int) { a.lineAt(6, special, tag, flags) }

func (a *addOn) lineAt(i, special, tag, flags int) {
	d := a.Linedefs[14*i:]
	binary.LittleEndian.PutUint16(d[4:], binary.LittleEndian.Uint16(d[4:])|uint16(flags))
	binary.LittleEndian.PutUint16(d[6:], uint16(special))
	binary.LittleEndian.PutUint16(d[8:], uint16(tag))
}

// sector gives sector 1 a type and a tag.
func (a *addOn) sector(special, tag int) {
	d := a.Sectors[26:]
	binary.LittleEndian.PutUint16(d[22:], uint16(special))
	binary.LittleEndian.PutUint16(d[24:], uint16(tag))
}

// thing adds a thing.
func (a *addOn) thing(kind, options int) {
	a.Things = wadtest.Int16(a.Things, 64, 64, 0, kind, options)
}

// room returns an add-on that needs nothing.
func room() *addOn {
	a := &addOn{Map: wadtest.Room(), lumps: wadtest.WAD{PWAD: true}}
	a.Sidedefs = bytes.ReplaceAll(a.Sidedefs, []byte("WALL1\x00\x00\x00"), []byte("STARTAN3"))
	for _, flat := range []string{"FLOOR1\x00\x00", "CEIL1\x00\x00\x00"} {
		a.Sectors = bytes.ReplaceAll(a.Sectors, []byte(flat), []byte("FLAT1\x00\x00\x00"))
	}
	return a
}

// load opens a WAD over Freedoom's second phase.
func load(t *testing.T, game string, over *wadtest.WAD) *engine.Content {
	t.Helper()
	wads := []engine.WAD{{Name: game + ".wad", Data: testwads.IWAD(t, game)}}
	if over != nil {
		wads = append(wads, engine.WAD{Name: "add.wad", Data: over.Bytes()})
	}
	c, err := engine.Load("test", wads...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// check returns the report on an add-on's MAP07.
func check(t *testing.T, a *addOn) Report {
	t.Helper()
	w := a.lumps
	w.AddMap("MAP07", a.Map)
	return checkIn(t, load(t, "freedoom2", &w), "MAP07")
}

func checkIn(t *testing.T, c *engine.Content, name string) Report {
	t.Helper()
	lv, err := level.Load(c.Sim().Set, c.Sim().Textures, name)
	if err != nil {
		t.Fatal(err)
	}
	return Check(c, lv)
}

func TestWhatAMapNeeds(t *testing.T) {
	t.Parallel()
	patch := func(a *addOn, text string) {
		a.lumps.Add("DEHACKED", []byte("Patch File for DeHackEd v3.0\nDoom version = 19\nPatch format = 6\n\n"+text+"\n")...)
	}
	for _, c := range []struct {
		name  string
		build func(a *addOn)
		acts  string // the only one, or none
		note  string // the only one, or none
	}{
		{"nothing", func(*addOn) {}, "", ""},
		{"a lift of Doom's", func(a *addOn) { a.line(62, 5, 0); a.sector(9, 5) }, "", ""},
		{"a generalized floor", func(a *addOn) { a.line(24576, 5, 0); a.sector(0, 5) },
			"MAP07 needs Boom: linedef 24576 (generalized floor)", ""},
		{"a generalized door that is pushed", func(a *addOn) { a.line(0x3c07, 0, 0) },
			"MAP07 needs Boom: linedef 15367 (generalized door)", ""},
		{"two of Boom's, the more frequent first", func(a *addOn) {
			a.sector(0, 5)
			a.lineAt(0, 207, 5, 0)
			a.lineAt(1, 0x3400, 5, 0)
			a.line(0x3400, 5, 0)
		}, "MAP07 needs Boom: linedef 13312 (generalized lift, 2 lines), linedef 207 (silent teleporter)", ""},
		{"a floor that changes", func(a *addOn) { a.line(78, 5, 0); a.sector(0, 5) },
			"MAP07 needs Boom: linedef 78 (change of a floor's type)", ""},
		{"an exit by a shot", func(a *addOn) { a.line(197, 0, 0) }, "MAP07 needs Boom: linedef 197 (exit by a shot)", ""},
		{"line to line", func(a *addOn) { a.lineAt(0, 244, 9, 0); a.line(0, 9, 0) },
			"MAP07 needs Boom: linedef 244 (silent line teleporter)", ""},
		{"looks of Boom's", func(a *addOn) { a.line(242, 5, 0); a.sector(0, 5) },
			"", "MAP07 uses Boom: linedef 242 (deep water), which changes looks alone"},
		{"looks of MBF's", func(a *addOn) { a.line(271, 5, 0); a.sector(0, 5) },
			"", "MAP07 uses MBF: linedef 271 (sky of its own), which changes looks alone"},
		{"a sector's damage", func(a *addOn) { a.sector(0x60|0x80, 0) },
			"", "MAP07 uses Boom: damage in 1 sector (bits 32 and 64), a secret in 1 sector (bit 128), none of which is here"},
		{"a sector that ends the map", func(a *addOn) { a.sector(0x1040, 0) },
			"MAP07 needs MBF21: an end of the map in 1 sector (bit 4096)", ""},
		{"sudden death", func(a *addOn) { a.sector(0x1000, 0) },
			"", "MAP07 uses MBF21: sudden death in 1 sector (bits 4096 and 8192), harmless here"},
		{"a switch that lets a use pass", func(a *addOn) { a.line(62, 5, 0x200); a.sector(0, 5) },
			"", "MAP07 uses Boom: flag 512 on 1 line, past which a use reaches what is behind"},
		{"a dog", func(a *addOn) { a.thing(888, 7) },
			"", "MAP07 uses MBF: a helper dog in place of 1 thing (type 888), left out here"},
		{"a friend", func(a *addOn) { a.thing(3004, 0x87) }, "", "MAP07 uses MBF: friendship of 1 thing (flag 128), foes here"},
		{"not in co-op", func(a *addOn) { a.thing(3004, 0x47) },
			"", "MAP07 uses Boom: no co-op or no deathmatch for 1 thing (flags 32 and 64), in both here"},
		{"unknown things", func(a *addOn) { a.thing(9500, 7); a.thing(9500, 7); a.thing(9027, 7) },
			"", "MAP07 has things of unknown types, which are left out: 9027, 9500"},
		{"a pointer of MBF's", func(a *addOn) { patch(a, "[CODEPTR]\nFrame 30 = Detonate") },
			`add.wad: lump DEHACKED: line 6: needs MBF: code pointer "Detonate" is left out`, ""},
		{"a frame beyond Doom's", func(a *addOn) { patch(a, "Frame 1200\nDuration = 4") },
			"add.wad: lump DEHACKED: line 5: needs DEHEXTRA: number 1200 is higher than Doom's last, 966", ""},
		{"a field of DEHEXTRA's", func(a *addOn) { patch(a, "Thing 2\nDropped item = 12") },
			"", `add.wad: lump DEHACKED: line 6: needs DEHEXTRA: field "Dropped item" is left out`},
		{"UMAPINFO", func(a *addOn) { a.lumps.Add("UMAPINFO", 'm', 'a', 'p') },
			"", "add.wad: lump UMAPINFO is not read: names, music, skies and the order of maps that it gives are left out"},
		{"ANIMATED", func(a *addOn) { a.lumps.Add("ANIMATED", 255) },
			"", "add.wad: lump ANIMATED is not read: its moving walls and floors stand still; looks alone"},
		{"made for Boom, by its lump alone", func(a *addOn) { a.lumps.Add("COMPLVL", []byte("boom\n")...) },
			"", "MAP07 says that it is made for Boom (lump COMPLVL), and is played as Doom 1.9 plays it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := room()
			c.build(a)
			r := check(t, a)
			for _, list := range []struct {
				name string
				got  []string
				want string
			}{{"acts", r.Acts, c.acts}, {"notes", r.Notes, c.note}} {
				if list.want == "" && len(list.got) > 0 || list.want != "" && !slices.Equal(list.got, []string{list.want}) {
					t.Errorf("%s: %q, want %q", list.name, list.got, list.want)
				}
			}
		})
	}
}

// Leftovers of old editors in maps for Doom 1.9 do not need a port.
func TestLeftoversAreNoNeed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		build func(a *addOn)
		note  string
	}{
		{"a tag that no sector has", func(a *addOn) { a.line(24576, 77, 0) }, ""},
		{"no tag at all", func(a *addOn) { a.line(24576, 0, 0) }, ""},
		{"a push at a wall with nothing behind", func(a *addOn) { a.lineAt(0, 0x3c07, 0, 0) }, ""},
		{"a line teleporter to nowhere", func(a *addOn) { a.line(244, 9, 0) }, ""},
		{"a type that nobody knows", func(a *addOn) { a.line(300, 5, 0); a.sector(0, 5) }, ""},
		{"a type out of all ranges", func(a *addOn) { a.line(-2, 5, 0); a.sector(0, 5) }, ""},
		{"all flags of a line", func(a *addOn) { a.line(62, 5, 0xfe00); a.sector(0, 5) }, ""},
		{"a pass of nothing", func(a *addOn) { a.line(0, 0, 0x200) }, ""},
		{"all flags of a thing", func(a *addOn) { a.thing(3004, 0xffe7) }, ""},
		{"a sector's type out of all ranges", func(a *addOn) { a.sector(0xcccc, 0) }, ""},
		{"made for Doom 1.9, as it says", func(a *addOn) {
			a.line(24576, 5, 0)
			a.sector(0x60, 5)
			a.lumps.Add("COMPLVL", []byte("vanilla")...)
		}, "MAP07 has lines of Boom's that do nothing here: linedef 24576 (generalized floor)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := room()
			c.build(a)
			r := check(t, a)
			notes := slices.DeleteFunc(r.Notes, func(n string) bool { return c.note == "" && strings.Contains(n, "damage in") })
			if len(r.Acts) > 0 || c.note == "" && len(notes) > 0 || c.note != "" && !slices.Contains(notes, c.note) {
				t.Errorf("acts %q, notes %q, want the note %q alone", r.Acts, r.Notes, c.note)
			}
		})
	}
}

// Every type of Boom and MBF belongs to exactly one kind, and none of Doom's does.
func TestLineTypes(t *testing.T) {
	t.Parallel()
	missing := []int{}
	for n := 142; n <= 272; n++ {
		if kindOf(int16(n)) == nil {
			missing = append(missing, n)
		}
	}
	if !slices.Equal(missing, []int{270}) {
		t.Errorf("types without a kind: %d, want 270 alone, which nobody has", missing)
	}
	for n := 1; n <= maxVanilla; n++ {
		if (kindOf(int16(n)) != nil) != (n == 78 || n == 85) {
			t.Errorf("type %d: %+v", n, kindOf(int16(n)))
		}
	}
	for n := 0x2f80; n <= 0x7fff; n++ {
		k := kindOf(int16(n))
		if k == nil || k.port != boom || !k.acts || !strings.HasPrefix(k.name, "generalized ") || k.pushed(int16(n)) != (n%8 >= 6) {
			t.Fatalf("type %d: %+v", n, k)
		}
	}
	kinds := append(slices.Clone(lineKinds), generalized...)
	for i, k := range kinds {
		if k.first > k.last || i > 0 && k.first <= kinds[i-1].last && kinds[i-1].first < generalized[0].first {
			t.Errorf("kind %d, %+v, is out of order", i, k)
		}
	}
	for _, n := range []int16{0, -1, -32768, 273, 1023, 1027, 0x2f7f} {
		if k := kindOf(n); k != nil {
			t.Errorf("type %d is a %s", n, k.name)
		}
	}
}

// Freedoom is made for Doom 1.9: all of its maps can be started. The report names the Boom
// types that its makers left in, and nothing else.
func TestFreedoomNeedsNothing(t *testing.T) {
	t.Parallel()
	left := map[string]bool{"freedoom1 E3M7": true, "freedoom2 MAP20": true, "freedoom2 MAP26": true}
	maps := 0
	for _, game := range []string{"freedoom1", "freedoom2", "freedm"} {
		c := load(t, game, nil)
		for _, name := range testwads.Maps(c.Sim().Set) {
			maps++
			r := checkIn(t, c, name)
			notes := 0
			for _, n := range r.Notes {
				if left[game+" "+name] && strings.HasPrefix(n, name+" has lines of Boom's that do nothing here: ") {
					continue
				}
				notes++
			}
			if len(r.Acts) > 0 || notes > 0 {
				t.Errorf("%s, %s: %q, %q", game, name, r.Acts, r.Notes)
			}
		}
	}
	if maps != 36+32+32 {
		t.Errorf("%d maps", maps)
	}
}

// A game that is made for Boom needs it, although it is a whole game.
func TestAGameForBoom(t *testing.T) {
	t.Parallel()
	a := room()
	a.line(24576, 5, 0)
	a.sector(0, 5)
	w := wadtest.Game()
	w.AddMap("MAP01", a.Map)
	c, err := engine.Load("test", engine.WAD{Name: "boom.wad", Data: w.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	if r := checkIn(t, c, "MAP01"); !slices.Equal(r.Acts, []string{"MAP01 needs Boom: linedef 24576 (generalized floor)"}) {
		t.Errorf("%q", r.Acts)
	}
}

func TestSongsAndSounds(t *testing.T) {
	t.Parallel()
	long := func(magic string) []byte { return append([]byte(magic), make([]byte, 2000)...) }
	at := func(offset int, magic string) []byte {
		b := make([]byte, 2000)
		copy(b[offset:], magic)
		return b
	}
	a := room()
	for _, l := range []struct {
		name string
		data []byte
	}{
		{"D_RUNNIN", long("ID3\x03")}, {"D_STALKS", long("\xff\xfb\x90")}, {"D_COUNTD", long("ID3")},
		{"D_BETWEE", long("ID3")}, {"D_DOOM", long("ID3")}, {"D_SHAWN", long("OggS")}, {"D_DDTBLU", long("fLaC")},
		{"D_IN_CIT", at(0, "Extended Module: x")}, {"D_DEAD", at(44, "SCRM")}, {"D_ROMERO", at(1080, "M.K.")},
		{"D_THE_DA", at(0, "IMPM")}, {"D_MESSAG", long("nothing known")}, {"D_AMPIE", nil}, {"D_UNUSED", long("ID3")},
		{"D_ADRIAN", long("RIFF\x00\x00\x00\x00WAVE")}, {"D_TENSE", long("MThd\x00\x00\x00\x06\x00\x02")},
		{"DSPISTOL", long("RIFF\x00\x00\x00\x00WAVE")}, {"DSSHOTGN", long("OggS")}, {"DSPLASMA", []byte{3, 0, 1, 0}},
		{"DSUNUSED", long("OggS")},
	} {
		a.lumps.Add(l.name, l.data...)
	}
	want := []string{
		"Songs in MP3, which doomhost does not play: D_RUNNIN, D_STALKS, D_COUNTD and 2 more",
		"Songs in Ogg, which doomhost does not play: D_SHAWN",
		"Songs in FLAC, which doomhost does not play: D_DDTBLU",
		"Songs in XM, which doomhost does not play: D_IN_CIT",
		"Songs in S3M, which doomhost does not play: D_DEAD",
		"Songs in IT, which doomhost does not play: D_THE_DA",
		"Songs that are broken, or in a format that doomhost does not know: D_MESSAG, D_TENSE",
		"Songs in MOD, which doomhost does not play: D_ROMERO",
		"Songs in WAV, which doomhost does not play: D_ADRIAN",
		"Sounds in WAV, which doomhost does not play: DSPISTOL",
		"Sounds in Ogg, which doomhost does not play: DSSHOTGN",
	}
	r := check(t, a)
	slices.Sort(want)
	slices.Sort(r.Notes)
	if len(r.Acts) > 0 || !slices.Equal(r.Notes, want) {
		t.Errorf("acts %q, notes:\n%s\nwant:\n%s", r.Acts, strings.Join(r.Notes, "\n"), strings.Join(want, "\n"))
	}
}

// Songs in the formats of Doom and its add-ons are played.
func TestSongsThatArePlayed(t *testing.T) {
	t.Parallel()
	c, err := engine.Load("test", engine.WAD{Name: "freedoom2.wad", Data: testwads.IWAD(t, "freedoom2")},
		engine.WAD{Name: "mussong.wad", Data: testwads.PWAD(t, "mussong")})
	if err != nil {
		t.Fatal(err)
	}
	if r := checkIn(t, c, "MAP01"); len(r.Acts)+len(r.Notes) > 0 {
		t.Errorf("%q, %q", r.Acts, r.Notes)
	}
}
