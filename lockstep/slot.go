package lockstep

import "strconv"

// NumSlots is how many slots a session has, taken or not.
const NumSlots = 4

// Slot is a player's place, 0 to NumSlots-1. Its number is its color.
type Slot uint8

// NoSlot stands for no slot.
const NoSlot Slot = 255

// colors are the players' colors in slot order, as the game paints them.
var colors = [NumSlots]string{"Green", "Indigo", "Brown", "Red"}

// Valid reports whether s is a slot of a session.
func (s Slot) Valid() bool { return s < NumSlots }

// Color is the slot's color by name, or empty if the slot is not valid.
func (s Slot) Color() string {
	if !s.Valid() {
		return ""
	}
	return colors[s]
}

// MarshalJSON writes the slot as a number. Without it, encoding/json would write a list of
// slots as a string of bytes.
func (s Slot) MarshalJSON() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(s), 10), nil
}

// Mask has bit N set for slot N.
type Mask uint8

// AllSlots is the mask of all slots.
const AllSlots Mask = 1<<NumSlots - 1

// Has reports whether slot s is in the mask.
func (m Mask) Has(s Slot) bool { return s < 8 && m&(1<<s) != 0 }

// With returns the mask with slot s in it.
func (m Mask) With(s Slot) Mask { return m | 1<<s }

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
