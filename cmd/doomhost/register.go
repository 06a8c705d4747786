package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"doomhost/internal/launch/register"
)

// newRegisterCommand makes the subcommand that makes this program the handler of
// doomhost:// links.
func newRegisterCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "register",
		Short: "Make this program open doomhost:// links for the current user",
		Args:  func(_ *cobra.Command, args []string) error { return noArgs("register", args) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			path, err := program()
			if err != nil {
				return err
			}
			r, err := register.Register(path)
			if err != nil {
				return err
			}
			text := "This program already opens doomhost:// links (%s).\n"
			if r.Changed {
				text = "This program now opens doomhost:// links (%s).\n"
			}
			fmt.Fprintf(cmd.OutOrStdout(), text, r.Where)
			return nil
		},
	}
}

// newUnregisterCommand makes the subcommand that undoes register.
func newUnregisterCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "unregister",
		Short: "Undo doomhost register",
		Args:  func(_ *cobra.Command, args []string) error { return noArgs("unregister", args) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := register.Unregister()
			if err != nil {
				return err
			}
			switch {
			case r.Changed:
				fmt.Fprintf(cmd.OutOrStdout(), "Removed %s.\n", r.Where)
			case r.Where != "":
				fmt.Fprintf(cmd.OutOrStdout(), "Kept %s: doomhost register did not write it.\n", r.Where)
			default:
				fmt.Fprintln(cmd.OutOrStdout(), "Nothing was registered.")
			}
			return nil
		},
	}
}
