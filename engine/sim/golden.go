package sim

import "doomhost/engine/level"

// The golden hashes are 32-bit FNV-1a over the values that recorded traces of
// other engines list, four bytes each, low byte first. They are byte by byte by
// definition, and sides, lines and sectors are many and rarely change, so blocks
// of them are remembered.
//
// What a fixed run of bytes does to a hash h is h*prime^n + c, where c depends
// on the low byte of h alone: the low bytes of the product and of the exclusive
// or never see the upper ones. So a block that did not change costs one look-up
// by the low byte at which it is entered.

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

// pow is prime to the n-th.
func pow(n int) fnv {
	p := fnv(1)
	for range n {
		p *= fnvPrime
	}
	return p
}

// fnvBlock remembers what a run of bytes does to a hash, for each low byte of
// the hash that was seen before it.
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

// goldenCache is derived from the level and the state, and made again at any
// time.
type goldenCache struct {
	sides, lines, sectors []fnvBlock
	lineSeen              []goldenLine   // what stood there when the block was remembered
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

// fnvBlocks is n blocks that know nothing, for runs of the given size in bytes.
func fnvBlocks(b []fnvBlock, n, size int) []fnvBlock {
	b = resize(b, n)
	power := pow(size)
	for i := range b {
		b[i].forget()
		b[i].power = power
	}
	return b
}

// LiveMobjs is how many map objects there are in the level.
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

// GoldenSideHash is the hash of all sides in map order, and behind them of all
// lines, as on the map where nobody draws.
func (g *Game) GoldenSideHash() uint32 { return g.GoldenSideHashMapped(nil) }

// GoldenSideHashMapped is GoldenSideHash where somebody draws: the lines whose
// bits are set in mapped (64 lines a word) have been seen.
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
