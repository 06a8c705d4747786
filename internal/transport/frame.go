package transport

import (
	"doomhost/lockstep"
)

// WebSocket frames as a server sends them: unmasked, whole messages (RFC 6455, section 5.2).
//
//	0    0x80 | opcode
//	1    length, up to 125; or 126 and a big-endian u16
const (
	frameText   = 0x81
	frameBinary = 0x82
	framePing   = 0x89
	// maxFrame is the longest message that TextFrame frames.
	maxFrame = 1<<16 - 1
)

// A client's frame: its header, the key of its mask, then the payload, up to 125 bytes in
// a short one (RFC 6455, section 5.2).
const (
	frameMasked = 0x80
	maskKey     = 4
	maxShort    = 125
)

// FrameHeader is how many bytes stand before the message in a short frame.
const FrameHeader = 2

// BundlePrefix is the frame header of a bundle: what each record of a session's log
// starts with, so that runs of the log are written as they are. Nobody writes to it.
var BundlePrefix = []byte{frameBinary, lockstep.BundleSize}

// BundleFrame is the size of a framed bundle in bytes.
const BundleFrame = FrameHeader + lockstep.BundleSize

// pingFrame asks a peer for a sign of life.
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
// false or a longer frame comes. It returns how many bytes of the run were sent.
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
