package replay

import (
	"errors"
	"strconv"
	"strings"

	"doomhost/engine"
	"doomhost/engine/demo"
	"doomhost/engine/sim"
	"doomhost/internal/referee"
	"doomhost/relay/wire"
)

// Demo is the replay as vanilla's demo format can hold it, with long turns: up to
// the first join or leave. advice names what the format has no place for, as
// the switches that a player of demos needs for it.
func (rep *Replay) Demo() (d *demo.Demo, advice string, err error) {
	if rep.Tics() == 0 {
		return nil, "", errors.New("nothing was played")
	}
	var first engine.Bundle
	first.Decode(rep.bundles)
	d = &demo.Demo{Params: referee.SimParams(&rep.Params, wire.Mask(first.Playing)), LongTics: true}
	console := -1
	for slot, in := range d.Params.Players {
		if in && console < 0 {
			console = slot
		}
	}
	if console < 0 {
		return nil, "", errors.New("nobody was in the game when it began")
	}
	d.Params.Console = console
	// Readers take a demo for a net game where the second player is in it.
	if !d.Params.Players[1] {
		advice = "-netdemo"
	}
	if t := d.Params.Timer; t > 0 {
		advice += " -timer " + strconv.Itoa(t)
	}
	for i, name := range rep.WADs {
		if i == 1 {
			advice += " -file"
		}
		if i > 0 {
			advice += " " + quoted(name)
		}
	}
	advice = strings.TrimSpace(advice)
	for run := rep.bundles; len(run) > 0; run = run[wire.BundleSize:] {
		var b engine.Bundle
		b.Decode(run)
		if b.Playing != first.Playing || b.Cmds[console].Forward == -128 {
			break
		}
		for i := range b.Cmds {
			if b.Playing>>i&1 == 0 {
				b.Cmds[i] = sim.Ticcmd{}
			}
			c := &b.Cmds[i]
			c.Consistancy, c.Chat = 0, 0
			// All that a special button may be here is the pause; a saved game
			// is nothing that a demo should ask for.
			if c.Buttons&sim.ButtonSpecial != 0 && c.Buttons&sim.ButtonSpecialMask != sim.SpecialPause {
				c.Buttons = 0
			}
		}
		d.Tics = append(d.Tics, b.Cmds)
	}
	return d, advice, nil
}

// quoted is a file's name as one word of a command line.
func quoted(name string) string {
	if strings.ContainsAny(name, " '") {
		return `"` + name + `"`
	}
	return name
}
