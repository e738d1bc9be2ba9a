package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"vouch/certs"
	"vouch/certs/archive"
	"vouch/certs/statement"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/output"
	"vouch/cmd/internal/terminal"
)

// This file defines the commands of `vouch archive` that read.

// minPrefix is the length of the shortest beginning of a digest that is taken for an ID.
const minPrefix = 8

// resolve returns the certificate that an ID stands for, and the statements about it: the number of an entry, the beginning of
// the certificate's SHA-256 in hexadecimal, or the finding's identity.
func resolve(a *archive.Archive, id string) (statement.Digest, []archive.Record, error) {
	number, err := strconv.ParseUint(id, 10, 63)
	isNumber := err == nil && len(id) < minPrefix
	prefix := strings.ToLower(id)
	var digest *statement.Digest
	err = a.Records(0, func(r archive.Record) error {
		if a.Own(r) {
			return nil
		}
		match := id == r.Subject || !isNumber && len(id) >= minPrefix && strings.HasPrefix(hex.EncodeToString(r.Digest[:]), prefix)
		if match || isNumber && r.Index == number {
			digest = &r.Digest // of a finding with several certificates, the last
		}
		return nil
	})
	if err == nil && digest == nil {
		err = fmt.Errorf("found no entry %q, want the number of an entry, %d or more digits of a certificate's SHA-256, or an identity", id, minPrefix)
	}
	if err != nil {
		return statement.Digest{}, nil, err
	}
	records, err := a.Statements(*digest)
	return *digest, records, err
}

// filter says which statements to list.
type filter struct {
	program, fault, issuer string
	since, until           string
	from, to               time.Time
}

func (f *filter) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.program, "program", "", "list what is about the program of this `NAME` only")
	cmd.Flags().StringVar(&f.fault, "fault", "", "list this `KIND` of finding only: a kind of fault, such as assertion, or bug, safe, bounded")
	cmd.Flags().StringVar(&f.issuer, "issuer", "", "list statements by the issuer with this `URI` only")
	cmd.Flags().StringVar(&f.since, "since", "", "list statements issued at this `TIME` or later only")
	cmd.Flags().StringVar(&f.until, "until", "", "list statements issued before this `TIME` only")
}

func (f *filter) parse() (err error) {
	if f.since != "" {
		if f.from, err = statement.ParseTime(f.since); err != nil {
			return fmt.Errorf("--since: %w", err)
		}
	}
	if f.until != "" {
		if f.to, err = statement.ParseTime(f.until); err != nil {
			return fmt.Errorf("--until: %w", err)
		}
	}
	return nil
}

func (f *filter) admits(r row) bool {
	return (f.program == "" || f.program == r.Program) &&
		(f.fault == "" || f.fault == r.Kind || f.fault == r.Fault) &&
		(f.issuer == "" || f.issuer == r.Issuer) &&
		(f.from.IsZero() || !r.issued.Before(f.from)) &&
		(f.to.IsZero() || r.issued.Before(f.to))
}

// row is what is listed of a statement.
type row struct {
	Entry       uint64 `json:"entry"`
	Issued      string `json:"issued"`
	Issuer      string `json:"issuer"`
	Role        string `json:"role,omitempty"`
	Program     string `json:"program,omitempty"` // this, kind and fault are missing if the certificate was pruned
	Kind        string `json:"kind,omitempty"`    // bug, safe, bounded
	Fault       string `json:"fault,omitempty"`
	Certificate string `json:"certificate"`
	Subject     string `json:"subject"`
	Pruned      bool   `json:"pruned,omitempty"`

	issued time.Time
}

// finding says in words what the certificate is about.
func (r row) finding() string {
	switch {
	case r.Pruned:
		return "pruned"
	case r.Fault != "":
		return fmt.Sprintf("%s: %s: %s", r.Program, r.Kind, r.Fault)
	}
	return fmt.Sprintf("%s: %s", r.Program, r.Kind)
}

