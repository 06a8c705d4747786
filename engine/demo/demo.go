// Package demo reads and writes recorded games: vanilla's .lmp files (versions 104
// to 109 with turns of 256 units, 111 with whole ones) and tic logs, the sequences
// of sealed bundles that a session leaves behind. It turns bytes into values and
// back, and plays nothing.
package demo

import (
	"errors"
	"strconv"

	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// The header, one byte each.
//
//	0 version   1 skill (0 to 4)   2 episode   3 map   4 deathmatch (0, 1, 2)
//	5 respawn   6 fast   7 no monsters   8 console player
//	9–12 which of the four players are in the game
//
// Behind it, for each tic, one ticcmd for each player in the game: i8 forward,
// i8 side, u8 the high byte of the turn (version 111: i16le the turn), u8
// buttons. endMarker stands where the next tic would begin; a recorder that was
// switched off leaves none.
const (
	headerLen = 13
	endMarker = 0x80
)

// Demo is a recorded game.
type Demo struct {
	// Params is the game that it starts. NetGame follows from the players as
	// vanilla has it: whether the second one is there.
	Params sim.Params
	// Version is what Parse read; Append writes 109 or 111.
	Version Version
	// Truncated demos have no end marker; their last tic may not be whole, and is
	// not in Tics.
	Truncated bool
	// LongTics is whether turns are recorded whole.
	LongTics bool
	// Tics are the inputs; those of players who are not in the game are zero.
	Tics [][sim.MaxPlayers]lockstep.Ticcmd
}

// Parse reads a demo. What stands behind the end marker is ignored, as other
// programs leave notes of their own there. One without an end marker goes to its
// last whole tic.
func Parse(data []byte) (*Demo, error) {
	f, err := Open(data)
	if err != nil {
		return nil, err
	}
	f.Tics = make([][sim.MaxPlayers]lockstep.Ticcmd, f.Len())
	for n := range f.Tics {
		f.Tics[n] = f.Tic(n)
	}
	return &f.Demo, nil
}

// Check says of a demo what Parse would: why it cannot be played, or what to expect
// of it. It reads the header alone.
func Check(data []byte) (note string, err error) {
	d, err := parseHeader(data)
	if err != nil {
		return "", err
	}
	return d.Version.Note(), nil
}

func parseHeader(data []byte) (*Demo, error) {
	if len(data) == 0 {
		return nil, errors.New("demo header: the demo is empty")
	}
	d := &Demo{Version: Version(data[0])}
	if err := d.Version.check(); err != nil {
		return nil, err
	}
	if len(data) < headerLen {
		return nil, errors.New("demo header: " + strconv.Itoa(len(data)) + " bytes, want 13")
	}
	d.LongTics = d.Version == version111
	p := &d.Params
	p.Skill, p.Episode, p.Map, p.Deathmatch = int(data[1]), int(data[2]), int(data[3]), int(data[4])
	p.Respawn, p.Fast, p.NoMonsters = data[5] != 0, data[6] != 0, data[7] != 0
	p.Console = int(data[8])
	playing := 0
	for i := range p.Players {
		if p.Players[i] = data[9+i] != 0; p.Players[i] {
			playing++
		}
	}
	p.NetGame = p.Players[1]
	switch {
	case playing == 0:
		return nil, errors.New("demo header: nobody is in the game")
	case p.Skill > 4:
		return nil, errors.New("demo header: skill " + strconv.Itoa(p.Skill) + ", want 0 to 4")
	case p.Deathmatch > 2:
		return nil, errors.New("demo header: deathmatch " + strconv.Itoa(p.Deathmatch) + ", want 0 to 2")
	case p.Console >= sim.MaxPlayers:
		return nil, errors.New("demo header: console player " + strconv.Itoa(p.Console) + ", want 0 to 3")
	}
	return d, nil
}

func (d *Demo) cmdLen() int {
	if d.LongTics {
		return 5
	}
	return 4
}

func (d *Demo) decode(b []byte) lockstep.Ticcmd {
	c := lockstep.Ticcmd{Forward: int8(b[0]), Side: int8(b[1])}
	if d.LongTics {
		c.AngleTurn = i16(b[2:])
		c.Buttons = b[4]
	} else {
		c.AngleTurn = int16(uint16(b[2]) << 8)
		c.Buttons = b[3]
	}
	return c
}

// Append appends the demo's bytes to dst. Without LongTics turns are rounded to
// 256 units as vanilla's recorder does. It fails where the format cannot hold
// the game: figures too large for it, or a tic that would read as the end
// marker (the first player walks at -128, which no game builds).
func (d *Demo) Append(dst []byte) ([]byte, error) {
	p := &d.Params
	version := version109
	if d.LongTics {
		version = version111
	}
	dst = append(dst, byte(version))
	for _, n := range [...]int{p.Skill, p.Episode, p.Map, p.Deathmatch} {
		if n < 0 || n > 255 {
			return nil, errors.New("write demo: " + strconv.Itoa(n) + " in the header does not fit a byte")
		}
		dst = append(dst, byte(n))
	}
	dst = append(dst, bit(p.Respawn), bit(p.Fast), bit(p.NoMonsters), byte(p.Console))
	first := -1
	for i := range p.Players {
		dst = append(dst, bit(p.Players[i]))
		if p.Players[i] && first < 0 {
			first = i
		}
	}
	if first < 0 {
		return nil, errors.New("write demo: nobody is in the game")
	}
	for t := range d.Tics {
		if d.Tics[t][first].Forward == -128 {
			return nil, errors.New("write demo: tic " + strconv.Itoa(t) + " reads as the end marker")
		}
		for i := range d.Tics[t] {
			if p.Players[i] {
				dst = d.encode(dst, d.Tics[t][i])
			}
		}
	}
	return append(dst, endMarker), nil
}

// TicSize is how many bytes a tic takes.
func (d *Demo) TicSize() (n int) {
	for _, in := range d.Params.Players {
		if in {
			n += d.cmdLen()
		}
	}
	return n
}

func (d *Demo) encode(dst []byte, c lockstep.Ticcmd) []byte {
	dst = append(dst, byte(c.Forward), byte(c.Side))
	if d.LongTics {
		dst = appendI16(dst, c.AngleTurn)
	} else {
		dst = append(dst, byte((uint16(c.AngleTurn)+128)>>8))
	}
	return append(dst, c.Buttons)
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}
