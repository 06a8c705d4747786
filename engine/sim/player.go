package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/lockstep"
)

// MaxPlayers is the width of every session, in slots.
const MaxPlayers = lockstep.NumSlots

// PlayerState says whether a player is alive in the level.
type PlayerState uint8

const (
	PlayerLive PlayerState = iota
	PlayerDead
	PlayerReborn
)

// PSprite is a layer of the player's weapon: 0 weapon, 1 flash.
type PSprite struct {
	State  info.StateID // StateNull: the layer is off
	Tics   int32
	SX, SY fixed.Fixed
}

// Player is the state that a slot carries through levels and tics.
type Player struct {
	Mo    Ref
	State PlayerState
	Cmd   lockstep.Ticcmd

	ViewZ           fixed.Fixed
	ViewHeight      fixed.Fixed
	DeltaViewHeight fixed.Fixed
	Bob             fixed.Fixed

	Health      int32
	ArmorPoints int32
	ArmorType   int32 // 0 none, 1 green, 2 blue
	Powers      [info.NumPowers]int32
	Cards       [info.NumCards]bool
	Backpack    bool
	Frags       [MaxPlayers]int32

	ReadyWeapon   info.WeaponType
	PendingWeapon info.WeaponType // info.WeaponNone: no change
	WeaponOwned   [info.NumWeapons]bool
	Ammo          [info.NumAmmo]int32
	MaxAmmo       [info.NumAmmo]int32

	AttackDown bool
	UseDown    bool
	Cheats     int32 // CheatNoClip and the like
	Refire     int32

	KillCount   int32
	ItemCount   int32
	SecretCount int32

	DamageCount   int32
	BonusCount    int32
	Attacker      Ref
	ExtraLight    int32
	FixedColormap int32 // 0 none, 1 almost full bright, 32 inverse
	PSprites      [2]PSprite
	DidSecret     bool

	// Message is the last text shown at the top of this player's screen in this tic,
	// MessageNone for none; see also MessageEvent.
	Message info.StringID
}

// Cheat bits of Player.Cheats.
const (
	CheatNoClip = 1 << iota
	CheatGodMode
	CheatNoMomentum
)
