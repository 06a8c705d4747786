package fast

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

func input(n uint32) []byte  { return binary.LittleEndian.AppendUint64(nil, uint64(n)*0x0101) }
func bundle(n uint32) []byte { return bytes.Repeat([]byte{byte(n), byte(n >> 8)}, BundleSize/2) }

func take(t *testing.T, e *End, msg []byte) (got []uint32) {
	t.Helper()
	if err := e.Take(msg, func(n uint32, _ []byte) { got = append(got, n) }); err != nil {
		t.Fatalf("take %x: %v", msg, err)
	}
	return got
}

func TestBytesOfAMessage(t *testing.T) {
	c := NewClient(258)
	c.Put(258, []byte{1, 2, 3, 4, 5, 6, 7, 8})
	c.Put(259, []byte{9, 10, 11, 12, 13, 14, 15, 16})
	if got, want := hex.EncodeToString(c.Append(nil, 0)), "0201000002010000"+"0102030405060708"+"090a0b0c0d0e0f10"; got != want {
		t.Errorf("client: %s, want %s", got, want)
	}
	h := NewHost(258)
	take(t, h, c.Append(nil, 0))
	h.Put(258, bundle(258))
	if got, want := hex.EncodeToString(h.Append(nil, 0)), "04010000"+"02010000"+hex.EncodeToString(bundle(258)); got != want {
		t.Errorf("host: %s, want %s", got, want)
	}
}

func TestEveryMessageRepeatsWhatIsUnconfirmed(t *testing.T) {
	h, c := NewHost(0), NewClient(0)
	for n := range uint32(3) {
		h.Put(n, bundle(n))
		h.Append(nil, 0) // lost
	}
	h.Put(3, bundle(3))
	if got := take(t, c, h.Append(nil, 0)); fmt.Sprint(got) != "[0 1 2 3]" {
		t.Errorf("the first message that came brought %v", got)
	}
	take(t, h, c.Append(nil, 0))
	if n := h.Unconfirmed(); n != 0 {
		t.Errorf("%d unconfirmed after the confirmation", n)
	}
	if got := h.Append(nil, 0); len(got) != headSize {
		t.Errorf("a message of %d bytes with nothing to say", len(got))
	}
}

func TestOldMessagesChangeNothing(t *testing.T) {
	h, c := NewHost(0), NewClient(0)
	h.Put(0, bundle(0))
	old := h.Append(nil, 0)
	h.Put(1, bundle(1))
	if got := take(t, c, h.Append(nil, 0)); fmt.Sprint(got) != "[0 1]" {
		t.Fatalf("got %v", got)
	}
	if got := take(t, c, old); got != nil {
		t.Errorf("an old message brought %v", got)
	}
	late := c.Append(nil, 0)
	h.Put(2, bundle(2))
	take(t, c, h.Append(nil, 0))
	take(t, h, c.Append(nil, 0))
	take(t, h, late)
	if h.Unconfirmed() != 0 {
		t.Error("an old confirmation took a newer one back")
	}
}

func TestABundleIsNeverLeftOut(t *testing.T) {
	h, c := NewHost(5), NewClient(3)
	h.Put(5, bundle(5))
	if got := take(t, c, h.Append(nil, 0)); got != nil {
		t.Errorf("after tic 2 came %v", got)
	}
}

func TestAPlayerMayLeaveTicsOut(t *testing.T) {
	h, c := NewHost(0), NewClient(0)
	for n := range uint32(4) {
		c.Put(n, input(n))
	}
	take(t, h, c.Append(nil, 0))
	c.Put(4, input(4)) // lost, and sealed without it
	c.Put(20, input(20))
	if got := take(t, h, c.Append(nil, 0)); fmt.Sprint(got) != "[20]" {
		t.Errorf("got %v, want tic 20 alone", got)
	}
}

func TestWhatTheBundlesSayNeedsNoRepeating(t *testing.T) {
	c := NewClient(0)
	for n := range uint32(4) {
		c.Put(n, input(n))
	}
	c.Confirm(3)
	if got := len(c.Append(nil, 0)); got != headSize+InputSize {
		t.Errorf("a message of %d bytes, want one ticcmd", got)
	}
	c.Confirm(100)
	if c.Unconfirmed() != 0 || !c.Put(4, input(4)) {
		t.Error("a confirmation from beyond the end broke the stream")
	}
}

