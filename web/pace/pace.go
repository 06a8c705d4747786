// Package pace decides when a client builds its next ticcmd. It is a player's clock in a
// lockstep game: it asks for 35 ticcmds a second, early enough for the relay but no earlier,
// which keeps the input delay short.
//
// The relay seals a tic when the last ticcmd for it arrives. So exactly one player at a time
// sets the pace, and all other ticcmds wait at the relay. A Pacer measures how long its own
// ticcmds wait (the time from ticcmd to bundle, less the round trip) and slides its clock
// later until only a margin is left. This never slows down a player that nobody waits for, and
// the player that sets the pace keeps to 35 a second by its own clock. A player with a jittery
// link moves earlier by the jitter, but never makes the game run faster than real time.
//
// The caller passes the time in. Nothing here reads a clock, starts a goroutine or allocates.
package pace

// Time is in nanoseconds from any fixed moment.
type Time int64

// Period is the length of a tic.
const Period Time = 1_000_000_000 / 35

const (
	millisecond Time = 1_000_000

	// MaxAhead limits how many tics ahead of the simulation ticcmds are built. A ticcmd
	// carries a value from 12 tics back, which must exist by then.
	MaxAhead = 10

	// margin is how long before the last ticcmd this player's own should reach the relay, in
	// addition to the jitter.
	margin = 3 * millisecond
	// windowTics is the length of a measuring window, in this player's tics.
	windowTics = 18
	// slideLimit limits one adjustment. At two adjustments a second, that is less than a tic.
	slideLimit = Period / 2
	// catchUp limits how much missed time a burst of ticcmds makes up for.
	catchUp = MaxAhead * Period

	ringLen = 64

	// The clock looks at the last rttsKept samples, about eight seconds' worth. After
	// wayChanged samples in a row that are longer by half a tic, the route itself is longer,
	// and the older samples no longer count.
	rttsKept   = 16
	wayChanged = 3
)

// Pacer is one player's clock. Start it before use.
type Pacer struct {
	next Time  // when the next ticcmd is due
	made int32 // the tic of the next ticcmd
	got  int32 // the next tic that the relay sends; made-got <= window

	rtt    Time // smallest of the last samples
	jitter Time // how much longer the other samples were, close to the worst case
	rtts   [rttsKept]Time
	nRTT   uint32
	longer uint32 // samples in a row that were far above rtt

	sent [ringLen]Time // when the ticcmd of tic i%ringLen was built; 0: not built

	// Measurements of the current window.
	minWait Time
	waits   int32

	// ref is when the last bundle would have come if the game ran in real time. A value in the
	// future means that the game runs ahead.
	ref Time

	stats Stats
}

// Stats is what a net graph shows.
type Stats struct {
	RTT, Jitter Time
	Delay       Time // from the last own ticcmd to its bundle
	Ahead       int32
	Late        int32 // tics that the relay sealed without this player's ticcmd
	Slides      int32 // adjustments to later
	Pushes      int32 // adjustments to earlier
}

// Start starts the clock at a tic: 0 at launch, else the first tic that the relay has not
// sealed. rtt is the measured round trip, or 0 if there is no measurement.
func (p *Pacer) Start(now Time, tic int32, rtt Time) {
	*p = Pacer{next: now, made: tic, got: tic, ref: now}
	if rtt > 0 {
		p.RTT(rtt)
	}
	p.resetWindow()
	// The ticcmds that are built ahead are due at once, then one each tic.
	p.next = now - Time(p.lead()-1)*Period
}

// lead is how many tics ahead ticcmds are built: max(1, RTT/2 in tics, rounded up), with the
// jitter added.
func (p *Pacer) lead() int32 {
	n := int32((p.rtt/2 + p.jitter + Period - 1) / Period)
	return max(1, min(n, MaxAhead))
}

// window is how many ticcmds may be in flight. One round trip's worth plus one keeps 35 a
// second flowing; more would only add delay after a stall.
func (p *Pacer) window() int32 {
	n := int32((p.rtt+p.jitter+margin+Period-1)/Period) + 1
	return max(2, min(n, MaxAhead))
}

