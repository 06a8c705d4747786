package level

import (
	"errors"
	"strconv"

	"doomhost/engine/fixed"
	"doomhost/engine/wad"
)

// Load reads the map called name. An error names the map and the broken lump.
// Level.Warnings lists faults that the game can tolerate (a missing texture, a broken
// blockmap).
func Load(set *wad.Set, tex *wad.Textures, name string) (*Level, error) {
	marker, ok := set.Find(name)
	if !ok {
		return nil, errors.New("load map " + name + ": no WAD has it")
	}
	l := &loader{
		set: set, tex: tex,
		lumps: lumpsBehind(set, marker),
		where: name + " (" + set.FileOf(marker).Name() + ")",
		Level: &Level{Name: wad.MakeName(name).String()},
	}
	if why := foreign(set, marker, l.data(lumpLinedefs)); why != "" {
		return nil, errors.New("load map " + l.where + ": " + why)
	}
	for _, step := range []struct {
		kind int
		read func(data []byte) error
	}{
		{lumpVertexes, l.readVertices},
		{lumpSectors, l.readSectors},
		{lumpSidedefs, l.readSides},
		{lumpLinedefs, l.readLines},
		{lumpNodes, l.readTree},
		{lumpBlockmap, l.readBlockmap},
		{lumpReject, l.readReject},
		{lumpThings, l.readThings},
	} {
		l.reading = step.kind
		if err := step.read(l.data(step.kind)); err != nil {
			return nil, err
		}
	}
	l.padReject(l.groupLines())
	return l.Level, nil
}

// loader holds a Level while Load reads it.
type loader struct {
	*Level
	set     *wad.Set
	tex     *wad.Textures
	lumps   [mapLumps]wad.LumpNum
	where   string // map and file, for messages
	reading int    // the lump that is being read
	told    map[string]bool
}

func (l *loader) data(kind int) []byte { return l.set.Lump(l.lumps[kind]) }

// fail is an error about the lump being read.
func (l *loader) fail(what string) error {
	return errors.New("load map " + l.where + ": lump " + lumpNames[l.reading].String() + ": " + what)
}

// failAt is fail for record i of the lump.
func (l *loader) failAt(record string, i int, what string) error {
	return l.fail(record + " " + strconv.Itoa(i) + ": " + what)
}

// maxWarnings bounds the number of warnings about a broken map.
const maxWarnings = 100

func (l *loader) warn(what string) {
	if len(l.Warnings) == maxWarnings {
		return
	}
	l.Warnings = append(l.Warnings, "map "+l.where+": lump "+lumpNames[l.reading].String()+": "+what)
}

// count returns the number of whole records in a lump, of which a map needs at least one.
func (l *loader) count(data []byte, size int) (int, error) {
	if l.lumps[l.reading] == wad.NoLump {
		return 0, l.fail("is missing")
	}
	if len(data) < size {
		return 0, l.fail("is empty")
	}
	return len(data) / size, nil
}

func (l *loader) readVertices(data []byte) error {
	n, err := l.count(data, 4)
	if err != nil {
		return err
	}
	l.Vertices = make([]Vertex, n)
	for i := range l.Vertices {
		l.Vertices[i] = Vertex{units(data[4*i:]), units(data[4*i+2:])}
	}
	return nil
}

// readSectors: 2 floor, 2 ceiling, 8 floor flat, 8 ceiling flat, 2 light,
// 2 special, 2 tag.
func (l *loader) readSectors(data []byte) error {
	const size = 26
	n, err := l.count(data, size)
	if err != nil {
		return err
	}
	l.Sectors = make([]Sector, n)
	for i := range l.Sectors {
		d := data[size*i:]
		l.Sectors[i] = Sector{
			FloorHeight: units(d), CeilingHeight: units(d[2:]),
			FloorPic:   l.flat(i, wad.NameAt(d[4:])),
			CeilingPic: l.flat(i, wad.NameAt(d[12:])),
			Light:      i16(d[20:]), Special: i16(d[22:]), Tag: i16(d[24:]),
		}
	}
	return nil
}

