package main

import (
	"runtime"

	"doomhost/engine"
)

// attract starts the title and the demos that Doom shows while nobody plays, in place of a
// game. Until start, draw and mix show and play these.
//
//go:wasmexport attract
func attract() uint32 {
	r := &root
	if r.content == nil {
		return r.fail(errNoContent)
	}
	a, err := engine.NewAttract(r.content, r.view.Config)
	if err != nil {
		return r.fail(err)
	}
	r.begin(a.Engine(), 0)
	r.attract = a
	return 1
}

// attract_step advances by one tic. It returns the number of the part being shown, or -1 if
// there is none.
//
//go:wasmexport attract_step
func attractStep() int32 {
	if root.attract == nil {
		return -1
	}
	piece := root.attract.Piece()
	root.attract.Step()
	if root.attract.Piece() != piece {
		runtime.GC()
	}
	return int32(root.attract.Piece())
}
