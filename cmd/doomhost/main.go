// Command doomhost hosts a game of Doom for browsers: it serves the client and the WADs,
// runs the lobby and relays the tics, all over one port.
//
// It wires packages together and contains no logic of its own. Its main goroutine waits for
// a signal; the host runs its own goroutines.
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

// run runs the program and returns its exit code.
func run(links <-chan string) int {
	cobra.MousetrapHelpText = "" // otherwise cobra refuses a double click on Windows
	ctx, stop := signalContext()
	cmd := newCommand()
	cmd.SetArgs(arguments(ctx, links))
	err := cmd.ExecuteContext(ctx)
	stop()
	code := report(err)
	if code != 0 && mousetrap.StartedByExplorer() {
		// The window closes with the program, so wait until the user has read the error.
		fmt.Fprint(os.Stderr, "Press Enter to close this window.")
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	}
	return code
}

// signalContext returns a context that ends at a signal of the system or the user, or when the
// terminal closes. A second signal has the system's default effect, so it ends the program
// at once.
func signalContext() (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// report prints an error, if any, and returns the exit code for it.
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

// usageError is an error in the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// newCommand makes the command line. Without a subcommand doomhost hosts.
func newCommand() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "doomhost",
		Short: "Host a game of Doom that others join in a browser",
		Long: `doomhost hosts a game of Doom on this machine. Other players open the address
that it shows in a browser, or scan the QR code with a phone, and play; they
install nothing.

It looks for WADs in --wads, DOOMWADDIR, DOOMWADPATH, its own wads folder, the
system's usual folders and those of Steam and GOG. If you do not own Doom, use
Freedoom, which is free: install your system's package "freedoom", or put
freedoom1.wad into a folder and name it with --wads. PWADs in the same folders
(levels and changes by others, DEHACKED included) appear in the lobby as add-ons
to a game; its button "Look for new WADs" finds files that you add while
doomhost runs.

Everything uses one TCP port; if UDP passes on the same port, tics may travel
over it. If others cannot reach the game, allow doomhost in this machine's
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

// noArgs refuses arguments of a command; an empty command means the program itself.
func noArgs(command string, args []string) error {
	switch {
	case len(args) > 0 && command != "":
		return usageError{fmt.Errorf("%s takes no arguments: what is %q?", command, args[0])}
	case len(args) > 0:
		return usageError{fmt.Errorf("there is no command %q", args[0])}
	}
	return nil
}
