package fixed

// SlopeRange is the result of SlopeDiv for 45 degrees.
const SlopeRange = 2048

// SlopeDiv returns num / den in units of 1/2048, at most SlopeRange. As in vanilla, a
// small den gives SlopeRange, and a num of 2^29 or more loses its high bits.
func SlopeDiv(num, den uint32) int {
	if den < 512 {
		return SlopeRange
	}
	return int(min((num<<3)/(den>>8), SlopeRange))
}

// PointToAngle returns the direction of the vector (dx, dy), 0 for the zero vector.
// Octants round differently: four of them are one below the exact mirror image.
func PointToAngle(dx, dy Fixed) Angle {
	if dx == 0 && dy == 0 {
		return 0
	}
	x, y := abs(dx), abs(dy)
	steep := x <= y
	var t Angle // away from the nearer axis
	if steep {
		t = tanToAngle[SlopeDiv(uint32(x), uint32(y))]
	} else {
		t = tanToAngle[SlopeDiv(uint32(y), uint32(x))]
	}
	if dx >= 0 {
		if dy >= 0 {
			if steep {
				return Ang90 - 1 - t
			}
			return t
		}
		if steep {
			return Ang270 + t
		}
		return -t
	}
	if dy >= 0 {
		if steep {
			return Ang90 + t
		}
		return Ang180 - 1 - t
	}
	if steep {
		return Ang270 - 1 - t
	}
	return Ang180 + t
}

// ApproxDistance returns the approximate length of the vector (dx, dy), up to an eighth
// too long.
func ApproxDistance(dx, dy Fixed) Fixed {
	dx, dy = abs(dx), abs(dy)
	if dx < dy {
		return dx + dy - dx>>1
	}
	return dx + dy - dy>>1
}
