package relay

import (
	"errors"
	"strings"
	"testing"
	"time"

	"doomhost/relay/wire"
)

// A countdown whose game turns out to be none ends with the reason, for all, in an
// open lobby.
func TestACountdownIsCalledOff(t *testing.T) {
	var verdict error
	l := NewLobby(Config{
		NewToken:    func() string { return "token" },
		CheckParams: func(*wire.Params, wire.Params) error { return verdict },
	})
	var out Outbox
	l.Handle(0, &Event{Kind: LobbyOpened, Conn: 1}, &out)
	l.Handle(0, &Event{Kind: LobbyOpened, Conn: 2}, &out)
	start := &Event{Kind: LobbyMessage, Conn: 1, Data: []byte(`{"t":"start"}`)}
	l.Handle(0, start, &out)
	if l.Phase() != LobbyCounting {
		t.Fatalf("after start: %v", l.Phase())
	}
	verdict = errors.New("its map is broken")
	out.Reset()
	l.Advance(time.Minute, &out)
	if l.Phase() != LobbyOpen {
		t.Errorf("after the countdown: %v", l.Phase())
	}
	told := false
	for _, a := range out.Actions {
		told = told || a.Kind == BroadcastLobby && strings.Contains(string(a.Data), "its map is broken")
	}
	if !told {
		t.Error("nobody is told why")
	}
	verdict = nil
	l.Handle(time.Minute, start, &out)
	l.Advance(2*time.Minute, &out)
	if l.Phase() != LobbyInGame {
		t.Errorf("once it is whole: %v", l.Phase())
	}
}
