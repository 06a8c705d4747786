package wad

const (
	// Palettes is the number of palettes that the game uses: normal, 8 for pain, 4 for
	// pick-ups, radiation suit.
	Palettes = 14
	// Colormaps is the number of light tables: 0 bright to 31 dark, 32 inverse, 33 black.
	Colormaps = 34
)

// Palette is 256 colors: red, green, blue.
type Palette [768]byte

// Palettes reads PLAYPAL. Missing palettes are copies of the first one.
func (s *Set) Palettes() (*[Palettes]Palette, error) {
	_, data, err := s.table("PLAYPAL", palettesFault)
	if err != nil {
		return nil, err
	}
	var p [Palettes]Palette
	for i := range p {
		from := i * len(p[i])
		if from+len(p[i]) > len(data) {
			p[i] = p[0]
			continue
		}
		copy(p[i][:], data[from:])
	}
	return &p, nil
}

// Colormaps reads COLORMAP. Only the last table may be missing.
func (s *Set) Colormaps() (*[Colormaps][256]byte, error) {
	_, data, err := s.table("COLORMAP", colormapsFault)
	if err != nil {
		return nil, err
	}
	var c [Colormaps][256]byte
	for i := range c {
		copy(c[i][:], data[min(len(data), i*len(c[i])):])
	}
	return &c, nil
}

func palettesFault(data []byte) string {
	if isPNG(data) || len(data) < len(Palette{}) {
		return "shorter than one palette"
	}
	return ""
}

func colormapsFault(data []byte) string {
	if len(data) < (Colormaps-1)*256 {
		return "shorter than 33 color tables"
	}
	return ""
}
