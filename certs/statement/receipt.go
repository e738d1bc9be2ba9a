package statement

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
)

// This file defines receipts: a log's signature that it has an entry, with the path from the entry to the root of the
// log's tree.

// Receipt says: at the time Issued, the log with the given origin had Size entries, and the entry of the receipt was at
// Index. It is a COSE receipt, RFC 9942, with the proof of inclusion of RFC 9162 section 2.1.3.
//
// The log signs the root. So a receipt proves that the log has the entry, and since when. It does not prove Size and
// Index: others may lead to the same root. Only a checkpoint proves these, because its signature covers the size.
type Receipt struct {
	Origin string // the log's name
	Issued time.Time
	Size   uint64
	Index  uint64
	Path   [][]byte // SHA-256 hashes, from the leaf to the root

	algorithm Algorithm
	keyID     []byte
	protected []byte
	signature []byte
}

// receiptHeader is the protected header of a receipt.
type receiptHeader struct {
	Algorithm Algorithm     `cbor:"1,keyasint"`
	KeyID     []byte        `cbor:"4,keyasint"`
	Claims    receiptClaims `cbor:"15,keyasint"`
	Structure int64         `cbor:"395,keyasint"` // verifiable data structure, RFC 9942 section 4
}

type receiptClaims struct {
	Origin string `cbor:"1,keyasint"` // iss
	Issued int64  `cbor:"6,keyasint"` // iat
}

const (
	rfc9162SHA256 = 1   // RFC 9942 section 5: the tree of RFC 9162 with SHA-256
	labelProofs   = 396 // RFC 9942 section 4
	labelIncluded = -1  // RFC 9942 section 5.2
	maxPath       = 64  // hashes of a proof
)

// inclusion is the proof in a receipt: RFC 9942 section 5.2.
type inclusion struct {
	_     struct{} `cbor:",toarray"`
	Size  uint64
	Index uint64
	Path  [][]byte
}

// SignReceipt returns the encoding of the receipt r for the given entry, signed with a log's key, which must be an
// Ed25519 key. The entry's place in the tree must be right.
func SignReceipt(r Receipt, entry []byte, key *PrivateKey) ([]byte, error) {
	if key.Algorithm() != Ed25519 {
		return nil, errLogKey(key.Public())
	}
	if err := r.fit(); err != nil {
		return nil, err
	}
	root, err := r.Root(entry)
	if err != nil {
		return nil, err
	}
	protected := encode(receiptHeader{key.Algorithm(), key.Public().ID(), receiptClaims{r.Origin, r.Issued.Unix()},
		rfc9162SHA256})
	signature, err := sign(protected, root, key)
	if err != nil {
		return nil, err
	}
	return r.seal(protected, signature), nil
}

func (r *Receipt) seal(protected, signature []byte) []byte {
	proofs := map[int64]map[int64][][]byte{labelProofs: {labelIncluded: {encode(inclusion{Size: r.Size, Index: r.Index,
		Path: r.Path})}}}
	return sealSign1(protected, encode(proofs), nil, signature)
}

// ParseReceipt returns the receipt that data encodes. It does not verify it.
func ParseReceipt(data []byte) (*Receipt, error) {
	if len(data) > maxSize {
		return nil, fmt.Errorf("receipt: found %d bytes, want at most %d", len(data), maxSize)
	}
	r, err := parseReceipt(data)
	if err != nil {
		return nil, fmt.Errorf("receipt: %w", err)
	}
	return r, nil
}

func parseReceipt(data []byte) (*Receipt, error) {
	m, err := openSign1(data)
	if err != nil {
		return nil, err
	}
	var h receiptHeader
	if err := decodeHeader(m.protected, &h, "header"); err != nil {
		return nil, err
	}
	var u struct {
		Proofs struct {
			Inclusion [][]byte `cbor:"-1,keyasint"`
		} `cbor:"396,keyasint"`
	}
	if err := decodeHeader(m.unprotected, &u, "unprotected header"); err != nil {
		return nil, err
	}
	var p inclusion
	switch {
	case h.Structure != rfc9162SHA256:
		return nil, fmt.Errorf("found verifiable data structure %d, want %d, RFC9162_SHA256", h.Structure,
			rfc9162SHA256)
	case m.payload != nil:
		return nil, errors.New("found a payload, want none: the root is computed")
	case len(u.Proofs.Inclusion) != 1:
		return nil, fmt.Errorf("found %d proofs of inclusion, want 1", len(u.Proofs.Inclusion))
	case schemeOf(h.Algorithm) != schemeOf(Ed25519):
		return nil, fmt.Errorf("found algorithm %d, want %d, Ed25519, which logs sign with", h.Algorithm, Ed25519)
	case len(h.KeyID) != sha256.Size:
		return nil, fmt.Errorf("found a key ID of %d bytes, want %d", len(h.KeyID), sha256.Size)
	}
	if _, err := sized(m.signature, ed25519.SignatureSize); err != nil {
		return nil, err
	}
	if err := decode(u.Proofs.Inclusion[0], &p, "proof of inclusion"); err != nil {
		return nil, err
	}
	r := &Receipt{
		Origin: h.Claims.Origin, Issued: time.Unix(h.Claims.Issued, 0).UTC(), Size: p.Size, Index: p.Index,
		Path:      p.Path,
		algorithm: h.Algorithm, keyID: h.KeyID, protected: m.protected, signature: m.signature,
	}
	return r, r.fit()
}

// fit reports what is not allowed in a receipt.
func (r *Receipt) fit() error {
	if err := CheckOrigin(r.Origin); err != nil {
		return err
	}
	if err := checkIssued(r.Issued); err != nil {
		return err
	}
	if r.Size > math.MaxInt64 || r.Index >= r.Size {
		return fmt.Errorf("found index %d in a log of %d entries", r.Index, r.Size)
	}
	return checkPath(r.Path)
}

func checkPath(path [][]byte) error {
	if len(path) > maxPath {
		return fmt.Errorf("found a proof of %d hashes, want at most %d", len(path), maxPath)
	}
	for _, h := range path {
		if len(h) != sha256.Size {
			return fmt.Errorf("found a hash of %d bytes in a proof, want %d", len(h), sha256.Size)
		}
	}
	return nil
}

// Root returns the root of the log's tree if the given entry is at the place in r: RFC 9162 section 2.1.3.2.
func (r *Receipt) Root(entry []byte) ([]byte, error) {
	root, err := proof.RootFromInclusionProof(rfc6962.DefaultHasher, r.Index, r.Size, LeafHash(entry), r.Path)
	if err != nil {
		return nil, fmt.Errorf("proof of inclusion: found %d hashes, which is the wrong number for entry %d of %d",
			len(r.Path), r.Index, r.Size)
	}
	return root, nil
}

// LeafHash returns the hash of an entry in the tree of a log: RFC 9162 section 2.1.1.
func LeafHash(entry []byte) []byte { return rfc6962.DefaultHasher.HashLeaf(entry) }

// Verify reports why r is not a receipt for entry that the key of the log signed.
func (r *Receipt) Verify(entry []byte, key *PublicKey) error {
	root, err := r.Root(entry)
	if err != nil {
		return fmt.Errorf("receipt: %w", err)
	}
	if !bytes.Equal(r.keyID, key.ID()) {
		return fmt.Errorf("receipt: found key ID %x, want %x", r.keyID, key.ID())
	}
	if err := verify(r.protected, root, r.signature, r.algorithm, key); err != nil {
		return fmt.Errorf("receipt: %w", err)
	}
	return nil
}
