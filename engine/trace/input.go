package trace

import (
	"slices"

	"doomhost/engine/demo"
	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// Input is a recorded game: what it starts with, and each tic's ticcmds and
// in-game mask.
type Input struct {
	Params sim.Params
	Tics   []Tic
	// Missing is how many tics at the start were not recorded; they stand in
	// Tics without input.
	Missing int
	// Exits are tics before which the level was ended from outside.
	Exits []int
}

// Tic is one tic's input.
type Tic struct {
	Cmds [sim.MaxPlayers]lockstep.Ticcmd
	Mask lockstep.Mask // bit N: slot N is in the game
}

// startMask is who is in the game at its start.
func startMask(p *sim.Params) (mask lockstep.Mask) {
	for i, playing := range p.Players {
		if playing {
			mask |= 1 << i
		}
	}
	return mask
}

// FromDemo is a demo's game.
func FromDemo(d *demo.Demo) *Input {
	in := &Input{Params: d.Params, Tics: make([]Tic, len(d.Tics))}
	mask := startMask(&d.Params)
	for t := range d.Tics {
		in.Tics[t] = Tic{Cmds: d.Tics[t], Mask: mask}
	}
	return in
}

// FromTicLog is a session's game; params say how it was started. What comes
// before the log's first bundle is played without input.
func FromTicLog(params sim.Params, log []lockstep.Bundle) *Input {
	in := &Input{Params: params}
	for len(log) > 0 && len(in.Tics) < int(log[0].Tic) {
		in.Tics = append(in.Tics, Tic{Mask: startMask(&params)})
		in.Missing++
	}
	for t := range log {
		in.Tics = append(in.Tics, Tic{Cmds: log[t].Cmds, Mask: log[t].InGame})
	}
	return in
}

// exits is whether g's level is ended before a tic.
func (in *Input) exits(tic int, g *sim.Game) bool {
	return g.Phase == sim.PhaseLevel && slices.Contains(in.Exits, tic)
}
