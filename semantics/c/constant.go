package c

import (
	"modernc.org/cc/v4"
)

// This file defines constant expressions (C11 6.6), which are evaluated exactly with our own types.

// staticAssert looks at a static assertion.
func (u *unit) staticAssert(f *fn, n *cc.StaticAssertDeclaration) {
	v, why := u.constant(f, n.ConstantExpression)
	switch {
	case why != "":
		u.errorf(n, "found a static assertion that is not constant: %s", why)
	case !v.t.integer():
		u.errorf(n, "found a static assertion of type %s, want an integer", v.t)
	case v.x.Int.Sign() == 0:
		u.errorf(n, "static assertion fails: %s", n.Token4.SrcStr())
	}
}
