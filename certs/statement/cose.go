package statement

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"

	"github.com/fxamacker/cbor/v2"
	"github.com/veraison/go-cose"
)

// This file defines the one encoding of COSE_Sign1 messages, RFC 9052 section 4.2, and what of them is signed.

// The labels of header parameters that are used by number.
const (
	labelReceipts = 394 // RFC 9942 section 4: in the unprotected header of a statement
	labelCritical = 2   // RFC 9052 section 3.1: labels that a reader must understand
)

var (
	encMode = must(encOptions().EncMode())
	decMode = must(cbor.DecOptions{
		DupMapKey:         cbor.DupMapKeyEnforcedAPF,
		IndefLength:       cbor.IndefLengthForbidden,
		ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
		UTF8:              cbor.UTF8RejectInvalid,
		FieldNameMatching: cbor.FieldNameMatchingCaseSensitive,
		TagsMd:            cbor.TagsForbidden,
		MaxNestedLevels:   8,
	}.DecMode())
)

// encOptions are those of RFC 8949 section 4.2.1, with empty lists for those that are nil.
func encOptions() cbor.EncOptions {
	o := cbor.CoreDetEncOptions()
	o.NilContainers = cbor.NilContainerAsEmpty
	return o
}

func must[T any](v T, err error) T {
	if err != nil {
		panic("statement: " + err.Error())
	}
	return v
}

// encode returns the deterministic encoding of v.
func encode(v any) []byte { return must(encMode.Marshal(v)) }

// decode fills in what v points to from its deterministic encoding, which data must be.
func decode(data []byte, v any, what string) error {
	if err := decMode.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if !bytes.Equal(encode(v), data) {
		return fmt.Errorf("%s: found an encoding that is not the deterministic one of what it should hold", what)
	}
	return nil
}

// decodeHeader is decode for the headers of messages.
func decodeHeader(data []byte, v any, what string) error {
	if err := refuseCritical(data); err != nil {
		return err
	}
	return decode(data, v, what)
}

// refuseCritical gives the reason for a header with the parameter crit: whatever it lists, it is nothing that vouch understands.
func refuseCritical(data []byte) error {
	var labels map[any]cbor.RawMessage
	if decMode.Unmarshal(data, &labels) != nil {
		return nil // decode says why
	}
	if _, ok := labels[uint64(labelCritical)]; ok {
		return errors.New("found critical header parameters (label 2), want none")
	}
	return nil
}

// sign1 is a COSE_Sign1 message, its headers encoded. The payload of a receipt is nil: it is not in the message.
type sign1 struct{ protected, unprotected, payload, signature []byte }

// openSign1 takes a message apart. The headers are still to be looked at.
func openSign1(data []byte) (*sign1, error) {
	var m cose.Sign1Message
	if err := m.UnmarshalCBOR(data); err != nil {
		return nil, err
	}
	var protected []byte
	if err := decMode.Unmarshal(m.Headers.RawProtected, &protected); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	s := &sign1{protected, m.Headers.RawUnprotected, m.Payload, m.Signature}
	if !bytes.Equal(sealSign1(s.protected, s.unprotected, s.payload, s.signature), data) {
		return nil, errors.New("found an encoding that is not the deterministic one")
	}
	return s, nil
}

// sealSign1 puts a message together.
func sealSign1(protected, unprotected, payload, signature []byte) []byte {
	const tag = 18 // RFC 9052 section 2
	var detached any
	if payload != nil {
		detached = payload
	}
	return encode(cbor.Tag{Number: tag, Content: []any{protected, cbor.RawMessage(unprotected), detached, signature}})
}

// message returns what is signed of a message with the given parts as the COSE library holds it.
func message(protected, payload, signature []byte) (*cose.Sign1Message, error) {
	m := &cose.Sign1Message{Payload: payload, Signature: signature}
	m.Headers.RawProtected = encode(protected)
	m.Headers.RawUnprotected = encode(map[int64]any{})
	return m, m.Headers.UnmarshalFromRaw()
}

// sign returns the signature of the given header and payload.
func sign(protected, payload []byte, key *PrivateKey) ([]byte, error) {
	m, err := message(protected, payload, nil)
	if err != nil {
		panic("statement: " + err.Error())
	}
	err = m.Sign(rand.Reader, nil, signer{key})
	return m.Signature, err
}

// verify reports why signature is not one of the given header and payload made with key.
func verify(protected, payload, signature []byte, alg Algorithm, key *PublicKey) error {
	if schemeOf(alg) != key.scheme {
		return fmt.Errorf("found algorithm %d, want one for a key of %s", alg, key.scheme.name)
	}
	m, err := message(protected, payload, signature)
	if err != nil {
		return err
	}
	return m.Verify(nil, verifier{alg, key.Verify})
}

// signed returns the bytes that are signed of the given header and payload: Sig_structure, RFC 9052 section 4.4.
func signed(protected, payload []byte, alg Algorithm) (tbs []byte, err error) {
	m, err := message(protected, payload, []byte{0})
	if err != nil {
		return nil, err
	}
	err = m.Verify(nil, verifier{alg, func(message, _ []byte) error {
		tbs = message
		return nil
	}})
	return tbs, err
}

// signer and verifier let the COSE library use our keys.
type signer struct{ key *PrivateKey }

func (s signer) Algorithm() cose.Algorithm { return cose.Algorithm(s.key.Algorithm()) }

func (s signer) Sign(_ io.Reader, message []byte) ([]byte, error) { return s.key.Sign(message) }

type verifier struct {
	alg    Algorithm
	verify func(message, signature []byte) error
}

func (v verifier) Algorithm() cose.Algorithm { return cose.Algorithm(v.alg) }

func (v verifier) Verify(message, signature []byte) error { return v.verify(message, signature) }
