package icon

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"os"
	"testing"

	"github.com/tc-hib/winres"
)

func ours(t testing.TB) *Icon {
	t.Helper()
	svg, err := os.ReadFile("../../web/src/page/icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	ic, err := Parse(svg)
	if err != nil {
		t.Fatal(err)
	}
	return ic
}

func TestClientsIconIsDrawnAtEverySizeWithHardEdges(t *testing.T) {
	ic := ours(t)
	small, err := ic.Image(16)
	if err != nil {
		t.Fatal(err)
	}
	data, err := ic.PNG(256)
	if err != nil {
		t.Fatal(err)
	}
	large, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	filled := 0
	for y := range 256 {
		for x := range 256 {
			r, g, b, a := large.At(x, y).RGBA()
			r2, g2, b2, a2 := small.At(x/16, y/16).RGBA()
			if r != r2 || g != g2 || b != b2 || a != a2 {
				t.Fatalf("pixel %d,%d is not that of its square", x, y)
			}
			if a != 0 {
				filled++
			}
		}
	}
	if filled < 256*256/2 || filled == 256*256 {
		t.Errorf("%d of %d pixels are filled: an icon has a shape", filled, 256*256)
	}
	if _, err := ic.Image(24); err == nil {
		t.Error("drew with squares of one and a half pixels")
	}
}

func TestWindowsReadsTheICO(t *testing.T) {
	data, err := ours(t).ICO()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := winres.LoadICO(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	if n := binary.LittleEndian.Uint16(data[4:]); int(n) != len(ICOSizes) {
		t.Errorf("%d pictures, want %d", n, len(ICOSizes))
	}
}

func TestICNSIsAChainOfPNGs(t *testing.T) {
	data, err := ours(t).ICNS()
	if err != nil {
		t.Fatal(err)
	}
	if string(data[:4]) != "icns" || int(binary.BigEndian.Uint32(data[4:])) != len(data) {
		t.Fatalf("header % x for %d bytes", data[:8], len(data))
	}
	seen := 0
	for rest := data[8:]; len(rest) > 0; seen++ {
		size := int(binary.BigEndian.Uint32(rest[4:]))
		cfg, err := png.DecodeConfig(bytes.NewReader(rest[8:size]))
		if err != nil {
			t.Fatalf("picture %s: %v", rest[:4], err)
		}
		if cfg.Width != icnsTypes[seen].side {
			t.Errorf("picture %s is %d pixels wide", rest[:4], cfg.Width)
		}
		rest = rest[size:]
	}
	if seen != len(icnsTypes) {
		t.Errorf("%d pictures, want %d", seen, len(icnsTypes))
	}
}

func TestOtherDrawingsAreRefused(t *testing.T) {
	for name, svg := range map[string]string{
		"no XML":             `<svg`,
		"no view box":        `<svg><path fill="#000000" d="M0 0h1v1h-1z"/></svg>`,
		"oblong":             `<svg viewBox="0 0 16 8"><path fill="#000000" d="M0 0h1v1h-1z"/></svg>`,
		"huge":               `<svg viewBox="0 0 99999 99999"><path fill="#000000" d="M0 0h1v1h-1z"/></svg>`,
		"empty":              `<svg viewBox="0 0 16 16"></svg>`,
		"a curve":            `<svg viewBox="0 0 16 16"><path fill="#000000" d="M0 0c1 1 2 2 3 3z"/></svg>`,
		"outside":            `<svg viewBox="0 0 16 16"><path fill="#000000" d="M15 0h2v1h-2z"/></svg>`,
		"a colour by name":   `<svg viewBox="0 0 16 16"><path fill="red" d="M0 0h1v1h-1z"/></svg>`,
		"a number too large": `<svg viewBox="0 0 16 16"><path fill="#000000" d="M99999999999999999999 0h1v1h-1z"/></svg>`,
	} {
		if _, err := Parse([]byte(svg)); err == nil {
			t.Errorf("%s: was read", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`<svg viewBox="0 0 16 16"><path fill="#00ff00" d="M0 0h1v1h-1zM3 3h2v2h-2z"/></svg>`))
	f.Fuzz(func(t *testing.T, svg []byte) {
		ic, err := Parse(svg)
		if err != nil {
			return
		}
		if _, err := ic.Image(ic.grid * 2); err != nil {
			t.Fatal(err)
		}
	})
}
