// Command loadtest measures the program that ships, bin/doomhost with its referee and
// its recorder, over real sockets on this machine. "make build" makes it.
//
//	go run ./cmd/loadtest latency             seal latency at 35 Hz, beside a bare TCP barrier
//	go run ./cmd/loadtest flood               tics a second, 8 ticcmds in flight: bare barrier, relay alone, program
//	go run ./cmd/loadtest spectators 1000     latency with so many spectators, each with its lobby connection
//	go run ./cmd/loadtest lobby 1000          latency with so many lobby connections that ping and talk
//	go run ./cmd/loadtest bare 1000           likewise, by the bare barrier's plain loop
//	go run ./cmd/loadtest history 100         so many join after an hour of play
//	go run ./cmd/loadtest stopped 10          memory with spectators that never read
//	go run ./cmd/loadtest stall               one player says nothing, then comes back
//	go run ./cmd/loadtest strangers [PATH]    four players while one address asks for all that strangers can
//
// With -alone the relay is measured without WADs, referee and recorder, which says
// what these take. The program has folders of its own, and raised limits, as all
// connections come from one address; each run shows its flags.
//
// The host and the bare barrier that it is held against are processes of
// their own, as are crowds; the players are in this one. A bare barrier plays
// beside every game that is measured, and meets the same weather. Players are raw sockets with frames
// made beforehand. What is measured is the time from the last player's ticcmd
// written to the bundle read.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"time"

	"doomhost/relay/wire"
)

// settings are the flags.
type settings struct {
	duration time.Duration
	tics     int
	inFlight int
	pages    bool
	pings    int
	lines    int
	host     string // the program
	wads     string // its --wads
	alone    bool   // the host without followers, in place of the program
	rate     int
	// recordTime is over how long a session is played that is recorded, however many tics it
	// has. A snapshot is recorded every nine seconds.
	recordTime time.Duration
}

const modes = "latency, flood, spectators N, lobby N, bare N, history N, stopped N, stall, strangers [PATH]"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); errors.Is(err, flag.ErrHelp) {
		return
	} else if err != nil {
		fmt.Fprintln(os.Stderr, "loadtest:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	s := settings{recordTime: 25 * time.Second}
	f := flag.NewFlagSet("loadtest", flag.ContinueOnError)
	f.DurationVar(&s.duration, "duration", 20*time.Second, "how long each measurement takes")
	f.IntVar(&s.tics, "tics", 126_000, "history: tics played before anybody joins")
	f.IntVar(&s.inFlight, "in-flight", 8, "flood: ticcmds under way")
	f.BoolVar(&s.pages, "pages", true, "spectators: each has a lobby connection, too, which pings, as a page has")
	f.IntVar(&s.pings, "pings", pagePings, "lobby: pings a second of each connection, in two bursts")
	f.IntVar(&s.lines, "lines", 10, "lobby: lines of chat a second in all, by turns")
	f.StringVar(&s.host, "host", "bin/doomhost", "the program that is measured; make build makes it")
	f.StringVar(&s.wads, "wads", "", "its folder with a game; empty for those that it finds")
	f.BoolVar(&s.alone, "alone", false, "measure the host without WADs, referee and recorder in place of the program")
	f.IntVar(&s.rate, "rate", 100, "strangers: how often each thing is asked for in a second")
	f.Usage = func() {
		fmt.Fprint(f.Output(), "loadtest [flags] MODE, where MODE is one of: "+modes+"\n")
		f.PrintDefaults()
	}
	if err := f.Parse(args); err != nil {
		return err
	}
	mode, count := f.Arg(0), 0
	n := f.Arg(1)
	if mode == "watch" || mode == "fetch" || mode == "talk" {
		n = f.Arg(2)
	}
	if n != "" && mode != "strangers" {
		var err error
		if count, err = strconv.Atoi(n); err != nil {
			return fmt.Errorf("%s: %q is no number", mode, n)
		}
	}
	switch mode {
	case "serve":
		return serve(ctx)
	case "barrier":
		return barrier(ctx)
	case "watch":
		return watch(ctx, f.Arg(1), count, f.Arg(3), f.Arg(4) == withPages)
	case "talk":
		pings, err := strconv.Atoi(f.Arg(3))
		if err != nil {
			return err
		}
		lines, err := strconv.Atoi(f.Arg(4))
		if err != nil {
			return err
		}
		return talk(ctx, f.Arg(1), count, pings, lines)
	case "fetch":
		goal, err := strconv.ParseUint(f.Arg(3), 10, 32)
		if err != nil {
			return err
		}
		return joiners(f.Arg(1), count, wire.Tic(goal))
	case "latency":
		return latency(ctx, s)
	case "flood":
		return flood(ctx, s)
	case "spectators":
		return spectators(ctx, s, count)
	case "lobby":
		return lobby(ctx, s, count)
	case "bare":
		return bareSpectators(ctx, s, count)
	case "history":
		return history(ctx, s, count)
	case "stopped":
		return stopped(ctx, s, count)
	case "strangers":
		return strangers(ctx, s, f.Arg(1))
	case "stall":
		return stall(ctx, s)
	}
	return fmt.Errorf("there is no mode %q: "+modes, mode)
}
