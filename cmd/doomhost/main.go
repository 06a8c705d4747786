// Command doomhost hosts a game of Doom for a room full of browsers: it serves
// the client and the WADs, runs the lobby and relays the tics, over one port.
//
// It wires packages together and holds no logic of its own. It has the main
// goroutine, which waits for a signal; the host has its own.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/inconshreveable/mousetrap"
	"github.com/spf13/cobra"

	"doomhost/internal/launch/appleevent"
	"doomhost/internal/version"
)

func main() { os.Exit(appleevent.Run(run)) }

// run is the program; it returns the exit code.
func run(links <-chan string) int {
	cobra.MousetrapHelpText = "" // or a double click on Windows would be told to use a command line
	ctx, stop := untilTold()
	cmd := newCommand()
	cmd.SetArgs(arguments(ctx, links))
	err := cmd.ExecuteContext(ctx)
	stop()
	code := report(err)
	if code != 0 && mousetrap.StartedByExplorer() {
		// The window closes with the program, and nobody would have read why.
		fmt.Fprint(os.Stderr, "Press Enter to close this window.")
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	}
	return code
}

// untilTold gives a context that ends when the system or the user says so, or
// closes the terminal. After that the signals are the system's own again: a
// second one ends the program at once, whatever keeps it.
func untilTold() (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // by nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// report tells what went wrong, if anything did, and gives the exit code for it.
func report(err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, "doomhost:", err)
	var usage usageError
	if errors.As(err, &usage) {
		fmt.Fprintln(os.Stderr, "See doomhost --help.")
		return 2
	}
	return 1
}

// usageError is an error in how the program was called.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// newCommand is the command line. Without a subcommand doomhost hosts.
func newCommand() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "doomhost",
		Short: "Host a game of Doom that others join with a browser",
		Long: `doomhost hosts a game of Doom on this machine. Everybody else opens a browser
at the address that it shows (or points a phone at the QR code) and plays;
nothing is installed there.

It looks for WADs in --wads, DOOMWADDIR, DOOMWADPATH, its own wads folder, the
system's usual folders and those of Steam and GOG. Freedoom needs nobody to own
Doom: install your system's package "freedoom", or put freedoom1.wad into a
folder and name it with --wads. PWADs in the same folders (levels and changes by
others, DEHACKED included) are offered in the lobby as add-ons to a game; its
button "Look for new WADs" finds those that came meanwhile.

Everything goes over one TCP port; where UDP passes on the same port, tics may
travel by that. If others cannot reach it, allow doomhost in this machine's
firewall for private networks.`,
		Example: `  doomhost
  doomhost --name "Ada's room" --wads ~/doom
  doomhost --port 9000 --no-open`,
		Args:          func(_ *cobra.Command, args []string) error { return noArgs("", args) },
		Version:       version.String(),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return serve(cmd.Context(), &o, cmd.OutOrStdout()) },
	}
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	o.register(cmd.Flags())
	cmd.AddCommand(newDiscoverCommand(), newJoinCommand(), newOpenURLCommand(), newRegisterCommand(), newUnregisterCommand(), newManCommand(cmd))
	return cmd
}

// noArgs refuses arguments of a command, or of the program where that is empty.
func noArgs(command string, args []string) error {
	switch {
	case len(args) > 0 && command != "":
		return usageError{fmt.Errorf("%s takes no arguments: what is %q?", command, args[0])}
	case len(args) > 0:
		return usageError{fmt.Errorf("there is no command %q", args[0])}
	}
	return nil
}
