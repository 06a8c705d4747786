package relay

import (
	"strings"
	"testing"
	"time"
)

// A countdown is canceled, and everybody learns the reason, if the preflight fails meanwhile.
func TestACountdownIsCanceled(t *testing.T) {
	l := NewLobby(Config{NewToken: func() string { return "token" }, Catalog: oneGame("doom.wad", "id")})
	var out Outbox
	l.Handle(0, &Event{Kind: LobbyOpened, Conn: 1}, &out)
	l.Handle(0, &Event{Kind: LobbyOpened, Conn: 2}, &out)
	start := &Event{Kind: LobbyMessage, Conn: 1, Data: []byte(`{"t":"start"}`)}
	l.Handle(0, start, &out)
	if l.Phase() != LobbyCounting {
		t.Fatalf("after start: %v", l.Phase())
	}
	found := Preflight{Params: l.Params(), Failure: "its map is broken"}
	l.Handle(0, &Event{Kind: PreflightDone, Preflight: &found}, &out)
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
	l.Handle(time.Minute, &Event{Kind: ContentChanged, Catalog: oneGame("doom.wad", "id")}, &out)
	l.Handle(time.Minute, start, &out)
	l.Advance(2*time.Minute, &out)
	if l.Phase() != LobbyInGame {
		t.Errorf("after the host's files were replaced: %v", l.Phase())
	}
}

// A game that may fail starts only if the admin, and nobody else, confirms it; the
// confirmation covers only the choice that it was given for.
func TestOnlyTheHostStartsAnyway(t *testing.T) {
	var out Outbox
	lobby := func() *Lobby {
		l := NewLobby(Config{
			NewToken: func() string { return "token" }, AdminToken: "secret", Catalog: oneGame("doom.wad", "id"),
		})
		l.Handle(0, &Event{Kind: LobbyOpened, Conn: 1}, &out)
		l.Handle(0, &Event{Kind: LobbyOpened, Conn: 2}, &out)
		needs := Preflight{Params: l.Params(), Needs: []string{"its map needs more"}}
		l.Handle(0, &Event{Kind: PreflightDone, Preflight: &needs}, &out)
		return l
	}
	const (
		start, anyway, host = `{"t":"start"}`, `{"t":"start","anyway":true}`, `{"t":"host","token":"secret"}`
		other, same         = `{"t":"params","params":{"map":2}}`, `{"t":"ready","ready":true}`
	)
	for _, c := range []struct {
		name string
		says []string // from connection 1, except for those that begin with 2
		want LobbyPhase
		told string
	}{
		{"as it is", []string{start}, LobbyOpen, "needs more"},
		{"a player's wish", []string{anyway}, LobbyOpen, "only the host"},
		{"another player's, beside a host", []string{host, "2" + anyway}, LobbyOpen, "only the host"},
		{"the host, without a wish", []string{host, start}, LobbyOpen, "needs more"},
		{"the host's wish", []string{host, anyway}, LobbyInGame, ""},
		{"a second start says nothing against it", []string{host, anyway, "2" + start, same}, LobbyInGame, ""},
		{"another choice meanwhile", []string{host, anyway, "2" + other}, LobbyOpen, "needs more"},
		{"another choice, and the wish for that, too", []string{host, anyway, "2" + other, anyway}, LobbyInGame, ""},
	} {
		l := lobby()
		out.Reset()
		for _, text := range c.says {
			ev := Event{Kind: LobbyMessage, Conn: 1, Data: []byte(text)}
			if text[0] == '2' {
				ev.Conn, ev.Data = 2, []byte(text[1:])
			}
			l.Handle(0, &ev, &out)
			needs := Preflight{Params: l.Params(), Needs: []string{"its map needs more"}}
			l.Handle(0, &Event{Kind: PreflightDone, Preflight: &needs}, &out)
		}
		if l.Phase() == LobbyCounting {
			l.Advance(time.Minute, &out)
		}
		var told strings.Builder
		for _, a := range out.Actions {
			if strings.Contains(string(a.Data), `"t":"error"`) {
				told.Write(a.Data)
			}
		}
		if l.Phase() != c.want || !strings.Contains(told.String(), c.told) || c.told == "" && told.Len() > 0 {
			t.Errorf("%s: %v, told %q", c.name, l.Phase(), told.String())
		}
	}
}
