package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// OriginKind is the kind of thing that makes a sound.
type OriginKind uint8

const (
	OriginNone   OriginKind = iota // everywhere
	OriginMobj                     // Origin is a Ref
	OriginSector                   // Origin is a sector's index; X, Y its sound origin
	OriginLine                     // Origin is a line's index: the first button's place, as in vanilla
	OriginButton                   // a switch that flips back: vanilla hears it from (0, 0) of the map, wherever it is
)

// SoundEvent is the start of one sound. Events stand in the order in which the tic made
// them; inaudible starts count too.
type SoundEvent struct {
	Sound  info.SoundID
	Kind   OriginKind
	Origin uint32
	X, Y   fixed.Fixed // of the origin at the start; 0, 0 if it has no position
	// EarX and EarY are the position of the console player's body at the start. The body
	// moves within a tic, and its position affects what the player hears.
	EarX, EarY fixed.Fixed
}

// MessageEvent is a text for one player's screen.
type MessageEvent struct {
	Player uint8
	Text   info.StringID
}

// Events holds a tic's output for render, hud and sound. The slices are reused: read them
// before the next tic.
type Events struct {
	Sounds   []SoundEvent
	Messages []MessageEvent
	// MusicChange is set if a level, intermission or finale begins in this tic and starts
	// a song; State tells which.
	MusicChange bool
}
