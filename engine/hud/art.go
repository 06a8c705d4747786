package hud

import (
	"strconv"

	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/wad"
)

// art holds all pictures drawn over or in place of the view. A picture that the WADs lack
// is nil and invisible: each game lacks some. A placeholder replaces a broken picture.
type art struct {
	font         [fontChars]*wad.Patch
	bar          barArt
	overlay      overlayArt
	marks        [10]*wad.Patch
	pause        *wad.Patch
	border       *wad.Patch // shade below the view
	borderFlat   []byte
	intermission intermissionArt
	finale       finaleArt
	pages        [numPages]*wad.Patch
}

const (
	fontFirst = '!'
	fontChars = '_' - fontFirst + 1
)

// barArt holds the status bar's pictures.
type barArt struct {
	background *wad.Patch
	faceBack   [sim.MaxPlayers]*wad.Patch
	arms       *wad.Patch
	tall       [10]*wad.Patch
	minus      *wad.Patch
	percent    *wad.Patch
	small      [10]*wad.Patch
	grey       [10]*wad.Patch
	keys       [info.NumCards]*wad.Patch
	faces      [numFaces]*wad.Patch
}

// intermissionArt holds the intermission's pictures.
type intermissionArt struct {
	background [4]*wad.Patch // by episode; Doom II's is the last
	levels     [4][]*wad.Patch
	spots      [3][][]*wad.Patch // moving parts of the backgrounds, by episode

	numbers                       [10]*wad.Patch
	minus, percent, colon         *wad.Patch
	finished, entering            *wad.Patch
	kills, items, secret, secrets *wad.Patch // secrets: co-op's, short
	frags, time, par, sucks       *wad.Patch
	killers, victims, total       *wad.Patch
	star, deadStar                *wad.Patch
	splat                         *wad.Patch
	here                          [2]*wad.Patch // "you are here", pointing right and left
	players                       [sim.MaxPlayers]*wad.Patch
}

// finaleArt holds the finale's pictures.
type finaleArt struct {
	bunny     [2]*wad.Patch // right and left part of the landscape
	end       [7]*wad.Patch
	castStage *wad.Patch
}

// commercialBackground is the index of the background of Doom II, and of episode 4, among
// the episodes'.
const commercialBackground = 3

// loader gets pictures out of WADs.
type loader struct {
	set    *wad.Set
	tables *info.Tables
	// checks is called with each picture's fault, and then pictures are only checked. If
	// it is nil, they are decoded.
	checks func(fault error)
}

// PictureFaults lists the faults of the WADs' pictures that are drawn over or in place of
// the view.
func PictureFaults(set *wad.Set, tables *info.Tables, mission info.Mission) (faults []string) {
	seen := make(map[string]bool)
	readArt(&loader{set, tables, func(fault error) {
		if what := fault.Error(); !seen[what] {
			seen[what] = true
			faults = append(faults, what)
		}
	}}, mission)
	return faults
}

// patch returns the picture to show for a name.
func (l *loader) patch(name string) *wad.Patch {
	n, ok := l.set.Find(l.tables.Lump(name))
	if !ok {
		return nil
	}
	if l.checks != nil {
		if fault := l.set.PictureFault(n); fault != nil {
			l.checks(fault)
		}
		return nil
	}
	p, _ := l.set.Picture(n) // the placeholder if it is broken
	return p
}

// series fills list with the pictures of first, first+1, ... A name is the part of format
// before its first %, then middle, then the number with at least digits digits.
func (l *loader) series(list []*wad.Patch, format, middle string, first, digits int) {
	prefix := l.tables.LumpPrefix(format) + middle
	for i := range list {
		list[i] = l.patch(prefix + padded(first+i, digits))
	}
}

// padded returns n with leading zeros to at least the given number of digits.
func padded(n, digits int) string {
	s := strconv.Itoa(n)
	for len(s) < digits {
		s = "0" + s
	}
	return s
}

func loadArt(set *wad.Set, tables *info.Tables, mission info.Mission) *art {
	return readArt(&loader{set: set, tables: tables}, mission)
}

