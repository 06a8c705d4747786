// Package wad reads Doom's WADs: lumps, textures, patches, flats, palettes, and the lists
// of animated and switch textures. A File is one WAD, a Set an IWAD with PWADs on top,
// Textures the textures of walls. All of them are read-only after creation, and any
// number of engines may share them. They keep a WAD's bytes and never copy or change
// them. The package starts no goroutine and does no I/O. Nothing in a WAD makes it panic:
// a fault is an error that names the lump, or a warning if the game can go on.
package wad

import (
	"errors"
	"strconv"
)

const (
	headerSize = 12
	entrySize  = 16
)

// File is one WAD.
type File struct {
	name  string
	data  []byte
	iwad  bool
	lumps []fileLump

	warnings []string
}

// maxWarnings bounds the number of warnings about a broken directory.
const maxWarnings = 20

func (f *File) warn(what string) {
	if len(f.warnings) < maxWarnings {
		f.warnings = append(f.warnings, what)
	}
}

type fileLump struct {
	name         Name
	offset, size int32
}

// Open reads the directory of a WAD. The name is for messages. The File keeps data, which
// must not change afterwards.
//
//	offset size
//	0      4    "IWAD" or "PWAD"
//	4      4    number of lumps
//	8      4    offset of the directory: 4 offset, 4 size, 8 name for each lump
func Open(name string, data []byte) (*File, error) {
	if len(data) < headerSize {
		return nil, fileError(name, "too short for a WAD: the file is broken or cut off")
	}
	if int64(len(data)) > 1<<31-1 {
		return nil, fileError(name, "larger than 2 GB")
	}
	f := &File{name: name, data: data}
	switch string(data[:4]) {
	case "IWAD":
		f.iwad = true
	case "PWAD":
	default:
		return nil, fileError(name, "does not begin with IWAD or PWAD: not a WAD (if it is an archive, unpack it first)")
	}
	count, dir := i32(data[4:]), i32(data[8:])
	if count < 0 || dir < 0 {
		return nil, fileError(name, "negative size or place of the directory: the file is broken")
	}
	if int64(dir)+int64(count)*entrySize > int64(len(data)) {
		return nil, fileError(name, "directory of "+strconv.Itoa(int(count))+
			" lumps lies beyond the end: the file is cut off")
	}
	f.lumps = make([]fileLump, count)
	for i := range f.lumps {
		e := data[int(dir)+i*entrySize:]
		l := fileLump{name: NameAt(e[8:]), offset: i32(e), size: i32(e[4:])}
		if l.size == 0 {
			l.offset = 0 // markers carry any offset
		}
		if l.size < 0 || l.offset < 0 || int64(l.offset)+int64(l.size) > int64(len(data)) {
			// Most broken files are truncated and have lost their directory. Files with
			// single faults remain playable.
			f.warn(lumpError(name, l.name, "lies beyond the end of the file: it counts as empty").Error())
			l.offset, l.size = 0, 0
		}
		f.lumps[i] = l
	}
	return f, nil
}

// Name returns the name given to Open.
func (f *File) Name() string { return f.name }

// Warnings lists the faults of the directory, for a log.
func (f *File) Warnings() []string { return f.warnings }

// IWAD reports whether this is a whole game and not an add-on.
func (f *File) IWAD() bool { return f.iwad }

// Has reports whether the file itself has a lump with this name.
func (f *File) Has(name string) bool {
	n := MakeName(name)
	for i := range f.lumps {
		if f.lumps[i].name == n {
			return true
		}
	}
	return false
}

func (f *File) lump(i int) []byte {
	l := &f.lumps[i]
	return f.data[l.offset : l.offset+l.size : l.offset+l.size]
}

func fileError(file, what string) error {
	return errors.New("open WAD " + file + ": " + what)
}

func lumpError(file string, lump Name, what string) error {
	return errors.New("read WAD " + file + ": lump " + lump.String() + ": " + what)
}

func u16(b []byte) uint16 { return uint16(b[0]) | uint16(b[1])<<8 }

func i16(b []byte) int16 { return int16(u16(b)) }

func i32(b []byte) int32 {
	return int32(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
}
