package wad

import "strconv"

const (
	patchHeader = 8
	endOfColumn = 0xff
	// drawSpan is the number of pixels read of a column whatever its length: drawing
	// wraps at 128 pixels.
	drawSpan = 128
	// maxPatchPosts bounds the posts of a picture whose columns share their bytes.
	maxPatchPosts = 1 << 18
)

// Post is a run of opaque pixels in a column. After the Len pixels, Pix goes on with the
// lump's next bytes and then zeros, up to at least 128 bytes, because vanilla's drawing
// reads them when it wraps or rounds.
type Post struct {
	Top int32 // first row
	Len int32
	Pix []byte
}

// Patch is a picture with holes: a part of a texture, a sprite, a piece of the
// status bar or a menu.
type Patch struct {
	Width, Height int32
	Left, Top     int32 // the origin, relative to the upper left corner
	first         []int32
	posts         []Post
}

// Column returns the posts of column x, 0 to Width-1, from the top.
func (p *Patch) Column(x int) []Post { return p.posts[p.first[x]:p.first[x+1]] }

// Patch decodes lump n as a patch.
//
//	offset size
//	0      2    width
//	2      2    height
//	4      2    left
//	6      2    top
//	8      4    offset of a column, for each of width
//
// A column is a list of posts: 1 top, 1 length, 1 unused, length pixels, 1 unused. A top
// of 255 ends it.
func (s *Set) Patch(n LumpNum) (*Patch, error) {
	data := s.Lump(n)
	width, err := s.checkPatch(n, data)
	if err != nil {
		return nil, err
	}
	p := &Patch{
		Width: int32(width), Height: int32(i16(data[2:])),
		Left: int32(i16(data[4:])), Top: int32(i16(data[6:])),
		first: make([]int32, width+1),
		posts: make([]Post, 0, width),
	}
	for x := 0; x < width; x++ {
		p.posts = s.appendPosts(p.posts, n, data, x, int(p.Height))
		if len(p.posts) > maxPatchPosts {
			return nil, s.LumpError(n, "too many pieces in the picture")
		}
		p.first[x+1] = int32(len(p.posts))
	}
	return p, nil
}

// checkPatch checks header and column offsets, and returns the width.
func (s *Set) checkPatch(n LumpNum, data []byte) (width int, err error) {
	if len(data) >= 4 && string(data[1:4]) == "PNG" {
		return 0, s.LumpError(n, "is a PNG picture, not Doom's own format")
	}
	if len(data) < patchHeader {
		return 0, s.LumpError(n, "too short for a picture")
	}
	width = int(i16(data))
	if width <= 0 || i16(data[2:]) <= 0 || patchHeader+4*width > len(data) {
		return 0, s.LumpError(n, "not a picture, or cut off")
	}
	for x := 0; x < width; x++ {
		if o := columnOffset(data, x); o < patchHeader || o >= len(data) {
			return 0, s.LumpError(n, "column "+strconv.Itoa(x)+" of the picture lies outside of it")
		}
	}
	return width, nil
}

func columnOffset(data []byte, x int) int { return int(i32(data[patchHeader+4*x:])) }

// appendPosts decodes column x of a checked patch. It cuts a post at the lump's end. In
// pictures too high for a one-byte top, a top that is not below the previous one is
// relative to it.
func (s *Set) appendPosts(posts []Post, n LumpNum, data []byte, x, height int) []Post {
	at := columnOffset(data, x)
	last := -1
	for at+3 <= len(data) && data[at] != endOfColumn && len(posts) <= maxPatchPosts {
		top, length := int(data[at]), int(data[at+1])
		if height > 256 && top <= last {
			top += last
		}
		last = top
		length = min(length, len(data)-(at+3))
		if length > 0 {
			posts = append(posts, Post{
				Top: int32(top), Len: int32(length),
				Pix: s.pixels(n, at+3, max(length, drawSpan)),
			})
		}
		at += int(data[at+1]) + 4
	}
	return posts
}
