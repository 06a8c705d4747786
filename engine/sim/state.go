package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// Phase is what the game is showing (vanilla's gamestate).
type Phase uint8

const (
	PhaseLevel Phase = iota
	PhaseIntermission
	PhaseFinale
)

// Action is what the next tic does first (vanilla's gameaction).
type Action uint8

const (
	ActionNone Action = iota
	ActionLoadLevel
	ActionNewGame
	ActionCompleted
	ActionVictory
	ActionWorldDone
)

// Params is what a session starts with.
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
	// Overruns has the game write over what vanilla writes over where its lists are
	// too long for their arrays, see overrun.go: for demos of other programs.
	Overruns bool
	Console  int // slot whose console this engine is (never changes the simulation)
}

// ThinkerKind tags what a thinker is.
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

// Thinker is one entry of the order in which things think: the tag and the slot
// in the arena of that kind. New ones are appended; a removed one becomes
// ThinkRemoved in place and is compacted away between tics.
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

	// What vanilla keeps in globals that outlive a tic.
	onGround    bool        // whether the player who moved last stood on the floor
	attackRange fixed.Fixed // of the last shot or blow: a puff looks at it
	opening     opening     // of the last line that somebody met

	TotalKills, TotalItems, TotalSecrets int32
	LevelTimer                           int32 // tics left, 0: no timer

	mobjs           mobjArena
	Thinkers        []Thinker
	removedThinkers int32 // how many of Thinkers are ThinkRemoved
	Sectors         []Sector
	// Sides are read freely, and written through touchSide alone: most never
	// change, and a snapshot holds only the pages that did.
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
	// BackupTics is how far back a ticcmd's consistancy looks.
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

// Mobj resolves a Ref; nil where it names nothing any more.
func (s *State) Mobj(r Ref) *Mobj { return s.mobjs.get(r) }

// MessageNone is the text that is none.
const MessageNone = info.StringID(0)
