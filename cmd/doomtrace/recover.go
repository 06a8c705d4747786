package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"doomhost/engine/sim"
	"doomhost/engine/trace"
	"doomhost/lockstep"
)

// Tic logs of engines that play tic 0 before they log anything lack its input,
// though the game had some. A trace of that game tells it: recovery looks among
// the moves that the log's players make for those that lead to the trace's first
// line, and among their buttons for those that let the rest agree too.
type recovery struct {
	*comparison
	want  [][]byte // the trace's lines without its header
	game  *sim.Game
	start sim.Snapshot

	players []int
	moves   []lockstep.Ticcmd // without buttons
	buttons []uint8
}

// recoverFirst puts what it finds into c.in and compares anew. Where nothing
// leads to the first line, all stays as it is.
func (c *comparison) recoverFirst(want []byte) error {
	r := recovery{comparison: c, want: bytes.Split(want, []byte{'\n'})}
	var err error
	if r.game, err = sim.New(c.content, c.in.Params); err != nil {
		return err
	}
	r.game.Snapshot(&r.start)
	r.vocabulary()

	first := &c.in.Tics[0]
	neutral := *first
	best := neutral
	bestTic := -1
	for _, cmds := range r.firstMoves() {
		first.Cmds = cmds
		if tic := r.agreesUntil(); tic > bestTic {
			best, bestTic = *first, tic
		}
	}
	*first = best
	if bestTic < 0 {
		return nil
	}
	r.findButtons(bestTic)
	diff, err := firstDiff(c.content, c.in, c.lines, want)
	if err != nil {
		return err
	}
	if diff != nil && diff.Tic <= c.diff.Tic {
		*first = neutral
		return nil
	}
	c.diff = diff
	c.note = " (tic 0 is not in the log; by the trace its input was " + describe(first) + ")"
	return nil
}

// vocabulary gathers the moves and buttons of the log's players.
func (r *recovery) vocabulary() {
	walks := map[[2]int8]bool{}
	turns := map[int16]bool{0: true}
	buttons := map[uint8]bool{}
	for p, in := range r.in.Params.Players {
		if in {
			r.players = append(r.players, p)
		}
	}
	for t := range r.in.Tics {
		tic := &r.in.Tics[t]
		for p, c := range tic.Cmds {
			if tic.Mask>>p&1 != 0 {
				walks[[2]int8{c.Forward, c.Side}] = true
				turns[c.AngleTurn] = true
				buttons[c.Buttons] = true
			}
		}
	}
	for walk := range walks {
		for turn := range turns {
			r.moves = append(r.moves, lockstep.Ticcmd{Forward: walk[0], Side: walk[1], AngleTurn: turn})
		}
	}
	for b := range buttons {
		r.buttons = append(r.buttons, b)
	}
	slices.SortFunc(r.moves, func(a, b lockstep.Ticcmd) int {
		return cmpMoves(&a, &b)
	})
	slices.Sort(r.buttons)
}

// cmpMoves sorts by the size of the move, so that of two that come to the same
// the smaller one is found first.
func cmpMoves(a, b *lockstep.Ticcmd) int {
	size := func(c *lockstep.Ticcmd) int {
		return abs(int(c.Forward)) + abs(int(c.Side)) + abs(int(c.AngleTurn))
	}
	if d := size(a) - size(b); d != 0 {
		return d
	}
	if d := int(a.AngleTurn) - int(b.AngleTurn); d != 0 {
		return d
	}
	return int(a.Forward) - int(b.Forward)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// play plays tic 0 with these commands and returns the hash of all map objects.
func (r *recovery) play(cmds *[sim.MaxPlayers]lockstep.Ticcmd) (uint32, error) {
	if err := r.game.Restore(&r.start); err != nil {
		return 0, err
	}
	if err := r.game.Tic(cmds, r.in.Tics[0].Mask); err != nil {
		return 0, err
	}
	return r.game.GoldenMobjHash(), nil
}

// wantedHash is the mobjhash of the trace's first line.
func (r *recovery) wantedHash() (uint32, bool) {
	columns := strings.Split(string(r.want[0]), "\t")
	names := strings.Split(trace.Header, "\t")
	i := slices.Index(names, "mobjhash")
	if len(columns) <= i {
		return 0, false
	}
	n, err := strconv.ParseUint(columns[i], 16, 32)
	return uint32(n), err == nil
}

// agreesUntil is the first tic that differs from the trace with the input as it
// is, the trace's length where none does.
func (r *recovery) agreesUntil() int {
	diff, err := firstDiff(r.content, r.in, r.lines, bytes.Join(r.want, []byte{'\n'}))
	switch {
	case err != nil:
		return -1
	case diff == nil:
		return len(r.in.Tics)
	}
	return diff.Tic
}

// findButtons tries each player's buttons for what makes the traces agree the
// longest, until nothing helps any more.
func (r *recovery) findButtons(agreed int) {
	cmds := &r.in.Tics[0].Cmds
	for better := true; better && agreed < len(r.in.Tics); {
		better = false
		for _, p := range r.players {
			best := cmds[p].Buttons
			for _, b := range r.buttons {
				cmds[p].Buttons = b
				if tic := r.agreesUntil(); tic > agreed {
					best, agreed, better = b, tic, true
				}
			}
			cmds[p].Buttons = best
		}
	}
}

// describe is a tic's input for people.
func describe(t *trace.Tic) string {
	var players []string
	for p, c := range t.Cmds {
		if t.Mask>>p&1 != 0 {
			players = append(players, fmt.Sprintf("player %d: forward %d, side %d, turn %d, buttons %d",
				p, c.Forward, c.Side, c.AngleTurn, c.Buttons))
		}
	}
	return strings.Join(players, "; ")
}
