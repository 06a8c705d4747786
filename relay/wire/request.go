package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"doomhost/lockstep"
)

const (
	// MaxLobbyMsg is the greatest size of a lobby message in bytes.
	MaxLobbyMsg = 1024
	// MaxBytes is the greatest size of all WADs of a game in a player's progress.
	MaxBytes = 1 << 40
	maxEcho  = 64 // bytes of a ping's t0
)

// ErrUnknown is the error for a lobby message with a name that this host does not know. The
// server ignores such a message.
var ErrUnknown = errors.New("wire: unknown lobby message")

// Verb names a lobby message to the server.
type Verb uint8

// The lobby messages to the server.
const (
	VerbName     Verb = iota + 1 // Text
	VerbSlot                     // Slot
	VerbParams                   // Params
	VerbStart                    // Anyway
	VerbPing                     // Echo
	VerbJoin                     // Slot or NoSlot, Text if HasText
	VerbResume                   // Slot, Token
	VerbHost                     // Token
	VerbKick                     // Slot
	VerbStop                     //
	VerbChat                     // Text
	VerbReady                    // Ready
	VerbHash                     // Tic, Hash
	VerbLeave                    // Token, if it was sent
	VerbProgress                 // Have, Total
	VerbBegin                    //
)

var verbs = [...]string{
	VerbName: "name", VerbSlot: "slot", VerbParams: "params", VerbStart: "start",
	VerbPing: "ping", VerbJoin: "join", VerbResume: "resume", VerbHost: "host",
	VerbKick: "kick", VerbStop: "stop", VerbChat: "chat", VerbReady: "ready",
	VerbHash: "hash", VerbLeave: "leave", VerbProgress: "progress", VerbBegin: "begin",
}

// String returns the message's name on the wire.
func (v Verb) String() string {
	if v == 0 || int(v) >= len(verbs) {
		return "unknown"
	}
	return verbs[v]
}

// Request is one lobby message to the server, checked as far as possible without the state of
// the lobby. The constants of Verb say which fields count.
type Request struct {
	Verb    Verb
	Slot    lockstep.Slot
	Text    string          // a name or a chat line
	HasText bool            // join brought a name
	Params  json.RawMessage // an object; apply it with MergeParams
	Echo    json.RawMessage // a JSON number or string
	Token   string
	Tic     lockstep.Tic
	Hash    string // 16 lower-case hex digits
	Ready   bool
	Anyway  bool  // start, although the map may not be playable to its end
	Have    int64 // bytes of the WADs that the player has, 0 <= Have <= Total
	Total   int64 // bytes of the WADs, at most MaxBytes
}

// ParseRequest reads a lobby message. It returns ErrUnknown if the message is a JSON
// object without a name, or with one that this host does not know. Any other error is a
// sentence for its sender.
func ParseRequest(msg []byte) (Request, error) {
	if len(msg) > MaxLobbyMsg {
		return Request{}, fmt.Errorf("a lobby message has at most %d bytes", MaxLobbyMsg)
	}
	if !utf8.Valid(msg) {
		return Request{}, errors.New("a lobby message must be UTF-8")
	}
	f, err := parseFields(msg)
	if err != nil {
		return Request{}, fmt.Errorf("a lobby message: %w", err)
	}
	name, err := f.text("t")
	if err != nil {
		if f.has("t") {
			return Request{}, fmt.Errorf("a lobby message: %w", err)
		}
		return Request{}, ErrUnknown
	}
	for v := VerbName; int(v) < len(verbs); v++ {
		if verbs[v] == name {
			r := Request{Verb: v, Slot: lockstep.NoSlot}
			if err := r.fill(f); err != nil {
				return Request{}, err
			}
			return r, nil
		}
	}
	return Request{}, ErrUnknown
}

// fill reads the fields that r.Verb needs.
func (r *Request) fill(f fields) (err error) {
	switch r.Verb {
	case VerbName:
		err = r.readName(f)
	case VerbSlot, VerbKick:
		err = r.readSlot(f)
	case VerbParams:
		r.Params, err = f.object("params")
	case VerbPing:
		r.Echo, err = f.scalar("t0", maxEcho)
	case VerbJoin:
		if f.has("slot") {
			err = r.readSlot(f)
		}
		if err == nil && f.has("name") {
			err = r.readName(f)
		}
	case VerbResume:
		if err = r.readSlot(f); err == nil {
			err = r.readToken(f)
		}
	case VerbHost:
		err = r.readToken(f)
	case VerbChat:
		if r.Text, err = f.text("text"); err == nil {
			r.Text, err = CleanChat(r.Text)
		}
	case VerbReady:
		r.Ready, err = f.boolean("ready")
	case VerbHash:
		err = r.readHash(f)
	case VerbProgress:
		err = r.readProgress(f)
	case VerbStart:
		if f.has("anyway") {
			r.Anyway, err = f.boolean("anyway")
		}
	case VerbLeave:
		if f.has("token") {
			err = r.readToken(f)
		}
	case VerbStop, VerbBegin:
	}
	return err
}

func (r *Request) readSlot(f fields) error {
	slot, err := f.integer("slot", 0, lockstep.NumSlots-1)
	r.Slot = lockstep.Slot(slot)
	return err
}

func (r *Request) readName(f fields) error {
	name, err := f.text("name")
	if err != nil {
		return err
	}
	r.Text, err = CleanName(name)
	r.HasText = err == nil
	return err
}

func (r *Request) readToken(f fields) error {
	token, err := f.text("token")
	if err == nil && token == "" {
		err = errors.New("token: a text")
	}
	r.Token = token
	return err
}

func (r *Request) readProgress(f fields) error {
	total, err := f.integer("total", 0, MaxBytes)
	if err != nil {
		return err
	}
	have, err := f.integer("have", 0, total)
	r.Have, r.Total = have, total
	return err
}

func (r *Request) readHash(f fields) error {
	tic, err := f.integer("tic", 0, math.MaxUint32)
	if err != nil {
		return err
	}
	hash, err := f.text("hash")
	if err != nil || len(hash) != 16 || strings.Trim(hash, "0123456789abcdef") != "" {
		return errors.New("hash: 16 hex digits, lower case")
	}
	r.Tic, r.Hash = lockstep.Tic(tic), hash
	return nil
}
