package witness

import "vouch/semantics"

// This file defines which property of SV-COMP a kind of fault violates.

// The properties, as SV-COMP writes them.
const (
	unreachCall   = "CHECK( init(main()), LTL(G ! call(reach_error())) )"
	unreachAssert = "CHECK( init(main()), LTL(G ! call(__assert_fail())) )"
	noOverflow    = "CHECK( init(main()), LTL(G ! overflow) )"
	validDeref    = "CHECK( init(main()), LTL(G valid-deref) )"
	validFree     = "CHECK( init(main()), LTL(G valid-free) )"
	validMemtrack = "CHECK( init(main()), LTL(G valid-memtrack) )"
)

// properties has the property that a kind of fault violates. A failed assertion violates one of two, which its call
// tells.
var properties = map[semantics.Kind]string{
	semantics.AssertionFailed:  unreachCall,
	semantics.Overflow:         noOverflow,
	semantics.NullDereference:  validDeref,
	semantics.InvalidPointer:   validDeref,
	semantics.UseAfterFree:     validDeref,
	semantics.UseAfterReturn:   validDeref,
	semantics.UseAfterScope:    validDeref,
	semantics.OutOfBoundsRead:  validDeref,
	semantics.OutOfBoundsWrite: validDeref,
	semantics.DoubleFree:       validFree,
	semantics.InvalidFree:      validFree,
	semantics.MemoryLeak:       validMemtrack,
}

// errors are the functions whose call is the error that programs of SV-COMP must not reach.
var errorCalls = []string{"reach_error", "__VERIFIER_error"}
