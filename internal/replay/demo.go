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

// Demo converts the replay to vanilla's demo format, with long turns. The demo ends at the
// first join or leave. advice names the switches that a demo player needs, because the
// format has no place for that data.
func (rep *Replay) Demo() (d *demo.Demo, advice string, err error) {
	x, err := newExport(&rep.Header, rep.bundles)
	if err != nil {
		return nil, "", err
	}
	x.d.Tics, _ = x.tics(nil, rep.bundles)
	return x.d, x.advice, nil
}

// export converts a replay to a demo, piece by piece.
type export struct {
	d      *demo.Demo // without its tics
	advice string
	first  lockstep.Bundle
}

// newExport begins the demo of a replay that starts with the first bundle in bundles.
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
	// Demo readers assume a net game only if the second player is in the game.
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

// holds reports whether the demo continues with a bundle.
func (x *export) holds(b *lockstep.Bundle) bool {
	return b.InGame == x.first.InGame && b.Cmds[x.d.Params.Console].Forward != -128
}

// count returns how many of the bundles the demo continues with.
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

// tics appends the tics of the bundles to dst; more reports whether the demo may continue
// after them.
func (x *export) tics(
	dst [][sim.MaxPlayers]lockstep.Ticcmd, bundles []byte,
) (tics [][sim.MaxPlayers]lockstep.Ticcmd, more bool) {
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
			// The only special button that a demo keeps is pause. A demo must not
			// request a saved game.
			if c.Buttons&lockstep.ButtonSpecial != 0 && c.Buttons&lockstep.ButtonSpecialMask != lockstep.SpecialPause {
				c.Buttons = 0
			}
		}
		dst = append(dst, b.Cmds)
	}
	return dst, true
}

// quoted returns a file name as one word of a command line.
func quoted(name string) string {
	if strings.ContainsAny(name, " '") {
		return `"` + name + `"`
	}
	return name
}
