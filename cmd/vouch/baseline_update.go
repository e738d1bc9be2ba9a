package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"vouch/certs"
	"vouch/certs/identity"
	"vouch/checker"
	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/terminal"
	"vouch/semantics/fronts"
)

// This file defines `vouch baseline update`.

// updating are the flags of baseline update.
type updating struct {
	date, reason, file string
	prune              bool
	limits             checker.Limits
}

func newBaselineUpdate() *cobra.Command {
	u := updating{limits: checker.DefaultLimits}
	cmd := &cobra.Command{
		Use:   "update [flags] FILE CERT|DIR...",
		Short: "Record the bugs in certificates as known",
		Long: `Check certificates, and record their bugs in the baseline FILE. If there is no such file, update makes it.

A folder stands for all *.cbor files in it and in its subfolders. Certificates without a bug are skipped.
A bug that the baseline already has keeps its date and its reason, and gets the place in the certificate.

Update prints a line for each bug: added or kept. With --prune it also drops the bugs that no certificate is
about. It writes nothing unless every certificate is valid.

Exit status:
  0  the baseline was written
  1  a certificate is invalid
  2  bad usage, or a file cannot be read or written`,
		Example: `  vouch baseline update vouch.baseline evidence/ --date 2026-01-31
  vouch baseline update vouch.baseline evidence/gcd-3f9a1c22.bug.cbor --reason "waits for the rewrite"
  vouch baseline update vouch.baseline evidence/ --prune`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return fmt.Errorf("found %s, want FILE CERT...", checkcmd.Count(int64(len(args)), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return u.run(cmd, args[0], args[1:]) },
	}
	cmd.Flags().StringVar(&u.date, "date", "", "record this `DATE` with new entries, such as 2026-01-31")
	cmd.Flags().StringVar(&u.reason, "reason", "", "record this `TEXT` as the reason why the bugs are tolerated; a bug that has a reason keeps it")
	cmd.Flags().StringVar(&u.file, "file", "", "record the bugs under this `PATH` of the program, relative to the folder in which find runs")
	cmd.Flags().BoolVar(&u.prune, "prune", false, "drop the bugs that no certificate is about")
	checkcmd.LimitFlags(cmd, &u.limits)
	return cmd
}

func (u *updating) run(cmd *cobra.Command, name string, certificates []string) error {
	if err := checkcmd.Sensible(u.limits); err != nil {
		return err
	}
	if err := baseline.CheckDate(u.date); err != nil {
		return fmt.Errorf("--date: %w", err)
	}
	b, err := baseline.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		b, err = baseline.New(), nil
	}
	if err != nil {
		return err
	}
	if err := outfile.MayWrite(name, true, certificates...); err != nil {
		return err
	}
	files, err := checkcmd.Expand(cmd.ErrOrStderr(), certificates, checkcmd.Certificates)
	if err != nil {
		return err
	}
	status := exit.OK
	var lines, absent []string
	var put []func() string // the lines of what is recorded, which depend on all of it
	given := map[string]bool{}
	for _, file := range files {
		e, err := u.entry(file)
		if err != nil {
			checkcmd.Complain(cmd.ErrOrStderr(), file.Name, err)
			if errors.Is(err, checker.ErrInvalid) {
				status = max(status, checkcmd.Invalid)
			} else {
				status = exit.BadInput
			}
			continue
		}
		if e == nil {
			absent = append(absent, file.Name)
			continue
		}
		if given[e.File+"\x00"+e.Identity] {
			continue
		}
		given[e.File+"\x00"+e.Identity] = true
		isNew, err := b.Put(*e)
		if err != nil {
			return err
		}
		put = append(put, func() string { return action(isNew) + " " + entryLine(b, e) })
	}
	checkcmd.LeaveOut(cmd.ErrOrStderr(), absent, "certificate", "certificates", "only certificates of bugs go into a baseline")
	if status != exit.OK {
		return exit.Status(status)
	}
	for _, line := range put {
		lines = append(lines, line())
	}
	slices.Sort(lines)
	if u.prune {
		for _, e := range b.Keep(func(e *baseline.Entry) bool { return given[e.File+"\x00"+e.Identity] }) {
			lines = append(lines, "dropped "+entryLine(b, e))
		}
	}
	if err := outfile.Write(name, b.Format(), 0o644); err != nil {
		return fmt.Errorf("cannot write the baseline: %w", err)
	}
	for _, line := range lines {
		fmt.Fprintln(cmd.OutOrStdout(), line)
	}
	return nil
}

func action(isNew bool) string {
	if isNew {
		return "added  "
	}
	return "kept   "
}

func entryLine(b *baseline.Baseline, e *baseline.Entry) string {
	return terminal.Shown(fmt.Sprintf("%s  %s at %s  %s", e.File, b.What(e), e.Place, e.Identity))
}

// entry returns the entry for a certificate, if the checker accepts it; nil if it is about no bug.
func (u *updating) entry(cert checkcmd.File) (*baseline.Entry, error) {
	data, err := cert.Read(u.limits.MaxBytes)
	if err != nil {
		return nil, err
	}
	v, err := checkcmd.Judge(cert.Name, data, checker.Options{Limits: u.limits, Lower: fronts.All.Lower})
	if err != nil {
		return nil, err
	}
	if v.Kind != certs.KindBug {
		return nil, nil
	}
	file := v.Program
	if u.file != "" {
		if file = baseline.Name(u.file); certs.BaseName(file) != v.Program {
			return nil, fmt.Errorf("found a bug of %s, want one of %s as --file says", v.Program, certs.BaseName(file))
		}
	}
	c, err := certs.Open(data, u.limits.MaxBytes)
	if err != nil {
		return nil, err
	}
	id, err := identity.Of(c, v.Lowered)
	if err != nil {
		return nil, err
	}
	place := v.Fault.Span.String()
	if at := checkcmd.FaultPlace(v); at != v.Program+":"+place { // in another file of the program
		place = at
	}
	return &baseline.Entry{
		File: file, Identity: id, Kind: string(v.Fault.Kind), Place: place, Expression: checkcmd.FaultText(v),
		About: claim.Proved(v).String(), Since: u.date, Reason: u.reason,
	}, nil
}
