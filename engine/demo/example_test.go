package demo_test

import (
	"fmt"
	"time"

	"doomhost/engine/demo"
	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// A demo's bytes, how long it lasts, and what its player does.
func ExampleParse() {
	recorded := demo.Demo{Params: sim.Params{Skill: 3, Episode: 1, Map: 1, Players: [sim.MaxPlayers]bool{true}}}
	for range 70 {
		recorded.Tics = append(recorded.Tics, [sim.MaxPlayers]lockstep.Ticcmd{{Forward: 50}})
	}
	data, err := recorded.Append(nil)
	if err != nil {
		fmt.Println(err)
		return
	}

	d, err := demo.Parse(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	length := time.Duration(len(d.Tics)) * time.Second / 35
	fmt.Printf("%s, E%dM%d, %d bytes, %v\n", d.Version, d.Params.Episode, d.Params.Map, len(data), length)
	fmt.Println("forward:", d.Tics[0][0].Forward)

	_, err = demo.Parse(data[:5])
	fmt.Println(err)
	// Output:
	// Doom 1.9, E1M1, 294 bytes, 2s
	// forward: 50
	// demo header: 5 bytes, want 13
}

// Open reads no more than the header and the end: a long demo takes no more memory than its file.
func ExampleFile() {
	data := []byte{109, 2, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 25, 0, 0, 1, 50, 0, 0, 0, 0x80}
	f, err := demo.Open(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	for n := range f.Len() {
		cmd := f.Tic(n)[0]
		fmt.Println(n, cmd.Forward, cmd.Buttons)
	}
	// Output:
	// 0 25 1
	// 1 50 0
}
