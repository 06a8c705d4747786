package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"log/slog"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"doomhost/discovery"
)

// searchOptions holds the options of the subcommands that look for games.
type searchOptions struct {
	options
	timeout time.Duration
	json    bool
	probe   bool
}

// newDiscoverCommand lists the games on the network.
func newDiscoverCommand() *cobra.Command {
	var l searchOptions
	cmd := &cobra.Command{
		Use:   "discover",
		Short: "List the games on this network",
		Example: `  doomhost discover
  doomhost discover --json --timeout 5s`,
		Args: func(_ *cobra.Command, args []string) error { return noArgs("discover", args) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := l.check(); err != nil {
				return err
			}
			games := l.look(cmd.Context(), func([]discovery.Found) bool { return false })
			return l.print(cmd.OutOrStdout(), games)
		},
	}
	cmd.Flags().DurationVar(&l.timeout, "timeout", 3*time.Second, "how long to look")
	cmd.Flags().BoolVar(&l.json, "json", false, "print JSON in the format of GET /api/games")
	cmd.Flags().BoolVar(&l.probe, "probe", false, "also try every address of this network (up to a /22)")
	cmd.Flags().BoolVar(&l.allInterfaces, "all-interfaces", false, "also look on virtual network adapters")
	return cmd
}

func (l *searchOptions) check() error {
	if l.timeout <= 0 {
		return usageError{fmt.Errorf("--timeout %v: it must be more than 0, such as 5s", l.timeout)}
	}
	return nil
}

// look looks for games until enough returns true or the time is up.
func (l *searchOptions) look(ctx context.Context, enough func([]discovery.Found) bool) []discovery.Found {
	log.SetOutput(io.Discard) // discard the mDNS library's messages
	quiet := slog.New(slog.DiscardHandler)
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	browser := discovery.NewBrowser(discovery.BrowserConfig{Interfaces: l.lan, Port: defaultPort, Further: beaconPorts()[1:], Log: quiet})
	beacon := discovery.NewBeacon(discovery.BeaconConfig{Ports: beaconPorts(), Interfaces: l.lan, Found: browser.Saw, Log: quiet})
	var wait sync.WaitGroup
	defer wait.Wait()
	defer cancel()
	wait.Go(func() { browser.Run(ctx) })
	wait.Go(func() { beacon.Run(ctx) })
	if l.probe {
		// No other probe can be running, and the games that it finds appear in the list.
		wait.Go(func() { _, _ = browser.Probe(ctx) })
	}
	for {
		if games := browser.Games(); enough(games) {
			return games
		}
		select {
		case <-browser.Changed():
		case <-ctx.Done():
			return browser.Games()
		}
	}
}

// print prints the list.
func (l *searchOptions) print(out io.Writer, games []discovery.Found) error {
	if l.json {
		list := []discovery.Listed{}
		for _, g := range games {
			list = append(list, g.List(""))
		}
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		return e.Encode(map[string]any{"games": list})
	}
	if len(games) == 0 {
		_, err := fmt.Fprintf(out, "No game was found in %v. Try a longer --timeout, or --probe, or open the address that the host shows.\n", l.timeout)
		return err
	}
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tADDRESS\tMAP\tMODE\tPLAYERS\tPING\tSTATE")
	for _, g := range games {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d/%d\t%.1f ms\t%s\n", g.Name, g.URL(), g.Map, g.Mode, g.Players, g.MaxPlayers, float64(g.Ping.Microseconds())/1000, g.State)
	}
	return w.Flush()
}
