package music

import (
	"errors"
	"strconv"
)

// A GENMIDI lump holds an instrument of 36 bytes for each MIDI program and for each drum
// from key 35 on, and then names, which are not needed.
const (
	bankMagic       = "#OPL_II#"
	programs        = 128
	firstDrum       = 35
	drums           = 47
	instrumentBytes = 36
	bankBytes       = len(bankMagic) + (programs+drums)*instrumentBytes
)

// Bank holds the sound of every instrument.
type Bank struct {
	instruments [programs + drums]instrument // the drums last
}

// instrument is one entry of GENMIDI:
//
//	0 flags, 16 bits   2 fine tuning   3 note of a fixed pitch
//	4 first voice, 16 bytes   20 second voice
type instrument struct {
	fixed    bool  // always plays fixedNote
	double   bool  // plays on two voices
	fineTune uint8 // of the second voice, 128 is none
	note     uint8
	voices   [2]timbre
}

// timbre is the setting that makes a voice of the chip sound like an instrument:
//
//	0 modulator, 6 bytes   6 feedback and connection   7 carrier, 6 bytes
//	14 note offset, 16 bits with sign
type timbre struct {
	modulator, carrier operator
	feedback           uint8
	noteOffset         int16
}

// operator holds the registers of one of the chip's operators.
type operator struct {
	tremolo, attack, sustain, waveform, scale, level uint8
}

const (
	flagFixed  = 1
	flagDouble = 4
)

// additive reports whether both operators are audible on their own.
func (t *timbre) additive() bool { return t.feedback&1 != 0 }

// ParseBank reads a GENMIDI lump.
func ParseBank(lump []byte) (*Bank, error) {
	if len(lump) < bankBytes {
		return nil, errors.New("read GENMIDI: " + strconv.Itoa(len(lump)) + " bytes, want " + strconv.Itoa(bankBytes) + " at least")
	}
	if string(lump[:len(bankMagic)]) != bankMagic {
		return nil, errors.New("read GENMIDI: it does not begin with " + bankMagic)
	}
	b := new(Bank)
	for i := range b.instruments {
		at := len(bankMagic) + i*instrumentBytes
		b.instruments[i] = parseInstrument(lump[at : at+instrumentBytes])
	}
	return b, nil
}

func parseInstrument(e []byte) instrument {
	return instrument{
		fixed:    e[0]&flagFixed != 0,
		double:   e[0]&flagDouble != 0,
		fineTune: e[2],
		note:     e[3],
		voices:   [2]timbre{parseTimbre(e[4:20]), parseTimbre(e[20:36])},
	}
}

func parseTimbre(e []byte) timbre {
	return timbre{
		modulator:  parseOperator(e[0:6]),
		feedback:   e[6],
		carrier:    parseOperator(e[7:13]),
		noteOffset: int16(uint16(e[14]) | uint16(e[15])<<8),
	}
}

func parseOperator(e []byte) operator {
	return operator{tremolo: e[0], attack: e[1], sustain: e[2], waveform: e[3], scale: e[4], level: e[5]}
}
