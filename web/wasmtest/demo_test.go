package wasmtest

import (
	"bytes"
	"path/filepath"
	"testing"

	"doomhost/engine"
	"doomhost/engine/demo"
	"doomhost/internal/testkit/testfiles"
	"doomhost/lockstep"
)

// text is what demo_text gives.
func (m *module) text(which uint64) string {
	m.call("demo_text", which)
	return string(m.read(m.call("out_ptr"), m.call("out_len")))
}

// TestReadsDemosAsNative opens a demo of two players without any WADs, and plays its
// bundles in another module with them: facts, bundles and hashes are the native ones.
func TestReadsDemosAsNative(t *testing.T) {
	compiled := compile(t)
	reader := instantiate(t, compiled)
	path := filepath.Join("..", "..", "engine", "testdata", "golden", "demos", "freedoom1-e1m2-uv-2p.lmp.gz")
	file := append(testfiles.Unpack(t, path), "a note"...)
	native, err := demo.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	reader.in(file)
	reader.must("demo_open")
	program, note, trailer := reader.text(0), reader.text(1), reader.text(2)
	if program != native.Version.String() || note != "" || trailer != "a note" {
		t.Errorf("program %q, note %q, trailer %q", program, note, trailer)
	}
	p := native.Params
	const both, netGame = 3, 1
	facts := []int{
		native.Len(), p.Skill, p.Episode, p.Map, p.Deathmatch, 0, 0, 0, p.Console, both, netGame, 0,
	}
	for which, want := range facts {
		if got := int(int32(reader.call("demo_fact", uint64(which)))); got != want {
			t.Errorf("fact %d: %d, want %d", which, got, want)
		}
	}

	m := instantiate(t, compiled)
	content := m.loadBoth("freedoom1")
	m.start(&p)
	e, err := engine.New(content, p)
	if err != nil {
		t.Fatal(err)
	}
	const chunk = 700
	for first := 0; first < native.Len(); first += chunk {
		reader.call("demo_bundles", uint64(first), chunk)
		got := bytes.Clone(reader.read(reader.call("out_ptr"), reader.call("out_len")))
		if want := native.AppendBundles(nil, first, chunk); !bytes.Equal(got, want) {
			t.Fatalf("the bundles from tic %d on differ", first)
		}
		for ; len(got) > 0; got = got[lockstep.BundleSize:] {
			b, _, err := lockstep.DecodeBundle(got)
			if err != nil {
				t.Fatal(err)
			}
			if mask, err := e.Step(&b); err != nil || mask != 0 {
				t.Fatalf("tic %d: %v, mask %b", b.Tic, err, mask)
			}
			if mask := m.step(got[:lockstep.BundleSize]); mask != 0 {
				t.Fatalf("tic %d: mask %b", b.Tic, mask)
			}
			if h := m.call("hash"); h != e.Hash() {
				t.Fatalf("tic %d: hash %x, native %x", b.Tic, h, e.Hash())
			}
		}
	}
	if int(e.Tic()) != native.Len() || native.Len() < 350 {
		t.Errorf("%d of %d tics were played", e.Tic(), native.Len())
	}

	// What is no demo leaves the one that is open.
	reader.in([]byte{202, 1, 2})
	if reader.call("demo_open") != 0 {
		t.Error("a demo of Boom is opened")
	}
	if why := string(reader.read(reader.call("error_ptr"), reader.call("error_len"))); why == "" {
		t.Error("it is refused without a word")
	}
	if n := int(reader.call("demo_fact", 0)); n != native.Len() {
		t.Errorf("the open demo has %d tics", n)
	}
}
