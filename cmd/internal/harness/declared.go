package harness

import "vouch/semantics/c"

// This file defines how a harness declares a variable.

// Declared returns the declaration of a variable of a type, which the parameter p is or is made of, without what makes
// it read-only.
func Declared(p c.EntryParameter, t *c.Type, name string) string {
	plain := *t.Named(p.Typedef)
	plain.Const, plain.Volatile = false, false
	return plain.Declaration(name)
}

// named returns the name of the function that makes an input of the size and the sign of a type, and how C writes its
// type.
func named(t *c.Type) (suffix, as string) {
	switch {
	case t.Class == c.Bool:
		suffix, as = "bool", "_Bool"
	case t.Class == c.Float && t.Size == 4:
		suffix, as = "float", "float"
	case t.Class == c.Float:
		suffix, as = "double", "double"
	case t.Size == 16:
		suffix, as = map[bool]string{true: "int128", false: "uint128"}[t.Signed],
			map[bool]string{true: "__int128", false: "unsigned __int128"}[t.Signed]
	default:
		suffix = map[int64]string{1: "char", 2: "short", 4: "int", 8: "long"}[t.Size]
		as = suffix
		switch {
		case !t.Signed:
			suffix, as = "u"+suffix, "unsigned "+suffix
		case t.Size == 1:
			suffix, as = "schar", "signed char"
		}
	}
	return suffix, as
}
