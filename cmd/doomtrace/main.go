// Command doomtrace replays a recorded game without a picture and prints what
// the simulation came to after every tic, or compares that with a trace of
// another engine: is this demo in sync?
//
// The exit code is 0 when all went well and, with --compare or --golden, every
// line is equal; 1 when a line differs; 2 when the call is wrong or something
// cannot be read.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"
)

const (
	exitEqual = iota
	exitDiffers
	exitError
)

const usage = `doomtrace replays a recorded game and prints a line for each tic.

  doomtrace --iwad FILE --demo DEMO1                 a demo lump of the WADs
  doomtrace --iwad FILE --demo FILE.lmp[.gz]         a demo file
  doomtrace --iwad FILE --ticlog FILE.ticlog[.gz] --episode E --map M --skill 1..5
            --deathmatch 0|1|2 --players 0,2 --console 0
                                                     a session's tic log
  doomtrace --soak 1h                                random games beside twins that
                                                     must not differ
  doomtrace --iwad FILE --song D_RUNNIN              what a song writes to the OPL
                                                     chip, a line for each write

With --wav FILE a game's or a song's sound is written instead.

With --compare TRACE[.gz] the lines are compared with that file's instead of
printed: the first tic and column that differ are named.

Exit code: 0 done, or all equal; 1 something differs; 2 wrong call or a file
that cannot be read.

`

// options are what the flags say.
type options struct {
	iwad  string
	files []string
	dehs  []string

	demo       string
	netDemo    bool
	overruns   bool
	ticlog     string
	episode    int
	mapNumber  int
	skill      int
	deathmatch int
	players    []int
	console    int

	full        bool
	drawn       bool
	mobjs       int
	compare     string
	bench       bool
	golden      string
	writeGolden string
	jobs        int

	exitAt []int
	twins  int

	pictures pictureFlags
	sound    soundFlags
	soak     soakFlags
}

func (o *options) flags() *pflag.FlagSet {
	f := pflag.NewFlagSet("doomtrace", pflag.ContinueOnError)
	f.SortFlags = false
	f.StringVar(&o.iwad, "iwad", "", "the IWAD `file`")
	f.StringArrayVar(&o.files, "file", nil, "a PWAD `file` over it (may be given again)")
	f.StringArrayVar(&o.dehs, "deh", nil, "a DEHACKED patch `file` behind those in the WADs (may be given again)")
	f.StringVar(&o.demo, "demo", "", "demo `lump or file` to replay")
	f.BoolVar(&o.netDemo, "netdemo", false, "the demo is of a net game though the second player is not in it")
	f.BoolVar(&o.overruns, "overruns", false,
		"write over what vanilla writes over "+
			"where its lists are too long, as Chocolate Doom does; for demos of other programs")
	f.StringVar(&o.ticlog, "ticlog", "", "tic log `file` to replay; the following flags say what it starts")
	f.IntVar(&o.episode, "episode", 1, "episode of a tic log's game")
	f.IntVar(&o.mapNumber, "map", 1, "map of a tic log's game")
	f.IntVar(&o.skill, "skill", 4, "skill of a tic log's game, 1 to 5")
	f.IntVar(&o.deathmatch, "deathmatch", 0, "0 co-op, 1 deathmatch, 2 altdeath")
	f.IntSliceVar(&o.players, "players", []int{0}, "players who are in a tic log's game at its start, `numbers` 0 to 3 with commas")
	f.IntVar(&o.console, "console", 0, "whose pick-up sounds count, 0 to 3")
	f.IntSliceVar(&o.exitAt, "exit-at", nil, "`tics` before which a tic log's level is ended, as --soak does")
	f.BoolVar(&o.full, "full", false, "add the players' columns")
	f.BoolVar(&o.drawn, "drawn", false, "count lines that the console player has seen as mapped in sidehash, as an engine does that draws (--compare finds that out)")
	f.IntVar(&o.mobjs, "mobjs", 0, "print every map object instead, each time `N` tics of a level have passed")
	f.StringVar(&o.compare, "compare", "", "compare with this trace `file` instead of printing")
	f.IntVar(&o.twins, "twins", 0, "play beside a twin that is saved and restored every `N` tics and one that forgets its working memory, and say whether they differ")
	f.BoolVar(&o.bench, "bench", false, "say how long a tic takes instead of printing")
	o.pictures.register(f)
	o.sound.register(f)
	f.StringVar(&o.golden, "golden", "", "replay all recorded runs of this `folder` and compare them with its traces")
	f.StringVar(&o.writeGolden, "write-golden", "", "with --golden: write the runs' inputs and digests to this `folder` instead, from the folder's traces")
	o.soak.register(f)
	f.IntVar(&o.jobs, "jobs", 0, "runs at a time with --golden, games at a time with --soak (0: one for each processor)")
	return f
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	var o options
	f := o.flags()
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprint(stderr, usage, "Flags:\n", f.FlagUsagesWrapped(80))
	}
	if err := f.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return exitEqual
		}
		fmt.Fprintln(stderr, "doomtrace:", err)
		return exitError
	}
	if f.NArg() > 0 {
		fmt.Fprintf(stderr, "doomtrace: unexpected argument %q; see --help\n", f.Arg(0))
		return exitError
	}
	equal, err := o.run(stdout, stderr)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "doomtrace:", err)
		return exitError
	case !equal:
		return exitDiffers
	}
	return exitEqual
}
