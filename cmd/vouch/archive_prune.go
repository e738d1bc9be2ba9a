package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"vouch/certs/archive"
	"vouch/certs/statement"
	"vouch/cmd/internal/catalogue"
	"vouch/cmd/internal/checkcmd"
)

// This file defines `vouch archive prune`.

func newArchivePrune() *cobra.Command {
	var key logKey
	cmd := &cobra.Command{
		Use:   "prune [flags] DIR [ID]...",
		Short: "Clean up an archive, and drop certificates on the record",
		Long: `Remove what interrupted additions left in the archive: unfinished files, and certificates without a statement.

With IDs, drop these certificates too. The log keeps the statements about them, and gets one more, which
says that the certificate was dropped. vouch archive verify counts dropped certificates, and reports
those that are missing without such a statement. An ID is as in vouch archive show.

Prune prints the name of each file that it removes.

Exit status:
  0  everything was removed
  2  something could not be removed`,
		Example: `  vouch archive prune evidence.archive --key log.key
  vouch archive prune evidence.archive 3f9a1c22 --key log.key`,
		Args: checkcmd.AtLeastOne("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := archive.Open(args[0], nil)
			if err != nil {
				return err
			}
			var digests []statement.Digest
			for _, id := range args[1:] {
				d, _, err := catalogue.Resolve(a, id)
				if err != nil {
					return err
				}
				digests = append(digests, d)
			}
			binary, err := ownDigest()
			if err != nil {
				return err
			}
			k, err := key.open()
			if err != nil {
				return err
			}
			w, err := archive.NewWriter(args[0], k)
			if err != nil {
				return err
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			removed, err := w.Prune(ctx, digests, statement.Review{Checker: "vouch " + checkcmd.Version,
				Binary: binary}, time.Now())
			for _, name := range removed {
				fmt.Fprintf(cmd.OutOrStdout(), "removed %s\n", name)
			}
			return err
		},
	}
	key.flags(cmd)
	return cmd
}
