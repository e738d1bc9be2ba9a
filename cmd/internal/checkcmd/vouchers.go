package checkcmd

import (
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vouch/certs"
	"vouch/certs/identity"
	"vouch/certs/statement"
	"vouch/checker"
)

// This file defines what is checked in addition to a certificate: who vouches for it, and which log has seen that.

// Trust are the flags that say whom to trust.
type Trust struct {
	File   string
	Quorum int
	At     string
}

// Flags adds the flags to a command.
func (t *Trust) Flags(cmd *cobra.Command, quorum int) {
	cmd.Flags().StringVar(&t.File, "trust", "",
		"trust the keys in `FILE`, which has a line for each: issuer URI KEY, or log ORIGIN KEY")
	cmd.Flags().IntVar(&t.Quorum, "quorum", quorum, "want statements of at least `N` different issuers")
	cmd.Flags().StringVar(&t.At, "at", "",
		"judge as of this `TIME`, not now; such as 2026-01-31 or 2026-01-31T12:00:00Z")
}

// maxTrust bounds how much of a file of trust is read, in bytes; package statement has a limit of its own.
const maxTrust = 4 << 20

// Load returns what the flags say. It is an error if there is no file.
func (t *Trust) Load() (*statement.Trust, time.Time, error) {
	now := time.Now()
	if t.File == "" {
		return nil, now, fmt.Errorf("found no --trust FILE, want the file of trusted keys")
	}
	if t.Quorum < 0 {
		return nil, now, fmt.Errorf("--quorum: found %d, want 0 or more", t.Quorum)
	}
	if t.At != "" {
		var err error
		if now, err = statement.ParseTime(t.At); err != nil {
			return nil, now, fmt.Errorf("--at: %w", err)
		}
	}
	data, err := Read(t.File, maxTrust)
	if err != nil {
		return nil, now, fmt.Errorf("--trust %q: %w", t.File, err)
	}
	trust, err := statement.ParseTrust(t.File, data)
	return trust, now, err
}

// Enough reports whether there are vouchers by as many issuers as wanted.
func (t *Trust) Enough(vouchers []statement.Voucher) error {
	if n := statement.Issuers(vouchers); n < t.Quorum {
		return fmt.Errorf("found statements by %s, want %d", Count(int64(n), "trusted issuer"), t.Quorum)
	}
	return nil
}

// Finding checks the certificate in the file of the given name and returns what statements about it must say, with the
// checker's verdict. An error that is not the checker's is of a finding whose identity takes too much work or memory.
func Finding(name string, data []byte, o checker.Options) (statement.Finding, *checker.Verdict, error) {
	v, err := Judge(name, data, o)
	if err != nil {
		return statement.Finding{}, nil, err
	}
	f, err := FindingOf(data, v)
	return f, v, err
}

// FindingOf is Finding of a certificate that was checked, with the checker's verdict.
func FindingOf(data []byte, v *checker.Verdict) (statement.Finding, error) {
	f := statement.Finding{Digest: sha256.Sum256(data), Verdict: "valid " + v.Kind}
	if v.Kind == certs.KindBug {
		f.Fault = Fault(v)
	}
	c, err := certs.Open(data, int64(len(data)))
	if err == nil {
		f.Subject, err = identity.Of(c, v.Lowered)
	}
	if err != nil {
		return f, fmt.Errorf("cannot compute the identity of its finding: %w", err)
	}
	return f, nil
}

// Fault returns the fault that a certificate proves as statements name it: its kind, file and line.
func Fault(v *checker.Verdict) string {
	file, _, _ := strings.Cut(FaultPlace(v), ":"+v.Fault.Span.String())
	return fmt.Sprintf("%s at %s:%d", v.Fault.Kind, file, v.Fault.Line)
}

// PrintVouchers prints a line for each voucher.
func PrintVouchers(w io.Writer, indent string, vouchers []statement.Voucher) {
	for _, v := range vouchers {
		fmt.Fprintf(w, "%s%s\n", indent, Vouched(v))
	}
}

// Vouched says in a line who vouched and who saw it.
func Vouched(v statement.Voucher) string {
	line := fmt.Sprintf("signed by %s at %s", v.Issuer, Time(v.Issued))
	if r := v.Review; r != nil {
		line = fmt.Sprintf("checked by %s (%s) at %s: %s, says %s", v.Issuer, r.Role, Time(v.Issued), r.Verdict,
			r.Checker)
		if n := r.Native; n != nil {
			line += fmt.Sprintf("; %s by %s with %s", n.Outcome, n.Compiler, n.Sanitizers)
		}
	}
	for _, r := range v.Seen {
		line += fmt.Sprintf("; seen by log %s at %s", r.Origin, Time(r.Issued))
		if v.Placed {
			line += fmt.Sprintf(", entry %d", r.Index)
		}
	}
	return line
}

// Time returns a time as the commands print it.
func Time(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// voucherJSON is the machine-readable form of a voucher.
type voucherJSON struct {
	Issuer  string     `json:"issuer"`
	Subject string     `json:"subject"`
	Issued  string     `json:"issued"`
	Role    string     `json:"role,omitempty"`
	Checker string     `json:"checker,omitempty"`
	Verdict string     `json:"verdict,omitempty"`
	Outcome string     `json:"outcome,omitempty"` // of a native run
	Native  string     `json:"native,omitempty"`  // its compiler and sanitizers
	Seen    []seenJSON `json:"seen,omitempty"`
}

type seenJSON struct {
	Log   string  `json:"log"`
	At    string  `json:"at"`
	Entry *uint64 `json:"entry,omitempty"` // if a checkpoint proves it
}

// VouchersJSON returns the machine-readable form of vouchers.
func VouchersJSON(vouchers []statement.Voucher) any {
	list := []voucherJSON{}
	for _, v := range vouchers {
		j := voucherJSON{Issuer: v.Issuer, Subject: v.Subject, Issued: Time(v.Issued)}
		if v.Review != nil {
			j.Role, j.Checker, j.Verdict = v.Review.Role, v.Review.Checker, v.Review.Verdict
			if n := v.Review.Native; n != nil {
				j.Outcome, j.Native = n.Outcome, n.Compiler+" with "+n.Sanitizers
			}
		}
		for _, r := range v.Seen {
			seen := seenJSON{Log: r.Origin, At: Time(r.Issued)}
			if v.Placed {
				seen.Entry = &r.Index
			}
			j.Seen = append(j.Seen, seen)
		}
		list = append(list, j)
	}
	return list
}
