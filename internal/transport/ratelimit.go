package transport

import "time"

// limiter limits how many messages or frames a second a peer may send. It is a token bucket
// that holds one second's worth, so a burst of that size passes. One goroutine uses it.
// golang.org/x/time/rate takes twenty times as long for each message; see RATIONALE.md,
// "Libraries, and what we write ourselves".
type limiter struct {
	perSecond int           // 0 or less means no limit
	full      time.Duration // when the bucket is full again; now + 1 s means empty
}

// newLimiter makes a limiter for perSecond messages a second; 0 or less means no limit.
func newLimiter(perSecond int) limiter { return limiter{perSecond: perSecond} }

// allow reports whether one more message may pass at now, by the host's clock.
func (l *limiter) allow(now time.Duration) bool {
	if l.perSecond <= 0 {
		return true
	}
	step := time.Second / time.Duration(l.perSecond)
	l.full = max(l.full, now)
	if l.full-now > time.Second-step {
		return false
	}
	l.full += step
	return true
}
