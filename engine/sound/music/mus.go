package music

import (
	"errors"
	"strconv"
)

const (
	musMagic = "MUS\x1a"

	// A tick of MUS is 1/140 second: 70 to MIDI's default beat of half a second.
	musDivision = 70

	musDrums = 15
)

// Kinds of MUS events, bits 4 to 6 of an event's first byte.
const (
	musRelease = iota
	musPress
	musBend
	musSystem
	musControl
	_
	musEnd
)

// musControllers maps MUS controllers to MIDI's. Number 0 is a change of program, and the
// system events begin at firstSystem.
var musControllers = [15]uint8{0, 32, 1, 7, 10, 11, 91, 93, 64, 67, 120, 123, 126, 127, 121}

const firstSystem = 10

// musReader turns a MUS song into one track of MIDI events.
type musReader struct {
	reader
	events   []event
	wait     uint32    // ticks since the last event
	channels [16]int8  // MIDI's for MUS's, -1: not met yet
	next     int8      // MIDI's for the next one met
	velocity [16]uint8 // last velocity, by MIDI channel
}

// parseMUS reads a MUS song:
//
//	"MUS" 0x1a, u16 length, u16 start of the score, three more u16
//
// The numbers are little-endian. The score is a row of events: a byte with the channel in
// its low four bits, the kind in the next three, and the highest set if a wait follows;
// then the event's own bytes.
func parseMUS(lump []byte) (*Song, error) {
	const headerBytes = 14
	if len(lump) < headerBytes {
		return nil, errors.New("read MUS song: its header is broken")
	}
	m := musReader{reader: reader{data: lump, at: int(lump[6]) | int(lump[7])<<8}}
	if m.at > len(lump) {
		return nil, errors.New("read MUS song: its score begins behind its end")
	}
	for i := range m.channels {
		m.channels[i] = -1
		m.velocity[i] = 127
	}
	for {
		ended, err := m.event()
		switch {
		case err != nil:
			return nil, err
		case m.short:
			return nil, errors.New("read MUS song: the score breaks off")
		case ended:
			return &Song{division: musDivision, tracks: [][]event{m.events}}, nil
		}
	}
}

// event reads one event and the wait after it. ended is true for the last event.
func (m *musReader) event() (ended bool, err error) {
	first := m.byte()
	channel := m.channel(first & 15)
	switch what := first >> 4 & 7; what {
	case musRelease:
		m.add(kindNoteOff, channel, m.byte()&0x7f, 0)
	case musPress:
		key := m.byte()
		if key&0x80 != 0 {
			m.velocity[channel] = m.byte() & 0x7f
		}
		m.add(kindNoteOn, channel, key&0x7f, m.velocity[channel])
	case musBend:
		m.add(kindBend, channel, 0, m.byte()>>1)
	case musSystem:
		n := m.byte()
		if n < firstSystem || int(n) >= len(musControllers) {
			return false, errors.New("read MUS song: there is no system event " + strconv.Itoa(int(n)))
		}
		m.add(kindController, channel, musControllers[n], 0)
	case musControl:
		n, value := m.byte(), m.byte()
		switch {
		case n == 0:
			m.add(kindProgram, channel, value&0x7f, 0)
		case n < firstSystem:
			m.add(kindController, channel, musControllers[n], min(value, 0x7f))
		default:
			return false, errors.New("read MUS song: there is no controller " + strconv.Itoa(int(n)))
		}
	case musEnd:
		m.add(kindEnd, 0, 0, 0)
		return true, nil
	default:
		return false, errors.New("read MUS song: there is no event of kind " + strconv.Itoa(int(what)))
	}
	if first&0x80 != 0 {
		m.rest()
	}
	return false, nil
}

// rest reads a wait: seven bits a byte, any number of bytes.
func (m *musReader) rest() {
	var ticks uint32
	for {
		b := m.byte()
		ticks = ticks<<7 | uint32(b&0x7f)
		if b&0x80 == 0 {
			m.wait += ticks
			return
		}
	}
}

func (m *musReader) add(k kind, channel, a, b uint8) {
	m.events = append(m.events, event{wait: m.wait, kind: k, channel: channel, a: a, b: b})
	m.wait = 0
}

// channel returns the MIDI channel for a MUS channel. MIDI channels are assigned in order
// of first use, and each begins with silence.
func (m *musReader) channel(mus uint8) uint8 {
	if mus == musDrums {
		return drumChannel
	}
	if m.channels[mus] < 0 {
		if m.next == drumChannel {
			m.next++
		}
		m.channels[mus] = m.next
		m.next++
		m.add(kindController, uint8(m.channels[mus]), controlAllNotesOff, 0)
	}
	return uint8(m.channels[mus])
}
