package relay

import (
	"errors"
	"time"

	"doomhost/lockstep"
)

// The cost of a message to everybody grows with the number of connections. Chat, the start of
// a countdown and a drop-in's arrival are therefore rate-limited. Rosters need no limiter,
// because RosterGap separates them. Players and spectators have separate limiters, so that
// many spectators cannot silence the players.
const (
	peerBurst  = 5 // at once, from one connection
	peerGap    = 500 * time.Millisecond
	groupBurst = 10 // at once, from all players or from all spectators
	groupGap   = 100 * time.Millisecond
)

// errRateLimited is the answer to a message beyond the limit.
var errRateLimited = errors.New("not so fast: try again in a second")

// limiter is a token bucket. The zero value is full.
type limiter struct {
	full time.Duration // when it is full again
}

// allows reports whether a token is left at now. The bucket holds burst tokens and gains one
// every gap.
func (b *limiter) allows(now time.Duration, burst int, gap time.Duration) bool {
	return b.full-now <= time.Duration(burst-1)*gap
}

// spend takes one token.
func (b *limiter) spend(now, gap time.Duration) { b.full = max(b.full, now) + gap }

// allow spends one of p's tokens and one of its group's, or returns errRateLimited and spends
// neither.
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
