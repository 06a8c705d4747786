package music

import "strconv"

// AppendWrite appends a line for a write to the chip: microseconds, register, value, the
// latter two hexadecimal.
func AppendWrite(b []byte, at int64, register uint16, value uint8) []byte {
	b = strconv.AppendInt(b, at, 10)
	b = append(b, ' ', hexDigit(register>>8), hexDigit(register>>4), hexDigit(register), ' ')
	return append(b, hexDigit(uint16(value)>>4), hexDigit(uint16(value)), '\n')
}

func hexDigit(n uint16) byte { return "0123456789abcdef"[n&15] }

// Recorder is a chip that records a song's writes, one line each (see AppendWrite). It
// omits writes before the song.
type Recorder struct {
	Lines  []byte
	player *Player
	from   int64
}

// Record plays a looping song at full volume from its beginning, and returns its writes
// to the chip. until is in microseconds.
func Record(bank *Bank, s *Song, until int64) []byte {
	var r Recorder
	p := NewPlayer(bank, &r)
	r.Follow(p)
	p.Play(s, true)
	p.Advance(until)
	return r.Lines
}

// Follow starts to record a player's writes, with times from now on.
func (r *Recorder) Follow(p *Player) {
	r.player, r.from = p, p.Now()
}

// Write takes a register.
func (r *Recorder) Write(register uint16, value uint8) {
	if r.player != nil {
		r.Lines = AppendWrite(r.Lines, r.player.now-r.from, register, value)
	}
}