// describeRecord returns the row for a statement. What it says of the certificate is the certificate's own word.
func describeRecord(a *archive.Archive, r archive.Record, maxBytes int64) (row, error) {
	line := row{
		Entry: r.Index, Issued: checkcmd.Time(r.Issued), Issuer: r.Issuer, Certificate: hex.EncodeToString(r.Digest[:]), Subject: r.Subject,
		issued: r.Issued,
	}
	if r.Review != nil {
		line.Role = r.Review.Role
	}
	data, err := a.Certificate(r.Digest, maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		line.Pruned = true
		return line, nil
	}
	if err != nil {
		return line, err
	}
	c, err := certs.Open(data, int64(len(data)))
	if err != nil {
		return line, fmt.Errorf("%s: %w", a.CertificateFile(r.Digest), err)
	}
	line.Program = c.About().Name
	switch c := c.(type) {
	case *certs.Bug:
		line.Kind, line.Fault = c.Kind, c.Fault.Kind
	case *certs.Absence:
		line.Kind = c.Kind
	}
	return line, nil
}

func newArchiveList() *cobra.Command {
	var (
		f        filter
		maxBytes int64
		asJSON   bool
	)
	cmd := &cobra.Command{
		Use:   "list [flags] DIR",
		Short: "List what the archive has",
		Long: `List the statements of the archive in DIR, the oldest first: entry, time of issue, issuer, program and finding,
and the beginning of the certificate's SHA-256. Nothing is verified; vouch archive verify does that.

Exit status: 0, or 2 if the archive cannot be read.`,
		Example: `  vouch archive list evidence.archive
  vouch archive list evidence.archive --program gcd.imp --fault assertion --since 2026-01-01 --json`,
		Args: checkcmd.Exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.parse(); err != nil {
				return err
			}
			err := f.list(cmd, args[0], maxBytes, asJSON)
			if _, lost := errors.AsType[*output.LostError](err); asJSON && err != nil && !lost {
				output.JSON(cmd.OutOrStdout(), output.Failure{Error: err.Error()})
			}
			return err
		},
	}
	f.flags(cmd)
	checkcmd.BytesFlag(cmd, &maxBytes)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object for each statement, on a line of its own")
	return cmd
}

// list prints a line for each statement in an archive that the filter admits.
func (f *filter) list(cmd *cobra.Command, dir string, maxBytes int64, asJSON bool) error {
	a, err := archive.Open(dir, nil)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	err = a.Records(0, func(r archive.Record) error {
		if a.Own(r) {
			return nil
		}
		line, err := describeRecord(a, r, maxBytes)
		if err != nil {
			return err
		}
		if !f.admits(line) {
			return nil
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), line)
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", line.Entry, line.Issued, line.Issuer, line.finding(), line.Certificate[:16])
		return nil
	})
	if err != nil {
		return err
	}
	return table.Flush()
}

func newArchiveShow() *cobra.Command {
	var maxBytes int64
	cmd := &cobra.Command{
		Use:   "show DIR ID",
		Short: "Show all that the archive has on a finding",
		Long: `Show all that the archive in DIR has on a certificate: who vouches for it and since when, and where its
file is. ID is the number of an entry, eight or more digits of the certificate's SHA-256, or a finding's
identity, of whose certificates the newest is shown. Nothing is verified.

Exit status: 0, or 2 if there is no such entry, or the archive cannot be read.`,
		Example: `  vouch archive show evidence.archive 42
  vouch archive show evidence.archive 3f9a1c22`,
		Args: checkcmd.Exactly("DIR", "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := archive.Open(args[0], nil)
			if err != nil {
				return err
			}
			d, records, err := resolve(a, args[1])
			if err != nil {
				return err
			}
			line, err := describeRecord(a, records[0], maxBytes)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "certificate  %x\nidentity     %s\n", d, line.Subject)
			if line.Pruned {
				fmt.Fprintf(out, "finding      the certificate is not in the archive any more\n")
			} else {
				fmt.Fprintf(out, "finding      %s\nfile         %s\n", line.finding(), a.CertificateFile(d))
			}
			for _, r := range records {
				v := statement.Voucher{Statement: r.Statement}
				for _, data := range r.Receipts {
					receipt, err := statement.ParseReceipt(data)
					if err != nil {
						return fmt.Errorf("entry %d: %w", r.Index, err)
					}
					v.Seen = append(v.Seen, receipt)
				}
				fmt.Fprintf(out, "entry %-6d %s\n", r.Index, checkcmd.Vouched(v))
			}
			return nil
		},
	}
	checkcmd.BytesFlag(cmd, &maxBytes)
	return cmd
}

