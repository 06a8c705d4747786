package wadlib

import (
	"cmp"
	"path/filepath"
	"strings"
)

// known are the known games by file name, in the order in which they are offered.
var known = [...]struct{ name, title string }{
	{"doom", "The Ultimate Doom"},
	{"doomu", "The Ultimate Doom"},
	{"freedoom1", "Freedoom: Phase 1"},
	{"doom2", "Doom II: Hell on Earth"},
	{"doom2f", "Doom II: L'enfer sur Terre"},
	{"freedoom2", "Freedoom: Phase 2"},
	{"tnt", "Final Doom: TNT: Evilution"},
	{"plutonia", "Final Doom: The Plutonia Experiment"},
	{"freedm", "FreeDM"},
	{"doom1", "Doom, shareware"},
	{"chex", "Chex Quest"},
	{"hacx", "Hacx"},
}

// rank returns a file's place among the known games; unknown files come last.
func rank(file string) int {
	base := strings.ToLower(strings.TrimSuffix(file, filepath.Ext(file)))
	for i := range known {
		if known[i].name == base {
			return i
		}
	}
	return len(known)
}

// title returns a WAD's title for people.
func title(file string) string {
	if i := rank(file); i < len(known) {
		return known[i].title
	}
	return strings.TrimSuffix(file, filepath.Ext(file))
}

// byRank sorts games before add-ons, and known games first.
func byRank(a, b WAD) int {
	if a.Kind != b.Kind {
		if a.Kind == IWAD {
			return -1
		}
		return 1
	}
	return cmp.Compare(rank(a.Name), rank(b.Name))
}
