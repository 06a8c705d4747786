// Command wasm is the engine for the browser's Worker: a WebAssembly reactor (GOOS=wasip1,
// -buildmode=c-shared) with a few functions that take and return numbers. Bytes pass through
// memory that the engine allocates: the caller asks for a buffer, writes to it, then makes the
// call. A pointer is valid until the next call that allocates the same kind of memory.
//
// One instance of the module is one player's engine with its input and its clock, so there is
// one root variable. A call that fails returns 0 (or -1 where 0 is a valid result) and leaves
// a text at error_ptr.
package main

import (
	"runtime"
	"unsafe"

	"doomhost/engine"
	"doomhost/engine/demo"
	"doomhost/engine/hud"
	"doomhost/engine/input"
	"doomhost/engine/sim"
	"doomhost/engine/sound"
	"doomhost/lockstep"
	"doomhost/web/pace"
)

// instance is everything that the module holds.
type instance struct {
	wads    []engine.WAD
	content *engine.Content
	engine  *engine.Engine
	attract *engine.Attract // nil: the engine plays a game
	demo    *demo.File      // nil: none was opened
	slot    int             // the slot that input is built for

	input   input.Builder
	arsenal input.Arsenal
	pacer   pace.Pacer

	in  []byte // bytes from the caller
	out []byte // bytes to the caller
	err []byte

	prediction viewPrediction
	view       engine.View
	style      hud.Style // of this game's screen and all later ones
	panX       int32
	panY       int32
	frame      frameInfo
	pcm        []int16

	volumes *sound.Volumes // nil: the engine's defaults
}

// A reactor's exports are functions of the program, so its state is global.
var root instance

func main() {}

// fail keeps the text for error_ptr and returns the result of a failed call.
func (r *instance) fail(err error) uint32 {
	r.err = append(r.err[:0], err.Error()...)
	return 0
}

func pointer(b []byte) uint32 {
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(b))))
}

//go:wasmexport error_ptr
func errorPtr() uint32 { return pointer(root.err) }

//go:wasmexport error_len
func errorLen() uint32 { return uint32(len(root.err)) }

// inPtr returns a buffer of n bytes for the caller to fill: a bundle, a snapshot.
//
//go:wasmexport in_ptr
func inPtr(n uint32) uint32 {
	if uint32(cap(root.in)) < n {
		root.in = make([]byte, n)
	}
	root.in = root.in[:n]
	return pointer(root.in)
}

//go:wasmexport out_ptr
func outPtr() uint32 { return pointer(root.out) }

//go:wasmexport out_len
func outLen() uint32 { return uint32(len(root.out)) }

// wadPtr returns a buffer for a WAD of n bytes, which loads after the earlier ones. Its
// SHA-256 is at in_ptr, followed by its display name if it has one.
//
//go:wasmexport wad_ptr
func wadPtr(n uint32) uint32 {
	w := engine.WAD{Name: "the IWAD", Data: make([]byte, n)}
	if len(root.wads) > 0 {
		w.Name = "PWAD " + string(rune('0'+len(root.wads)%10))
	}
	if sum := copy(w.Sum[:], root.in); len(root.in) > sum {
		w.Name = string(root.in[sum:])
	}
	root.wads = append(root.wads, w)
	return pointer(w.Data)
}

// load opens the WADs that the caller wrote. The name of the engine's build is at in_ptr.
//
//go:wasmexport load
func load() uint32 {
	content, err := engine.Load(string(root.in), root.wads...)
	if err != nil {
		return root.fail(err)
	}
	root.content = content
	runtime.GC()
	return 1
}

// Bits of start's flags.
const (
	flagNetGame = 1 << iota
	flagNoMonsters
	flagFast
	flagRespawn
	flagOverruns // for recordings by another program
)

// start starts a game. The mode is 0 co-op, 1 deathmatch, 2 altdeath; players is a mask of
// slots; console is the slot that owns this machine, and slot the one that input is built for.
//
//go:wasmexport start
func start(skill, episode, level, mode, flags, timer, players, console int32) uint32 {
	if root.content == nil {
		return root.fail(errNoContent)
	}
	p := sim.Params{
		Skill: int(skill), Episode: int(episode), Map: int(level), Deathmatch: int(mode),
		NetGame: flags&flagNetGame != 0, NoMonsters: flags&flagNoMonsters != 0,
		Fast: flags&flagFast != 0, Respawn: flags&flagRespawn != 0,
		Overruns: flags&flagOverruns != 0,
		Timer:    int(timer), Console: int(console) & 3,
	}
	for i := range p.Players {
		p.Players[i] = players>>i&1 != 0
	}
	e, err := engine.New(root.content, p)
	if err != nil {
		return root.fail(err)
	}
	if err := e.Open(p.Console, root.view.Config); err != nil {
		return root.fail(err)
	}
	root.begin(e, p.Console)
	return 1
}

// The garbage collector runs when nobody waits for a picture: when WADs load, between two
// games, after a level. A collection that starts in mid-game would not finish there: the
// collector works while the program allocates or waits, and a game does neither. Until it
// finishes, every pointer write costs more, a fifth of a frame's time in all.

// begin makes e the engine that all calls use.
func (r *instance) begin(e *engine.Engine, slot int) {
	again := r.engine != nil
	if r.volumes != nil {
		e.SetVolumes(*r.volumes)
	}
	r.engine = e
	r.attract = nil
	r.slot = slot
	r.view.Player = slot
	r.prediction = viewPrediction{}
	r.input.ReleaseAll()
	if again {
		runtime.GC()
	}
}

// step executes the bundle at in_ptr. It returns the mask of slots whose ticcmds were made in
// a state that differs from this engine's, or -1 on failure.
//
//go:wasmexport step
func step() int32 {
	r := &root
	if r.engine == nil || r.attract != nil {
		r.fail(errNoGame)
		return -1
	}
	bundle, _, err := lockstep.DecodeBundle(r.in)
	if err != nil {
		r.fail(err)
		return -1
	}
	g := r.engine.Game()
	inLevel := g.Phase == sim.PhaseLevel
	inconsistent, err := r.engine.Step(&bundle)
	if err != nil {
		r.fail(err)
		return -1
	}
	if inLevel && g.Phase != sim.PhaseLevel {
		runtime.GC()
	}
	return int32(inconsistent)
}

//go:wasmexport tic
func tic() uint32 {
	if root.engine == nil {
		return 0
	}
	return uint32(root.engine.Tic())
}

//go:wasmexport hash
func hash() uint64 {
	if root.engine == nil {
		return 0
	}
	return root.engine.Hash()
}
