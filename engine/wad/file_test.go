package wad_test

import (
	"strings"
	"testing"

	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

func mustSet(t testing.TB, wads ...*wadtest.WAD) *wad.Set {
	t.Helper()
	var files []*wad.File
	for i, w := range wads {
		files = append(files, testwads.Open(t, string(rune('a'+i))+".wad", w.Bytes()))
	}
	return testwads.NewSet(t, files...)
}

func TestOpenReportsFaults(t *testing.T) {
	w := &wadtest.WAD{}
	w.Add("FIRST", 1, 2, 3)
	w.Add("SECOND", 4, 5)
	whole := w.Bytes()
	change := func(at int, b ...byte) []byte {
		data := append([]byte(nil), whole...)
		copy(data[at:], b)
		return data
	}
	dir := 12 + 5
	for _, c := range []struct {
		why  string
		data []byte
		says string
	}{
		{"nothing", nil, "too short"},
		{"half a header", whole[:11], "too short"},
		{"zip archive", append([]byte("PK\x03\x04"), whole[4:]...), "not a WAD"},
		{"cut off in the directory", whole[:len(whole)-1], "cut off"},
		{"count below 0", change(4, 0xff, 0xff, 0xff, 0xff), "negative"},
		{"count of thousands of millions", change(4, 0xff, 0xff, 0xff, 0x7f), "cut off"},
		{"directory before the file", change(8, 0, 0, 0, 0x80), "negative"},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, err := wad.Open("some.wad", c.data)
			wadtest.WantError(t, err, "some.wad", c.says)
		})
	}
	for _, c := range []struct {
		why  string
		data []byte
		says string
		lens [2]int // of the lumps
	}{
		{"lump behind the end", change(dir+16, 0xff, 0xff), "SECOND", [2]int{3, 0}},
		{"lump longer than the file", change(dir+4, 0xff, 0xff), "FIRST", [2]int{0, 2}},
		{"lump of negative size", change(dir+4, 0xff, 0xff, 0xff, 0xff), "FIRST", [2]int{0, 2}},
		{"lump whose end overflows", change(dir, 0xff, 0xff, 0xff, 0x7f), "FIRST", [2]int{0, 2}},
	} {
		t.Run(c.why, func(t *testing.T) {
			f, err := wad.Open("some.wad", c.data)
			if err != nil {
				t.Fatal(err)
			}
			set := testwads.NewSet(t, f)
			if got := [2]int{len(set.Lump(0)), len(set.Lump(1))}; got != c.lens {
				t.Errorf("the lumps have %v bytes, want %v", got, c.lens)
			}
			if w := f.Warnings(); len(w) != 1 || !strings.Contains(w[0], c.says) {
				t.Errorf("warnings: %q", w)
			}
		})
	}
}

// Every truncation of a WAD is an error, because the directory is at its end.
func TestTruncatedWADsAreErrors(t *testing.T) {
	whole := wadtest.Game("MAP01").Bytes()
	for n := 0; n < len(whole); n += 1 + n/64 {
		if _, err := wad.Open("cut.wad", whole[:n]); err == nil {
			t.Fatalf("%d of %d bytes were taken for a WAD", n, len(whole))
		}
	}
}

func TestMarkersMayLieAnywhere(t *testing.T) {
	w := &wadtest.WAD{PWAD: true}
	w.Add("MARKER")
	data := w.Bytes()
	copy(data[12:], []byte{0xff, 0xff, 0xff, 0x7f})
	f, err := wad.Open("x.wad", data)
	if err != nil {
		t.Fatal(err)
	}
	if f.IWAD() || f.Name() != "x.wad" || !f.Has("marker") || f.Has("MARKE") {
		t.Errorf("IWAD %v, name %q, has marker %v, has MARKE %v", f.IWAD(), f.Name(), f.Has("marker"), f.Has("MARKE"))
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""}, {"map01", "MAP01"}, {"LINEDEFS", "LINEDEFS"}, {"toolongname", "TOOLONGN"},
		{"A\x00junk", "A"}, {"\x01\xff[]", "??[]"},
	} {
		if got := wad.MakeName(c.in).String(); got != c.want {
			t.Errorf("name of %q is %q, want %q", c.in, got, c.want)
		}
	}
	if got := wad.NameAt([]byte("ab\x00defgh")); got != wad.MakeName("AB") {
		t.Errorf("a name with junk after its zero is %q", got)
	}
}
