package relay

import "reflect"

// refitParams holds the params against the WADs that exist now. A running game keeps
// its own; its lobby follows when the game is over.
func (l *Lobby) refitParams() {
	if l.cfg.RefitParams == nil || l.phase == LobbyInGame {
		return
	}
	if p := l.cfg.RefitParams(l.params); !reflect.DeepEqual(p, l.params) {
		l.params = p
		l.anyway = false // that was said of the others
		l.rosterDue = true
	}
}
