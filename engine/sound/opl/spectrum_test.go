package opl_test

import (
	"math"
	"math/cmplx"
)

// window is the number of samples of a spectrum.
const window = 2048

// spectrogram returns the strength of each of window/2 frequencies, one row for each half
// window of the sound.
func spectrogram(pcm []float64) [][]float64 {
	var rows [][]float64
	in := make([]complex128, window)
	for at := 0; at+window <= len(pcm); at += window / 2 {
		for i := range in {
			hann := 0.5 - 0.5*math.Cos(2*math.Pi*float64(i)/window)
			in[i] = complex(pcm[at+i]*hann, 0)
		}
		fft(in)
		row := make([]float64, window/2)
		for i := range row {
			row[i] = cmplx.Abs(in[i])
		}
		rows = append(rows, row)
	}
	return rows
}

// fft transforms in place; the length is a power of two.
func fft(x []complex128) {
	n := len(x)
	for i, j := 1, 0; i < n; i++ {
		bit := n >> 1
		for ; j&bit != 0; bit >>= 1 {
			j ^= bit
		}
		j ^= bit
		if i < j {
			x[i], x[j] = x[j], x[i]
		}
	}
	for size := 2; size <= n; size <<= 1 {
		turn := cmplx.Rect(1, -2*math.Pi/float64(size))
		for start := 0; start < n; start += size {
			w := complex(1, 0)
			for i := range size / 2 {
				a, b := x[start+i], x[start+i+size/2]*w
				x[start+i], x[start+i+size/2] = a+b, a-b
				w *= turn
			}
		}
	}
}

// bands is the number of frequency bands of a stored spectrum: narrow ones at the bottom,
// wide ones at the top.
const bands = 128

// bandStarts returns the start of each band, and the end of the last.
func bandStarts() [bands + 1]int {
	var s [bands + 1]int
	for i := 1; i <= bands; i++ {
		s[i] = max(s[i-1]+1, int(math.Round(math.Pow(window/2, float64(i)/bands))))
	}
	// The narrow bands are one frequency wide each, which pushes the last ones up.
	for i := bands; i >= 0 && s[i] > window/2-(bands-i); i-- {
		s[i] = window/2 - (bands - i)
	}
	return s
}

// banded returns the mean strength of each band of each row.
func banded(rows [][]float64) []float64 {
	starts := bandStarts()
	var out []float64
	for _, row := range rows {
		for b := range bands {
			sum := 0.0
			for _, v := range row[starts[b]:starts[b+1]] {
				sum += v
			}
			out = append(out, sum/float64(starts[b+1]-starts[b]))
		}
	}
	return out
}

// loudness is the strength of the sound in each hundredth of a second.
func loudness(pcm []float64, rate int) []float64 {
	var out []float64
	size := rate / 100
	for at := 0; at+size <= len(pcm); at += size {
		sum := 0.0
		for _, v := range pcm[at : at+size] {
			sum += v * v
		}
		out = append(out, math.Sqrt(sum/float64(size)))
	}
	return out
}

// correlation returns Pearson's correlation of two rows of equal length.
func correlation(a, b []float64) float64 {
	var ma, mb float64
	for i := range a {
		ma += a[i]
		mb += b[i]
	}
	ma /= float64(len(a))
	mb /= float64(len(b))
	var aa, bb, ab float64
	for i := range a {
		aa += (a[i] - ma) * (a[i] - ma)
		bb += (b[i] - mb) * (b[i] - mb)
		ab += (a[i] - ma) * (b[i] - mb)
	}
	return ab / math.Sqrt(aa*bb)
}

// quantize stores a strength as one byte, with eight steps per doubling.
func quantize(v float64) byte { return byte(min(math.Round(8*math.Log2(1+v)), 255)) }

func dequantize(b byte) float64 { return math.Exp2(float64(b)/8) - 1 }
