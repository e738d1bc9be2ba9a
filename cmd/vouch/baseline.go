package main

import "github.com/spf13/cobra"

// This file defines `vouch baseline`: the list of bugs that are known, which find compares with.

func newBaseline() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "baseline",
		Short: "Keep a list of known bugs, so that a build fails for new ones only",
		Long: `Keep a list of known bugs, so that a build fails for new bugs only. The list is a text file for version
control, with one line for each bug, in a fixed order. Use it with vouch find --baseline FILE.

A known bug is named by its program and by its identity, which stays the same while the program is edited
elsewhere. If two programs have the same base name, a path tells them apart.

A reason says why a bug is tolerated. It is free text: write it into the file, or give it to vouch baseline
update. Updates keep it.`,
	}
	cmd.AddCommand(newBaselineUpdate(), newBaselineShow())
	return cmd
}
