package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"doomhost/engine/sim"
	"doomhost/engine/trace"
)

// run does what the flags say; equal is false when a comparison found a
// difference.
func (o *options) run(stdout, stderr io.Writer) (equal bool, err error) {
	if o.golden != "" {
		return o.runGolden(stdout, stderr)
	}
	if o.soak.length > 0 {
		return o.runSoak(stdout, stderr)
	}
	if o.iwad == "" {
		return false, errors.New("which game? name its IWAD with --iwad FILE; see --help")
	}
	if o.sound.song != "" {
		return o.sound.play(stdout, append([]string{o.iwad}, o.files...))
	}
	if (o.demo == "") == (o.ticlog == "") {
		return false, errors.New("name one recorded game, with --demo or --ticlog; see --help")
	}
	content, err := loadContent(append([]string{o.iwad}, o.files...), o.dehs, stderr)
	if err != nil {
		return false, err
	}
	in, err := o.loadInput(content, stderr)
	if err != nil {
		return false, err
	}
	if o.twins > 0 {
		return runTwins(stdout, content, in, o.twins)
	}
	if o.compare != "" {
		return o.runCompare(stdout, content, in)
	}
	if in.Missing > 0 {
		fmt.Fprintln(stderr, "doomtrace: tic 0 is not in the log and is played without input; --compare with a trace finds out what it was")
	}
	replay, err := trace.NewReplay(content, in, trace.Lines{Full: o.full, Drawn: o.drawn})
	if err != nil {
		return false, err
	}
	if o.pictures.wanted() {
		return o.pictures.draw(stdout, content, replay)
	}
	if o.sound.wav != "" {
		return true, o.sound.writeGame(content, replay)
	}
	if o.bench {
		return true, bench(stdout, replay)
	}
	out := bufio.NewWriter(stdout)
	if o.mobjs > 0 {
		err = o.printMobjs(out, replay)
	} else {
		err = o.print(out, replay)
	}
	return true, errors.Join(err, out.Flush())
}

// runTwins plays a recorded game beside its twins.
func runTwins(stdout io.Writer, content *sim.Content, in *trace.Input, every int) (equal bool, err error) {
	err = trace.PlayTwins(content, in, every)
	var differs *trace.TwinDifference
	switch {
	case errors.As(err, &differs):
		fmt.Fprintln(stdout, "DIFFERS", err)
		return false, nil
	case err != nil:
		return false, err
	}
	fmt.Fprintf(stdout, "no difference, %d tics\n", len(in.Tics))
	return true, nil
}

func (o *options) print(out *bufio.Writer, r *trace.Replay) error {
	header := trace.Header
	if o.full {
		header = trace.FullHeader
	}
	fmt.Fprintln(out, header)
	for {
		_, ok, err := r.Step()
		if !ok {
			return err
		}
		out.Write(r.Line())
		out.WriteByte('\n')
	}
}

// printMobjs lists the map objects when each N tics of a level have passed.
func (o *options) printMobjs(out *bufio.Writer, r *trace.Replay) error {
	var buf []byte
	for {
		tic, ok, err := r.Step()
		if !ok {
			return err
		}
		if g := r.Game; g.Phase == sim.PhaseLevel && int(g.LevelTime)%o.mobjs == 1%o.mobjs {
			buf = trace.AppendMobjs(buf[:0], g, tic)
			out.Write(buf)
		}
	}
}

// bench says how long the tics take, the tracing left out.
func bench(out io.Writer, r *trace.Replay) error {
	times, err := timeTics(r)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, summary(times))
	return nil
}

// timeTics plays to the end and returns how long each tic took.
func timeTics(r *trace.Replay) ([]time.Duration, error) {
	var times []time.Duration
	for {
		start := time.Now()
		_, ok, err := r.Step()
		if !ok {
			return times, err
		}
		times = append(times, time.Since(start))
	}
}

func summary(times []time.Duration) string {
	if len(times) == 0 {
		return "no tics"
	}
	sorted := slices.Clone(times)
	slices.Sort(sorted)
	at := func(percent int) float64 { return micros(sorted[(len(sorted)-1)*percent/100]) }
	mean, median := meanAndMedian(times)
	return fmt.Sprintf("%d tics: mean %.2f µs, median %.2f µs, 99th percentile %.2f µs, longest %.2f µs, %.0f tics/s",
		len(times), mean, median, at(99), at(100), 1e6/mean)
}

// meanAndMedian are in microseconds.
func meanAndMedian(times []time.Duration) (mean, median float64) {
	if len(times) == 0 {
		return 0, 0
	}
	var sum time.Duration
	for _, t := range times {
		sum += t
	}
	sorted := slices.Clone(times)
	slices.Sort(sorted)
	return micros(sum) / float64(len(times)), micros(sorted[len(sorted)/2])
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
