package referee

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"doomhost/engine/wad/wadtest"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/testkit/testwads"
	"doomhost/relay/wire"
)

// Try reports what the engine cannot play before a game starts, with the file's name, and
// logs once what the engine ignores.
func TestTryAddOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Symlink(testwads.Path(t, "freedoom1"), filepath.Join(dir, "freedoom1.wad")); err != nil {
		t.Fatal(err)
	}
	udmf := &wadtest.WAD{PWAD: true}
	udmf.Add("E1M1")
	udmf.Set("TEXTMAP", []byte("namespace=\"zdoom\";"))
	udmf.Add("ENDMAP")
	boom, room := &wadtest.WAD{PWAD: true}, wadtest.Room()
	copy(room.Linedefs[6*14+6:], []byte{0x00, 0x60, 5, 0}) // type 24576, tag 5
	room.Sectors[26+24] = 5
	boom.AddMap("E1M1", room)
	boom.Add("D_E1M1", []byte("ID3\x03, which would be a song elsewhere")...)
	good := &wadtest.WAD{PWAD: true}
	good.AddMap("E1M1", wadtest.Room())
	good.Set("DEHACKED", []byte("nothing of use"))
	for name, w := range map[string]*wadtest.WAD{"modern.wad": udmf, "boom.wad": boom, "good.wad": good} {
		if err := os.WriteFile(filepath.Join(dir, name), w.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	lib := wadlib.Open(wadlib.Config{Dirs: []string{dir}, Log: slog.New(slog.DiscardHandler)})
	var log bytes.Buffer
	r := New(Config{Library: lib, Log: slog.New(slog.NewTextHandler(&log, nil))})
	params := func(name string) *wire.Params {
		p := wire.DefaultParams()
		game, _ := lib.Find("freedoom1.wad")
		add, ok := lib.Find(name)
		if !ok {
			t.Fatalf("the library has no %s", name)
		}
		p.WADID, p.PWADs = game.ID, []string{add.ID}
		return &p
	}
	if _, err := r.Try(params("modern.wad")); err == nil || !strings.Contains(err.Error(), "E1M1 (modern.wad): is in the UDMF format") {
		t.Errorf("a UDMF map: %v", err)
	}
	found, err := r.Try(params("boom.wad"))
	if err != nil || !slices.Equal(found.Needs, []string{"E1M1 needs Boom: linedef 24576 (generalized floor)"}) {
		t.Errorf("a map for Boom needs %q, %v", found.Needs, err)
	}
	if !slices.Contains(found.Notes, "Songs in MP3, which doomhost does not play: D_E1M1") {
		t.Errorf("an add-on with a song in MP3: %q", found.Notes)
	}
	for range 2 {
		if found, err := r.Try(params("good.wad")); err != nil || !strings.Contains(strings.Join(found.Notes, "\n"), "good.wad") {
			t.Errorf("a playable map lacks %q, %v", found.Notes, err)
		}
	}
	if n := strings.Count(log.String(), "good.wad"); n != 1 {
		t.Errorf("%d lines about the lump:\n%s", n, log.String())
	}
}
