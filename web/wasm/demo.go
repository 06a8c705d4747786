package main

import (
	"doomhost/engine/demo"
	"doomhost/engine/sim"
)

// maxTrailer is how much of what stands behind a demo's end marker is given out.
const maxTrailer = 64 << 10

// demo_open takes the demo at in_ptr over, for the calls below. It needs no content.
//
//go:wasmexport demo_open
func demoOpen() uint32 {
	r := &root
	data := r.in
	r.in = nil // the demo's from now on
	f, err := demo.Open(data)
	if err != nil {
		return r.fail(err)
	}
	r.demo = f
	return 1
}

// demo_fact gives a figure of the demo's: 0 how many tics it has, 1 skill from 0 on,
// 2 episode, 3 map, 4 deathmatch, 5 respawn, 6 fast, 7 no monsters, 8 the console's
// player, 9 the mask of players, 10 whether it is a net game, 11 whether its end marker
// is missing.
//
//go:wasmexport demo_fact
func demoFact(which uint32) int32 {
	f := root.demo
	if f == nil {
		return 0
	}
	p := &f.Params
	facts := [...]int{
		f.Len(), p.Skill, p.Episode, p.Map, p.Deathmatch, bit(p.Respawn), bit(p.Fast), bit(p.NoMonsters),
		p.Console & (sim.MaxPlayers - 1), int(f.Playing()), bit(p.NetGame), bit(f.Truncated),
	}
	if int(which) >= len(facts) {
		return 0
	}
	return int32(facts[which])
}

func bit(on bool) int {
	if on {
		return 1
	}
	return 0
}

// demo_text writes a text to out_ptr: 0 the program that recorded it, 1 what to expect of
// it, 2 what stands behind its end marker.
//
//go:wasmexport demo_text
func demoText(which uint32) {
	r := &root
	r.out = r.out[:0]
	if r.demo == nil {
		return
	}
	switch which {
	case 0:
		r.out = append(r.out, r.demo.Version.String()...)
	case 1:
		r.out = append(r.out, r.demo.Version.Note()...)
	case 2:
		r.out = append(r.out, r.demo.Trailer[:min(len(r.demo.Trailer), maxTrailer)]...)
	}
}

// demo_bundles writes up to count bundles from tic first on to out_ptr.
//
//go:wasmexport demo_bundles
func demoBundles(first, count uint32) {
	r := &root
	r.out = r.out[:0]
	if r.demo != nil {
		r.out = r.demo.AppendBundles(r.out, int(min(first, 1<<30)), int(min(count, 1<<16)))
	}
}
