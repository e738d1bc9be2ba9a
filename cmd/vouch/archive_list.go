package main

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"vouch/certs/archive"
	"vouch/cmd/internal/catalogue"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/output"
)

// This file defines `vouch archive list`.

func newArchiveList() *cobra.Command {
	var (
		f        catalogue.Filter
		maxBytes int64
		asJSON   bool
	)
	cmd := &cobra.Command{
		Use:   "list [flags] DIR",
		Short: "List the statements in an archive",
		Long: `List the statements in the archive in DIR, the oldest first. A line has the entry, the time of issue, the
issuer, the program and its finding, and the first digits of the certificate's SHA-256. List verifies
nothing; vouch archive verify does.

Exit status:
  0  the list was printed
  2  the archive cannot be read`,
		Example: `  vouch archive list evidence.archive
  vouch archive list evidence.archive --program gcd.imp --fault assertion --since 2026-01-01 --json`,
		Args: checkcmd.Exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.Parse(); err != nil {
				return err
			}
			err := listArchive(cmd, &f, args[0], maxBytes, asJSON)
			if _, lost := errors.AsType[*output.LostError](err); asJSON && err != nil && !lost {
				output.JSON(cmd.OutOrStdout(), output.Failure{Error: err.Error()})
			}
			return err
		},
	}
	filterFlags(cmd, &f)
	checkcmd.BytesFlag(cmd, &maxBytes)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line for each statement")
	return cmd
}

func filterFlags(cmd *cobra.Command, f *catalogue.Filter) {
	cmd.Flags().StringVar(&f.Program, "program", "", "list only what is about the program `NAME`")
	cmd.Flags().StringVar(&f.Fault, "fault", "",
		"list only this `KIND` of finding: a kind of fault, such as assertion, or bug, safe, bounded")
	cmd.Flags().StringVar(&f.Issuer, "issuer", "", "list only statements of the issuer with this `URI`")
	cmd.Flags().StringVar(&f.Since, "since", "", "list only statements issued at this `TIME` or later")
	cmd.Flags().StringVar(&f.Until, "until", "", "list only statements issued before this `TIME`")
}

// listArchive prints a line for each statement in an archive that the filter admits.
func listArchive(cmd *cobra.Command, f *catalogue.Filter, dir string, maxBytes int64, asJSON bool) error {
	a, err := archive.Open(dir, nil)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	err = a.Records(0, func(r archive.Record) error {
		if a.Own(r) {
			return nil
		}
		line, err := catalogue.Describe(a, r, maxBytes)
		if err != nil {
			return err
		}
		if !f.Admits(line) {
			return nil
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), line)
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", line.Entry, line.Issued, line.Issuer, line.Finding(),
			line.Certificate[:16])
		return nil
	})
	if err != nil {
		return err
	}
	return table.Flush()
}
