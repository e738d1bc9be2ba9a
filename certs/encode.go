package certs

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/fxamacker/cbor/v2"
)

// This file defines the encoding of certificates. Each value has one encoding, and nothing else is decoded.

// The limits of decoding. They bound the memory that a hostile certificate can take.
const (
	MaxBytes    = 16 << 20 // default for the size of a certificate, in bytes
	MaxElements = 1 << 22  // of one array
	maxPairs    = 1 << 20  // of one map
	maxNesting  = 16       // no valid certificate nests deeper than 10
)

var (
	encMode = must(encOptions().EncMode())
	decMode = must(cbor.DecOptions{
		DupMapKey:         cbor.DupMapKeyEnforcedAPF,
		IndefLength:       cbor.IndefLengthForbidden,
		ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
		UTF8:              cbor.UTF8RejectInvalid,
		FieldNameMatching: cbor.FieldNameMatchingCaseSensitive,
		MaxArrayElements:  MaxElements,
		MaxMapPairs:       maxPairs,
		MaxNestedLevels:   maxNesting,
	}.DecMode())
	// headMode reads the kind of a certificate before its other fields are known.
	headMode = must(cbor.DecOptions{MaxNestedLevels: maxNesting, MaxArrayElements: MaxElements,
		MaxMapPairs: maxPairs}.DecMode())
)

// encOptions returns the options of the core deterministic encoding. Nil slices and maps are written as empty ones, so
// null stands only for an absent Linear.
func encOptions() cbor.EncOptions {
	o := cbor.CoreDetEncOptions()
	o.NilContainers = cbor.NilContainerAsEmpty
	return o
}

func must[T any](v T, err error) T {
	if err != nil {
		panic("certs: " + err.Error())
	}
	return v
}

// Encode returns the bytes of a certificate or of a part of one.
func Encode(v any) []byte {
	b, err := encMode.Marshal(v)
	if err != nil {
		panic("certs: " + err.Error())
	}
	return b
}

// Read decodes into v the only encoding of a certificate, of a part of one, or of a message that has such parts. It
// accepts null where v has a pointer, but not in a certificate.
func Read(data []byte, v any) error {
	if err := decMode.Unmarshal(data, v); err != nil {
		return err
	}
	if c, ok := v.(sealed); ok {
		if err := c.complete(); err != nil {
			return err
		}
	}
	if !bytes.Equal(Encode(v), data) {
		return errors.New("found an encoding that is not the deterministic one")
	}
	return nil
}

// Same reports whether two certificates or parts of certificates are the same.
func Same(a, b any) bool { return bytes.Equal(Encode(a), Encode(b)) }

// Seal fills in kind, version and digest, and returns the certificate's bytes.
func (c *Bug) Seal() []byte {
	c.Kind, c.Version = KindBug, Version
	c.Digest = c.digest()
	return Encode(c)
}

func (c *Bug) digest() []byte {
	open := *c
	open.Digest = []byte{}
	return sum(&open)
}

// Seal fills in version and digest, and returns the certificate's bytes.
func (c *Absence) Seal() []byte {
	c.Version = Version
	c.Digest = c.digest()
	return Encode(c)
}

func (c *Absence) digest() []byte {
	open := *c
	open.Digest = []byte{}
	return sum(&open)
}

func sum(open any) []byte {
	s := sha256.Sum256(Encode(open))
	return s[:]
}

// ErrDamaged is the error of bytes that have the form of a certificate, but whose digest says that they were changed.
var ErrDamaged = errors.New("the digest does not match the content: the certificate is damaged")

// Open returns the certificate that data encodes, of either kind, or an error that says why data is not a certificate.
// If it is a damaged certificate, the error is ErrDamaged. Data longer than maxBytes is refused unread.
func Open(data []byte, maxBytes int64) (Certificate, error) {
	if int64(len(data)) > maxBytes {
		return nil, fmt.Errorf("found more than %d bytes, the limit on the size of a certificate", maxBytes)
	}
	if len(data) == 0 {
		return nil, errors.New("the file is empty")
	}
	var head struct {
		Kind    string `cbor:"kind"`
		Version uint64 `cbor:"version"`
	}
	if err := headMode.Unmarshal(data, &head); err != nil {
		return nil, err
	}
	var c sealed
	switch head.Kind {
	case KindBug:
		c = new(Bug)
	case KindSafe, KindBounded:
		c = new(Absence)
	default:
		return nil, fmt.Errorf("found kind %.40q, want %q, %q or %q", head.Kind, KindBug, KindSafe, KindBounded)
	}
	if head.Version == 1 {
		return nil, errors.New("found format version 1, which this vouch no longer reads: find the bug, or prove that there is none, again")
	}
	if head.Version != Version {
		return nil, fmt.Errorf("found format version %d, want %d", head.Version, Version)
	}
	if err := Read(data, c); err != nil {
		return nil, err
	}
	if c.damaged() {
		return nil, ErrDamaged
	}
	return c, nil
}

