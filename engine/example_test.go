package engine_test

import (
	"crypto/sha256"
	"fmt"

	"doomhost/engine"
	"doomhost/engine/sim"
	"doomhost/engine/wad/wadtest"
	"doomhost/lockstep"
)

// Two engines that are given the same bundles have the same state. A saved engine goes on
// where it was.
func Example() {
	data := wadtest.Game("MAP01").Bytes() // a small game of one room; elsewhere a file's bytes
	content, err := engine.Load("example", engine.WAD{Name: "small.wad", Data: data, Sum: sha256.Sum256(data)})
	if err != nil {
		fmt.Println(err)
		return
	}
	params := sim.Params{Skill: 2, Episode: 1, Map: 1, Players: [sim.MaxPlayers]bool{true}}
	var engines [2]*engine.Engine
	for i := range engines {
		if engines[i], err = engine.New(content, params); err != nil {
			fmt.Println(err)
			return
		}
	}
	walk := func(e *engine.Engine, tics int) {
		for range tics {
			b := lockstep.Bundle{Tic: e.Tic(), InGame: 1}
			b.Cmds[0] = lockstep.Ticcmd{Forward: 25, AngleTurn: 640}
			if _, err := e.Step(&b); err != nil {
				fmt.Println(err)
			}
		}
	}

	a, b := engines[0], engines[1]
	walk(a, 70)
	walk(b, 35)
	fmt.Println("tics", a.Tic(), b.Tic(), "equal:", a.Hash() == b.Hash())
	saved := b.Save(nil)
	walk(b, 35)
	fmt.Println("tics", a.Tic(), b.Tic(), "equal:", a.Hash() == b.Hash())

	if err := b.Restore(saved); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("restored: tic", b.Tic())
	walk(b, 35)
	fmt.Println("tics", a.Tic(), b.Tic(), "equal:", a.Hash() == b.Hash())
	// Output:
	// tics 70 35 equal: false
	// tics 70 70 equal: true
	// restored: tic 35
	// tics 70 70 equal: true
}
