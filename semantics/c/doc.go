// Package c reads programs in C11 with the extensions of GNU C and lowers them to the core language.
//
// [Lower] takes the files of a program and options and returns a core program, with everything from the library that the program uses. [Headers] finds the
// files that a program includes. docs/c.md says what is read and what is a fault, with a program for each kind.
//
// # From text to core
//
//	options.go files.go rewrite.go nesting.go parse.go    a file becomes a syntax tree: headers are ours, positions those of the text; package cc does it
//	names.go checks.go linkage.go             what a name means, which names must not be, what attributes say of a name
//	type.go specifier.go declare.go           types from the syntax
//	layout.go microsoft.go pack.go enum.go types.go    where members are, as gcc has it; enumerations; compatible and composite types
//	constant.go fold.go literal.go extended.go    values of constant expressions and literals, exactly
//	init.go image.go                          what initializers set, in functions and before the start
//	unit.go program.go link.go rest.go        units become one program, from its entry on; what is not reached is looked at for errors
//	models.go libc/ include/                  our models of the library, parsed when something refers to them, and our headers
//	survey.go scope.go jump.go                what a function has before it is lowered; blocks and the lives of their objects; jumps
//	function.go stmt.go decl.go nested.go     functions, statements, declarations
//	expr.go exprtype.go lvalue.go             expressions: for their values, for their types, as places
//	operator.go convert.go interval.go        arithmetic and conversions, with their obligations, where ranges do not make them needless
//	bitfield.go aggregate.go wide.go          what no slot holds
//	call.go vararg.go missing.go              calls
//	builtin.go atomic.go asm.go               what GNU C adds
//	entry.go intrinsic.go harness.go          where programs begin, and inputs made from types; what models ask of the core; functions of test harnesses
//	fn.go                                     the builder of a core function
//
// # What becomes of C
//
//	in C                                in the core                                             faults
//	a scalar local without an address   a slot                                                  uninitialised value, where it is used
//	any other local                     alloc local where its block begins, end where it ends   use after scope, use after return
//	an object with static storage       a global                                                read-only write
//	an integer                          a mathematical integer in the range of its type
//	signed arithmetic                   the operation inside `in`                               overflow, division by zero
//	unsigned arithmetic                 the operation inside `mod`
//	a shift                             shl, shr with a count inside `in`                       shift out of range, overflow
//	a conversion that may wrap          mod; of floats ftoint inside `in`                       invalid conversion
//	a comparison, !, &&, ||             a condition; branches where the right side has effects
//	p + n, &a[n]                        move by a multiple of the size                          pointer arithmetic
//	p - q, p < q                        diff, below                                             unrelated pointers
//	*p, a[n], p->m                      load, store; an index of a member array inside `given`  null dereference, out of bounds, misaligned access, ...
//	a bit-field                         loads and stores of its bytes, shl, shr, mod
//	a structure as a value              a pointer to an object; copy
//	a call                              call, with the type as its signature                    invalid call, missing return value
//	variable arguments                  an object with a record for each                        missing argument, invalid argument
//	a function of the library           a call of a model; its faults are at the call           those of what it does
//	what is not supported               unsupported, with its name
//
// Operands are evaluated from left to right.
package c
