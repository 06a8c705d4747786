package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"doomhost/internal/manpage"
	"doomhost/internal/version"
)

// newManCommand makes the hidden subcommand that prints the manual page, for packages.
func newManCommand(root *cobra.Command) *cobra.Command {
	var date string
	cmd := &cobra.Command{
		Use:    "man",
		Short:  "Print the manual page",
		Hidden: true,
		Args:   func(_ *cobra.Command, args []string) error { return noArgs("man", args) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			day, err := time.Parse(time.DateOnly, date)
			if err != nil {
				return usageError{fmt.Errorf("--date %s: write a date such as 2006-01-02", date)}
			}
			if err := root.Flags().SetAnnotation("name", manpage.Varies, []string{"true"}); err != nil {
				return err
			}
			page := manpage.Page{Section: 6, Date: day, Version: version.String(), Manual: "Games", Further: furtherSections}
			_, err = cmd.OutOrStdout().Write(page.Write(root))
			return err
		},
	}
	cmd.Flags().StringVar(&date, "date", time.Unix(0, 0).UTC().Format(time.DateOnly), "date on the page")
	return cmd
}

// furtherSections are the sections of the manual page that --help lacks.
var furtherSections = []manpage.Section{
	{Heading: "files", Text: `~/.local/share/doomhost/wads
WADs of your own: games, and PWADs as add-ons to them. On Windows this is %LocalAppData%\doomhost\wads, on macOS ~/Library/Application Support/doomhost/wads.

/usr/share/games/doom, /usr/share/doom
The folders in which the system's packages install Freedoom and other WADs.`},
	{Heading: "environment", Text: `DOOMWADDIR
A folder with WADs.

DOOMWADPATH
Folders with WADs, separated as in PATH.`},
	{Heading: "running as a service", Text: `The package installs a systemd unit without enabling it. To keep a host running:
  systemctl --user enable --now doomhost`},
}
