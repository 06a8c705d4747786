package music

import "errors"

// Song is a piece of music: tracks that play at the same time.
type Song struct {
	division int64 // ticks per beat
	tracks   [][]event
}

// event is one step of a track. Events that the chip cannot use stay in as kindOther,
// because each wait is rounded separately.
type event struct {
	wait    uint32 // ticks since the previous event
	kind    kind
	channel uint8 // 0 to 15; 9 is the drums
	a, b    uint8 // 0 to 127
}

type kind uint8

const (
	kindOther      kind = iota
	kindNoteOff         // a: key
	kindNoteOn          // a: key, b: velocity
	kindController      // a: which, b: value
	kindProgram         // a: which
	kindBend            // b: 64 is none
	kindTempo           // the beat's length in microseconds in channel, a and b
	kindEnd             // of the track
)

// The supported controllers.
const (
	controlVolume      = 7
	controlAllNotesOff = 123
)

// drumChannel is MIDI's channel for drums.
const drumChannel = 9

func tempoEvent(wait uint32, high, middle, low uint8) event {
	return event{wait: wait, kind: kindTempo, channel: high, a: middle, b: low}
}

// beat returns a tempo event's beat in microseconds.
func (e *event) beat() int64 {
	return int64(e.channel)<<16 | int64(e.a)<<8 | int64(e.b)
}

var errKind = errors.New("read song: neither a MUS nor a MIDI lump")

// Parse reads a song's lump, MUS or MIDI of type 0 or 1.
func Parse(lump []byte) (*Song, error) {
	switch {
	case hasMagic(lump, midiMagic):
		return parseMIDI(lump)
	case hasMagic(lump, musMagic):
		return parseMUS(lump)
	}
	return nil, errKind
}

func hasMagic(lump []byte, magic string) bool {
	return len(lump) >= len(magic) && string(lump[:len(magic)]) == magic
}

// reader takes bytes off a lump. Past the end it gives zeros and sets short.
type reader struct {
	data  []byte
	at    int
	short bool
}

func (r *reader) byte() uint8 {
	if r.at >= len(r.data) {
		r.short = true
		return 0
	}
	b := r.data[r.at]
	r.at++
	return b
}

// skip passes over n bytes.
func (r *reader) skip(n uint32) {
	if uint64(n) > uint64(len(r.data)-r.at) {
		r.short = true
		r.at = len(r.data)
		return
	}
	r.at += int(n)
}

// bytes returns the next n bytes. If there are fewer, it returns nil and sets short.
func (r *reader) bytes(n uint32) []byte {
	from := r.at
	if r.skip(n); r.short {
		return nil
	}
	return r.data[from:r.at]
}

func (r *reader) uint16() uint16 {
	high := r.byte()
	return uint16(high)<<8 | uint16(r.byte())
}

func (r *reader) uint32() uint32 {
	high := r.uint16()
	return uint32(high)<<16 | uint32(r.uint16())
}
