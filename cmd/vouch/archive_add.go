package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"vouch/certs/archive"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/intake"
	"vouch/cmd/internal/terminal"
)

// This file defines `vouch archive add`.

func newArchiveAdd() *cobra.Command {
	var (
		key    logKey
		trust  checkcmd.Trust
		limits = checker.DefaultLimits
		quiet  bool
	)
	cmd := &cobra.Command{
		Use:   "add [flags] DIR FILE...",
		Short: "Add statements and their certificates",
		Long: `Add statements, and the certificates they are about, to the archive in DIR.

A FILE is a statement, a certificate, or a folder, which stands for all *.statement and *.cbor files in it.
A certificate needs a statement about it: one that has none is named, and is not added. You need not give a
certificate that the archive already has.

Add checks every certificate and verifies every statement first, as vouch verify does. The archive keeps
a certificate once. If one issuer says the same about a certificate twice, it keeps one statement.

Add prints a line for each statement once it is on disk, in a log whose signed checkpoint covers it: the
number of its entry, and whether the archive already had it.

Exit status:
  0  everything is in the archive
  1  at least one file was refused, or is a certificate without a statement; the others are in the archive
  2  bad usage, or a file or the archive cannot be read or written`,
		Example: `  vouch archive add evidence.archive bug.cbor bug.cbor.3f9a1c22.statement --key log.key --trust trust
  vouch archive add evidence.archive evidence/ --key log.key --trust trust --passphrase-fd 3 3</run/secrets/passphrase`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return fmt.Errorf("found %s, want DIR FILE...", checkcmd.Count(int64(len(args)), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkcmd.Sensible(limits); err != nil {
				return err
			}
			trusted, now, err := trust.Load()
			if err != nil {
				return err
			}
			found, err := intake.Collect(cmd.ErrOrStderr(), args[1:], limits)
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
			have, err := archive.Open(args[0], nil)
			if err != nil {
				return err
			}
			progress := terminal.NewLine(cmd.ErrOrStderr(), quiet)
			defer progress.Clear()
			a := intake.Adder{
				Writer: w, Have: have, Trust: trusted, Now: now, Limits: limits, Stdout: cmd.OutOrStdout(),
				Stderr: cmd.ErrOrStderr(),
				Progress: func(done, all int) {
					progress.Show(args[0], fmt.Sprintf("%d of %s", done, checkcmd.Count(int64(all), "statement")))
				},
				Clear: progress.Clear,
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			refused, err := a.Add(ctx, found)
			if err != nil {
				return err
			}
			if refused > 0 {
				return exit.Status(checkcmd.Invalid)
			}
			return nil
		},
	}
	key.flags(cmd)
	trust.Flags(cmd, 0)
	cmd.Flags().Lookup("quorum").Hidden = true
	checkcmd.LimitFlags(cmd, &limits)
	cmd.Flags().BoolVar(&quiet, "quiet", false, "show no progress")
	return cmd
}
