package host

import (
	"encoding/binary"
	"sync/atomic"
)

// arrivals counts the WebSocket messages that have come in whole, as their bytes
// pass: the library keeps to itself what it has read ahead. Frames are those of
// RFC 6455, section 5.2, from a client or a server; what is none is counted as
// if it were, until the library closes the connection.
type arrivals struct {
	whole atomic.Uint32 // messages whose last byte has passed

	head [14]byte // the header that passes
	have int      // how much of it has passed
	left uint64   // how much of the frame behind its header has not passed
	ends bool     // the frame ends a message
}

// pass lets the next bytes pass.
func (a *arrivals) pass(b []byte) {
	for len(b) > 0 {
		if a.left > 0 {
			n := min(a.left, uint64(len(b)))
			b = b[n:]
			a.passed(n)
			continue
		}
		a.head[a.have] = b[0]
		b = b[1:]
		if a.have++; a.have < 2 {
			continue
		}
		size, payload := 2, uint64(a.head[1]&0x7f)
		switch payload {
		case 126:
			size, payload = 4, uint64(binary.BigEndian.Uint16(a.head[2:]))
		case 127:
			size, payload = 10, binary.BigEndian.Uint64(a.head[2:])
		}
		if masked := a.head[1]&0x80 != 0; masked {
			size += 4
		}
		if a.have < size {
			continue
		}
		const fin, control = 0x80, 0x08
		a.have, a.left = 0, payload
		a.ends = a.head[0]&fin != 0 && a.head[0]&control == 0
		a.passed(0)
	}
}

// passed notes n more bytes behind the header.
func (a *arrivals) passed(n uint64) {
	if a.left -= n; a.left == 0 && a.ends {
		a.whole.Add(1)
		a.ends = false
	}
}
