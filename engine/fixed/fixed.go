// Package fixed is Doom's arithmetic: 16.16 fixed point numbers, binary angles
// and the trigonometric tables that go with them. Pure functions over int32 and
// uint32; the tables are never written to.
package fixed

// Fixed is a 16.16 fixed point number; map coordinates are in these.
type Fixed int32

const (
	// Bits is the width of the fraction.
	Bits = 16
	// Unit is 1.0.
	Unit Fixed = 1 << Bits

	Max Fixed = 1<<31 - 1
	Min Fixed = -1 << 31
)

// Mul is a times b, rounded towards minus infinity.
func Mul(a, b Fixed) Fixed { return Fixed((int64(a) * int64(b)) >> Bits) }

// Div is a over b, rounded towards zero; where the result would not fit (b of 0
// too) it is the largest or smallest Fixed by the signs, as vanilla has it.
func Div(a, b Fixed) Fixed {
	if abs(a)>>14 >= abs(b) {
		if a^b < 0 {
			return Min
		}
		return Max
	}
	return Fixed((int64(a) << Bits) / int64(b))
}

// abs as C has it: the smallest number stays as it is.
func abs(a Fixed) Fixed {
	if a < 0 {
		return -a
	}
	return a
}
