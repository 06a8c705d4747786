package wasmtest

import (
	"bytes"
	"testing"

	"github.com/tetratelabs/wazero/api"

	"doomhost/engine"
	"doomhost/engine/fixed"
	"doomhost/engine/render"
)

// TestAttractsAsNative compares pictures, sound and state of the title and of the demo
// behind it; a game can be begun from there.
func TestAttractsAsNative(t *testing.T) {
	m := instantiate(t, compile(t))
	content := m.loadBoth("freedoom1")
	if n := int32(m.call("attract_step")); n != -1 {
		t.Errorf("before it begins, piece %d is shown", n)
	}
	m.must("attract")
	native, err := engine.NewAttract(content, render.Config{})
	if err != nil {
		t.Fatal(err)
	}
	const rate = 22050
	pcm := make([]int16, 2*rate/35)
	for tic := range 350 {
		native.Step()
		if n := int(m.call("attract_step")); n != native.Piece() {
			t.Fatalf("tic %d shows piece %d, native %d", tic, n, native.Piece())
		}
		at := m.call("mix", rate/35, rate)
		heard := m.read(at, uint64(2*len(pcm)))
		native.Mix(pcm, rate)
		for i, want := range pcm {
			if v := int16(uint16(heard[2*i]) | uint16(heard[2*i+1])<<8); v != want {
				t.Fatalf("tic %d, sample %d: %d, native %d", tic, i/2, v, want)
			}
		}
		// All pictures, so that both wipe the same ones.
		m.must("draw", api.EncodeF64(1), 0, 0)
		frame, _ := native.Draw(engine.View{Alpha: fixed.Unit})
		pixels := m.read(m.call("frame_ptr"), m.call("frame_width")*m.call("frame_height"))
		if !bytes.Equal(pixels, frame.Pix) {
			t.Fatalf("tic %d: another picture than native", tic)
		}
		if h := m.call("hash"); h != native.Engine().Hash() {
			t.Fatalf("tic %d: hash %x, native %x", tic, h, native.Engine().Hash())
		}
	}
	if native.Piece() != 1 {
		t.Fatalf("piece %d is shown in the end", native.Piece())
	}
	s := sessions["freedoom1"][0]
	m.start(&s.params)
	m.step(encode(&s.bundles()[0]))
	if n := int32(m.call("attract_step")); n != -1 {
		t.Errorf("in a game, piece %d is shown", n)
	}
}
