// Package core defines the core language. Every other language is lowered to it, and everything else is written once,
// for the core.
//
// A program has functions with numbered slots and flat code, and objects in memory. Package core says what a program is
// (program.go, ops.go), when it is well formed (check.go), how it is written as text (print.go, scan.go, parse.go,
// grammar.txt), and how it runs on one input (value.go, address.go, state.go, bytes.go, memory.go, objects.go,
// leaks.go, eval.go, step.go, apply.go). The files vector.go, pool.go, sharing.go, prepare.go and fast.go only make
// that faster; `make trusted` lists them apart. Package coresym runs a program on all inputs at once, and package
// checker along one run or all; both have the same switches in the same order as this package.
//
// A front end makes a [Program] and checks it with [Program.Check], or prints the text form, which [Parse] reads and
// [Program.Text] writes. To run a program, make a [Machine] and pass its first state to [semantics.Run]; [State] shows
// what variables and memory hold.
//
// # Values
//
// A value is a mathematical integer, a pointer, an IEEE number of 32 or 64 bits, or undefined. A pointer is an object
// with an offset in bytes, which may be any integer; or a function; or a bare address, a number that belongs to no
// object. Null is the bare address 0.
//
// # Addresses
//
// Objects are numbered from 1, in the order in which they are made. The address of object n is n * 2^32, and that of
// the function with index i is 2^62 + 16 * i; the offset is added. So objects are aligned for every type. The bytes of
// a pointer are those of its address, modulo 2^64. Conversely, a number is the address of what is there: of a byte in
// an object that has been made, dead or alive, with an offset from 0 to 2^32 - 1, or of a function; any other number is
// a bare address. This is one of many layouts that an implementation may have. A program whose behaviour depends on
// addresses is run for this layout only.
//
// # Instructions
//
// First the operands are evaluated with their obligations, from left to right. A row says what happens then, what
// happens on all inputs at once, and which faults there are in addition to those of the operands, in the order in which
// they are checked.
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
//	room d p             slot d takes how many bytes may be        a way for a pointer that is not before  none
//	                     written from p on: those of a live        or behind its object, and one for one
//	                     object that is not read-only, or 0        that is
//	end p                ends the life of a local object           the same                                no start of a living local object of
//	                     before its call returns                                                           the call: invalid free
//	protect p            the object must not be written any more   the same                                access to no bytes
//	load d p             slot d takes a scalar                     by cases over the cells, or a way       access, alignment (memory.go)
//	                                                               for each offset
//	store p x            an object takes a scalar                  by cases in the cells, or a way         access, read-only object, alignment
//	                                                               for each offset
//	copy p q n           bytes move from q to p                    one way, or one for each length, offset access, read-only object; with a kind,
//	                                                                                                       that where
//	                                                                                                       the ranges
//	                                                                                                       overlap,
//	                                                                                                       and if
//	                                                                                                       loose, only
//	                                                                                                       where they
//	                                                                                                       differ, too
//	fill p b n           n bytes become b                          the same                                access, read-only object
//	leaks                nothing                                   the same                                memory leak (leaks.go), at the place
//	                                                                                                       where the
//	                                                                                                       object was
//	                                                                                                       made
//	call d f args        a new frame; without d, the result goes   the same                                no function, other parameters,
//	                     nowhere                                                                           another result than d takes,
//	                                                                                                       another
//	                                                                                                       signature
//	return x             back to the caller, or the end            the same                                none
//	halt n               the end, with status n                    the same                                none
//	output stream x      a byte is written, to stream 0 or one     nothing is written                      none
//	                     below it none
//	unsupported reason   has no rule; blocked                      has no rule; counted                    none: it is a verdict of its own
//
// # Operators
//
// Only def, freeze, and the operands of set, store, call and return may be undefined. All other operands must be
// defined. The sanity check ensures this from the form of the program: only a read of a slot may be undefined, and def
// makes that a fault.
//
//	def x           x; it is a fault if x is undefined
//	freeze x        x; if x is undefined, then 0, null or +0
//	in x lo hi      x; it is a fault unless lo <= x <= hi
//	given c y       y; it is a fault unless c holds; y is evaluated after that
//	div mod         quotient and remainder, rounded towards minus infinity; fault if the divisor is 0
//	quo rem         the same, rounded towards zero
//	bitand ...      on the infinite two's complement of integers
//	shl shr         x * 2^y, and x / 2^y rounded down; y must be an `in` with bounds from 0 to MaxShift, or a constant
//	                within these bounds
//	and or          the second operand is evaluated only if the first does not decide
//	move p n        p moved by n bytes; with a kind, it is a fault unless both p and the result point into an object
//	                or one past its end, or p is
//	                a bare address or a function and n is 0
//	diff p q        the distance in bytes; fault unless both point into one object, or are both bare
//	same p q        whether the addresses of p and q are equal
//	below p q       whether p is before q; fault as in diff, but null is before every pointer into an object
//	toptr n         the pointer whose address is n
//	toint p         the address of p
//	fneg fadd ...   IEEE 754, rounded to nearest even; fsqrt of a negative number is a NaN
//	ftoint x        rounded towards zero; fault if x is infinite or a NaN
//
// # Details that could be otherwise
//
//   - An operator checks its own obligation after all its operands have a value.
//   - The place of a fault is the place of the obligation; for faults of the instruction itself, it is the place of the
//     instruction. In a library function, the place is that of the call in the innermost caller that is not one
//     ([Place]). The same goes for the places where objects are made and ended.
//   - move without a kind leaves a pointer to a function as it is. A pointer to a dead object keeps its offset, and the
//     object keeps its size.
//   - A pointer may be so far outside of its object that its address belongs to another object. It still points to its
//     own object.
//   - An access through a bare address below 2^16 counts as an access through null.
//   - The offset of load and store must be a multiple of the size of their type, unless they are loose. This is checked
//     last.
//   - A NaN that results from numbers is 0xffc00000 or 0xfff8000000000000. Otherwise an operator returns its first
//     operand that is a NaN, made quiet: with the highest bit of its fraction set. A conversion keeps the sign and the
//     bits for which there is room. fneg only inverts the sign bit.
//   - The bytes of fill and of output are numbers modulo 256.
//   - Nobody keeps what is written to a stream below 0. Such an output says that something outside of the program may
//     act here: another thread, another process, a signal, a function whose body is unknown. What waits for these is no
//     endless loop.
//   - copy reads all bytes before it writes any. copy and fill check n first, and copy checks q before p. If n is 0,
//     only the objects must be alive.
//   - A store keeps an integer that does not fit its scalar type. A load of all of it as the same type returns it, and
//     a load of a part returns bytes of it. A front end whose cells wrap or overflow says so itself, with mod or in. A
//     store keeps pointers in the same way, but a bare address from 0 to 2^64 - 1 becomes bytes, which are then the
//     address of whatever is there.
//   - A scalar type may be a bit-field: some bits of up to 8 bytes ([BitField]). A store leaves the other bits as they
//     are, defined or not. A byte of which only some bits are defined is undefined to whatever is no bit-field, and a
//     copy copies it.
//   - A copy of all bytes of a pointer makes a pointer; a copy of fewer makes bytes. leaks follows pointers, not bytes.
//     But a load of the bytes of an address as a pointer gives that pointer.
//   - All draws with the same name have the same range, which is not empty.
//   - call first checks the types that its operands and d have in the text, whatever their values, and then that there
//     are at most MaxFrames calls. alloc first checks the size, and then that there are at most MaxObjects objects.
//     Signatures differ only if both are given.
//   - return ends the lives of the local objects of the call, in the entry function too. The program's status is 0 if
//     the entry function returns no integer. end refuses local objects of the caller.
//   - The iterations of a loop are counted until the next enter.
package core
