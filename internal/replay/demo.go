package replay

import (
	"errors"
	"strconv"
	"strings"

	"doomhost/engine/demo"
	"doomhost/engine/sim"
	"doomhost/internal/referee"
	"doomhost/lockstep"
)

// Demo is the replay as vanilla's demo format can hold it, with long turns: up to
// the first join or leave. advice names what the format has no place for, as
// the switches that a player of demos needs for it.
func (rep *Replay) Demo() (d *demo.Demo, advice string, err error) {
	x, err := newExport(&rep.Header, rep.bundles)
	if err != nil {
		return nil, "", err
	}
	x.d.Tics, _ = x.tics(nil, rep.bundles)
	return x.d, x.advice, nil
}

// export makes a demo of a replay, piece by piece.
type export struct {
	d      *demo.Demo // without its tics
	advice string
	first  lockstep.Bundle
}

// newExport begins the demo of a replay whose first bundle is bundles' first.
func newExport(h *Header, bundles []byte) (*export, error) {
	x := new(export)
	var err error
	if x.first, _, err = lockstep.DecodeBundle(bundles); err != nil {
		return nil, errors.New("nothing was played")
	}
	x.d = &demo.Demo{Params: referee.SimParams(&h.Params, x.first.InGame), LongTics: true}
	console := -1
	for slot, in := range x.d.Params.Players {
		if in && console < 0 {
			console = slot
		}
	}
	if console < 0 {
		return nil, errors.New("nobody was in the game when it began")
	}
	x.d.Params.Console = console
	// Readers take a demo for a net game where the second player is in it.
	if !x.d.Params.Players[1] {
		x.advice = "-netdemo"
	}
	if t := x.d.Params.Timer; t > 0 {
		x.advice += " -timer " + strconv.Itoa(t)
	}
	for i, name := range h.WADs {
		if i == 1 {
			x.advice += " -file"
		}
		if i > 0 {
			x.advice += " " + quoted(name)
		}
	}
	x.advice = strings.TrimSpace(x.advice)
	return x, nil
}

// holds reports whether the demo goes on with a bundle.
func (x *export) holds(b *lockstep.Bundle) bool {
	return b.InGame == x.first.InGame && b.Cmds[x.d.Params.Console].Forward != -128
}

// count is how many of these bundles the demo goes on with.
func (x *export) count(bundles []byte) (n int) {
	for ; len(bundles) > 0; bundles = bundles[lockstep.BundleSize:] {
		b, _, err := lockstep.DecodeBundle(bundles)
		if err != nil || !x.holds(&b) {
			break
		}
		n++
	}
	return n
}

// tics appends the tics of these bundles to dst; more tells that the demo may go on
// behind them.
func (x *export) tics(dst [][sim.MaxPlayers]lockstep.Ticcmd, bundles []byte) (tics [][sim.MaxPlayers]lockstep.Ticcmd,
	more bool) {
	for ; len(bundles) > 0; bundles = bundles[lockstep.BundleSize:] {
		b, _, err := lockstep.DecodeBundle(bundles)
		if err != nil || !x.holds(&b) {
			return dst, false
		}
		for i := range b.Cmds {
			if !b.InGame.Has(lockstep.Slot(i)) {
				b.Cmds[i] = lockstep.Ticcmd{}
			}
			c := &b.Cmds[i]
			c.Consistancy, c.Chat = 0, 0
			// All that a special button may be here is the pause; a saved game
			// is nothing that a demo should ask for.
			if c.Buttons&lockstep.ButtonSpecial != 0 && c.Buttons&lockstep.ButtonSpecialMask != lockstep.SpecialPause {
				c.Buttons = 0
			}
		}
		dst = append(dst, b.Cmds)
	}
	return dst, true
}

// quoted is a file's name as one word of a command line.
func quoted(name string) string {
	if strings.ContainsAny(name, " '") {
		return `"` + name + `"`
	}
	return name
}
