package randc

import (
	"fmt"
	"strings"
)

// This file defines what the random programs in a subset of C have: objects of integer types, pointers, arrays and
// records, in scopes.

// plainTypes are the integer types of the programs; those from arithmetic on are not promoted.
var plainTypes = []string{"_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
	"long", "unsigned long", "long long", "unsigned long long"}

// plain makes one program.
type plain struct {
	generator
	lines   []string
	indent  int
	risks   int  // guards that may still be left out
	eager   bool // whether the program is about scenarios, and guards are left out soon
	fuel    int  // statements that may still have others inside
	n       int  // of names
	structs []plainRecord
	scopes  []plainScope
	calls   []plainFunction
	loops   int
	inside  bool // whether the statement is in a function other than main
}

// plainRecord is a structure or a union.
type plainRecord struct {
	name    string
	union   bool
	members []plainObject
}

// plainObject is an object of an integer type, an array of such objects, or a record, or a pointer to an object of an
// integer type.
type plainObject struct {
	text   string
	t      string // the integer type, of the object, of an element, or of what the pointer leads to
	n, m   int    // the lengths of an array, and of its elements if they are arrays; 0 if it is none
	record *plainRecord
	arrow  bool // whether it is a pointer to the record
	leads  bool // whether it is a pointer to integers: to n of them
	fixed  bool // whether it must not be assigned
}

// plainScope has the objects of a block.
type plainScope []plainObject

// plainFunction is a function of integers, or of a record.
type plainFunction struct {
	name   string
	params []plainObject
	record *plainRecord // of the result; nil if it is an integer
}

func (g *plain) put(format string, args ...any) {
	g.lines = append(g.lines, strings.Repeat("\t", g.indent)+fmt.Sprintf(format, args...))
}

func (g *plain) fresh(prefix string) string {
	g.n++
	return fmt.Sprint(prefix, g.n)
}

func (g *plain) open() {
	g.scopes = append(g.scopes, nil)
	g.indent++
}

func (g *plain) close() {
	g.scopes = g.scopes[:len(g.scopes)-1]
	g.indent--
}

func (g *plain) know(o plainObject) {
	s := &g.scopes[len(g.scopes)-1]
	*s = append(*s, o)
}

// known returns the objects in scope for which ok holds.
func (g *plain) known(ok func(o plainObject) bool) (all []plainObject) {
	for _, s := range g.scopes {
		for _, o := range s {
			if ok(o) {
				all = append(all, o)
			}
		}
	}
	return all
}

// risky reports whether a guard is left out here.
func (g *plain) risky() bool {
	most := 3
	if g.eager {
		most = 2
	}
	if g.risks > 0 && g.one(most) {
		g.risks--
		return true
	}
	return false
}

// slipping reports whether a guard is left out in an expression: rarely, if the program is about scenarios.
func (g *plain) slipping() bool { return (!g.eager || g.one(8)) && g.risky() }

func (g *plain) typ() string { return plainTypes[g.IntN(len(plainTypes))] }

// constant returns a number.
func (g *plain) constant() string {
	return pick(&g.generator, "0", "1", "2", "3", "-1", "7", "100", "255", "256", "-128", "'a'", "127", "32767",
		"65535u",
		"2147483647", "(-2147483647 - 1)", "2147483648", "4294967295u", "0xffffffff",
		"1ul", "9223372036854775807", "0x8000000000000000", "18446744073709551615ul", "-5l", "3u", "YELLOW", "GREEN",
		"077")
}

// records declares types.
func (g *plain) records() {
	g.put("enum colour { RED = -3, GREEN, YELLOW = 7 };")
	g.scopes = append(g.scopes, nil)
	for i := range 1 + g.IntN(3) {
		s := plainRecord{name: fmt.Sprint("struct s", i), union: g.one(3)}
		if s.union {
			s.name = fmt.Sprint("union s", i)
		}
		text := s.name + " {"
		for k := range 2 + g.IntN(4) {
			o := plainObject{text: fmt.Sprint("m", k), t: g.typ()}
			switch {
			case k > 0 && g.one(3):
				o.n = 2 + g.IntN(3)
			case !s.union && i > 0 && g.one(4):
				o = plainObject{text: o.text, record: &g.structs[g.IntN(i)]}
			case !s.union && g.one(6):
				o = plainObject{text: o.text, t: "int", leads: true}
			}
			if s.union && o.t == "_Bool" {
				o.t = "unsigned char"
			}
			s.members = append(s.members, o)
			text += " " + g.declared(o) + ";"
		}
		g.put("%s };", text)
		g.structs = append(g.structs, s)
	}
}

// declared returns the declaration of an object.
func (g *plain) declared(o plainObject) string {
	switch {
	case o.record != nil && o.arrow:
		return o.record.name + " *" + o.text
	case o.record != nil:
		return o.record.name + " " + o.text
	case o.leads:
		return o.t + " *" + o.text
	case o.m > 0:
		return fmt.Sprintf("%s %s[%d][%d]", o.t, o.text, o.n, o.m)
	case o.n > 0:
		return fmt.Sprintf("%s %s[%d]", o.t, o.text, o.n)
	}
	return o.t + " " + o.text
}

// initial returns an initializer of an object of constants.
func (g *plain) initial(o plainObject) string {
	list := func(n int, of func() string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = of()
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	switch {
	case o.record != nil && o.record.union:
		return list(1, func() string { return g.initial(o.record.members[0]) })
	case o.record != nil:
		i := -1
		return list(len(o.record.members)-g.IntN(2), func() string { i++; return g.initial(o.record.members[i]) })
	case o.leads:
		return "NULL"
	case o.m > 0:
		return list(o.n, func() string { return list(o.m, g.constant) })
	case o.n > 0:
		return list(o.n-g.IntN(2), g.constant)
	}
	return g.constant()
}

// object returns a new object of some type.
func (g *plain) object(prefix string) plainObject {
	o := plainObject{text: g.fresh(prefix), t: g.typ()}
	switch g.IntN(9) {
	case 0, 1:
		o.n = 2 + g.IntN(4)
	case 2:
		o.n, o.m = 2+g.IntN(2), 2+g.IntN(2)
	case 3, 4:
		o.t, o.record = "", &g.structs[g.IntN(len(g.structs))]
	}
	return o
}