// RTT records a measured round trip.
func (p *Pacer) RTT(sample Time) {
	if sample <= 0 || sample > 10_000*millisecond {
		return
	}
	p.follow(sample)
	p.rtts[p.nRTT%uint32(len(p.rtts))] = sample
	p.nRTT++
	n := min(p.nRTT, uint32(len(p.rtts)))
	low, first, second := sample, Time(0), Time(0)
	for _, s := range p.rtts[:n] {
		low = min(low, s)
		if s > first {
			first, second = s, first
		} else if s > second {
			second = s
		}
	}
	p.rtt = low
	p.jitter = 0
	if n >= 4 {
		// Ignore the single worst sample as an outlier.
		p.jitter = min(second-low, 4*Period)
	}
	p.stats.RTT, p.stats.Jitter = p.rtt, p.jitter
}

// follow forgets the old samples when the route has become longer.
func (p *Pacer) follow(sample Time) {
	if p.nRTT == 0 || sample <= p.rtt+Period/2 {
		p.longer = 0
		return
	}
	if p.longer++; p.longer < wayChanged || p.nRTT < wayChanged {
		return
	}
	var recent [wayChanged - 1]Time
	for i := range recent {
		recent[i] = p.rtts[(p.nRTT-uint32(len(recent))+uint32(i))%uint32(len(p.rtts))]
	}
	p.nRTT, p.longer = uint32(copy(p.rtts[:], recent[:])), 0
	p.resetWindow() // its waits were measured against another round trip
}

// Due reports whether a ticcmd is due now. If so, the caller builds the ticcmd for tic, sends
// it, and calls Due again.
func (p *Pacer) Due(now Time) (tic int32, ok bool) {
	if now < p.next || p.made-p.got >= p.window() {
		return 0, false
	}
	p.next = max(p.next, now-catchUp) + Period
	tic = p.made
	p.sent[tic%ringLen] = now
	p.made++
	p.stats.Ahead = p.made - p.got
	return tic, true
}

// Wake returns when Due may become true. If ok is false, only a bundle can make it true.
func (p *Pacer) Wake() (at Time, ok bool) {
	return p.next, p.made-p.got < p.window()
}

// Bundle records the arrival of a tic's bundle. genuine says whether this player's ticcmd in
// it is its own and not one that the relay filled.
func (p *Pacer) Bundle(now Time, tic int32, genuine bool) {
	full := p.made-p.got >= p.window()
	p.got = tic + 1
	p.ref = max(p.ref+Period, now-Period)
	if tic >= p.made {
		// The relay sealed the tic without this player. A round trip's worth of ticcmds at
		// once reaches the tics that are still open. No tic in between is skipped, because the
		// relay would have to wait for it.
		p.made = p.got
		p.next = now - Time(p.window()-2)*Period
		p.resetWindow()
		p.stats.Late++
		return
	}
	if full {
		// The clock does not catch up on time during which nothing could be sent; it goes on
		// from here.
		p.next = max(p.next, now)
	}
	p.stats.Ahead = p.made - p.got
	sent := p.sent[tic%ringLen]
	p.sent[tic%ringLen] = 0
	if !genuine {
		p.stats.Late++
		return
	}
	if sent == 0 {
		return
	}
	delay := now - sent
	p.stats.Delay = delay
	if p.nRTT == 0 || delay < p.rtt {
		p.RTT(max(delay, 1)) // no tic comes back faster than the round trip
	}
	p.minWait = min(p.minWait, delay-p.rtt)
	p.waits++
	if p.waits >= windowTics {
		p.adjust(now)
		p.resetWindow()
	}
}

// adjust moves the clock according to the window's measurements.
func (p *Pacer) adjust(now Time) {
	spare := p.minWait - margin - p.jitter
	switch {
	case spare > millisecond:
		p.next += min(spare, slideLimit)
		p.stats.Slides++
	case p.minWait < margin && p.jitter > margin && p.ref <= now:
		p.next -= min(p.jitter, slideLimit)
		p.stats.Pushes++
	}
}

func (p *Pacer) resetWindow() {
	p.minWait = 1 << 62
	p.waits = 0
}

// Stats returns the measurements so far.
func (p *Pacer) Stats() Stats { return p.stats }
