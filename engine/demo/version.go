package demo

import (
	"errors"
	"strconv"
)

// Version is a demo's first byte: which program recorded it.
type Version uint8

// Versions of the demos that are read and written.
const (
	version14  Version = 104 // Doom 1.4, the first with a version in its demos
	version109 Version = 109 // Doom 1.9
	version111 Version = 111 // Doom 1.91: as 109, with 16-bit turns
)

// names are the programs by the versions that they write. Before Doom 1.4 the first
// byte is the skill.
var names = [...]struct {
	first, last Version
	name        string
}{
	{0, 4, "Doom 1.2 or older"},
	{104, 104, "Doom 1.4"},
	{105, 105, "Doom 1.5"},
	{106, 106, "Doom 1.666"},
	{107, 107, "Doom 1.7"},
	{108, 108, "Doom 1.8"},
	{109, 109, "Doom 1.9"},
	{110, 110, "TASDoom or the Linux Doom 1.10"},
	{111, 111, "Doom 1.91 (long turns)"},
	{200, 202, "Boom"},
	{203, 203, "MBF"},
	{204, 209, "LxDoom"},
	{210, 214, "PrBoom"},
	{221, 221, "MBF21"},
	{255, 255, "PrBoom+ or DSDA-Doom (extended)"},
}

// String is the name of the program that writes demos of that version.
func (v Version) String() string {
	for i := range names {
		if n := &names[i]; n.first <= v && v <= n.last {
			return n.name
		}
	}
	return "an unknown program (version " + strconv.Itoa(int(v)) + ")"
}

// check says why demos of that version cannot be played.
func (v Version) check() error {
	const refused = "demo recorded with "
	switch {
	case v >= version14 && v <= version109 || v == version111:
		return nil
	case v <= 4:
		// Monsters act otherwise there: such demos leave their way within seconds even
		// in ports that know some of it.
		return errors.New(refused + v.String() + ": its monsters act otherwise, which is not supported; play it with that version")
	case v == 110:
		// The two have their ticcmds' bytes in different orders.
		return errors.New(refused + v.String() + ": the two write different formats with one number, " +
			"and neither is supported; play it with the program that recorded it")
	case v >= 200:
		return errors.New(refused + v.String() + ": it needs that port's rules, which are not supported; " +
			"play it with that port (here demos of Doom 1.4 to 1.9 and with long turns are played)")
	}
	return errors.New("this is no demo of a known program: it begins with " + strconv.Itoa(int(v)) +
		", where the program's version stands; demos of Doom 1.4 to 1.9 and with long turns are played")
}

// Note says what to expect of a demo that is played by the rules of Doom 1.9 and was
// recorded by others, "" where they are the same.
func (v Version) Note() string {
	if v < version109 {
		return "recorded with " + v.String() + ": played by the rules of Doom 1.9, and may go out of sync"
	}
	return ""
}
