package harness

import (
	"regexp"
	"strings"

	"vouch/semantics/c"
)

// This file defines how a harness declares a variable.

// noTag is how a structure or union without a tag is written, which no declaration takes.
var noTag = strings.NewReplacer("struct {...}", "\x00", "union {...}", "\x00")

// Declared returns the declaration of a variable of a type, which the parameter p is or is made of, without what makes
// it read-only.
func Declared(p c.EntryParameter, t *c.Type, name string) string {
	plain := *t
	plain.Const, plain.Volatile = false, false
	text := strings.ReplaceAll(noTag.Replace(plain.Declaration("\x01")), "\x00", p.Typedef) // the name is no tag
	enums := untagged(&plain)
	text = enumeration.ReplaceAllStringFunc(text, func(s string) string {
		if s != "enum" || len(enums) == 0 {
			return s
		}
		s, enums = enums[0], enums[1:]
		return s
	})
	return strings.Replace(text, "\x01", name, 1)
}

// enumeration is how an enumeration is written, with its tag if it has one.
var enumeration = regexp.MustCompile(`\benum\b( \w+)?`)

// untagged returns the integer types of the enumerations without a tag that a type has, in the order in which it is
// written.
func untagged(t *c.Type) (list []string) {
	switch {
	case t == nil || t.Record != nil:
		return nil
	case t.Enum && t.Name == "enum":
		_, as := named(t)
		return []string{as}
	}
	list = untagged(t.Elem)
	for _, p := range t.Params {
		list = append(list, untagged(p)...)
	}
	return list
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
