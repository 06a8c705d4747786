package opl_test

import (
	"testing"

	"doomhost/engine/sound/opl"
)

// nineNotes returns a chip on which all voices sound, with vibrato, tremolo and feedback.
func nineNotes() *opl.Stream {
	s := new(opl.Stream)
	s.SetRate(48000)
	for v := range uint16(9) {
		for _, op := range [2]uint16{v/3*8 + v%3, v/3*8 + v%3 + 3} {
			s.Write(0x20+op, 0xe1+uint8(v))
			s.Write(0x40+op, 0x10)
			s.Write(0x60+op, 0xa4)
			s.Write(0x80+op, 0x55)
			s.Write(0xe0+op, uint8(v))
		}
		s.Write(0xc0+v, 0x36)
		s.Write(0xa0+v, uint8(20*v))
		s.Write(0xb0+v, 0x31)
	}
	return s
}

// BenchmarkChip makes sound with all voices busy. x is the speed relative to real time.
func BenchmarkChip(b *testing.B) {
	s := nineNotes()
	out := make([]int32, 480)
	b.ReportAllocs()
	for b.Loop() {
		s.Generate(out)
	}
	b.ReportMetric(float64(b.N)*0.01/b.Elapsed().Seconds(), "x")
}

func TestGenerateAllocatesNothing(t *testing.T) {
	s := nineNotes()
	out := make([]int32, 480)
	if n := testing.AllocsPerRun(100, func() {
		s.Write(0xb0, 0x11)
		s.Write(0xb0, 0x31)
		s.Generate(out)
	}); n != 0 {
		t.Fatalf("%v allocations", n)
	}
	loudest := int32(0)
	for _, v := range out {
		loudest = max(loudest, v, -v)
	}
	if loudest < 1000 {
		t.Fatalf("nine notes are at most %d loud", loudest)
	}
}
