package fuzz

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"strings"

	"vouch/semantics/core"
)

// This file defines inputs: what they consist of, and how they are read from bytes and written as bytes.

// stream is what a program draws under one name: value after value.
type stream struct {
	name   string
	lo, hi uint64   // the range of the words that stand for its values, both ends included
	signed bool     // whether words are in two's complement
	base   *big.Int // what the word 0 stands for, if that is not 0
	width  int      // how many bytes a value takes in a file
	ends   bool     // whether the value -1 is the end of what is read
}

// newStream returns the stream of a draw. Of a range with more than 2^64 values, it has a part.
func newStream(in *core.Instr) *stream {
	s := &stream{name: in.Name}
	least, most := new(big.Int).SetInt64(math.MinInt64), new(big.Int).SetUint64(math.MaxUint64)
	lo, hi := in.Lo, in.Hi
	switch {
	case lo == nil && hi == nil:
		lo, hi = least, big.NewInt(math.MaxInt64)
	case lo == nil && hi.IsInt64():
		lo = least
	case lo == nil:
		lo = new(big.Int).Sub(hi, most)
	case hi == nil && lo.IsInt64():
		hi = big.NewInt(math.MaxInt64)
	case hi == nil:
		hi = new(big.Int).Add(lo, most)
	}
	switch {
	case lo.IsInt64() && hi.IsInt64():
		s.signed, s.lo, s.hi = true, uint64(lo.Int64()), uint64(hi.Int64())
	case lo.IsUint64() && hi.IsUint64():
		s.lo, s.hi = lo.Uint64(), hi.Uint64()
	default:
		s.base, s.hi = lo, math.MaxUint64
		if n := new(big.Int).Sub(hi, lo); n.IsUint64() {
			s.hi = n.Uint64()
		}
	}
	s.ends = s.signed && s.lo == math.MaxUint64 && s.hi == 255
	switch n := s.hi - s.lo; {
	case n <= math.MaxUint8 || s.ends:
		s.width = 1
	case n <= math.MaxUint16:
		s.width = 2
	case n <= math.MaxUint32:
		s.width = 4
	default:
		s.width = 8
	}
	return s
}

// has reports whether a word stands for a value of the stream.
func (s *stream) has(v uint64) bool {
	if s.signed {
		return int64(s.lo) <= int64(v) && int64(v) <= int64(s.hi)
	}
	return s.lo <= v && v <= s.hi
}

// fit returns v if that stands for a value, or else a word that does and has the same lowest bits, if possible.
func (s *stream) fit(v uint64) uint64 {
	if s.has(v) {
		return v
	}
	if s.width < 8 {
		n := v & (1<<(8*s.width) - 1)
		if s.has(n) {
			return n
		}
		if shift := 64 - 8*s.width; s.has(uint64(int64(n<<shift) >> shift)) {
			return uint64(int64(n<<shift) >> shift)
		}
	}
	if n := s.hi - s.lo + 1; n != 0 {
		return s.lo + (v-s.lo)%n
	}
	return v
}

// nearest returns the word of the value that is nearest to 0.
func (s *stream) nearest() uint64 {
	switch {
	case s.has(0):
		return 0
	case s.signed && int64(s.hi) < 0:
		return s.hi
	}
	return s.lo
}

// missing returns the word of the value that is drawn behind the last value of an input.
func (s *stream) missing() uint64 {
	if s.ends {
		return s.lo
	}
	return s.nearest()
}

// bytes are the values of bytes.
var bytes = func() (list [256]*big.Int) {
	for i := range list {
		list[i] = big.NewInt(int64(i))
	}
	return list
}()

// value returns the value for which a word stands.
func (s *stream) value(v uint64) *big.Int {
	switch {
	case s.base != nil:
		n := new(big.Int).SetUint64(v)
		return n.Add(n, s.base)
	case v < uint64(len(bytes)):
		return bytes[v]
	case s.signed:
		return big.NewInt(int64(v))
	}
	return new(big.Int).SetUint64(v)
}

// word returns the word of a value; ok is false if there is none.
func (s *stream) word(n *big.Int) (v uint64, ok bool) {
	if s.base != nil {
		n = new(big.Int).Sub(n, s.base)
	}
	switch {
	case s.signed && n.IsInt64():
		v = uint64(n.Int64())
	case !s.signed && n.IsUint64():
		v = n.Uint64()
	default:
		return 0, false
	}
	return v, s.has(v)
}

// input has the words of each stream.
type input [][]uint64

// clone returns a copy of in.
func (in input) clone() input {
	c := make(input, len(in))
	for i, s := range in {
		c[i] = append([]uint64(nil), s...)
	}
	return c
}

// size returns the number of words.
func (in input) size() (n int) {
	for _, s := range in {
		n += len(s)
	}
	return n
}

// split returns the name of the draw that makes an input of the given name, and how many inputs it made before.
func split(name string) (draw string, before int, ok bool) {
	draw, count, more := strings.Cut(name, "#")
	if !more {
		return draw, 0, true
	}
	n, err := strconv.Atoi(count)
	return draw, n - 1, err == nil && n > 1
}

// drawn is an input that a run has drawn.
type drawn struct {
	stream int32
	word   uint64
}

// shifted reports whether files have the distance of a value from the least one, and not its lowest bytes, which would
// not say what the value is.
func (s *stream) shifted() bool {
	bits := 8 * s.width
	switch {
	case s.width == 8 || s.ends:
		return false
	case s.signed && int64(s.lo) < 0:
		return int64(s.lo) < -1<<(bits-1) || int64(s.hi) >= 1<<(bits-1)
	}
	return s.hi>>bits != 0
}

// put appends the bytes of an input to a file. Of an end, there are none.
func (s *stream) put(file []byte, v uint64) []byte {
	switch {
	case s.ends && v == s.lo:
		return file
	case s.shifted():
		v -= s.lo
	}
	return append(file, binary.LittleEndian.AppendUint64(nil, v)[:s.width]...)
}

// get takes an input from a file, and returns the rest. Bytes that are missing are 0, but behind the file there is the
// end, or the value that is nearest to 0.
func (s *stream) get(file []byte) (v uint64, rest []byte) {
	if len(file) == 0 {
		return s.missing(), nil
	}
	var word [8]byte
	n := copy(word[:s.width], file)
	v, rest = binary.LittleEndian.Uint64(word[:]), file[n:]
	if s.shifted() {
		return s.fit(s.lo + v), rest
	}
	return s.fit(v), rest
}
