package wad

import "slices"

// patchColumn says which column of which patch covers a texture's column.
type patchColumn struct {
	pic   *texturePicture
	x     int
	count int // patches that cover the column; pic and x are the last one's
	at    int // where a composed column begins in the texture's block
}

// compose sets a texture's columns and posts. A column that one patch covers is
// that patch's column, from its first pixel on; others are composed.
func (b *textureBuilder) compose(t *Texture) {
	width, height := int(t.Width), int(t.Height)
	cover := b.coverage(t)
	reach := max(height, drawSpan)
	block := 0
	for x := range cover {
		if cover[x].count > 1 {
			cover[x].at = block
			block += height
		}
	}
	var pixels []byte
	if block > 0 {
		pixels = make([]byte, block-height+reach)
	}
	t.columns = make([][]byte, width)
	t.posts = make([][]Post, width)
	var blank []byte
	for x := range cover {
		switch c := &cover[x]; c.count {
		case 0:
			if blank == nil {
				blank = make([]byte, reach)
				b.warn(t.Name, "has a column without a patch")
			}
			t.columns[x] = blank
		case 1:
			at := columnOffset(c.pic.data, c.x) + 3
			t.columns[x] = b.set.window(c.pic.lump, at, reach)
			t.posts[x] = c.pic.Column(c.x)
		default:
			t.columns[x] = pixels[c.at : c.at+reach : c.at+reach]
		}
	}
	for i := range t.Patches {
		b.drawPatch(t, &t.Patches[i], cover, pixels)
	}
	for x := range cover {
		if cover[x].count > 1 {
			t.posts[x] = mergePosts(t.posts[x], t.columns[x])
		}
	}
}

// coverage counts the patches over each column. The slice is reused.
func (b *textureBuilder) coverage(t *Texture) []patchColumn {
	b.cover = append(b.cover[:0], make([]patchColumn, t.Width)...)
	for i := range t.Patches {
		p := &t.Patches[i]
		pic := b.lumps[p.Lump]
		if p.Lump == NoLump || pic == nil {
			continue
		}
		from, to := max(p.X, 0), min(p.X+pic.Width, t.Width)
		for x := from; x < to; x++ {
			c := &b.cover[x]
			c.pic, c.x = pic, int(x-p.X)
			c.count++
		}
	}
	return b.cover
}

// drawPatch copies a patch into the composed columns, and notes what it covers
// in their posts, unsorted.
func (b *textureBuilder) drawPatch(t *Texture, p *TexturePatch, cover []patchColumn, pixels []byte) {
	pic := b.lumps[p.Lump]
	if p.Lump == NoLump || pic == nil {
		return
	}
	from, to := max(p.X, 0), min(p.X+pic.Width, t.Width)
	for x := from; x < to; x++ {
		c := &cover[x]
		if c.count < 2 {
			continue
		}
		column := pixels[c.at : c.at+int(t.Height)]
		for _, post := range pic.Column(int(x - p.X)) {
			// A post that begins above the texture loses its end and not its
			// beginning: vanilla's slip, which textures are made for.
			top, length := p.Y+post.Top, post.Len
			if top < 0 {
				length += top
				top = 0
			}
			length = min(length, t.Height-top)
			if length <= 0 {
				continue
			}
			copy(column[top:top+length], post.Pix)
			t.posts[x] = append(t.posts[x], Post{Top: top, Len: length})
		}
	}
}

// mergePosts joins the posts of several patches to runs without overlap, over
// the composed column.
func mergePosts(posts []Post, column []byte) []Post {
	if len(posts) == 0 {
		return nil
	}
	slices.SortFunc(posts, func(a, b Post) int { return int(a.Top - b.Top) })
	n := 0
	for _, p := range posts[1:] {
		if last := &posts[n]; p.Top <= last.Top+last.Len {
			last.Len = max(last.Len, p.Top+p.Len-last.Top)
			continue
		}
		n++
		posts[n] = p
	}
	posts = posts[:n+1]
	for i := range posts {
		p := &posts[i]
		end := min(len(column), int(p.Top)+max(int(p.Len), drawSpan))
		p.Pix = column[p.Top:end]
	}
	return posts
}
