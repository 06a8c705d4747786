package wadlib

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	// ErrBusy says that another file is being added.
	ErrBusy = errors.New("another file is on its way: add this one after it")
	// ErrNoFolder says that the library has no folder for added files.
	ErrNoFolder = errors.New("doomhost has no folder of its own for WADs on this machine: " +
		"name one with --wads when you start it")
	// ErrDiskFull says that the disk has no room for a file.
	ErrDiskFull = errors.New("the disk of the host's machine is full: make room there, then add the file again")
)

// RefusedError says why an unusable file was not kept.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return e.Reason }

// Added is the outcome of adding a file.
type Added struct {
	Name   string   // the name under which the file is kept
	Before bool     // everything in it was already in the library; it was not kept
	WADs   []string // ids of the WADs in it
	Unused []Unused // files in the archive that cannot be used
}

// Upload is a file on its way into the library's own folder: a WAD, an archive of WADs, or a
// DEHACKED patch. Write adds bytes; Keep checks the file and keeps it. Close must be called in
// any case; it removes a file that was not kept. Only one goroutine at a time uses it.
type Upload struct {
	l    *Library
	name string
	tmp  *os.File
	out  io.Writer // tmp
	size int64
}

// halfName is the prefix of the names of incomplete files: no scan reads them.
const halfName = ".adding-"

// Upload begins to add a file. There is one upload at a time. It returns ErrNoFolder if the
// library has no folder for files, ErrBusy if the previous upload is not closed, and
// ErrDiskFull if there is no room for another file.
func (l *Library) Upload(name string) (*Upload, error) {
	if l.cfg.Folder == "" {
		return nil, ErrNoFolder
	}
	if !l.addMu.TryLock() {
		return nil, ErrBusy
	}
	u := &Upload{l: l, name: CleanName(name)}
	err := os.MkdirAll(l.cfg.Folder, 0o755)
	if err == nil {
		u.tmp, err = os.CreateTemp(l.cfg.Folder, halfName+"*")
	}
	if err != nil {
		l.addMu.Unlock()
		return nil, diskError(err)
	}
	u.out = u.tmp
	return u, nil
}

// Write adds the next bytes of the file. It returns ErrDiskFull if there is no room for them.
func (u *Upload) Write(p []byte) (int, error) {
	n, err := u.out.Write(p)
	u.size += int64(n)
	if err != nil {
		return n, diskError(err)
	}
	return n, nil
}

// Close ends the upload.
func (u *Upload) Close() {
	_ = u.tmp.Close()
	_ = os.Remove(u.tmp.Name()) // a file that was kept has another name
	u.l.addMu.Unlock()
}

// Keep checks the file and, if it can be used, keeps it under a name of its own: it never
// replaces another file. Afterwards, the file's WADs are in the library. It returns a
// *RefusedError if the file cannot be used, and ErrDiskFull if there is no room to keep it.
func (u *Upload) Keep() (Added, error) {
	l := u.l
	c, err := u.check()
	if c.unpacked != "" {
		defer os.RemoveAll(c.unpacked)
	}
	if err != nil {
		if onDisk(err) {
			return Added{}, diskError(err)
		}
		return Added{}, &RefusedError{plain(err)}
	}
	added := Added{Name: c.name, WADs: c.ids, Unused: c.unused}
	if l.hasAll(c.ids) {
		added.Before = true
		return added, nil
	}
	if err := u.tmp.Chmod(0o644); err != nil {
		return Added{}, diskError(err)
	}
	if err := u.tmp.Close(); err != nil {
		return Added{}, diskError(err)
	}
	path, err := l.settle(u.tmp.Name(), c.name, c.sum)
	if err != nil {
		return Added{}, diskError(err)
	}
	added.Name = filepath.Base(path)
	if info, err := os.Stat(path); err == nil && c.unpacked != "" {
		// If this fails, the scan unpacks it once more.
		_ = settleUnpacked(c.unpacked, l.unpackedDir(path, info))
	}
	l.Reload()
	if !l.hasAll(c.ids) {
		return Added{}, fmt.Errorf("%s lies in %s now, but cannot be read there: press Look for new WADs",
			added.Name, l.cfg.Folder)
	}
	return added, nil
}

// hasAll reports whether the library has all these WADs.
func (l *Library) hasAll(ids []string) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for _, id := range ids {
		if !slices.ContainsFunc(l.wads, func(w WAD) bool { return w.ID == id }) {
			return false
		}
	}
	return true
}

// checked is a usable file.
type checked struct {
	name     string // with the ending for its contents
	sum      string // of the file itself
	ids      []string
	unpacked string // the folder with an archive's contents; empty for others
	unused   []Unused
}

