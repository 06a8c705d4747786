package wad

// FlatSize is the number of bytes of a flat: 64 by 64 pixels.
const FlatSize = 64 * 64

// maxFlat is the highest flat number: numbers are signed 16-bit.
const maxFlat = 1<<15 - 1

var (
	flatStarts = [...]Name{MakeName("F_START"), MakeName("FF_START")}
	flatEnds   = [...]Name{MakeName("F_END"), MakeName("FF_END")}
)

// findFlats sets the lump of flat 0: the one after the first F_START. PWADs may put their
// flats anywhere after it.
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

// FlatCount returns one more than the number of the last flat within markers. Markers,
// and lumps between two groups of flats, have numbers too.
func (s *Set) FlatCount() int { return s.flats }

// FlatLimit returns one more than the highest number of a flat: flats outside markers
// have numbers too, and NoFlat is the last.
func (s *Set) FlatLimit() int { return int(s.NoFlat()) + 1 }

// NoFlat returns the number that stands for missing flats, the placeholder's.
func (s *Set) NoFlat() int16 { return int16(min(len(s.lumps)-int(s.firstFlat), maxFlat)) }

// FlatNumber returns the number of the flat with this name: its lump's distance from the
// lump after F_START. As in vanilla, any lump with the name will do, and the last one
// counts. If there is none, the number is NoFlat.
func (s *Set) FlatNumber(name string) (int16, bool) { return s.FlatNumberOf(MakeName(name)) }

// FlatNumberOf is FlatNumber for a Name.
func (s *Set) FlatNumberOf(name Name) (int16, bool) {
	n, ok := s.index[name]
	if !ok || n < s.firstFlat || n-s.firstFlat >= LumpNum(s.NoFlat()) {
		return s.NoFlat(), false
	}
	return int16(n - s.firstFlat), true
}

// Flat returns flat num, FlatSize bytes, or a placeholder if there is no such lump or it
// is not a flat. The caller must not change it.
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

// SkyFlat returns the number of the flat with this name, which stands for the sky (F_SKY1
// in vanilla), or -1.
func (s *Set) SkyFlat(name string) int16 {
	if num, ok := s.FlatNumber(name); ok {
		return num
	}
	return -1
}