func TestTheWindowIsBounded(t *testing.T) {
	h := NewHost(0)
	for n := range uint32(Window) {
		if !h.Put(n, bundle(n)) {
			t.Fatalf("no room for record %d", n)
		}
	}
	if h.Put(Window, bundle(0)) {
		t.Error("a record more than the window has room for")
	}
	if n := len(h.Append(nil, 0)); n != MaxMessage {
		t.Errorf("a message of %d bytes, want %d", n, MaxMessage)
	}
}

func TestDeadlines(t *testing.T) {
	c, h := NewClient(0), NewHost(0)
	if d := c.Deadline(); d != 0 {
		t.Errorf("a client's first message is due at %v, want at once", d)
	}
	if d := h.Deadline(); d != Never {
		t.Errorf("a host has something to say at %v", d)
	}
	h.Put(0, bundle(0))
	msg := h.Append(nil, time.Second)
	if d := h.Deadline(); d != time.Second+RepeatAfter {
		t.Errorf("unconfirmed: due at %v", d)
	}
	c.Append(nil, time.Second)
	if d := c.Deadline(); d != Never {
		t.Errorf("a client that said all is due at %v", d)
	}
	take(t, c, msg)
	if d := c.Deadline(); d != time.Second+AnswerAfter {
		t.Errorf("a confirmation is due at %v", d)
	}
	take(t, h, c.Append(nil, 2*time.Second))
	if d := h.Deadline(); d != Never {
		t.Errorf("confirmed, and due at %v", d)
	}
}

func TestMalformedMessagesAreRefusedAndChangeNothing(t *testing.T) {
	h := NewHost(7)
	h.Put(7, bundle(7))
	for name, c := range map[string]struct {
		msg  string
		want error
	}{
		"empty":               {"", ErrLength},
		"short head":          {"00000000000000", ErrLength},
		"half a record":       {"0000000000000000" + "01020304", ErrLength},
		"too many":            {"0000000000000000" + hex.EncodeToString(make([]byte, InputSize*(MaxRecords+1))), ErrLength},
		"confirms the unsaid": {"0900000000000000", ErrNumber},
		"numbers run over":    {"00000000f0ffffff" + "0102030405060708", ErrNumber},
	} {
		msg, err := hex.DecodeString(c.msg)
		if err != nil {
			t.Fatal(err)
		}
		before := *h
		if err := h.Take(msg, func(uint32, []byte) { t.Errorf("%s: a record came out", name) }); err != c.want {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if *h != before {
			t.Errorf("%s: it changed something", name)
		}
	}
}

func TestEveryTruncationIsRefusedOrShorter(t *testing.T) {
	c := NewClient(0)
	for n := range uint32(5) {
		c.Put(n, input(n))
	}
	msg := c.Append(nil, 0)
	for n := range msg {
		count := 0
		err := NewHost(0).Take(msg[:n], func(uint32, []byte) { count++ })
		if whole := n >= headSize && (n-headSize)%InputSize == 0; whole != (err == nil) || whole && count != (n-headSize)/InputSize {
			t.Errorf("%d bytes: %d records, %v", n, count, err)
		}
	}
}

// wire is a network that loses, duplicates and delays messages.
type wire struct {
	rng  *rand.Rand
	loss float64
	lag  int
	way  []packet
}

type packet struct {
	due int
	msg []byte
}

func (w *wire) send(now int, msg []byte) {
	for range 1 + w.rng.IntN(8)/7 {
		if w.rng.Float64() >= w.loss {
			w.way = append(w.way, packet{now + w.rng.IntN(w.lag+1), bytes.Clone(msg)})
		}
	}
}

func (w *wire) arrived(now int) (msgs [][]byte) {
	kept := w.way[:0]
	for _, p := range w.way {
		if p.due <= now {
			msgs = append(msgs, p.msg)
		} else {
			kept = append(kept, p)
		}
	}
	w.way = kept
	w.rng.Shuffle(len(msgs), func(i, j int) { msgs[i], msgs[j] = msgs[j], msgs[i] })
	return msgs
}

// TestAllArrivesOnceAndInOrder plays over all kinds of networks: on each, every record
// arrives once, in order, unaltered.
func TestAllArrivesOnceAndInOrder(t *testing.T) {
	const step = time.Millisecond
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		loss, lag := rng.Float64()*0.6, rng.IntN(200)
		up, down := &wire{rng: rng, loss: loss, lag: lag}, &wire{rng: rng, loss: loss, lag: lag}
		first := rng.Uint32N(1000)
		h, c := NewHost(first), NewClient(first)
		const tics = 200
		made, sealed := first, first
		gotIn, gotOut := first, first
		for now := 0; gotOut < first+tics || gotIn < first+tics; now++ {
			if now > 200_000 {
				t.Fatalf("seed %d, loss %.2f, lag %d: stuck at %d and %d of %d", seed, loss, lag, gotIn-first, gotOut-first, tics)
			}
			at := time.Duration(now) * step
			for _, msg := range up.arrived(now) {
				if err := h.Take(msg, func(n uint32, rec []byte) {
					if n != gotIn || !bytes.Equal(rec, input(n)) {
						t.Fatalf("seed %d: ticcmd %d %x, want %d", seed, n, rec, gotIn)
					}
					gotIn++
				}); err != nil {
					t.Fatal(err)
				}
			}
			for _, msg := range down.arrived(now) {
				if err := c.Take(msg, func(n uint32, rec []byte) {
					if n != gotOut || !bytes.Equal(rec, bundle(n)) {
						t.Fatalf("seed %d: bundle %d %x, want %d", seed, n, rec, gotOut)
					}
					gotOut++
				}); err != nil {
					t.Fatal(err)
				}
			}
			if now%28 == 0 {
				if made < first+tics && c.Room() > 0 {
					c.Put(made, input(made))
					made++
					up.send(now, c.Append(nil, at))
				}
				if sealed < first+tics && h.Room() > 0 {
					h.Put(sealed, bundle(sealed))
					sealed++
					down.send(now, h.Append(nil, at))
				}
			}
			if at >= c.Deadline() {
				up.send(now, c.Append(nil, at))
			}
			if at >= h.Deadline() {
				down.send(now, h.Append(nil, at))
			}
		}
	}
}

