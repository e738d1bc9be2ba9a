// Package bls signs with BLS12-381, so that many signatures of one statement become one signature of 96 bytes.
//
// It is the minimal-pubkey-size variant of draft-irtf-cfrg-bls-signature-05 with proofs of possession: the ciphersuite
// BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_ of section 4.2.3, with hashing to the curve by RFC 9380. Public keys are
// points of G1 in 48 bytes, signatures and proofs points of G2 in 96 bytes, both compressed; a private key is a scalar
// in 32 bytes, big-endian. Every value has one encoding, and others are refused.
//
// FastAggregateVerify alone says little: whoever chooses a key last can choose it such that a signature of his own
// passes for one of all. A key therefore counts only after VerifyPossession, once for each key (section 3.3 of the
// draft).
//
// The arithmetic is that of gnark-crypto, which does not promise constant time: sign where nobody else measures the
// time that it takes. Private keys are not wiped from memory.
package bls

import (
	"bytes"
	"errors"
	"fmt"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
)

// The domain separation tags of section 4.2.3: for messages, and for proofs of possession.
const (
	signatureTag  = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"
	possessionTag = "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"
)

// Sign returns the signature of a message (CoreSign, section 2.6). It is a function of the key and the message.
func (k *PrivateKey) Sign(message []byte) []byte { return k.sign(message, signatureTag) }

// ProvePossession returns the proof that the owner of the public key knows the private one (PopProve, section 3.3.2).
func (k *PrivateKey) ProvePossession() []byte { return k.sign(k.Public().Bytes(), possessionTag) }

func (k *PrivateKey) sign(message []byte, tag string) []byte {
	point := hash(message, tag)
	point.ScalarMultiplication(&point, k.int())
	b := point.Bytes()
	return b[:]
}

// Verify returns an error that says why a signature is not one of this message under this key (CoreVerify, section
// 2.7), or nil.
func Verify(k *PublicKey, message, signature []byte) error {
	return k.verify(message, signature, "signature", signatureTag)
}

// VerifyPossession returns an error that says why a proof is none of the possession of this key (PopVerify, section
// 3.3.3), or nil.
func (k *PublicKey) VerifyPossession(proof []byte) error {
	if err := k.check(); err != nil {
		return err
	}
	return k.verify(k.Bytes(), proof, "proof of possession", possessionTag)
}

func (k *PublicKey) verify(message, signature []byte, what, tag string) error {
	if err := k.check(); err != nil {
		return err
	}
	point, err := parseSignature(what, signature)
	if err != nil {
		return err
	}
	if !paired([]bls12381.G1Affine{k.point}, []bls12381.G2Affine{hash(message, tag)}, point) {
		return fmt.Errorf("found a %s that does not belong to the key and the message", what)
	}
	return nil
}

// Aggregate returns the sum of some signatures, at least one (section 2.8). It does not verify them.
func Aggregate(signatures [][]byte) ([]byte, error) {
	if len(signatures) == 0 {
		return nil, errors.New("found no signatures to aggregate, want at least one")
	}
	var sum bls12381.G2Jac
	for i, s := range signatures {
		point, err := parseSignature("signature", s)
		if err != nil {
			return nil, fmt.Errorf("signature %d: %w", i, err)
		}
		sum.AddMixed(&point)
	}
	b := new(bls12381.G2Affine).FromJacobian(&sum).Bytes()
	return b[:], nil
}

// AggregateVerify returns an error that says why a signature does not aggregate a signature of each message under the
// key in the same place (CoreAggregateVerify, section 2.9), or nil. Messages may be the same, as the keys have proofs
// of possession.
func AggregateVerify(keys []*PublicKey, messages [][]byte, signature []byte) error {
	if len(keys) != len(messages) {
		return fmt.Errorf("found %d keys and %d messages, want as many of each", len(keys), len(messages))
	}
	points, err := pointsOf(keys)
	if err != nil {
		return err
	}
	point, err := parseSignature("signature", signature)
	if err != nil {
		return err
	}
	hashes := make([]bls12381.G2Affine, len(messages))
	for i, m := range messages {
		hashes[i] = hash(m, signatureTag)
	}
	if !paired(points, hashes, point) {
		return errors.New("found a signature that does not belong to the keys and their messages")
	}
	return nil
}

// FastAggregateVerify returns an error that says why a signature does not aggregate a signature of one message under
// each of the keys (section 3.3.4), or nil. Each key must have passed VerifyPossession; a key that occurs twice must
// have signed twice.
func FastAggregateVerify(keys []*PublicKey, message, signature []byte) error {
	points, err := pointsOf(keys)
	if err != nil {
		return err
	}
	var sum bls12381.G1Jac
	for i := range points {
		sum.AddMixed(&points[i])
	}
	var all PublicKey
	all.point.FromJacobian(&sum)
	if all.point.IsInfinity() {
		return errors.New("found keys that add up to the point at infinity, want another sum")
	}
	return Verify(&all, message, signature)
}

// hash is hash_to_point of the ciphersuite: hash_to_curve of RFC 9380, section 3.
func hash(message []byte, tag string) bls12381.G2Affine {
	point, err := bls12381.HashToG2(message, []byte(tag))
	if err != nil {
		panic("bls: " + err.Error()) // of tags that are too long
	}
	return point
}

// paired reports whether e(generator, signature) is the product of all e(keys[i], hashes[i]).
func paired(keys []bls12381.G1Affine, hashes []bls12381.G2Affine, signature bls12381.G2Affine) bool {
	_, _, minus, _ := bls12381.Generators()
	minus.Neg(&minus)
	ok, err := bls12381.PairingCheck(append(keys, minus), append(hashes, signature))
	if err != nil {
		panic("bls: " + err.Error()) // of slices of different lengths
	}
	return ok
}

// parseSignature is signature_to_point and signature_subgroup_check of section 2.2. The point at infinity is a
// signature, of which aggregates may consist, but one that no key verifies.
func parseSignature(what string, b []byte) (point bls12381.G2Affine, err error) {
	if err := checkCompressed(what, b, SignatureSize); err != nil {
		return point, err
	}
	if _, err := point.SetBytes(b); err != nil {
		return point, fmt.Errorf("found a %s that is no point of G2: %w", what, err)
	}
	if again := point.Bytes(); !bytes.Equal(again[:], b) {
		return point, fmt.Errorf("found a %s in another encoding than its own", what)
	}
	return point, nil
}
