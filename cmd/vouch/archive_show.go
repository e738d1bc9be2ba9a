package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"vouch/certs/archive"
	"vouch/certs/statement"
	"vouch/cmd/internal/catalogue"
	"vouch/cmd/internal/checkcmd"
)

// This file defines `vouch archive show`.

func newArchiveShow() *cobra.Command {
	var maxBytes int64
	cmd := &cobra.Command{
		Use:   "show DIR ID",
		Short: "Show what an archive has about a certificate",
		Long: `Show everything that the archive in DIR has about a certificate: who vouches for it, since when, and where
its file is. Show verifies nothing.

ID is the number of an entry, or at least eight digits of the certificate's SHA-256, or the identity of a
finding, which stands for its newest certificate.

Exit status:
  0  the entry was shown
  2  there is no such entry, or the archive cannot be read`,
		Example: `  vouch archive show evidence.archive 42
  vouch archive show evidence.archive 3f9a1c22`,
		Args: checkcmd.Exactly("DIR", "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := archive.Open(args[0], nil)
			if err != nil {
				return err
			}
			d, records, err := catalogue.Resolve(a, args[1])
			if err != nil {
				return err
			}
			line, err := catalogue.Describe(a, records[0], maxBytes)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "certificate  %x\nidentity     %s\n", d, line.Subject)
			if line.Pruned {
				fmt.Fprintf(out, "finding      the certificate is not in the archive any more\n")
			} else {
				data, err := a.Certificate(d, maxBytes)
				if err != nil {
					return err
				}
				fmt.Fprintf(out, "finding      %s\n", line.Finding())
				if about := catalogue.About(data); about != "" {
					fmt.Fprintf(out, "about        %s\n", about)
				}
				fmt.Fprintf(out, "file         %s\n", a.CertificateFile(d))
			}
			for _, r := range records {
				v := statement.Voucher{Statement: r.Statement}
				for _, data := range r.Receipts {
					receipt, err := statement.ParseReceipt(data)
					if err != nil {
						return fmt.Errorf("entry %d: %w", r.Index, err)
					}
					v.Seen = append(v.Seen, receipt)
				}
				fmt.Fprintf(out, "entry %-6d %s\n", r.Index, checkcmd.Vouched(v))
			}
			return nil
		},
	}
	checkcmd.BytesFlag(cmd, &maxBytes)
	return cmd
}
