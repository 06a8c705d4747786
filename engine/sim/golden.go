package sim

import "doomhost/engine/level"

// The golden hashes are 32-bit FNV-1a over the values that recorded traces of other
// engines list, four bytes each, low byte first. FNV-1a works byte by byte, and the many
// sides, lines and sectors rarely change, so this file caches the effect of blocks of
// them.
//
// A fixed run of n bytes turns a hash h into h*prime^n + c, where c depends only on the
// low byte of h: the low bytes of product and exclusive or do not depend on the upper
// ones. So an unchanged block costs one look-up, by the low byte of the hash before it.

const (
	fnvStart  fnv = 2166136261
	fnvPrime  fnv = 16777619
	fnvPrime2 fnv = 16777619 * 16777619 & (1<<32 - 1)
)

type fnv uint32

// word adds the four bytes of v.
func (h fnv) word(v uint32) fnv { return h.half(v & 0xffff).half(v >> 16) }

// half adds two bytes. The upper one is often 0, which only multiplies.
func (h fnv) half(v uint32) fnv {
	if v < 256 {
		return (h ^ fnv(v)) * fnvPrime2
	}
	return ((h^fnv(v&255))*fnvPrime ^ fnv(v>>8)) * fnvPrime
}

// pow returns prime to the power of n.
func pow(n int) fnv {
	p := fnv(1)
	for range n {
		p *= fnvPrime
	}
	return p
}

// fnvBlock caches the effect of a run of bytes on a hash, by the low byte of the hash
// before it.
type fnvBlock struct {
	known [4]uint64
	add   [256]fnv
	power fnv
}

func (b *fnvBlock) get(h fnv) (fnv, bool) {
	low := uint8(h)
	if b.known[low>>6]&(1<<(low&63)) == 0 {
		return 0, false
	}
	return h*b.power + b.add[low], true
}

func (b *fnvBlock) put(before, after fnv) {
	low := uint8(before)
	b.known[low>>6] |= 1 << (low & 63)
	b.add[low] = after - before*b.power
}

func (b *fnvBlock) forget() { b.known = [4]uint64{} }

// goldenCache is derived from the level and the state, and can be rebuilt at any time.
type goldenCache struct {
	sides, lines, sectors []fnvBlock
	lineSeen              []goldenLine   // the values when the block was cached
	sectorSeen            []goldenSector // likewise
}

type goldenSector struct {
	floor, ceiling uint32
	rest           uint64 // flats, light, special
}

type goldenLine struct{ special, flags uint16 }

const (
	linesPerBlock   = 64
	sectorsPerBlock = 8
)

func (c *goldenCache) forget() {
	c.sides, c.lines, c.sectors = c.sides[:0], c.lines[:0], c.sectors[:0]
	c.lineSeen, c.sectorSeen = c.lineSeen[:0], c.sectorSeen[:0]
}

// fnvBlocks returns n empty blocks for runs of the given size in bytes.
func fnvBlocks(b []fnvBlock, n, size int) []fnvBlock {
	b = resize(b, n)
	power := pow(size)
	for i := range b {
		b[i].forget()
		b[i].power = power
	}
	return b
}

// LiveMobjs returns the number of map objects in the level.
func (g *Game) LiveMobjs() int {
	n := 0
	for _, t := range g.Thinkers {
		if t.Kind == ThinkMobj {
			n++
		}
	}
	return n
}

// GoldenMobjHash is the hash of all map objects in thinker order.
func (g *Game) GoldenMobjHash() uint32 {
	h := fnvStart
	for _, t := range g.Thinkers {
		if t.Kind != ThinkMobj {
			continue
		}
		m := g.mobjs.at(t.Index)
		h = h.word(uint32(m.Type)).word(uint32(m.X)).word(uint32(m.Y)).word(uint32(m.Z)).
			word(uint32(m.Angle)).word(uint32(m.MomX)).word(uint32(m.MomY)).word(uint32(m.MomZ)).
			word(uint32(m.Radius)).word(uint32(m.Height)).word(uint32(m.Flags)).word(uint32(m.Health)).
			word(uint32(m.State)).word(uint32(m.Tics)).word(uint32(m.MoveDir)).word(uint32(m.MoveCount)).
			word(uint32(m.ReactionTime)).word(uint32(m.Threshold))
	}
	return uint32(h)
}

