package wad

import "errors"

// LumpNum numbers the lumps of a Set, through all files in order.
type LumpNum int32

// NoLump is no lump.
const NoLump LumpNum = -1

// Set is an IWAD and the PWADs over it: one long directory in which the last
// lump of a name is the one that counts.
type Set struct {
	files []*File
	lumps []setLump
	index map[Name]LumpNum

	firstFlat LumpNum
	flats     int
	// placeholder stands for every flat that is missing or broken.
	placeholder []byte
	sprites     []LumpNum
}

type setLump struct {
	file  *File
	index int32 // in the file's directory
}

// NewSet lays files over each other: the IWAD first, PWADs in the order in which
// they are added.
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

// Files are the set's files, in order. Read only.
func (s *Set) Files() []*File { return s.files }

// Len is the number of lumps.
func (s *Set) Len() int { return len(s.lumps) }

// Find is the last lump of that name; case does not matter, letters beyond the
// eighth neither.
func (s *Set) Find(name string) (LumpNum, bool) { return s.FindName(MakeName(name)) }

// FindName is Find for a name that is already one.
func (s *Set) FindName(name Name) (LumpNum, bool) {
	n, ok := s.index[name]
	if !ok {
		return NoLump, false
	}
	return n, true
}

// Has says whether there is a lump of that name.
func (s *Set) Has(name string) bool {
	_, ok := s.Find(name)
	return ok
}

// All are the lumps of that name, the earliest (which counts least) first.
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

// Lump is what is in lump n, nil where there is no such lump. Read only.
func (s *Set) Lump(n LumpNum) []byte {
	if n < 0 || int(n) >= len(s.lumps) {
		return nil
	}
	l := &s.lumps[n]
	return l.file.lump(int(l.index))
}

// LumpName is the name of lump n, the empty one where there is no such lump.
func (s *Set) LumpName(n LumpNum) Name {
	if n < 0 || int(n) >= len(s.lumps) {
		return Name{}
	}
	l := &s.lumps[n]
	return l.file.lumps[l.index].name
}

// Name is LumpName as text.
func (s *Set) Name(n LumpNum) string { return s.LumpName(n).String() }

// FileOf is the file that lump n is in, nil where there is no such lump.
func (s *Set) FileOf(n LumpNum) *File {
	if n < 0 || int(n) >= len(s.lumps) {
		return nil
	}
	return s.lumps[n].file
}

// LumpError is an error about lump n that names it and its file.
func (s *Set) LumpError(n LumpNum, what string) error {
	if f := s.FileOf(n); f != nil {
		return lumpError(f.name, s.LumpName(n), what)
	}
	return errors.New("read WADs: " + what)
}

// pixels is size bytes from offset in lump n on. Behind the lump's end there are
// zeros: vanilla reads the memory behind it there, mostly untouched.
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

// required is what is in the last lump of that name.
func (s *Set) required(name string) (LumpNum, []byte, error) {
	n, ok := s.Find(name)
	if !ok {
		return NoLump, nil, errors.New("read WADs: lump " + name +
			" is missing: the first WAD must be a whole game (an IWAD)")
	}
	return n, s.Lump(n), nil
}

// tables are the lumps without which nothing can be drawn, and what may be wrong
// with each.
var tables = [...]struct {
	name  string
	fault func(data []byte) string
}{
	{"PLAYPAL", palettesFault}, {"COLORMAP", colormapsFault}, {"PNAMES", patchNamesFault},
	{"TEXTURE1", texturesFault}, {"TEXTURE2", texturesFault},
}

// table is the last lump of that name in which its fault finds nothing wrong: where
// an add-on's is broken, the game's counts.
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
