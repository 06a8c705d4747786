package wadlib

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Unused is a file that lies beside WADs but cannot be used.
type Unused struct {
	Name   string `json:"name"`   // the file's name; for a file in an archive: "a.zip: b.wad"
	Reason string `json:"reason"` // for people; it says what to do
}

// archives are the endings of archives that doomhost cannot open, and their kinds.
var archives = map[string]string{
	".7z": "7z", ".pk7": "7z", ".rar": "RAR", ".gz": "gzip", ".tgz": "tar", ".xz": "xz", ".lzh": "LZH",
}

// useOf returns the method that handles files with an ending that people take for games or
// add-ons; nil for other endings.
func useOf(ending string) func(s *scan, path string) error {
	switch ending {
	case ".wad":
		return (*scan).wad
	case ".zip", ".pk3", ".ipk3":
		return (*scan).archive
	case ".deh", ".bex":
		return (*scan).patch
	}
	if kind, ok := archives[ending]; ok {
		return func(*scan, string) error { return foreignArchive(kind) }
	}
	return nil
}

func foreignArchive(kind string) error {
	return fmt.Errorf("doomhost cannot open %s archives: unpack it, and put what is inside here", kind)
}

// errIsFolder says that WADs lie one folder too deep.
var errIsFolder = errors.New("it is a folder, and only files beside it are looked at: move its WADs up")

// scan is one search of the folders.
type scan struct {
	l      *Library
	cache  *cache
	ids    map[string]bool // of found
	found  []WAD
	unused []Unused
}

// folder adds the contents of a folder; it adds nothing if the folder cannot be read.
func (s *scan) folder(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	own := s.l.cfg.Own == nil || slices.Contains(s.l.cfg.Own, dir)
	for _, e := range entries {
		path, ending := filepath.Join(dir, e.Name()), endingOf(e.Name())
		use := useOf(ending)
		switch {
		case strings.HasPrefix(e.Name(), "."):
			continue // an incomplete upload, or a file of the system
		case e.IsDir():
			if own && dir == s.l.cfg.Folder && holdsWADs(path) {
				s.leaveOut(path, e.Name(), errIsFolder)
			}
			continue
		case !own && ending != ".wad":
			continue
		case use == nil && e.Type().IsRegular():
			use = (*scan).misnamed
		case use == nil:
			continue
		}
		if err := use(s, path); err != nil {
			s.l.cfg.Log.Warn("left out of the WADs", "file", path, "err", err)
			if own {
				s.unused = append(s.unused, Unused{e.Name(), plain(err)})
			}
		}
	}
}

// endingOf returns the ending of a file's name in lower case.
func endingOf(name string) string { return strings.ToLower(filepath.Ext(name)) }

// leaveOut records a file that cannot be used.
func (s *scan) leaveOut(path, name string, err error) {
	s.l.cfg.Log.Warn("left out of the WADs", "file", path, "what", name, "err", err)
	s.unused = append(s.unused, Unused{name, plain(err)})
}

// plain returns an error's text for people who see the file's name beside it.
func plain(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return "it cannot be read: " + pe.Err.Error()
	}
	return err.Error()
}

// wad adds a WAD.
func (s *scan) wad(path string) error {
	w, err := s.describe(path)
	if err != nil {
		return err
	}
	s.take(w)
	return nil
}

func (s *scan) take(w WAD) {
	if !s.ids[w.ID] {
		s.ids[w.ID] = true
		s.found = append(s.found, w)
	}
}

// misnamed checks whether a file without a known ending is a WAD nevertheless.
func (s *scan) misnamed(path string) error {
	f, _, err := openRegular(path)
	if err != nil {
		return nil // nothing suggests that it is a WAD
	}
	defer f.Close()
	var head [4]byte
	if _, err := io.ReadFull(f, head[:]); err != nil || !isWAD(head[:]) {
		return nil
	}
	return errors.New("it begins as a WAD does, but its name does not end in .wad: wait for its download to end, or rename it")
}

// holdsWADs reports whether a folder contains WADs.
func holdsWADs(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return strings.EqualFold(filepath.Ext(e.Name()), ".wad")
	})
}

// describe reads one WAD, except for what the cache knows.
func (s *scan) describe(path string) (WAD, error) {
	f, info, err := openRegular(path)
	if err != nil {
		return WAD{}, err
	}
	defer f.Close()
	if info.Size() > MaxSize {
		return WAD{}, errTooLarge
	}
	kind, maps, err := readDirectory(f, info.Size())
	if err != nil {
		return WAD{}, err
	}
	id, ok := s.cache.lookup(path, info)
	if !ok {
		if id, err = sum(f); err != nil {
			return WAD{}, err
		}
	}
	s.cache.keep(path, info, id)
	name := filepath.Base(path)
	return WAD{
		ID: id, Name: name, Size: info.Size(), Kind: kind, Maps: maps, Title: title(name),
		path: path, modTime: info.ModTime(),
	}, nil
}

var errTooLarge = fmt.Errorf("it has over %d MiB, which is too much", MaxSize>>20)
