package main

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"doomhost/discovery"
)

// newJoinCommand makes the subcommand that opens a game in the browser.
func newJoinCommand() *cobra.Command {
	var l searchOptions
	cmd := &cobra.Command{
		Use:   "join NAME|ADDRESS",
		Short: "Open a game on this network in the browser",
		Example: `  doomhost join "Ada's room"
  doomhost join 192.168.1.5:8666`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError{errors.New("join: give the name or address of one game")}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := l.check(); err != nil {
				return err
			}
			url, err := l.find(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), url)
			if l.noOpen {
				return nil
			}
			if err := openBrowser(url); err != nil {
				return fmt.Errorf("open a browser: %w: open the address above yourself", err)
			}
			return nil
		},
	}
	cmd.Flags().DurationVar(&l.timeout, "timeout", 5*time.Second, "how long to look for a name")
	cmd.Flags().BoolVar(&l.noOpen, "no-open", false, "print the address only")
	cmd.Flags().BoolVar(&l.allInterfaces, "all-interfaces", false, "also look on virtual network adapters")
	return cmd
}

// find returns the lobby's URL of the game that a name or an address means.
func (l *searchOptions) find(ctx context.Context, what string) (string, error) {
	target, err := discovery.ParseTarget(what, defaultPort)
	isAddress := err == nil
	if isAddress && numeric(target.Host) {
		return ask(ctx, target)
	}
	var match []discovery.Found
	l.look(ctx, func(games []discovery.Found) bool {
		match = named(games, what)
		return len(match) > 0 && strings.EqualFold(match[0].Name, what) && match[0].ForBrowsers()
	})
	switch {
	case len(match) == 1:
		return match[0].URL(), nil
	case len(match) > 1:
		return "", fmt.Errorf("several games match %q: give more of the name, or the address", what)
	case isAddress && strings.ContainsAny(what, ".:"):
		return ask(ctx, target)
	}
	return "", fmt.Errorf("found no game called %q: list the games with doomhost discover", what)
}

func numeric(name string) bool {
	_, err := netip.ParseAddr(name)
	return err == nil
}

// named returns the games that a name means: the one with exactly this name or id, or else
// all whose name contains it or whose network name it is.
func named(games []discovery.Found, what string) []discovery.Found {
	var part []discovery.Found
	label := strings.TrimSuffix(strings.ToLower(what), ".local")
	for _, g := range games {
		if strings.EqualFold(g.Name, what) || g.ID == what {
			return []discovery.Found{g}
		}
		if strings.Contains(strings.ToLower(g.Name), strings.ToLower(what)) || discovery.HostNames(g.Name)[0] == label+".local" {
			part = append(part, g)
		}
	}
	return part
}

// ask checks that a game answers at an address, and returns the URL of its lobby.
func ask(ctx context.Context, target discovery.Target) (string, error) {
	list, err := target.Resolve(ctx)
	if err != nil {
		return "", err
	}
	if _, _, _, err := discovery.Ask(ctx, list); err != nil {
		if errors.Is(err, discovery.ErrNotOurs) {
			return "", fmt.Errorf("the server at %s is no doomhost", target)
		}
		return "", fmt.Errorf("nothing answers at %s: check that the game is still running, "+
			"and that both machines are on the same network", target)
	}
	return target.URL(), nil
}
