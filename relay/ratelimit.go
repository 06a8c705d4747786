package relay

import (
	"errors"
	"time"

	"doomhost/lockstep"
)

// A message that goes to everybody at once costs as much as there are connections, so
// these are rate-limited: chat, the start of a countdown, and a drop-in's arrival.
// Rosters need no limit, as RosterGap is between them. Players and spectators have a
// limiter each, so that many spectators cannot silence the players.
const (
	peerBurst  = 5 // at once, of one connection
	peerGap    = 500 * time.Millisecond
	groupBurst = 10 // at once, of all players or of all spectators
	groupGap   = 100 * time.Millisecond
)

// errRateLimited is the answer to a message beyond the limit.
var errRateLimited = errors.New("not so fast: try again in a second")

// limiter is a token bucket. The zero value is full.
type limiter struct {
	full time.Duration // when it is full again
}

// allows reports whether a token is left at now, if burst of them fill it and one comes
// each gap.
func (b *limiter) allows(now time.Duration, burst int, gap time.Duration) bool {
	return b.full-now <= time.Duration(burst-1)*gap
}

// spend takes one token.
func (b *limiter) spend(now, gap time.Duration) { b.full = max(b.full, now) + gap }

// allow spends one token of p's and one of its group's, or returns errRateLimited and
// spends neither.
func (l *Lobby) allow(now time.Duration, p *peer) error {
	group := &l.spectatorLimit
	if p.seat != lockstep.NoSlot {
		group = &l.playerLimit
	}
	if !p.limit.allows(now, peerBurst, peerGap) || !group.allows(now, groupBurst, groupGap) {
		return errRateLimited
	}
	p.limit.spend(now, peerGap)
	group.spend(now, groupGap)
	return nil
}
