// Package fixed is Doom's arithmetic: 16.16 fixed point numbers, binary angles and their
// trigonometric tables. All functions are pure, over int32 and uint32, and nothing writes
// to the tables.
package fixed

// Fixed is a 16.16 fixed point number, the type of map coordinates.
type Fixed int32

const (
	// Bits is the width of the fraction.
	Bits = 16
	// Unit is 1.0.
	Unit Fixed = 1 << Bits

	Max Fixed = 1<<31 - 1
	Min Fixed = -1 << 31
)

// Mul returns a * b, rounded towards minus infinity.
func Mul(a, b Fixed) Fixed { return Fixed((int64(a) * int64(b)) >> Bits) }

// Div returns a / b, rounded towards zero. As in vanilla, if the result would not fit or
// b is 0, it is the largest or smallest Fixed, by the signs.
func Div(a, b Fixed) Fixed {
	if abs(a)>>14 >= abs(b) {
		if a^b < 0 {
			return Min
		}
		return Max
	}
	return Fixed((int64(a) << Bits) / int64(b))
}

// abs returns the absolute value as C does: it leaves the smallest number unchanged.
func abs(a Fixed) Fixed {
	if a < 0 {
		return -a
	}
	return a
}
