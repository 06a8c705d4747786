package fixed

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// All engines of a game, and all demos, depend on the tables to the last digit. The sums
// are of the values as 32 bits each, low byte first.
func TestTablesMatchToTheLastDigit(t *testing.T) {
	sum := func(n int, at func(i int) uint32) string {
		h := sha256.New()
		for i := range n {
			v := at(i)
			h.Write([]byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)})
		}
		return hex.EncodeToString(h.Sum(nil))
	}
	for _, c := range []struct {
		name string
		got  string
		want string
	}{
		{"sine", sum(len(fineSine), func(i int) uint32 { return uint32(fineSine[i]) }),
			"a2a1181edd988c7f3f8220c8ffa82801d7c3bbf7ca9564551e90d877728a2ebb"},
		{"tangent", sum(len(fineTangent), func(i int) uint32 { return uint32(fineTangent[i]) }),
			"8988638b066ed2b19a42c6ea1f7d451744e8337845bba4cbb08ac400e521a031"},
		{"arctangent", sum(len(tanToAngle), func(i int) uint32 { return uint32(tanToAngle[i]) }),
			"ba4346ce3ac3dcb24c460bcf0ed98d3f8351203ca3bcc1dec1cb822f9dee7e11"},
	} {
		if c.got != c.want {
			t.Errorf("%s table has sum %s, want %s", c.name, c.got, c.want)
		}
	}
}

func TestSinesAroundTheCircle(t *testing.T) {
	for _, c := range []struct {
		a        Angle
		sin, cos Fixed
	}{
		{0, 25, 65535},
		{Ang45, 46358, 46323},
		{Ang90, 65535, -25},
		{Ang180, -25, -65535},
		{Ang270, -65535, 25},
		{^Angle(0), -25, 65535},
	} {
		if Sin(c.a) != c.sin || Cos(c.a) != c.cos {
			t.Errorf("angle %#x: sine %d, cosine %d, want %d, %d", c.a, Sin(c.a), Cos(c.a), c.sin, c.cos)
		}
		if i := c.a.Fine(); SinFine(i) != c.sin || CosFine(i) != c.cos {
			t.Errorf("step %d: sine %d, cosine %d, want %d, %d", i, SinFine(i), CosFine(i), c.sin, c.cos)
		}
	}
	if got := TanFine(0); got != -170910304 {
		t.Errorf("tangent of step 0 is %d, want -170910304", got)
	}
	if got := TanToAngle(SlopeRange); got != Ang45 {
		t.Errorf("slope 1 is at %#x, want 45 degrees", got)
	}
}
