package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/report"
	"vouch/cmd/internal/terminal"
)

// This file defines `vouch report`: a page on which people read what certificates prove.

// reportRoom bounds the size of all replays on a page, in bytes, and replayRoom that of each.
const (
	reportRoom = 64 << 20
	replayRoom = 2 << 20
)

func newReport() *cobra.Command {
	var (
		out    string
		force  bool
		beside neighbours
		limits = checker.DefaultLimits
	)
	cmd := &cobra.Command{
		Use:   "report [flags] CERT|DIR...",
		Short: "Write an HTML page that shows what certificates prove",
		Long: `Check certificates, and write what they prove to one HTML page. The page loads nothing, so you can mail it.

For a bug the page says why the values at fault are what they are, with links to the assignments that made
them. It has the input, the program with the lines that ran and how often, every step with the variables,
the calls, the objects in memory and the pointers between them, the path condition and where each part of
it comes from, and other inputs with the same fault. The keys ← and → step through the run.
For a program without bugs it has the assumptions, the paths through the program, what is impossible and
why, and the program with the lines that the checker came to on these paths. No input within the claim
reaches the others.

A page lists at most 2,000 decisions, draws 60 of them, and shows 2,000 lines of a program. Where it leaves
something out, it says so.

--source DIR names the folder with the present sources. If a source differs from the one in the certificate,
the page marks the evidence as stale. If there are statements beside a certificate, as vouch attest, sign and
confirm --key write them, the page says who vouches for it, and whether the sanitizers confirmed the bug.
--trust verifies the signatures.

For a single certificate that is invalid, no page is written. For several certificates, or a folder with
its subfolders, the page begins with an index, which lists invalid certificates with the reason.

Exit status:
  0  all certificates are valid
  1  at least one certificate is invalid
  2  at least one file is not a certificate or cannot be read (this counts more than 1), or bad usage`,
		Example: `  vouch report evidence/gcd_buggy-3f9a1c22.bug.cbor -o report.html
  vouch report evidence -o report.html --force
  vouch report evidence -o report.html --source src --trust trusted.keys`,
		Args:              checkcmd.AtLeastOne("CERT|DIR"),
		ValidArgsFunction: completeCertificates,
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return errors.New("found no -o FILE, want the name of the page")
			}
			if err := checkcmd.Sensible(limits); err != nil {
				return err
			}
			files, err := checkcmd.Expand(cmd.ErrOrStderr(), args, checkcmd.Certificates)
			if err != nil {
				return err
			}
			index := len(args) > 1 || files[0].Found
			if out != "-" {
				if err := outfile.MayWrite(out, force, checkcmd.Names(files)...); err != nil {
					return err
				}
			}
			if err := beside.open(); err != nil {
				return err
			}
			entries, status := examine(cmd, files, limits, &beside)
			if status != checkcmd.Valid && !index {
				return exit.Status(status)
			}
			var page bytes.Buffer
			if err := report.Write(&page, checkcmd.Version, entries, index); err != nil {
				return err
			}
			if out == "-" {
				if _, err := page.WriteTo(cmd.OutOrStdout()); err != nil {
					return err
				}
			} else {
				if err := outfile.WriteNew(out, page.Bytes(), 0o644, force); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %d bytes\n", out, report.Counted(entries), page.Len())
			}
			if status != checkcmd.Valid {
				return exit.Status(status)
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write the page to `FILE`; - stands for standard output")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite the file if it exists")
	cmd.Flags().StringVar(&beside.source, "source", ".",
		"look for the present sources of the programs in `DIR`, and mark evidence of those that have changed")
	cmd.Flags().StringVar(&beside.trust.File, "trust", "",
		"verify the statements beside certificates with the keys in `FILE`")
	checkcmd.LimitFlags(cmd, &limits)
	return cmd
}

// examine returns an entry for each file, and the exit status; what is wrong with files goes to standard error.
func examine(cmd *cobra.Command, files []checkcmd.File, limits checker.Limits,
	beside *neighbours) (entries []*report.Entry, status int) {
	for i, file := range files {
		id := fmt.Sprintf("c%d", i+1)
		data, err := file.Read(limits.MaxBytes)
		var e *report.Entry
		if err == nil {
			e = report.Examine(id, file.Name, data, limits, min(replayRoom, reportRoom/len(files)))
		}
		if err == nil && e.Proved != nil {
			beside.look(e, file.Name, data)
			e.Proved = nil
		}
		if err != nil {
			e = &report.Entry{ID: id, File: file.Name, Status: report.Unread, Reason: err.Error()}
		}
		switch e.Status {
		case report.Invalid:
			status = max(status, checkcmd.Invalid)
		case report.NoCert, report.Unread:
			status = checkcmd.NotCertificate
		}
		if e.Status != report.Valid {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", terminal.Shown(file.Name), e.Reason)
			if e.Advice != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "  hint: %s\n", e.Advice)
			}
		}
		entries = append(entries, e)
	}
	return entries, status
}
