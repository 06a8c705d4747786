package sim

// codec visits the fields of the state in a fixed order, to write them, to read them back
// or to hash them. Numbers are little-endian.
type codec struct {
	mode codecMode
	buf  []byte // the bytes written so far, or the bytes still to read
	hash uint64
	why  string // reading: the first fault, "" for none
}

type codecMode uint8

const (
	hashing codecMode = iota
	writing
	reading
)

func (c *codec) fail(why string) {
	if c.why == "" {
		c.why = why
	}
	c.buf = nil // everything from here on reads as 0
}

const hashFactor = 0x9e3779b97f4a7c15

// mix returns the hash h after adding v.
func mix(h, v uint64) uint64 {
	h = (h ^ v) * hashFactor
	return h ^ h>>32
}

func (c *codec) mix(v uint32) { c.hash = mix(c.hash, uint64(v)) }

// take returns the next n bytes while reading, and zeros past the end.
func (c *codec) take(n int) []byte {
	if len(c.buf) < n {
		c.fail("it is cut off")
		return zeros[:n]
	}
	b := c.buf[:n]
	c.buf = c.buf[n:]
	return b
}

var zeros [8]byte

type (
	bits8  interface{ ~int8 | ~uint8 }
	bits16 interface{ ~int16 | ~uint16 }
	bits32 interface{ ~int32 | ~uint32 }
)

func field8[T bits8](c *codec, v *T) {
	switch c.mode {
	case writing:
		c.buf = append(c.buf, byte(*v))
	case reading:
		*v = T(c.take(1)[0])
	default:
		c.mix(uint32(uint8(*v)))
	}
}

func field16[T bits16](c *codec, v *T) {
	switch c.mode {
	case writing:
		c.buf = append(c.buf, byte(*v), byte(uint16(*v)>>8))
	case reading:
		b := c.take(2)
		*v = T(uint16(b[0]) | uint16(b[1])<<8)
	default:
		c.mix(uint32(uint16(*v)))
	}
}

func field32[T bits32](c *codec, v *T) {
	switch c.mode {
	case writing:
		c.buf = appendU32(c.buf, uint32(*v))
	case reading:
		*v = T(readU32(c.take(4)))
	default:
		c.mix(uint32(*v))
	}
}

func fieldBool(c *codec, v *bool) {
	var b uint8
	if *v {
		b = 1
	}
	field8(c, &b)
	if c.mode == reading {
		if b > 1 {
			c.fail("a yes or no is neither")
		}
		*v = b == 1
	}
}

// fieldInt visits an int that fits in 32 bits.
func fieldInt(c *codec, v *int) {
	i := int32(*v)
	field32(c, &i)
	if c.mode == reading {
		*v = int(i)
	}
}

// fieldLen visits the length of s and, when reading, gives s that length. Each element
// takes at least size bytes.
func fieldLen[T any](c *codec, s *[]T, size int) {
	n := uint32(len(*s))
	field32(c, &n)
	if c.mode == reading {
		if uint64(n)*uint64(size) > uint64(len(c.buf)) {
			c.fail("a list is longer than the rest")
			n = 0
		}
		*s = resize(*s, int(n))
		clear(*s)
	}
}

// list16 and list32 visit a list of numbers and its length.
func list16[T bits16](c *codec, s *[]T) {
	fieldLen(c, s, 2)
	if c.mode == hashing {
		h := c.hash
		for _, v := range *s {
			h = mix(h, uint64(uint16(v)))
		}
		c.hash = h
		return
	}
	for i := range *s {
		field16(c, &(*s)[i])
	}
}

func list32[T bits32](c *codec, s *[]T) {
	fieldLen(c, s, 4)
	if c.mode == hashing {
		h := c.hash
		for _, v := range *s {
			h = mix(h, uint64(uint32(v)))
		}
		c.hash = h
		return
	}
	for i := range *s {
		field32(c, &(*s)[i])
	}
}

func appendU32(b []byte, v uint32) []byte {
	return append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}

func appendU64(b []byte, v uint64) []byte {
	return appendU32(appendU32(b, uint32(v)), uint32(v>>32))
}

func readU32(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func readU64(b []byte) uint64 { return uint64(readU32(b)) | uint64(readU32(b[4:]))<<32 }
