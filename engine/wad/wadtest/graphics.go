package wadtest

// Patch returns a picture of width by height in one color, without holes. height is at
// most 254.
func Patch(width, height int, color byte) []byte {
	columns := make([][]byte, width)
	for x := range columns {
		columns[x] = Post(nil, 0, Fill(height, color)...)
	}
	return PatchOf(height, columns...)
}

// Grate is like Patch with a hole between the upper and the lower quarter.
func Grate(width, height int, color byte) []byte {
	quarter := Fill(height/4, color)
	columns := make([][]byte, width)
	for x := range columns {
		columns[x] = Post(Post(nil, 0, quarter...), height-height/4, quarter...)
	}
	return PatchOf(height, columns...)
}

// PatchOf returns a patch of columns, each made of posts by Post; it adds their ends.
func PatchOf(height int, columns ...[]byte) []byte {
	b := Int16(nil, len(columns), height, 0, 0)
	at := 8 + 4*len(columns)
	for _, c := range columns {
		b = Int32(b, at)
		at += len(c) + 1
	}
	for _, c := range columns {
		b = append(append(b, c...), 0xff)
	}
	return b
}

// Post appends a post to a column.
func Post(column []byte, top int, pixels ...byte) []byte {
	column = append(column, byte(top), byte(len(pixels)), 0)
	return append(append(column, pixels...), 0)
}

// Fill returns n bytes of c.
func Fill(n int, c byte) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = c
	}
	return b
}

// TexturePatch places a patch, by its number in PNAMES.
type TexturePatch struct{ X, Y, Patch int }

// Texture is an entry of TEXTURE1.
type Texture struct {
	Name          string
	Width, Height int
	Patches       []TexturePatch
}

// Tex returns a texture of patches that At places.
func Tex(name string, width, height int, patches ...TexturePatch) Texture {
	return Texture{name, width, height, patches}
}

// At places patch number patch at (x, y).
func At(x, y, patch int) TexturePatch { return TexturePatch{x, y, patch} }

// Textures returns a TEXTURE1 lump.
func Textures(list ...Texture) []byte {
	head := Int32(nil, len(list))
	var body []byte
	for _, t := range list {
		head = Int32(head, 4+4*len(list)+len(body))
		body = Name(body, t.Name)
		body = Int32(body, 0)
		body = Int16(body, t.Width, t.Height)
		body = Int32(body, 0)
		body = Int16(body, len(t.Patches))
		for _, p := range t.Patches {
			body = Int16(body, p.X, p.Y, p.Patch, 1, 0)
		}
	}
	return append(head, body...)
}

// PatchNames returns a PNAMES lump.
func PatchNames(names ...string) []byte {
	b := Int32(nil, len(names))
	for _, n := range names {
		b = Name(b, n)
	}
	return b
}

// AddGraphics adds the graphics that every game has: a grey palette, light tables without
// effect, a few textures (WALL1 of one patch, WALL2 of two side by side, WALL3 of two
// over each other, GRATE with a hole, the exit switch, SKY1) and flats (FLOOR1, CEIL1,
// NUKAGE1 to 3, F_SKY1).
func (w *WAD) AddGraphics() {
	palette := make([]byte, 0, 768)
	for i := range 256 {
		palette = append(palette, byte(i), byte(i), byte(i))
	}
	w.Add("PLAYPAL", palette...)
	tables := make([]byte, 34*256)
	for i := range tables {
		tables[i] = byte(i)
	}
	w.Add("COLORMAP", tables...)

	w.Add("TEXTURE1", Textures(
		Tex("NOTHING", 8, 8, At(0, 0, 0)),
		Tex("WALL1", 64, 128, At(0, 0, 0)),
		Tex("WALL2", 128, 128, At(0, 0, 0), At(64, 0, 1)),
		Tex("WALL3", 64, 128, At(0, 0, 0), At(16, -32, 1)),
		Tex("GRATE", 64, 64, At(0, 0, 2)),
		Tex("SW1EXIT", 64, 128, At(0, 0, 0)),
		Tex("SW2EXIT", 64, 128, At(0, 0, 1)),
		Tex("SKY1", 256, 128, At(0, 0, 0), At(64, 0, 1), At(128, 0, 0), At(192, 0, 1)),
	)...)
	w.Add("PNAMES", PatchNames("PATCHA", "PATCHB", "PATCHC")...)
	w.Add("P_START")
	w.Add("PATCHA", Patch(64, 128, 80)...)
	w.Add("PATCHB", Patch(64, 128, 96)...)
	w.Add("PATCHC", Grate(64, 64, 112)...)
	w.Add("P_END")
	w.Add("F_START")
	for i, name := range []string{"FLOOR1", "CEIL1", "NUKAGE1", "NUKAGE2", "NUKAGE3", "F_SKY1"} {
		w.Add(name, Fill(64*64, byte(16*i))...)
	}
	w.Add("F_END")
	w.Add("S_START")
	w.Add("PLAYA0", Patch(32, 56, 200)...)
	w.Add("S_END")
}
