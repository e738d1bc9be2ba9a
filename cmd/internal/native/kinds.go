package native

import (
	"regexp"

	"vouch/semantics"
)

// This file defines which reports of sanitizers are which kinds of faults: a report is a row.

// row says of which kinds a report is. Where some of them are met first by one and some by the other tool, as a pointer that leaves its object and the access through it, both stand.
type row struct {
	sanitizer string
	text      *regexp.Regexp
	kinds     func(*Report) []semantics.Kind
}

func are(kinds ...semantics.Kind) func(*Report) []semantics.Kind {
	return func(*Report) []semantics.Kind { return kinds }
}

// accesses are those of a report about an access.
func accesses(r *Report) []semantics.Kind {
	if r.write {
		return []semantics.Kind{semantics.OutOfBoundsWrite, semantics.PointerArithmetic}
	}
	return []semantics.Kind{semantics.OutOfBoundsRead, semantics.PointerArithmetic}
}

// crashes are those of an access where there is no memory, or none that may be written.
func crashes(r *Report) []semantics.Kind {
	switch {
	case r.calls("free", "__interceptor_free", "realloc", "__interceptor_realloc"):
		return []semantics.Kind{semantics.InvalidFree}
	case r.zero: // gcc makes the address of a local null where a function returns it
		return []semantics.Kind{semantics.NullDereference, semantics.UseAfterReturn}
	case r.write:
		return []semantics.Kind{semantics.InvalidPointer, semantics.OutOfBoundsWrite, semantics.PointerArithmetic, semantics.ReadOnlyWrite}
	}
	return []semantics.Kind{semantics.InvalidPointer, semantics.OutOfBoundsRead, semantics.PointerArithmetic, semantics.InvalidCall}
}

// aborts are those of a program that ends itself.
func aborts(r *Report) []semantics.Kind {
	if r.calls("__assert_fail", "__GI___assert_fail", "__assert", "__assert_perror_fail", "vouch_assertion_fails") {
		return []semantics.Kind{semantics.AssertionFailed}
	}
	return []semantics.Kind{semantics.Aborted}
}

// table has the reports that are understood. The first row that fits is taken.
var table = []row{
	{address, regexp.MustCompile(`^(stack|heap|global|dynamic-stack)-buffer-(over|under)flow|^(heap-buffer-overflow|unknown-crash|stack-buffer-underflow)`), accesses},
	{address, regexp.MustCompile(`^heap-use-after-free`), are(semantics.UseAfterFree)},
	{address, regexp.MustCompile(`^stack-use-after-return`), are(semantics.UseAfterReturn)},
	{address, regexp.MustCompile(`^stack-use-after-scope`), are(semantics.UseAfterScope)},
	{address, regexp.MustCompile(`^attempting double-free`), are(semantics.DoubleFree)},
	{address, regexp.MustCompile(`^attempting free on address which was not malloc`), are(semantics.InvalidFree)},
	{address, regexp.MustCompile(`^\w+-param-overlap`), are(semantics.OverlappingCopy)},
	{address, regexp.MustCompile(`^negative-size-param`), are(semantics.InvalidSize, semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite)},
	{address, regexp.MustCompile(`^invalid-pointer-pair`), are(semantics.UnrelatedPointers)},
	{address, regexp.MustCompile(`^FPE`), are(semantics.DivisionByZero, semantics.Overflow)},
	{address, regexp.MustCompile(`^ABRT`), aborts},
	{address, regexp.MustCompile(`^(SEGV|BUS)`), crashes},
	{undefined, regexp.MustCompile(`^index .* out of bounds`), are(semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite, semantics.PointerArithmetic)},
	{undefined, regexp.MustCompile(`insufficient space for an object`), are(semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite)},
	{undefined, regexp.MustCompile(`^(load of|store to|member access within|reference binding to) null pointer`), are(semantics.NullDereference, semantics.UseAfterReturn)},
	{undefined, regexp.MustCompile(`^null pointer (passed|returned)`), are(semantics.NullDereference, semantics.InvalidArgument)},
	{undefined, regexp.MustCompile(`^applying (non-)?zero offset`), are(semantics.PointerArithmetic, semantics.NullDereference)},
	{undefined, regexp.MustCompile(`^(pointer index expression with base|(addition|subtraction) of unsigned offset)`), are(semantics.PointerArithmetic)},
	{undefined, regexp.MustCompile(`misaligned address`), are(semantics.MisalignedAccess)},
	{undefined, regexp.MustCompile(`^signed integer overflow|^negation of|^division of .* cannot be represented`), are(semantics.Overflow)},
	{undefined, regexp.MustCompile(`^division by zero`), are(semantics.DivisionByZero)},
	{undefined, regexp.MustCompile(`^shift exponent|^left shift of negative`), are(semantics.ShiftOutOfRange)},
	{undefined, regexp.MustCompile(`^left shift of .* cannot be represented`), are(semantics.Overflow, semantics.ShiftOutOfRange)},
	{undefined, regexp.MustCompile(`is outside the range of representable values|not a valid value for type '(_Bool|bool)'`), are(semantics.InvalidConversion)},
	{undefined, regexp.MustCompile(`^variable length array bound`), are(semantics.InvalidSize)},
	{undefined, regexp.MustCompile(`unreachable program point`), are(semantics.Unreachable)},
	{undefined, regexp.MustCompile(`end of a value-returning function`), are(semantics.MissingReturn)},
	{undefined, regexp.MustCompile(`^passing zero to c[lt]z`), are(semantics.InvalidArgument)},
	{undefined, regexp.MustCompile(`through pointer to incorrect function type`), are(semantics.InvalidCall)},
	{memory, regexp.MustCompile(`^use-of-uninitialized-value`), are(semantics.UninitialisedValue)},
	{memory, regexp.MustCompile(`^(SEGV|BUS)`), crashes},
	{memory, regexp.MustCompile(`^ABRT`), aborts},
	{memory, regexp.MustCompile(`^FPE`), are(semantics.DivisionByZero, semantics.Overflow)},
	{"leak", regexp.MustCompile(`leak of`), are(semantics.MemoryLeak)},
}

// Kinds returns the kinds of faults that the report may be of; none if it is not understood.
func (r *Report) Kinds() []semantics.Kind {
	for _, row := range table {
		if row.sanitizer == r.Sanitizer && row.text.MatchString(r.Text) {
			return row.kinds(r)
		}
	}
	return nil
}
