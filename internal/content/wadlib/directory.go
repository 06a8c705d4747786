package wadlib

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// Layout of a WAD, as far as the library reads it:
//
//	0-3   "IWAD" or "PWAD", which says nothing about the contents (classify.go)
//	4-7   i32 number of lumps
//	8-11  i32 offset of the directory
//
//	directory, 16 bytes a lump: i32 offset, i32 size, 8 bytes name
//
// The engine reads the rest; the library reads only the directory, so that it lists large
// files at once.
const (
	headerSize = 12
	entrySize  = 16
	maxLumps   = 1 << 18
)

// errNotWAD says that a file is no WAD despite its name.
var errNotWAD = errors.New("it is no WAD, whatever its name says")

// readDirectory returns the kind of a WAD of size bytes, and the names of its maps. It returns
// an error if the header or the directory is invalid.
func readDirectory(r io.ReaderAt, size int64) (Kind, []string, error) {
	var head [headerSize]byte
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return "", nil, errNotWAD
	}
	if !isWAD(head[:]) {
		return "", nil, errNotWAD
	}
	lumps := int64(int32(binary.LittleEndian.Uint32(head[4:])))
	at := int64(int32(binary.LittleEndian.Uint32(head[8:])))
	if lumps < 0 || lumps > maxLumps || at < 0 || at+lumps*entrySize > size {
		return "", nil, fmt.Errorf("its directory of %d lumps at %d does not fit the file: it is cut off or spoiled, fetch it again", lumps, at)
	}
	dir := make([]byte, lumps*entrySize)
	if _, err := r.ReadAt(dir, at); err != nil && (len(dir) > 0 || !errors.Is(err, io.EOF)) {
		return "", nil, fmt.Errorf("read directory: %w", err)
	}
	names := make([]string, 0, lumps)
	for i := 0; i < len(dir); i += entrySize {
		names = append(names, lumpName(dir[i+8:i+16]))
	}
	maps := mapNames(names)
	return kindOf(names, maps), maps, nil
}

// isWAD reports whether a file with these first bytes has a WAD's tag.
func isWAD(head []byte) bool {
	return len(head) >= 4 && (string(head[:4]) == "IWAD" || string(head[:4]) == "PWAD")
}

func lumpName(b []byte) string {
	b, _, _ = bytes.Cut(b, []byte{0})
	return string(bytes.ToUpper(b))
}

// isMapName reports whether the game can be told to play a map with this name: ExMy with 1 to
// 9 and 1 to 99, or MAPxx.
func isMapName(name string) bool {
	digits := func(s string, least, most int) bool {
		for _, c := range []byte(s) {
			if c < '0' || c > '9' {
				return false
			}
		}
		return len(s) >= least && len(s) <= most
	}
	switch {
	case len(name) >= 4 && name[0] == 'E' && name[2] == 'M':
		return name[1] >= '1' && name[1] <= '9' && digits(name[3:], 1, 2) && name[3] != '0'
	case len(name) == 5 && name[:3] == "MAP":
		return digits(name[3:], 2, 2) && name[3:] != "00"
	}
	return false
}

// sum returns the SHA-256 of r's contents in hex digits.
func sum(r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