func newArchiveExport() *cobra.Command {
	var (
		out      string
		maxBytes int64
		force    bool
	)
	cmd := &cobra.Command{
		Use:   "export [flags] DIR ID",
		Short: "Write all the evidence on a finding to one file",
		Long: `Write all the evidence on a certificate to one file, a bundle: the certificate, which has the program's
source in it, the statements about it with their receipts, and the log's checkpoint with what leads
there. vouch-check BUNDLE --trust FILE establishes all of it, offline.

ID is as in vouch archive show. With -o -, the bundle goes to standard output.

Exit status: 0, or 2 if there is no such entry, or something cannot be read or written.`,
		Example: `  vouch archive export evidence.archive 3f9a1c22 -o bug.vouch
  vouch-check bug.vouch --trust trust`,
		Args: checkcmd.Exactly("DIR", "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return errors.New("found no -o FILE, want the name of the bundle")
			}
			a, err := archive.Open(args[0], nil)
			if err != nil {
				return err
			}
			d, _, err := resolve(a, args[1])
			if err != nil {
				return err
			}
			b, err := a.Bundle(d, maxBytes)
			if err != nil {
				return err
			}
			data := b.Bytes()
			if out == "-" {
				_, err := cmd.OutOrStdout().Write(data)
				return err
			}
			if err := outfile.WriteNew(out, data, 0o644, force); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: certificate %x with %s, %d bytes\n", out, d[:8], checkcmd.Count(int64(len(b.Statements)), "statement"), len(data))
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write the bundle to `FILE`")
	checkcmd.BytesFlag(cmd, &maxBytes)
	cmd.Flags().BoolVar(&force, "force", false, "overwrite the file if it exists")
	return cmd
}

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
		Short: "Check again everything in the archive",
		Long: `Check again everything in the archive in DIR: that the log's checkpoint is signed with its key and is of
these entries, and that every tile of its tree is right; that every receipt is of this log, and the log
only grew since; every statement, as vouch verify does it; and every certificate.

A log that forgets its end and signs that is noticed by its receipts, and with --checkpoint, by a
checkpoint of earlier that was kept elsewhere; --save keeps the one of today.

Prints what is wrong to standard error, a line each, and a summary.

Exit status: 0 all is right; 1 something is wrong; 2 the archive cannot be read, or bad usage; 3 interrupted.`,
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
					f, _, err := checkcmd.Finding(cert, limits)
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
	cmd.Flags().StringVar(&earlier, "checkpoint", "", "the log must be an extension of the one with the checkpoint in `FILE`")
	cmd.Flags().StringVar(&save, "save", "", "if all is right, write the log's checkpoint to `FILE`")
	cmd.Flags().IntVarP(&jobs, "jobs", "j", runtime.GOMAXPROCS(0), "check `N` certificates at a time")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "show no progress")
	checkcmd.LimitFlags(cmd, &limits)
	return cmd
}

// wrong reports an archive that cannot even be opened: bad input if it is none, and a fault of it otherwise.
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
	fmt.Fprintf(w, "%s archive %s  %s; %s by %s; %s valid", verdict, dir, checkcmd.Plural(r.Entries, "entry", "entries"),
		checkcmd.Count(int64(r.Statements), "statement"), checkcmd.Count(int64(r.Issuers), "issuer"), checkcmd.Count(int64(r.Certificates), "certificate"))
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
