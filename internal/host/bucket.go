package host

import "time"

// bucket bounds how many messages a second a peer may send. It holds a
// second's worth, so a burst of as many passes. One goroutine uses it.
type bucket struct {
	rate int           // a second; 0 bounds nothing
	full time.Duration // when the bucket is full again; now + 1 s means empty
}

func newBucket(rate int, now time.Duration) bucket { return bucket{rate, now} }

// take reports whether one more message may pass at now.
func (b *bucket) take(now time.Duration) bool {
	if b.rate <= 0 {
		return true
	}
	b.full = max(b.full, now)
	if b.full-now > time.Second-time.Second/time.Duration(b.rate) {
		return false
	}
	b.full += time.Second / time.Duration(b.rate)
	return true
}
