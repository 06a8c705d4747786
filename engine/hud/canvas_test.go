package hud

import (
	"bytes"
	"testing"

	"doomhost/engine/render"
	"doomhost/engine/wad"
)

// enlarge returns a picture with every pixel scale times as wide and high.
func enlarge(pix []byte, width, scale int) []byte {
	var out []byte
	for ; len(pix) > 0; pix = pix[width:] {
		for range scale {
			for _, v := range pix[:width] {
				out = append(out, bytes.Repeat([]byte{v}, scale)...)
			}
		}
	}
	return out
}

func TestScaledDrawingEnlargesVanillas(t *testing.T) {
	c := freedoom(t, "freedoom1")
	a := loadArt(c.Set, c.Tables, c.Mission)
	pictures := []*wad.Patch{a.bar.background, a.bar.minus, a.bar.faces[0], a.finale.end[0], a.intermission.kills, a.marks[3], nil}
	draw := func(c *canvas) {
		c.clear(7)
		for i, p := range pictures {
			for _, at := range [][2]int32{{10, 20}, {-9, -3}, {300, 180}, {150, 199}, {-400, 0}, {400, 0}, {20, 300}, {20, -300}} {
				c.patch(p, at[0]+int32(i), at[1])
				c.flipped(p, at[0], at[1]-int32(7*i))
			}
		}
		page := newCanvas()
		page.patch(a.pages[PageTitle], 0, 0)
		c.rows(&page, 40, 60)
		c.fill(a.borderFlat, 3*c.scale, 5*c.scale, 200*c.scale, 17*c.scale)
		a.print(c, []byte("Every letter, 0-9 (and more)!"), 200, 100, false)
		a.print(c, []byte("and a cursor"), 5, 110, true)
	}
	plain := newCanvas()
	draw(&plain)
	for scale := 1; scale <= 4; scale++ {
		f := render.NewFrame(pageWidth*scale, pageHeight*scale)
		on := canvasOn(f)
		draw(&on)
		if !bytes.Equal(f.Pix, enlarge(plain.pix, pageWidth, scale)) {
			t.Errorf("scale %d differs", scale)
		}
	}
}

func TestBarStandsInTheMiddleOfAWideFrame(t *testing.T) {
	for _, config := range []render.Config{{Width: 426}, {Scale: 2, Width: 426}, {Scale: 3, Width: 560}} {
		s := newStage(t, "freedoom2", config, 1, nil)
		s.play(3)
		s.shot()
		f, scale := s.frame, config.Scale
		if scale == 0 {
			scale = 1
		}
		left := (f.Width - pageWidth*scale) / 2
		bar := enlarge(s.bar.page.pix[barTop*pageWidth:], pageWidth, scale)
		for y := range 32 * scale {
			row := f.Pix[(barTop*scale+y)*f.Stride:][:f.Width]
			if !bytes.Equal(row[left:left+pageWidth*scale], bar[y*pageWidth*scale:][:pageWidth*scale]) {
				t.Fatalf("%+v: row %d of the bar is not in the middle", config, y)
			}
			for _, side := range [][]byte{row[:left], row[left+pageWidth*scale:]} {
				if bytes.Count(side, []byte{0}) == len(side) {
					t.Fatalf("%+v: row %d beside the bar is empty", config, y)
				}
			}
		}
	}
}

func TestPagesStandInTheMiddleBetweenBlack(t *testing.T) {
	s := newStage(t, "freedoom2", render.Config{Scale: 2, Width: 426}, 1, nil)
	f := s.DrawPage(PageTitle)
	for y := range f.Height {
		row := f.Pix[y*f.Stride:][:f.Width]
		if bytes.Count(row[:106], []byte{0}) != 106 || bytes.Count(row[746:], []byte{0}) != 106 {
			t.Fatalf("row %d is not black at the sides", y)
		}
	}
	if want := enlarge(s.page.pix, pageWidth, 2); !bytes.Equal(f.Pix[106:746], want[:640]) {
		t.Error("the first row is not the page's")
	}
}

func TestMissingPicturesDrawNothing(t *testing.T) {
	s := newStage(t, "freedoom2", render.Config{}, 1, nil)
	bare := &art{}
	s.art = bare
	s.bar = newBar(&bare.bar)
	s.play(2)
	s.messages.post("HELLO")
	s.g.Paused = true
	s.play(1)
	s.shot()
	s.ToggleMap(s.g)
	s.AddMark()
	s.shot()
	for _, p := range []Page{PageTitle, PageEnd, numPages, 255} {
		if f := s.DrawPage(p); bytes.Count(f.Pix, []byte{0}) != len(f.Pix) {
			t.Error("a page without a picture is not black")
		}
	}
	for _, phase := range phases {
		phase.enter(s)
		s.page.clear(1)
		if pix := s.shot(); phase.name != "text" && bytes.Count(pix, []byte{1}) < len(pix)*9/10 {
			t.Errorf("%s: something is seen", phase.name)
		}
	}
}
