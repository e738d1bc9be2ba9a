package bls

import (
	"bytes"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

// This file defines private and public keys: how they are made, written and read.

// The sizes of encodings, in bytes.
const (
	PublicKeySize  = 48
	SignatureSize  = 96
	PrivateKeySize = 32
)

// PrivateKey is a scalar between 0 and the order of the groups, both excluded. It prints as a constant.
type PrivateKey struct {
	// a closure, since fmt looks into fields and follows pointers but prints functions as addresses
	scalar func() *big.Int
}

// PublicKey is a point of G1 other than infinity. Nothing says that its owner knows the private key; see
// VerifyPossession.
type PublicKey struct {
	point bls12381.G1Affine
}

func newPrivateKey(scalar *fr.Element) *PrivateKey {
	return &PrivateKey{func() *big.Int { return scalar.BigInt(new(big.Int)) }}
}

const (
	minMaterial = 32 // bytes of keying material
	okmSize     = 48 // L of section 2.3: ceil(3 * ceil(log2(r)) / 16)
)

// KeyGen returns the key that is a function of secret keying material of at least 32 bytes (section 2.3, without
// key_info). The first salt is SHA-256 of "BLS-SIG-KEYGEN-SALT-", as in version 4 of the draft and as in EIP-2333.
func KeyGen(ikm []byte) (*PrivateKey, error) {
	if len(ikm) < minMaterial {
		return nil, fmt.Errorf("found %d bytes of keying material, want at least %d", len(ikm), minMaterial)
	}
	secret := append(bytes.Clone(ikm), 0) // I2OSP(0, 1)
	for salt := sha256.Sum256([]byte("BLS-SIG-KEYGEN-SALT-")); ; salt = sha256.Sum256(salt[:]) {
		prk, err := hkdf.Extract(sha256.New, secret, salt[:])
		if err != nil {
			return nil, err
		}
		okm, err := hkdf.Expand(sha256.New, prk, string([]byte{0, okmSize}), okmSize) // I2OSP(L, 2)
		if err != nil {
			return nil, err
		}
		if scalar := new(fr.Element).SetBytes(okm); !scalar.IsZero() {
			return newPrivateKey(scalar), nil
		}
	}
}

// Generate returns a new key, from the random numbers of the operating system.
func Generate() (*PrivateKey, error) {
	ikm := make([]byte, minMaterial)
	if _, err := rand.Read(ikm); err != nil {
		return nil, err
	}
	return KeyGen(ikm)
}

// ParsePrivateKey returns the key whose encoding is b.
func ParsePrivateKey(b []byte) (*PrivateKey, error) {
	if len(b) != PrivateKeySize {
		return nil, fmt.Errorf("found a private key of %d bytes, want %d", len(b), PrivateKeySize)
	}
	scalar := new(fr.Element)
	if scalar.SetBytesCanonical(b) != nil {
		return nil, errors.New("found a private key that is not less than the order of the group")
	}
	if scalar.IsZero() {
		return nil, errors.New("found the private key 0, want a positive one")
	}
	return newPrivateKey(scalar), nil
}

// Bytes returns the encoding of the key. It is the secret itself.
func (k *PrivateKey) Bytes() []byte { return k.int().FillBytes(make([]byte, PrivateKeySize)) }

// Public returns the public key (SkToPk, section 2.4).
func (k *PrivateKey) Public() *PublicKey {
	var p PublicKey
	p.point.ScalarMultiplicationBase(k.int())
	return &p
}

func (k *PrivateKey) int() *big.Int {
	if k.scalar == nil {
		panic("bls: a PrivateKey that was neither generated nor parsed")
	}
	return k.scalar()
}

// String returns the same for all keys.
func (k PrivateKey) String() string { return "bls.PrivateKey(secret)" }

// Format writes String for every verb.
func (k PrivateKey) Format(s fmt.State, _ rune) { io.WriteString(s, k.String()) }

// ParsePublicKey returns the key whose encoding is b (KeyValidate, section 2.5).
func ParsePublicKey(b []byte) (*PublicKey, error) {
	if err := checkCompressed("public key", b, PublicKeySize); err != nil {
		return nil, err
	}
	var k PublicKey
	if _, err := k.point.SetBytes(b); err != nil {
		return nil, fmt.Errorf("found a public key that is no point of G1: %w", err)
	}
	if k.point.IsInfinity() {
		return nil, errors.New("found the point at infinity, which is no public key")
	}
	if !bytes.Equal(k.Bytes(), b) {
		return nil, errors.New("found a public key in another encoding than its own")
	}
	return &k, nil
}

// checkCompressed returns an error if bytes have not the form of a compressed point.
func checkCompressed(what string, b []byte, size int) error {
	if len(b) != size {
		return fmt.Errorf("found a %s of %d bytes, want %d", what, len(b), size)
	}
	if b[0]&0x80 == 0 {
		return fmt.Errorf("found a %s without the flag of compression, want a compressed point", what)
	}
	return nil
}

// Bytes returns the encoding of the key.
func (k *PublicKey) Bytes() []byte {
	b := k.point.Bytes()
	return b[:]
}

// check returns an error if the key is none that was parsed or made from a private one, which would verify anything.
func (k *PublicKey) check() error {
	if k == nil || k.point.IsInfinity() {
		return errors.New("found an empty public key, want one that was parsed")
	}
	return nil
}

// pointsOf returns the points of some keys, at least one.
func pointsOf(keys []*PublicKey) ([]bls12381.G1Affine, error) {
	if len(keys) == 0 {
		return nil, errors.New("found no public keys, want at least one")
	}
	ps := make([]bls12381.G1Affine, len(keys))
	for i, k := range keys {
		if err := k.check(); err != nil {
			return nil, fmt.Errorf("key %d: %w", i, err)
		}
		ps[i] = k.point
	}
	return ps, nil
}
