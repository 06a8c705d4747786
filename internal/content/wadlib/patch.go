package wadlib

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A DEHACKED patch beside WADs becomes an add-on: a WAD with the patch as its only lump. So
// clients, the referee and recordings identify it by its id, like any WAD.

// maxPatch is the greatest size of a patch in bytes.
const maxPatch = 4 << 20

var (
	errLargePatch  = errors.New("it is too large for a DEHACKED patch")
	errEmptyPatch  = errors.New("it is empty")
	errBinaryPatch = errors.New("it is a patch in DeHackEd's old binary form: save it as text with DeHackEd 3.0")
)

// patch adds a DEHACKED patch.
func (s *scan) patch(file string) error {
	return s.unpack(file, func(f *os.File, _ int64, dir string) (unpacked, error) {
		name := CleanName(filepath.Base(file))
		return unpacked{Files: []string{name}}, writePatch(filepath.Join(dir, name), f)
	})
}

// writePatch writes a patch as a WAD.
func writePatch(dst string, r io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(r, maxPatch+1))
	if err != nil {
		return copyError(err)
	}
	wad, err := wrapPatch(text)
	if err != nil {
		return err
	}
	if err := os.WriteFile(dst, wad, 0o644); err != nil {
		return fmt.Errorf("%w: %w", errDisk, err)
	}
	return nil
}

// wrapPatch makes a WAD from a patch's text.
func wrapPatch(text []byte) ([]byte, error) {
	switch {
	case len(text) > maxPatch:
		return nil, errLargePatch
	case len(bytes.TrimSpace(text)) == 0:
		return nil, errEmptyPatch
	case bytes.IndexByte(text, 0) >= 0:
		return nil, errBinaryPatch
	}
	b := append([]byte("PWAD"), 1, 0, 0, 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(headerSize+len(text)))
	b = append(b, text...)
	b = binary.LittleEndian.AppendUint32(b, headerSize)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	return append(b, "DEHACKED"...), nil
}
