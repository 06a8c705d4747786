package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// OriginKind says what a sound comes from.
type OriginKind uint8

const (
	OriginNone   OriginKind = iota // everywhere
	OriginMobj                     // Origin is a Ref
	OriginSector                   // Origin is a sector's index; X, Y its sound origin
	OriginLine                     // Origin is a line's index: the first button's place, as in vanilla
	OriginButton                   // a switch that flips back: vanilla hears it from (0, 0) of the map, wherever it is
)

// SoundEvent is one sound start, in the order in which the tic made them.
// A start counts even where nobody would hear it.
type SoundEvent struct {
	Sound  info.SoundID
	Kind   OriginKind
	Origin uint32
	X, Y   fixed.Fixed // of the origin at the start; 0, 0 where it has none
	// EarX and EarY are where the console player's body was at the start: within a
	// tic it moves, and what is heard depends on that.
	EarX, EarY fixed.Fixed
}

// MessageEvent is a text for one player's screen.
type MessageEvent struct {
	Player uint8
	Text   info.StringID
}

// Events is what a tic leaves for render, hud and sound. The slices are reused:
// read them before the next tic.
type Events struct {
	Sounds   []SoundEvent
	Messages []MessageEvent
	// MusicChange is set where the level, intermission or finale that begins in
	// this tic wants a song; readers look at State to know which.
	MusicChange bool
}
