package randc

import (
	"fmt"
	"strings"
)

// This file makes the expressions of programs in the subset.

// index returns an index below n, or one that may be n or more.
func (g *plain) index(n int) string {
	i := g.leafIn()
	if g.one(2) {
		i = fmt.Sprintf("(%s %s %s)", i, pick(&g.generator, "^", "&", ">", "|"), g.leafIn())
	}
	switch {
	case g.slipping():
		return pick(&g.generator, fmt.Sprintf("(%s & 7)", i), fmt.Sprint(n), fmt.Sprint(n+1), "-1", i)
	case g.one(3):
		return fmt.Sprint(g.IntN(n))
	}
	return fmt.Sprintf("((unsigned)%s %% %d)", i, n)
}

// integerIn returns an integer lvalue in an object, or the object itself.
func (g *plain) integerIn(o plainObject) string {
	switch {
	case o.record != nil:
		m := o.record.members[g.IntN(len(o.record.members))]
		for m.leads { // which may be null
			m = o.record.members[0]
			if m.leads {
				m = o.record.members[len(o.record.members)-1]
				break
			}
		}
		if o.arrow {
			m.text = o.text + "->" + m.text
		} else {
			m.text = o.text + "." + m.text
		}
		if m.leads {
			return "r"
		}
		return g.integerIn(m)
	case o.leads && (o.n <= 1 || g.one(3)):
		return "*" + o.text
	case o.leads && g.one(2):
		return fmt.Sprintf("*(%s + %s)", o.text, g.index(o.n))
	case o.m > 0:
		return fmt.Sprintf("%s[%s][%s]", o.text, g.index(o.n), g.index(o.m))
	case o.n > 0:
		return fmt.Sprintf("%s[%s]", o.text, g.index(o.n))
	}
	return o.text
}

// lvalue returns an integer that may be assigned.
func (g *plain) lvalue() string {
	all := g.known(func(o plainObject) bool { return !o.fixed })
	return g.integerIn(all[g.IntN(len(all))])
}

// leaf returns an expression without operators.
func (g *plain) leaf() string {
	all := g.known(func(plainObject) bool { return true })
	if len(all) == 0 || g.one(4) {
		return g.constant()
	}
	return g.integerIn(all[g.IntN(len(all))])
}

