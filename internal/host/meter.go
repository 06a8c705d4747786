package host

import (
	"encoding/binary"
	"time"
)

// meter bounds how many frames a second a peer may send. Whole messages are
// counted where they are read; a ping, a pong or a piece of a message is seen by
// the WebSocket library alone, which takes any number of them.
type meter struct {
	bucket bucket

	head [maxHead]byte // the beginning of a frame's header
	have int           // how much of it is here
	left uint64        // how much of a frame's payload is still to come
}

// frameShare is how many times as many frames as messages a peer may send: it
// may have cut its messages up, and has pings to answer.
const frameShare = 4

// maxHead is the longest header: two bytes, eight of length, the mask's key.
const maxHead = FrameHeader + 8 + maskKey

// newMeter is for a peer who may send so many messages a second, 0 or less for any
// number.
func newMeter(messages int, now time.Duration) meter {
	return meter{bucket: newBucket(frameShare*messages, now)}
}

// pass takes in what came and reports whether that was not too much.
func (m *meter) pass(b []byte, now time.Duration) bool {
	if m.bucket.rate <= 0 {
		return true
	}
	ok := true
	for range m.count(b) {
		ok = m.bucket.take(now) && ok
	}
	return ok
}

// count takes in what came and returns how many frames' headers ended in it.
func (m *meter) count(b []byte) (frames int) {
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

// headSize is how long the header is that begins with b, as far as b tells.
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

// payloadSize is how many bytes stand behind a whole header.
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