func readArt(l *loader, mission info.Mission) *art {
	a := &art{
		pause:  l.patch("M_PAUSE"),
		border: l.patch("BRDR_B"),
	}
	l.series(a.font[:], "STCFN%.3d", "", fontFirst, 3)
	l.series(a.marks[:], "AMMNUM%d", "", 0, 1)
	border := "FLOOR7_2"
	if mission.Commercial() {
		border = "GRNROCK"
	}
	if n, ok := l.set.FlatNumber(l.tables.Lump(border)); ok {
		a.borderFlat = l.set.Flat(n)
	}
	l.bar(&a.bar)
	l.overlay(&a.overlay)
	l.intermission(&a.intermission, mission)
	a.finale = finaleArt{
		bunny:     [2]*wad.Patch{l.patch("PFUB1"), l.patch("PFUB2")},
		castStage: l.patch("BOSSBACK"),
	}
	l.series(a.finale.end[:], "END%i", "", 0, 1)
	for p, name := range pageLumps {
		a.pages[p] = l.patch(name)
	}
	if a.pages[PageHelp] == nil {
		a.pages[PageHelp] = l.patch("HELP") // Doom II's
	}
	return a
}

func (l *loader) bar(b *barArt) {
	b.background = l.patch("STBAR")
	b.arms = l.patch("STARMS")
	b.minus = l.patch("STTMINUS")
	b.percent = l.patch("STTPRCNT")
	l.series(b.faceBack[:], "STFB%d", "", 0, 1)
	l.series(b.tall[:], "STTNUM%d", "", 0, 1)
	l.series(b.small[:], "STYSNUM%d", "", 0, 1)
	l.series(b.grey[:], "STGNUM%d", "", 0, 1)
	l.series(b.keys[:], "STKEYS%d", "", 0, 1)
	for pain := range painLevels {
		p := strconv.Itoa(pain)
		f := b.faces[pain*facesPerPain:][:facesPerPain]
		l.series(f[:straightFaces], "STFST%d%d", p, 0, 1)
		f[faceRight] = l.patch(l.tables.LumpPrefix("STFTR%d0") + p + "0")
		f[faceLeft] = l.patch(l.tables.LumpPrefix("STFTL%d0") + p + "0")
		f[faceOuch] = l.patch(l.tables.LumpPrefix("STFOUCH%d") + p)
		f[faceGrin] = l.patch(l.tables.LumpPrefix("STFEVL%d") + p)
		f[faceRage] = l.patch(l.tables.LumpPrefix("STFKILL%d") + p)
	}
	b.faces[faceGod] = l.patch("STFGOD0")
	b.faces[faceDead] = l.patch("STFDEAD0")
}

func (l *loader) intermission(a *intermissionArt, mission info.Mission) {
	a.background[commercialBackground] = l.patch("INTERPIC")
	if mission.Commercial() {
		a.levels[0] = make([]*wad.Patch, 33)
		l.series(a.levels[0], "CWILV%2.2d", "", 0, 2)
	} else {
		l.series(a.background[:commercialBackground], "WIMAP%d", "", 0, 1)
		for e := range a.levels {
			a.levels[e] = make([]*wad.Patch, 9)
			l.series(a.levels[e], "WILV%d%d", strconv.Itoa(e), 0, 1)
		}
		l.spots(a)
	}
	l.series(a.numbers[:], "WINUM%d", "", 0, 1)
	l.series(a.players[:], "STPB%d", "", 0, 1)
	a.here = [2]*wad.Patch{l.patch("WIURH0"), l.patch("WIURH1")}
	for _, p := range [...]struct {
		to   **wad.Patch
		lump string
	}{
		{&a.minus, "WIMINUS"}, {&a.percent, "WIPCNT"}, {&a.colon, "WICOLON"},
		{&a.finished, "WIF"}, {&a.entering, "WIENTER"},
		{&a.kills, "WIOSTK"}, {&a.items, "WIOSTI"}, {&a.secret, "WISCRT2"}, {&a.secrets, "WIOSTS"},
		{&a.frags, "WIFRGS"}, {&a.time, "WITIME"}, {&a.par, "WIPAR"}, {&a.sucks, "WISUCKS"},
		{&a.killers, "WIKILRS"}, {&a.victims, "WIVCTMS"}, {&a.total, "WIMSTT"},
		{&a.star, "STFST01"}, {&a.deadStar, "STFDEAD0"}, {&a.splat, "WISPLAT"},
	} {
		*p.to = l.patch(p.lump)
	}
}

// spots loads the frames of the moving parts of the episodes' maps.
func (l *loader) spots(a *intermissionArt) {
	for e := range spots {
		a.spots[e] = make([][]*wad.Patch, len(spots[e]))
		for i := range spots[e] {
			frames := make([]*wad.Patch, spots[e][i].frames)
			if e == 1 && i == 8 {
				// The fortress' last change looks like the one of map 5.
				frames = a.spots[e][4]
			} else {
				l.series(frames, "WIA%d%.2d%.2d", strconv.Itoa(e)+padded(i, 2), 0, 2)
			}
			a.spots[e][i] = frames
		}
	}
}
