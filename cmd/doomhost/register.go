package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"doomhost/internal/launch/register"
)

// newRegisterCommand makes doomhost:// links open this program.
func newRegisterCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "register",
		Short: "Let this program open doomhost:// links, for the current user",
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
			text := "doomhost:// links open this program already (%s).\n"
			if r.Changed {
				text = "doomhost:// links open this program now (%s).\n"
			}
			fmt.Fprintf(cmd.OutOrStdout(), text, r.Where)
			return nil
		},
	}
}

// newUnregisterCommand takes that back.
func newUnregisterCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "unregister",
		Short: "Take back what register did",
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
				fmt.Fprintf(cmd.OutOrStdout(), "Left %s alone: it is not from doomhost register.\n", r.Where)
			default:
				fmt.Fprintln(cmd.OutOrStdout(), "Nothing was registered.")
			}
			return nil
		},
	}
}
