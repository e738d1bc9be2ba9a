package c

import (
	"math/big"

	"modernc.org/cc/v4"
)

// This file defines enumerations. Their types are those of gcc.

// enumeration returns the type that a specifier of an enumeration denotes.
func (u *unit) enumeration(n *cc.EnumSpecifier) *Type {
	t := &u.types
	switch e := t.enums[n]; {
	case e == unfinished:
		u.errorf(n, "found an enumeration in its own definition, want a complete type")
		return intType
	case e != nil:
		return e
	}
	name := "enum"
	if tag := n.Token2.SrcStr(); tag != "" && n.Token2.Ch != '{' {
		name += " " + tag
	}
	var base *Type
	if n.EnumTypeSpecifier != nil {
		base = u.specifiers(nil, nil, n.EnumTypeSpecifier.SpecifierQualifierList).base(u, n)
		if !base.integer() {
			u.errorf(n, "found an enumeration of type %s, want an integer", base)
			base = intType
		}
	}
	if n.EnumeratorList == nil {
		if d := u.enumDefinition(n); d != nil && d != n {
			return u.enumeration(d)
		}
		unknown := base == nil
		if unknown {
			base = uintType // as if it had no negative values
		}
		e := enumOf(base, name)
		e.Unknown = unknown
		t.enums[n] = e
		return e
	}
	t.enums[n] = unfinished
	least, most := new(big.Int), new(big.Int)
	next := new(big.Int)
	var list []*cc.Enumerator
	for l := n.EnumeratorList; l != nil; l = l.EnumeratorList {
		k := l.Enumerator
		v := new(big.Int).Set(next)
		if k.Case == cc.EnumeratorExpr {
			switch c, why := u.constant(nil, k.ConstantExpression); {
			case why == "" && !c.t.integer():
				u.errorf(k, "found enumerator %s of type %s, want an integer", k.Token.SrcStr(), c.t)
			case why != "":
				u.errorf(k, "the value of enumerator %s is not constant: %s", k.Token.SrcStr(), why)
			default:
				v = c.x.Int
			}
		}
		t.values[k] = constant{t: enumeratorType(v, base), x: bigInteger(v)}
		list = append(list, k)
		if v.Cmp(least) < 0 {
			least = v
		}
		if v.Cmp(most) > 0 {
			most = v
		}
		next = new(big.Int).Add(v, one)
	}
	if mode := t.modes[n]; mode != "" && base == nil {
		if base = uintType; least.Sign() < 0 {
			base = intType
		}
		base = withMode(u, n, base, mode)
		if !fits(least, base) || !fits(most, base) {
			u.errorf(n, "found mode %s of %s, which has other values", mode, name)
		}
	}
	if base == nil {
		base = enumBase(least, most, t.packed[n])
		if base == nil {
			u.errorf(n, "no integer type has all values of %s", name)
			base = longType
		}
	}
	e := enumOf(base, name)
	t.enums[n] = e
	for _, k := range list {
		if c := t.values[k]; !fits(c.x.Int, intType) {
			c.t = e
			t.values[k] = c
		}
	}
	return e
}

// unfinished stands for the type of an enumeration while its enumerators are evaluated.
var unfinished = &Type{}

// enumDefinition returns the specifier that defines the enumeration that n denotes.
func (u *unit) enumDefinition(n *cc.EnumSpecifier) *cc.EnumSpecifier {
	name := n.Token2.SrcStr()
	for s := n.LexicalScope(); s != nil && u.p.charge(scopeWork+len(s.Nodes[name])); s = s.Parent {
		for _, m := range s.Nodes[name] {
			if d, ok := m.(*cc.EnumSpecifier); ok && d.EnumeratorList != nil {
				return d
			}
		}
	}
	return nil
}

// enumOf returns an enumeration with the values of an integer type.
func enumOf(base *Type, name string) *Type {
	e := *base.unqualified()
	e.Name, e.Enum = name, true
	return &e
}

// enumeratorType returns the type of an enumerator inside its enumeration.
func enumeratorType(v *big.Int, base *Type) *Type {
	if base != nil {
		return base
	}
	for _, t := range []*Type{intType, uintType, longType, ulongType} {
		if fits(v, t) {
			return t
		}
	}
	return longType
}

// enumBase returns the integer type of an enumeration with values from least to most; nil if there is none.
func enumBase(least, most *big.Int, packed bool) *Type {
	list := []*Type{uintType, intType, ulongType, longType}
	if packed {
		list = append([]*Type{ucharType, scharType, ushortType, shortType}, list...)
	}
	for _, t := range list {
		if fits(least, t) && fits(most, t) {
			return t
		}
	}
	return nil
}

// enumerator returns the value of an enumerator.
func (u *unit) enumerator(n *cc.Enumerator) constant {
	u.index()
	if c, ok := u.types.values[n]; ok {
		return c
	}
	if d := u.types.listed[n]; d != nil {
		defer u.begin()()
		u.enumeration(d)
	}
	c, ok := u.types.values[n]
	if !ok {
		u.errorf(n, "found enumerator %s, which has no value yet", n.Token.SrcStr())
		return constant{t: intType, x: integer(0)}
	}
	return c
}

// fits reports whether v is a value of an integer type.
func fits(v *big.Int, t *Type) bool {
	lo, hi := t.limits()
	return v.Cmp(lo) >= 0 && v.Cmp(hi) <= 0
}
