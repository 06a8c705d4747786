package host

import "doomhost/relay/wire"

// WebSocket frames as a server sends them: unmasked, whole messages.
//
//	0    0x80 | opcode
//	1    length, up to 125; or 126 and a big-endian u16
const (
	frameText   = 0x81
	frameBinary = 0x82
	framePing   = 0x89
	// maxFrame is the longest message that appendFrame can frame.
	maxFrame = 1<<16 - 1
)

// bundlePrefix is the frame header of a bundle: what each record of a
// session's log starts with, so that runs of the log are written as they are.
var bundlePrefix = []byte{frameBinary, wire.BundleSize}

// bundleFrame is the size of a framed bundle.
const bundleFrame = FrameHeader + wire.BundleSize

// pingFrame asks a peer for a sign of life.
var pingFrame = []byte{framePing, 0}

// textFrame returns msg as a text frame. A message that is too long for a
// frame of this kind, which the lobby never makes, is cut to nothing.
func textFrame(msg []byte) []byte {
	n := len(msg)
	switch {
	case n <= 125:
		return append([]byte{frameText, byte(n)}, msg...)
	case n <= maxFrame:
		return append([]byte{frameText, 126, byte(n >> 8), byte(n)}, msg...)
	}
	return nil
}
