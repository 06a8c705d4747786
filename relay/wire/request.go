package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of what a player writes into the lobby.
const (
	MaxLobbyMsg = 1024 // bytes of a whole message
	MaxName     = 10   // characters of a name
	MaxChat     = 120  // characters of a chat line
	maxEcho     = 64   // bytes of a ping's t0
)

// ErrUnknown says that a lobby message has a name that this host does not know.
// Such a message is ignored.
var ErrUnknown = errors.New("wire: unknown lobby message")

// Verb names a lobby message to the server.
type Verb uint8

// The lobby messages to the server.
const (
	VerbName   Verb = iota + 1 // Text
	VerbSlot                   // Slot
	VerbParams                 // Params
	VerbStart                  //
	VerbPing                   // Echo
	VerbJoin                   // Slot or NoSlot, Text where HasText
	VerbResume                 // Slot, Token
	VerbHost                   // Token
	VerbKick                   // Slot
	VerbStop                   //
	VerbChat                   // Text
	VerbReady                  // Ready
	VerbHash                   // Tic, Hash
	VerbLeave                  //
)

var verbs = [...]string{
	VerbName: "name", VerbSlot: "slot", VerbParams: "params", VerbStart: "start",
	VerbPing: "ping", VerbJoin: "join", VerbResume: "resume", VerbHost: "host",
	VerbKick: "kick", VerbStop: "stop", VerbChat: "chat", VerbReady: "ready",
	VerbHash: "hash", VerbLeave: "leave",
}

// String is the message's name on the wire.
func (v Verb) String() string {
	if v == 0 || int(v) >= len(verbs) {
		return "unknown"
	}
	return verbs[v]
}

// Request is one lobby message to the server, checked as far as it can be
// without knowing the lobby. The constants of Verb say which fields count.
type Request struct {
	Verb    Verb
	Slot    Slot
	Text    string          // a name or a chat line
	HasText bool            // join brought a name
	Params  json.RawMessage // an object; apply it with MergeParams
	Echo    json.RawMessage // a JSON number or string
	Token   string
	Tic     Tic
	Hash    string // 16 lower-case hex digits
	Ready   bool
}

// body has the fields of all messages; a pointer that stays nil was not sent.
type body struct {
	T      string          `json:"t"`
	Name   *string         `json:"name"`
	Slot   *int            `json:"slot"`
	Params json.RawMessage `json:"params"`
	T0     json.RawMessage `json:"t0"`
	Token  *string         `json:"token"`
	Text   *string         `json:"text"`
	Ready  *bool           `json:"ready"`
	Tic    *uint32         `json:"tic"`
	Hash   *string         `json:"hash"`
}

// ParseRequest reads a lobby message. The error is a sentence for its sender;
// it is ErrUnknown for a well-formed message of an unknown name.
func ParseRequest(msg []byte) (Request, error) {
	if len(msg) > MaxLobbyMsg {
		return Request{}, fmt.Errorf("a lobby message has at most %d bytes", MaxLobbyMsg)
	}
	if !utf8.Valid(msg) {
		return Request{}, errors.New("a lobby message must be UTF-8")
	}
	var b body
	if err := json.Unmarshal(msg, &b); err != nil {
		return Request{}, fmt.Errorf("a lobby message must be a JSON object with the right types: %w", err)
	}
	for v := VerbName; int(v) < len(verbs); v++ {
		if verbs[v] == b.T {
			r := Request{Verb: v, Slot: NoSlot}
			if err := r.fill(&b); err != nil {
				return Request{}, fmt.Errorf("%s: %w", v, err)
			}
			return r, nil
		}
	}
	return Request{}, ErrUnknown
}

