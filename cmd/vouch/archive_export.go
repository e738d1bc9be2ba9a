package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vouch/certs/archive"
	"vouch/cmd/internal/catalogue"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/outfile"
)

// This file defines `vouch archive export`.

func newArchiveExport() *cobra.Command {
	var (
		out      string
		maxBytes int64
		force    bool
	)
	cmd := &cobra.Command{
		Use:   "export [flags] DIR ID",
		Short: "Write all the evidence about a certificate to one file",
		Long: `Write all the evidence about a certificate to one file, a bundle. It holds the certificate with the source
of its program, the statements about it with their receipts, and the log's checkpoint with the proofs that
lead to it. vouch-check BUNDLE --trust FILE checks all of that offline.

ID is as in vouch archive show. -o - writes the bundle to standard output.

Exit status:
  0  the bundle was written
  2  there is no such entry, or a file cannot be read or written`,
		Example: `  vouch archive export evidence.archive 3f9a1c22 -o bug.vouch
  vouch-check bug.vouch --trust trust`,
		Args: checkcmd.Exactly("DIR", "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return errors.New("found no -o FILE, want the name of the bundle")
			}
			a, err := archive.Open(args[0], nil)
			if err != nil {
				return err
			}
			d, _, err := catalogue.Resolve(a, args[1])
			if err != nil {
				return err
			}
			b, err := a.Bundle(d, maxBytes)
			if err != nil {
				return err
			}
			about := catalogue.About(b.Certificate)
			if about != "" {
				about = "; with " + about
			}
			data := b.Bytes()
			if out == "-" {
				_, err := cmd.OutOrStdout().Write(data)
				return err
			}
			if err := outfile.WriteNew(out, data, 0o644, force); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: certificate %x with %s, %d bytes%s\n", out, d[:8],
				checkcmd.Count(int64(len(b.Statements)), "statement"), len(data), about)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write the bundle to `FILE`")
	checkcmd.BytesFlag(cmd, &maxBytes)
	cmd.Flags().BoolVar(&force, "force", false, "overwrite the file if it exists")
	return cmd
}
