package transport

import (
	"doomhost/lockstep"
)

// A server's WebSocket frames: unmasked, whole messages (RFC 6455, section 5.2).
//
//	0    0x80 | opcode
//	1    length, up to 125; or 126 and a big-endian u16
const (
	frameText   = 0x81
	frameBinary = 0x82
	framePing   = 0x89
	// maxFrame is the longest message that TextFrame accepts.
	maxFrame = 1<<16 - 1
)

// A client's frame: the header, the masking key, then the payload. A short frame has up to
// 125 bytes of payload (RFC 6455, section 5.2).
const (
	frameMasked = 0x80
	maskKey     = 4
	maxShort    = 125
)

// FrameHeader is the number of bytes before the message in a short frame.
const FrameHeader = 2

// BundlePrefix is the frame header of a bundle. Each record of a session's log starts with
// it, so that runs of the log can be written unchanged. It is read-only.
var BundlePrefix = []byte{frameBinary, lockstep.BundleSize}

// BundleFrame is the size of a framed bundle in bytes.
const BundleFrame = FrameHeader + lockstep.BundleSize

// pingFrame is a ping without a payload.
var pingFrame = []byte{framePing, 0}

// TextFrame returns msg as a text frame, or nil when it is longer than 65,535 bytes.
func TextFrame(msg []byte) []byte {
	n := len(msg)
	switch {
	case n <= maxShort:
		return append([]byte{frameText, byte(n)}, msg...)
	case n <= maxFrame:
		return append([]byte{frameText, 126, byte(n >> 8), byte(n)}, msg...)
	}
	return nil
}

// eachFrame calls send with the payload of each short frame of a run, until send returns
// false or a longer frame follows. It returns how many bytes of the run were sent.
func eachFrame(run []byte, send func(opcode byte, payload []byte) bool) (sent int) {
	for len(run)-sent >= FrameHeader {
		size := FrameHeader + int(run[sent+1])
		if run[sent+1] > maxShort || len(run)-sent < size || !send(run[sent], run[sent+FrameHeader:sent+size]) {
			break
		}
		sent += size
	}
	return sent
}
