package wadlib

import (
	"path/filepath"
	"strings"
	"unicode"
)

// maxName is the greatest length of a file's name in bytes.
const maxName = 120

// CleanName turns a person's name for a file into one that every system accepts and that leads
// into no other folder.
func CleanName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" ._-+()[]!'&", r) {
			return r
		}
		return '_'
	}, strings.ToValidUTF8(name, "_"))
	ending := filepath.Ext(name)
	if len(ending) > 10 {
		ending = ""
	}
	base := strings.TrimSuffix(name, ending)
	for len(base)+len(ending) > maxName {
		r := []rune(base)
		base = string(r[:len(r)-1])
	}
	base = strings.TrimLeft(base, ". ")
	ending = strings.TrimRight(ending, ". ")
	switch upper, _, _ := strings.Cut(strings.ToUpper(base), "."); {
	case base == "":
		base = "file"
	case upper == "CON" || upper == "PRN" || upper == "AUX" || upper == "NUL",
		len(upper) == 4 && (strings.HasPrefix(upper, "COM") || strings.HasPrefix(upper, "LPT")):
		base = "_" + base
	}
	return strings.TrimRight(base+ending, ". ")
}
