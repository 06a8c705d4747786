package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"doomhost/internal/testkit/testwads"
)

func song(t *testing.T, more ...string) []string {
	t.Helper()
	return append([]string{"--iwad", testwads.Path(t, "freedoom2"), "--song", "d_runnin", "--seconds", "5"}, more...)
}

func TestASongAgreesWithItself(t *testing.T) {
	path := filepath.Join(t.TempDir(), "song.opl")
	if code, _, stderr := call(song(t, "--opl-out", path)...); code != exitEqual {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if code, out, _ := call(song(t)...); code != exitEqual || out != string(written) {
		t.Errorf("exit %d, and what is printed is not what --opl-out writes", code)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(written)
	z.Close()
	if err := os.WriteFile(path, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, out, stderr := call(song(t, "--compare-opl", path)...); code != exitEqual || !strings.HasPrefix(out, "equal, ") {
		t.Errorf("exit %d, %q, %s; want equal", code, out, stderr)
	}
}

func TestADifferenceInASongIsNamed(t *testing.T) {
	_, text, _ := call(song(t)...)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, c := range []struct {
		name string
		bend func(l []string) []string
		want string // "" where it counts as equal
	}{
		{"a value", func(l []string) []string { l[2] = l[2][:len(l[2])-2] + "99"; return l }, "write 3: got "},
		{"less than a millisecond", func(l []string) []string {
			l[0] = "999 " + strings.Fields(l[0])[1] + " " + strings.Fields(l[0])[2]
			return l
		}, ""},
		{"more than a millisecond", func(l []string) []string {
			l[0] = "1001 " + strings.Fields(l[0])[1] + " " + strings.Fields(l[0])[2]
			return l
		}, "write 1: got "},
		{"one write more", func(l []string) []string { return append(l[:9:9], l[8:]...) }, "write 10: got "},
		{"it breaks off", func(l []string) []string { return l[:len(l)/2] }, ""},
		{"it goes on", func(l []string) []string { return append(l, "70000000 0b0 00") }, ""},
		{"one write more at the end", func(l []string) []string { return append(l, "5000000 0b0 00") }, "got nothing"},
	} {
		path := filepath.Join(t.TempDir(), "song.opl")
		if err := os.WriteFile(path, []byte(strings.Join(c.bend(append([]string(nil), lines...)), "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		code, out, stderr := call(song(t, "--compare-opl", path)...)
		wantCode := exitDiffers
		if c.want == "" {
			wantCode = exitEqual
		}
		if code != wantCode || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit %d, %q, %s; want exit %d and %q", c.name, code, out, stderr, wantCode, c.want)
		}
	}
}

func TestSongsThatCannotBePlayed(t *testing.T) {
	for _, c := range [][2]string{{"D_NOSUCH", "no such lump"}, {"PLAYPAL", "neither a MUS nor a MIDI"}} {
		code, _, stderr := call("--iwad", testwads.Path(t, "freedoom2"), "--song", c[0])
		if code != exitError || !strings.Contains(stderr, c[1]) || !strings.Contains(stderr, c[0]) {
			t.Errorf("%s: exit %d, %q", c[0], code, stderr)
		}
	}
	path := filepath.Join(t.TempDir(), "song.opl")
	if err := os.WriteFile(path, []byte("noise\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := call(song(t, "--compare-opl", path)...); code != exitError || !strings.Contains(stderr, "line 1") {
		t.Errorf("exit %d, %q", code, stderr)
	}
}

// A game and a song to a file that players of WAV files know.
func TestWAVFiles(t *testing.T) {
	for name, args := range map[string][]string{
		"game": append(shortDemo(t), "--seconds", "5"),
		"song": song(t),
	} {
		path := filepath.Join(t.TempDir(), "out.wav")
		if code, _, stderr := call(append(args, "--wav", path)...); code != exitEqual {
			t.Fatalf("%s: exit %d: %s", name, code, stderr)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		const seconds = 5
		if len(data) != 44+4*wavRate*seconds {
			t.Fatalf("%s: %d bytes", name, len(data))
		}
		le := binary.LittleEndian
		if string(data[:4]) != "RIFF" || int(le.Uint32(data[4:])) != len(data)-8 || string(data[8:16]) != "WAVEfmt " ||
			string(data[36:40]) != "data" || int(le.Uint32(data[40:])) != len(data)-44 {
			t.Errorf("%s: header %q", name, data[:44])
		}
		loudest := 0
		for i := 44; i < len(data); i += 2 {
			loudest = max(loudest, int(int16(le.Uint16(data[i:]))))
		}
		if loudest < 1000 {
			t.Errorf("%s: %d loud", name, loudest)
		}
	}
}
