package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"doomhost/engine/sim"
	"doomhost/engine/trace"
)

func (o *options) runCompare(stdout io.Writer, content *sim.Content, in *trace.Input) (equal bool, err error) {
	want, err := readFile(o.compare)
	if err != nil {
		return false, err
	}
	c := comparison{content: content, in: in, want: want}
	if err := c.run(); err != nil {
		return false, fmt.Errorf("%s: %w", o.compare, err)
	}
	if c.diff != nil {
		fmt.Fprintln(stdout, c.diff)
		return false, nil
	}
	fmt.Fprintf(stdout, "equal, %d tics%s\n", len(in.Tics), c.note)
	return true, nil
}

// comparison of a replay with a recorded trace.
type comparison struct {
	content *sim.Content
	in      *trace.Input
	want    []byte

	lines trace.Lines       // what the recorded lines turned out to be
	diff  *trace.Difference // the first one, nil: all lines are equal
	note  string            // what had to be assumed, for people
}

// run compares. The recorded trace says itself whether it has the players'
// columns. Whether its engine drew a picture shows only in the sidehash: where
// that is what differs first, the replay is tried again with a picture. What a
// tic log lacks of its first tic is sought in the trace.
func (c *comparison) run() error {
	header, want, _ := bytes.Cut(c.want, []byte{'\n'})
	switch string(header) {
	case trace.Header:
	case trace.FullHeader:
		c.lines.Full = true
	default:
		return errors.New("not a trace: its first line is not a trace's header")
	}
	var err error
	if c.diff, err = firstDiff(c.content, c.in, c.lines, want); err != nil || c.diff == nil {
		return err
	}
	if c.in.Missing == 1 {
		if err := c.recoverFirst(want); err != nil {
			return err
		}
	}
	if c.diff == nil || c.diff.Column != "sidehash" {
		return nil
	}
	drawn := c.lines
	drawn.Drawn = true
	diff, err := firstDiff(c.content, c.in, drawn, want)
	if err != nil {
		return err
	}
	if diff == nil || diff.Tic > c.diff.Tic {
		c.lines, c.diff = drawn, diff
		c.note += " (the lines that the console player saw are marked as mapped)"
	}
	return nil
}

// firstDiff replays to the end of the input or to the first line that differs
// from want, which has no header.
func firstDiff(content *sim.Content, in *trace.Input, lines trace.Lines, want []byte) (*trace.Difference, error) {
	r, err := trace.NewReplay(content, in, lines)
	if err != nil {
		return nil, err
	}
	for {
		tic, ok, err := r.Step()
		if err != nil {
			return nil, err
		}
		var line, wanted []byte
		if ok {
			line = r.Line()
		}
		wanted, want, _ = bytes.Cut(want, []byte{'\n'})
		if diff := trace.Diff(tic, line, wanted); diff != nil || !ok {
			return diff, nil
		}
	}
}
