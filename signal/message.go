package rtc

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// MaxMessage is the longest signaling message in bytes.
const MaxMessage = 8 << 10

// maxCandidates is how many ICE candidates a peer may send.
const maxCandidates = 32

// Mode is how a channel delivers messages.
type Mode uint8

// The modes.
const (
	// Ordered delivers every message, in order.
	Ordered Mode = iota + 1
	// Fast delivers a message at once or never: unordered, without retransmission.
	Fast
)

var modes = [...]string{Ordered: "ordered", Fast: "fast"}

// String is the mode's name on the wire.
func (m Mode) String() string {
	if int(m) < len(modes) && m != 0 {
		return modes[m]
	}
	return "unknown"
}

// ParseMode parses a mode's name.
func ParseMode(s string) (Mode, error) {
	for m, name := range modes {
		if name != "" && name == s {
			return Mode(m), nil
		}
	}
	return 0, fmt.Errorf("signal: there is no mode %.20q", s)
}

// Kind names a signaling message.
type Kind string

// The kinds, each with the fields that it uses.
const (
	KindHello     Kind = "hello"     // host: Mode, which the client should ask for
	KindOffer     Kind = "offer"     // client: SDP
	KindAnswer    Kind = "answer"    // host: SDP
	KindCandidate Kind = "candidate" // both: Candidate, Mid, Line; an empty Candidate marks the end
	KindClosed    Kind = "closed"    // host: Code, Reason; the channel is closed
	KindError     Kind = "error"     // host: Reason; there will be no channel
)

// Message is one signaling message, a JSON object.
type Message struct {
	Kind      Kind    `json:"t"`
	Mode      string  `json:"mode,omitempty"`
	SDP       string  `json:"sdp,omitempty"`
	Candidate *string `json:"candidate,omitempty"`
	Mid       *string `json:"sdpMid,omitempty"`
	Line      *uint16 `json:"sdpMLineIndex,omitempty"`
	Code      uint16  `json:"code,omitempty"`
	Reason    string  `json:"reason,omitempty"`
}

var (
	// ErrMessage means that a peer sent something other than a signaling message.
	ErrMessage = errors.New("signal: malformed message")
	// ErrTooLong means that a message is longer than MaxMessage.
	ErrTooLong = errors.New("signal: message is too long")
)

// ParseMessage parses a message. The caller ignores unknown kinds; unknown fields are
// skipped. It returns ErrTooLong if b is longer than MaxMessage, and ErrMessage if b is not
// a message.
func ParseMessage(b []byte) (Message, error) {
	if len(b) > MaxMessage {
		return Message{}, ErrTooLong
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(b, &fields) != nil || fields == nil {
		return Message{}, fmt.Errorf("%w: a JSON object is needed", ErrMessage)
	}
	var m Message
	// Match names exactly: Go's decoder would accept T for t.
	for _, f := range []struct {
		name  string
		value any
	}{
		{"t", &m.Kind}, {"mode", &m.Mode}, {"sdp", &m.SDP}, {"candidate", &m.Candidate},
		{"sdpMid", &m.Mid}, {"sdpMLineIndex", &m.Line}, {"code", &m.Code}, {"reason", &m.Reason},
	} {
		if raw := fields[f.name]; raw != nil && json.Unmarshal(raw, f.value) != nil {
			return Message{}, fmt.Errorf("%w: %s is of the wrong type", ErrMessage, f.name)
		}
	}
	// A line break in a candidate would start a new line in a session description.
	if m.Candidate != nil && strings.ContainsAny(*m.Candidate, "\r\n") {
		return Message{}, fmt.Errorf("%w: a candidate of several lines", ErrMessage)
	}
	return m, nil
}

// AppendMessage appends a message's JSON to b.
func AppendMessage(b []byte, m *Message) []byte {
	text, err := json.Marshal(m)
	if err != nil {
		return b // strings and numbers always encode
	}
	return append(b, text...)
}
