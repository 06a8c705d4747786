package main

import (
	"doomhost/engine/demo"
	"doomhost/engine/sim"
)

// maxTrailer limits how many of the bytes after a demo's end marker are returned.
const maxTrailer = 64 << 10

// demo_open opens the demo at in_ptr for the calls below. It needs no WADs.
//
//go:wasmexport demo_open
func demoOpen() uint32 {
	r := &root
	data := r.in
	r.in = nil // the demo owns it from now on
	f, err := demo.Open(data)
	if err != nil {
		return r.fail(err)
	}
	r.demo = f
	return 1
}

// The facts that demo_fact returns.
const (
	demoFactTics  = iota
	demoFactSkill // counted from 0
	demoFactEpisode
	demoFactMap
	demoFactDeathmatch
	demoFactRespawn
	demoFactFast
	demoFactNoMonsters
	demoFactConsole // the player whose screen was recorded
	demoFactPlayers // mask
	demoFactNetGame
	demoFactTruncated // its end marker is missing
)

// demo_fact returns a number about the demo.
//
//go:wasmexport demo_fact
func demoFact(which uint32) int32 {
	f := root.demo
	if f == nil {
		return 0
	}
	p := &f.Params
	facts := [...]int{
		demoFactTics:       f.Len(),
		demoFactSkill:      p.Skill,
		demoFactEpisode:    p.Episode,
		demoFactMap:        p.Map,
		demoFactDeathmatch: p.Deathmatch,
		demoFactRespawn:    bit(p.Respawn),
		demoFactFast:       bit(p.Fast),
		demoFactNoMonsters: bit(p.NoMonsters),
		demoFactConsole:    p.Console & (sim.MaxPlayers - 1),
		demoFactPlayers:    int(f.InGame()),
		demoFactNetGame:    bit(p.NetGame),
		demoFactTruncated:  bit(f.Truncated),
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

// The texts that demo_text returns.
const (
	demoTextProgram = iota // the program that recorded it
	demoTextNote           // what to expect of it
	demoTextTrailer        // the bytes after its end marker
)

// demo_text writes a text about the demo to out_ptr.
//
//go:wasmexport demo_text
func demoText(which uint32) {
	r := &root
	r.out = r.out[:0]
	if r.demo == nil {
		return
	}
	switch which {
	case demoTextProgram:
		r.out = append(r.out, r.demo.Version.String()...)
	case demoTextNote:
		r.out = append(r.out, r.demo.Version.Note()...)
	case demoTextTrailer:
		r.out = append(r.out, r.demo.Trailer[:min(len(r.demo.Trailer), maxTrailer)]...)
	}
}

// demo_bundles writes up to count bundles to out_ptr, from tic first on.
//
//go:wasmexport demo_bundles
func demoBundles(first, count uint32) {
	r := &root
	r.out = r.out[:0]
	if r.demo != nil {
		r.out = r.demo.AppendBundles(r.out, int(min(first, 1<<30)), int(min(count, 1<<16)))
	}
}
