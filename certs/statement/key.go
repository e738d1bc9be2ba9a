package statement

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/veraison/go-cose"
)

// This file defines the keys that sign and verify statements.

// Generate returns a new key for the algorithm of the given name: "es256k", "ed25519" or "bls12-381".
func Generate(name string) (*PrivateKey, error) {
	for _, s := range schemes {
		if s.name == name {
			secret, err := s.generate()
			if err != nil {
				return nil, err
			}
			return newPrivateKey(s, secret)
		}
	}
	return nil, fmt.Errorf("found key type %q, want one of %s", name, KeyTypes())
}

// KeyTypes lists the names for Generate, the default first.
func KeyTypes() string {
	var names []string
	for _, s := range schemes {
		names = append(names, s.name)
	}
	return strings.Join(names, ", ")
}

func newPrivateKey(s *scheme, secret []byte) (*PrivateKey, error) {
	raw, err := s.public(secret)
	if err != nil {
		return nil, err
	}
	return &PrivateKey{s, func() []byte { return secret }, &PublicKey{s, raw}}, nil
}

func newPublicKey(s *scheme, raw []byte) (*PublicKey, error) {
	if len(raw) != s.size {
		return nil, fmt.Errorf("found a key of %d bytes for %s, want %d", len(raw), s.name, s.size)
	}
	if err := s.check(raw); err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	return &PublicKey{s, slices.Clone(raw)}, nil
}

// Public returns the key that verifies what k signs.
func (k *PrivateKey) Public() *PublicKey { return k.public }

// Algorithm returns the algorithm of the signatures that k makes.
func (k *PrivateKey) Algorithm() Algorithm { return k.scheme.alg }

func (s signer) Algorithm() cose.Algorithm { return cose.Algorithm(s.key.Algorithm()) }

// Algorithm returns the algorithm of the signatures that k verifies.
func (k *PublicKey) Algorithm() Algorithm { return k.scheme.alg }

// Type returns the name of the algorithm for Generate.
func (k *PublicKey) Type() string { return k.scheme.name }

// errLogKey is the error of a key that is not of the kind with which logs sign.
func errLogKey(key *PublicKey) error {
	return fmt.Errorf("found a key of type %s for a log, want ed25519", key.Type())
}

// Sign returns a signature of message.
func (k *PrivateKey) Sign(message []byte) ([]byte, error) { return k.scheme.sign(k.secret(), message) }

func (s signer) Sign(_ io.Reader, message []byte) ([]byte, error) { return s.key.Sign(message) }

// Format keeps the secret out of all printed text.
func (k PrivateKey) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "private key of %s", k.public) }

// ID returns the thumbprint of k, which names k in statements: RFC 9679 section 3, with SHA-256.
func (k *PublicKey) ID() []byte {
	required := k.coseKey()
	required.Algorithm, required.Possession = 0, nil
	sum := sha256.Sum256(encode(required))
	return sum[:]
}

// Equal reports whether k and other are one key.
func (k *PublicKey) Equal(other *PublicKey) bool {
	return k.scheme == other.scheme && slices.Equal(k.raw, other.raw)
}

// String returns k in the form for files of trust: its type, a colon, and the bytes in base64url.
func (k *PublicKey) String() string {
	return k.scheme.name + ":" + base64.RawURLEncoding.EncodeToString(k.raw)
}

// ParseKey returns the key that String wrote as text. Errors do not repeat the text, because it may be a secret that
// was given by mistake.
func ParseKey(text string) (*PublicKey, error) {
	name, digits, ok := strings.Cut(text, ":")
	for _, s := range schemes {
		if ok && s.name == name {
			raw, err := base64.RawURLEncoding.Strict().DecodeString(digits)
			if err != nil || base64.RawURLEncoding.EncodeToString(raw) != digits { // the decoder skips line ends
				return nil, fmt.Errorf("found a key of type %s that is not written in base64url without padding", name)
			}
			return newPublicKey(s, raw)
		}
	}
	return nil, fmt.Errorf("found a key that does not begin with the name of its type (%s) and a colon", KeyTypes())
}

// coseKey is a COSE_Key, RFC 9052 section 7.
type coseKey struct {
	Type       int64     `cbor:"1,keyasint"` // kty
	Algorithm  Algorithm `cbor:"3,keyasint,omitempty"`
	Curve      int64     `cbor:"-1,keyasint"`           // crv, RFC 9053 section 7.1
	X          []byte    `cbor:"-2,keyasint"`           // RFC 9053 section 7.1
	Y          []byte    `cbor:"-3,keyasint,omitempty"` // of keys on secp256k1
	Possession []byte    `cbor:"-70002,keyasint,omitempty"`
	// Possession, a label for private use, is the proof of possession of a BLS key.
}

func (k *PublicKey) coseKey() coseKey {
	c := coseKey{Type: k.scheme.kty, Algorithm: k.scheme.alg, Curve: k.scheme.crv, X: k.raw[:k.scheme.x]}
	rest := k.raw[k.scheme.x:]
	if len(rest) == 0 {
		return c
	}
	if k.scheme.alg == BLS {
		c.Possession = rest
	} else {
		c.Y = rest
	}
	return c
}

// COSE returns k as a COSE_Key.
func (k *PublicKey) COSE() []byte { return encode(k.coseKey()) }

// ParseCOSE returns the key in the COSE_Key data, which must name its algorithm.
func ParseCOSE(data []byte) (*PublicKey, error) {
	var c coseKey
	if err := decode(data, &c, "COSE_Key"); err != nil {
		return nil, err
	}
	s := schemeOf(c.Algorithm)
	if s == nil || s.kty != c.Type || s.crv != c.Curve {
		return nil, fmt.Errorf("COSE_Key: found algorithm %d with key type %d and curve %d, want one of %s",
			c.Algorithm, c.Type, c.Curve, KeyTypes())
	}
	c.Algorithm = s.alg // data may have an older number for it
	k, err := newPublicKey(s, slices.Concat(c.X, c.Y, c.Possession))
	if err != nil {
		return nil, fmt.Errorf("COSE_Key: %w", err)
	}
	if !slices.Equal(k.COSE(), encode(c)) {
		return nil, errors.New("COSE_Key: found parts of the wrong length")
	}
	return k, nil
}
