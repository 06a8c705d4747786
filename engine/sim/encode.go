package sim

import (
	"errors"
	"strconv"
)

// An encoded state begins with a header, all numbers little-endian:
//
//	 0  4  "DHST"
//	 4  2  version of the format
//	 6 32  SHA-256 of the content
//	38  1  length n of the build's name
//	39  n  the build's name
//	 .  4  length of the body
//
// The body is the state's fields in the order of fields.go, and then the
// contents of the sides that changed. Behind it stands an 8-byte digest of it.
const (
	stateMagic   = "DHST"
	stateVersion = 2
	headerSize   = 4 + 2 + 32 + 1
	// maxStateSize is the largest encoding that Decode accepts, far more than any map
	// needs.
	maxStateSize = 64 << 20
)

// Seal names the build and the content that an encoded state belongs to. Engines exchange
// states only if both are equal: their tables, maps and rules must agree.
type Seal struct {
	Build   string   // of the engine, at most 255 bytes
	Content [32]byte // SHA-256 of the WADs; the caller decides how to compute it
}

// Errors of Decode that a caller may want to tell apart.
var (
	ErrOtherBuild   = errors.New("the state is from another build of the engine: both sides need the same one")
	ErrOtherContent = errors.New("the state is from a game on other WADs: both sides need the same ones")
	ErrBadState     = errors.New("the state is damaged")
)

// Encode appends the snapshot's encoding to b. Equal states have equal encodings,
// whichever player's console took them. The snapshot must not be empty.
func (s *Snapshot) Encode(b []byte, seal Seal) []byte {
	build := seal.Build[:min(len(seal.Build), 255)]
	b = append(b, stateMagic...)
	b = append(b, stateVersion&255, stateVersion>>8)
	b = append(b, seal.Content[:]...)
	b = append(b, byte(len(build)))
	b = append(b, build...)
	b = appendU32(b, 0)
	start := len(b)

	c := codec{mode: writing, buf: b}
	c.state(&s.state)
	c.sides(s.state.Sides)
	b = c.buf
	n := uint32(len(b) - start)
	copy(b[start-4:], []byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
	return appendU64(b, digest(b[start:]))
}

// digest detects accidental damage; it does not prevent forgery.
func digest(b []byte) uint64 {
	c := codec{hash: hashFactor}
	c.mix(uint32(len(b)))
	for ; len(b) >= 4; b = b[4:] {
		c.mix(readU32(b))
	}
	for _, last := range b {
		c.mix(uint32(last))
	}
	return c.hash
}

// Decode reads an encoded state of a game on c. It trusts nothing in data: a snapshot that
// it returns can be restored and played on. It loads the map if necessary. It returns
// ErrOtherBuild or ErrOtherContent if the seal is another, ErrBadState if the state is
// damaged, and another error if data is no state at all.
func (c *Content) Decode(data []byte, seal Seal) (*Snapshot, error) {
	body, err := openSeal(data, seal)
	if err != nil {
		return nil, &stateError{kind: err}
	}
	s, why := c.decodeBody(body)
	if why != "" {
		return nil, &stateError{kind: ErrBadState, why: why}
	}
	return s, nil
}

// stateError is the reason why Decode rejects a state.
type stateError struct {
	kind error
	why  string
}

func (e *stateError) Error() string {
	s := "read game state: " + e.kind.Error()
	if e.why != "" {
		s += ": " + e.why
	}
	return s
}

func (e *stateError) Unwrap() error { return e.kind }

func openSeal(data []byte, seal Seal) ([]byte, error) {
	if len(data) > maxStateSize {
		return nil, errors.New("it is longer than any state: " + strconv.Itoa(len(data)) + " bytes")
	}
	if len(data) < headerSize || string(data[:4]) != stateMagic {
		return nil, errors.New("this is no game state")
	}
	if v := int(data[4]) | int(data[5])<<8; v != stateVersion {
		return nil, ErrOtherBuild
	}
	nameEnd := headerSize + int(data[headerSize-1])
	if len(data) < nameEnd+4 {
		return nil, ErrBadState
	}
	if string(data[headerSize:nameEnd]) != seal.Build {
		return nil, ErrOtherBuild
	}
	if [32]byte(data[6:38]) != seal.Content {
		return nil, ErrOtherContent
	}
	body := data[nameEnd+4:]
	if uint64(len(body)) != uint64(readU32(data[nameEnd:]))+8 {
		return nil, ErrBadState
	}
	body, sum := body[:len(body)-8], body[len(body)-8:]
	if digest(body) != readU64(sum) {
		return nil, ErrBadState
	}
	return body, nil
}

// decodeBody reads and checks the state. It returns the fault, or "" for none.
func (c *Content) decodeBody(body []byte) (*Snapshot, string) {
	s := &Snapshot{content: c.maps.plain}
	d := codec{mode: reading, buf: body}
	d.state(&s.state)
	if d.why != "" {
		return nil, d.why
	}
	p := &s.state.Params
	if err := p.check(); err != nil {
		return nil, err.Error()
	}
	if p.Fast || p.Skill == skillNightmare {
		s.content = c.quick()
	}
	stage, err := s.content.stage(s.content.MapName(p.Episode, p.Map))
	if err != nil {
		return nil, err.Error()
	}
	s.stage = stage
	n, ok := packedSides(s.state.sidePages, len(stage.lv.Sides))
	if !ok {
		return nil, "the changed sides are not the map's"
	}
	if n*sideSize != len(d.buf) {
		return nil, "its length is not what its lists say"
	}
	s.state.Sides = make([]Side, n)
	d.sides(s.state.Sides)
	if d.why != "" {
		return nil, d.why
	}
	return s, s.fault()
}

// packedSides returns how many of a map's sides the pages hold. It returns false if a
// page is not the map's or occurs twice.
func packedSides(pages []uint32, sides int) (int, bool) {
	last := (sides + sidePageLen - 1) >> sidePageBits
	seen := make([]bool, last)
	n := 0
	for _, page := range pages {
		if uint64(page) >= uint64(last) || seen[page] {
			return 0, false
		}
		seen[page] = true
		n += min(sidePageLen, sides-int(page)<<sidePageBits)
	}
	return n, true
}