// Decode is Open for certificates of a bug.
func Decode(data []byte, maxBytes int64) (*Bug, error) {
	c, err := Open(data, maxBytes)
	if err != nil {
		return nil, err
	}
	bug, ok := c.(*Bug)
	if !ok {
		return nil, fmt.Errorf("found the certificate of an absence, want kind %q", KindBug)
	}
	return bug, nil
}

// sealed is a certificate as Open sees it.
type sealed interface {
	Certificate
	complete() error
	damaged() bool
}

func (c *Bug) damaged() bool     { return !bytes.Equal(c.digest(), c.Digest) }
func (c *Absence) damaged() bool { return !bytes.Equal(c.digest(), c.Digest) }

// MarshalCBOR implements cbor.Marshaler.
func (v Value) MarshalCBOR() ([]byte, error) {
	if v.Int != nil {
		return encMode.Marshal(v.Int)
	}
	return encMode.Marshal(v.Text)
}

// UnmarshalCBOR implements cbor.Unmarshaler.
func (v *Value) UnmarshalCBOR(data []byte) error {
	*v = Value{}
	switch majorType := data[0] >> 5; majorType {
	case 0, 1, 6: // integers, and the tags of large ones
		v.Int = new(big.Int)
		return decMode.Unmarshal(data, v.Int)
	case 3:
		return decMode.Unmarshal(data, &v.Text)
	default:
		return errors.New("found another value than an integer or a text")
	}
}

// complete rejects null values, which the CBOR library accepts for pointers.
func (c *Bug) complete() error {
	for _, in := range c.Inputs {
		if in.Value == nil {
			return errNull
		}
	}
	for _, v := range c.Model {
		if v == nil {
			return errNull
		}
	}
	for _, o := range c.Path.Opaque {
		if !o.X.complete() || o.Y != nil && !o.Y.complete() {
			return errNull
		}
		for _, x := range o.Cases {
			if x.At == nil || !x.Value.complete() {
				return errNull
			}
		}
	}
	for _, f := range c.Path.Conjuncts {
		for _, n := range f {
			if n.E != nil && !n.E.complete() {
				return errNull
			}
		}
	}
	if c.Turns != nil {
		return complete(c.Turns.Ways, c.Turns.Landmarks)
	}
	return nil
}

// complete rejects null for a factor and for a value. Only the bound of a rule may be null, if the rule has none.
func (c *Absence) complete() error {
	for _, values := range c.Divided {
		if slices.Contains(values, nil) {
			return errNull
		}
	}
	for _, s := range c.Summaries {
		for _, sum := range s.Points {
			if slices.ContainsFunc(sum, func(p Product) bool { return p.Times == nil }) {
				return errNull
			}
		}
		if slices.ContainsFunc(s.Within, func(r Range) bool { return r.Lo == nil || r.Hi == nil }) {
			return errNull
		}
	}
	for _, x := range c.Contracts {
		if complete(nil, []Landmark{{Holds: x.Ensures}}) != nil {
			return errNull
		}
	}
	return complete(c.Ways, c.Landmarks)
}

// complete rejects null in the entries of a walk.
func complete(ways []Proof, landmarks []Landmark) error {
	for _, p := range ways {
		for _, r := range p {
			for _, m := range r.Rows {
				if m.Times == nil {
					return errNull
				}
			}
		}
	}
	for _, l := range landmarks {
		for _, a := range l.Holds {
			if slices.ContainsFunc(a.Terms, func(p Product) bool { return p.Times == nil }) {
				return errNull
			}
		}
	}
	return nil
}

var errNull = errors.New("found null, want a value")

func (e *Linear) complete() bool {
	ok := e.Const != nil
	for _, t := range e.Terms {
		ok = ok && t.Coef != nil
	}
	return ok
}
