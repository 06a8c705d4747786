package qr

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"strings"
	"testing"
)

const address = "http://192.168.1.23:8666/"

func TestFinderPatternsAreWhereCamerasLook(t *testing.T) {
	c, err := Encode(address)
	if err != nil {
		t.Fatal(err)
	}
	last := c.Size() - 1
	for _, corner := range [][2]int{{0, 0}, {last, 0}, {0, last}} {
		if !c.Dark(corner[0], corner[1]) {
			t.Errorf("corner %v is light", corner)
		}
	}
	if c.Dark(-1, 0) || c.Dark(0, c.Size()) {
		t.Error("outside is dark")
	}
}

func TestTerminalShowsEveryModule(t *testing.T) {
	c, err := Encode(address)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(c.Terminal(), "\n"), "\n")
	if want := (c.Size() + 5) / 2; len(lines) != want {
		t.Errorf("%d lines for %d modules, want %d", len(lines), c.Size(), want)
	}
	text := strings.NewReplacer("\x1b[30;107m", "", "\x1b[0m", "").Replace(lines[1])
	if width := len([]rune(text)); width != c.Size()+4 {
		t.Errorf("width %d for %d modules", width, c.Size())
	}
	if !strings.HasPrefix(text, "  █▀▀▀▀▀█ ") {
		t.Errorf("the first finder pattern is drawn as %q", text)
	}
}

func TestPicturesAreWellFormed(t *testing.T) {
	c, err := Encode(address)
	if err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(c.SVG()))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := png.Decode(bytes.NewReader(c.PNG())); err != nil {
		t.Error(err)
	}
}

func TestTooLongIsAnError(t *testing.T) {
	if _, err := Encode(strings.Repeat("x", 5000)); err == nil {
		t.Error("a text of 5000 bytes has a code")
	}
}
