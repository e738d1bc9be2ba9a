package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/terminal"
)

// This file defines `vouch baseline show`.

func newBaselineShow() *cobra.Command {
	return &cobra.Command{
		Use:   "show FILE",
		Short: "List the known bugs",
		Long: `Print a line for each known bug: the program, the kind, the place where it was last recorded, the date on
which it became known, the first digits of its identity, the reason why it is tolerated, and on what it depends.
The kind has the expression where several bugs of a kind begin at one place.

Exit status:
  0  the bugs were printed
  2  the file is not a baseline`,
		Example: `  vouch baseline show vouch.baseline`,
		Args:    checkcmd.Exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := baseline.Read(args[0])
			if err != nil {
				return err
			}
			table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, e := range b.Entries() {
				since := e.Since
				if since == "" {
					since = "-"
				}
				about := ""
				if e.About != "" {
					about = "\twith " + terminal.Shown(e.About)
				}
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s%s\n", terminal.Shown(e.File), terminal.Shown(b.What(e)),
					terminal.Shown(e.Place), since, terminal.Shown(hash(e.Identity)), terminal.Shown(e.Reason), about)
			}
			return table.Flush()
		},
	}
}

// hash returns the beginning of the hash in an identity.
func hash(id string) string {
	id = id[strings.LastIndexByte(id, ':')+1:]
	return id[:min(16, len(id))]
}
