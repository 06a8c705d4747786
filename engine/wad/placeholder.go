package wad

import "strconv"

// Missing and broken pictures show as a checkered grey, which is visible without being
// glaring.
const (
	placeholderLight = 100 // two neighbors in the greys of Doom's palette
	placeholderDark  = 104
	placeholderCell  = 8 // pixels

	// placeholderSide is the size of a picture of unknown size.
	placeholderSide = 16
	maxPlaceholder  = 320
)

func placeholderPixel(x, y int) byte {
	if (x/placeholderCell+y/placeholderCell)&1 == 0 {
		return placeholderLight
	}
	return placeholderDark
}

// fillPlaceholder fills column with column x of the checkered grey.
func fillPlaceholder(column []byte, x int) {
	for y := range column {
		column[y] = placeholderPixel(x, y)
	}
}

func newPlaceholderFlat() []byte {
	const side = 64
	flat := make([]byte, FlatSize)
	for i := range flat {
		flat[i] = placeholderPixel(i%side, i/side)
	}
	return flat
}

// PlaceholderPatch returns a checkered grey of the given size, up to 320 by 320, with its
// origin in its upper left corner.
func PlaceholderPatch(width, height int) *Patch {
	width, height = min(max(width, 1), maxPlaceholder), min(max(height, 1), maxPlaceholder)
	p := &Patch{
		Width: int32(width), Height: int32(height),
		first: make([]int32, width+1), posts: make([]Post, width),
	}
	for x := range p.posts {
		pix := make([]byte, max(height, drawSpan))
		fillPlaceholder(pix, x)
		p.posts[x] = Post{Len: int32(height), Pix: pix}
		p.first[x+1] = int32(x + 1)
	}
	return p
}

// placeholderTexture returns a checkered grey.
func placeholderTexture() Texture {
	const width, height = 64, 128
	p := PlaceholderPatch(width, height)
	t := Texture{
		Width: width, Height: height, WidthMask: width - 1, incomplete: true,
		columns: make([][]byte, width), posts: make([][]Post, width),
	}
	for x := range t.columns {
		t.posts[x] = p.Column(x)
		// A post that begins at the bottom has its full span too, as in all textures.
		t.columns[x] = make([]byte, height+drawSpan)
		fillPlaceholder(t.columns[x], x)
	}
	return t
}

// Picture returns lump n as a patch. If it is not one, it returns a placeholder of about
// its size, and fault says why.
func (s *Set) Picture(n LumpNum) (p *Patch, fault error) {
	p, fault = s.Patch(n)
	if fault == nil {
		return p, nil
	}
	data := s.Lump(n)
	width, height, sane := sizeOf(data)
	p = PlaceholderPatch(width, height)
	if sane && !isPNG(data) {
		p.Left, p.Top = int32(i16(data[4:])), int32(i16(data[6:]))
	}
	return p, fault
}

// PictureFault returns the reason why lump n is not a patch, or nil if it is one.
func (s *Set) PictureFault(n LumpNum) error {
	_, err := s.checkPatch(n, s.Lump(n))
	return err
}

// sizeOf returns the size of an unreadable picture, from its header if that is sane.
func sizeOf(data []byte) (width, height int, sane bool) {
	const maxWidth, maxHeight, pngHeader = 320, 200, 24
	switch {
	case isPNG(data) && len(data) >= pngHeader:
		width, height = int(data[18])<<8|int(data[19]), int(data[22])<<8|int(data[23])
	case len(data) >= patchHeader:
		width, height = int(i16(data)), int(i16(data[2:]))
	}
	if width < 1 || width > maxWidth || height < 1 || height > maxHeight {
		return placeholderSide, placeholderSide, false
	}
	return width, height, true
}

func isPNG(data []byte) bool { return len(data) >= 4 && string(data[1:4]) == "PNG" }

// flatFault returns the reason why a lump is not a flat, or "" if it can be one. Larger
// flats are for other games; their first 4,096 bytes are a flat.
func (s *Set) flatFault(n LumpNum) string {
	data := s.Lump(n)
	switch {
	case isPNG(data):
		return "is a PNG picture, not a flat of 4096 bytes"
	case len(data) < FlatSize:
		return "has " + strconv.Itoa(len(data)) + " bytes, and a flat 4096"
	}
	return ""
}

// PictureFaults lists the broken palettes, light tables, flats and sprites of the WADs.
// An earlier table replaces a broken one, and a placeholder a broken picture.
func (s *Set) PictureFaults() []string {
	var f faults
	for _, t := range &tables {
		if n, ok := s.Find(t.name); ok {
			if why := t.fault(s.Lump(n)); why != "" {
				f.add(s.LumpError(n, why).Error())
			}
		}
	}
	inside := true
	for n, end := s.firstFlat, s.firstFlat+LumpNum(s.flats); n < end; n++ {
		name := s.LumpName(n)
		switch {
		case name == flatStarts[0] || name == flatStarts[1]:
			inside = true
		case name == flatEnds[0] || name == flatEnds[1]:
			inside = false
		case !inside || s.index[name] != n || len(s.Lump(n)) == 0 && isMarker(name):
			// The lump is not a flat, or a later one has its name, or it marks the start
			// or end of another group of flats.
		default:
			if why := s.flatFault(n); why != "" {
				f.add(s.LumpError(n, why).Error())
			}
		}
	}
	for _, n := range s.sprites {
		if name := s.LumpName(n); name[4] < 'A' || name[5] < '0' || name[5] > '8' {
			continue // not a sprite's name: frame and side are missing
		}
		if err := s.PictureFault(n); err != nil {
			f.add(err.Error())
		}
	}
	return f.all()
}

// isMarker reports whether a lump with this name is a marker: F_START, P2_END.
func isMarker(name Name) bool {
	s := name.String()
	for _, end := range [...]string{"_START", "_END"} {
		if len(s) > len(end) && s[len(s)-len(end):] == end {
			return true
		}
	}
	return false
}

// faults is a bounded list of a WAD's faults, each once.
type faults struct {
	list []string
	seen map[string]bool
	more int
}

func (f *faults) add(what string) {
	if f.seen[what] {
		return
	}
	if len(f.list) == maxWarnings {
		f.more++
		return
	}
	if f.seen == nil {
		f.seen = make(map[string]bool)
	}
	f.seen[what] = true
	f.list = append(f.list, what)
}

func (f *faults) all() []string {
	if f.more == 0 {
		return f.list
	}
	return append(f.list[:len(f.list):len(f.list)], strconv.Itoa(f.more)+" more of the kind")
}
