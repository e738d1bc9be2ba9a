package statement

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/consensys/gnark-crypto/ecc/secp256k1"
	"github.com/consensys/gnark-crypto/ecc/secp256k1/ecdsa"
	"github.com/consensys/gnark-crypto/ecc/secp256k1/fp"
	"github.com/consensys/gnark-crypto/ecc/secp256k1/fr"

	"vouch/certs/statement/bls"
)

// This file defines the signature schemes, a row each.

// scheme is a way to sign. Keys and signatures are bytes: a secret has 32 bytes, and a public key has size bytes. The
// first x of these are the coordinate that COSE calls x.
type scheme struct {
	name    string
	alg     Algorithm
	kty     int64 // COSE key type, RFC 9053 section 7: 1 is OKP, 2 is EC2
	crv     int64 // COSE curve, RFC 9053 section 7.1
	x, size int

	check    func(public []byte) error
	generate func() (secret []byte, err error)
	public   func(secret []byte) ([]byte, error)
	sign     func(secret, message []byte) ([]byte, error)
	verify   func(public, message, signature []byte) error
	// normal returns the one form of all signatures that are equivalent to the given one.
	normal func(signature []byte) ([]byte, error)
}

// PublicKey is a key that verifies signatures.
type PublicKey struct {
	scheme *scheme
	raw    []byte // as its scheme writes it
}

// PrivateKey is a key that signs. No way of printing it shows the secret.
type PrivateKey struct {
	scheme *scheme
	secret func() []byte // a closure, since fmt looks into fields but prints functions as addresses
	public *PublicKey
}

// Verify reports why signature is not one of message by k.
func (k *PublicKey) Verify(message, signature []byte) error {
	signature, err := k.scheme.normal(signature)
	if err != nil {
		return err
	}
	return k.scheme.verify(k.raw, message, signature)
}

const secretSize = 32

var schemes = []*scheme{
	{
		name: "es256k", alg: ES256K, kty: 2, crv: 8 /* secp256k1, RFC 8812 section 3.1 */, x: 32, size: 64,
		check:    func(public []byte) error { _, err := secpPublic(public); return err },
		generate: secpGenerate,
		public: func(secret []byte) ([]byte, error) {
			k, err := secpPrivate(secret)
			if err != nil {
				return nil, err
			}
			return k.PublicKey.Bytes(), nil
		},
		sign: func(secret, message []byte) ([]byte, error) {
			k, err := secpPrivate(secret)
			if err != nil {
				return nil, err
			}
			return k.Sign(message, sha256.New())
		},
		verify: func(public, message, signature []byte) error {
			k, err := secpPublic(public)
			if err != nil {
				return err
			}
			if ok, err := k.Verify(signature, message, sha256.New()); err != nil || !ok {
				return ErrSignature
			}
			return nil
		},
		normal: lowS,
	},
	{
		name: "ed25519", alg: Ed25519, kty: 1, crv: 6 /* Ed25519, RFC 9053 section 7.1 */, x: ed25519.PublicKeySize,
		size:  ed25519.PublicKeySize,
		check: checkEdwards,
		generate: func() ([]byte, error) {
			_, k, err := ed25519.GenerateKey(rand.Reader)
			return k.Seed(), err
		},
		public: func(secret []byte) ([]byte, error) {
			return ed25519.NewKeyFromSeed(secret).Public().(ed25519.PublicKey), nil
		},
		sign: func(secret, message []byte) ([]byte, error) {
			return ed25519.Sign(ed25519.NewKeyFromSeed(secret), message), nil
		},
		verify: func(public, message, signature []byte) error {
			if !ed25519.Verify(public, message, signature) {
				return ErrSignature
			}
			return nil
		},
		normal: func(signature []byte) ([]byte, error) { return sized(signature, ed25519.SignatureSize) },
	},
	{
		name: "bls12-381", alg: BLS, kty: 1, crv: -65601 /* private use */, x: bls.PublicKeySize,
		size: bls.PublicKeySize + bls.SignatureSize,
		check: func(public []byte) error {
			k, err := blsPublic(public)
			if err != nil {
				return err
			}
			return k.VerifyPossession(public[bls.PublicKeySize:])
		},
		generate: func() ([]byte, error) {
			k, err := bls.Generate()
			if err != nil {
				return nil, err
			}
			return k.Bytes(), nil
		},
		public: func(secret []byte) ([]byte, error) {
			k, err := bls.ParsePrivateKey(secret)
			if err != nil {
				return nil, err
			}
			return slices.Concat(k.Public().Bytes(), k.ProvePossession()), nil
		},
		sign: func(secret, message []byte) ([]byte, error) {
			k, err := bls.ParsePrivateKey(secret)
			if err != nil {
				return nil, err
			}
			return k.Sign(message), nil
		},
		verify: func(public, message, signature []byte) error {
			k, err := blsPublic(public)
			if err != nil {
				return err
			}
			if bls.Verify(k, message, signature) != nil {
				return ErrSignature
			}
			return nil
		},
		normal: func(signature []byte) ([]byte, error) { return sized(signature, bls.SignatureSize) },
	},
}

