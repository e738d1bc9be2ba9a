package core

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// This file defines values.

// Value is a mathematical integer, a pointer, an IEEE number, a truth value, or undefined. The zero Value is undefined.
// A Value never changes.
type Value struct {
	class class
	ref   int32    // the number of the object or of the function
	n     int64    // the integer, offset, address, encoding or truth value, if big is nil
	big   *big.Int // the same if it is not an int64; never changed. If big is unsigned, n is the number in 64 bits
}

// unsigned marks a Value whose number is between 2^63 and 2^64 - 1.
var unsigned = new(big.Int)

// class says what a Value is.
type class uint32

// The classes. Digests have their numbers, so none may change.
const (
	undefined class = iota
	integer
	_
	truth
	single
	double
	inObject // a pointer
	toFunction
	bare // a pointer that is an address
)

// MakeInt returns the integer n.
func MakeInt(n int64) Value { return Value{class: integer, n: n} }

// MakeInteger returns the integer n. The caller must not change n afterwards.
func MakeInteger(n *big.Int) Value { return number(integer, n) }

// MakeTruth returns the truth value b.
func MakeTruth(b bool) Value {
	if b {
		return Value{class: truth, n: 1}
	}
	return Value{class: truth}
}

// MakeFloat32 returns the binary32 number with the given encoding.
func MakeFloat32(encoding uint32) Value { return Value{class: single, n: int64(encoding)} }

// MakeFloat64 returns the binary64 number with the given encoding.
func MakeFloat64(encoding uint64) Value { return Value{class: double, n: int64(encoding)} }

// MakePointer returns the pointer to the byte at an offset in the object with the number id.
func MakePointer(id int, offset *big.Int) Value {
	v := number(inObject, offset)
	v.ref = int32(id)
	return v
}

// MakeFunction returns the pointer to a function, by its index in Funcs.
func MakeFunction(index int) Value { return Value{class: toFunction, ref: int32(index)} }

// MakeAddress returns the pointer to an address that belongs to no object. 0 is null.
func MakeAddress(address *big.Int) Value { return number(bare, address) }

// number returns the value of a class that has the integer n in it.
func number(s class, n *big.Int) Value {
	switch {
	case n.IsInt64():
		return Value{class: s, n: n.Int64()}
	case n.IsUint64():
		return Value{class: s, n: int64(n.Uint64()), big: unsigned}
	}
	return Value{class: s, big: n}
}

// IsDefined reports whether v is not undefined.
func (v Value) IsDefined() bool { return v.class != undefined }

// Type returns the type of v; NoType if it is undefined.
func (v Value) Type() Type { return classes[v.class] }

var classes = [...]Type{
	undefined: NoType, integer: Int, truth: Bool, single: F32, double: F64, inObject: Ptr, toFunction: Ptr, bare: Ptr,
}

// Integer returns the integer v; ok is false if v is not an integer.
func (v Value) Integer() (n *big.Int, ok bool) {
	if v.class != integer {
		return nil, false
	}
	return v.amount(), true
}

// amount returns the number in v.
func (v Value) amount() *big.Int {
	switch v.big {
	case nil:
		return big.NewInt(v.n)
	case unsigned:
		return new(big.Int).SetUint64(uint64(v.n))
	}
	return v.big
}

// Holds reports whether v is the truth value true.
func (v Value) Holds() bool { return v.class == truth && v.n != 0 }

// Encoding returns the IEEE encoding of v; 0 if v is not an IEEE number.
func (v Value) Encoding() uint64 {
	if v.class == single || v.class == double {
		return uint64(v.n)
	}
	return 0
}

// Object returns the object and the offset of the pointer v; ok is false if v does not point to an object.
func (v Value) Object() (id int, offset *big.Int, ok bool) {
	if v.class != inObject {
		return 0, nil, false
	}
	return int(v.ref), v.amount(), true
}

// Function returns the index in Funcs of the function to which v points; ok is false if v does not point to a function.
func (v Value) Function() (index int, ok bool) { return int(v.ref), v.class == toFunction }

// Address returns the bare address v; ok is false if v is something else.
func (v Value) Address() (address *big.Int, ok bool) {
	if v.class != bare {
		return nil, false
	}
	return v.amount(), true
}

// IsNull reports whether v is the null pointer.
func (v Value) IsNull() bool { return v.class == bare && v.big == nil && v.n == 0 }

// Equal reports whether both are the same value.
func (v Value) Equal(w Value) bool {
	if v.isBig() && w.isBig() && v.big != w.big {
		if v.big.Cmp(w.big) != 0 {
			return false
		}
		v.big = w.big
	}
	return v == w
}

