package render

import (
	"math/rand"
	"testing"
)

// The test compares closed with a plain row of booleans.
func TestClosedColumnsAgreeWithARowOfFlags(t *testing.T) {
	const width = 40
	rnd := rand.New(rand.NewSource(1))
	for range 300 {
		var c closed
		c.openAll(width)
		var flags [width]bool
		for range 12 {
			first := int32(rnd.Intn(width))
			last := first + int32(rnd.Intn(width-int(first)))
			var want []columnRange
			covered := true
			for x := first; x <= last; x++ {
				if flags[x] {
					continue
				}
				covered = false
				if n := len(want); n > 0 && want[n-1].last == x-1 {
					want[n-1].last = x
				} else {
					want = append(want, columnRange{x, x})
				}
			}
			got := c.gaps(nil, first, last)
			if len(got) != len(want) {
				t.Fatalf("gaps of %d to %d in %v: %v, want %v", first, last, c, got, want)
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("gaps of %d to %d in %v: %v, want %v", first, last, c, got, want)
				}
			}
			if c.covers(first, last) != covered {
				t.Fatalf("%v covers %d to %d: want %v", c, first, last, covered)
			}
			c.close(first, last)
			for x := first; x <= last; x++ {
				flags[x] = true
			}
			for i := 1; i < len(c); i++ {
				if c[i].first <= c[i-1].last+1 {
					t.Fatalf("ranges touch: %v", c)
				}
			}
		}
	}
}
