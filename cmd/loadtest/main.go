// Command loadtest measures the shipped program, bin/doomhost with its referee and its
// recorder, over real sockets on this machine. "make build" builds it.
//
//	go run ./cmd/loadtest latency             seal latency at 35 Hz, beside a bare TCP barrier
//	go run ./cmd/loadtest flood               tics a second, 8 ticcmds in flight: bare barrier, relay alone, program
//	go run ./cmd/loadtest spectators 1000     latency with 1000 spectators, each with its lobby connection
//	go run ./cmd/loadtest lobby 1000          latency with 1000 lobby connections that ping and chat
//	go run ./cmd/loadtest bare 1000           latency of the bare barrier's plain loop with 1000 spectators
//	go run ./cmd/loadtest history 100         100 spectators join after an hour of play
//	go run ./cmd/loadtest stopped 10          memory with 10 spectators that never read
//	go run ./cmd/loadtest stall               one player stops sending, then comes back
//	go run ./cmd/loadtest strangers [PATH]    four players during floods of every request that strangers can send
//
// With -alone it measures the relay without WADs, referee and recorder, which shows what
// these cost. The program has its own folders, and raised limits, because all connections
// come from one address; each run prints its flags.
//
// The host, the bare barrier for comparison, and crowds are separate processes; the players
// are in this one. A bare barrier plays beside every measured game, under the same
// conditions. Players are raw sockets with prepared frames. A latency is the time from the
// write of the last player's ticcmd to the read of the bundle.
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

	"doomhost/lockstep"
)

// settings are the command line's flags.
type settings struct {
	duration time.Duration
	tics     int
	inFlight int
	pages    bool
	pings    int
	lines    int
	host     string // the program to measure
	wads     string // its --wads
	alone    bool   // measure the host without followers instead of the program
	rate     int
	// recordTime is the time for the recorded session, however many tics it has. The
	// referee keeps a snapshot every nine seconds.
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
	f.IntVar(&s.tics, "tics", 126_000, "history: tics before the first spectator joins")
	f.IntVar(&s.inFlight, "in-flight", 8, "flood: ticcmds in flight")
	f.BoolVar(&s.pages, "pages", true, "spectators: each also has a lobby connection that pings, like a page")
	f.IntVar(&s.pings, "pings", pagePings, "lobby: pings a second of each connection, in two bursts")
	f.IntVar(&s.lines, "lines", 10, "lobby: lines of chat a second in total")
	f.StringVar(&s.host, "host", "bin/doomhost", "the program to measure; make build builds it")
	f.StringVar(&s.wads, "wads", "", "the program's --wads folder; empty means the folders that it searches anyway")
	f.BoolVar(&s.alone, "alone", false, "measure the host without WADs, referee and recorder instead of the program")
	f.IntVar(&s.rate, "rate", 100, "strangers: requests of each kind a second")
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
			return fmt.Errorf("%s: %q is not a number", mode, n)
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
		return joiners(f.Arg(1), count, lockstep.Tic(goal))
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
