package main

import "github.com/spf13/cobra"

// This file defines `vouch baseline`: the list of bugs that are known, which find compares with.

func newBaseline() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "baseline",
		Short: "Keep a list of known bugs, so that a build fails for new ones only",
		Long: `Keep a list of known bugs in a text file that is made for version control: one line for each finding, in
order. vouch find --baseline FILE marks the findings in it as known and fails for others only.

A finding is known by the program's name and by the finding's identity, which stays the same while the
program is edited elsewhere. A finding of two programs of the same base name is told apart by a path
in place of the name. The reason, why a bug is tolerated, is free text; write it into the file, or
give it to vouch baseline update. Updates keep it.`,
	}
	cmd.AddCommand(newBaselineUpdate(), newBaselineShow())
	return cmd
}
