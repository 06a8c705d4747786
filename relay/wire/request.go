package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
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

// Request is a lobby message to the server, checked as far as it can be without knowing the
// lobby. The types below are all of them. Their tags are the only place that names the
// fields: ParseRequest decodes by them, and the client's types are generated from them. A
// field with omitempty may be left out.
type Request interface{ requestName() string }

// The lobby messages to the server.
type (
	// NameRequest names its sender.
	NameRequest struct {
		Name Name `json:"name"`
	}
	// SlotRequest moves its sender to another seat.
	SlotRequest struct {
		Slot lockstep.Slot `json:"slot"`
	}
	// ParamsRequest changes some of the game's parameters; see MergeParams.
	ParamsRequest struct {
		Params json.RawMessage `json:"params"`
	}
	// StartRequest launches the game.
	StartRequest struct {
		Anyway bool `json:"anyway,omitempty"` // though the map may not be playable to its end
	}
	// PingRequest asks for a Pong with the same T0.
	PingRequest struct {
		T0 Echo `json:"t0"`
	}
	// JoinRequest asks for a seat, any where Slot is nil.
	JoinRequest struct {
		Slot *lockstep.Slot `json:"slot,omitempty"`
		Name *Name          `json:"name,omitempty"`
	}
	// ResumeRequest asks for the seat that Token belongs to.
	ResumeRequest struct {
		Slot  lockstep.Slot `json:"slot"`
		Token Token         `json:"token"`
	}
	// HostRequest asks for the right to kick and stop.
	HostRequest struct {
		Token Token `json:"token"`
	}
	// KickRequest sends a player away.
	KickRequest struct {
		Slot lockstep.Slot `json:"slot"`
	}
	// StopRequest ends the game.
	StopRequest struct{}
	// ChatRequest says a line to everybody.
	ChatRequest struct {
		Text Line `json:"text"`
	}
	// ReadyRequest says whether its sender is ready.
	ReadyRequest struct {
		Ready bool `json:"ready"`
	}
	// HashRequest reports the hash of its sender's state after Tic.
	HashRequest struct {
		Tic  lockstep.Tic `json:"tic"`
		Hash Hash         `json:"hash"`
	}
	// LeaveRequest gives a seat up.
	LeaveRequest struct {
		Token Token `json:"token,omitempty"` // of the seat that it is about; empty for any
	}
	// ProgressRequest says how much of the WADs its sender has, at most MaxBytes.
	ProgressRequest Progress
	// BeginRequest begins a game without those for whom tic 0 waits.
	BeginRequest struct{}
)

// The texts of requests.
type (
	Name  string // of a player, as CleanName returns it
	Line  string // of the chat, as CleanChat returns it
	Token string // never empty
	Hash  string // 16 lower-case hex digits
	Echo  []byte // a JSON number or string
)

func (NameRequest) requestName() string     { return "name" }
func (SlotRequest) requestName() string     { return "slot" }
func (ParamsRequest) requestName() string   { return "params" }
func (StartRequest) requestName() string    { return "start" }
func (PingRequest) requestName() string     { return "ping" }
func (JoinRequest) requestName() string     { return "join" }
func (ResumeRequest) requestName() string   { return "resume" }
func (HostRequest) requestName() string     { return "host" }
func (KickRequest) requestName() string     { return "kick" }
func (StopRequest) requestName() string     { return "stop" }
func (ChatRequest) requestName() string     { return "chat" }
func (ReadyRequest) requestName() string    { return "ready" }
func (HashRequest) requestName() string     { return "hash" }
func (LeaveRequest) requestName() string    { return "leave" }
func (ProgressRequest) requestName() string { return "progress" }
func (BeginRequest) requestName() string    { return "begin" }

// requests has one of each.
var requests = [...]Request{
	NameRequest{}, SlotRequest{}, ParamsRequest{}, StartRequest{}, PingRequest{}, JoinRequest{}, ResumeRequest{},
	HostRequest{}, KickRequest{}, StopRequest{}, ChatRequest{}, ReadyRequest{}, HashRequest{}, LeaveRequest{},
	ProgressRequest{}, BeginRequest{},
}

// RequestNames lists the names of all messages to the server.
func RequestNames() []string {
	names := make([]string, len(requests))
	for i, r := range requests {
		names[i] = r.requestName()
	}
	return names
}

// ParseRequest reads a lobby message. It returns ErrUnknown if the message is a JSON
// object without a name, or with one that this host does not know. Any other error is a
// sentence for its sender.
func ParseRequest(msg []byte) (Request, error) {
	if len(msg) > MaxLobbyMsg {
		return nil, fmt.Errorf("a lobby message has at most %d bytes", MaxLobbyMsg)
	}
	if !utf8.Valid(msg) {
		return nil, errors.New("a lobby message must be UTF-8")
	}
	f, err := parseFields(msg)
	if err != nil {
		return nil, fmt.Errorf("a lobby message: %w", err)
	}
	name, err := f.text("t")
	if err != nil {
		if f.has("t") {
			return nil, fmt.Errorf("a lobby message: %w", err)
		}
		return nil, ErrUnknown
	}
	for _, r := range requests {
		if r.requestName() == name {
			return f.request(r)
		}
	}
	return nil, ErrUnknown
}

// request reads a message of the type of r.
func (f fields) request(r Request) (Request, error) {
	v := reflect.New(reflect.TypeOf(r)).Elem()
	if err := f.into(v); err != nil {
		return nil, err
	}
	r = v.Interface().(Request)
	if p, ok := r.(ProgressRequest); ok && p.Have > p.Total {
		return nil, fmt.Errorf("have: a whole number from 0 to %d", p.Total)
	}
	return r, nil
}
