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

// content holds the command line's settings of WADs, except --wads.
type content struct {
	noSystem bool // only the user's folders
	upload   int  // megabytes
	from     string
	source   freedoom.Source // the parsed from, set by check
}

// uploadMost is the largest --limit-upload in megabytes.
const uploadMost = wadlib.MaxSize / megabyte

func (c *content) register(f *pflag.FlagSet) {
	f.BoolVar(&c.noSystem, "no-system-wads", false, "look for WADs only in --wads and doomhost's own folder")
	f.IntVar(&c.upload, "limit-upload", 512,
		fmt.Sprintf("largest WAD, in megabytes, that you can add on your page, %d at most; 0 turns this off", uploadMost))
	f.StringVar(&c.from, "freedoom", "", "address of a zip that Get Freedoom on your page downloads, "+
		"followed by #sha256=SUM, instead of Freedoom's release")
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

// join configures what the host's page can do with WADs.
func (c *content) join(cfg *host.Config) {
	cfg.Limits.Upload = int64(c.upload) * megabyte
	if c.upload == 0 {
		cfg.Limits.Upload = -1
	}
	cfg.Fetch = func(ctx context.Context, folder string, progress host.FetchProgress) error {
		return c.source.Fetch(ctx, folder, freedoom.Progress(progress))
	}
}

// library looks for WADs in all known places.
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
	// The user reads of this folder, so it should exist.
	if err := os.MkdirAll(cfg.Folder, 0o755); err != nil {
		log.Debug("no folder for WADs", "err", err)
	}
	if dir := userdirs.Cache(); dir != "" {
		cfg.CacheFile = filepath.Join(dir, "wads.json")
		cfg.UnpackDir = filepath.Join(dir, "unpacked")
	}
	return wadlib.Open(cfg)
}

// wadFolder is the folder in which users are told to put WADs: doomhost's own folder in
// data, or the first of --wads if data is empty.
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

// programDir returns the folder of the running program, where packages for systems without
// standard folders put WADs. It returns "" if the folder is unknown.
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

// noGameText returns the terminal's text for a host without a game. It offers the same
// solutions as the host's page.
func noGameText(folder string) string {
	text := "No game was found. You can add one in three ways:\n" +
		"  - on your page (below), press Get Freedoom, or drop a WAD such as doom2.wad onto it\n"
	if folder != "" {
		text += "  - put a WAD into " + folder + ", then press Look again on your page\n"
	}
	return text + "  - start doomhost with --wads FOLDER, where FOLDER contains a game, " +
		"or install your system's package \"freedoom\"\n"
}
