package statement

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/fxamacker/cbor/v2"
	"github.com/veraison/go-cose"
)

// This file defines the one encoding of COSE_Sign1 messages, RFC 9052 section 4.2, and which bytes of a message are
// signed.

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
		MaxNestedLevels:   maxNesting,
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

// decode sets the target of v from data, which must be its deterministic encoding. Errors begin with what, if it is not
// empty.
func decode(data []byte, v any, what string) error {
	err := decMode.Unmarshal(data, v)
	if err != nil {
		err = reason(err)
	} else if want := encode(v); !bytes.Equal(want, data) {
		err = difference(data, want)
	}
	if err != nil && what != "" {
		return fmt.Errorf("%s: %w", what, err)
	}
	return err
}

// reason returns an error of the CBOR library in our words.
func reason(err error) error {
	var (
		same    *cbor.DupMapKeyError
		unknown *cbor.UnknownFieldError
		typed   *cbor.UnmarshalTypeError
		more    *cbor.ExtraneousDataError
		deep    *cbor.MaxNestedLevelError
		tag     *cbor.TagsMdError
		open    *cbor.IndefiniteLengthError
		meaning *cbor.SemanticError
	)
	switch {
	case errors.As(err, &same):
		return fmt.Errorf("found the key %.40q twice", fmt.Sprint(same.Key))
	case errors.As(err, &unknown):
		return errors.New("found a key that is not known")
	case errors.As(err, &typed) && typed.CBORType == "array":
		return errors.New("found an array where none is wanted, or one of another length")
	case errors.As(err, &typed):
		return fmt.Errorf("found CBOR of type %s, want another type", typed.CBORType)
	case errors.As(err, &more):
		return errors.New("found bytes after the end")
	case errors.As(err, &deep):
		return fmt.Errorf("found CBOR that is nested more than %d levels deep", maxNesting)
	case errors.As(err, &tag):
		return errors.New("found a tag, want none")
	case errors.As(err, &open):
		return errors.New("found an indefinite length, want a definite one")
	case errors.As(err, &meaning):
		return errors.New("found text that is not UTF-8")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("found the end too early")
	}
	return errors.New("found what is not well-formed CBOR")
}

// difference says why data differs from want, the encoding of the value decoded from data: something is missing, or has
// another form.
func difference(data, want []byte) error {
	var found, wanted map[any]cbor.RawMessage
	if decMode.Unmarshal(data, &found) == nil && decMode.Unmarshal(want, &wanted) == nil {
		keys := slices.SortedFunc(maps.Keys(wanted), func(a, b any) int { return bytes.Compare(encode(a), encode(b)) })
		for _, k := range keys {
			if found[k] == nil {
				return fmt.Errorf("found no key %v", k)
			}
		}
		for _, k := range keys {
			if bytes.Equal(found[k], wanted[k]) {
				continue
			}
			if err := difference(found[k], wanted[k]); err != errEncoding {
				return fmt.Errorf("key %v: %w", k, err)
			}
		}
	}
	var items, others []cbor.RawMessage
	if decMode.Unmarshal(data, &items) == nil && decMode.Unmarshal(want, &others) == nil && len(items) == len(others) {
		for i := range items {
			if bytes.Equal(items[i], others[i]) {
				continue
			}
			if err := difference(items[i], others[i]); err != errEncoding {
				return fmt.Errorf("item %d: %w", i+1, err)
			}
		}
	}
	return errEncoding
}

var errEncoding = errors.New("found an encoding that is not the deterministic one of what it should hold")

// maxNesting is how deep CBOR may be nested. No valid input needs more than 4 levels.
const maxNesting = 8

// decodeHeader is decode for the headers of messages.
func decodeHeader(data []byte, v any, what string) error {
	if err := refuseCritical(data); err != nil {
		return err
	}
	return decode(data, v, what)
}

// refuseCritical refuses a header with the parameter crit: vouch understands none of the labels that it may list.
func refuseCritical(data []byte) error {
	var labels map[any]cbor.RawMessage
	if decMode.Unmarshal(data, &labels) != nil {
		return nil // decode reports the error
	}
	if _, ok := labels[uint64(labelCritical)]; ok {
		return errors.New("found critical header parameters (label 2), want none")
	}
	return nil
}

// sign1 is a COSE_Sign1 message with encoded headers. The payload of a receipt is nil: it is not in the message.
type sign1 struct{ protected, unprotected, payload, signature []byte }

// sign1Array is the encoding of a sign1, except for the tag.
type sign1Array struct {
	_           struct{} `cbor:",toarray"`
	Protected   []byte
	Unprotected cbor.RawMessage
	Payload     *[]byte // null if it is detached
	Signature   []byte
}

// The first bytes of a message: RFC 9052 sections 2 and 4.2.
const (
	tagSign1 = 0xd2 // tag 18
	arrayOf4 = 0x84
)

var errHeader = errors.New("found a header that COSE does not allow")

// openSign1 takes a message apart. It does not decode the headers.
func openSign1(data []byte) (*sign1, error) {
	if len(data) < 2 || data[0] != tagSign1 || data[1] != arrayOf4 {
		return nil, errors.New("found what is no COSE_Sign1 message, want tag 18 and an array of 4")
	}
	var a sign1Array
	if err := decode(data[1:], &a, "COSE_Sign1"); err != nil {
		return nil, err
	}
	s := &sign1{a.Protected, a.Unprotected, nil, a.Signature}
	if a.Payload != nil {
		s.payload = append([]byte{}, *a.Payload...) // not nil, even if it is empty
	}
	return s, nil
}

// sealSign1 puts a message together.
func sealSign1(protected, unprotected, payload, signature []byte) []byte {
	a := sign1Array{Protected: protected, Unprotected: unprotected, Signature: signature}
	if payload != nil {
		a.Payload = &payload
	}
	return append([]byte{tagSign1}, encode(a)...)
}

// message returns the signed parts of a message in the form of the COSE library.
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
		return errHeader
	}
	return m.Verify(nil, verifier{alg, key.Verify})
}

// signed returns the bytes that a signature of the given header and payload covers: Sig_structure, RFC 9052 section
// 4.4.
func signed(protected, payload []byte, alg Algorithm) (tbs []byte, err error) {
	m, err := message(protected, payload, []byte{0})
	if err != nil {
		return nil, errHeader
	}
	err = m.Verify(nil, verifier{alg, func(message, _ []byte) error {
		tbs = message
		return nil
	}})
	return tbs, err
}

// signer and verifier let the COSE library use our keys.
type signer struct{ key *PrivateKey }

type verifier struct {
	alg    Algorithm
	verify func(message, signature []byte) error
}

func (v verifier) Algorithm() cose.Algorithm { return cose.Algorithm(v.alg) }

func (v verifier) Verify(message, signature []byte) error { return v.verify(message, signature) }
