// Package c reads programs in C11 with the extensions of GNU C and lowers them to the core language.
//
// [Lower] takes the files of a program and its options. It returns a core program, which contains all library functions that the program uses. [Headers]
// finds the files that a program includes. docs/c.md describes the language that is read. docs/faults.md describes each fault, with an example.
//
// # From text to core
//
//	options.go files.go directives.go words.go rewrite.go nesting.go parse.go trees.go    package cc makes a syntax tree of a file, with our headers and the positions of the text
//	names.go checks.go linkage.go             what a name means; names that clash; the attributes of a name
//	type.go specifier.go declare.go           types from the syntax
//	layout.go microsoft.go pack.go enum.go types.go    the places of members, as in gcc; enumerations; compatible and composite types
//	constant.go fold.go literal.go extended.go    the exact values of constant expressions and literals
//	init.go image.go                          what initializers set, in functions and before the program starts
//	portions.go remove.go                     what has errors outside of functions, or does not parse, is taken out of the program
//	unit.go program.go link.go rest.go        units become one program, from its entry on, without functions that have errors; the rest is looked at for people
//	models.go libc/ include/                  our models of the library, parsed when a program uses them, and our headers
//	survey.go scope.go jump.go                what a function contains; blocks and the lives of their objects; jumps
//	function.go stmt.go switch.go decl.go nested.go  functions, statements, declarations
//	expr.go exprtype.go lvalue.go             values, types and places of expressions
//	operator.go convert.go interval.go        arithmetic and conversions, with an obligation unless the ranges meet it
//	bitfield.go aggregate.go overlap.go wide.go   values that no slot holds
//	call.go vararg.go missing.go              calls
//	identifier.go standin.go                  names with letters and other characters that are not ASCII
//	builtin.go atomic.go asm.go               the additions of GNU C
//	entry.go intrinsic.go harness.go          the start of a program, and inputs made from types; the core for models; functions of test harnesses
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
//	variable arguments                  an object with a record for each argument               missing argument, invalid argument
//	a function of the library           a call of a model; its faults are at the call           those of the model
//	anything not supported              unsupported, with its name
//
// Operands are evaluated from left to right, but the right side of += and its like before the left side.
package c
