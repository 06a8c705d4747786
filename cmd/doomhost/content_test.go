package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"doomhost/internal/host"
)

// With --no-system-wads, doomhost uses only the user's folders and its own.
func TestNoSystemWADs(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, filepath.Join(home, name))
	}
	t.Setenv("DOOMWADDIR", "")
	t.Setenv("DOOMWADPATH", "")
	// A folder of games from a shop; it is a system folder except on Windows.
	system := filepath.Join(home, "HOME", "GOG Games", "Doom II")
	named := t.TempDir()
	for _, path := range []string{filepath.Join(system, "shop.wad"), filepath.Join(named, "mine.wad")} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append([]byte("PWAD\x00\x00\x00\x00\x0c\x00\x00\x00"), path...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o := defaultOptions()
	o.wads, o.content.noSystem = []string{named}, true
	library := o.library(slog.New(slog.DiscardHandler))
	if list := library.List(); len(list) != 1 || list[0].Name != "mine.wad" {
		t.Errorf("the library has %v", list)
	}
	o.content.noSystem = false
	if _, found := o.library(slog.New(slog.DiscardHandler)).Find("shop.wad"); found != (runtime.GOOS == "linux") {
		t.Errorf("with the system's folders, the shop's WAD is in the library: %v", found)
	}
	if _, err := os.Stat(library.Folder()); err != nil {
		t.Errorf("the folder for WADs: %v", err)
	}
}

func TestUploadsCanBeTurnedOff(t *testing.T) {
	for megabytes, want := range map[int]int64{0: -1, 1: 1_000_000, 512: 512_000_000} {
		var cfg host.Config
		c := content{upload: megabytes}
		if err := c.check(); err != nil {
			t.Fatal(err)
		}
		if c.join(&cfg); cfg.Limits.Upload != want {
			t.Errorf("--limit-upload %d: %d bytes", megabytes, cfg.Limits.Upload)
		}
	}
}

// The terminal offers the same solutions as the page.
func TestTerminalSaysHowToAddAGame(t *testing.T) {
	text := noGameText("/home/ada/wads")
	for _, way := range []string{
		"Get Freedoom", "drop a WAD", "put a WAD into /home/ada/wads",
		"Look again", "--wads FOLDER", `package "freedoom"`,
	} {
		if !strings.Contains(text, way) {
			t.Errorf("%q is missing in:\n%s", way, text)
		}
	}
}
