package music

// due is a time at which something is to happen.
type due struct {
	at    int64 // microseconds
	track int32
}

// agenda is what is to happen, as a binary heap. Which of two things of the same
// time comes first follows from the heap's shape, and songs sound by it.
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

// take removes the first thing; there must be one.
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

// stretch moves everything later than now so that what took the old beat takes
// the new one. The order stays: DMX's successors do it with short floats, and
// what falls on one microsecond then depends on that.
func (a agenda) stretch(now, oldBeat, newBeat int64) {
	factor := float32(oldBeat) / float32(newBeat)
	for i := range a {
		a[i].at = now + int64(float32(a[i].at-now)/factor)
	}
}
