// Package wire is the relay's language: the three binary records of the tic
// channel (ticcmd, client tic message, sealed bundle) and the JSON messages of
// the lobby, with their limits.
//
// It owns no state and starts nothing. Encoders append to the caller's slice.
// Decoders read from the front of a slice and return how many bytes they
// consumed; what a peer sends can make them return an error, never panic.
// All integers are little-endian.
package wire

import (
	"errors"
	"strconv"
)

// Tic numbers a thirty-fifth of a second of a game, from 0.
type Tic uint32

// TicRate is how many tics make a second.
const TicRate = 35

// NumSlots is how many slots a session has, taken or not.
const NumSlots = 4

// Slot is a player's place, 0 to NumSlots-1. Its number is its color.
type Slot uint8

// NoSlot stands where somebody has no slot.
const NoSlot Slot = 255

// colors are the players' colors in slot order, as the game paints them.
var colors = [NumSlots]string{"Green", "Indigo", "Brown", "Red"}

// Valid reports whether s is a slot of a session.
func (s Slot) Valid() bool { return s < NumSlots }

// Color is the slot's color by name; empty for what is no slot.
func (s Slot) Color() string {
	if !s.Valid() {
		return ""
	}
	return colors[s]
}

// Mask has bit N set for slot N.
type Mask uint8

// AllSlots is the mask of all four slots.
const AllSlots Mask = 1<<NumSlots - 1

// Has reports whether slot s is in the mask.
func (m Mask) Has(s Slot) bool { return s < 8 && m&(1<<s) != 0 }

// With returns the mask with slot s in it.
func (m Mask) With(s Slot) Mask { return m | 1<<s }

// Without returns the mask with slot s not in it.
func (m Mask) Without(s Slot) Mask { return m &^ (1 << s) }

// Slots lists the slots in the mask in ascending order; never nil.
func (m Mask) Slots() []Slot {
	list := make([]Slot, 0, NumSlots)
	for s := Slot(0); s < NumSlots; s++ {
		if m.Has(s) {
			list = append(list, s)
		}
	}
	return list
}

var (
	// ErrShort says that a record is cut off before its end.
	ErrShort = errors.New("wire: record cut short")
	// ErrLong says that bytes follow where a message should end.
	ErrLong = errors.New("wire: bytes after the end of the message")
	// ErrMask says that a bundle's masks name slots that cannot be.
	ErrMask = errors.New("wire: bundle with an impossible mask")
)

// MarshalJSON writes the slot as a number. Without it a list of slots would be
// taken for a string of bytes.
func (s Slot) MarshalJSON() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(s), 10), nil
}
