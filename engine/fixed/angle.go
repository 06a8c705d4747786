package fixed

// Angle is a binary angle: the whole circle is 2^32, east is 0, counterclockwise.
type Angle uint32

const (
	Ang45  Angle = 0x20000000
	Ang90  Angle = 0x40000000
	Ang180 Angle = 0x80000000
	Ang270 Angle = 0xc0000000
)

const (
	// FineAngles is the number of steps of the sine table in a circle.
	FineAngles = 8192
	FineMask   = FineAngles - 1
	fineShift  = 19
)

// Fine returns the angle's index in the trigonometric tables, 0 to 8191.
func (a Angle) Fine() int { return int(a >> fineShift) }
