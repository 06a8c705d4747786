package relay

import (
	"time"

	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// EventKind says what happened.
type EventKind uint8

// The events, with the fields of Event that count beside Conn.
const (
	LobbyOpened    EventKind = iota + 1 // Addr
	LobbyMessage                        // Data, one JSON message
	LobbyClosed                         //
	GameOpened                          // Slot, Token (may be empty), Addr
	GameTic                             // Tic
	GameClosed                          // Code, as the peer gave it
	StopGame                            // Reason, Code: CloseGone where the host itself ends; no Conn
	DesyncFound                         // Tic.Tic, Slots; no Conn
	KickSlot                            // Slot; no Conn
	ReserveSlot                         // Slot, Token, Addr; no Conn; for a session alone
	ContentChanged                      // Catalog; no Conn
	PreflightDone                       // Preflight; no Conn
)

var eventKinds = [...]string{
	LobbyOpened: "lobby opened", LobbyMessage: "lobby message", LobbyClosed: "lobby closed",
	GameOpened: "game opened", GameTic: "game tic", GameClosed: "game closed",
	StopGame: "stop game", DesyncFound: "desync found", KickSlot: "kick slot", ReserveSlot: "reserve slot",
	ContentChanged: "content changed", PreflightDone: "preflight done",
}

// String is the kind's name.
func (k EventKind) String() string {
	if int(k) < len(eventKinds) && k != 0 {
		return eventKinds[k]
	}
	return "unknown"
}

// Event is one thing that happened.
type Event struct {
	Kind   EventKind
	Conn   ConnID
	Slot   lockstep.Slot
	Slots  lockstep.Mask
	Code   CloseCode
	Tic    lockstep.TicMsg
	Token  string
	Addr   string // the peer's IP address, without the port
	Data   []byte
	Reason string

	Catalog   *Catalog
	Preflight *Preflight
}

// ActionKind says what the caller has to do, or wants to know.
type ActionKind uint8

// The actions, with the fields of Action that count.
const (
	SendLobby      ActionKind = iota + 1 // Conn, Delivery, Data: one JSON message
	BroadcastLobby                       // Delivery, Data, to every lobby connection
	CloseConn                            // Conn, Code, Reason
	AcceptGame                           // Conn, Slot: it is the slot's connection now
	GameStarted                          // Room.Session is new
	GameEnded                            // Reason, Code: as in StopGame; the session is over
	SlotDropped                          // Slot, Why
	SlotJoined                           // Slot, Tic: its first tic in the game
	SlotReturned                         // Slot: a dropped slot's owner replays the history
	HashReported                         // Slot, Tic, Hash
	StartPreflight                       // Params: load this choice, and answer with PreflightDone

	// For the room; it hands none of these out.
	slotsAwaited // Slots: for whom tic 0 waits; Time: how long at most

	// Between lobby and session; a room hands none of these out.
	launchGame
	reserveSlot // Slot, Token, Addr
	kickSlot    // Slot, Why
	stopGame    // Reason
	beginGame   // Conn, Slot: it wants tic 0 to wait no more
)

// Delivery says how a lobby message goes out.
type Delivery uint8

// The deliveries.
const (
	InOrder Delivery = iota // behind those before it
	AtOnce                  // before those that wait: it tells of this moment
	IfRoom                  // behind those before it; who is far behind may miss it
)

// Action is one output. Data belongs to the receiver.
type Action struct {
	Kind     ActionKind
	Delivery Delivery
	Conn     ConnID
	Slot     lockstep.Slot
	Slots    lockstep.Mask
	Time     time.Duration
	Tic      lockstep.Tic
	Code     CloseCode
	Why      DropReason
	Hash     uint64
	Token    string
	Addr     string
	Reason   string
	Data     []byte
	Params   *wire.Params
}

// Outbox collects what a call puts out, in order. The caller owns it, acts on
// Actions after each call, and empties it with Reset.
type Outbox struct{ Actions []Action }

// Reset empties the outbox and keeps its room.
func (o *Outbox) Reset() {
	clear(o.Actions)
	o.Actions = o.Actions[:0]
}

func (o *Outbox) add(a Action) { o.Actions = append(o.Actions, a) }

func (o *Outbox) closeConn(c ConnID, code CloseCode, reason string) {
	o.add(Action{Kind: CloseConn, Conn: c, Code: code, Reason: reason})
}

// DropReason says why a slot left a running game.
type DropReason uint8

// The reasons.
const (
	DropLeft DropReason = iota + 1
	DropSilent
	DropNeverConnected
	DropKicked
	DropNeverLive
	DropStopped
)

var dropReasons = [...]string{"", "left", "silent", "never connected", "kicked", "never live", "stopped"}

// String is the reason as the lobby shows it.
func (r DropReason) String() string {
	if int(r) < len(dropReasons) {
		return dropReasons[r]
	}
	return "unknown"
}
