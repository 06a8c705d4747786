package wire

import (
	"encoding/json"

	"doomhost/lockstep"
)

// Reply is a lobby message from the server. The types below are all of its kinds.
type Reply interface{ replyName() string }

// Player is an occupied seat in the roster.
type Player struct {
	Slot  lockstep.Slot `json:"slot"`
	Color string        `json:"color"`
	Name  string        `json:"name"`
	Ready bool          `json:"ready"`
	// Progress is the player's progress in loading the WADs. It is nil if the player has not
	// reported any, or has all of them.
	Progress *Progress `json:"progress,omitempty"`
}

// Progress is the number of bytes of the WADs that a player has.
type Progress struct {
	Have  int64 `json:"have"`
	Total int64 `json:"total"`
}

// The lobby messages from the server. In all of them, frontier is the first tic that is not
// yet sealed.
type (
	// Welcome gives its receiver a seat.
	Welcome struct {
		Slot   lockstep.Slot `json:"slot"`
		Color  string        `json:"color"`
		Token  string        `json:"token"`
		Host   bool          `json:"host"`
		Signal bool          `json:"signal"`
	}
	// Roster is the whole state of the lobby.
	Roster struct {
		Players   []Player        `json:"players"`
		FreeSlots []lockstep.Slot `json:"freeSlots"`
		Params    Params          `json:"params"`
		InGame    bool            `json:"inGame"`
	}
	// Countdown counts the seconds before a launch: 3, 2, 1.
	Countdown struct {
		N int `json:"n"`
	}
	// Launch starts the receiver's game.
	Launch struct {
		Params     Params                    `json:"params"`
		NumPlayers int                       `json:"numplayers"`
		Slots      []lockstep.Slot           `json:"slots"`
		Names      [lockstep.NumSlots]string `json:"names"`
		Token      string                    `json:"token"`
		Join       bool                      `json:"join,omitempty"`
		Resume     bool                      `json:"resume,omitempty"`
		Frontier   *lockstep.Tic             `json:"frontier,omitempty"` // with Join and Resume
	}
	// Pong answers a ping.
	Pong struct {
		T0 json.RawMessage `json:"t0"`
	}
	// InProgress replaces Welcome while a game runs.
	InProgress struct {
		Params    Params          `json:"params"`
		Frontier  lockstep.Tic    `json:"frontier"`
		Players   []Player        `json:"players"`
		FreeSlots []lockstep.Slot `json:"freeSlots"`
	}
	// Full says that no seat is free.
	Full struct {
		Reason string `json:"reason"`
	}
	// Error says why a request was refused.
	Error struct {
		Reason string `json:"reason"`
	}
	// HostGranted says that this connection may kick players and stop the game.
	HostGranted struct{}
	// Chat is a chat line; Slot is nil for a spectator. Past marks a line from before its
	// receiver joined.
	Chat struct {
		Slot *lockstep.Slot `json:"slot,omitempty"`
		Name string         `json:"name"`
		Text string         `json:"text"`
		Past bool           `json:"past,omitempty"`
	}
	// Desync names the slots whose state at Tic differs from the host's.
	Desync struct {
		Tic   lockstep.Tic    `json:"tic"`
		Slots []lockstep.Slot `json:"slots"`
	}
	// Dropped says that a slot left a running game.
	Dropped struct {
		Slot   lockstep.Slot `json:"slot"`
		Reason string        `json:"reason"`
	}
	// Joined says at which tic a drop-in enters the game.
	Joined struct {
		Slot lockstep.Slot `json:"slot"`
		Tic  lockstep.Tic  `json:"tic"`
	}
	// Waiting says which slots tic 0 waits for, and for how long at most. Without slots, the
	// wait is over.
	Waiting struct {
		Slots  []lockstep.Slot `json:"slots"`
		Millis int64           `json:"millis"`
	}
	// Ended says that the game is over.
	Ended struct {
		Reason string `json:"reason"`
		// Closing means that the host itself is shutting down.
		Closing bool `json:"closing,omitempty"`
	}
)

func (Welcome) replyName() string     { return "welcome" }
func (Roster) replyName() string      { return "roster" }
func (Countdown) replyName() string   { return "countdown" }
func (Launch) replyName() string      { return "launch" }
func (Pong) replyName() string        { return "pong" }
func (InProgress) replyName() string  { return "inprogress" }
func (Full) replyName() string        { return "full" }
func (Error) replyName() string       { return "error" }
func (HostGranted) replyName() string { return "host" }
func (Chat) replyName() string        { return "chat" }
func (Desync) replyName() string      { return "desync" }
func (Dropped) replyName() string     { return "dropped" }
func (Joined) replyName() string      { return "joined" }
func (Waiting) replyName() string     { return "waiting" }
func (Ended) replyName() string       { return "ended" }

// AppendReply appends the JSON text of r to b, with the name in `t` first.
func AppendReply(b []byte, r Reply) []byte {
	b = append(b, `{"t":"`...)
	b = append(b, r.replyName()...)
	b = append(b, '"')
	fields, err := json.Marshal(r)
	if err != nil || len(fields) < 2 || fields[0] != '{' {
		// This cannot happen: the only foreign JSON in a reply is a ping's t0, which was
		// parsed before. Send the message without fields.
		return append(b, '}')
	}
	if len(fields) > 2 {
		b = append(b, ',')
	}
	return append(b, fields[1:]...)
}
