package relay

import (
	"strings"
	"testing"

	"doomhost/relay/wire"
)

// A message that package wire can read also has its place in the lobby.
func TestLobbyHandlesEveryRequest(t *testing.T) {
	const fields = `"name":"a","slot":1,"params":{"map":2},"t0":1,"token":"x","text":"y","ready":true,` +
		`"tic":1,"hash":"0011223344556677","have":1,"total":2`
	for _, name := range wire.RequestNames() {
		room := NewRoom(Config{NewToken: func() string { return "t" }})
		var out Outbox
		room.Handle(0, &Event{Kind: LobbyOpened, Conn: 1}, &out)
		room.Handle(0, &Event{Kind: LobbyMessage, Conn: 1, Data: []byte(`{"t":"` + name + `",` + fields + `}`)}, &out)
		for _, a := range out.Actions {
			if strings.Contains(string(a.Data), errUnhandled.Error()) {
				t.Errorf("%s: %s", name, a.Data)
			}
		}
	}
}
