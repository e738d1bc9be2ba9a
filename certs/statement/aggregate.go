package statement

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"vouch/certs/statement/bls"
)

// This file defines aggregates: statements that many have signed with BLS, under one signature.

// Aggregate holds statements about one certificate, with one signature that is the sum of theirs. It is a CBOR map. The
// statements are in the order of their headers, and no key occurs twice. Receipts are not part of it.
type Aggregate struct {
	Statements []*Statement // without signatures of their own
	Signature  []byte
}

// aggregate is the encoding of an Aggregate.
type aggregate struct {
	Kind      string   `cbor:"kind"`        // "aggregate"
	Version   uint64   `cbor:"version"`     // 1
	Digest    []byte   `cbor:"certificate"` // SHA-256 of the certificate
	Headers   [][]byte `cbor:"statements"`  // protected headers
	Signature []byte   `cbor:"signature"`
}

const (
	kindAggregate = "aggregate"
	maxAggregate  = 4 << 20 // bytes
	maxSignatures = 10_000
)

// Join returns the aggregate of statements about one certificate, each signed with a BLS key of its own. It verifies no
// signature.
func Join(statements []*Statement) (*Aggregate, error) {
	a := &Aggregate{}
	var signatures [][]byte
	for _, s := range statements {
		if s.Algorithm != BLS {
			return nil, fmt.Errorf("found a statement by %q signed with algorithm %d, want %d, BLS", s.Issuer,
				s.Algorithm, BLS)
		}
		signatures = append(signatures, s.Signature)
		bare := *s
		bare.Signature, bare.Receipts = nil, nil
		a.Statements = append(a.Statements, &bare)
	}
	slices.SortFunc(a.Statements, func(x, y *Statement) int { return bytes.Compare(x.protected, y.protected) })
	if err := a.fit(); err != nil {
		return nil, err
	}
	var err error
	a.Signature, err = bls.Aggregate(signatures)
	return a, err
}

func (a *Aggregate) fit() error {
	if n := len(a.Statements); n < 1 || n > maxSignatures {
		return fmt.Errorf("found %d statements, want from 1 to %d", n, maxSignatures)
	}
	first := a.Statements[0]
	seen := map[string]bool{}
	for i, s := range a.Statements {
		switch {
		case s.Digest != first.Digest || s.Subject != first.Subject:
			return errors.New("found statements about different certificates, want one")
		case seen[string(s.KeyID)]:
			return fmt.Errorf("found two statements signed with key %x, want one", s.KeyID)
		case i > 0 && bytes.Compare(a.Statements[i-1].protected, s.protected) >= 0:
			return errors.New("found statements that are out of order")
		}
		seen[string(s.KeyID)] = true
	}
	return nil
}

// Bytes returns the encoding of a.
func (a *Aggregate) Bytes() []byte {
	e := aggregate{Kind: kindAggregate, Version: 1, Digest: a.Statements[0].Digest[:], Signature: a.Signature}
	for _, s := range a.Statements {
		e.Headers = append(e.Headers, s.protected)
	}
	return encode(e)
}

// IsAggregate reports whether data says that it is an aggregate.
func IsAggregate(data []byte) bool { return kind(data) == kindAggregate }

// ParseAggregate returns the aggregate that data encodes. It does not verify the signature.
func ParseAggregate(data []byte) (*Aggregate, error) {
	a, err := parseAggregate(data)
	if err != nil {
		return nil, fmt.Errorf("not an aggregate: %w", err)
	}
	return a, nil
}

func parseAggregate(data []byte) (*Aggregate, error) {
	if len(data) > maxAggregate {
		return nil, fmt.Errorf("found more than %d bytes", maxAggregate)
	}
	var e aggregate
	if err := decode(data, &e, ""); err != nil {
		return nil, err
	}
	switch {
	case e.Kind != kindAggregate || e.Version != 1:
		return nil, fmt.Errorf("found kind %.40q version %d, want %q version 1", e.Kind, e.Version, kindAggregate)
	case len(e.Digest) != sha256.Size:
		return nil, fmt.Errorf("found a digest of %d bytes, want %d", len(e.Digest), sha256.Size)
	case len(e.Headers) > maxSignatures:
		return nil, fmt.Errorf("found %d statements, want at most %d", len(e.Headers), maxSignatures)
	}
	if _, err := sized(e.Signature, bls.SignatureSize); err != nil {
		return nil, err
	}
	a := &Aggregate{Signature: e.Signature}
	empty := encode(map[int64]any{})
	for i, protected := range e.Headers {
		s, err := (&sign1{protected: protected, unprotected: empty, payload: e.Digest}).statement()
		if err != nil {
			return nil, fmt.Errorf("statement %d: %w", i+1, err)
		}
		if s.Algorithm != BLS {
			return nil, fmt.Errorf("statement %d: found algorithm %d, want %d, BLS", i+1, s.Algorithm, BLS)
		}
		a.Statements = append(a.Statements, s)
	}
	return a, a.fit()
}

// VouchAll returns the statements of a as vouchers for the certificate, or the reason why some are none. All their
// issuers must be trusted: the signature cannot be verified if one of the keys is missing.
func (t *Trust) VouchAll(a *Aggregate, f Finding, now time.Time) ([]Voucher, error) {
	var vouchers []Voucher
	var keys []*bls.PublicKey
	var messages [][]byte
	for _, s := range a.Statements {
		if err := f.about(s); err != nil {
			return nil, err
		}
		key, err := t.issuer(s)
		if err != nil {
			return nil, err
		}
		if key.Key.Algorithm() != BLS {
			return nil, fmt.Errorf("found algorithm %d, want one for a key of %s", BLS, key.Key.Type())
		}
		if err := t.inTime(s, key, nil, now); err != nil {
			return nil, err
		}
		public, err := blsPublic(key.Key.raw)
		if err != nil {
			panic("statement: a key that was parsed is none: " + err.Error())
		}
		message, err := signed(s.protected, s.Digest[:], BLS)
		if err != nil {
			return nil, err
		}
		keys, messages = append(keys, public), append(messages, message)
		vouchers = append(vouchers, Voucher{Statement: s})
	}
	if bls.AggregateVerify(keys, messages, a.Signature) != nil {
		return nil, ErrSignature
	}
	return vouchers, nil
}
