package music

import (
	"errors"
	"strconv"
)

const (
	midiMagic  = "MThd"
	trackMagic = "MTrk"

	// maxTracks bounds the Player's work for each tick.
	maxTracks = 1024
)

// parseMIDI reads a Standard MIDI File:
//
//	"MThd", u32 6, u16 type (0 or 1), u16 number of tracks, u16 division
//	each track: "MTrk", u32 size, events up to an end of track
//
// The numbers are big-endian. The parser ignores a track's size: the track ends with its
// end-of-track event.
func parseMIDI(lump []byte) (*Song, error) {
	r := reader{data: lump, at: len(midiMagic)}
	size, format, count, division := r.uint32(), r.uint16(), r.uint16(), int16(r.uint16())
	switch {
	case r.short || size != 6:
		return nil, errors.New("read MIDI song: its header is broken")
	case format > 1:
		return nil, errors.New("read MIDI song: type " + strconv.Itoa(int(format)) + ", only 0 and 1 are played")
	case count == 0 || count > maxTracks:
		return nil, errors.New("read MIDI song: " + strconv.Itoa(int(count)) + " tracks, want 1 to " + strconv.Itoa(maxTracks))
	}
	s := &Song{division: ticksPerBeat(division), tracks: make([][]event, 0, min(int(count), len(lump)/12))}
	if s.division <= 0 {
		return nil, errors.New("read MIDI song: a beat has no ticks")
	}
	for i := range int(count) {
		track, err := r.track()
		if err != nil {
			return nil, errors.New("read MIDI song: track " + strconv.Itoa(i) + ": " + err.Error())
		}
		s.tracks = append(s.tracks, track)
	}
	return s, nil
}

// ticksPerBeat decodes a header's division. A negative one holds frames a second (high
// byte) and ticks a frame.
func ticksPerBeat(division int16) int64 {
	if division >= 0 {
		return int64(division)
	}
	return int64(-(int32(division) / 256)) * int64(division&0xff)
}

var (
	errTrackMagic = errors.New("it does not begin with " + trackMagic)
	errTrackShort = errors.New("it breaks off")
	errEventKind  = errors.New("an event of a kind that MIDI does not know")
	errLength     = errors.New("a length of more than four bytes")
)

func (r *reader) track() ([]event, error) {
	if magic := r.bytes(uint32(len(trackMagic))); r.short || string(magic) != trackMagic {
		return nil, errTrackMagic
	}
	r.uint32()
	var events []event
	var status uint8
	for {
		e, err := r.event(&status)
		switch {
		case err != nil:
			return nil, err
		case r.short:
			return nil, errTrackShort
		}
		events = append(events, e)
		if e.kind == kindEnd {
			return events, nil
		}
	}
}

// Status bytes: the high four bits for a channel's events, or the whole byte.
const (
	statusNoteOff         = 0x80
	statusNoteOn          = 0x90
	statusAftertouch      = 0xa0
	statusController      = 0xb0
	statusProgram         = 0xc0
	statusChannelPressure = 0xd0
	statusBend            = 0xe0
	statusSysex           = 0xf0
	statusSysexMore       = 0xf7
	statusMeta            = 0xff

	metaEnd   = 0x2f
	metaTempo = 0x51
)

// event reads one event. status is the last status byte, which applies if the event has
// none.
func (r *reader) event(status *uint8) (event, error) {
	wait, err := r.length()
	if err != nil {
		return event{}, err
	}
	if s := r.byte(); s&0x80 != 0 {
		*status = s
	} else {
		r.at-- // this was the first data byte
		if r.short {
			return event{}, nil
		}
	}
	e := event{wait: wait, channel: *status & 15}
	switch *status & 0xf0 {
	case statusNoteOff:
		e.kind = kindNoteOff
	case statusNoteOn:
		e.kind = kindNoteOn
	case statusController:
		e.kind = kindController
	case statusBend:
		e.kind = kindBend
	case statusProgram:
		e.kind = kindProgram
		e.a = r.byte() & 0x7f
		return e, nil
	case statusAftertouch:
	case statusChannelPressure:
		r.byte()
		return e, nil
	default:
		return r.special(wait, *status)
	}
	e.a = r.byte() & 0x7f
	e.b = r.byte() & 0x7f
	return e, nil
}

// special reads an event without a channel.
func (r *reader) special(wait uint32, status uint8) (event, error) {
	var what uint8
	switch status {
	case statusSysex, statusSysexMore:
	case statusMeta:
		what = r.byte()
	default:
		return event{}, errEventKind
	}
	n, err := r.length()
	if err != nil {
		return event{}, err
	}
	body := r.bytes(n)
	switch {
	case status == statusMeta && what == metaEnd:
		return event{wait: wait, kind: kindEnd}, nil
	case status == statusMeta && what == metaTempo && len(body) == 3:
		return tempoEvent(wait, body[0], body[1], body[2]), nil
	}
	return event{wait: wait}, nil
}

// length reads a variable-length number of MIDI: seven bits a byte, the highest bit set
// if more follow, at most four bytes.
func (r *reader) length() (uint32, error) {
	var n uint32
	for range 4 {
		b := r.byte()
		n = n<<7 | uint32(b&0x7f)
		if b&0x80 == 0 {
			return n, nil
		}
	}
	return 0, errLength
}
