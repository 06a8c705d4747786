package fixed

//go:generate go run ./gentables

// cosOffset is a quarter of the circle in steps of the sine table.
const cosOffset = FineAngles / 4

// Sin returns the sine of a, -65535 to 65535, from the table without interpolation.
func Sin(a Angle) Fixed { return fineSine[a>>fineShift] }

// Cos returns the cosine of a, see Sin.
func Cos(a Angle) Fixed { return fineSine[a>>fineShift+cosOffset] }

// SinFine returns the sine of step i, 0 to 10239 (vanilla's finesine).
func SinFine(i int) Fixed { return fineSine[i] }

// CosFine returns the cosine of step i, 0 to 8191 (vanilla's finecosine).
func CosFine(i int) Fixed { return fineSine[i+cosOffset] }

// TanFine returns the tangent of step i, 0 to 4095. Step 0 is just above -90 degrees,
// step 2048 just above 0 (vanilla's finetangent).
func TanFine(i int) Fixed { return fineTangent[i] }

// TanToAngle returns the angle with the tangent i/2048, for i from 0 to SlopeRange.
func TanToAngle(i int) Angle { return tanToAngle[i] }
