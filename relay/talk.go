package relay

import (
	"errors"
	"time"

	"doomhost/relay/wire"
)

// What everybody else is told of at once costs as much as there are listeners, so it is
// rationed: chat, the start of a countdown, and the coming of a drop-in, whose going is
// told, too. Rosters need none, as RosterGap is between them. Players and onlookers
// have a ration each, so that a crowd cannot silence the players.
const (
	talkBurst = 5 // at once, of one connection
	talkGap   = 500 * time.Millisecond
	roomBurst = 10 // at once, of all players or all onlookers
	roomGap   = 100 * time.Millisecond
)

// errTooLoud is the answer to who has used up a ration.
var errTooLoud = errors.New("not so fast: try again in a second")

// ration holds so many and gets one more each gap. The zero value is full.
type ration struct {
	full time.Duration // when it is full again
}

// left reports whether there is one at now.
func (r *ration) left(now time.Duration, burst int, gap time.Duration) bool {
	return r.full-now <= time.Duration(burst-1)*gap
}

// take takes one.
func (r *ration) take(now, gap time.Duration) { r.full = max(r.full, now) + gap }

// loud takes one of p's and one of its room's ration, or of neither and says why not.
func (l *Lobby) loud(now time.Duration, p *peer) error {
	room := &l.onlookersTalk
	if p.seat != wire.NoSlot {
		room = &l.playersTalk
	}
	if !p.talk.left(now, talkBurst, talkGap) || !room.left(now, roomBurst, roomGap) {
		return errTooLoud
	}
	p.talk.take(now, talkGap)
	room.take(now, roomGap)
	return nil
}
