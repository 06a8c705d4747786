package discovery

import "time"

// rate lets so many pass in a second, and a second's worth at once. The zero
// value lets nothing pass. One goroutine uses it.
type rate struct {
	perSecond float64
	left      float64
	at        time.Time
}

func newRate(perSecond float64) rate { return rate{perSecond: perSecond, left: perSecond} }

// take reports whether one more may pass.
func (r *rate) take(now time.Time) bool {
	if !r.at.IsZero() {
		r.left = min(r.perSecond, r.left+now.Sub(r.at).Seconds()*r.perSecond)
	}
	r.at = now
	if r.left < 1 {
		return false
	}
	r.left--
	return true
}