func TestNothingIsAllocatedForATic(t *testing.T) {
	h, c := NewHost(0), NewClient(0)
	up, down := make([]byte, 0, MaxMessage), make([]byte, 0, MaxMessage)
	cmd, rec := input(1), bundle(1)
	n := uint32(0)
	ignore := func(uint32, []byte) {}
	if a := testing.AllocsPerRun(1000, func() {
		c.Put(n, cmd)
		up = c.Append(up[:0], 0)
		_ = h.Take(up, ignore)
		h.Put(n, rec)
		down = h.Append(down[:0], 0)
		_ = c.Take(down, ignore)
		n++
	}); a != 0 {
		t.Errorf("%.1f allocations a tic", a)
	}
}

func BenchmarkTic(b *testing.B) {
	h, c := NewHost(0), NewClient(0)
	up, down := make([]byte, 0, MaxMessage), make([]byte, 0, MaxMessage)
	cmd, rec := input(1), bundle(1)
	ignore := func(uint32, []byte) {}
	b.ReportAllocs()
	for n := range uint32(b.N) {
		c.Put(n, cmd)
		up = c.Append(up[:0], 0)
		_ = h.Take(up, ignore)
		h.Put(n, rec)
		down = h.Append(down[:0], 0)
		_ = c.Take(down, ignore)
	}
}

// FuzzTake feeds an End arbitrary bytes: it never panics, and records come out in order,
// each number once.
func FuzzTake(f *testing.F) {
	c, h := NewClient(3), NewHost(3)
	for n := uint32(3); n < 9; n++ {
		c.Put(n, input(n))
		h.Put(n, bundle(n))
	}
	f.Add(c.Append(nil, 0), true, uint32(3))
	f.Add(h.Append(nil, 0), false, uint32(3))
	f.Add([]byte{}, true, uint32(0))
	f.Fuzz(func(t *testing.T, msg []byte, host bool, from uint32) {
		from %= 1 << 31
		e, rec := NewClient(from), input(1)
		if host {
			e, rec = NewHost(from), bundle(1)
		}
		e.Put(from, rec)
		for range 2 {
			last, count := e.Wants(), 0
			err := e.Take(msg, func(n uint32, _ []byte) {
				if n < last || !host && n != last {
					t.Fatalf("record %d after %d", n, last)
				}
				last = n + 1
				count++
			})
			if err != nil && count > 0 || e.Wants() != last || count > MaxRecords {
				t.Fatalf("%d records, wants %d after %d: %v", count, e.Wants(), last, err)
			}
			if e.base > e.next || e.Unconfirmed() > Window {
				t.Fatalf("%d to %d unconfirmed", e.base, e.next)
			}
		}
	})
}
