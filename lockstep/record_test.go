package lockstep

import (
	"bytes"
	"encoding/hex"
	"errors"
	"testing"
)

// record is one kind of binary record under test: decode reads it and encodes
// it again.
type record struct {
	name    string
	size    int
	golden  string
	recode  func(b []byte) (again []byte, used int, err error)
	encoded func() []byte
}

var (
	goldenCmd    = Ticcmd{Forward: 50, Side: -40, AngleTurn: -640, Consistancy: 0x1234, Chat: 'k', Buttons: ButtonAttack | ButtonUse}
	goldenTicMsg = TicMsg{Tic: 0x01020304, Cmd: goldenCmd}
	goldenBundle = Bundle{
		Tic: 70000, InGame: 0b1011, Filled: 0b1000,
		Cmds: [NumSlots]Ticcmd{goldenCmd, {Forward: -25}, {}, {Side: 1, AngleTurn: 1, Consistancy: -1}},
	}
)

func records() []record {
	return []record{
		{
			"ticcmd", TiccmdSize, "32d880fd34126b03",
			func(b []byte) ([]byte, int, error) {
				c, n, err := DecodeTiccmd(b)
				return AppendTiccmd(nil, c), n, err
			},
			func() []byte { return AppendTiccmd(nil, goldenCmd) },
		},
		{
			"tic message", TicMsgSize, "0403020132d880fd34126b03",
			func(b []byte) ([]byte, int, error) {
				m, n, err := DecodeTicMsg(b)
				return AppendTicMsg(nil, m), n, err
			},
			func() []byte { return AppendTicMsg(nil, goldenTicMsg) },
		},
		{
			"bundle", BundleSize,
			"70110100" + "0b" + "08" + "32d880fd34126b03" + "e700000000000000" + "0000000000000000" + "00010100ffff0000",
			func(b []byte) ([]byte, int, error) {
				m, n, err := DecodeBundle(b)
				return AppendBundle(nil, &m), n, err
			},
			func() []byte { return AppendBundle(nil, &goldenBundle) },
		},
	}
}

func TestRecordsAreTheseBytes(t *testing.T) {
	for _, r := range records() {
		got := r.encoded()
		if hex.EncodeToString(got) != r.golden {
			t.Errorf("%s encodes as %x, want %s", r.name, got, r.golden)
		}
		again, used, err := r.recode(append(got, 0xee))
		if err != nil || used != r.size || !bytes.Equal(again, got) {
			t.Errorf("%s decodes to %x, %d bytes used, %v", r.name, again, used, err)
		}
	}
}

func TestEveryTruncationIsShort(t *testing.T) {
	for _, r := range records() {
		whole := r.encoded()
		for n := range whole {
			if _, used, err := r.recode(whole[:n]); !errors.Is(err, ErrShort) || used != 0 {
				t.Errorf("%s cut to %d bytes: used %d, %v", r.name, n, used, err)
			}
		}
	}
}

func TestTicMessageEndsWhereItEnds(t *testing.T) {
	msg := AppendTicMsg(nil, goldenTicMsg)
	if got, err := ParseTicMsg(msg); err != nil || got != goldenTicMsg {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := ParseTicMsg(append(msg, 0)); !errors.Is(err, ErrLong) {
		t.Errorf("one byte too many: %v", err)
	}
	if _, err := ParseTicMsg(nil); !errors.Is(err, ErrShort) {
		t.Errorf("empty message: %v", err)
	}
}

func TestBundleMasksMustMakeSense(t *testing.T) {
	for _, m := range []struct{ inGame, filled Mask }{{0x10, 0}, {0x80, 0x80}, {1, 2}, {0, 1}} {
		b := AppendBundle(nil, &Bundle{InGame: m.inGame, Filled: m.filled})
		if _, _, err := DecodeBundle(b); !errors.Is(err, ErrMask) {
			t.Errorf("in game %b, filled %b: %v", m.inGame, m.filled, err)
		}
	}
}

func TestHeldCopyLeavesOutWhatHappensOnce(t *testing.T) {
	cases := []struct{ in, want uint8 }{
		{ButtonAttack | ButtonUse, ButtonAttack | ButtonUse},
		{ButtonAttack | ButtonChange | 3<<3, ButtonAttack},
		{ButtonSpecial | 1, 0},
	}
	for _, c := range cases {
		cmd := Ticcmd{Forward: 25, Side: 3, AngleTurn: -7, Consistancy: 9, Chat: 'x', Buttons: c.in}
		want := Ticcmd{Forward: 25, Side: 3, AngleTurn: -7, Consistancy: 9, Buttons: c.want}
		if got := cmd.Held(); got != want {
			t.Errorf("buttons %08b: held is %+v, want %+v", c.in, got, want)
		}
	}
}

func TestMaskListsItsSlots(t *testing.T) {
	m := Mask(0).With(3).With(0)
	if !m.Has(0) || m.Has(2) || !m.Has(3) || m.Has(NoSlot) {
		t.Errorf("mask %04b", m)
	}
	if got := m.Slots(); len(got) != 2 || got[0] != 0 || got[1] != 3 {
		t.Errorf("slots %v", got)
	}
}

func FuzzRecords(f *testing.F) {
	for _, r := range records() {
		f.Add(r.encoded())
		f.Add(r.encoded()[:r.size-1])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, r := range records() {
			again, used, err := r.recode(b)
			if err != nil {
				if used != 0 {
					t.Fatalf("%s: %d bytes used beside the error %v", r.name, used, err)
				}
				continue
			}
			if used != r.size || !bytes.Equal(again, b[:used]) {
				t.Fatalf("%s: %x came back as %x", r.name, b[:used], again)
			}
		}
	})
}

func TestCodecsDoNotAllocate(t *testing.T) {
	buf := make([]byte, 0, 64)
	allocs := testing.AllocsPerRun(1000, func() {
		buf = AppendBundle(buf[:0], &goldenBundle)
		if _, _, err := DecodeBundle(buf); err != nil {
			t.Fatal(err)
		}
		buf = AppendTicMsg(buf[:0], goldenTicMsg)
		if _, err := ParseTicMsg(buf); err != nil {
			t.Fatal(err)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func BenchmarkBundle(b *testing.B) {
	buf := make([]byte, 0, 64)
	for b.Loop() {
		buf = AppendBundle(buf[:0], &goldenBundle)
		if _, _, err := DecodeBundle(buf); err != nil {
			b.Fatal(err)
		}
	}
}
