package c

import (
	"math/big"

	"modernc.org/cc/v4"
)

// This file defines the types of enumerations and of their enumerators. They are those of gcc.

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
