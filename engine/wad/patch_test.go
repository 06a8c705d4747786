package wad_test

import (
	"slices"
	"testing"

	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
)

// pictures returns a set whose lump 0 is a patch.
func pictures(t testing.TB, patch []byte) *wad.Set {
	w := &wadtest.WAD{}
	w.Add("PICTURE", patch...)
	return mustSet(t, w)
}

func TestPatchPosts(t *testing.T) {
	data := wadtest.PatchOf(10,
		nil,
		wadtest.Post(wadtest.Post(nil, 0, 1, 2), 7, 3),
	)
	copy(data[4:], wadtest.Int16(nil, -3, 12))
	p, err := pictures(t, data).PatchNamed("picture")
	if err != nil {
		t.Fatal(err)
	}
	if p.Width != 2 || p.Height != 10 || p.Left != -3 || p.Top != 12 {
		t.Errorf("picture of %d by %d at (%d, %d)", p.Width, p.Height, p.Left, p.Top)
	}
	if posts := p.Column(0); len(posts) != 0 {
		t.Errorf("empty column has posts %v", posts)
	}
	posts := p.Column(1)
	if len(posts) != 2 || posts[0].Top != 0 || posts[1].Top != 7 ||
		!slices.Equal(posts[0].Pix[:posts[0].Len], []byte{1, 2}) || !slices.Equal(posts[1].Pix[:posts[1].Len], []byte{3}) {
		t.Errorf("posts are %v", posts)
	}
	for _, post := range posts {
		if len(post.Pix) < 128 {
			t.Errorf("post at %d has %d bytes, want 128 to draw from", post.Top, len(post.Pix))
		}
	}
}

// A top is one byte: in higher pictures, a top that does not go down is relative to the
// previous post.
func TestTallPatch(t *testing.T) {
	column := wadtest.Post(wadtest.Post(wadtest.Post(nil, 0, 1), 200, 2), 100, 3)
	for height, want := range map[int][]int32{256: {0, 200, 100}, 400: {0, 200, 300}} {
		p, err := pictures(t, wadtest.PatchOf(height, column)).Patch(0)
		if err != nil {
			t.Fatal(err)
		}
		var tops []int32
		for _, post := range p.Column(0) {
			tops = append(tops, post.Top)
		}
		if !slices.Equal(tops, want) {
			t.Errorf("height %d: tops %v, want %v", height, tops, want)
		}
	}
}

// A column that runs past the end of its lump is cut there.
func TestColumnCutOff(t *testing.T) {
	whole := wadtest.PatchOf(8, wadtest.Post(nil, 0, 1, 2, 3, 4, 5, 6, 7, 8))
	p, err := pictures(t, whole[:len(whole)-5]).Patch(0)
	if err != nil {
		t.Fatal(err)
	}
	posts := p.Column(0)
	if len(posts) != 1 || !slices.Equal(posts[0].Pix[:posts[0].Len], []byte{1, 2, 3, 4, 5}) {
		t.Errorf("posts are %v", posts)
	}
}

func TestPatchErrorsNameTheLump(t *testing.T) {
	good := wadtest.Patch(4, 4, 1)
	change := func(at int, values ...int) []byte {
		data := append([]byte(nil), good...)
		copy(data[at:], wadtest.Int32(nil, values...))
		return data
	}
	for _, c := range []struct {
		why  string
		data []byte
		says string
	}{
		{"nothing", nil, "too short"},
		{"half a header", good[:7], "too short"},
		{"no room for columns", good[:20], "cut off"},
		{"no width", change(0, 0), "not a picture"},
		{"no height", change(0, 4), "not a picture"},
		{"column outside", change(16, 100000), "column 2"},
		{"column before", change(12, -1), "column 1"},
		{"column in the header", change(8, 3), "column 0"},
		{"PNG", []byte("\x89PNG\r\n\x1a\n0123456789"), "PNG"},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, err := pictures(t, c.data).Patch(0)
			wadtest.WantError(t, err, "a.wad", "PICTURE", c.says)
		})
	}
	_, err := pictures(t, good).PatchNamed("OTHER")
	wadtest.WantError(t, err, "OTHER", "missing")
	_, err = pictures(t, good).Patch(5)
	wadtest.WantError(t, err, "too short")
}