// check reports from a file's contents whether it can be used.
func (u *Upload) check() (c checked, err error) {
	head := make([]byte, min(u.size, 4))
	if _, err := u.tmp.ReadAt(head, 0); err != nil {
		return c, fmt.Errorf("%w: %w", errDisk, err)
	}
	ending := endingOf(u.name)
	switch {
	case u.size == 0:
		return c, errEmptyPatch
	case u.size > MaxSize:
		return c, errTooLarge
	case isWAD(head):
		c.name = withEnding(u.name, ".wad")
		if _, _, err := readDirectory(u.tmp, u.size); err != nil {
			return c, err
		}
		c.sum, err = sum(io.NewSectionReader(u.tmp, 0, u.size))
		c.ids = []string{c.sum}
		return c, err
	case bytes.Equal(head, []byte("PK\x03\x04")):
		c.name = withEnding(u.name, ".zip", ".pk3", ".ipk3")
		return c, u.checkArchive(&c)
	case ending == ".deh" || ending == ".bex":
		c.name = u.name
		return c, u.checkPatch(&c)
	case ending == ".wad":
		return c, errNotWAD
	case ending == ".zip" || ending == ".pk3" || ending == ".ipk3":
		return c, errNoArchive
	case archives[ending] != "":
		return c, foreignArchive(archives[ending])
	}
	return c, errors.New("it is no WAD, no zip with WADs in it and no DEHACKED patch (.deh, .bex)")
}

// checkPatch checks a DEHACKED patch in the form of the WAD that it becomes.
func (u *Upload) checkPatch(c *checked) error {
	text := make([]byte, min(u.size, maxPatch+1))
	if _, err := u.tmp.ReadAt(text, 0); err != nil {
		return fmt.Errorf("%w: %w", errDisk, err)
	}
	wad, err := wrapPatch(text)
	if err != nil {
		return err
	}
	if u.l.cfg.UnpackDir == "" {
		return errNoUnpacked
	}
	id, err := sum(bytes.NewReader(wad))
	if err != nil {
		return err
	}
	c.ids = []string{id}
	c.sum, err = sum(bytes.NewReader(text))
	return err
}

// checkArchive unpacks an archive to check its contents.
func (u *Upload) checkArchive(c *checked) error {
	if u.l.cfg.UnpackDir == "" {
		return errNoUnpacked
	}
	tmp, list, err := stageUnpacked(u.l.cfg.UnpackDir, func(dir string) (unpacked, error) {
		return unpackZip(u.tmp, u.size, dir)
	})
	if err != nil {
		return err
	}
	c.unpacked, c.unused = tmp, list.Unused
	if len(list.Files) == 0 {
		if len(list.Unused) > 0 {
			return fmt.Errorf("nothing in it can be used: %s: %s", list.Unused[0].Name, list.Unused[0].Reason)
		}
		return errNothing
	}
	for _, name := range list.Files {
		id, err := sumOf(filepath.Join(tmp, name))
		if err != nil {
			return fmt.Errorf("%w: %w", errDisk, err)
		}
		if !slices.Contains(c.ids, id) {
			c.ids = append(c.ids, id)
		}
	}
	c.sum, err = sum(io.NewSectionReader(u.tmp, 0, u.size))
	return err
}

// withEnding makes sure that a name has one of the endings; it appends the first if not.
func withEnding(name string, endings ...string) string {
	for _, e := range endings {
		if strings.EqualFold(filepath.Ext(name), e) {
			return name
		}
	}
	return name + endings[0]
}

// settle moves a file to its place and returns the path: under its name, or a similar one if
// another file has that name. A file with the same content is not kept twice.
func (l *Library) settle(tmp, name, id string) (string, error) {
	ending := filepath.Ext(name)
	base := strings.TrimSuffix(name, ending)
	for n := 1; ; n++ {
		if n > 1 {
			name = base + "-" + strconv.Itoa(n) + ending
		}
		dst := filepath.Join(l.cfg.Folder, name)
		place, err := os.OpenFile(dst, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, os.ErrExist) {
			if got, err := sumOf(dst); err == nil && got == id {
				return dst, nil
			}
			continue
		}
		if err != nil {
			return "", err
		}
		// The place is reserved now, so the rename replaces no other file.
		if err := place.Close(); err != nil {
			return "", err
		}
		if err := os.Rename(tmp, dst); err != nil {
			_ = os.Remove(dst)
			return "", err
		}
		return dst, nil
	}
}

// sumOf returns the SHA-256 of a file.
func sumOf(path string) (string, error) {
	f, _, err := openRegular(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return sum(f)
}

// halvesKept is the age from which on an incomplete file counts as abandoned.
const halvesKept = 24 * time.Hour

// forgetHalves removes the incomplete files of killed programs.
func forgetHalves(folder string) {
	if folder == "" {
		return
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), halfName) || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > halvesKept {
			_ = os.Remove(filepath.Join(folder, e.Name())) // if it fails, the file does no harm
		}
	}
}
