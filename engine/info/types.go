// Package info is Doom's data as tables: states, things, weapons, ammo, sounds, texts,
// par times; and DEHACKED, which changes a copy of them. It holds only facts: engine/sim
// implements the actions. New returns a fresh Tables for each instance, which only its
// own ApplyDehacked changes. The package starts no goroutine.
//
// The tables are readable text in data/ (states.txt, things.txt, ...), from which gen
// makes the Go files: run go generate after a change.
//
// Names follow vanilla's: S_PLAY_ATK1 is StatePlayAtk1, MT_TROOPSHOT is
// MobjTroopshot, SPR_TROO is SpriteTroo, sfx_dorcls is SoundDorcls,
// A_TroopAttack is ActTroopAttack, MF_NOBLOCKMAP is FlagNoblockmap, wp_fist is
// WeaponFist, am_clip is AmmoClip, pw_ironfeet is PowerIronfeet, it_bluecard is
// CardBluecard, GOTARMOR is StrGotarmor. The numbers are vanilla's too.
package info

import "doomhost/engine/fixed"

type (
	StateID    uint16
	MobjType   uint16
	SpriteID   uint16
	SoundID    uint16
	ActionID   uint8
	MobjFlags  uint32
	WeaponType uint8
	AmmoType   uint8
	PowerType  uint8
	CardType   uint8
	StringID   uint16
	MusicID    uint8
)

// FrameFullBright marks a frame number that is drawn at full brightness.
const FrameFullBright = 0x8000

// NoSprite is the name of a sprite without pictures, which patches use for invisible
// things.
const NoSprite = "TNT1"

// State is one frame of a thing or weapon.
type State struct {
	Sprite       SpriteID
	Frame        uint16
	Tics         int32 // -1: forever
	Action       ActionID
	Next         StateID
	Misc1, Misc2 int32
}

// Mobj holds the properties of all things of one type. ReactionTime is in tics;
// PainChance is out of 256; Speed is in map units a step for monsters, and a Fixed a tic
// for missiles; Mass is never 0.
type Mobj struct {
	DoomEdNum    int32 // number on the map, -1: never on a map
	SpawnState   StateID
	SpawnHealth  int32
	SeeState     StateID
	SeeSound     SoundID
	ReactionTime int32
	AttackSound  SoundID
	PainState    StateID
	PainChance   int32
	PainSound    SoundID
	MeleeState   StateID
	MissileState StateID
	DeathState   StateID
	XDeathState  StateID
	DeathSound   SoundID
	Speed        int32
	Radius       fixed.Fixed
	Height       fixed.Fixed
	Mass         int32
	Damage       int32
	ActiveSound  SoundID
	Flags        MobjFlags
	RaiseState   StateID
}

// Weapon holds a weapon's states and its ammo.
type Weapon struct {
	Ammo                                                    AmmoType // AmmoNone: nothing
	UpState, DownState, ReadyState, AttackState, FlashState StateID
}

// Sound is one sound effect. Its lump is DS + Name.
type Sound struct {
	Name     string
	Singular bool
	Priority int32
	Link     SoundID // plays that sound's lump; 0 is none
	Pitch    int32   // -1: none
	Volume   int32
}

// Tables is one instance's data.
type Tables struct {
	States  []State
	Mobjs   []Mobj
	Weapons [NumWeapons]Weapon
	MaxAmmo [NumAmmo]int32
	// ClipAmmo is the amount in a clip of each ammo.
	ClipAmmo [NumAmmo]int32
	Sounds   []Sound
	Sprites  []string // four letters each
	Strings  []string // by StringID
	Music    []string // lump names without D_
	Pars     Pars
	Misc     Misc

	// lumps holds the replacements of lump names by patches, see Lump.
	lumps map[string]string
}

// Pars holds the par times in seconds.
type Pars struct {
	Doom  [5][10]int32 // episode (1 to 4), map (1 to 9)
	Doom2 [33]int32    // map (1 to 32)
}

// Misc is DEHACKED's "Misc" section: figures that vanilla keeps in code. MaxHealth is the
// most that health bonuses give. MonstersInfight makes missiles hurt the shooter's own
// kind too.
type Misc struct {
	InitialHealth, InitialBullets   int32
	MaxHealth, MaxArmor             int32
	GreenArmorClass, BlueArmorClass int32
	MaxSoulsphere, SoulsphereHealth int32
	MegasphereHealth                int32
	GodModeHealth                   int32
	IDFAArmor, IDFAArmorClass       int32
	IDKFAArmor, IDKFAArmorClass     int32
	BFGCells                        int32
	MonstersInfight                 bool
}

// Mission is the game of an IWAD; each game has its own rules.
type Mission uint8

const (
	MissionDoom     Mission = iota + 1 // episodes 1 to 3 (or 1 alone)
	MissionUltimate                    // and episode 4
	MissionDoom2
	MissionTNT
	MissionPlutonia
)
