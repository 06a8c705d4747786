package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"doomhost/internal/manpage"
	"doomhost/internal/version"
)

// newManCommand prints the manual page, for packages. Nobody else needs to know it.
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
				return usageError{fmt.Errorf("--date %s: a day like 2006-01-02 is wanted", date)}
			}
			if err := root.Flags().SetAnnotation("name", manpage.Varies, []string{"true"}); err != nil {
				return err
			}
			page := manpage.Page{Section: 6, Date: day, Version: version.String(), Manual: "Games", Further: furtherSections}
			_, err = cmd.OutOrStdout().Write(page.Write(root))
			return err
		},
	}
	cmd.Flags().StringVar(&date, "date", time.Unix(0, 0).UTC().Format(time.DateOnly), "day that the page bears")
	return cmd
}

// furtherSections are what of the manual page --help does not say.
var furtherSections = []manpage.Section{
	{Heading: "files", Text: `~/.local/share/doomhost/wads
WADs of your own: games, and PWADs as add-ons to them. On Windows this is %LocalAppData%\doomhost\wads, on macOS ~/Library/Application Support/doomhost/wads.

/usr/share/games/doom, /usr/share/doom
Where packages of the system put Freedoom and other WADs.`},
	{Heading: "environment", Text: `DOOMWADDIR
A folder with WADs.

DOOMWADPATH
Folders with WADs, parted as in PATH.`},
	{Heading: "running as a service", Text: `A unit for systemd is installed and not enabled. For a host that is always there:
  systemctl --user enable --now doomhost`},
}
