// Package coresym runs core programs on all inputs at once: it is the symbolic half of package core. Its files mirror
// those of package core: state.go, memory.go, eval.go, and expand.go for step.go.
//
// Begin with [New]. [Machine.Expand] returns the successors of a state, and [Machine.Faults] the conditions under which
// it is at fault. Package finder decides which states to visit, and whether any input satisfies the condition of a
// path.
//
// Package checker does the same along one run, with code of its own. A certificate is valid only if both make the same
// formulas. The rest of this comment is what both have to do in the same way, in addition to the tables of package
// core.
//
// # Obligations
//
// A part of an instruction that may be at fault is an obligation. Let when be the conditions under which the part is
// evaluated at all, and f the formula that it requires. The obligation is met if Or(Not(And(when)), f) holds, and
// missed if And(And(when), Not(f)) holds. There is no obligation if f is true, or if missed is false. The path
// condition takes met of all obligations, in the order of evaluation, and then the condition of the way. A fault is
// guarded by And(met before, missed). A part of the kind Discard has no fault, but met is assumed all the same. The
// first part that is not supported ends an instruction: the instruction has no ways, and parts after it have no
// obligations. A condition that is evaluated only if the constant false holds is not evaluated.
//
// Within wants And(lo <= x, x <= hi), or one of them. Move with a kind wants, of a pointer into an object, And(And(0 <=
// p, p <= size), And(0 <= p + n, p + n <= size)), of a bare address n = 0, and else false. The size of alloc, copy and
// fill is And(0 <= n, n <= MaxObject). Free, extent and end want p = 0, of the offset, where they want no false. An
// access through a bare address wants NullEnd <= n, and then false. An access to an object wants And(0 <= p, p + n <=
// size), and then a load or a store that is not loose p mod width = 0. A copy or a fill of n bytes wants the first of
// these, and an object that may be written, of n = 0 not at all if n is a constant; and otherwise Or(n = 0, what it
// wants). Below of a bare address and a pointer into an object wants the address to be 0. A copy in one object whose
// bytes must not overlap wants Or(p + n <= q, q + n <= p) then, unless n is the constant 0.
//
// A comparison of integers is what term.Pool.Ranged makes of it.
//
// # Addresses
//
// The number of an object is known along a path. So the address of a pointer into it is a term: the address of its
// start, plus the offset. A number that is not a constant becomes a pointer
//
//   - into an object, if both its bounds (term.Linear.Bounds) are addresses in that object;
//   - that is bare, if it has bounds and no address of an object or a function lies between them;
//   - that is a function, if its bounds are equal and the address of one;
//   - that is wild, otherwise. It knows the objects that were made before it.
//
// A wild pointer may be copied, and its address is the number. Any other operator or instruction decides again what the
// pointer is, by the bounds that follow from the path condition, as for memory. If the pointer is still wild, an access
// wants NullEnd <= n, and then that n is an address of an object; free and extent want the latter; a call wants Or of n
// = a over the addresses a of the functions that it may call, in order, and has a way for each. The rest is not
// supported. Nor is room, nor leaks, if only a wild pointer may keep memory from being lost.
//
// # Floats
//
// A float that depends on the inputs has a place: see package term. It is a function F of a number k, if not of another
// one then of its place.
//
//   - For inttof32 and inttof64 of n, k is n, if n has both bounds (term.Linear.Bounds).
//   - For a load from bytes that are the number n, k is the place: Select(n div h, 0: n, 1: h - 1 - n). If k lies
//     beyond the place of an infinity, on either side, F is not a number.
//   - An operator on F(k), alone or with a constant or another function of the same k, gives a function of k, if this
//     has no more than maxCurve operators. A negation of a negation, and a narrow of a widen, give the inner operand.
//
// F rises if k < m implies F(k) <= F(m), for all k for which it is a number, and falls if it implies F(m) <= F(k). The
// functions of the first two items rise. inttof32, inttof64, widen, narrow, fadd with a finite constant and fsub of a
// finite constant keep the trend of F; fneg and fsub from a finite constant turn it. fmul and fdiv by a finite constant
// keep it if the constant is positive, turn it if it is negative, and lose it if it is 0. All else loses the trend.
// These rules hold because rounding keeps the order of numbers.
//
// F is the exact integer e for inttof of e, and for widen, narrow, fneg, fadd, fsub and fmul of exact integers or of
// constants that are integers, if the bounds of e lie between -2^24 and 2^24, or -2^53 and 2^53: then nothing is
// rounded. If F is no function of one number by the rules above, it is the function inttof of k = e. F may be -0 if e
// is 0, unless it is inttof, or fadd of an operand that may not be -0, or fsub, widen or narrow of a first operand that
// may not; a constant may be if it is. A function of an F that may be -0, made by this paragraph, has no number k any
// more if it neither rises nor falls.
//
// The place of F is that of inttof of e, if it is the exact integer e and may not be -0; of fneg, -1 - the place of the
// operand; and otherwise the operation of package term on the places of the operands. If F is no function of a number
// by any rule above, k is its place.
//
// A comparison of two floats is, in this order:
//
//   - for constants, their comparison, and for exact integers the comparison of these;
//   - for a constant and an F that rises or falls, And(first <= k, k <= last) for the first and the last k for which it
//     holds, or false if it holds for none;
//   - for an F that rises or falls and itself, that F is a number, or for flt false; that F is a number is And(first <=
//     k, k <= last), for those k for which it is one;
//   - for the same function of two places in the order of floats, with no operators but fneg and widen, And of both
//     being numbers and of the comparison of the places, which is reversed if F falls;
//   - for functions of one number that has no more than MaxCases values, Or of And(first <= k, k <= last), for each run
//     of consecutive values for which it holds;
//   - and otherwise And of both being numbers, by their places, and of the comparison of the places.
//
// Places are compared as p + Truth(p <= -1), because -0 and 0 are equal.
//
// ftoint of an exact integer is this integer. For a function of a number with no more than MaxCases values, ftoint
// wants that the number is one for which there is an integer, as above, and is a Select over these. Otherwise it wants
// And(-inf < F, F < inf), of the place if F neither rises nor falls, and is the operation of package term.
//
// The values of a number are those within its bounds. If these are too many, they are those within the bounds that
// follow from the path condition, as for memory.
//
// # Memory
//
// An object has cells that do not overlap. A cell holds a stored value, all or a part of it, or bytes. A store, copy or
// fill first cuts the cells at both ends of its range. At a constant offset a load gives
//
//   - undefined, if any of the bytes is in no cell;
//   - the stored value, if the bytes are one whole cell that was stored as the same scalar type; for a bare address,
//     the pointer that has this address now;
//   - (t div 256^k) mod 256^n, if all n bytes are in one cell with a number t, from its byte k on;
//   - otherwise the sum of 256^i * b over the bytes b, where byte k of t is (t div 256^k) mod 256.
//
// The number t of a pointer is its address. A load as a signed scalar type of n bytes turns the number v of the last
// two items into ((v + h) mod 2h) - h for h = 256^n / 2; a load as a pointer gives the pointer with that address. A
// fill leaves the number b mod 256 in each byte, as a store as u8 does. The bytes of a float that depends on the inputs
// are those of its encoding: a float that was loaded from bytes that are the number n has the encoding n, and fneg of
// it (n + h) mod 2h, for h = 2^31 or 2^63. The encoding of another float with the place p is Select(Truth(p <= -1), 0:
// p, 1: h - 1 - p).
//
// A byte may be defined in part. It is a cell of one byte, with the set of its defined bits; for what is no bit-field
// it is in no cell, except that a load at an offset that is not a constant touches it.
//
// A load of a bit-field of w bits after s bits is undefined if one of them is. Otherwise it gives (n div 2^s) mod 2^w,
// where n is the number of its bytes: (t div 256^k) mod 256^m, if all m bytes are in one cell that was stored with a
// number t, from its byte k on; else the sum of 256^i * b over the bytes b, in which undefined bits are 0. If the
// bit-field is signed, it gives ((n div 2^s + h) mod 2h) - h for h = 2^(w-1).
//
// A store of v to it makes its bytes those of the number 2^s * (v mod 2^w), or 0 if v is undefined, + b mod 2^s for its
// first byte b, if s > 0, + 2^(s+w) * (c div 2^e) for its last byte c and e = (s + w) mod 8, if e > 0. If all bits of
// the bytes are defined then, they become cells as if stored as unsigned integers of 8, 4, 2 and 1 bytes, the longest
// first; otherwise each byte becomes a cell.
//
// At an offset e that is not a constant, let e = c mod g always: g is the common divisor of its coefficients, c its
// constant mod g. Let P be the offsets that are c mod g, and multiples of the width of the scalar unless the access is
// loose, from 0 on, up to the end of the object less that width if its size is a constant, and within the bounds of e.
// P may be endless. O are those in P at which a load touches a cell, in ascending order, and D those in O at which it
// gives a defined integer; or, if the scalar is a pointer, those at which it gives a pointer into the object to which
// the first of them leads. If D is not empty, the first way is the one to these: the slot takes Select(e, what is at
// each of D), as the offset of a pointer, and the condition is
//
//   - true, if D is P;
//   - e = o, if D has the one element o;
//   - And(first <= e, e <= last), if there is none of P between the elements;
//   - otherwise Or of e = o, in order.
//
// Then each other o of O is a way with the condition e = o, in order. Unless O is P, a last way has And of e != o over
// O for its condition, and leaves the slot undefined. If there are more than MaxWays of them, if D has more than
// MaxCases elements, or if what is at one of them is not supported, the load is not.
//
// A store of an integer as a scalar of integers, at an offset that is not a constant, has one way, with the condition
// true, if P has an end and from 1 to MaxCases elements, no two of which are closer than the width, and each holds an
// integer that may be kept: either all of what was stored as this scalar type and is not a constant, or what is
// defined, no byte of it in part, in cells of which each is one of
//
//   - bytes that are constants, and are no part of a pointer into an object or to a function that was stored whole, nor
//     of an integer that does not fit its type;
//   - a whole integer whose bounds, by the ranges of inputs, lie in those of its type.
//
// Each o of P, in order, then holds IfElse(e = o, Where(x, e, o), what it held), as if stored. The same goes for a
// store of a pointer into an object, as a pointer, if each holds a whole stored pointer into the same object; then x
// and what it held are offsets. If P has too many elements, they are looked for again, as below.
//
// Another store at an offset that is not a constant has a way with e = o for each o of P, if P has an end and no more
// than MaxWays elements.
//
// A copy or a fill of n bytes from the offset p on, and a copy from q, of which one at least is not a constant, has one
// way, with the condition true, if what it may reach is few and holds integers. Let T be the scalar type of the first
// cell, in the order of offsets, that is a whole integer and not a constant: in the object from which a copy is, and
// else in the other one; or u8, if there is none. Its width w has to divide the coefficients and constants of n, p and
// q. Let A be the P of an access to one byte at p, of any alignment, and N that of an access to no bytes at n, where
// the lesser size of the objects ends it: both have elements. The places are those from the first of A on, w apart,
// that end at the last of A plus the last of N, or at the end of the object if that is before. There are MaxCases of
// them at most. Each holds an integer of the type T that may be kept, as for a store. Each place o, in order, then
// holds IfElse(p <= o, IfElse(o < p + n, x, what it held), what it held), as if stored as T. For a fill, x is the
// number whose w bytes are those of the fill, as loaded as T. For a copy, let e = q - p + o. If e is a constant, x is
// what is at e; else Select(e, what is at each), over the values of e: its bounds, and those between that are e mod g.
// What is at a value outside of the object is what o held; inside, it has to be an integer of the type T that may be
// kept. All these Select together have MaxMoves cases at most. If anything is otherwise, all is looked for again, as
// below.
//
// Otherwise it has a way for each length and place. Let N
// be the lengths that n may have: P for an access to no bytes at n, of any alignment, where the least size of the
// objects that is a constant ends it. A constant n is the one in N. If 0 is in N, there is the way with n = 0, which
// changes nothing. For each other k of N, in ascending order, let A be P for an access to k bytes at p, of any
// alignment, and B the same at q; a constant is the one in it, if it is inside. For each a of A and each b of B, in
// this order, there is a way with And(n = k, p = a, q = b), of which a fill has not the last. If N, A or B has no end
// or more than MaxWays elements, or if there are more ways, it is not supported.
//
// If a load, a store, a copy or a fill has too many ways, or too many elements in D or P, all is made again with the
// bounds that follow from the path condition: those of term.Facts.Ranges, for the facts of the path condition. The end
// of an object is then the upper bound of its size. If Ranges finds a contradiction, the bounds stay as they are.
// MaxPlaces then takes the place of MaxCases, and MaxEntries for a load. Only if there are still too many is the
// instruction not supported.
package coresym

// The limits of case distinctions.
const (
	// in a Select, or places of a store that are changed together, or values of a number on which a float depends
	MaxCases   = 256
	MaxPlaces  = 4096  // the same of a store or a copy, with the bounds that follow from the path condition
	MaxEntries = 65536 // the same of a load
	MaxMoves   = 16384 // in all choices of a copy together
	MaxWays    = 1024  // of a load or a store
)
