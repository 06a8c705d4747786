package wadlib

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// An archive's WADs and patches are unpacked once, into a folder named after the archive's
// path, size and time; after that they are WADs of the library like any other. The limits hold
// whatever the archive's directory claims: bytes are counted while they are unpacked.
const (
	maxMembers   = 8192     // files in an archive
	maxDirectory = 4 << 20  // bytes of an archive's directory
	maxTaken     = 64       // files that are extracted from an archive
	maxUnpacked  = 1 << 30  // bytes that are extracted from an archive,
	unpackedBase = 32 << 20 // and at most this,
	maxRatio     = 100      // plus this many for each of its own bytes
	listFile     = "list.json"
	unpackedKept = 30 * 24 * time.Hour // since the last use
)

var (
	errNoArchive  = errors.New("it is no zip archive, whatever its name says, or is spoiled: fetch it again")
	errManyFiles  = errors.New("the archive has too many files: unpack it, and put its WADs here")
	errBomb       = errors.New("the archive unpacks to far more than it should: unpack it yourself if you trust it, and put its WADs here")
	errNothing    = errors.New("the archive has no WAD and no DEHACKED patch in it")
	errNoUnpacked = errors.New("doomhost has no folder of its own to unpack it in: unpack it, and put what is inside here")
	errLocked     = errors.New("it is locked with a password: unpack it, and put what is inside here")
	errNested     = errors.New("an archive inside an archive: unpack it, and put what is inside here")
)

// unpacked lists the files extracted from an archive, and those that could not be used.
type unpacked struct {
	Files  []string `json:"files"`
	Unused []Unused `json:"unused"`
}

// archive adds an archive's contents.
func (s *scan) archive(file string) error {
	return s.unpack(file, func(f *os.File, size int64, dir string) (unpacked, error) { return unpackZip(f, size, dir) })
}

// unpack adds the contents of a file. It uses the folder of an earlier call if the file has
// not changed; otherwise it calls open to fill a new one.
func (s *scan) unpack(file string, open func(f *os.File, size int64, dir string) (unpacked, error)) error {
	if s.l.cfg.UnpackDir == "" {
		return errNoUnpacked
	}
	f, info, err := openRegular(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if info.Size() > MaxSize {
		return errTooLarge
	}
	dir := s.l.unpackedDir(file, info)
	list, wads, ok := s.readUnpacked(dir)
	if !ok {
		if err := makeUnpacked(s.l.cfg.UnpackDir, dir, func(dir string) (unpacked, error) { return open(f, info.Size(), dir) }); err != nil {
			return err
		}
		if list, wads, ok = s.readUnpacked(dir); !ok {
			return errors.New("what was unpacked cannot be read: look again")
		}
	}
	now := time.Now()
	_ = os.Chtimes(dir, now, now) // if it fails, the files are unpacked again in a month at worst
	for _, w := range wads {
		s.take(w)
	}
	for _, u := range list.Unused {
		s.leaveOut(file, filepath.Base(file)+": "+u.Name, errors.New(u.Reason))
	}
	if len(wads) == 0 && len(list.Unused) == 0 {
		return errNothing
	}
	return nil
}

// readUnpacked reads the files that are already unpacked; ok is false unless all are there.
func (s *scan) readUnpacked(dir string) (list unpacked, wads []WAD, ok bool) {
	data, err := os.ReadFile(filepath.Join(dir, listFile))
	if err != nil || json.Unmarshal(data, &list) != nil {
		return list, nil, false
	}
	for _, name := range list.Files {
		w, err := s.describe(filepath.Join(dir, filepath.Base(name)))
		if err != nil {
			return list, nil, false
		}
		wads = append(wads, w)
	}
	return list, wads, true
}

// makeUnpacked fills a temporary folder and then moves it to its place, so that the folder is
// always complete.
func makeUnpacked(parent, dir string, fill func(dir string) (unpacked, error)) error {
	tmp, _, err := stageUnpacked(parent, fill)
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	return settleUnpacked(tmp, dir)
}

// stageUnpacked fills a temporary folder; the caller removes it or settles it.
func stageUnpacked(parent string, fill func(dir string) (unpacked, error)) (tmp string, list unpacked, err error) {
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", list, fmt.Errorf("%w: %w", errDisk, err)
	}
	tmp, err = os.MkdirTemp(parent, ".new-*")
	if err != nil {
		return "", list, fmt.Errorf("%w: %w", errDisk, err)
	}
	list, err = fill(tmp)
	if err == nil {
		err = list.write(tmp)
	}
	if err != nil {
		_ = os.RemoveAll(tmp)
		return "", list, err
	}
	return tmp, list, nil
}

// write writes the list beside the files.
func (u *unpacked) write(dir string) error {
	data, err := json.Marshal(u)
	if err != nil {
		return fmt.Errorf("unpack it: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, listFile), data, 0o644); err != nil {
		return fmt.Errorf("%w: %w", errDisk, err)
	}
	return nil
}

// settleUnpacked moves a filled folder to its place.
func settleUnpacked(tmp, dir string) error {
	if err := os.RemoveAll(dir); err != nil { // an incomplete one
		return fmt.Errorf("%w: %w", errDisk, err)
	}
	if err := os.Rename(tmp, dir); err != nil {
		return fmt.Errorf("%w: %w", errDisk, err)
	}
	return nil
}

// unpackedDir returns the folder for the contents of a file with this size and time.
func (l *Library) unpackedDir(file string, info fs.FileInfo) string {
	key := sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%d", file, info.Size(), info.ModTime().UnixNano()))
	return filepath.Join(l.cfg.UnpackDir, hex.EncodeToString(key[:16]))
}

// forgetUnpacked removes folders that were not used for a long time.
func forgetUnpacked(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && time.Since(info.ModTime()) > unpackedKept {
			_ = os.RemoveAll(filepath.Join(parent, e.Name())) // if it fails, the folder does no harm
		}
	}
}

