// Package core is the core language, to which every other language is lowered and on which everything else is written once.
//
// A program has functions with numbered slots and flat code, and objects in memory. Package core says what it is (program.go, ops.go),
// when it is well formed (check.go), how it is written down (print.go, scan.go, parse.go, grammar.txt), and how it runs on one input (value.go,
// address.go, memory.go, leaks.go, state.go, eval.go, step.go). What makes that fast and says nothing new is in fast.go, pool.go and sharing.go. Package coresym
// runs it on all inputs at once, and package checker along one execution or all; both lay the same switches in the same order beside those of
// this package.
//
// Who writes a front end makes a [Program] and asks [Program.Check] whether it is one, or prints the text form, which [Parse] reads and
// [Program.Text] writes. Who wants to run a program makes a [Machine] and hands its first state to [semantics.Run]; [State] tells what
// variables and memory hold.
//
// # Values
//
// A value is a mathematical integer, a pointer, an IEEE number of 32 or 64 bits, or undefined. A pointer is an object with an offset in
// bytes, which is any integer; a function; or a bare address, a number that belongs to no object. Null is the bare address 0.
//
// # Addresses
//
// The address of the object with the number n, which counts from 1 in the order in which objects are made, is n * 2^32, and that of the function
// with the index i is 2^62 + 16 * i; an offset is added. So objects are aligned for every type. The bytes of a pointer are those of its
// address, modulo 2^64. A number is the address of what is there: of a byte in an object that has been made, dead or alive, with an
// offset from 0 to 2^32 - 1; of a function; and elsewhere it is bare. This is one layout of many that an implementation may have:
// a program whose behaviour depends on addresses is run for this one.
//
// # Instructions
//
// An operand is evaluated with its obligations, from left to right, before anything else happens. A row says what then happens, what
// happens on all inputs at once, and what faults there are beside those of the operands, in the order in which they are looked for.
//
//	instruction          concrete rule                             symbolic rule                           faults
//	set d x              slot d takes x; x may be undefined        the same, on terms                      none
//	branch c t e         goes to t or e; at the head of a loop,    both ways, with c or its negation       none
//	                     t begins an iteration                     in the path condition
//	jump t               goes to t                                 the same                                none
//	enter k              loop k has had no iterations              the same                                none
//	draw d name lo hi    slot d takes the next input               a new symbol with that range            none; no input: blocked
//	assume c             goes on if c holds                        c in the path condition                 none; c false: blocked
//	fail kind            has no rule                               has no rule                             kind
//	alloc d n            slot d points to a new object             the same; n may be a term               n < 0 or n > MaxObject: invalid size
//	free p               ends the life of an object                the same                                invalid free, double free (memory.go)
//	extent d p           slot d takes the size of the object       the same; it may be a term              as free
//	                     on the heap that p is the start of
//	end p                ends the life of a local object           the same                                no start of a living local object of
//	                     before its call returns                                                           the call: invalid free
//	protect p            the object must not be written any more   the same                                access to no bytes
//	load d p             slot d takes a scalar                     by cases over the cells, or a way       access, alignment (memory.go)
//	                                                               for each offset
//	store p x            an object takes a scalar                  a way for each offset                   access, read-only object, alignment
//	copy p q n           bytes move from q to p                    a way for each length and offset        access, read-only object; with a kind,
//	                                                                                                       that where the ranges overlap
//	fill p b n           n bytes become b                          the same                                access, read-only object
//	leaks                nothing                                   the same                                memory leak (leaks.go), at the place
//	                                                                                                       where the object was made
//	call d f args        a new frame; without d, the result goes   the same                                no function, other parameters,
//	                     nowhere                                                                           another result than d takes,
//	                                                                                                       another signature
//	return x             back to the caller, or the end            the same                                none
//	halt n               the end, with status n                    the same                                none
//	output stream x      a byte is written, to stream 0 none       nothing is written                      none
//	unsupported reason   has no rule; blocked                      has no rule; counted                    none: it is a verdict of its own
//
// # Operators
//
// All operators but def and freeze, and the operand of set, store, call and return, want operands that are surely defined, which the sanity check
// establishes from the form of the program: only a slot that is read may be undefined, and def says that it is not.
//
//	def x           x; it is a fault if x is undefined
//	freeze x        x; if x is undefined, then 0, null or +0
//	in x lo hi      x; it is a fault unless lo <= x <= hi
//	given c y       y; it is a fault unless c holds; y is evaluated after that
//	div mod         quotient and remainder, rounded towards minus infinity; fault if the divisor is 0
//	quo rem         the same, rounded towards zero
//	bitand ...      on the infinite two's complement of integers
//	shl shr         x * 2^y, and x / 2^y rounded down; the sanity check wants y to be an `in` with bounds from 0 to MaxShift, or a constant there
//	and or          the second operand is evaluated only if the first does not decide
//	move p n        p moved by n bytes; with a kind, a fault unless p points into an object and the result too, or just behind its end, or p
//	                is a bare address or a function and n is 0
//	diff p q        the distance in bytes; fault unless both point into one object, or are both bare
//	same p q        whether the addresses of p and q are equal
//	below p q       whether p is before q; fault as in diff, but null is before what points into an object
//	toptr n         the pointer whose address is n
//	toint p         the address of p
//	fneg fadd ...   IEEE 754, rounded to nearest even; fsqrt of a negative number is no number
//	ftoint x        rounded towards zero; fault if x is infinite or no number
//
// # What is easily done in two ways
//
//   - An operator looks at its own obligation when all its operands have a value.
//   - The place of a fault is that of the obligation, and for faults of the instruction itself that of the instruction. What happens in a library
//     function has the place of the call by the innermost caller that is none ([Place]); so have the makings and the ends of objects.
//   - move without a kind leaves a pointer to a function as it is. A pointer to a dead object keeps its offset and the object its size.
//   - A pointer may be so far outside of its object that its address is one of another object. It still points to its own.
//   - An access through a bare address below 2^16 is one through null.
//   - load and store want an offset that is a multiple of the size of their type, unless they are loose, and look at that last.
//   - What is no number and comes from numbers is 0xffc00000 or 0xfff8000000000000. Otherwise an operator gives on its first operand that is none, quiet:
//     with the highest bit of its fraction set. A conversion keeps the sign and what there is room for. fneg only turns the sign bit.
//   - Bytes are numbers modulo 256: of fill and of output.
//   - copy takes all bytes before it writes any. copy and fill look at n first, and copy at q before p; n = 0 only wants objects that are alive.
//   - A store keeps an integer that its scalar type does not have: a load of all of it as the same type gives it back, a load of a part gives bytes of
//     it. A front end whose cells wrap or overflow says so itself, with mod or in. So it is with a pointer, but that a bare address from 0 to
//     2^64 - 1 becomes bytes, which are then the address of what is there.
//   - A copy of all bytes of a pointer leaves a pointer, one of fewer leaves bytes. leaks follows pointers, not bytes. A load of such bytes as a
//     pointer is that pointer all the same.
//   - All draws of one name have one range, which is not empty.
//   - call wants the types that its operands and d have in the text, whatever their values; then that there are no more than MaxFrames calls. alloc
//     looks at the size first, and then wants that there are no more than MaxObjects objects. Signatures differ only if both are given.
//   - return ends the lives of the local objects of the call, in the entry function too, and its status is 0 if it gives no integer. Those of
//     its caller are no local objects of the call: end does not take them.
//   - Iterations of a loop stay as they are until enter.
package core
