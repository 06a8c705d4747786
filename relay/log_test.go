package relay

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"doomhost/lockstep"
)

// walk returns the bundles of four players who run, sometimes turn with the mouse, fire and
// stop; their consistancies are real positions, moved by thrust and friction and stopped by
// walls.
func walk(tics int) []lockstep.Bundle {
	type body struct {
		x, y, mx, my, angle, turn float64
		cmd                       lockstep.Ticcmd
		past                      [12]int32
	}
	const size, friction = 2000, 0.90625
	r := rand.New(rand.NewPCG(5, 6))
	var players [lockstep.NumSlots]body
	for i := range players {
		players[i].x, players[i].y = r.Float64()*size, r.Float64()*size
	}
	list := make([]lockstep.Bundle, tics)
	for t := range list {
		list[t] = lockstep.Bundle{Tic: lockstep.Tic(t), InGame: lockstep.AllSlots}
		for i := range players {
			p := &players[i]
			if r.IntN(20) == 0 {
				p.cmd.Forward = []int8{0, 25, 50, 50, -25}[r.IntN(5)]
				p.cmd.Side = []int8{0, 0, 24, -24, 40}[r.IntN(5)]
				p.cmd.Buttons = []uint8{0, 0, 1, 2}[r.IntN(4)]
				p.turn = []float64{0, 0, 0, 640, -640, math.NaN()}[r.IntN(6)]
			}
			turn := p.turn
			if math.IsNaN(turn) {
				turn = math.Round(r.NormFloat64() * 200)
			}
			p.cmd.AngleTurn = int16(turn)
			p.cmd.Consistancy = int16(p.past[0])
			copy(p.past[:], p.past[1:])
			p.angle += turn / 65536 * 2 * math.Pi
			sin, cos := math.Sincos(p.angle)
			f, s := float64(p.cmd.Forward)/32, float64(p.cmd.Side)/32
			p.mx, p.my = (p.mx+f*cos+s*sin)*friction, (p.my+f*sin-s*cos)*friction
			if p.x+p.mx < 0 || p.x+p.mx > size {
				p.mx = 0
			}
			if p.y+p.my < 0 || p.y+p.my > size {
				p.my = 0
			}
			p.x, p.y = p.x+p.mx, p.y+p.my
			p.past[11] = int32(p.x * 65536)
			list[t].Cmds[i] = p.cmd
		}
	}
	return list
}

func fill(t testing.TB, l *Log, bundles []lockstep.Bundle) {
	t.Helper()
	for i := range bundles {
		if err := l.Append(&bundles[i]); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLogGivesBackWhatWasAppended(t *testing.T) {
	prefix := []byte{0x82, lockstep.BundleSize}
	l := NewLog(prefix)
	bundles := walk(3*BlockTics + 100)
	for i := range bundles {
		// Rare events: leaving, filled ticcmds, chat, special buttons.
		if i%1000 > 900 {
			bundles[i].InGame, bundles[i].Filled = 0b0111, 0b0010
			bundles[i].Cmds[3] = lockstep.Ticcmd{}
			bundles[i].Cmds[0].Chat, bundles[i].Cmds[0].Buttons = 'a', lockstep.ButtonSpecial|1
		}
	}
	fill(t, l, bundles)
	for l.Pack() {
	}
	if size, tics := l.PackedBytes(); tics != 2*BlockTics || size == 0 {
		t.Errorf("packed %d tics to %d bytes", tics, size)
	}
	for from := lockstep.Tic(0); from < l.Frontier(); {
		run, err := l.From(from)
		if err != nil || len(run) == 0 || len(run)%l.Stride() != 0 {
			t.Fatalf("from %d: %d bytes, %v", from, len(run), err)
		}
		for ; len(run) > 0; run = run[l.Stride():] {
			want := lockstep.AppendBundle(bytes.Clone(prefix), &bundles[from])
			if !bytes.Equal(run[:l.Stride()], want) {
				t.Fatalf("tic %d: %x, want %x", from, run[:l.Stride()], want)
			}
			from++
		}
	}
	for _, at := range []lockstep.Tic{0, 1, BlockTics - 1, BlockTics, 2*BlockTics + 7, l.Frontier() - 1} {
		if b, err := l.Bundle(at); err != nil || b != bundles[at] {
			t.Errorf("tic %d: %+v, %v", at, b, err)
		}
	}
}

func TestLogKnowsItsFrontier(t *testing.T) {
	l := NewLog(nil)
	if run, err := l.From(0); err != nil || len(run) != 0 {
		t.Errorf("empty log: %d bytes, %v", len(run), err)
	}
	if _, err := l.From(1); !errors.Is(err, ErrNoSuchTic) {
		t.Errorf("beyond the frontier: %v", err)
	}
	if _, err := l.Bundle(0); !errors.Is(err, ErrNoSuchTic) {
		t.Errorf("bundle at the frontier: %v", err)
	}
	if err := l.Append(&lockstep.Bundle{Tic: 1}); err == nil || l.Frontier() != 0 {
		t.Errorf("a tic was left out: %v", err)
	}
}

func TestLogIsReadWhileItGrowsAndIsPacked(t *testing.T) {
	bundles := walk(4 * BlockTics)
	l := NewLog([]byte{1})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for from := lockstep.Tic(0); int(from) < len(bundles); {
				run, err := l.From(from)
				if err != nil {
					t.Error(err)
					return
				}
				for ; len(run) > 0; run = run[l.Stride():] {
					b, _, err := lockstep.DecodeBundle(run[1:])
					if err != nil || b != bundles[from] {
						t.Errorf("tic %d: %+v, %v", from, b, err)
						return
					}
					from++
				}
			}
		})
	}
	packer := make(chan struct{}, 1)
	wg.Go(func() {
		for range packer {
			for l.Pack() {
			}
		}
	})
	for i := range bundles {
		if err := l.Append(&bundles[i]); err != nil {
			t.Error(err)
		}
		if i%BlockTics == 0 {
			packer <- struct{}{}
		}
	}
	close(packer)
	wg.Wait()
}