// schemeOf returns the scheme with the given algorithm; nil if there is none.
func schemeOf(alg Algorithm) *scheme {
	if alg == EdDSA {
		alg = Ed25519
	}
	for _, s := range schemes {
		if s.alg == alg {
			return s
		}
	}
	return nil
}

func knownAlgorithms() string {
	var known []string
	for _, s := range schemes {
		known = append(known, fmt.Sprintf("%d (%s)", s.alg, s.name))
	}
	return strings.Join(known, ", ")
}

func sized(signature []byte, size int) ([]byte, error) {
	if len(signature) != size {
		return nil, fmt.Errorf("found a signature of %d bytes, want %d", len(signature), size)
	}
	return signature, nil
}

// lowS returns the ECDSA signature with the lesser of s and -s; both are valid: SEC 1 section 4.1.3.
func lowS(signature []byte) ([]byte, error) {
	if _, err := sized(signature, 2*fr.Bytes); err != nil {
		return nil, err
	}
	order := fr.Modulus()
	s := new(big.Int).SetBytes(signature[fr.Bytes:])
	if s.Cmp(new(big.Int).Rsh(order, 1)) <= 0 || s.Cmp(order) >= 0 {
		return signature, nil
	}
	low := slices.Clone(signature)
	s.Sub(order, s).FillBytes(low[fr.Bytes:])
	return low, nil
}

// secpPublic returns the point x, y: on the curve, and not the one at infinity.
func secpPublic(raw []byte) (*ecdsa.PublicKey, error) {
	var k ecdsa.PublicKey
	if err := k.A.X.SetBytesCanonical(raw[:fp.Bytes]); err != nil {
		return nil, errors.New("found an x that is not less than the order of the field")
	}
	if err := k.A.Y.SetBytesCanonical(raw[fp.Bytes:]); err != nil {
		return nil, errors.New("found a y that is not less than the order of the field")
	}
	if k.A.IsInfinity() || !k.A.IsOnCurve() {
		return nil, errors.New("found a point that is not on the curve")
	}
	return &k, nil
}

// secpPrivate returns the key with the given secret number, from 1 to the order of the curve less 1.
func secpPrivate(secret []byte) (*ecdsa.PrivateKey, error) {
	n := new(big.Int).SetBytes(secret)
	if len(secret) != secretSize || n.Sign() == 0 || n.Cmp(fr.Modulus()) >= 0 {
		return nil, errors.New("found a private key that is out of range")
	}
	_, base := secp256k1.Generators()
	var public ecdsa.PublicKey
	public.A.ScalarMultiplication(&base, n)
	k := new(ecdsa.PrivateKey)
	if _, err := k.SetBytes(slices.Concat(public.Bytes(), secret)); err != nil {
		return nil, err
	}
	return k, nil
}

func secpGenerate() ([]byte, error) {
	k, err := ecdsa.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	return k.Bytes()[2*fp.Bytes:], nil
}

func blsPublic(raw []byte) (*bls.PublicKey, error) {
	return bls.ParsePublicKey(raw[:bls.PublicKeySize])
}
