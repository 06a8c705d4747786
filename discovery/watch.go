package discovery

import "time"

// watcher notices what makes an announcement worthless: other interfaces, and
// sleep, after which nobody remembers it. It is pure.
type watcher struct {
	ifaces []Interface
	wall   time.Time     // without the monotonic reading
	mono   time.Duration // since any fixed moment, on the monotonic clock
	known  bool
}

// watchEvery is how often interfaces and clocks are looked at.
const watchEvery = time.Second

// asleep is how long nothing may happen before it was sleep.
const asleep = 10 * time.Second

// look takes what there is now and reports whether the networks are others than
// at the last look, or the machine has slept. Monotonic clocks stop in sleep on
// some systems and run on in others: both show.
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
