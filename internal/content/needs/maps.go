package needs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"doomhost/engine/info"
	"doomhost/engine/level"
	"doomhost/engine/wad"
)

// checkMap checks a map's lines, sectors and things.
func (r *Report) checkMap(set *wad.Set, tables *info.Tables, lv *level.Level) {
	marker, _ := set.Find(lv.Name)
	made, known := compLevel(set, set.FileOf(marker))
	m := mapCheck{Report: r, lv: lv, vanilla: known && made == "vanilla"}
	m.sectorTags, m.lineTags = make(map[int16]int), make(map[int16]int)
	for i := range lv.Sectors {
		m.sectorTags[lv.Sectors[i].Tag]++
	}
	for i := range lv.Lines {
		m.lineTags[lv.Lines[i].Tag]++
	}
	m.lines(set.FileOf(marker) == set.FileOf(0))
	if m.slip {
		return
	}
	m.lineFlags()
	m.sectors()
	m.things(tables)
	if known && !m.vanilla && !m.foreign {
		r.note("%s says that it is made for %s (lump COMPLVL), and is played as Doom 1.9 plays it", lv.Name, made)
	}
}

// mapCheck is the state of one check of a map.
type mapCheck struct {
	*Report
	lv      *level.Level
	vanilla bool // its WAD says that it is made for Doom 1.9
	foreign bool // a feature of another port was found
	slip    bool // it belongs to a whole game for Doom 1.9; features of ports in it are leftovers

	sectorTags, lineTags map[int16]int // number of lines and sectors with each tag
}

// say reports a port's feature. acts means that the map may not be playable without it.
func (m *mapCheck) say(acts bool, p port, what string) {
	m.foreign = true
	if acts {
		m.act("%s needs %v: %s", m.lv.Name, p, what)
	} else {
		m.note("%s uses %v: %s", m.lv.Name, p, what)
	}
}

// slipShare is the number of lines of Doom's types for each line of a port's type from which
// on the latter count as slips. Whole games are made for Doom 1.9, and their makers' tools
// left flags and types of ports in them here and there; a game that is made for a port has
// plenty.
const slipShare = 10

// lines checks the types of lines. Types that would do nothing in their port either, because
// nothing has their tag, are leftovers of old editors.
func (m *mapCheck) lines(game bool) {
	counts := make(map[int16]int)
	acting, vanilla, strays := 0, 0, 0
	for i := range m.lv.Lines {
		special := m.lv.Lines[i].Special
		kind := kindOf(special)
		switch {
		case special == 0:
		case kind == nil && special > 0 && special <= maxVanilla:
			vanilla++
		case kind == nil || !m.reaches(i, kind):
			strays++
		default:
			counts[special]++
			if kind.acts {
				acting++
			}
		}
	}
	m.slip = game && acting*slipShare <= vanilla
	for p := boom; p <= mbf21; p++ {
		for _, acts := range [...]bool{true, false} {
			types := typesOf(counts, p, acts)
			switch {
			case len(types) == 0:
			case acts && (m.vanilla || m.slip):
				m.note("%s has lines of %v's that do nothing here: %s", m.lv.Name, p, describe(types))
			case acts:
				m.say(true, p, describe(types))
			case !m.slip:
				m.say(false, p, describe(types)+", which changes looks alone")
			}
		}
	}
	if strays > 0 && m.foreign {
		m.note("%s has %s of types that neither Doom nor Boom, MBF or MBF21 knows, or that reach nothing", m.lv.Name, plural(strays, "line"))
	}
}

// reaches reports whether a line would have an effect in its port.
func (m *mapCheck) reaches(line int, kind *lineKind) bool {
	l := &m.lv.Lines[line]
	switch {
	case kind.pushed(l.Special):
		return l.Back >= 0
	case kind.at == atItself:
		return true
	case l.Tag == 0:
		return false // in all sectors without a tag
	case kind.at == atLine:
		return m.lineTags[l.Tag] > 1
	}
	return m.sectorTags[l.Tag] > 0
}

// lineCount is the number of a map's lines of one type.
type lineCount struct {
	special int16
	count   int
}

// typesOf returns the types of a port, the one with the most lines first.
func typesOf(counts map[int16]int, p port, acts bool) []lineCount {
	var types []lineCount
	for special, n := range counts {
		if k := kindOf(special); k.port == p && k.acts == acts {
			types = append(types, lineCount{special, n})
		}
	}
	slices.SortFunc(types, func(a, b lineCount) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.special, b.special))
	})
	return types
}

// describe names types of lines: "linedef 24576 (generalized floor, 3 lines)".
func describe(types []lineCount) string {
	var words []string
	for _, t := range types {
		lines := ""
		if t.count > 1 {
			lines = ", " + plural(t.count, "line")
		}
		words = append(words, fmt.Sprintf("linedef %d (%s%s)", t.special, kindOf(t.special).name, lines))
	}
	return some(words, "other types")
}

// Bits of a line's flags that ports added.
const (
	linePassUse = 0x200
	// lineGarbage are bits that no port uses, or that old editors set: if any of them is set,
	// the port's other bits mean nothing.
	lineGarbage          = 0xcc00
	lineBlockLandMonster = 0x1000
	lineBlockPlayers     = 0x2000
)

