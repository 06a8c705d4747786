package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/pflag"

	"doomhost/internal/content/freedoom"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/host"
	"doomhost/internal/system/userdirs"
)

// content is what the command line says of WADs, beside --wads.
type content struct {
	noSystem bool // only the user's folders
	upload   int  // megabytes
	from     string
	source   freedoom.Source // what from says, once it is checked
}

// uploadMost is how many megabytes of a file the library takes.
const uploadMost = wadlib.MaxSize / megabyte

func (c *content) register(f *pflag.FlagSet) {
	f.BoolVar(&c.noSystem, "no-system-wads", false, "look for WADs in --wads and doomhost's own folder alone")
	f.IntVar(&c.upload, "limit-upload", 512,
		fmt.Sprintf("megabytes of a file that your page may add to the WADs, %d at most; 0 takes none", uploadMost))
	f.StringVar(&c.from, "freedoom", "", "address of a zip that Get Freedoom on your page fetches, "+
		"with #sha256=SUM behind it, in place of Freedoom's release")
}

func (c *content) check() error {
	if c.upload < 0 || c.upload > uploadMost {
		return usageError{fmt.Errorf("--limit-upload %d: it must be 0 to %d megabytes", c.upload, uploadMost)}
	}
	var err error
	if c.source, err = freedoom.ParseSource(c.from); err != nil {
		return usageError{fmt.Errorf("--freedoom %s: %w", c.from, err)}
	}
	return nil
}

// join adds what the host's page can do about WADs to what a host is made of.
func (c *content) join(cfg *host.Config) {
	cfg.Limits.Upload = int64(c.upload) * megabyte
	if c.upload == 0 {
		cfg.Limits.Upload = -1
	}
	cfg.Fetch = func(ctx context.Context, folder string, progress host.FetchProgress) error {
		return c.source.Fetch(ctx, folder, freedoom.Progress(progress))
	}
}

// library looks for WADs in all the places there are.
func (o *options) library(log *slog.Logger) *wadlib.Library {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	places := wadlib.Places{
		GOOS: runtime.GOOS, Getenv: os.Getenv, Home: home, Data: userdirs.Data(), Program: programDir(),
	}
	own := wadlib.OwnDirs(o.wads, places)
	cfg := wadlib.Config{Dirs: own, Own: own, Folder: o.wadFolder(places.Data), Log: log}
	if !o.content.noSystem {
		cfg.Dirs = wadlib.SearchDirs(o.wads, places)
	}
	// Who is told of the folder shall find it.
	if err := os.MkdirAll(cfg.Folder, 0o755); err != nil {
		log.Debug("no folder for WADs", "err", err)
	}
	if dir := userdirs.Cache(); dir != "" {
		cfg.CacheFile = filepath.Join(dir, "wads.json")
		cfg.UnpackDir = filepath.Join(dir, "unpacked")
	}
	return wadlib.Open(cfg)
}

// wadFolder is where the user is told to put further WADs: doomhost's own folder
// in data, where the user has such a place, else the one that they named first.
func (o *options) wadFolder(data string) string {
	if data != "" {
		return filepath.Join(data, "wads")
	}
	if len(o.wads) > 0 {
		if dir, err := filepath.Abs(o.wads[0]); err == nil {
			return dir
		}
	}
	return ""
}

// programDir is the folder of the running program, where packages without a
// system's own folders put WADs; empty where it cannot be told.
func programDir() string {
	exe, err := os.Executable()
	if err != nil {
		return ""
	}
	if target, err := filepath.EvalSymlinks(exe); err == nil {
		exe = target
	}
	return filepath.Dir(exe)
}

// noGameWords is what the terminal says where there is no game: the same ways out as the
// host's page.
func noGameWords(folder string) string {
	text := "No game was found. There are three ways to one:\n" +
		"  - on your page (below), press Get Freedoom, or drop a WAD such as doom2.wad onto it\n"
	if folder != "" {
		text += "  - put a WAD into " + folder + ", then press Look again on your page\n"
	}
	return text + "  - start doomhost with --wads FOLDER, where FOLDER has a game, " +
		"or install your system's package \"freedoom\"\n"
}
