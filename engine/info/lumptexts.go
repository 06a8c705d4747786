package info

import "strings"

// lumpTexts lists the lump names among the texts of vanilla's program, which Text
// sections can replace: pages, skies, demos, flats, animations, and the pictures of the
// status bar, the intermission and the finale. Texts with a % are formats for the names
// of several lumps.
var lumpTexts = [...]string{
	"TITLEPIC", "CREDIT", "HELP", "HELP1", "HELP2", "VICTORY2", "ENDPIC", "PFUB1", "PFUB2", "BOSSBACK", "END%i",
	"demo1", "demo2", "demo3", "demo4",
	"SKY1", "SKY2", "SKY3", "SKY4", "F_SKY1", "FLOOR7_2", "GRNROCK", "brdr_b",
	"STCFN%.3d", "AMMNUM%d", "M_PAUSE",
	"STBAR", "STARMS", "STTMINUS", "STTPRCNT", "STFB%d", "STTNUM%d", "STYSNUM%d", "STGNUM%d", "STKEYS%d",
	"STFST%d%d", "STFTR%d0", "STFTL%d0", "STFOUCH%d", "STFEVL%d", "STFKILL%d", "STFGOD0", "STFDEAD0", "STFST01",
	"INTERPIC", "WIMAP%d", "WILV%d%d", "CWILV%2.2d", "WIA%d%.2d%.2d", "WINUM%d", "STPB%d", "WIURH0", "WIURH1",
	"WIMINUS", "WIPCNT", "WICOLON", "WIF", "WIENTER", "WIOSTK", "WIOSTI", "WISCRT2", "WIOSTS", "WIFRGS",
	"WITIME", "WIPAR", "WISUCKS", "WIKILRS", "WIVCTMS", "WIMSTT", "WISPLAT",
	"NUKAGE1", "NUKAGE3", "FWATER1", "FWATER4", "SWATER1", "SWATER4", "LAVA1", "LAVA4", "BLOOD1", "BLOOD3",
	"RROCK05", "RROCK08", "SLIME01", "SLIME04", "SLIME05", "SLIME08", "SLIME09", "SLIME12",
	"BLODGR1", "BLODGR4", "SLADRIP1", "SLADRIP3", "BLODRIP1", "BLODRIP4", "FIREWALA", "FIREWALL",
	"GSTFONT1", "GSTFONT3", "FIRELAV3", "FIRELAVA", "FIREMAG1", "FIREMAG3", "FIREBLU1", "FIREBLU2",
	"ROCKRED1", "ROCKRED3", "BFALL1", "BFALL4", "SFALL1", "SFALL4", "WFALL1", "WFALL4", "DBRAIN1", "DBRAIN4",
}

// switchPrefixes lists the prefixes of switch textures, whose names are texts too.
var switchPrefixes = [...]string{"SW1", "SW2"}

// maxLumpName is the largest length of a lump's name.
const maxLumpName = 8

func isLumpText(s string) bool {
	for _, name := range &lumpTexts {
		if strings.EqualFold(name, s) {
			return true
		}
	}
	for _, prefix := range &switchPrefixes {
		if len(s) <= maxLumpName && strings.HasPrefix(s, prefix) {
			return true
		}
	}
	return false
}

// Lump returns the name with which a patch replaces the name of one of Doom's lumps, or
// the name itself if no patch does.
func (t *Tables) Lump(name string) string {
	if to, ok := t.lumps[strings.ToUpper(name)]; ok {
		return to
	}
	return name
}

// LumpPrefix returns the prefix of the names of a series of lumps: format is vanilla's
// text for them ("STTNUM%d"), of which the part before the first % counts.
func (t *Tables) LumpPrefix(format string) string {
	prefix, _, _ := strings.Cut(t.Lump(format), "%")
	return prefix
}

// renameLump applies a Text section about the name of a lump.
func (p *patch) renameLump(old, text string) {
	_, verbs, many := strings.Cut(old, "%")
	prefix, newVerbs, _ := strings.Cut(text, "%")
	switch {
	case many && (newVerbs != verbs || !lumpNameOK(prefix, maxLumpName)):
		p.warn("lumps ", quote(old), ": ", quote(text), " must have the same figures, %", verbs)
		return
	case !many && !lumpNameOK(text, maxLumpName):
		p.warn("lump ", quote(old), ": ", quote(text), " is not a name of 1 to 8 letters")
		return
	}
	lumps := p.tables.lumps
	p.tables.lumps = make(map[string]string, len(lumps)+1)
	for from, to := range lumps {
		p.tables.lumps[from] = to
	}
	p.tables.lumps[strings.ToUpper(old)] = text
}