// flat returns the number of a flat, a placeholder's if no WAD has it.
func (l *loader) flat(sector int, name wad.Name) int16 {
	num, ok := l.set.FlatNumberOf(name)
	if !ok {
		l.warnOnce("sector "+strconv.Itoa(sector), "no flat is called "+name.String())
	}
	return num
}

// warnOnce is warn for a fault that may occur many times in a map: it names only the
// first.
func (l *loader) warnOnce(where, what string) {
	if l.told[what] {
		return
	}
	if l.told == nil {
		l.told = make(map[string]bool)
	}
	l.told[what] = true
	l.warn(where + ": " + what)
}

// readSides: 2 x offset, 2 y offset, 8 upper, 8 lower, 8 middle texture,
// 2 sector.
func (l *loader) readSides(data []byte) error {
	const size = 30
	n, err := l.count(data, size)
	if err != nil {
		return err
	}
	l.Sides = make([]Side, n)
	for i := range l.Sides {
		d := data[size*i:]
		l.Sides[i] = Side{
			TextureOffset: units(d), RowOffset: units(d[2:]),
			Top:    l.texture(i, wad.NameAt(d[4:])),
			Bottom: l.texture(i, wad.NameAt(d[12:])),
			Middle: l.texture(i, wad.NameAt(d[20:])),
			Sector: int32(u16(d[28:])),
		}
	}
	return nil
}

// texture returns the number of a texture, the placeholder's if no WAD has it. An empty
// name, which some tools write, means no texture.
func (l *loader) texture(side int, name wad.Name) int16 {
	num, ok := l.tex.NumberOf(name)
	if !ok && name != (wad.Name{}) {
		l.warnOnce("side "+strconv.Itoa(side), "no texture is called "+name.String())
		return l.tex.Placeholder()
	}
	return num
}

// openGates removes placeholders from openings that one can walk through, where they
// would look like a wall. Lines of Boom's types may name other things in place of
// textures.
func (l *loader) openGates() {
	const boomWater, boomGlass = 242, 260
	none := func(texture *int16) {
		if *texture == l.tex.Placeholder() {
			*texture = 0
		}
	}
	for i := range l.Lines {
		line := &l.Lines[i]
		for _, n := range line.Side {
			if n < 0 {
				continue
			}
			side := &l.Sides[n]
			if line.Back >= 0 {
				none(&side.Middle)
			}
			if line.Special == boomWater || line.Special == boomGlass {
				none(&side.Top)
				none(&side.Middle)
				none(&side.Bottom)
			}
		}
	}
}

// readLines: 2 + 2 vertexes, 2 flags, 2 special, 2 tag, 2 + 2 sides.
func (l *loader) readLines(data []byte) error {
	const size = 14
	n, err := l.count(data, size)
	if err != nil {
		return err
	}
	l.Lines = make([]Line, n)
	for i := range l.Lines {
		d := data[size*i:]
		line := &l.Lines[i]
		*line = Line{
			V1Index: int32(u16(d)), V2Index: int32(u16(d[2:])),
			Flags: LineFlags(u16(d[4:])), Special: i16(d[6:]), Tag: i16(d[8:]),
			Side:  [2]int32{sideNumber(d[10:]), sideNumber(d[12:])},
			Front: -1, Back: -1,
		}
		if int(line.V1Index) >= len(l.Vertices) || int(line.V2Index) >= len(l.Vertices) {
			return l.failAt("line", i, "names a vertex that is not there")
		}
		line.shape(l.Vertices[line.V1Index], l.Vertices[line.V2Index])
		if line.Side[0] < 0 {
			// The whole game relies on every line's front.
			l.warn("line " + strconv.Itoa(i) + ": has no side in front: side 0 stands there")
			line.Side[0] = 0
		}
		for j, sector := range [2]*int32{&line.Front, &line.Back} {
			side := line.Side[j]
			if side < 0 {
				continue
			}
			if int(side) >= len(l.Sides) {
				return l.failAt("line", i, "names side "+strconv.Itoa(int(side))+", which is not there")
			}
			*sector = l.Sides[side].Sector
			if int(*sector) >= len(l.Sectors) {
				l.reading = lumpSidedefs
				return l.failAt("side", int(side), "names sector "+strconv.Itoa(int(*sector))+", which is not there")
			}
		}
	}
	l.openGates()
	for i := range l.Sides { // sides without a line may hold anything
		if int(l.Sides[i].Sector) >= len(l.Sectors) {
			l.Sides[i].Sector = 0
		}
	}
	return nil
}

