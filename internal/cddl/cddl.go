// Package cddl checks CBOR against a schema in CDDL, so that tests can hold a schema and the code to each other.
//
// It knows the part of RFC 8610 that vouch's schemas use: maps and arrays of fields with ?, * and +, choices, tags,
// literals, the prelude's simple types, and the controls .size and .cbor. It panics where a text goes beyond that.
package cddl

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"reflect"

	"github.com/fxamacker/cbor/v2"
)

// This file defines what it is for a value to conform to a schema.

// Schema is the rules of a CDDL text by name.
type Schema map[string]kind

// Conforms says what of a value, decoded into any, is not as the rule of the given name has it.
func (s Schema) Conforms(rule string, v any) error { return named(rule).check(s, v) }

// kind is a type of CDDL: it says what is wrong with a value.
type kind interface{ check(s Schema, v any) error }

type (
	named   string // a rule or a type of the prelude
	literal struct{ value any }
	choice  []kind
	size    struct {
		of       kind
		min, max int
	}
	encoded struct{ as kind } // bytes that are the encoding of something
	tagged  struct {
		number uint64
		of     kind
	}
	record []field // a map
	list   []field // an array
)

// field is a part of a map or an array: a key, a literal one if the key is fixed, and a value; occurs is 0, '?', '*' or
// '+'.
type field struct {
	occurs byte
	key    kind // nil in arrays, where it is but a label
	value  kind
}

func (n named) check(s Schema, v any) error {
	_, isInt := v.(int64)
	_, isUint := v.(uint64)
	b, isBig := v.(big.Int)
	// an integer that Go's types do not hold, but CBOR's do
	fits := isBig && (b.IsUint64() || new(big.Int).Not(&b).IsUint64())
	ok := false
	switch n {
	case "uint":
		ok = isUint
	case "int":
		ok = isInt || isUint || fits
	case "integer":
		ok = isInt || isUint || isBig
	case "biguint":
		ok = isBig && !fits && b.Sign() > 0
	case "bignint":
		ok = isBig && !fits && b.Sign() < 0
	case "text":
		_, ok = v.(string)
	case "bytes":
		_, ok = v.([]byte)
	case "null":
		ok = v == nil
	default:
		rule, known := s[string(n)]
		if !known {
			return fmt.Errorf("the schema does not define %s", n)
		}
		return rule.check(s, v)
	}
	if !ok {
		return fmt.Errorf("found %T %v, want %s", v, v, n)
	}
	return nil
}

func (l literal) check(_ Schema, v any) error {
	if v != l.value {
		return fmt.Errorf("found %v, want %v", v, l.value)
	}
	return nil
}

func (c choice) check(s Schema, v any) (err error) {
	for _, k := range c {
		if err = k.check(s, v); err == nil {
			return nil
		}
	}
	return err
}

func (z size) check(s Schema, v any) error {
	if err := z.of.check(s, v); err != nil {
		return err
	}
	if n := reflect.ValueOf(v).Len(); n < z.min || n > z.max {
		return fmt.Errorf("found %d bytes, want from %d to %d", n, z.min, z.max)
	}
	return nil
}

func (e encoded) check(s Schema, v any) error {
	b, ok := v.([]byte)
	if !ok {
		return fmt.Errorf("found %T, want bytes", v)
	}
	var inner any
	if err := cbor.Unmarshal(b, &inner); err != nil {
		return err
	}
	return e.as.check(s, inner)
}

func (t tagged) check(s Schema, v any) error {
	tag, ok := v.(cbor.Tag)
	if !ok || tag.Number != t.number {
		return fmt.Errorf("found %T, want tag %d", v, t.number)
	}
	return t.of.check(s, tag.Content)
}

func (r record) check(s Schema, v any) error {
	m, ok := v.(map[any]any)
	if !ok {
		return fmt.Errorf("found %T, want a map", v)
	}
	left := maps.Clone(m)
	for _, f := range r {
		n := 0
		for k, v := range m {
			if f.key.check(s, k) != nil {
				continue
			}
			if err := f.value.check(s, v); err != nil {
				return fmt.Errorf("%v: %w", k, err)
			}
			delete(left, k)
			n++
		}
		if f.occurs != '*' && f.occurs != '?' && n == 0 {
			return fmt.Errorf("the key %v is missing", f.key)
		}
	}
	if len(left) > 0 {
		return fmt.Errorf("found keys that the schema does not have: %v", left)
	}
	return nil
}

func (l list) check(s Schema, v any) error {
	a, ok := v.([]any)
	if !ok {
		return fmt.Errorf("found %T, want an array", v)
	}
	for _, f := range l {
		n := 0
		for ; len(a) > 0 && (f.occurs != 0 || n == 0); n++ {
			if err := f.value.check(s, a[0]); err != nil {
				return err
			}
			a = a[1:]
		}
		if f.occurs != '*' && n == 0 {
			return errors.New("the array is too short")
		}
	}
	if len(a) > 0 {
		return errors.New("the array is too long")
	}
	return nil
}