// expr returns an expression of an integer type.
func (g *plain) expr(depth int) string {
	if depth <= 0 || g.one(6) {
		return g.leaf()
	}
	x, y := g.expr(depth-1), g.expr(depth-1)
	safe := !g.slipping()
	switch g.IntN(24) {
	case 0, 1, 2, 3:
		o := pick(&g.generator, "+", "-", "*")
		if !safe {
			return pick(&g.generator, fmt.Sprintf("(%s %s %s)", x, o, y), fmt.Sprintf("(%s %s 2147483647)", x, o),
				fmt.Sprintf("((-2147483647 - 1) %s (int)%s)", o, x), fmt.Sprintf("((int)%s %s (int)%s)", x, o, y),
				fmt.Sprintf("(9223372036854775807 %s (int)%s)", o, x))
		}
		return pick(&g.generator,
			fmt.Sprintf("((unsigned)%s %s %s)", x, o, "(unsigned)"+y),
			fmt.Sprintf("((%s & 63) %s (%s & 31))", x, o, y),
			fmt.Sprintf("(%s %s (unsigned long)%s)", x, o, y),
			fmt.Sprintf("((short)%s %s (unsigned char)%s)", x, o, y),
			fmt.Sprintf("((long)(int)%s %s (short)%s)", x, o, y))
	case 4, 5:
		o := pick(&g.generator, "/", "%")
		if !safe {
			return pick(&g.generator, fmt.Sprintf("(%s %s %s)", x, o, y), fmt.Sprintf("(%s %s (%s & 1))", x, o, y),
				fmt.Sprintf("((-2147483647 - 1) %s (int)(%s | -2))", o, x))
		}
		return fmt.Sprintf("(%s %s ((%s & 7) + 1))", x, o, y)
	case 6, 7:
		if !safe {
			return pick(&g.generator, fmt.Sprintf("(%s << %s)", x, y), fmt.Sprintf("(%s >> %s)", x, y),
				fmt.Sprintf("(%s << 31)", x),
				fmt.Sprintf("((int)%s << (%s & 63))", x, y), fmt.Sprintf("(%s >> (%s | 32))", x, y))
		}
		return pick(&g.generator,
			fmt.Sprintf("((unsigned)%s << (%s & 31))", x, y),
			fmt.Sprintf("((unsigned long)%s << (%s & 63))", x, y),
			fmt.Sprintf("((%s & 15) << (%s & 15))", x, y),
			fmt.Sprintf("(%s >> (%s & 31))", x, y),
			fmt.Sprintf("(((signed char)%s - 1) >> (%s & 7))", x, y),
			fmt.Sprintf("((int)%s >> (%s & 3))", x, y))
	case 8, 9, 10:
		return fmt.Sprintf("(%s %s %s)", x, pick(&g.generator, "<", "<=", ">", ">=", "==", "!="), y)
	case 11, 12:
		return fmt.Sprintf("(%s %s %s)", x, pick(&g.generator, "&", "|", "^"), y)
	case 13:
		return fmt.Sprintf("(%s %s %s)", x, pick(&g.generator, "&&", "||"), y)
	case 14, 15:
		return fmt.Sprintf("((%s)%s)", g.typ(), x)
	case 16:
		z := g.expr(depth - 1)
		return pick(&g.generator, fmt.Sprintf("(%s ? %s : %s)", x, y, z),
			fmt.Sprintf("(%s ? (unsigned)%s : (int)%s)", x, y, z),
			fmt.Sprintf("((%s ? (short)%s : (unsigned)%s) > 9)", x, y, z))
	case 17:
		return pick(&g.generator, "(~"+x+")", "(!"+x+")", "(+"+x+")", fmt.Sprintf("(%s, %s)", x, y))
	case 18:
		if !safe {
			return pick(&g.generator, "(-"+g.leafIn()+")", "(-(int)("+x+" | (-2147483647 - 1)))")
		}
		return pick(&g.generator, "(-("+x+" & 127))", "(-(unsigned)"+x+")", "(-(unsigned long)"+x+")")
	case 19:
		s := g.structs[g.IntN(len(g.structs))]
		return pick(&g.generator, "sizeof("+g.typ()+")", "sizeof "+g.leafIn(), "sizeof("+s.name+")")
	case 20, 21:
		return g.callOf(depth)
	case 22:
		return pick(&g.generator, fmt.Sprintf("depth(%s & 7)", x), fmt.Sprintf("twice(%s)", x),
			fmt.Sprintf("(%s ? twice : minus)(%s)", x, y))
	}
	return g.leaf()
}

// condition returns a condition that is true about half of the time.
func (g *plain) condition() string {
	return pick(&g.generator, g.expr(1), "!"+g.leafIn(), g.leafIn()+" < 1", "r & 1", "r & 2")
}

// leafIn returns an object of an integer type.
func (g *plain) leafIn() string {
	all := g.known(func(o plainObject) bool { return o.record == nil && o.n == 0 && !o.leads })
	if len(all) == 0 {
		return "r"
	}
	return all[g.IntN(len(all))].text
}

// callOf returns a call of a function of the program, as an integer.
func (g *plain) callOf(depth int) string {
	if len(g.calls) == 0 {
		return fmt.Sprintf("minus(%s)", g.expr(depth-1))
	}
	f := g.calls[g.IntN(len(g.calls))]
	var args []string
	for _, p := range f.params {
		switch {
		case p.record != nil:
			all := g.known(func(o plainObject) bool { return o.record == p.record && !o.arrow })
			if len(all) == 0 {
				return g.leaf()
			}
			args = append(args, all[g.IntN(len(all))].text)
		case p.leads:
			args = append(args, "line")
		default:
			args = append(args, g.expr(depth-1))
		}
	}
	call := fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
	if f.record != nil {
		for _, m := range f.record.members {
			if m.record == nil && m.n == 0 && !m.leads {
				return call + "." + m.text
			}
		}
		return g.leaf()
	}
	return call
}
