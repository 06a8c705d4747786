package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"doomhost/engine/demo"
	"doomhost/engine/sim"
	"doomhost/engine/trace"
	"doomhost/engine/wad"
)

// readFile reads a file, unpacked where it is a gzip file.
func readFile(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil || !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", path, err)
	}
	if data, err = io.ReadAll(z); err != nil {
		return nil, fmt.Errorf("unpack %s: %w", path, err)
	}
	return data, nil
}

// openWADs opens WAD files.
func openWADs(paths []string) ([]*wad.File, error) {
	var files []*wad.File
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		file, err := wad.Open(filepath.Base(path), data)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// loadContent opens the WADs (the IWAD first) and patches. Warnings of patches
// go to warn.
func loadContent(wads, dehs []string, warn io.Writer) (*sim.Content, error) {
	files, err := openWADs(wads)
	if err != nil {
		return nil, err
	}
	var patches [][]byte
	for _, path := range dehs {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		patches = append(patches, data)
	}
	content, warnings, err := trace.Content(files, patches...)
	for _, w := range warnings {
		fmt.Fprintln(warn, "doomtrace: DEHACKED:", w)
	}
	return content, err
}

// loadInput reads the recorded game that the flags name.
func (o *options) loadInput(content *sim.Content, warn io.Writer) (*trace.Input, error) {
	if o.ticlog != "" {
		params, err := o.params()
		if err != nil {
			return nil, err
		}
		data, err := readFile(o.ticlog)
		if err != nil {
			return nil, err
		}
		log, err := demo.ParseTicLog(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.ticlog, err)
		}
		in := trace.FromTicLog(params, log)
		in.Exits = o.exitAt
		return in, nil
	}
	data, err := o.demoBytes(content.Set)
	if err != nil {
		return nil, err
	}
	d, err := demo.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.demo, err)
	}
	if note := d.Version.Note(); note != "" {
		fmt.Fprintf(warn, "doomtrace: %s: %s\n", o.demo, note)
	}
	if d.Truncated {
		fmt.Fprintf(warn, "doomtrace: %s: no end marker: played to the last whole tic, %d\n", o.demo, len(d.Tics))
	}
	d.Params.NetGame = d.Params.NetGame || o.netDemo
	d.Params.Overruns = o.overruns
	return trace.FromDemo(d), nil
}

// demoBytes finds a demo: a file of that name, the same with ".lmp" behind it,
// or else a lump of the WADs.
func (o *options) demoBytes(set *wad.Set) ([]byte, error) {
	for _, path := range []string{o.demo, o.demo + ".lmp"} {
		data, err := readFile(path)
		if err == nil {
			return data, nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	if strings.ContainsAny(o.demo, "./\\") {
		return nil, fmt.Errorf("demo %s: no such file", o.demo)
	}
	n, ok := set.Find(o.demo)
	if !ok {
		return nil, fmt.Errorf("demo %s: neither a file nor a lump of the WADs", o.demo)
	}
	return set.Lump(n), nil
}

// params are the game that a tic log starts.
func (o *options) params() (sim.Params, error) {
	p := sim.Params{
		Skill: o.skill - 1, Episode: o.episode, Map: o.mapNumber, Deathmatch: o.deathmatch,
		NetGame: true, Console: o.console, Overruns: o.overruns,
	}
	if o.skill < 1 || o.skill > 5 {
		return p, fmt.Errorf("--skill %d: want 1 to 5", o.skill)
	}
	for _, n := range o.players {
		if n < 0 || n >= sim.MaxPlayers {
			return p, fmt.Errorf("--players: %d is not 0 to 3", n)
		}
		p.Players[n] = true
	}
	return p, nil
}
