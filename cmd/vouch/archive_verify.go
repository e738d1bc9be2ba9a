package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"vouch/certs/archive"
	"vouch/certs/statement"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/terminal"
	"vouch/semantics/fronts"
)

// This file defines `vouch archive verify`.

func newArchiveVerify() *cobra.Command {
	var (
		trust   checkcmd.Trust
		limits  = checker.DefaultLimits
		earlier string
		save    string
		jobs    int
		quiet   bool
	)
	cmd := &cobra.Command{
		Use:   "verify [flags] DIR",
		Short: "Check everything in an archive again",
		Long: `Check everything in the archive in DIR again:

  - the log's checkpoint is signed with the log's key and covers exactly these entries
  - every tile of the log's tree is right
  - every receipt is of this log, and the log has only grown since
  - every statement is good, as vouch verify checks it
  - every certificate is valid

A log might drop its last entries and sign the shorter list. Receipts for the dropped entries reveal that.
So does an earlier checkpoint that you kept elsewhere: --save writes today's, --checkpoint compares.

Verify prints each problem on a line of standard error, and then a summary.

Exit status:
  0  everything is right
  1  something is wrong
  2  the archive cannot be read, or bad usage
  3  interrupted`,
		Example: `  vouch archive verify evidence.archive --trust trust
  vouch archive verify evidence.archive --trust trust --checkpoint yesterday --save today -j 4`,
		Args: checkcmd.Exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkcmd.Sensible(limits); err != nil {
				return err
			}
			if jobs < 1 {
				return fmt.Errorf("-j: found %d, want 1 or more", jobs)
			}
			trusted, now, err := trust.Load()
			if err != nil {
				return err
			}
			var before []byte
			if earlier != "" {
				if before, err = readSmall(cmd.InOrStdin(), earlier); err != nil {
					return err
				}
			}
			a, err := archive.Open(args[0], trusted)
			if err != nil {
				return wrong(cmd, args[0], err)
			}
			line := terminal.NewLine(cmd.ErrOrStderr(), quiet)
			ctx, stop := interruptible(cmd)
			defer stop()
			report, err := a.Verify(ctx, archive.Verification{
				Trust: trusted, Now: now, Earlier: before, Jobs: jobs, MaxBytes: limits.MaxBytes,
				Check: func(cert []byte) (statement.Finding, error) {
					f, _, err := checkcmd.Finding("", cert, checker.Options{Limits: limits, Lower: fronts.All.Lower})
					return f, err
				},
				Progress: func(what string, done, total uint64) {
					line.Show(what, fmt.Sprintf("%d of %d", done, total))
				},
				Fault: func(err error) {
					line.Print(func() { fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", args[0], err) })
				},
			})
			line.Clear()
			if err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", args[0], err)
				return exit.Status(exit.Inconclusive)
			}
			summarize(cmd.OutOrStdout(), args[0], report)
			if report.Faults > 0 {
				return exit.Status(checkcmd.Invalid)
			}
			if save != "" {
				raw, _ := a.Checkpoint()
				return outfile.Write(save, raw, 0o644)
			}
			return nil
		},
	}
	trust.Flags(cmd, 0)
	cmd.Flags().Lookup("quorum").Hidden = true
	cmd.Flags().StringVar(&earlier, "checkpoint", "",
		"check that the log has only grown since the checkpoint in `FILE`")
	cmd.Flags().StringVar(&save, "save", "", "if everything is right, write the log's checkpoint to `FILE`")
	cmd.Flags().IntVarP(&jobs, "jobs", "j", runtime.GOMAXPROCS(0), "check `N` certificates at a time")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "show no progress")
	checkcmd.LimitFlags(cmd, &limits)
	return cmd
}

// wrong reports an archive that cannot be opened: bad input if it is not an archive, and an invalid archive otherwise.
func wrong(cmd *cobra.Command, dir string, err error) error {
	if errors.Is(err, archive.ErrNone) {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), err)
	fmt.Fprintf(cmd.OutOrStdout(), "invalid archive %s\n", dir)
	return exit.Status(checkcmd.Invalid)
}

func summarize(w io.Writer, dir string, r *archive.Report) {
	verdict := "valid"
	if r.Faults > 0 {
		verdict = "invalid"
	}
	fmt.Fprintf(w, "%s archive %s  %s; %s by %s; %s valid", verdict, dir,
		checkcmd.Plural(r.Entries, "entry", "entries"),
		checkcmd.Count(int64(r.Statements), "statement"), checkcmd.Count(int64(r.Issuers), "issuer"),
		checkcmd.Count(int64(r.Certificates), "certificate"))
	for _, part := range []struct {
		n    int
		what string
	}{{r.Pruned, "pruned"}, {r.NoReceipt, "without a receipt yet"}, {r.Faults, "wrong"}} {
		if part.n > 0 {
			fmt.Fprintf(w, ", %d %s", part.n, part.what)
		}
	}
	fmt.Fprintln(w)
}
