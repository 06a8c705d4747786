package wad

import "strconv"

// TexturePatch is one patch of a texture and the place of its upper left corner.
type TexturePatch struct {
	X, Y int32
	Lump LumpNum // NoLump if PNAMES names a lump that is missing or not a picture
}

// Texture is a texture of a wall.
type Texture struct {
	Name          Name
	Width, Height int32
	// WidthMask wraps columns: the largest power of two that is not above Width, minus 1.
	// Later columns are never drawn.
	WidthMask int32
	Patches   []TexturePatch

	// incomplete textures lack a patch; a placeholder fills the uncovered area.
	incomplete bool

	columns [][]byte
	posts   [][]Post
}

// Textures holds all textures of a Set, numbered from 0 as in TEXTURE1 and then TEXTURE2.
// Number 0 is never drawn: it means no texture.
type Textures struct {
	list   []Texture // the last one is the placeholder
	index  map[Name]int16
	faults faults
}

const (
	maxTextures = 1<<15 - 1 // and the placeholder
	// Limits on memory and work for a broken or hostile WAD; real WADs stay below a tenth
	// of them.
	maxTexels  = 64 << 20 // pixels of all textures
	maxColumns = 2 << 20  // columns of all textures
	maxPosts   = 4 << 20  // posts of all patches in textures
	maxWork    = 16 << 20 // columns and posts composed

	textureHeader = 22
	texturePatch  = 10
)

// LoadTextures reads TEXTURE1, TEXTURE2 (if there is one) and PNAMES, and composes the
// textures of several patches. Warnings lists faults that stop vanilla but that the game
// can tolerate.
//
// TEXTURE1 is a 4-byte count, a 4-byte offset for each texture, and at each:
//
//	offset size
//	0      8    name
//	8      4    unused
//	12     2    width
//	14     2    height
//	16     4    unused
//	20     2    number of patches, and for each of them
//	22     2    x
//	24     2    y
//	26     2    number in PNAMES
//	28     4    unused
func LoadTextures(set *Set) (*Textures, error) {
	t := &Textures{}
	b := &textureBuilder{set: set, out: t, lumps: make(map[LumpNum]*texturePicture), placeholder: placeholderTexture()}
	if err := b.readNames(); err != nil {
		return nil, err
	}
	n, data, err := set.table("TEXTURE1", texturesFault)
	if err != nil {
		return nil, err
	}
	if err := b.readTextures(n, data); err != nil {
		return nil, err
	}
	// A game without TEXTURE2 is complete.
	if n, data, err := set.table("TEXTURE2", texturesFault); err == nil {
		if err := b.readTextures(n, data); err != nil {
			return nil, err
		}
	}
	if len(t.list) == 0 {
		return nil, set.LumpError(n, "no textures in it")
	}
	t.index = make(map[Name]int16, len(t.list))
	for i := len(t.list) - 1; i >= 0; i-- { // the first of two with one name counts
		t.index[t.list[i].Name] = int16(i)
	}
	delete(t.index, Name{})
	b.addPlaceholder(Name{})
	for i := range t.list {
		b.compose(&t.list[i])
		if b.work > maxWork {
			return nil, set.LumpError(n, "texture "+t.list[i].Name.String()+": too many patches over each other")
		}
	}
	return t, nil
}

// Warnings lists the textures' faults, for a log.
func (t *Textures) Warnings() []string { return t.faults.all() }

// Placeholder returns the number of the texture that replaces missing ones: the last.
func (t *Textures) Placeholder() int16 { return int16(len(t.list) - 1) }

// Count returns the number of textures, including the placeholder.
func (t *Textures) Count() int { return len(t.list) }

// At returns texture i, 0 to Count()-1. The caller must not change it.
func (t *Textures) At(i int) *Texture { return &t.list[i] }

// Number returns the number of the texture with this name. A name that begins with "-"
// gives 0, no texture.
func (t *Textures) Number(name string) (int16, bool) { return t.NumberOf(MakeName(name)) }

// NumberOf is Number for a Name.
func (t *Textures) NumberOf(name Name) (int16, bool) {
	if name[0] == '-' {
		return 0, true
	}
	n, ok := t.index[name]
	return n, ok
}

// Column returns column col of texture i, wrapped by WidthMask: at least Height pixels
// and at least 128 from the top. The pixels past the texture's height are those that
// vanilla would show. The caller must not change them.
func (t *Textures) Column(i, col int) []byte { return t.list[i].Column(col) }

// Column returns column col of the texture, see Textures.Column.
func (x *Texture) Column(col int) []byte { return x.columns[col&int(x.WidthMask)] }

// Posts returns column col of texture i, wrapped by WidthMask, with its holes, for
// see-through walls. A column of a single patch is as in the patch: as in vanilla, the
// patch's place in the texture has no effect.
func (t *Textures) Posts(i, col int) []Post {
	x := &t.list[i]
	return x.posts[col&int(x.WidthMask)]
}

