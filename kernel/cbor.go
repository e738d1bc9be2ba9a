package kernel

import (
	"bufio"
	"encoding/binary"
	"io"
	"math/big"
)

// This file defines the encoding of programs, claims and proofs: a sequence of CBOR items (RFC 8949) of five kinds. Integers, byte strings and arrays
// have a definite length, in the shortest form; nil stands for what is absent; a byte string with tag 2 or 3 is a large integer.

// reader reads items. After the first error it returns zeros.
type reader struct {
	in  *bufio.Reader
	err error
	nil bool // whether the last item was nil
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
		raw := r.bytes()
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
	if r.nil || major != majorUnsigned || n > uint64(most) {
		r.fail("found no number in its range")
		return 0
	}
	return int(n)
}

// bytes reads a byte string.
func (r *reader) bytes() []byte {
	major, n := r.head()
	if r.nil || major != majorBytes || n > maxBytes {
		r.fail("found no byte string")
		return nil
	}
	var raw []byte
	for ; n > 0 && r.err == nil; n-- {
		raw = append(raw, r.byte())
	}
	return raw
}

// text reads a byte string as a text.
func (r *reader) text() string { return string(r.bytes()) }

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

// The writer appends items to bytes.

func appendHead(b []byte, major byte, n uint64) []byte {
	major <<= 5
	switch {
	case n < 24:
		return append(b, major|byte(n))
	case n < 1<<8:
		return append(b, major|24, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(b, major|25), uint16(n))
	case n < 1<<32:
		return binary.BigEndian.AppendUint32(append(b, major|26), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(b, major|27), n)
}

func appendArray(b []byte, n int) []byte { return appendHead(b, majorArray, uint64(n)) }
func appendIndex(b []byte, n int) []byte { return appendHead(b, majorUnsigned, uint64(n)) }

func appendBytes[T string | []byte](b []byte, s T) []byte {
	return append(appendHead(b, majorBytes, uint64(len(s))), s...)
}

func appendNumber(b []byte, n *big.Int) []byte {
	if n == nil {
		return append(b, absent)
	}
	major, tag, size := byte(majorUnsigned), uint64(2), n
	if n.Sign() < 0 {
		major, tag, size = majorNegative, 3, new(big.Int).Not(n)
	}
	if size.IsUint64() {
		return appendHead(b, major, size.Uint64())
	}
	return appendBytes(appendHead(b, majorTag, tag), size.Bytes())
}
