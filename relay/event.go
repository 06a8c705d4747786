package relay

import (
	"time"

	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// EventKind says what happened.
type EventKind uint8

// The events, each with the fields of Event that it uses besides Conn.
const (
	LobbyOpened    EventKind = iota + 1 // Addr
	LobbyMessage                        // Data, one JSON message
	LobbyClosed                         //
	GameOpened                          // Slot, Token (may be empty), Addr
	GameTic                             // Tic
	GameClosed                          // Code, as the peer sent it
	StopGame                            // Reason, Code (CloseGone if the host shuts down); no Conn
	DesyncFound                         // Tic.Tic, Slots; no Conn
	KickSlot                            // Slot; no Conn
	ReserveSlot                         // Slot, Token, Addr; no Conn; only for a session
	ContentChanged                      // Catalog; no Conn
	PreflightDone                       // Preflight; no Conn
)

var eventKinds = [...]string{
	LobbyOpened: "lobby opened", LobbyMessage: "lobby message", LobbyClosed: "lobby closed",
	GameOpened: "game opened", GameTic: "game tic", GameClosed: "game closed",
	StopGame: "stop game", DesyncFound: "desync found", KickSlot: "kick slot", ReserveSlot: "reserve slot",
	ContentChanged: "content changed", PreflightDone: "preflight done",
}

// String returns the kind's name.
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

// ActionKind says what the caller must do or may want to know.
type ActionKind uint8

// The actions, each with the fields of Action that it uses.
const (
	SendLobby      ActionKind = iota + 1 // Conn, Delivery, Data: one JSON message
	BroadcastLobby                       // Delivery, Data, to every lobby connection
	CloseConn                            // Conn, Code, Reason
	AcceptGame                           // Conn, Slot: Conn is the slot's connection now
	GameStarted                          // Room.Session is new
	GameEnded                            // Reason, Code: as in StopGame; the session is over
	SlotDropped                          // Slot, Why
	SlotJoined                           // Slot, Tic: its first tic in the game
	SlotReturned                         // Slot: its owner is back after a drop and replays the history
	HashReported                         // Slot, Tic, Hash
	StartPreflight                       // Params: load this choice and answer with PreflightDone

	// For the room, which does not pass it on.
	slotsAwaited // Slots: tic 0 waits for them; Time: how long at most

	// Between the lobby and the session; the room does not pass these on.
	launchGame
	reserveSlot // Slot, Token, Addr
	kickSlot    // Slot, Why
	stopGame    // Reason
	beginGame   // Conn, Slot: its player asks tic 0 to stop waiting
)

// Delivery says how a lobby message is sent.
type Delivery uint8

// The deliveries.
const (
	InOrder Delivery = iota // after the queued messages
	AtOnce                  // ahead of the queued messages, because it is about this moment
	IfRoom                  // after the queued messages; dropped for a receiver that is far behind
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

// Outbox collects the actions of a call in order. The caller owns it, carries out Actions
// after each call, and empties it with Reset.
type Outbox struct{ Actions []Action }

// Reset empties the outbox and keeps its capacity.
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
)

var dropReasons = [...]string{"", "left", "silent", "never connected", "kicked", "never live"}

// String returns the reason as the lobby shows it.
func (r DropReason) String() string {
	if int(r) < len(dropReasons) {
		return dropReasons[r]
	}
	return "unknown"
}
