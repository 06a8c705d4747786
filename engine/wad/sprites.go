package wad

var (
	spriteStarts = [...]Name{MakeName("S_START"), MakeName("SS_START")}
	spriteEnds   = [...]Name{MakeName("S_END"), MakeName("SS_END")}
)

// findSprites gathers the names between S_START and S_END of all files, each once, at its
// first place. As everywhere, the last lump with a name counts, so PWADs can replace
// sprites without markers.
func (s *Set) findSprites() {
	seen := make(map[Name]bool)
	inside := false
	var file *File
	for n := LumpNum(0); int(n) < len(s.lumps); n++ {
		if f := s.lumps[n].file; f != file {
			file, inside = f, false
		}
		name := s.LumpName(n)
		switch {
		case name == spriteStarts[0] || name == spriteStarts[1]:
			inside = true
		case name == spriteEnds[0] || name == spriteEnds[1]:
			inside = false
		case inside && len(s.Lump(n)) > 0 && !seen[name]:
			seen[name] = true
			s.sprites = append(s.sprites, s.index[name])
		}
	}
}

// SpriteLumps returns the lumps of sprites, each name once, in directory order. A
// sprite's name is four letters, then frame and rotation, and perhaps a second frame and
// rotation that show it mirrored. The caller must not change the slice.
func (s *Set) SpriteLumps() []LumpNum { return s.sprites }
