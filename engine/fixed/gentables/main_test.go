package main

import (
	"testing"

	"doomhost/engine/fixed"
)

// The generator must give the package's literals on this machine: they have no other
// source.
func TestGeneratorMakesTheLiterals(t *testing.T) {
	for i, v := range sines() {
		if got := fixed.SinFine(i); int64(got) != v {
			t.Fatalf("sine %d is %d, the generator makes %d", i, got, v)
		}
	}
	for i, v := range tangents() {
		if got := fixed.TanFine(i); int64(got) != v {
			t.Fatalf("tangent %d is %d, the generator makes %d", i, got, v)
		}
	}
	for i, v := range arctangents() {
		if got := fixed.TanToAngle(i); int64(got) != v {
			t.Fatalf("arctangent %d is %d, the generator makes %d", i, got, v)
		}
	}
}
