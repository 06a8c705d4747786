package effects

import "doomhost/engine/fixed"

const (
	// clipDistance is the distance from which sounds are inaudible; within closeDistance
	// every sound has its full volume.
	clipDistance  = 1200 * fixed.Unit
	closeDistance = 200 * fixed.Unit
	fadeUnits     = int32((clipDistance - closeDistance) >> fixed.Bits)

	// Middle is the Side of a sound in the middle; swing is the range to the left (less)
	// or right (more).
	Middle = 128
	swing  = 96 * fixed.Unit

	// farVolume is the volume of distant sounds on maps where all sounds are audible.
	farVolume = 15

	// MaxVolume is the largest volume.
	MaxVolume = 127
)

// Ear is the listener.
type Ear struct {
	X, Y  fixed.Fixed
	Angle fixed.Angle
	// Everywhere is set on maps where no sound is too far away.
	Everywhere bool
}

// Heard is a sound's volume and side for a listener.
type Heard struct {
	Volume int32 // 1 to MaxVolume
	Side   int32 // 0 left, Middle, 255 right
}

// Hear returns the volume and side of a sound at a place; ok is false if it is inaudible.
func (e *Ear) Hear(x, y fixed.Fixed, volume int32) (h Heard, ok bool) {
	distance := fixed.ApproxDistance(e.X-x, e.Y-y)
	if distance > clipDistance && !e.Everywhere {
		return Heard{}, false
	}
	angle := fixed.PointToAngle(x-e.X, y-e.Y)
	if angle > e.Angle {
		angle -= e.Angle
	} else {
		angle -= e.Angle + 1 // vanilla's circle is one step short
	}
	h.Side = Middle - int32(fixed.Mul(swing, fixed.Sin(angle))>>fixed.Bits)
	left := int32((clipDistance - min(distance, clipDistance)) >> fixed.Bits)
	switch {
	case distance < closeDistance:
		h.Volume = volume
	case e.Everywhere:
		h.Volume = farVolume + (volume-farVolume)*left/fadeUnits
	default:
		h.Volume = volume * left / fadeUnits
	}
	return h, h.Volume > 0
}
