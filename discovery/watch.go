package discovery

import "time"

// watcher detects that an announcement is no longer valid: after a change of interfaces, and
// after sleep, when other hosts have forgotten it. It is pure.
type watcher struct {
	ifaces []Interface
	wall   time.Time     // without the monotonic reading
	mono   time.Duration // on the monotonic clock, from any fixed moment
	known  bool
}

// watchEvery is how often interfaces and clocks are checked.
const watchEvery = time.Second

// asleep is the shortest gap that counts as sleep.
const asleep = 10 * time.Second

// look takes the current state and reports whether the networks have changed since the last
// call or the machine has slept. Monotonic clocks stop during sleep on some systems and
// continue on others: it detects both.
func (w *watcher) look(ifaces []Interface, wall time.Time, mono time.Duration) bool {
	wall = wall.Round(0)
	slept := false
	if w.known {
		byWall, byMono := wall.Sub(w.wall), mono-w.mono
		slept = byMono > asleep || byWall-byMono > asleep
	}
	changed := !w.known || !sameInterfaces(w.ifaces, ifaces)
	w.ifaces, w.wall, w.mono, w.known = ifaces, wall, mono, true
	return slept || changed
}
