package wad

import "slices"

// patchColumn says which column of which patch covers a texture's column.
type patchColumn struct {
	pic   *texturePicture
	x     int
	count int // patches that cover the column; pic and x are the last one's
}

// compose sets a texture's columns and posts. A column that a single patch covers is that
// patch's column, from its first pixel on; other columns are composed.
func (b *textureBuilder) compose(t *Texture) {
	if t.columns != nil {
		return // a placeholder
	}
	width, height := int(t.Width), int(t.Height)
	reach := height + drawSpan // a post that begins at the bottom has its full span too
	cover := b.coverage(t)
	composed := 0
	for x := range cover {
		if cover[x].count > 1 {
			composed++
		}
	}
	var pixels []byte // of the composed columns, one after another
	if composed > 0 {
		pixels = make([]byte, (composed-1)*height+reach)
	}
	t.columns = make([][]byte, width)
	t.posts = make([][]Post, width)
	var blank []byte
	for x := range cover {
		switch c := &cover[x]; c.count {
		case 0:
			if blank == nil {
				blank = make([]byte, reach)
				if t.incomplete {
					fillPlaceholder(blank, 0)
				} else {
					b.warn(t.Name, "has a column without a patch")
				}
			}
			t.columns[x] = blank
			if t.incomplete {
				t.posts[x] = b.keep([]Post{{Len: t.Height, Pix: blank}})
			}
		case 1:
			at := columnOffset(c.pic.data, c.x) + 3
			t.columns[x] = b.set.pixels(c.pic.lump, at, reach)
			t.posts[x] = c.pic.Column(c.x)
		default:
			t.columns[x] = pixels[:reach:reach]
			if t.incomplete {
				fillPlaceholder(t.columns[x][:height], x)
			}
			t.posts[x] = b.composeColumn(t, int32(x), t.columns[x])
			pixels = pixels[min(height, len(pixels)):]
		}
	}
}

// coverage counts the patches over each column. The slice is reused.
func (b *textureBuilder) coverage(t *Texture) []patchColumn {
	b.cover = append(b.cover[:0], make([]patchColumn, t.Width)...)
	for i := range t.Patches {
		p := &t.Patches[i]
		pic := b.pictureOf(p)
		if pic == nil {
			continue
		}
		from, to := max(p.X, 0), min(p.X+pic.Width, t.Width)
		for x := from; x < to && b.spend(1); x++ {
			c := &b.cover[x]
			c.pic, c.x = pic, int(x-p.X)
			c.count++
		}
	}
	return b.cover
}

// composeColumn draws column x of all patches that cover it, later ones over earlier
// ones, and returns the posts with pixels.
func (b *textureBuilder) composeColumn(t *Texture, x int32, column []byte) []Post {
	drawn := b.drawn[:0]
	for i := range t.Patches {
		p := &t.Patches[i]
		pic := b.pictureOf(p)
		if !b.spend(1) || pic == nil || x < p.X || x >= p.X+pic.Width {
			continue
		}
		for _, post := range pic.Column(int(x - p.X)) {
			// As in vanilla, a post that begins above the texture loses its end instead
			// of its beginning. Textures rely on this bug.
			top, length := p.Y+post.Top, post.Len
			if top < 0 {
				length += top
				top = 0
			}
			length = min(length, t.Height-top)
			if length <= 0 || !b.spend(1) {
				continue
			}
			copy(column[top:top+length], post.Pix)
			drawn = append(drawn, Post{Top: top, Len: length})
		}
	}
	b.drawn = drawn
	runs := mergePosts(drawn)
	for i := range runs {
		r := &runs[i]
		end := int(r.Top) + max(int(r.Len), drawSpan)
		r.Pix = column[r.Top:end:end]
	}
	return b.keep(runs)
}

// mergePosts joins touching and overlapping posts in place and sorts them from the top
// down.
func mergePosts(posts []Post) []Post {
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
	return posts[:n+1]
}

// keep copies posts to permanent storage, many columns per allocation.
func (b *textureBuilder) keep(posts []Post) []Post {
	const chunk = 4096
	if len(posts) > cap(b.arena)-len(b.arena) {
		b.arena = make([]Post, 0, max(chunk, len(posts)))
	}
	from := len(b.arena)
	b.arena = append(b.arena, posts...)
	return b.arena[from:len(b.arena):len(b.arena)]
}

// spend counts work, and reports whether the limit allows it.
func (b *textureBuilder) spend(n int) bool {
	b.work += n
	return b.work <= maxWork
}
