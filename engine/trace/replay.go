package trace

import "doomhost/engine/sim"

// Lines is what a trace's lines have in them beyond the plain columns.
type Lines struct {
	// Full adds the players' columns.
	Full bool
	// Drawn counts the lines that the console player has seen as mapped in the
	// sidehash, as an engine does that draws a picture after every tic but the
	// first.
	Drawn bool
}

// Replay plays an Input to its end.
type Replay struct {
	Game *sim.Game

	lines  Lines
	viewer *viewer // nil where nothing is drawn
	in     *Input
	next   int
	line   []byte
}

// NewReplay starts the input's game.
func NewReplay(content *sim.Content, in *Input, lines Lines) (*Replay, error) {
	g, err := sim.New(content, in.Params)
	if err != nil {
		return nil, err
	}
	r := &Replay{Game: g, in: in, lines: lines}
	if lines.Drawn {
		r.viewer, err = newViewer(content)
	}
	return r, err
}

// Step plays the next tic and returns its number; false when the input has
// ended.
func (r *Replay) Step() (tic int, ok bool, err error) {
	if r.next == len(r.in.Tics) {
		return r.next, false, nil
	}
	if r.viewer != nil && r.next > 1 {
		r.viewer.draw(r.Game)
	}
	if r.in.exits(r.next, r.Game) {
		r.Game.ExitLevel()
	}
	t := &r.in.Tics[r.next]
	if err := r.Game.Tic(&t.Cmds, t.Mask); err != nil {
		return r.next, false, err
	}
	r.next++
	return r.next - 1, true, nil
}

// Line is the line of the tic that Step played last, valid until the next call.
func (r *Replay) Line() []byte {
	g := r.Game
	r.line = appendState(r.line[:0], g, r.next-1)
	if g.Phase != sim.PhaseLevel {
		return r.line
	}
	var sides uint32
	if r.viewer != nil {
		sides = r.viewer.sideHash(g)
	} else {
		sides = g.GoldenSideHash()
	}
	r.line = appendLevel(r.line, g, sides)
	if r.lines.Full {
		r.line = appendPlayers(r.line, g)
	}
	return r.line
}