// sideNumber returns a side's number, -1 for none.
func sideNumber(b []byte) int32 {
	if n := u16(b); n != 0xffff {
		return int32(n)
	}
	return -1
}

// shape sets the values derived from the line's ends.
func (l *Line) shape(v1, v2 Vertex) {
	l.V1, l.V2 = v1, v2
	l.DX, l.DY = v2.X-v1.X, v2.Y-v1.Y
	l.Box = Box{
		Top: max(v1.Y, v2.Y), Bottom: min(v1.Y, v2.Y),
		Left: min(v1.X, v2.X), Right: max(v1.X, v2.X),
	}
	switch {
	case l.DX == 0:
		l.Slope = SlopeVertical
	case l.DY == 0:
		l.Slope = SlopeHorizontal
	case fixed.Div(l.DY, l.DX) > 0:
		l.Slope = SlopePositive
	default:
		l.Slope = SlopeNegative
	}
}

// readThings: 2 x, 2 y, 2 angle, 2 type, 2 options. A map may have none.
func (l *loader) readThings(data []byte) error {
	const size = 10
	l.Things = make([]Thing, len(data)/size)
	for i := range l.Things {
		d := data[size*i:]
		l.Things[i] = Thing{
			X: i16(d), Y: i16(d[2:]), Angle: i16(d[4:]), Type: i16(d[6:]), Options: i16(d[8:]),
		}
	}
	return nil
}

// readReject keeps the matrix as it is; padReject fills in a missing part. An empty
// matrix is common and needs no warning.
func (l *loader) readReject(data []byte) error {
	if whole := l.rejectSize(); len(data) > 0 && len(data) < whole {
		l.warn("is shorter than the map's sectors need; the missing part rejects next to nothing")
	}
	l.Reject = data[:min(len(data), l.rejectSize())]
	return nil
}

func (l *loader) rejectSize() int { return (len(l.Sectors)*len(l.Sectors) + 7) / 8 }

// padReject completes a truncated reject matrix. Vanilla reads on into the memory after
// it: the 16 bytes of the zone allocator's header for the sectors' lists of lines (its
// size, no owner, the purge tag of a level, the zone's mark), which hide some sectors
// from others. Recorded games depend on that, so padReject reproduces it; the rest
// rejects nothing. sectorLines is the total number of entries in those lists.
func (l *loader) padReject(sectorLines int) {
	missing := l.rejectSize() - len(l.Reject)
	if missing <= 0 {
		return
	}
	pad := make([]byte, 0, 16)
	for _, v := range [...]uint32{uint32(sectorLines*4+3)&^3 + 24, 0, 50, 0x1d4a11} {
		pad = append(pad, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	l.Reject = append(l.Reject[:len(l.Reject):len(l.Reject)], pad[:min(missing, len(pad))]...)
}

// units reads a 16-bit number of map units.
func units(b []byte) fixed.Fixed { return fixed.Fixed(i16(b)) << fixed.Bits }

func u16(b []byte) uint16 { return uint16(b[0]) | uint16(b[1])<<8 }

func i16(b []byte) int16 { return int16(u16(b)) }

func u32(b []byte) uint32 { return uint32(u16(b)) | uint32(u16(b[2:]))<<16 }
