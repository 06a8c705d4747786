package wad

// FlatSize is the number of bytes of a flat: 64 by 64 pixels.
const FlatSize = 64 * 64

// maxFlat is the highest flat number: they are stored in 16 bits with a sign.
const maxFlat = 1<<15 - 1

var (
	flatStarts = [...]Name{MakeName("F_START"), MakeName("FF_START")}
	flatEnds   = [...]Name{MakeName("F_END"), MakeName("FF_END")}
)

// findFlats sets where flats are numbered from: the lump behind the first
// F_START. PWADs put theirs anywhere behind it.
func (s *Set) findFlats() {
	s.firstFlat = NoLump
	s.placeholder = newPlaceholderFlat()
	for n := LumpNum(0); int(n) < len(s.lumps); n++ {
		name := s.LumpName(n)
		switch {
		case s.firstFlat == NoLump && (name == flatStarts[0] || name == flatStarts[1]):
			s.firstFlat = n + 1
		case s.firstFlat != NoLump && (name == flatEnds[0] || name == flatEnds[1]):
			s.flats = min(int(n-s.firstFlat), maxFlat+1)
		}
	}
	if s.firstFlat == NoLump {
		s.firstFlat = LumpNum(len(s.lumps))
	}
}

// FlatCount is one more than the number of the last flat that a marker encloses.
// Numbers go through markers and whatever lies between two groups of flats.
func (s *Set) FlatCount() int { return s.flats }

// FlatLimit is one more than the highest number of a flat: those that no marker
// encloses have numbers, too, and NoFlat is the last.
func (s *Set) FlatLimit() int { return int(s.NoFlat()) + 1 }

// NoFlat is the number of a flat that no WAD has: a placeholder.
func (s *Set) NoFlat() int16 { return int16(min(len(s.lumps)-int(s.firstFlat), maxFlat)) }

// FlatNumber is the number of the flat of that name: its lump's distance from the
// lump behind F_START. As in vanilla any lump of that name will do, and the last
// one counts. Where there is none the number is NoFlat.
func (s *Set) FlatNumber(name string) (int16, bool) { return s.FlatNumberOf(MakeName(name)) }

// FlatNumberOf is FlatNumber for a name that is already one.
func (s *Set) FlatNumberOf(name Name) (int16, bool) {
	n, ok := s.index[name]
	if !ok || n < s.firstFlat || n-s.firstFlat >= LumpNum(s.NoFlat()) {
		return s.NoFlat(), false
	}
	return int16(n - s.firstFlat), true
}

// Flat is flat num, FlatSize bytes; a placeholder where there is no lump of that
// number, or it is no flat. Read only.
func (s *Set) Flat(num int16) []byte {
	if num < 0 || num >= s.NoFlat() {
		return s.placeholder
	}
	data := s.Lump(s.firstFlat + LumpNum(num))
	if len(data) < FlatSize || isPNG(data) {
		return s.placeholder
	}
	return data[:FlatSize:FlatSize]
}

// SkyFlat is the flat of that name, which stands for the sky (F_SKY1 in vanilla), -1
// where there is none.
func (s *Set) SkyFlat(name string) int16 {
	if num, ok := s.FlatNumber(name); ok {
		return num
	}
	return -1
}
