package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"doomhost/discovery"
	"doomhost/internal/launch/confirm"
	"doomhost/internal/launch/link"
)

// newOpenURLCommand makes the subcommand that opens a doomhost:// link. Browsers call it.
func newOpenURLCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "open-url URL",
		Short: "Open a doomhost:// link",
		Long: `Browsers call open-url for doomhost:// links, after doomhost register.
doomhost://host asks in the browser whether to host a game, and hosts if the
user agrees. doomhost://join?address=HOST:PORT opens the game at that address,
if there is one.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError{errors.New("open-url: give exactly one link")}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return openLink(cmd.Context(), args[0], cmd.OutOrStdout())
		},
	}
}

// openLink opens a link. It shows an error in the browser, because a user who clicked a
// link sees no terminal.
func openLink(ctx context.Context, text string, out io.Writer) error {
	l, err := link.Parse(text)
	if err != nil {
		return usageError{err}
	}
	switch l.Action {
	case link.Join:
		err = joinByLink(ctx, l.Address)
	case link.Host:
		err = hostByLink(ctx, out)
	default:
		err = link.ErrBad
	}
	if err != nil && !errors.Is(err, confirm.ErrNo) && ctx.Err() == nil {
		if told := confirm.Tell(ctx, "The link did not work", err.Error(), openBrowser); told != nil {
			err = errors.Join(err, told)
		}
	}
	return err
}

func joinByLink(ctx context.Context, address string) error {
	target, err := discovery.ParseTarget(address, defaultPort)
	if err != nil {
		return err
	}
	url, err := ask(ctx, target)
	if err != nil {
		return err
	}
	return openBrowser(url)
}

// hostByLink hosts if the user agrees in the browser. Until then it serves only the page
// with the question, on the loopback interface.
func hostByLink(ctx context.Context, out io.Writer) error {
	o := defaultOptions()
	o.noOpen = true // the page with the question redirects to the lobby
	one, running, err := o.acquireSingle(ctx)
	if err != nil {
		return err
	}
	if running != "" {
		return openBrowser(running)
	}
	defer one.stop()
	served := make(chan error, 1)
	var start sync.Once
	err = confirm.Ask(ctx, confirm.Question{
		Title: "Host a game of Doom?",
		Text: "A web page asks to start doomhost on this computer. Everybody on your network will be able to open the game, until you close it.\n\n" +
			"If you did not click a link for that, say no.",
		Yes: "Start hosting", No: "No",
		Started: func(asked context.Context) (string, error) {
			start.Do(func() {
				go func() { served <- serveAs(ctx, &o, out, one) }()
			})
			timeout := time.NewTimer(20 * time.Second)
			defer timeout.Stop()
			select {
			case <-one.lobby:
				return *one.url.Load(), nil
			case err := <-served:
				if err == nil {
					err = errors.New("doomhost ended immediately")
				}
				served <- err
				return "", err
			case <-timeout.C:
				return "", errors.New("doomhost did not start in time: start it in a terminal to see why")
			case <-asked.Done():
				return "", asked.Err()
			}
		},
	}, openBrowser, one.at)
	if err != nil {
		return err
	}
	return <-served
}

// program returns the path under which this program can be started again.
func program() (string, error) {
	// An AppImage's own path lasts; the path of the program inside does not.
	if image := os.Getenv("APPIMAGE"); image != "" {
		return image, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this program: %w", err)
	}
	return path, nil
}
