package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// Phase is the screen that the game is in (vanilla's gamestate).
type Phase uint8

const (
	PhaseLevel Phase = iota
	PhaseIntermission
	PhaseFinale
)

// Action is pending work for the start of the next tic (vanilla's gameaction).
type Action uint8

const (
	ActionNone Action = iota
	ActionLoadLevel
	ActionNewGame
	ActionCompleted
	ActionVictory
	ActionWorldDone
)

// Params are the parameters of a session.
type Params struct {
	Skill      int // 0 (I'm too young to die) to 4 (nightmare)
	Episode    int
	Map        int
	Deathmatch int // 0 co-op, 1 deathmatch, 2 altdeath
	NetGame    bool
	NoMonsters bool
	Fast       bool
	Respawn    bool
	Timer      int // minutes until the level ends in deathmatch; 0 is none
	Players    [MaxPlayers]bool
	// Overruns makes the game overwrite the variables that vanilla overwrites if its
	// lists outgrow their arrays; see overrun.go. Demos of other programs need it.
	Overruns bool
	Console  int // slot whose console this engine is (never changes the simulation)
}

// ThinkerKind is the kind of a thinker.
type ThinkerKind uint8

const (
	ThinkRemoved ThinkerKind = iota
	ThinkMobj
	ThinkDoor
	ThinkFloor
	ThinkCeiling
	ThinkPlat
	ThinkFireFlicker
	ThinkLightFlash
	ThinkStrobe
	ThinkGlow
)

// Thinker is one entry in the order of thinking: the kind and the slot in that kind's
// arena. New thinkers are appended; a removed one becomes ThinkRemoved in place and is
// compacted away between tics.
type Thinker struct {
	Kind  ThinkerKind
	Index uint32
}

// Sector is the part of a sector that tics change. The rest is in level.Sector.
type Sector struct {
	FloorHeight, CeilingHeight fixed.Fixed
	FloorPic, CeilingPic       int16 // flats, numbered from the first behind F_START
	Light                      int16
	Special                    int16
	SoundTarget                Ref
	Things                     uint32  // head of the thing list, 0 for none
	Mover                      Thinker // the door, floor, ceiling or platform at work here (vanilla's specialdata)
}

// Side is the part of a sidedef that tics change.
type Side struct {
	TextureOffset, RowOffset fixed.Fixed
	Top, Bottom, Middle      int16 // textures, 0 is none
}

// State is everything that a tic changes, and nothing else: two engines with
// equal States play equal games. It holds no pointers into itself.
type State struct {
	Params
	Phase      Phase
	Action     Action
	GameTic    int32 // tics since the start of the session
	LevelTime  int32 // tics since the start of the level
	Random     uint8 // index into the play simulation's random table
	Paused     bool
	SecretExit bool
	Playing    [MaxPlayers]bool // playeringame

	Players [MaxPlayers]Player

	// Values that vanilla keeps in globals that outlive a tic.
	onGround    bool        // whether the player who moved last stood on the floor
	attackRange fixed.Fixed // of the last shot or blow; puffs depend on it
	opening     opening     // of the last line that a thing met

	TotalKills, TotalItems, TotalSecrets int32
	LevelTimer                           int32 // tics left, 0: no timer

	mobjs           mobjArena
	Thinkers        []Thinker
	removedThinkers int32 // how many of Thinkers are ThinkRemoved
	Sectors         []Sector
	// Sides may be read freely, but only touchSide may write them: most never change, and
	// a snapshot holds only the changed pages.
	Sides        []Side
	sidePages    []uint32 // pages of Sides that were touched in this level, in that order
	sidePageMark []bool   // by page
	Specials     []int16  // special of each line
	BlockLinks   []uint32 // head of each block's thing list
	blocks       blockGrid
	movers

	BodyQueue     [bodyQueueSize]Ref
	BodyQueueSlot int32
	ItemRespawn   [itemQueueSize]ItemRespawn
	ItemHead      int32
	ItemTail      int32
	BrainTargets  []Ref
	BrainTarget   int32
	BrainEasy     bool

	Intermission Intermission
	Finale       Finale

	// Consistancy keeps each player's x (low 16 bits) of the last tics, see
	// PROTOCOL section 1.
	Consistancy [MaxPlayers][BackupTics]int16
}

const (
	bodyQueueSize = 32
	itemQueueSize = 128
	// BackupTics is the number of tics that a ticcmd's consistancy looks back.
	BackupTics = 12
)

// opening is the window between the two sectors of a line.
type opening struct {
	top, bottom, height fixed.Fixed // height <= 0: closed
	lowFloor            fixed.Fixed
}

// ItemRespawn is an item that comes back in altdeath.
type ItemRespawn struct {
	Spawn SpawnPoint
	Time  int32 // LevelTime of the pick-up
}

// Mobj resolves a Ref. It returns nil if the object no longer exists.
func (s *State) Mobj(r Ref) *Mobj { return s.mobjs.get(r) }

// MessageNone means no text.
const MessageNone = info.StringID(0)
