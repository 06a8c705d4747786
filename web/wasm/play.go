package main

import (
	"doomhost/engine/input"
	"doomhost/engine/sim"
	"doomhost/lockstep"
	"doomhost/web/pace"
)

// build makes the ticcmd for a tic (the one that pace_due returned) as a message to the relay:
// u32 tic, ticcmd. The message is at out_ptr.
//
//go:wasmexport build
func build(tic uint32, now float64) uint32 {
	r := &root
	if r.engine == nil {
		return r.fail(errNoGame)
	}
	r.engine.Arsenal(r.slot, &r.arsenal)
	cmd := r.input.Build(r.engine.Consistancy(r.slot, lockstep.Tic(tic)), &r.arsenal)
	r.prediction.built(tic, now, int32(cmd.AngleTurn), r.input.MouseTurn())
	r.out = lockstep.AppendTicMsg(r.out[:0], lockstep.TicMsg{Tic: lockstep.Tic(tic), Cmd: cmd})
	return 1
}

// handsOn reports whether the view is the player's own and follows its input.
func (r *instance) handsOn() bool {
	g := r.engine.Game()
	p := &g.Players[r.slot]
	body := g.Mobj(p.Mo)
	return r.view.Player == r.slot && r.engine.InGame()>>r.slot&1 != 0 && body != nil &&
		p.State == sim.PlayerLive && body.ReactionTime == 0 && !g.Paused && g.Phase == sim.PhaseLevel
}

//go:wasmexport press
func press(action uint32) { root.input.Press(input.Action(action)) }

//go:wasmexport release
func release(action uint32) { root.input.Release(input.Action(action)) }

//go:wasmexport release_all
func releaseAll() { root.input.ReleaseAll() }

//go:wasmexport mouse
func mouse(dx, dy int32) { root.input.Mouse(dx, dy) }

//go:wasmexport stick
func stick(forward, side, turn int32) { root.input.Stick(forward, side, turn) }

//go:wasmexport pause
func pause() { root.input.Pause() }

// inputOptions sets the mouse speed in 256ths and two switches.
//
//go:wasmexport input_options
func inputOptions(mouseSpeed, mouseForward, alwaysRun int32) {
	root.input.Options = input.Options{
		MouseSpeed: mouseSpeed, MouseForward: mouseForward != 0, AlwaysRun: alwaysRun != 0,
	}
}

// The clock's times are milliseconds from any fixed moment, like those of performance.now.

func nanoseconds(ms float64) pace.Time { return pace.Time(ms * 1e6) }

func milliseconds(t pace.Time) float64 { return float64(t) / 1e6 }

//go:wasmexport pace_start
func paceStart(now float64, tic int32, rtt float64) {
	root.pacer.Start(nanoseconds(now), tic, nanoseconds(rtt))
}

// paceDue returns the tic to build a ticcmd for, or -1 if none is due.
//
//go:wasmexport pace_due
func paceDue(now float64) int32 {
	if tic, ok := root.pacer.Due(nanoseconds(now)); ok {
		return tic
	}
	return -1
}

// paceWake returns when to ask again, or -1 if only a bundle can change the answer.
//
//go:wasmexport pace_wake
func paceWake() float64 {
	if at, ok := root.pacer.Wake(); ok {
		return milliseconds(at)
	}
	return -1
}

//go:wasmexport pace_bundle
func paceBundle(now float64, tic, genuine int32) {
	root.pacer.Bundle(nanoseconds(now), tic, genuine != 0)
}

//go:wasmexport pace_rtt
func paceRTT(sample float64) { root.pacer.RTT(nanoseconds(sample)) }

// The figures that pace_stat returns.
const (
	statRTT    = iota // round trip, ms
	statJitter        // ms
	statDelay         // from a ticcmd to its bundle, ms
	statAhead         // ticcmds in flight
	statLate          // own tics that the relay filled
)

// paceStat returns one of the clock's figures.
//
//go:wasmexport pace_stat
func paceStat(which uint32) float64 {
	s := root.pacer.Stats()
	switch which {
	case statRTT:
		return milliseconds(s.RTT)
	case statJitter:
		return milliseconds(s.Jitter)
	case statDelay:
		return milliseconds(s.Delay)
	case statAhead:
		return float64(s.Ahead)
	case statLate:
		return float64(s.Late)
	default:
		return 0
	}
}
