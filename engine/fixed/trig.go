package fixed

//go:generate go run ./gentables

// cosOffset is a quarter of the circle in steps of the sine table.
const cosOffset = FineAngles / 4

// Sin is the sine of a, -65535 to 65535; steps of the table, not interpolated.
func Sin(a Angle) Fixed { return fineSine[a>>fineShift] }

// Cos is the cosine of a, see Sin.
func Cos(a Angle) Fixed { return fineSine[a>>fineShift+cosOffset] }

// SinFine is the sine of step i, 0 to 10239 (vanilla's finesine).
func SinFine(i int) Fixed { return fineSine[i] }

// CosFine is the cosine of step i, 0 to 8191 (vanilla's finecosine).
func CosFine(i int) Fixed { return fineSine[i+cosOffset] }

// TanFine is the tangent of step i, 0 to 4095; step 0 is just above -90 degrees,
// step 2048 just above 0 (vanilla's finetangent).
func TanFine(i int) Fixed { return fineTangent[i] }

// TanToAngle is the angle whose tangent is i/2048, i from 0 to SlopeRange.
func TanToAngle(i int) Angle { return tanToAngle[i] }
