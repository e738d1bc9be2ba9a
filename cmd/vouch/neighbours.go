package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vouch/certs/statement"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/native"
	"vouch/cmd/internal/report"
	"vouch/internal/bounded"
)

// This file defines what a report says of files that lie beside certificates: the present sources of programs, and
// statements.

// neighbours are where these files are looked for.
type neighbours struct {
	source string // a folder
	trust  checkcmd.Trust

	trusted *statement.Trust // nil if no keys were given
	now     time.Time
}

// The sizes beyond which files are not read, in bytes, and how many statements about a certificate are.
const (
	maxPresentSource = 16 << 20
	maxStatement     = 1 << 20
	maxStatements    = 50
)

// open reads the trusted keys, if the user gives some.
func (n *neighbours) open() (err error) {
	if n.trust.File != "" {
		n.trusted, n.now, err = n.trust.Load()
	}
	return err
}

// look records what lies beside the certificate of an entry.
func (n *neighbours) look(e *report.Entry, file string, data []byte) {
	e.Compare(func(name string) ([]byte, bool) {
		if !filepath.IsLocal(name) {
			return nil, false
		}
		text, err := bounded.ReadFile(filepath.Join(n.source, name), maxPresentSource)
		return text, err == nil
	})
	names, err := filepath.Glob(literally.Replace(file) + ".*.statement") // as sign, attest and confirm name them
	if err != nil || len(names) == 0 {
		return
	}
	finding, err := checkcmd.FindingOf(data, e.Proved)
	if err != nil {
		return // nobody can have signed a statement about it
	}
	for _, name := range names[:min(len(names), maxStatements)] {
		text, err := bounded.ReadFile(name, maxStatement)
		if err != nil {
			continue
		}
		if s, err := statement.Parse(text); err == nil && s.Digest == finding.Digest {
			e.Vouchers = append(e.Vouchers, n.voucher(s, finding))
		}
	}
	slices.SortStableFunc(e.Vouchers, func(a, b report.Voucher) int { return strings.Compare(a.Issued, b.Issued) })
}

// literally writes the special characters of a pattern of file names as themselves.
var literally = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`)

// voucher says what a statement about a finding says, and whether its signature was verified.
func (n *neighbours) voucher(s *statement.Statement, f statement.Finding) report.Voucher {
	v := report.Voucher{Issuer: s.Issuer, Issued: checkcmd.Time(s.Issued)}
	if r := s.Review; r != nil {
		v.Role = r.Role
		if r.Native != nil {
			v.Outcome, v.Confirmed = r.Native.Outcome, r.Native.Outcome == string(native.Confirmed)
			v.Native = fmt.Sprintf("%s with %s: %s", r.Native.Compiler, r.Native.Sanitizers, r.Native.Fault)
		}
	}
	err := errors.New("no trusted keys were given, which --trust does")
	if n.trusted != nil {
		_, err = n.trusted.Vouch(s, f, n.now)
	}
	if v.Verified = err == nil; !v.Verified {
		v.Why = err.Error()
	}
	return v
}