// isBig reports whether the number in v has more than 64 bits.
func (v Value) isBig() bool { return v.big != nil && v.big != unsigned }

// compare returns the sign of the difference of the numbers in v and w.
func compare(v, w Value) int {
	switch {
	case v.isBig() && w.isBig():
		return v.big.Cmp(w.big)
	case v.isBig():
		return v.big.Sign()
	case w.isBig():
		return -w.big.Sign()
	case v.big != w.big && v.big != nil:
		return 1
	case v.big != w.big:
		return -1
	case v.n < w.n:
		return -1
	case v.n > w.n:
		return 1
	}
	return 0
}

// words returns the memory of v in words, in addition to the struct.
func (v Value) words() int {
	if !v.isBig() {
		return 0
	}
	return len(v.big.Bits())
}

// low returns the number in v modulo 2^64.
func (v Value) low() (low uint64) {
	if !v.isBig() {
		return uint64(v.n)
	}
	words := v.big.Bits() // of the absolute value
	for i := 0; i < len(words) && i*bits.UintSize < 64; i++ {
		low |= uint64(words[i]) << (i * bits.UintSize)
	}
	if v.big.Sign() < 0 {
		return -low
	}
	return low
}

// sign returns the sign of the number in v.
func (v Value) sign() int {
	switch {
	case v.isBig():
		return v.big.Sign()
	case v.big == unsigned:
		return 1
	case v.n < 0:
		return -1
	case v.n > 0:
		return 1
	}
	return 0
}

// Float returns the IEEE number v as a float64, which can hold a number of 32 bits exactly; 0 if v is not an IEEE
// number.
func (v Value) Float() float64 {
	if v.class == single {
		return float64(math.Float32frombits(uint32(v.n)))
	}
	return math.Float64frombits(v.Encoding())
}

// String returns v as people write it: 3, &4+8 for a pointer into object 4, null, 0x10 for a bare address, 2.5.
// State.Format knows the names of objects and functions.
func (v Value) String() string {
	return v.format(func(id int) string { return fmt.Sprint("&", id) }, func(f int) string {
		return fmt.Sprint("func ", f)
	})
}

// format returns v as people write it, given names for pointers to the start of an object and to a function.
func (v Value) format(object, function func(int) string) string {
	switch v.class {
	case undefined:
		return "undefined"
	case integer:
		return v.amount().String()
	case truth:
		return strconv.FormatBool(v.n != 0)
	case single:
		return strconv.FormatFloat(v.Float(), 'g', -1, 32)
	case double:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case inObject:
		switch name := object(int(v.ref)); v.sign() {
		case -1:
			return name + v.amount().String()
		case 0:
			return name
		default:
			return name + "+" + v.amount().String()
		}
	case toFunction:
		return function(int(v.ref))
	case bare:
		if v.IsNull() {
			return "null"
		}
		return fmt.Sprintf("%#x", v.amount())
	}
	panic(fmt.Sprintf("core: unexpected class of value %d", v.class))
}

// small returns x op y, with 1 for true; ok is false if it may have more than 64 bits, or op divides by 0.
func small(op Op, x, y int64) (z int64, ok bool) {
	switch op {
	case Add:
		z = x + y
		return z, (z > x) == (y > 0)
	case Sub:
		z = x - y
		return z, (z < x) == (y > 0)
	case Mul:
		hi, lo := bits.Mul64(uint64(x), uint64(y)) // of two's complements
		hi -= uint64(x>>63)&uint64(y) + uint64(y>>63)&uint64(x)
		return int64(lo), int64(hi) == int64(lo)>>63
	case Div, Mod, Quo, Rem:
		if y == 0 || y == -1 { // -2^63 has no quotient by -1
			return 0, false
		}
		q, r := x/y, x%y
		if (op == Div || op == Mod) && r != 0 && r^y < 0 {
			q, r = q-1, r+y
		}
		if op == Div || op == Quo {
			return q, true
		}
		return r, true
	case BitAnd:
		return x & y, true
	case BitOr:
		return x | y, true
	case BitXor:
		return x ^ y, true
	case Shl:
		z = x << min(uint64(y), 63)
		return z, y < 63 && z>>y == x
	case Shr:
		return x >> min(uint64(y), 63), true
	case Lt:
		return flag(x < y), true
	case Le:
		return flag(x <= y), true
	case Gt:
		return flag(x > y), true
	case Ge:
		return flag(x >= y), true
	case Eq:
		return flag(x == y), true
	case Ne:
		return flag(x != y), true
	}
	panic(fmt.Sprintf("core: unexpected operator %s", op))
}

// flag returns 1 for true.
func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
