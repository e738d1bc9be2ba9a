package kernel

import (
	"bufio"
	"encoding/binary"
	"io"
	"math/big"
)

// This file defines the encoding of programs, claims and proofs: a sequence of CBOR items (RFC 8949) of five kinds.
// Integers, byte strings and arrays have a definite length, in the shortest form; nil stands for what is absent; a
// byte string with tag 2 or 3 is a large integer.

// refusal is why a proof is not accepted.
type refusal string

func (r refusal) Error() string { return string(r) }

// reader reads items. After the first error it returns zeros, and no length but 0.
type reader struct {
	in  *bufio.Reader
	err error
	nil bool // whether the last item was nil
	// number of items so far, in the program, in the claim or in a command; 16 bytes of a byte string count as one
	n    int
	cost int // of the formulas so far, in the same: to bring a term into its form takes as long as its size says
}

const (
	majorUnsigned = 0
	majorNegative = 1
	majorBytes    = 2
	majorArray    = 4
	majorTag      = 6
	absent        = 0xf6
)

func (r *reader) fail(why string) {
	if r.err == nil {
		r.err = refusal("encoding: " + why)
	}
}

// head reads the start of an item.
func (r *reader) head() (major byte, n uint64) {
	r.nil = false
	if r.n++; r.n > maxItems {
		r.fail("more items than a program or a command may have")
	}
	b := r.byte()
	if b == absent {
		r.nil = true
		return 0, 0
	}
	major, n = b>>5, uint64(b&31)
	if n < 24 {
		return major, n
	}
	if n > 27 {
		r.fail("unknown item")
		return 0, 0
	}
	width := 1 << (n - 24)
	var raw [8]byte
	for i := 8 - width; i < 8; i++ {
		raw[i] = r.byte()
	}
	n = binary.BigEndian.Uint64(raw[:])
	if width == 1 && n < 24 || width > 1 && n>>(4*width) == 0 {
		r.fail("a number that is not in the shortest form")
	}
	return major, n
}

func (r *reader) byte() byte {
	if r.err != nil {
		return 0
	}
	b, err := r.in.ReadByte()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	r.err = err
	return b
}

// more reports whether another item follows.
func (r *reader) more() bool {
	_, err := r.in.Peek(1)
	return r.err == nil && err == nil
}

// number reads an integer; nil if it is absent.
func (r *reader) number() *big.Int {
	major, n := r.head()
	switch {
	case r.nil:
		return nil
	case major == majorUnsigned:
		return new(big.Int).SetUint64(n)
	case major == majorNegative:
		return new(big.Int).Not(new(big.Int).SetUint64(n))
	case major == majorTag && (n == 2 || n == 3):
		raw := r.bytes(maxNumber)
		v := new(big.Int).SetBytes(raw)
		if v.IsUint64() || raw[0] == 0 {
			r.fail("a number that is not in the shortest form")
		}
		if n == 3 {
			v.Not(v)
		}
		return v
	}
	r.fail("found no number")
	return zero
}

// given reads an integer that must be there.
func (r *reader) given() *big.Int {
	n := r.number()
	if n == nil {
		r.fail("a number is absent")
		return zero
	}
	return n
}

// index reads a number from 0 up to most.
func (r *reader) index(most int) int {
	major, n := r.head()
	if r.nil || major != majorUnsigned || most < 0 || n > uint64(most) {
		r.fail("found no number in its range")
		return 0
	}
	return int(n)
}

// bytes reads a byte string of at most so many bytes.
func (r *reader) bytes(most uint64) []byte {
	major, n := r.head()
	if r.nil || major != majorBytes || n > most {
		r.fail("found no byte string")
		return nil
	}
	r.n += int(n / 16)
	var raw []byte
	for ; n > 0 && r.err == nil; n-- {
		raw = append(raw, r.byte())
	}
	return raw
}

// text reads a byte string as a text.
func (r *reader) text() string { return string(r.bytes(maxNumber)) }

// array reads the start of an array, and returns its length.
func (r *reader) array() int {
	major, n := r.head()
	if r.nil || major != majorArray || n > maxCount {
		r.fail("found no array")
		return 0
	}
	return int(n)
}

// fixed reads the start of an array of a length.
func (r *reader) fixed(n int) {
	if r.array() != n {
		r.fail("an array of another length")
	}
}

// list reads an array of items.
func list[T any](r *reader, item func() T) (items []T) {
	for n := r.array(); n > 0 && r.err == nil; n-- {
		items = append(items, item())
	}
	return items
}
