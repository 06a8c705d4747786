package relay

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"doomhost/relay/wire"
)

// Preflight is what the host found when it loaded a choice ahead of the players' pages. The
// lobby requests it with a StartPreflight action and gets it as a PreflightDone event.
type Preflight struct {
	Params  wire.Params // the choice
	Failure string      // why it cannot be played; empty if it can
	Needs   []string    // what it lacks; without it the choice may not be playable to its end
}

// SameChoice reports whether a and b load the same WADs and the same map.
func SameChoice(a, b *wire.Params) bool {
	return a.WADID == b.WADID && a.Episode == b.Episode && a.Map == b.Map && slices.Equal(a.PWADs, b.PWADs)
}

// choose makes p, which fits the catalog, the params of the next game.
func (l *Lobby) choose(p wire.Params) {
	if !SameChoice(&p, &l.params) {
		l.preflight, l.preflightDue = nil, true
	}
	l.params = p
	l.anyway = false // it applied to another choice
	l.rosterDue = true
}

// setCatalog checks the params against the WADs that exist now. A running game keeps its
// params, and its lobby checks them when the game is over.
func (l *Lobby) setCatalog(c *Catalog) {
	l.catalog = c
	if l.phase != LobbyInGame {
		l.refit()
	}
}

// refit replaces params that the catalog no longer has. It also discards the preflight,
// because the files of the choice may have changed.
func (l *Lobby) refit() {
	l.preflight, l.preflightDue = nil, true
	if p := l.catalog.Refit(l.params); !reflect.DeepEqual(p, l.params) {
		l.choose(p)
	}
}

// requestPreflight asks the host to load a new choice.
func (l *Lobby) requestPreflight(out *Outbox) {
	if l.preflightDue && l.params.WADID != "" {
		p := l.params
		out.add(Action{Kind: StartPreflight, Params: &p})
	}
	l.preflightDue = false
}

// preflightDone keeps what the host found if it concerns the current choice.
func (l *Lobby) preflightDone(found *Preflight) {
	if SameChoice(&found.Params, &l.params) {
		l.preflight = found
	}
}

// checkStart returns why a game should not start now, or nil if it may. A choice whose
// preflight is not done yet may start. With anyway, which only the host's player may ask for,
// a choice may start even if it may not be playable to its end.
func (l *Lobby) checkStart(anyway bool) error {
	if err := l.catalog.Fit(&l.params, l.params); err != nil {
		return err
	}
	if err := l.preflightFailure(); err != nil || anyway || l.preflight == nil || len(l.preflight.Needs) == 0 {
		return err
	}
	return errors.New(strings.Join(l.preflight.Needs, "; ") +
		". The map may not be playable to its end here: choose another one, or let the host start it anyway")
}

// preflightFailure returns why the current choice cannot be played, or nil if it can or if
// the preflight is not done yet.
func (l *Lobby) preflightFailure() error {
	if l.preflight == nil || l.preflight.Failure == "" {
		return nil
	}
	return errors.New("this game would not start: " + l.preflight.Failure)
}
