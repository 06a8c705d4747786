package wad

import "errors"

// LumpNum is a lump's number in a Set, counted through all files in order.
type LumpNum int32

// NoLump means no lump.
const NoLump LumpNum = -1

// Set is an IWAD with PWADs on top: one long directory in which the last lump with a name
// counts.
type Set struct {
	files []*File
	lumps []setLump
	index map[Name]LumpNum

	firstFlat LumpNum
	flats     int
	// placeholder replaces every missing or broken flat.
	placeholder []byte
	sprites     []LumpNum
}

type setLump struct {
	file  *File
	index int32 // in the file's directory
}

// NewSet stacks files: the IWAD first, then PWADs in the order in which they are added.
func NewSet(files ...*File) (*Set, error) {
	total := 0
	for _, f := range files {
		total += len(f.lumps)
	}
	if total == 0 {
		return nil, errors.New("make WAD set: no file with lumps in it: give an IWAD first")
	}
	s := &Set{
		files: files,
		lumps: make([]setLump, 0, total),
		index: make(map[Name]LumpNum, total),
	}
	for _, f := range files {
		for i := range f.lumps {
			s.index[f.lumps[i].name] = LumpNum(len(s.lumps))
			s.lumps = append(s.lumps, setLump{f, int32(i)})
		}
	}
	s.findFlats()
	s.findSprites()
	return s, nil
}

// Files returns the set's files in order. The caller must not change the slice.
func (s *Set) Files() []*File { return s.files }

// Len returns the number of lumps.
func (s *Set) Len() int { return len(s.lumps) }

// Find returns the last lump with this name. It ignores case and letters after the
// eighth.
func (s *Set) Find(name string) (LumpNum, bool) { return s.FindName(MakeName(name)) }

// FindName is Find for a Name.
func (s *Set) FindName(name Name) (LumpNum, bool) {
	n, ok := s.index[name]
	if !ok {
		return NoLump, false
	}
	return n, true
}

// Has reports whether there is a lump with this name.
func (s *Set) Has(name string) bool {
	_, ok := s.Find(name)
	return ok
}

// All returns the lumps with this name, from the earliest, which counts least.
func (s *Set) All(name string) []LumpNum {
	var all []LumpNum
	want := MakeName(name)
	for n := range s.lumps {
		if s.LumpName(LumpNum(n)) == want {
			all = append(all, LumpNum(n))
		}
	}
	return all
}

// Lump returns the contents of lump n, nil if there is no such lump. The caller must not
// change them.
func (s *Set) Lump(n LumpNum) []byte {
	if n < 0 || int(n) >= len(s.lumps) {
		return nil
	}
	l := &s.lumps[n]
	return l.file.lump(int(l.index))
}

// LumpName returns the name of lump n, empty if there is no such lump.
func (s *Set) LumpName(n LumpNum) Name {
	if n < 0 || int(n) >= len(s.lumps) {
		return Name{}
	}
	l := &s.lumps[n]
	return l.file.lumps[l.index].name
}

// Name returns LumpName as text.
func (s *Set) Name(n LumpNum) string { return s.LumpName(n).String() }

// FileOf returns the file that contains lump n, nil if there is no such lump.
func (s *Set) FileOf(n LumpNum) *File {
	if n < 0 || int(n) >= len(s.lumps) {
		return nil
	}
	return s.lumps[n].file
}

// LumpError returns an error about lump n that names the lump and its file.
func (s *Set) LumpError(n LumpNum, what string) error {
	if f := s.FileOf(n); f != nil {
		return lumpError(f.name, s.LumpName(n), what)
	}
	return errors.New("read WADs: " + what)
}

// pixels returns size bytes from offset in lump n on, with zeros past the lump's end,
// where vanilla reads mostly untouched memory.
func (s *Set) pixels(n LumpNum, offset, size int) []byte {
	lump := s.Lump(n)
	if offset+size <= len(lump) {
		return lump[offset : offset+size : offset+size]
	}
	p := make([]byte, size)
	if offset < len(lump) {
		copy(p, lump[offset:])
	}
	return p
}

// required returns the last lump with this name and its contents, or an error.
func (s *Set) required(name string) (LumpNum, []byte, error) {
	n, ok := s.Find(name)
	if !ok {
		return NoLump, nil, errors.New("read WADs: lump " + name +
			" is missing: the first WAD must be a whole game (an IWAD)")
	}
	return n, s.Lump(n), nil
}

// tables lists the lumps that all drawing needs, each with its check.
var tables = [...]struct {
	name  string
	fault func(data []byte) string
}{
	{"PLAYPAL", palettesFault}, {"COLORMAP", colormapsFault}, {"PNAMES", patchNamesFault},
	{"TEXTURE1", texturesFault}, {"TEXTURE2", texturesFault},
}

// table returns the last lump with this name that passes fault: if an add-on's is broken,
// the game's counts.
func (s *Set) table(name string, fault func(data []byte) string) (LumpNum, []byte, error) {
	last, data, err := s.required(name)
	if err != nil {
		return last, nil, err
	}
	why := fault(data)
	if why == "" {
		return last, data, nil
	}
	all := s.All(name)
	for i := len(all) - 2; i >= 0; i-- {
		if data := s.Lump(all[i]); fault(data) == "" {
			return all[i], data, nil
		}
	}
	return last, nil, s.LumpError(last, why)
}
