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

// reportRoom is how much of a page the replays of executions may take, in bytes; each may take replayRoom.
const (
	reportRoom = 64 << 20
	replayRoom = 2 << 20
)

func newReport() *cobra.Command {
	var (
		out    string
		force  bool
		limits = checker.DefaultLimits
	)
	cmd := &cobra.Command{
		Use:   "report [flags] CERT|DIR...",
		Short: "Write a page on which people read what certificates prove",
		Long: `Check certificates and write what they prove to one HTML file, which loads nothing and can be sent by mail.
Of a bug: the input, the program with what ran and how often, every step with the variables, the path
condition and where each part of it comes from, and other inputs with the same fault. Of the absence of
bugs: the assumptions, the ways through the program, and what is impossible and why.

What does not fit is said to be left out: of the ways of an absence, 400 decisions are listed and 60 drawn;
of a program, 2,000 lines are shown.

Of one certificate that the checker refuses nothing is written. Of several, or of a folder with its
subfolders, the page has an index, in which those refused are listed with the reason.

Exit status: 0 all certificates are valid; 1 at least one is invalid; 2 at least one file is not a
certificate or cannot be read, which counts more than 1, or bad usage.`,
		Example: `  vouch report evidence/gcd_buggy-3f9a1c22.bug.cbor -o report.html
  vouch report evidence -o report.html --force`,
		Args:              checkcmd.AtLeastOne("CERT|DIR"),
		ValidArgsFunction: completeCertificates,
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return errors.New("found no -o FILE, want the name of the page")
			}
			if err := checkcmd.Sensible(limits); err != nil {
				return err
			}
			files, err := checkcmd.Expand(args, checkcmd.Certificates)
			if err != nil {
				return err
			}
			index := len(args) > 1 || files[0].Found
			if out != "-" {
				if err := outfile.MayWrite(out, force, checkcmd.Names(files)...); err != nil {
					return err
				}
			}
			entries, status := examine(cmd, files, limits)
			if status != checkcmd.Valid && !index {
				return exit.Status(status)
			}
			var page bytes.Buffer
			if err := report.Write(&page, entries, index); err != nil {
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
	checkcmd.LimitFlags(cmd, &limits)
	return cmd
}

// examine returns an entry for each file, and the exit status; what is wrong with files goes to standard error.
func examine(cmd *cobra.Command, files []checkcmd.File, limits checker.Limits) (entries []*report.Entry, status int) {
	for i, file := range files {
		id := fmt.Sprintf("c%d", i+1)
		data, err := file.Read(limits.MaxBytes)
		var e *report.Entry
		if err == nil {
			e = report.Examine(id, file.Name, data, limits, min(replayRoom, reportRoom/len(files)))
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
		}
		entries = append(entries, e)
	}
	return entries, status
}
