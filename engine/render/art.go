package render

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/wad"
)

// art holds the graphics of the WADs, decoded for drawing.
type art struct {
	set       *wad.Set
	textures  *wad.Textures
	colormaps *[wad.Colormaps][256]byte
	// translations turn the green of players into grey, brown and red.
	translations [3][256]byte
	skyFlat      int16
	heights      []fixed.Fixed // of textures
	sprites      [][]spriteFrame
	names        []string // of sprites
	// noSprite and noWeapon stand for frames that the WADs lack.
	noSprite, noWeapon spriteFrame

	// The texture and flat that each one currently shows, by animation.
	anims       []wad.Anim
	textureAnim []int16
	flatAnim    []int16
}

func (a *art) load(content Content) error {
	a.set, a.textures = content.Set, content.Textures
	var err error
	if a.colormaps, err = a.set.Colormaps(); err != nil {
		return err
	}
	a.skyFlat = a.set.SkyFlat(content.Tables.Lump("F_SKY1"))
	a.heights = make([]fixed.Fixed, a.textures.Count())
	a.textureAnim = make([]int16, a.textures.Count())
	for i := range a.heights {
		a.heights[i] = fixed.Fixed(a.textures.At(i).Height) << fixed.Bits
		a.textureAnim[i] = int16(i)
	}
	a.flatAnim = make([]int16, a.set.FlatCount())
	for i := range a.flatAnim {
		a.flatAnim[i] = int16(i)
	}
	a.anims = wad.Anims(a.set, a.textures, content.Tables.Lump)
	a.translations = translations()
	a.names = content.Tables.Sprites
	a.noSprite, a.noWeapon = placeholderFrame(), placeholderWeapon()
	a.sprites = loadSprites(a.set, content.Tables, a.noSprite.pics[0])
	return nil
}

// translations returns the tables that map the 16 greens of a player's clothes.
func translations() (t [3][256]byte) {
	const green = 0x70
	for n, first := range [3]byte{0x60, 0x40, 0x20} {
		for i := range 256 {
			t[n][i] = byte(i)
		}
		for i := range byte(16) {
			t[n][green+int(i)] = first + i
		}
	}
	return t
}

// animate sets the frames that textures and flats show. In vanilla a tic animates before
// it advances the level's clock, so a frame shows the previous tic's time.
func (a *art) animate(levelTime int32) {
	time := max(levelTime-1, 0)
	for _, anim := range a.anims {
		now := a.flatAnim
		if anim.Texture {
			now = a.textureAnim
		}
		for i := anim.Base; i < anim.Base+anim.Count; i++ {
			if int(i) < len(now) {
				now[i] = anim.Picture(i, time)
			}
		}
	}
}

// column returns a column of a texture, at least 128 pixels long.
func (a *art) column(texture int16, column int32) []byte {
	return a.textures.Column(int(texture), int(column))
}

// flat returns the flat that a floor with this number shows now.
func (a *art) flat(pic int16) *[64 * 64]byte {
	if int(pic) < len(a.flatAnim) && pic >= 0 {
		pic = a.flatAnim[pic]
	}
	return (*[64 * 64]byte)(a.set.Flat(pic))
}

// spriteFrame is one frame of a sprite, from all sides.
type spriteFrame struct {
	rotates bool
	pics    [8]spritePic // only the first counts if the frame does not rotate
}

// spritePic is one picture of a sprite. Without a patch it draws nothing.
type spritePic struct {
	patch *wad.Patch
	flip  bool
}

// skyNumber returns the texture of a sky, or the placeholder if the WADs lack it.
func (a *art) skyNumber(name string) int16 {
	if n, ok := a.textures.Number(name); ok {
		return n
	}
	return a.textures.Placeholder()
}

// placeholderFrame returns a frame of a man's size that stands on the floor.
func placeholderFrame() (f spriteFrame) {
	f.pics[0].patch = stand(wad.PlaceholderPatch(24, 48))
	return f
}

// placeholderWeapon returns a frame in the middle above the status bar, like a weapon.
func placeholderWeapon() (f spriteFrame) {
	p := wad.PlaceholderPatch(48, 40)
	p.Left, p.Top = -136, -96
	f.pics[0].patch = p
	return f
}

// stand moves a placeholder's origin to where a thing's picture has it.
func stand(p *wad.Patch) *wad.Patch {
	p.Left, p.Top = p.Width/2, p.Height
	return p
}

// loadSprites decodes the pictures of all sprites by the tables' names. A placeholder
// replaces broken pictures, and none replaces missing sides.
func loadSprites(set *wad.Set, tables *info.Tables, none spritePic) [][]spriteFrame {
	ids := make(map[string][]int, len(tables.Sprites))
	for id, name := range tables.Sprites {
		ids[name] = append(ids[name], id)
	}
	sprites := make([][]spriteFrame, len(tables.Sprites))
	for _, n := range set.SpriteLumps() {
		name := set.LumpName(n)
		users := ids[string(name[:4])]
		if len(users) == 0 {
			continue
		}
		patch, fault := set.Picture(n)
		if fault != nil && patch.Left == 0 && patch.Top == 0 {
			stand(patch)
		}
		for _, id := range users {
			sprites[id] = install(sprites[id], name[4], name[5], spritePic{patch, false})
			if name[6] != 0 {
				sprites[id] = install(sprites[id], name[6], name[7], spritePic{patch, true})
			}
		}
	}
	for _, frames := range sprites {
		for i := range frames {
			f := &frames[i]
			for side := range f.pics {
				if f.rotates && f.pics[side].patch == nil {
					f.pics[side] = none
				}
			}
		}
	}
	return sprites
}

// install puts a picture into its frame (from "A") and rotation ("1" to "8",
// "0" for all of them).
func install(frames []spriteFrame, frame, rotation byte, pic spritePic) []spriteFrame {
	const lastFrame = 'A' + 28
	if frame < 'A' || frame > lastFrame || rotation < '0' || rotation > '8' {
		return frames
	}
	i := int(frame - 'A')
	for len(frames) <= i {
		frames = append(frames, spriteFrame{})
	}
	f := &frames[i]
	if rotation == '0' {
		f.rotates = false
		for j := range f.pics {
			f.pics[j] = pic
		}
		return frames
	}
	f.rotates = true
	f.pics[rotation-'1'] = pic
	return frames
}

// frame returns a frame of a sprite: a placeholder if the WADs have none, nil if nothing
// is visible.
func (a *art) frame(sprite info.SpriteID, frame uint16) *spriteFrame {
	n := int(frame &^ info.FrameFullBright)
	if int(sprite) < len(a.sprites) && n < len(a.sprites[sprite]) && a.sprites[sprite][n].pics[0].patch != nil {
		return &a.sprites[sprite][n]
	}
	if int(sprite) < len(a.names) && a.names[sprite] == info.NoSprite {
		return nil
	}
	return &a.noSprite
}