// textureBuilder reads and composes textures for one call of LoadTextures.
type textureBuilder struct {
	set    *Set
	out    *Textures
	names  []Name
	pnames []LumpNum
	// placeholder is copied, and its columns shared.
	placeholder Texture
	lumps       map[LumpNum]*texturePicture // decoded so far; nil: not a picture

	texels, columns int
	posts, work     int
	cover           []patchColumn // scratch
	drawn           []Post        // scratch
	arena           []Post
}

// texturePicture is a patch and the place of its bytes.
type texturePicture struct {
	*Patch
	lump LumpNum
	data []byte
}

func (b *textureBuilder) warn(texture Name, what string) {
	b.out.faults.add("texture " + texture.String() + ": " + what)
}

func (b *textureBuilder) addPlaceholder(name Name) {
	t := b.placeholder
	t.Name = name
	b.out.list = append(b.out.list, t)
}

func (b *textureBuilder) readNames() error {
	_, data, err := b.set.table("PNAMES", patchNamesFault)
	if err != nil {
		return err
	}
	count := i32(data)
	b.names = make([]Name, count)
	b.pnames = make([]LumpNum, count)
	for i := range b.names {
		b.names[i] = NameAt(data[4+8*i:])
		b.pnames[i], _ = b.set.FindName(b.names[i])
	}
	return nil
}

func patchNamesFault(data []byte) string { return countFault(data, 8, "names") }

func texturesFault(data []byte) string { return countFault(data, 4, "textures") }

// countFault returns the reason why a lump does not hold the records that it counts.
func countFault(data []byte, size int64, what string) string {
	if len(data) < 4 {
		return "shorter than its count"
	}
	if count := i32(data); count < 0 || int64(count)*size > int64(len(data)-4) {
		return "shorter than the " + strconv.Itoa(int(count)) + " " + what + " that it announces"
	}
	return ""
}

// readTextures reads a lump that has no texturesFault.
func (b *textureBuilder) readTextures(n LumpNum, data []byte) error {
	count := i32(data)
	if len(b.out.list)+int(count) > maxTextures {
		return b.set.LumpError(n, "more than 32767 textures")
	}
	for i := range int(count) {
		at := i32(data[4+4*i:])
		if at < 0 || int64(at)+textureHeader > int64(len(data)) {
			b.out.faults.add(b.set.LumpError(n, "texture "+strconv.Itoa(i)+" lies outside of it").Error())
			b.addPlaceholder(Name{})
			continue
		}
		if err := b.readTexture(n, data[at:]); err != nil {
			return err
		}
	}
	return nil
}

func (b *textureBuilder) readTexture(n LumpNum, data []byte) error {
	x := Texture{
		Name:  NameAt(data),
		Width: int32(i16(data[12:])), Height: int32(i16(data[14:])),
	}
	patches := int(i16(data[20:]))
	switch {
	case patches < 0 || textureHeader+patches*texturePatch > len(data):
		b.warn(x.Name, "its patches run over the end of lump "+b.set.Name(n))
		b.addPlaceholder(x.Name)
		return nil
	case x.Width <= 0 || x.Height <= 0:
		b.warn(x.Name, "has no size")
		b.addPlaceholder(x.Name)
		return nil
	}
	b.columns += int(x.Width)
	b.texels += int(x.Width) * int(x.Height)
	if b.columns > maxColumns || b.texels > maxTexels {
		return b.set.LumpError(n, "texture "+x.Name.String()+": all textures together are too large")
	}
	x.WidthMask = 1
	for x.WidthMask*2 <= x.Width {
		x.WidthMask *= 2
	}
	x.WidthMask--
	x.Patches = make([]TexturePatch, patches)
	for i := range x.Patches {
		p := data[textureHeader+i*texturePatch:]
		num := int(u16(p[4:]))
		lump := NoLump
		if num < len(b.pnames) {
			if lump = b.pnames[num]; lump == NoLump {
				b.warn(x.Name, "patch "+b.names[num].String()+" is missing")
			} else if b.picture(lump) == nil {
				b.warn(x.Name, "patch "+b.names[num].String()+" is not a picture, or broken")
				lump = NoLump
			}
		} else {
			b.warn(x.Name, "patch number "+strconv.Itoa(num)+" is not in PNAMES")
		}
		x.incomplete = x.incomplete || lump == NoLump
		x.Patches[i] = TexturePatch{X: int32(i16(p)), Y: int32(i16(p[2:])), Lump: lump}
	}
	b.out.list = append(b.out.list, x)
	return nil
}

// picture decodes a patch once. It returns nil if the patch is broken or exceeds the
// limits.
func (b *textureBuilder) picture(n LumpNum) *texturePicture {
	if p, ok := b.lumps[n]; ok {
		return p
	}
	var pic *texturePicture
	if b.posts < maxPosts {
		if p, err := b.set.Patch(n); err == nil {
			pic = &texturePicture{p, n, b.set.Lump(n)}
			b.posts += len(p.posts)
		}
	}
	b.lumps[n] = pic
	return pic
}

// pictureOf returns the picture of a texture's patch, nil for none.
func (b *textureBuilder) pictureOf(p *TexturePatch) *texturePicture {
	if p.Lump == NoLump {
		return nil
	}
	return b.lumps[p.Lump]
}
