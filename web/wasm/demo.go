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

// What demo_fact gives.
const (
	demoFactTics  = iota
	demoFactSkill // from 0 on
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

// demo_fact gives a figure of the demo's.
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

// What demo_text gives.
const (
	demoTextProgram = iota // that recorded it
	demoTextNote           // what to expect of it
	demoTextTrailer        // what stands behind its end marker
)

// demo_text writes a text of the demo's to out_ptr.
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
