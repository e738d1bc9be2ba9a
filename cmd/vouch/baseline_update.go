package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
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
		Use:   "update [flags] FILE CERT|DIR|SCAN...",
		Short: "Record the bugs in certificates as known",
		Long: `Check certificates, and record their bugs in the baseline FILE. If there is no such file, update makes it.

A folder stands for all *.cbor files in it and in its subfolders. Certificates without a bug are skipped.
A bug that the baseline already has keeps its date and its reason, and gets the place in the certificate.

A file SCAN whose name ends in .json has what vouch scan printed as JSON. Update records the latent faults in
it, which have no certificates: that they are there is the finder's word.

Update prints a line for each bug: added or kept. With --prune it also drops the bugs that no certificate is
about, if certificates are given, and the latent faults that no SCAN has, if one is given. It writes nothing
unless every certificate is valid.

Exit status:
  0  the baseline was written
  1  a certificate is invalid
  2  bad usage, or a file cannot be read or written`,
		Example: `  vouch baseline update vouch.baseline evidence/ --date 2026-01-31
  vouch baseline update vouch.baseline evidence/gcd-3f9a1c22.bug.cbor --reason "waits for the rewrite"
  vouch baseline update vouch.baseline evidence/ --prune

  # the latent faults of a project too
  vouch scan --latent --format=json >scan.json
  vouch baseline update vouch.baseline evidence/ scan.json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return fmt.Errorf("found %s, want FILE CERT...", checkcmd.Count(int64(len(args)), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return u.run(cmd, args[0], args[1:]) },
	}
	cmd.Flags().StringVar(&u.date, "date", "", "record this `DATE` with new entries, such as 2026-01-31")
	cmd.Flags().StringVar(&u.reason, "reason", "",
		"record this `TEXT` as the reason why the bugs are tolerated; a bug that has a reason keeps it")
	cmd.Flags().StringVar(&u.file, "file", "",
		"record the bugs under this `PATH` of the program, relative to the folder in which find runs")
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
	var scans []string
	certificates = slices.DeleteFunc(slices.Clone(certificates), func(name string) bool {
		is := filepath.Ext(name) == ".json" && isScan(name)
		if is {
			scans = append(scans, name)
		}
		return is
	})
	if len(scans) > 0 && u.file != "" {
		return fmt.Errorf("--file: found %s, want certificates only", terminal.Shown(scans[0]))
	}
	files, err := checkcmd.Expand(cmd.ErrOrStderr(), certificates, checkcmd.Certificates)
	if err != nil {
		return err
	}
	status := exit.OK
	var lines, absent []string
	var put []func() string // the lines of what is recorded, which depend on all of it
	given := map[string]bool{}
	record := func(e *baseline.Entry) error {
		key := e.File + "\x00" + e.Identity
		if given[key] {
			return nil
		}
		given[key] = true
		isNew, err := b.Put(*e)
		put = append(put, func() string { return action(isNew) + " " + entryLine(b, e) })
		return err
	}
	for _, name := range scans {
		list, err := u.latent(name)
		if err != nil {
			checkcmd.Complain(cmd.ErrOrStderr(), name, err)
			status = exit.BadInput
			continue
		}
		for i := range list {
			if err := record(&list[i]); err != nil {
				return err
			}
		}
	}
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
		if err := record(e); err != nil {
			return err
		}
	}
	checkcmd.LeaveOut(cmd.ErrOrStderr(), absent, "certificate", "certificates",
		"only certificates of bugs go into a baseline")
	if status != exit.OK {
		return exit.Status(status)
	}
	for _, line := range put {
		lines = append(lines, line())
	}
	slices.Sort(lines)
	if u.prune {
		// by whether an entry is about a latent fault
		asked := map[bool]bool{false: len(certificates) > 0, true: len(scans) > 0}
		for _, e := range b.Keep(func(e *baseline.Entry) bool {
			return !asked[e.Latent()] || given[e.File+"\x00"+e.Identity]
		}) {
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

// scanned is what update reads of a line that scan printed as JSON.
type scanned struct {
	Function, File string
	Latent         []struct{ Kind, Place, Requires, Identity string }
	Summary        *struct{}
}

// scannedIn reads a line; ok is false if scan did not print it.
func scannedIn(line []byte) (s scanned, ok bool) {
	err := json.Unmarshal(line, &s)
	return s, err == nil && (s.Function != "" && s.File != "" || s.Summary != nil)
}

// isScan reports whether a file begins as what scan prints as JSON.
func isScan(name string) bool {
	data, err := checkcmd.Read(name, baseline.MaxBytes)
	first, _, _ := bytes.Cut(data, []byte("\n"))
	_, ok := scannedIn(first)
	return err == nil && ok
}

// latent returns the entries for the latent faults in what scan printed as JSON.
func (u *updating) latent(name string) (list []baseline.Entry, err error) {
	data, err := checkcmd.Read(name, baseline.MaxBytes)
	if err != nil {
		return nil, err
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		s, ok := scannedIn(line)
		if !ok {
			return nil, fmt.Errorf("line %d: found %.40q, want what vouch scan prints as JSON", n,
				bytes.TrimSpace(line))
		}
		for _, x := range s.Latent {
			list = append(list, baseline.Entry{
				File: baseline.Name(s.File), Identity: x.Identity, Function: s.Function, Kind: x.Kind, Place: x.Place,
				About: "a caller without " + x.Requires, Since: u.date, Reason: u.reason,
			})
		}
	}
	return list, nil
}
