package room

import "doomhost/relay/wire"

// State is the public summary of a room, for clients that are not connected.
type State struct {
	Phase      string // lobby, countdown or game
	Params     wire.Params
	Players    int
	Spectators int
}

// State returns the current state, which is read-only.
func (r *Room) State() *State { return r.state.Load() }

// publish stores a new State if it has changed. The executor's owner calls it.
func (r *Room) publish() {
	lobby := r.relay.Lobby()
	s := State{
		Phase: lobby.Phase().String(), Params: lobby.Params(),
		Players: len(lobby.Taken().Slots()), Spectators: r.spectators,
	}
	if old := r.state.Load(); old == nil || old.Phase != s.Phase || old.Players != s.Players ||
		old.Spectators != s.Spectators || !sameGame(&old.Params, &s.Params) {
		r.state.Store(&s)
	}
}

// sameGame reports whether a and b look the same to clients that are not connected.
func sameGame(a, b *wire.Params) bool {
	return a.WAD == b.WAD && a.Episode == b.Episode && a.Map == b.Map && a.Mode == b.Mode
}
