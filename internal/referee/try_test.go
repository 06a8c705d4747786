package referee

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testwads"
	"doomhost/internal/wadlib"
	"doomhost/relay/wire"
)

// What the engine cannot play is known before a game starts, in words that name
// the file; what it does without is in the log, once.
func TestTryingAnAddOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Symlink(testwads.Path(t, "freedoom1"), filepath.Join(dir, "freedoom1.wad")); err != nil {
		t.Fatal(err)
	}
	udmf := &wadtest.WAD{PWAD: true}
	udmf.Add("E1M1")
	udmf.Set("TEXTMAP", []byte("namespace=\"zdoom\";"))
	udmf.Add("ENDMAP")
	good := &wadtest.WAD{PWAD: true}
	good.AddMap("E1M1", wadtest.Room())
	good.Set("DEHACKED", []byte("nothing of use"))
	for name, w := range map[string]*wadtest.WAD{"modern.wad": udmf, "good.wad": good} {
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
	for range 2 {
		if lacks, err := r.Try(params("good.wad")); err != nil || !strings.Contains(strings.Join(lacks, "\n"), "good.wad") {
			t.Errorf("a good one: it lacks %q, %v", lacks, err)
		}
	}
	if n := strings.Count(log.String(), "good.wad"); n != 1 {
		t.Errorf("%d lines about the lump:\n%s", n, log.String())
	}
}
