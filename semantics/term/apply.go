package term

// This file defines operations by their names in symbols.

// Apply returns op(x, y), for an op of two operands.
func (p *Pool) Apply(op Op, x, y *Linear) *Linear {
	switch op {
	case Prod:
		return p.Mul(x, y)
	case Quot, Rem:
		quot, rem := p.FloorDiv(x, y)
		if op == Quot {
			return quot
		}
		return rem
	case TruncQuot, TruncRem:
		quot, rem := p.TruncDiv(x, y)
		if op == TruncQuot {
			return quot
		}
		return rem
	case BitAnd:
		return p.BitAnd(x, y)
	case BitOr:
		return p.BitOr(x, y)
	case BitXor:
		return p.BitXor(x, y)
	case Shl:
		return p.Shl(x, y)
	case Shr:
		return p.Shr(x, y)
	case AtMost:
		return p.Truth(p.Le(x, y))
	case Equals:
		return p.Truth(p.Eq(x, y))
	case Root:
		return p.root(x)
	}
	if op > Root {
		return p.Float(op, x, y)
	}
	panic("term: unexpected operation")
}
