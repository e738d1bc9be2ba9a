package statement

import (
	"encoding/hex"
	"errors"
	"fmt"
	"time"
)

// This file defines when a statement vouches for a certificate.

// Finding is what the check of a certificate has found.
type Finding struct {
	Digest  Digest
	Subject string // its stable identity
	Verdict string // of the checker
	Fault   string // of a bug: in the form of Native.Fault
}

// Voucher is a statement, or a part of an aggregate, that vouches for a certificate. Its issuer is trusted.
type Voucher struct {
	*Statement
	Seen []*Receipt // receipts of trusted logs
	// Placed says that a checkpoint proves where the statement is in the log. A receipt alone does not: see Receipt.
	Placed bool
}

// ErrOther is the wrapped error of a statement about something else.
var ErrOther = errors.New("the statement is about something else")

// Vouch returns s as a voucher for the certificate, or the reason why s is none.
func (t *Trust) Vouch(s *Statement, f Finding, now time.Time) (Voucher, error) {
	if err := f.about(s); err != nil {
		return Voucher{}, err
	}
	receipts, err := t.Verify(s, now)
	return Voucher{Statement: s, Seen: receipts}, err
}

// about reports how s differs from the finding.
func (f Finding) about(s *Statement) error {
	switch {
	case s.Digest != f.Digest:
		return fmt.Errorf("%w: found certificate %s, want %s", ErrOther, hex.EncodeToString(s.Digest[:]),
			hex.EncodeToString(f.Digest[:]))
	case s.Subject != f.Subject:
		return fmt.Errorf("%w: found subject %q, want %q", ErrOther, s.Subject, f.Subject)
	case s.Review != nil && s.Review.Verdict != f.Verdict:
		return fmt.Errorf("%w: found verdict %q, want %q", ErrOther, s.Review.Verdict, f.Verdict)
	case s.Review != nil && s.Review.Native != nil && s.Review.Native.Fault != f.Fault:
		return fmt.Errorf("%w: found fault %q, want %q", ErrOther, s.Review.Native.Fault, f.Fault)
	}
	return nil
}

// Issuers returns the number of different issuers of the vouchers.
func Issuers(vouchers []Voucher) int {
	names := map[string]bool{}
	for _, v := range vouchers {
		names[v.Issuer] = true
	}
	return len(names)
}
