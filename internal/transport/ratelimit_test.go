package transport

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"
)

func TestLimiterAllowsABurstAndThenTheRate(t *testing.T) {
	b := newLimiter(10)
	pass := func(now time.Duration) (n int) {
		for b.allow(now) {
			n++
		}
		return n
	}
	if n := pass(0); n != 10 {
		t.Errorf("a burst of %d passes", n)
	}
	if n := pass(100 * time.Millisecond); n != 1 {
		t.Errorf("%d pass a tenth of a second later", n)
	}
	if n := pass(time.Hour); n != 10 {
		t.Errorf("%d pass after an hour", n)
	}
	free := newLimiter(0)
	for range 1000 {
		if !free.allow(0) {
			t.Fatal("no limit, and yet one")
		}
	}
}

func TestFrameLimiterAllowsABurstAndThenTheRate(t *testing.T) {
	const messages, burst = 10, framesPerMessage * 10
	frame := []byte{0x8a, 0x81, 0, 0, 0, 0, 'x'}
	m := newFrameLimiter(messages)
	if !m.allow(bytes.Repeat(frame, burst), 0) {
		t.Error("a burst does not pass")
	}
	if !m.allow(frame, time.Second/burst) {
		t.Error("the next one does not pass in its time")
	}
	if m.allow(frame, time.Second/burst) {
		t.Error("one too many passes")
	}
	free := newFrameLimiter(-1)
	if !free.allow(bytes.Repeat(frame, 10_000), 0) {
		t.Error("no limit, and yet one")
	}
}

// Each frame is counted once, however the stream is split.
func FuzzFrameLimiter(f *testing.F) {
	f.Add([]byte{0, 1, 0x85, 125, 126, 0xfe, 127, 0xff, 0x80}, uint64(1))
	f.Add([]byte{0xff, 0xff, 0, 0, 0x80}, uint64(7))
	f.Fuzz(func(t *testing.T, lengths []byte, seed uint64) {
		dice := rand.New(rand.NewPCG(seed, 0))
		var stream []byte
		for _, b := range lengths[:min(len(lengths), 100)] {
			size := dice.IntN(600)
			stream = append(stream, byte(dice.IntN(256)), b)
			switch n := int(b &^ frameMasked); n {
			case 126:
				stream = append(stream, byte(size>>8), byte(size))
			case 127:
				stream = append(stream, 0, 0, 0, 0, 0, 0, byte(size>>8), byte(size))
			default:
				size = n
			}
			if b&frameMasked != 0 {
				size += maskKey
			}
			for range size {
				stream = append(stream, byte(dice.IntN(256)))
			}
		}
		var m frameLimiter
		got := 0
		for rest := stream; len(rest) > 0; {
			n := 1 + dice.IntN(min(len(rest), 40))
			got += m.count(rest[:n])
			rest = rest[n:]
		}
		if want := min(len(lengths), 100); got != want || m.left != 0 || m.have != 0 {
			t.Errorf("%d frames, want %d; %d and %d bytes are left", got, want, m.left, m.have)
		}
	})
}
