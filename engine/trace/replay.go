package trace

import "doomhost/engine/sim"

// Replay plays an Input to its end.
type Replay struct {
	Game *sim.Game
	// Full adds the players' columns to the lines.
	Full bool

	in   *Input
	next int
	line []byte
}

// NewReplay starts the input's game.
func NewReplay(content *sim.Content, in *Input) (*Replay, error) {
	g, err := sim.New(content, in.Params)
	if err != nil {
		return nil, err
	}
	return &Replay{Game: g, in: in}, nil
}

// Step plays the next tic and returns its number; false when the input has
// ended.
func (r *Replay) Step() (tic int, ok bool, err error) {
	if r.next == len(r.in.Tics) {
		return r.next, false, nil
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
	r.line = AppendLine(r.line[:0], r.Game, r.next-1, r.Full)
	return r.line
}
