package native

import (
	"regexp"
	"sync"

	"vouch/semantics"
)

// This file defines which kinds of faults the reports of sanitizers stand for. The table has a row for each report.

// row says for which kinds a report stands. It has several kinds where one tool may meet another fault first, as with a
// pointer that leaves its object and the access through it.
type row struct {
	sanitizer string
	text      func() *regexp.Regexp
	kinds     func(*Report) []semantics.Kind
}

func are(kinds ...semantics.Kind) func(*Report) []semantics.Kind {
	return func(*Report) []semantics.Kind { return kinds }
}

// accesses are the kinds of a report about an access.
func accesses(r *Report) []semantics.Kind {
	if r.write {
		return []semantics.Kind{semantics.OutOfBoundsWrite, semantics.PointerArithmetic}
	}
	return []semantics.Kind{semantics.OutOfBoundsRead, semantics.PointerArithmetic}
}

// crashes are the kinds of an access where there is no memory, or where memory is read-only.
func crashes(r *Report) []semantics.Kind {
	switch {
	case r.calls("free", "__interceptor_free", "realloc", "__interceptor_realloc"):
		return []semantics.Kind{semantics.InvalidFree}
	case r.zero: // gcc makes the address of a local null if a function returns it
		return []semantics.Kind{semantics.NullDereference, semantics.UseAfterReturn}
	case r.write:
		return []semantics.Kind{semantics.InvalidPointer, semantics.OutOfBoundsWrite, semantics.PointerArithmetic,
			semantics.ReadOnlyWrite}
	}
	return []semantics.Kind{semantics.InvalidPointer, semantics.OutOfBoundsRead, semantics.PointerArithmetic,
		semantics.InvalidCall}
}

// aborts are the kinds of a program that ends itself.
func aborts(r *Report) []semantics.Kind {
	if r.calls("__assert_fail", "__GI___assert_fail", "__assert", "__assert_perror_fail", "vouch_assertion_fails") {
		return []semantics.Kind{semantics.AssertionFailed}
	}
	return []semantics.Kind{semantics.Aborted}
}

// table has a row for each report that vouch understands. The first row that fits counts.
var table = sync.OnceValue(func() []row {
	return []row{
		{address, pattern(`^(stack|heap|global|dynamic-stack)-buffer-(over|under)flow|^(heap-buffer-overflow|unknown-crash|stack-buffer-underflow|use-after-poison)`),
			accesses},
		{address, pattern(`^heap-use-after-free`), are(semantics.UseAfterFree)},
		{address, pattern(`^stack-use-after-return`), are(semantics.UseAfterReturn)},
		{address, pattern(`^stack-use-after-scope`), are(semantics.UseAfterScope)},
		{address, pattern(`^attempting double-free`), are(semantics.DoubleFree)},
		{address, pattern(`^attempting free on address which was not malloc`), are(semantics.InvalidFree)},
		{address, pattern(`^\w+-param-overlap`), are(semantics.OverlappingCopy)},
		{address, pattern(`^negative-size-param`), are(semantics.InvalidSize, semantics.OutOfBoundsRead,
			semantics.OutOfBoundsWrite)},
		{address, pattern(`^invalid-pointer-pair`), are(semantics.UnrelatedPointers)},
		{address, pattern(`^FPE`), are(semantics.DivisionByZero, semantics.Overflow)},
		{address, pattern(`^ABRT`), aborts},
		{address, pattern(`^(SEGV|BUS)`), crashes},
		{undefined, pattern(`^index .* out of bounds`), are(semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite,
			semantics.PointerArithmetic)},
		{undefined, pattern(`insufficient space for an object`),
			are(semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite)},
		{undefined, pattern(`^(load of|store to|member access within|reference binding to) null pointer`),
			are(semantics.NullDereference, semantics.UseAfterReturn)},
		{undefined, pattern(`^null pointer (passed|returned)`),
			are(semantics.NullDereference, semantics.InvalidArgument)},
		{undefined, pattern(`^applying (non-)?zero offset`),
			are(semantics.PointerArithmetic, semantics.NullDereference)},
		{undefined, pattern(`^(pointer index expression with base|(addition|subtraction) of unsigned offset)`),
			are(semantics.PointerArithmetic)},
		{undefined, pattern(`misaligned address`), are(semantics.MisalignedAccess)},
		{undefined, pattern(`^signed integer overflow|^negation of|^division of .* cannot be represented`),
			are(semantics.Overflow)},
		{undefined, pattern(`^division by zero`), are(semantics.DivisionByZero)},
		{undefined, pattern(`^shift exponent|^left shift of negative`), are(semantics.ShiftOutOfRange)},
		{undefined, pattern(`^left shift of .* cannot be represented`),
			are(semantics.Overflow, semantics.ShiftOutOfRange)},
		{undefined, pattern(`is outside the range of representable values|not a valid value for type '(_Bool|bool)'`),
			are(semantics.InvalidConversion)},
		{undefined, pattern(`^variable length array bound`), are(semantics.InvalidSize)},
		{undefined, pattern(`unreachable program point`), are(semantics.Unreachable)},
		{undefined, pattern(`end of a value-returning function`), are(semantics.MissingReturn)},
		{undefined, pattern(`^passing zero to c[lt]z`), are(semantics.InvalidArgument)},
		{undefined, pattern(`through pointer to incorrect function type`), are(semantics.InvalidCall)},
		{memory, pattern(`^use-of-uninitialized-value`), are(semantics.UninitialisedValue)},
		{memory, pattern(`^(SEGV|BUS)`), crashes},
		{memory, pattern(`^ABRT`), aborts},
		{memory, pattern(`^FPE`), are(semantics.DivisionByZero, semantics.Overflow)},
		{"leak", pattern(`leak of`), are(semantics.MemoryLeak)},
	}
})

// Kinds returns the kinds of faults for which the report may stand; none if no row fits.
func (r *Report) Kinds() []semantics.Kind {
	for _, row := range table() {
		if row.sanitizer == r.Sanitizer && row.text().MatchString(r.Text) {
			return row.kinds(r)
		}
	}
	return nil
}
