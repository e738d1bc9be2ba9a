// Package c reads programs in C11 with the extensions of GNU C and lowers them to the core language.
//
// [Lower] takes the files of a program and its options. It returns a core program, which contains all library functions
// that the program uses. [Headers] finds the files that a program includes. docs/c.md describes the language that is
// read. docs/faults.md describes each fault, with an example.
//
// # From text to core
//
// Each file needs only files that come before it. An expression may have statements in it, a type an expression, and so
// on: such a part is asked for by a table of functions (language.go), which lower.go makes.
//
//	lexeme.go message.go type.go              the words of a text; messages; the types of C
//	identifier.go standin.go                  names with letters and other characters that are not ASCII
//	check.go options.go vaopt.go              groups of faults, options, __VA_OPT__
//	has.go rewrite.go nesting.go words.go     texts as package cc reads them
//	directives.go table.go                    what need not be read: texts without directives, large tables
//	removal.go models.go files.go             what is taken out of a program; our models of the library (libc/) and
//	                                          headers (include/); the files of a program
//	value.go shape.go                         what expressions become; the forms of syntax trees
//	program.go language.go                    the program under construction; what its parts ask of each other
//	types.go usual.go                         compatible and composite types; the types in which operators compute
//	spans.go errors.go walk.go                places and errors; a walk over a tree
//	fn.go                                     the builder of a core function
//	index.go names.go demand.go               what a unit declares; what a name means; the type and the constant value
//	                                          of an expression
//	linkage.go unit.go pack.go                the attributes of a name; what a unit defines; #pragma pack
//	predefined.go tableread.go trees.go parse.go    package cc makes a syntax tree of a file, with our headers and the
//	                                                positions of the text
//	portions.go remove.go                     what has errors outside of functions, or does not parse, is taken out of
//	                                          the program
//	symbols.go                                which function or object a name means in all units, parsed from a model
//	                                          when a program uses it
//	interval.go extended.go text.go           integers with an obligation unless their ranges meet it; long doubles;
//	                                          string literals
//	layout.go                                 the places of members, as in gcc
//	fold.go literal.go                        the exact values of constant expressions and of literals
//	operand.go                                operands, which instructions that follow do not change
//	enum.go init.go                           the types of enumerations; what initializers set
//	specifier.go declare.go members.go        types from the syntax
//	image.go constant.go                      initial contents of objects; which expressions are constant
//	params.go survey.go checks.go             the parameters of a function, and what it contains; names that clash
//	effects.go                                what lowering an expression will do
//	memory.go overlap.go bitfield.go access.go assign.go    how places are read and written
//	call.go scope.go jump.go                  calls with values; blocks and the lives of their objects; jumps
//	aggregate.go integral.go arguments.go     objects that expressions make; arithmetic on integers; arguments without
//	                                          a call
//	wide.go complex.go vector.go              values that no slot holds
//	operator.go convert.go                    operators and conversions
//	nested.go vararg.go                       nested functions, variable arguments
//	lvalue.go missing.go expr.go              places, assignments and expressions
//	objectsize.go                             __builtin_object_size
//	anylength.go                              objects of any length that inputs make
//	entry.go unknown.go undefined.go start.go    the start of a program, with inputs made from types; functions of
//	                                             which only the type is known
//	harness.go atomic.go asm.go intrinsic.go builtin.go    functions of test harnesses, the core for models, the
//	                                                       additions of GNU C
//	callee.go exprtype.go                     calls; the types of expressions
//	decl.go switch.go stmt.go function.go     declarations, statements, functions
//	lower.go link.go                          the language as a whole; units become one program, from its entry on
//	settle.go entries.go rest.go c.go         a program of sources; without functions that have errors; the rest is
//	                                          looked at for people
//	headers.go functions.go variables.go      what programs include, define and declare, for people
//	loops.go points.go                        loop statements, and the integers that have names there; where
//	                                          statements and decisions stand, for people
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
