package effects

import "doomhost/engine/fixed"

const (
	// clipDistance is from where on nothing is heard; nearer than closeDistance
	// everything is as loud as it gets.
	clipDistance  = 1200 * fixed.Unit
	closeDistance = 200 * fixed.Unit
	fadeUnits     = int32((clipDistance - closeDistance) >> fixed.Bits)

	// Middle is the Side of what is heard alike on both; swing is how far a sound
	// goes to the left (less) or right (more).
	Middle = 128
	swing  = 96 * fixed.Unit

	// farVolume is what remains of a sound far away where everything is heard.
	farVolume = 15

	// MaxVolume is as loud as anything can be.
	MaxVolume = 127
)

// Ear is who listens.
type Ear struct {
	X, Y  fixed.Fixed
	Angle fixed.Angle
	// Everywhere is for maps on which no sound is too far away.
	Everywhere bool
}

// Heard is how a sound is heard.
type Heard struct {
	Volume int32 // 1 to MaxVolume
	Side   int32 // 0 left, Middle, 255 right
}

// Hear tells how a sound at a place, of that volume, is heard; ok is false where
// it isn't.
func (e *Ear) Hear(x, y fixed.Fixed, volume int32) (h Heard, ok bool) {
	distance := fixed.ApproxDistance(e.X-x, e.Y-y)
	if distance > clipDistance && !e.Everywhere {
		return Heard{}, false
	}
	angle := fixed.PointToAngle(x-e.X, y-e.Y)
	if angle > e.Angle {
		angle -= e.Angle
	} else {
		angle -= e.Angle + 1 // vanilla's circle is one short
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
