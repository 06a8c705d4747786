package main

import (
	"runtime"

	"doomhost/engine"
)

// attract begins to show what Doom shows while nobody plays, in place of a game: draw
// and mix are that's from now on, until start.
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

// attract_step goes on by a tic. It gives the number of the piece that is shown, or
// -1 where nothing is.
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
