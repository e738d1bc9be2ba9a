package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"vouch/certs/archive"
	"vouch/certs/statement"
	"vouch/cmd/internal/checkcmd"
)

// This file defines `vouch archive init`.

func newArchiveInit() *cobra.Command {
	var (
		key    logKey
		origin string
	)
	cmd := &cobra.Command{
		Use:   "init [flags] DIR",
		Short: "Make an archive",
		Long: `Make an archive in DIR, a folder that is empty or does not exist. The origin is the log's name in
checkpoints and receipts. Choose one that nobody else uses, such as example.org/evidence.

Exit status:
  0  the archive was made
  2  the archive could not be made`,
		Example: `  vouch archive init evidence.archive --key log.key --origin example.org/evidence`,
		Args:    checkcmd.Exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := statement.CheckOrigin(origin); err != nil {
				return fmt.Errorf("--origin: %w", err)
			}
			k, err := key.open()
			if err != nil {
				return err
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			if err := archive.Init(ctx, args[0], origin, k, time.Now()); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: archive of log %s; to trust it:\nlog %s %s\n", args[0], origin, origin,
				k.Public())
			return nil
		},
	}
	cmd.Flags().StringVar(&origin, "origin", "", "the name of the log, its `ORIGIN`, such as example.org/evidence")
	key.flags(cmd)
	return cmd
}
