package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/output"
	"vouch/semantics/fronts"
)

// This file defines `vouch verify`: what becomes of statements about a certificate.

func newVerify() *cobra.Command {
	var (
		trust  checkcmd.Trust
		limits = checker.DefaultLimits
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "verify [flags] STATEMENT... CERT",
		Short: "Verify who vouches for a certificate",
		Long: `Check a certificate, and verify who vouches for it. A STATEMENT may be an aggregate.

A statement is good if
  - it has the certificate's SHA-256 and the finding's identity,
  - it is signed with a key that the file of trust has for its issuer,
  - the key was trusted at the time of the statement, and
  - its receipts are good.

Verify prints a line for each statement, and one for the certificate.

The file of trust has a line for each key: "issuer URI KEY" or "log ORIGIN KEY". from=TIME and until=TIME at
the end of a line limit the trust in time. vouch key show prints such lines. If a receipt shows that a
statement was seen while its key was trusted, the statement stays good afterwards.

Exit status:
  0  every statement is good, and there are at least --quorum issuers
  1  something is not good
  2  a file cannot be read or is of the wrong kind, naming the finding takes too much work or memory, or bad usage`,
		Example: `  vouch verify bug.cbor.3f9a1c22.statement bug.cbor --trust trust
  vouch verify *.statement bug.cbor --trust trust --quorum 3`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return fmt.Errorf("found %s, want STATEMENT... CERT", checkcmd.Count(int64(len(args)), "argument"))
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
			names, cert := args[:len(args)-1], args[len(args)-1]
			unread := func(name string, err error) error {
				if asJSON {
					output.JSON(cmd.OutOrStdout(), verifiedJSON{Certificate: cert, Verdict: output.Failed, File: name,
						Error: err.Error()})
				}
				return fmt.Errorf("%s: %w", name, err)
			}
			fail := func(name string, err error) error {
				if asJSON {
					output.JSON(cmd.OutOrStdout(), verifiedJSON{Certificate: cert, Verdict: "invalid", File: name,
						Reason: err.Error()})
				} else {
					fmt.Fprintf(cmd.OutOrStdout(), "invalid     %s\n", name)
				}
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", name, err)
				return exit.Status(checkcmd.Invalid)
			}
			data, err := checkcmd.Read(cert, limits.MaxBytes)
			if err != nil {
				return unread(cert, err)
			}
			f, verdict, err := checkcmd.Finding(cert, data, checker.Options{Limits: limits, Lower: fronts.All.Lower})
			if errors.Is(err, checker.ErrInvalid) {
				return fail(cert, err)
			}
			if err != nil {
				return unread(cert, err)
			}
			var all []statement.Voucher
			for _, name := range names {
				vouchers, bad, err := vouchersIn(name, trusted, f, now)
				if bad {
					return unread(name, err)
				}
				if err != nil {
					return fail(name, err)
				}
				all = append(all, vouchers...)
				if !asJSON {
					for _, v := range vouchers {
						fmt.Fprintf(cmd.OutOrStdout(), "valid %s  %s\n", name, checkcmd.Vouched(v))
					}
				}
			}
			if err := trust.Enough(all); err != nil {
				return fail(cert, err)
			}
			about := claim.Proved(verdict)
			if asJSON {
				return output.JSON(cmd.OutOrStdout(), verifiedJSON{
					Certificate: cert, Verdict: f.Verdict, About: about.String(), Subject: f.Subject,
					Issuers: new(statement.Issuers(all)), Vouchers: checkcmd.VouchersJSON(all),
				})
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s %s  %s%s; %s\n", f.Verdict, cert, verdict.Program, about.With("; with "),
				checkcmd.Count(int64(statement.Issuers(all)), "trusted issuer"))
			return nil
		},
	}
	trust.Flags(cmd, 1)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	checkcmd.LimitFlags(cmd, &limits)
	return cmd
}

// verifiedJSON is the machine-readable form of what verify says.
type verifiedJSON struct {
	Certificate string `json:"certificate"`
	Verdict     string `json:"verdict"`         // valid bug, valid safe, valid bounded; invalid, error
	About       string `json:"about,omitempty"` // on what that depends
	Subject     string `json:"subject,omitempty"`
	Issuers     *int   `json:"issuers,omitempty"`
	Vouchers    any    `json:"vouchers,omitempty"`
	File        string `json:"file,omitempty"`   // which is at fault
	Reason      string `json:"reason,omitempty"` // of what is invalid
	Error       string `json:"error,omitempty"`  // of what cannot be read
}

// vouchersIn returns the vouchers that a statement or an aggregate holds; bad says that the file is neither.
func vouchersIn(name string, t *statement.Trust, f statement.Finding, now time.Time) (vouchers []statement.Voucher,
	bad bool, err error) {
	data, err := checkcmd.Read(name, maxSmall)
	if err != nil {
		return nil, true, err
	}
	if statement.IsAggregate(data) {
		a, err := statement.ParseAggregate(data)
		if err != nil {
			return nil, true, err
		}
		vouchers, err := t.VouchAll(a, f, now)
		return vouchers, false, err
	}
	s, err := statement.Parse(data)
	if err != nil {
		return nil, true, checkcmd.NoStatement(name, data, err)
	}
	v, err := t.Vouch(s, f, now)
	return []statement.Voucher{v}, false, err
}