func TestDamagedBlockIsAnError(t *testing.T) {
	l := NewLog(nil)
	fill(t, l, walk(BlockTics))
	raw, err := l.From(0)
	if err != nil {
		t.Fatal(err)
	}
	packed := packBlock(raw, 0)
	again := make([]byte, len(raw))
	if err := unpackBlock(again, packed, nil); err != nil || !bytes.Equal(raw, again) {
		t.Fatalf("unpack: %v", err)
	}
	for n := 0; n < len(packed); n += 97 {
		if err := unpackBlock(again, packed[:n], nil); !errors.Is(err, errPacked) {
			t.Fatalf("cut to %d bytes: %v", n, err)
		}
	}
	if err := unpackBlock(again[lockstep.BundleSize:], packed, nil); !errors.Is(err, errPacked) {
		t.Errorf("a block that is too long: %v", err)
	}
}

// TestHourOfFourPlayersFitsTwoMegabytes checks the promised size of a log.
func TestHourOfFourPlayersFitsTwoMegabytes(t *testing.T) {
	l := NewLog(nil)
	fill(t, l, walk(10*BlockTics))
	for l.Pack() {
	}
	size, tics := l.PackedBytes()
	perTic := float64(size) / float64(tics)
	hour := perTic * 3600 * lockstep.TicRate
	t.Logf("%.2f bytes a tic, %.2f MB an hour", perTic, hour/1e6)
	if hour > 2e6 {
		t.Errorf("an hour takes %.2f MB", hour/1e6)
	}
	// The layout must be worth its cost compared with plain compression.
	run, err := l.From(0)
	if err != nil {
		t.Fatal(err)
	}
	var plain bytes.Buffer
	w := gzip.NewWriter(&plain)
	if _, err := io.Copy(w, bytes.NewReader(run)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got := float64(plain.Len()) / BlockTics; perTic > got*0.8 {
		t.Errorf("%.2f bytes a tic beside %.2f of plain gzip", perTic, got)
	}
}

func BenchmarkPack(b *testing.B) {
	l := NewLog(nil)
	fill(b, l, walk(BlockTics))
	raw, err := l.From(0)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		packBlock(raw, 0)
	}
}

func BenchmarkUnpack(b *testing.B) {
	l := NewLog(nil)
	fill(b, l, walk(BlockTics))
	raw, err := l.From(0)
	if err != nil {
		b.Fatal(err)
	}
	packed := packBlock(raw, 0)
	into := make([]byte, len(raw))
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if err := unpackBlock(into, packed, nil); err != nil {
			b.Fatal(err)
		}
	}
}
