package music

// due is the time of a future event.
type due struct {
	at    int64 // microseconds
	track int32
}

// agenda is a binary heap of future events. The heap's shape decides the order of events
// at the same time, and songs depend on that order.
type agenda []due

func (a *agenda) add(d due) {
	q := append(*a, d)
	*a = q
	i := len(q) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if q[parent].at <= d.at {
			break
		}
		q[i] = q[parent]
		i = parent
	}
	q[i] = d
}

// take removes and returns the first event; there must be one.
func (a *agenda) take() due {
	q := *a
	first, last := q[0], q[len(q)-1]
	q = q[:len(q)-1]
	*a = q
	if len(q) == 0 {
		return first
	}
	i := 0
	for {
		child := 2*i + 1
		if right := child + 1; right < len(q) && q[right].at < q[child].at {
			child = right
		}
		if child >= len(q) || q[child].at >= last.at {
			break
		}
		q[i] = q[child]
		i = child
	}
	q[i] = last
	return first
}

// stretch scales the time of every event after now from the old beat to the new one and
// keeps the order. DMX's successors compute it with short floats, which decides the
// events that fall on the same microsecond.
func (a agenda) stretch(now, oldBeat, newBeat int64) {
	factor := float32(oldBeat) / float32(newBeat)
	for i := range a {
		a[i].at = now + int64(float32(a[i].at-now)/factor)
	}
}
