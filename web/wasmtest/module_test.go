package wasmtest

import (
	"context"
	"crypto/sha256"
	"os"
	"sync"
	"testing"

	"doomhost/engine"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
	"doomhost/web/build/wasmbuild"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// compile builds the engine as the client's build does, once for all tests.
func compile(t *testing.T) []byte {
	t.Helper()
	wasm, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

var compiled = sync.OnceValues(func() ([]byte, error) { return wasmbuild.Compile("") })

// cache keeps what wazero compiled for the next instance.
var cache = wazero.NewCompilationCache()

// module is one instance of the engine.
type module struct {
	t   *testing.T
	ctx context.Context
	api.Module
}

func instantiate(t *testing.T, wasm []byte) *module {
	t.Helper()
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache))
	t.Cleanup(func() {
		if err := runtime.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	config := wazero.NewModuleConfig().WithStartFunctions("_initialize").WithStderr(os.Stderr).WithSysNanotime().WithSysWalltime()
	mod, err := runtime.InstantiateWithConfig(ctx, wasm, config)
	if err != nil {
		t.Fatal("instantiate the engine:", err)
	}
	return &module{t, ctx, mod}
}

func (m *module) call(name string, args ...uint64) uint64 {
	m.t.Helper()
	f := m.ExportedFunction(name)
	if f == nil {
		m.t.Fatalf("the engine exports no %s", name)
	}
	out, err := f.Call(m.ctx, args...)
	if err != nil {
		m.t.Fatalf("%s: %v", name, err)
	}
	if len(out) == 0 {
		return 0
	}
	return out[0]
}

// must is a call that says 0 for a failure.
func (m *module) must(name string, args ...uint64) {
	m.t.Helper()
	if m.call(name, args...) == 0 {
		m.t.Fatalf("%s: %s", name, m.read(m.call("error_ptr"), m.call("error_len")))
	}
}

func (m *module) read(ptr, n uint64) []byte {
	m.t.Helper()
	b, ok := m.Memory().Read(uint32(ptr), uint32(n))
	if !ok {
		m.t.Fatalf("%d bytes at %#x are outside of the engine's memory", n, ptr)
	}
	return b
}

func (m *module) write(ptr uint64, b []byte) {
	m.t.Helper()
	if !m.Memory().Write(uint32(ptr), b) {
		m.t.Fatalf("%d bytes at %#x are outside of the engine's memory", len(b), ptr)
	}
}

// in hands bytes to the engine.
func (m *module) in(b []byte) { m.write(m.call("in_ptr", uint64(len(b))), b) }

// loadBoth loads an IWAD here and natively.
func (m *module) loadBoth(iwad string) *engine.Content {
	m.t.Helper()
	data := testwads.IWAD(m.t, iwad)
	sum := sha256.Sum256(data)
	content, err := engine.Load("test", engine.WAD{Name: iwad, Data: data, Sum: sum})
	if err != nil {
		m.t.Fatal(err)
	}
	m.load(data, sum)
	return content
}

func (m *module) load(wad []byte, sum [32]byte) {
	m.in(sum[:])
	m.write(m.call("wad_ptr", uint64(len(wad))), wad)
	m.in([]byte("test"))
	m.must("load")
}

// step executes a bundle and gives the inconsistent slots.
func (m *module) step(bundle []byte) int32 {
	m.in(bundle)
	r := int32(uint32(m.call("step")))
	if r < 0 {
		m.t.Fatalf("step: %s", m.read(m.call("error_ptr"), m.call("error_len")))
	}
	return r
}

// ticcmd builds the ticcmd of a tic.
func (m *module) ticcmd(tic lockstep.Tic) lockstep.Ticcmd {
	m.must("build", uint64(tic), api.EncodeF64(float64(tic)*1000/35))
	msg, err := lockstep.ParseTicMsg(m.read(m.call("out_ptr"), m.call("out_len")))
	if err != nil || msg.Tic != tic {
		m.t.Fatalf("the message for tic %d is of tic %d: %v", tic, msg.Tic, err)
	}
	return msg.Cmd
}
