package statement

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/fxamacker/cbor/v2"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
)

// This file defines bundles. A bundle is all evidence about one finding in one file, which can be checked offline.

// Bundle is a certificate, statements about it, and the checkpoint of the log with these statements. The certificate
// holds the source.
type Bundle struct {
	Certificate []byte
	Statements  []Logged
	Checkpoint  []byte
}

// Logged is a statement with its one receipt, and two proofs that lead from the receipt to the checkpoint of the
// bundle. One proves that the tree of the checkpoint has the statement at the place in the receipt. The other proves
// that this tree extends the tree of the receipt. Both are lists of hashes, RFC 9162 sections 2.1.3 and 2.1.4.
type Logged struct {
	Statement   []byte   `cbor:"statement"`
	Inclusion   [][]byte `cbor:"inclusion"`
	Consistency [][]byte `cbor:"consistency"`
}

// bundle is the encoding of a Bundle.
type bundle struct {
	Kind        string   `cbor:"kind"`    // "bundle"
	Version     uint64   `cbor:"version"` // 1
	Certificate []byte   `cbor:"certificate"`
	Statements  []Logged `cbor:"statements"`
	Checkpoint  string   `cbor:"checkpoint"`
}

const (
	kindBundle = "bundle"
	maxLogged  = 10_000
)

// kind returns the value of the key kind in a CBOR map, such as a bundle or an aggregate.
func kind(data []byte) string {
	if len(data) == 0 || data[0]>>5 != 5 { // RFC 8949 section 3.1: a map
		return ""
	}
	var head struct {
		Kind string `cbor:"kind"`
	}
	if _, err := cbor.UnmarshalFirst(data, &head); err != nil {
		return ""
	}
	return head.Kind
}

// IsBundle reports whether data says that it is a bundle.
func IsBundle(data []byte) bool { return kind(data) == kindBundle }

// Bytes returns the encoding of b.
func (b *Bundle) Bytes() []byte {
	return encode(bundle{kindBundle, 1, b.Certificate, b.Statements, string(b.Checkpoint)})
}

// ParseBundle returns the bundle that data encodes. It does not verify anything.
func ParseBundle(data []byte) (*Bundle, error) {
	var e bundle
	err := decode(data, &e, "")
	switch {
	case err != nil:
	case e.Kind != kindBundle || e.Version != 1:
		err = fmt.Errorf("found kind %.40q version %d, want %q version 1", e.Kind, e.Version, kindBundle)
	case len(e.Statements) == 0 || len(e.Statements) > maxLogged:
		err = fmt.Errorf("found %d statements, want from 1 to %d", len(e.Statements), maxLogged)
	}
	for i, l := range e.Statements {
		for _, path := range [][][]byte{l.Inclusion, l.Consistency} {
			if pathErr := checkPath(path); err == nil && pathErr != nil {
				err = fmt.Errorf("statement %d: %w", i+1, pathErr)
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("not a bundle: %w", err)
	}
	return &Bundle{e.Certificate, e.Statements, []byte(e.Checkpoint)}, nil
}

// Verify verifies all of b except the certificate; f is what the checker found in the certificate. It returns the
// vouchers and the checkpoint.
func (b *Bundle) Verify(t *Trust, f Finding, now time.Time) ([]Voucher, *Checkpoint, error) {
	if f.Digest != sha256.Sum256(b.Certificate) {
		panic("statement: the finding is not of the certificate in the bundle")
	}
	c, err := t.Checkpoint(b.Checkpoint)
	if err != nil {
		return nil, nil, err
	}
	var vouchers []Voucher
	seen := map[string]bool{}
	for i, l := range b.Statements {
		v, err := l.verify(t, f, c, now)
		if err != nil {
			return nil, nil, fmt.Errorf("statement %d: %w", i+1, err)
		}
		if entry := string(v.Entry()); seen[entry] {
			return nil, nil, fmt.Errorf("statement %d: found it twice", i+1)
		} else {
			seen[entry] = true
		}
		vouchers = append(vouchers, v)
	}
	return vouchers, c, nil
}

func (l *Logged) verify(t *Trust, f Finding, c *Checkpoint, now time.Time) (Voucher, error) {
	s, err := Parse(l.Statement)
	if err != nil {
		return Voucher{}, err
	}
	if !bytes.Equal(s.Bytes(), l.Statement) {
		return Voucher{}, errors.New("found a statement that is not as it is logged: its signature has an equivalent")
	}
	if len(s.Receipts) != 1 {
		return Voucher{}, fmt.Errorf("found %d receipts, want 1", len(s.Receipts))
	}
	v, err := t.Vouch(s, f, now)
	if err != nil {
		return v, err
	}
	r := v.Seen[0]
	if r.Origin != c.Origin {
		return v, fmt.Errorf("found a receipt of log %q, want one of %q as in the checkpoint", r.Origin, c.Origin)
	}
	if r.Size > c.Size {
		return v, fmt.Errorf("found a checkpoint of %d entries, want at least the %d of the receipt", c.Size, r.Size)
	}
	if err := proof.VerifyInclusion(rfc6962.DefaultHasher, r.Index, c.Size, LeafHash(s.Entry()), l.Inclusion,
		c.Root); err != nil {
		return v, errors.New("the checkpoint does not have the statement where its receipt says")
	}
	root, err := r.Root(s.Entry())
	if err != nil {
		return v, err
	}
	if err := proof.VerifyConsistency(rfc6962.DefaultHasher, r.Size, c.Size, l.Consistency, root, c.Root); err != nil {
		return v, errors.New("the log of the checkpoint is not the one of the receipt, or one of them was changed")
	}
	v.Placed = true
	return v, nil
}
