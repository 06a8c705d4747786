package main

import (
	"doomhost/engine/fixed"
	"doomhost/web/pace"
)

// viewPrediction remembers how far the last ticcmds turn the player. The view shows a turn
// when the player makes it, a round trip before the simulation does: the mouse's part at once,
// the keys' part evenly over the tic after it was built.
type viewPrediction [2 * pace.MaxAhead]turn

type turn struct {
	tic   uint32
	known bool
	mouse int32
	keys  int32
	at    float64 // when it was built, ms
}

func (t *viewPrediction) built(tic uint32, now float64, all, mouse int32) {
	t[tic%uint32(len(t))] = turn{tic, true, mouse, all - mouse, now}
}

// ahead is the angle between the direction at alpha before tic next and the direction that the
// player's input has reached. unbuilt is the mouse turn that is in no ticcmd yet.
func (t *viewPrediction) ahead(next uint32, alpha, now float64, unbuilt int32) fixed.Angle {
	sum := float64(unbuilt)
	for i := range t {
		e := &t[i]
		if !e.known {
			continue
		}
		shown := min(max((now-e.at)*1e6/float64(pace.Period), 0), 1)
		switch distance := int32(e.tic - next); {
		case distance >= 0: // not executed yet
			sum += float64(e.mouse) + float64(e.keys)*shown
		case distance == -1: // executed last: the view is still turning towards it
			sum += float64(e.mouse+e.keys)*(1-alpha) - float64(e.keys)*(1-shown)
		default: // executed earlier
			sum -= float64(e.keys) * (1 - shown)
		}
	}
	return fixed.Angle(uint32(int32(sum * 65536)))
}