// fill takes the fields that r.Verb needs from b.
func (r *Request) fill(b *body) error {
	switch r.Verb {
	case VerbName:
		return r.takeName(b.Name, true)
	case VerbSlot, VerbKick:
		return r.takeSlot(b.Slot, true)
	case VerbParams:
		if trimmed := bytes.TrimSpace(b.Params); len(trimmed) == 0 || trimmed[0] != '{' {
			return errors.New("params must be an object")
		}
		r.Params = b.Params
	case VerbPing:
		return r.takeEcho(b.T0)
	case VerbJoin:
		if err := r.takeSlot(b.Slot, false); err != nil {
			return err
		}
		return r.takeName(b.Name, false)
	case VerbResume:
		if err := r.takeSlot(b.Slot, true); err != nil {
			return err
		}
		return r.takeToken(b.Token)
	case VerbHost:
		return r.takeToken(b.Token)
	case VerbChat:
		return r.takeChat(b.Text)
	case VerbReady:
		if b.Ready == nil {
			return errors.New("ready is missing")
		}
		r.Ready = *b.Ready
	case VerbHash:
		return r.takeHash(b.Tic, b.Hash)
	case VerbStart, VerbStop, VerbLeave:
	}
	return nil
}

func (r *Request) takeSlot(slot *int, needed bool) error {
	switch {
	case slot == nil && needed:
		return errors.New("slot is missing")
	case slot == nil:
		return nil
	case *slot < 0 || *slot >= NumSlots:
		return fmt.Errorf("slot %d: it must be 0 to %d", *slot, NumSlots-1)
	}
	r.Slot = Slot(*slot)
	return nil
}

func (r *Request) takeName(name *string, needed bool) error {
	if name == nil {
		if needed {
			return errors.New("name is missing")
		}
		return nil
	}
	text, err := CleanName(*name)
	if err != nil {
		return err
	}
	r.Text, r.HasText = text, true
	return nil
}

// CleanName returns a player's name without blanks at its ends, or an error
// for people when it is too long or has other characters than letters,
// digits, blank, - and _. An empty name is right: the color stands for it.
func CleanName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if len(name) > MaxName {
		return "", fmt.Errorf("a name has at most %d characters", MaxName)
	}
	for _, c := range []byte(name) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == ' ', c == '-', c == '_':
		default:
			return "", errors.New("a name is made of the letters A to Z, digits, blank, - and _")
		}
	}
	return name, nil
}

func (r *Request) takeEcho(t0 json.RawMessage) error {
	t0 = bytes.TrimSpace(t0)
	switch {
	case len(t0) == 0:
		return errors.New("t0 is missing")
	case len(t0) > maxEcho:
		return fmt.Errorf("t0 has at most %d bytes", maxEcho)
	case t0[0] == '{' || t0[0] == '[':
		return errors.New("t0 must be a number or a string")
	}
	r.Echo = t0
	return nil
}

func (r *Request) takeToken(token *string) error {
	if token == nil || *token == "" {
		return errors.New("token is missing")
	}
	r.Token = *token
	return nil
}

func (r *Request) takeChat(text *string) error {
	if text == nil {
		return errors.New("text is missing")
	}
	line := strings.TrimSpace(strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return ' '
	}, *text))
	switch {
	case line == "":
		return errors.New("the line is empty")
	case utf8.RuneCountInString(line) > MaxChat:
		return fmt.Errorf("a line has at most %d characters", MaxChat)
	}
	r.Text = line
	return nil
}

func (r *Request) takeHash(tic *uint32, hash *string) error {
	if tic == nil || hash == nil {
		return errors.New("tic and hash are needed")
	}
	if len(*hash) != 16 || strings.Trim(*hash, "0123456789abcdef") != "" {
		return errors.New("hash must be 16 lower-case hex digits")
	}
	r.Tic, r.Hash = Tic(*tic), *hash
	return nil
}

// MergeParams returns base with the fields set that patch, a JSON object, has.
// WADID is the host's and is never taken from patch. The error is for people.
func MergeParams(base Params, patch json.RawMessage) (Params, error) {
	merged := base
	merged.PWADs = append([]string(nil), base.PWADs...)
	if err := json.Unmarshal(patch, &merged); err != nil {
		return base, fmt.Errorf("params with the right types are needed: %w", err)
	}
	merged.WADID = base.WADID
	if err := merged.Check(); err != nil {
		return base, err
	}
	return merged, nil
}
