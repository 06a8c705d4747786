package transport

import (
	"encoding/binary"
	"time"
)

// frameLimiter limits how many frames a second a peer may send. Read counts whole messages
// only. The WebSocket library handles pings, pongs and fragments itself, and accepts any
// number of them.
type frameLimiter struct {
	limiter

	head [maxHead]byte // the beginning of a frame's header
	have int           // how many bytes head holds
	left uint64        // how many bytes of the frame's payload are still missing
}

// framesPerMessage is how many frames a peer may send for each allowed message. It leaves
// room for fragments and pongs.
const framesPerMessage = 4

// maxHead is the size of the longest header: two bytes, eight of length, the masking key.
const maxHead = FrameHeader + 8 + maskKey

// newFrameLimiter makes a limiter for a peer that may send messagesPerSec messages a second;
// 0 or less means no limit.
func newFrameLimiter(messagesPerSec int) frameLimiter {
	return frameLimiter{limiter: newLimiter(framesPerMessage * messagesPerSec)}
}

// allow counts the frames in b, which arrived at now, and reports whether they are within
// the limit.
func (m *frameLimiter) allow(b []byte, now time.Duration) bool {
	if m.perSecond <= 0 {
		return true
	}
	ok := true
	for range m.count(b) {
		ok = m.limiter.allow(now) && ok
	}
	return ok
}

// count returns how many frame headers end in b.
func (m *frameLimiter) count(b []byte) (frames int) {
	for len(b) > 0 {
		if m.left > 0 {
			n := min(m.left, uint64(len(b)))
			m.left -= n
			b = b[n:]
			continue
		}
		n := copy(m.head[m.have:headSize(m.head[:m.have])], b)
		m.have += n
		b = b[n:]
		if m.have == headSize(m.head[:m.have]) {
			frames++
			m.left = payloadSize(&m.head)
			m.have = 0
		}
	}
	return frames
}

// headSize returns the size of the header that begins with b, as far as b shows it.
func headSize(b []byte) int {
	if len(b) < FrameHeader {
		return FrameHeader
	}
	n := FrameHeader
	switch b[1] &^ frameMasked {
	case 126:
		n += 2
	case 127:
		n += 8
	}
	if b[1]&frameMasked != 0 {
		n += maskKey
	}
	return n
}

// payloadSize returns the size of the payload that follows a whole header.
func payloadSize(head *[maxHead]byte) uint64 {
	switch n := head[1] &^ frameMasked; n {
	case 126:
		return uint64(binary.BigEndian.Uint16(head[FrameHeader:]))
	case 127:
		return binary.BigEndian.Uint64(head[FrameHeader:])
	default:
		return uint64(n)
	}
}
