package wad

// FlatName is the name of flat num.
func (s *Set) FlatName(num int16) Name { return s.LumpName(s.firstFlat + LumpNum(num)) }

// PatchNamed is Patch of the last lump of that name.
func (s *Set) PatchNamed(name string) (*Patch, error) {
	n, _, err := s.required(name)
	if err != nil {
		return nil, err
	}
	return s.Patch(n)
}
