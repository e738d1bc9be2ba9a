package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/story"
	"vouch/semantics/fronts"
)

// This file defines `vouch explain`: the story of a failing run for a person who did not write the program.

func newExplain() *cobra.Command {
	limits := checker.DefaultLimits
	cmd := &cobra.Command{
		Use:   "explain [flags] CERT",
		Short: "Tell the story of a failing run, or why there is none",
		Long: `Check a certificate and tell its story.

The story of a bug has the input, the decisions that depend on it, the variables at each iteration of
a loop, and the fault. The story of a program without bugs has the assumptions, how much the checker
walked, and which branches and faults are impossible and why. - reads the certificate from standard input.

Exit status:
  0  the story was told
  1  the certificate is invalid
  2  the file is not a certificate, or bad usage`,
		Example: `  vouch explain evidence/gcd_buggy-3f9a1c22.bug.cbor
  vouch explain evidence/gcd_correct-5d20b1aa.safe.cbor`,
		Args:              checkcmd.Exactly("CERT"),
		ValidArgsFunction: completeCertificates,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkcmd.Sensible(limits); err != nil {
				return err
			}
			name := checkcmd.NameOf(args[0])
			data, err := checkcmd.Read(args[0], limits.MaxBytes)
			if err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", name, err)
				return exit.Status(checkcmd.NotCertificate)
			}
			absent := story.NewAbsence()
			v, err := checkcmd.Judge(name, data, checker.Options{Limits: limits, Lower: fronts.All.Lower,
				See: absent.See, Shown: absent.Why.See})
			if err != nil {
				checkcmd.Complain(cmd.ErrOrStderr(), name, err)
				if errors.Is(err, checker.ErrNotCertificate) {
					return exit.Status(checkcmd.NotCertificate)
				}
				return exit.Status(checkcmd.Invalid)
			}
			if v.Kind != certs.KindBug {
				absent.Write(cmd.OutOrStdout(), v, name)
			} else {
				story.Tell(v).Write(cmd.OutOrStdout(), name)
			}
			return nil
		},
	}
	checkcmd.LimitFlags(cmd, &limits)
	return cmd
}