// lineFlags checks the flags of lines. Flags alone make no map unplayable.
func (m *mapCheck) lineFlags() {
	passing, blocking := 0, 0
	for i := range m.lv.Lines {
		l := &m.lv.Lines[i]
		if l.Flags&lineGarbage != 0 || m.vanilla {
			continue
		}
		if l.Flags&(linePassUse|lineBlockLandMonster|lineBlockPlayers) == linePassUse && l.Special != 0 {
			passing++
		}
		if m.foreign && l.Flags&(lineBlockLandMonster|lineBlockPlayers) != 0 {
			blocking++
		}
	}
	if passing > 0 {
		m.say(false, boom, fmt.Sprintf("flag 512 on %s, past which a use reaches what is behind", plural(passing, "line")))
	}
	if blocking > 0 {
		m.say(false, mbf21, fmt.Sprintf("flags 4096 and 8192 on %s, to stop monsters or players", plural(blocking, "line")))
	}
}

// Bits of a sector's type that ports added.
const (
	sectorDamage    = 0x60
	sectorSecret    = 0x80
	sectorFriction  = 0x100
	sectorWind      = 0x200
	sectorAltDamage = 0x1000 // MBF21: the damage bits mean instant death
	sectorKill      = 0x2000 // MBF21: monsters die
	sectorExit      = 0x40   // with sectorAltDamage: all players die, and the map ends
	sectorGarbage   = ^0x3fff
)

// sectors checks the types of sectors.
func (m *mapCheck) sectors() {
	var hurt, secret, moved, deadly, exits int
	for i := range m.lv.Sectors {
		t := int(m.lv.Sectors[i].Special)
		if t < 32 || t&sectorGarbage != 0 {
			continue
		}
		switch {
		case t&sectorAltDamage != 0 && t&sectorExit != 0:
			exits++
		case t&(sectorAltDamage|sectorKill) != 0:
			deadly++
		case t&sectorDamage != 0:
			hurt++
		}
		if t&sectorSecret != 0 {
			secret++
		}
		if t&(sectorFriction|sectorWind) != 0 {
			moved++
		}
	}
	if exits > 0 {
		m.say(!m.vanilla, mbf21, "an end of the map in "+plural(exits, "sector")+" (bit 4096)")
	}
	if deadly > 0 {
		m.say(false, mbf21, "sudden death in "+plural(deadly, "sector")+" (bits 4096 and 8192), harmless here")
	}
	var words []string
	for _, c := range [...]struct {
		count int
		words string
	}{
		{hurt, "damage in %s (bits 32 and 64)"},
		{secret, "a secret in %s (bit 128)"},
		{moved, "friction or wind in %s (bits 256 and 512)"},
	} {
		if c.count > 0 {
			words = append(words, fmt.Sprintf(c.words, plural(c.count, "sector")))
		}
	}
	if len(words) > 0 {
		m.say(false, boom, strings.Join(words, ", ")+", none of which is here")
	}
}

// Things that are not map objects, and flags that ports added.
const (
	thingPush, thingPull  = 5001, 5002
	thingDog              = 888
	firstMusic, lastMusic = 14100, 14165
	thingNotDeathmatch    = 0x20
	thingNotCoop          = 0x40
	thingFriend           = 0x80
	thingGarbage          = ^0xff
	firstStart, lastStart = 1, 4
	thingDeathmatchStart  = 11
)

// things checks for things that do not exist in this engine, and the things' flags.
func (m *mapCheck) things(tables *info.Tables) {
	known := map[int16]bool{thingDeathmatchStart: true}
	for n := int16(firstStart); n <= lastStart; n++ {
		known[n] = true
	}
	for i := range tables.Mobjs {
		known[int16(tables.Mobjs[i].DoomEdNum)] = true
	}
	var dogs, points, music, modes, friends int
	var unknown []int16
	for i := range m.lv.Things {
		t := &m.lv.Things[i]
		switch {
		case t.Type <= 0 || known[t.Type]:
			if int(t.Options)&thingGarbage == 0 {
				if t.Options&(thingNotDeathmatch|thingNotCoop) != 0 {
					modes++
				}
				if t.Options&thingFriend != 0 {
					friends++
				}
			}
		case t.Type == thingDog:
			dogs++
		case t.Type == thingPush || t.Type == thingPull:
			points++
		case t.Type >= firstMusic && t.Type <= lastMusic:
			music++
		case !slices.Contains(unknown, t.Type):
			unknown = append(unknown, t.Type)
		}
	}
	for _, c := range [...]struct {
		count int
		port  port
		words string
	}{
		{points, boom, "push or pull by %s (types 5001 and 5002)"},
		{modes, boom, "no co-op or no deathmatch for %s (flags 32 and 64), in both here"},
		{dogs, mbf, "a helper dog in place of %s (type 888), left out here"},
		{friends, mbf, "friendship of %s (flag 128), foes here"},
	} {
		if c.count > 0 && !m.vanilla {
			m.say(false, c.port, fmt.Sprintf(c.words, plural(c.count, "thing")))
		}
	}
	if music > 0 {
		m.note("%s changes its song with things of types %d and up, which are left out", m.lv.Name, firstMusic)
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		var names []string
		for _, n := range unknown {
			names = append(names, fmt.Sprint(n))
		}
		m.note("%s has things of unknown types, which are left out: %s", m.lv.Name, some(names, "others"))
	}
}
