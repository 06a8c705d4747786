package relay

import (
	"time"

	"doomhost/relay/wire"
)

// countFrom is the first number of a countdown.
const countFrom = 3

// start begins the countdown for p.
func (l *Lobby) start(now time.Duration, p *peer, anyway bool, out *Outbox) error {
	if anyway && !p.admin {
		return errNotAdmin
	}
	if l.phase == LobbyCounting {
		l.anyway = l.anyway || anyway
		return nil // it is already running
	}
	if err := l.checkStart(anyway); err != nil {
		return err
	}
	if err := l.allow(now, p); err != nil {
		return err
	}
	l.anyway = anyway
	l.enter(LobbyCounting)
	l.count, l.countAt = countFrom, now
	l.advanceCountdown(now, out)
	return nil
}

// advanceCountdown sends the numbers that are due at now, and launches after the last one.
func (l *Lobby) advanceCountdown(now time.Duration, out *Outbox) {
	for l.phase == LobbyCounting && now >= l.countAt {
		l.countAt += l.cfg.CountdownStep
		if l.count == 0 {
			l.launchOrCancel(out)
			return
		}
		l.broadcast(out, wire.Countdown{N: l.count})
		l.count--
	}
}

// launchOrCancel launches the game if it may still start. During the countdown, the preflight
// may have finished or somebody may have changed the settings.
func (l *Lobby) launchOrCancel(out *Outbox) {
	if err := l.checkStart(l.anyway); err != nil {
		l.enter(LobbyOpen)
		l.broadcast(out, wire.Error{Reason: err.Error()})
		return
	}
	l.launch(out)
}
