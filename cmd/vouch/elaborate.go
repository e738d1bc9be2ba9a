package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/terminal"
	"vouch/elaborate"
	"vouch/semantics/fronts"
)

// This file defines `vouch elaborate`.

func newElaborate() *cobra.Command {
	var (
		out     string
		quiet   bool
		timeout time.Duration
	)
	limits := checker.DefaultLimits
	cmd := &cobra.Command{
		Use:   "elaborate [flags] CERT",
		Short: "Write the long proof of a certificate, for vouch-kernel",
		Long: `Check a certificate, and write a proof of its claim in the primitive steps of vouch-kernel. That is a
program small enough to be read in an evening. It believes neither this command nor the checker.

The proof begins with the lowered program and the claim: that the program fails on each input of a class, or
on these inputs, or on none. Of a bug, the claim is about the class if the kernel can say the class and a
proof is found, and else about the input in the certificate. The proof is a stream, so neither side keeps it:
vouch elaborate CERT | vouch-kernel. - reads the certificate from standard input.

The command finds the proof with a solver, and follows the certificate where that names invariants of loops.
It does not find one for each certificate: floating-point numbers whose proof needs more than ranges and
exact integers, contradictions that take too many clauses about bits, and programs whose ways are too many
are beyond it.

Exit status:
  0  the proof was written
  1  the certificate is invalid
  2  the file is not a certificate, bad usage, or lost output
  3  no proof was found`,
		Example: `  vouch elaborate evidence/gcd_buggy-3f9a1c22.bug.cbor | vouch-kernel
  vouch elaborate evidence/gcd_correct-5d20b1aa.safe.cbor -o gcd.proof`,
		Args:              checkcmd.Exactly("CERT"),
		ValidArgsFunction: completeCertificates,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkcmd.Sensible(limits); err != nil {
				return err
			}
			if out == "" && terminal.Is(os.Stdout) {
				return errors.New("found a terminal as the place for the proof, want a pipe or --output FILE")
			}
			if out != "" {
				if err := outfile.MayWrite(out, true, args[0]); err != nil {
					return err
				}
			}
			name := checkcmd.NameOf(args[0])
			data, err := checkcmd.Read(args[0], limits.MaxBytes)
			if err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", name, err)
				return exit.Status(checkcmd.NotCertificate)
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			if timeout > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, timeout)
				defer cancel()
			}
			line := terminal.NewLine(cmd.ErrOrStderr(), quiet)
			tell := func(s elaborate.Stats) {
				line.Show(terminal.Shown(name), checkcmd.Plural(uint64(s.Steps), "step", "steps"),
					checkcmd.Plural(uint64(s.Commands), "command", "commands"),
					checkcmd.Plural(uint64(s.Queries), "question to a solver", "questions to a solver"))
			}
			write := func(w io.Writer) error {
				_, err := elaborate.Write(ctx, w, data, checker.Options{Limits: limits, Lower: fronts.All.Lower}, tell)
				return err
			}
			if out == "" {
				err = write(cmd.OutOrStdout())
			} else {
				err = outfile.Fill(out, 0o644, write)
			}
			line.Clear()
			switch {
			case err == nil:
				return nil
			case errors.Is(err, checker.ErrNotCertificate):
				checkcmd.Complain(cmd.ErrOrStderr(), name, checkcmd.NoCertificate(name, data, err))
				return exit.Status(checkcmd.NotCertificate)
			case errors.Is(err, checker.ErrInvalid):
				checkcmd.Complain(cmd.ErrOrStderr(), name, err)
				return exit.Status(checkcmd.Invalid)
			case errors.Is(err, context.DeadlineExceeded):
				err = fmt.Errorf("%w: --timeout ended the search", elaborate.ErrUnsupported)
			case errors.Is(err, context.Canceled):
				err = fmt.Errorf("%w: an interrupt ended the search", elaborate.ErrUnsupported)
			}
			if !errors.Is(err, elaborate.ErrUnsupported) {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", name, err)
			return exit.Status(exit.Inconclusive)
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to `FILE` instead of standard output")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "show no progress")
	cmd.Flags().DurationVar(&timeout, "timeout", 0, "give up after `DURATION`; 0 for never")
	checkcmd.LimitFlags(cmd, &limits)
	return cmd
}