// unpackZip extracts the WADs and patches from an archive of size bytes.
func unpackZip(r io.ReaderAt, size int64, dir string) (unpacked, error) {
	if err := checkZip(r, size); err != nil {
		return unpacked{}, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return unpacked{}, errNoArchive
	}
	if len(z.File) > maxMembers {
		return unpacked{}, errManyFiles
	}
	u := unpacker{dir: dir, left: min(maxUnpacked, unpackedBase+maxRatio*size), names: map[string]bool{listFile: true}}
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") || strings.HasPrefix(f.Name, "__MACOSX/") {
			continue
		}
		name := path.Base(strings.ReplaceAll(f.Name, `\`, "/"))
		err := u.member(f, name)
		switch {
		case errors.Is(err, errBomb), errors.Is(err, errManyFiles), errors.Is(err, errDisk):
			return unpacked{}, err
		case err != nil:
			u.list.Unused = append(u.list.Unused, Unused{name, plain(err)})
		}
	}
	return u.list, nil
}

// checkZip limits how much memory an archive's directory can make the reader use. It reads
//
//	10-11  u16 number of files
//	12-15  u32 size of the directory
//	16-19  u32 where it begins
//
// in the record at the end, which a comment of up to 65,535 bytes may follow.
func checkZip(r io.ReaderAt, size int64) error {
	const record, comment = 22, 1<<16 - 1
	tail := make([]byte, min(size, record+comment))
	if _, err := r.ReadAt(tail, size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("it cannot be read: %w", err)
	}
	i := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if i < 0 || len(tail)-i < record {
		return errNoArchive
	}
	end := size - int64(len(tail)-i)
	files := int(binary.LittleEndian.Uint16(tail[i+10:]))
	length, at := int64(binary.LittleEndian.Uint32(tail[i+12:])), int64(binary.LittleEndian.Uint32(tail[i+16:]))
	if files > maxMembers || length > maxDirectory || end-at > 2*maxDirectory {
		return errManyFiles
	}
	return nil
}

// errDisk says that unpacked files could not be written.
var errDisk = errors.New("it could not be unpacked to this machine's disk")

// unpacker extracts members from one archive.
type unpacker struct {
	dir   string
	left  int64           // bytes that may still be extracted
	names map[string]bool // names in use, in lower case
	list  unpacked
}

// member extracts one file from the archive, if it is useful.
func (u *unpacker) member(f *zip.File, name string) error {
	ending := endingOf(name)
	switch {
	case useOf(ending) == nil || strings.HasPrefix(name, "."):
		return nil // a text, or content for another engine
	case ending != ".wad" && ending != ".deh" && ending != ".bex":
		return errNested
	case f.Flags&1 != 0:
		return errLocked
	case len(u.list.Files) >= maxTaken:
		return errManyFiles
	}
	r, err := f.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return errors.New("it is packed in a way that doomhost does not know: unpack it, and put what is inside here")
	}
	if err != nil {
		return errNoArchive
	}
	defer r.Close()
	counted := &countedReader{r: r, left: &u.left}
	name = u.free(name)
	dst := filepath.Join(u.dir, name)
	if ending == ".wad" {
		err = writeWAD(dst, counted)
	} else {
		err = writePatch(dst, counted)
	}
	if err != nil {
		_ = os.Remove(dst)
		return err
	}
	u.list.Files = append(u.list.Files, name)
	return nil
}

// free returns a name that no other file in the folder has, and that every system accepts.
func (u *unpacker) free(name string) string {
	name = CleanName(name)
	ending := path.Ext(name)
	for n, base := 2, strings.TrimSuffix(name, ending); u.names[strings.ToLower(name)]; n++ {
		name = base + "-" + strconv.Itoa(n) + ending
	}
	u.names[strings.ToLower(name)] = true
	return name
}

// writeWAD writes a file and checks that it is a WAD.
func writeWAD(dst string, r io.Reader) error {
	f, err := os.Create(dst)
	if err != nil {
		return fmt.Errorf("%w: %w", errDisk, err)
	}
	n, err := io.Copy(f, r)
	if err == nil {
		_, _, err = readDirectory(f, n)
	} else {
		err = copyError(err)
	}
	if cerr := f.Close(); err == nil && cerr != nil {
		err = fmt.Errorf("%w: %w", errDisk, cerr)
	}
	return err
}

// copyError distinguishes a read error from a write error.
func copyError(err error) error {
	var pe *fs.PathError
	switch {
	case errors.Is(err, errBomb):
		return err
	case errors.As(err, &pe):
		return fmt.Errorf("%w: %w", errDisk, pe.Err)
	}
	return errors.New("it is spoiled: fetch it again")
}

// countedReader limits the number of bytes that can be read.
type countedReader struct {
	r    io.Reader
	left *int64
}

func (c *countedReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if *c.left -= int64(n); *c.left < 0 {
		return 0, errBomb
	}
	return n, err
}