// GoldenSectorHash is the hash of all sectors in map order.
func (g *Game) GoldenSectorHash() uint32 {
	c := &g.golden
	n := len(g.Sectors)
	if len(c.sectorSeen) != n || n == 0 {
		c.sectorSeen = resize(c.sectorSeen, n)
		c.sectors = fnvBlocks(c.sectors, (n+sectorsPerBlock-1)/sectorsPerBlock, sectorsPerBlock*6*4)
	}
	h := fnvStart
	for i := range c.sectors {
		from := i * sectorsPerBlock
		to := min(from+sectorsPerBlock, n)
		secs, seen := g.Sectors[from:to], c.sectorSeen[from:to]
		for j := range secs {
			s := &secs[j]
			now := goldenSector{uint32(s.FloorHeight), uint32(s.CeilingHeight),
				uint64(uint16(s.FloorPic)) | uint64(uint16(s.CeilingPic))<<16 |
					uint64(uint16(s.Light))<<32 | uint64(uint16(s.Special))<<48}
			if seen[j] != now {
				seen[j] = now
				c.sectors[i].forget()
			}
		}
		whole := to-from == sectorsPerBlock
		if whole {
			if after, ok := c.sectors[i].get(h); ok {
				h = after
				continue
			}
		}
		before := h
		for j := range seen {
			s := &seen[j]
			h = h.word(s.floor).word(s.ceiling)
			for rest, k := s.rest, 0; k < 4; k++ {
				h = h.word(uint32(rest & 0xffff))
				rest >>= 16
			}
		}
		if whole {
			c.sectors[i].put(before, h)
		}
	}
	return uint32(h)
}

// GoldenSideHash is the hash of all sides and then all lines in map order, with no line
// marked as seen, as in a game without a picture.
func (g *Game) GoldenSideHash() uint32 { return g.GoldenSideHashMapped(nil) }

// GoldenSideHashMapped is GoldenSideHash for a game with a picture: the lines whose bits
// are set in mapped (64 lines a word) have been seen.
func (g *Game) GoldenSideHashMapped(mapped []uint64) uint32 {
	c := &g.golden
	if len(c.lineSeen) != len(g.Specials) || len(c.sides) != len(g.sidePageMark) {
		c.sides = fnvBlocks(c.sides, len(g.sidePageMark), sidePageLen*5*4)
		c.lines = fnvBlocks(c.lines, (len(g.Specials)+linesPerBlock-1)/linesPerBlock, linesPerBlock*2*4)
		c.lineSeen = resize(c.lineSeen, len(g.Specials))
	}
	h := fnvStart
	for i := range c.sides {
		page := sidePage(g.Sides, uint32(i))
		keep := !g.sidePageMark[i] && len(page) == sidePageLen
		if keep {
			if after, ok := c.sides[i].get(h); ok {
				h = after
				continue
			}
		}
		before := h
		for j := range page {
			s := &page[j]
			h = h.word(uint32(s.TextureOffset)).word(uint32(s.RowOffset)).
				word(uint32(uint16(s.Top))).word(uint32(uint16(s.Bottom))).word(uint32(uint16(s.Middle)))
		}
		if keep {
			c.sides[i].put(before, h)
		}
	}
	return uint32(g.goldenLines(h, mapped))
}

func (g *Game) goldenLines(h fnv, mapped []uint64) fnv {
	c := &g.golden
	n := len(g.Specials)
	for i := range c.lines {
		from := i * linesPerBlock
		to := min(from+linesPerBlock, n)
		var bits uint64
		if i < len(mapped) {
			bits = mapped[i]
		}
		specials, lines, seen := g.Specials[from:to], g.lv.Lines[from:to], c.lineSeen[from:to]
		for j := range seen {
			now := goldenLine{uint16(specials[j]), uint16(lines[j].Flags)}
			if bits>>j&1 != 0 {
				now.flags |= uint16(level.LineMapped)
			}
			if seen[j] != now {
				seen[j] = now
				c.lines[i].forget()
			}
		}
		whole := to-from == linesPerBlock
		if whole {
			if after, ok := c.lines[i].get(h); ok {
				h = after
				continue
			}
		}
		before := h
		for _, l := range seen {
			h = h.word(uint32(l.special)).word(uint32(l.flags))
		}
		if whole {
			c.lines[i].put(before, h)
		}
	}
	return h
}
