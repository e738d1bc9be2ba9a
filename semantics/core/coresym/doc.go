// Package coresym runs programs of the core on all inputs at once: it is the symbolic half of package core. Its files mirror those of that
// package: state.go, memory.go, eval.go, and expand.go for step.go.
//
// Begin with [New]. [Machine.Expand] gives the successors of a state, [Machine.Faults] the conditions under which it is at fault. Package
// finder decides which states to visit, and whether any input satisfies the condition of a path.
//
// Package checker does the same along one execution, written apart. A certificate is valid only where both make the same formulas. What
// follows is what both have to do alike, beside the tables of package core.
//
// # Obligations
//
// A part of an instruction that may be at fault is an obligation. Let when be the conditions under which the part is evaluated at all, and f
// what it wants. It is met by Or(Not(And(when)), f), and missed by And(And(when), Not(f)). One whose f is true, or that cannot be missed, is
// none. The path condition takes all that are met, in the order of evaluation, and then the condition of the way. A fault is guarded by
// And(met before, missed). Where the kind is Discard there is no fault; what is met is assumed all the same. The first part that is not
// supported ends an instruction: it has no ways, and the obligations behind that part are none. A condition that is evaluated only if the
// constant false holds is not evaluated.
//
// Within wants And(lo <= x, x <= hi), or one of them. Move with a kind wants, of a pointer into an object,
// And(And(0 <= p, p <= size), And(0 <= p + n, p + n <= size)), of a bare address n = 0, and else false. The size of alloc, copy and fill is
// And(0 <= n, n <= MaxObject). Free, extent and end want p = 0, of the offset, where they want no false. An access through a bare address wants
// NullEnd <= n, and then false. An access to an object wants And(0 <= p, p + n <= size), and then a load or a store that is not loose
// p mod width = 0. A copy or a fill of n bytes wants the first of these, and an object that may be written, of n = 0 not at all if n is a
// constant; and otherwise Or(n = 0, what it wants). Below of a bare address and a pointer into an object wants the address to be 0. A copy in one object whose bytes must not overlap wants Or(p + n <= q, q + n <= p) then, unless
// n is the constant 0.
//
// # Addresses
//
// The number of an object is known along a path, so the address of a pointer into it is a term: that of its start, plus the offset. A number that
// is no constant is a pointer
//
//   - into an object, if both its bounds (term.Linear.Bounds) are addresses in that object;
//   - that is bare, if it has bounds between which there is no address of an object and of a function;
//   - otherwise it is not supported.
//
// # Memory
//
// An object has cells that do not overlap: what a store has left, whole or in part, or bytes. A store, copy or fill first cuts the cells at both
// ends of its range. At a constant offset a load gives
//
//   - undefined, if any of the bytes is in no cell;
//   - the value as it was stored, if they are one whole cell that was stored as the same scalar type; of a bare address, the pointer with that
//     address now;
//   - if they all are in one cell with a number t in it, from its byte k on: (t div 256^k) mod 256^n, for n bytes;
//   - otherwise the sum of 256^i * b over the bytes b, where byte k of t is (t div 256^k) mod 256.
//
// The number t of a pointer is its address. As a signed scalar type of n bytes, the number v of the last two is ((v + h) mod 2h) - h for
// h = 256^n / 2; as a pointer, it is the one with that address. A fill leaves in each byte the number b mod 256, as if it were stored as u8.
// Bytes of a float that depends on the inputs are not supported, but for the float itself.
//
// At an offset e that is no constant, let e = c mod g always: g is the common divisor of its coefficients, c its constant mod g. Let P be the
// offsets that are c mod g, and multiples of the width of the scalar unless the access is loose, from 0 on, up to the end of the object less
// that width if its size is a constant, and within the bounds of e. P may be endless. O are those in P at which a load touches a cell, in
// ascending order, and D those in O at which it gives a defined integer. If the scalar is one of integers and D has from 1 to MaxCases elements,
// the first way is the one to these: the slot takes Select(e, what is at each of D), and the condition is
//
//   - true, if D is P;
//   - e = o, if D has the one element o;
//   - And(first <= e, e <= last), if there is none of P between the elements;
//   - otherwise Or of e = o, in order.
//
// Then each other o of O is a way with the condition e = o, in order. Unless O is P, a last way has And of e != o over O for its condition,
// and leaves the slot undefined. If there are more than MaxWays of them, or what is at one of them is not supported, the load is not.
//
// A store at an offset that is no constant has a way with e = o for each o of P, if P has an end and no more than MaxWays elements.
//
// A copy or a fill of n bytes from the offset p on, and a copy from q, of which one at least is no constant, has a way for each length and place. Let N
// be the lengths that n may have: P for an access to no bytes at n, of any alignment, where the least size of the objects that is a constant
// ends it. A constant n is the one in N. If 0 is in N, there is the way with n = 0, which changes nothing. For each other k of N, in ascending order, let A be P for an access to k bytes
// at p, of any alignment, and B the same at q; a constant is the one in it, if it is inside. For each a of A and each b of B, in this order, there is a way with
// And(n = k, p = a, q = b), of which a fill has not the last. If N, A or B has no end or more than MaxWays elements, or if there are more ways, it is not supported.
package coresym

// The limits of what is done by cases.
const (
	MaxCases = 64   // in a Select
	MaxWays  = 1024 // of a load or a store
)
