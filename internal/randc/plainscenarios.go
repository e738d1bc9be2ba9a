package randc

import "fmt"

// This file makes those statements of programs in the subset that are about one kind of fault, or about a rare
// construct.

// plainScenarios add lines that are about one kind of fault, or about some rare construct.
var plainScenarios = []func(g *plain){
	func(g *plain) { // assertion
		x := g.expr(2)
		if g.risky() {
			g.put("assert(%s);", pick(&g.generator, g.condition(), x, x+" != "+g.constant()))
		} else {
			g.put("assert(%s == %s || r);", x, g.expr(1))
		}
	},
	func(g *plain) { // null pointers
		p := g.fresh("q")
		g.put("int *%s = %s ? line + 1 : NULL;", p, g.condition())
		if !g.risky() {
			g.put("if (%s)", p)
		}
		g.put("%s;", fmt.Sprintf(pick(&g.generator, "r += *%s", "*%s = 3", "r ^= %s[2]", "%s[1] = 9", "%s[4] = 2"), p))
	},
	func(g *plain) { // pointers move
		p, q := g.fresh("q"), g.fresh("q")
		g.put("int *%s = line + %s, *%s = &line[%s];", p, g.index(5), q, g.index(5))
		order := pick(&g.generator, "<", "<=", ">", ">=", "==", "!=")
		g.put("r = r * 3 + (unsigned long)(%s - %s) + (%s %s %s);", p, q, p, order, q)
		if g.risky() {
			g.put("%s;", fmt.Sprintf(pick(&g.generator, "%s++", "%s += 2", "--%s", "%[1]s = %[1]s - 3", "%s -= 1"), p))
			g.put(pick(&g.generator, "r += *%s;", "*%s = 7;"), p)
		} else {
			g.put("r += *(line + 3 - %s);", g.index(4))
			g.put("while (%s < line + 4) r = r * 7 + (unsigned)*%s++;", p, p)
		}
	},
	func(g *plain) { // two objects
		p := g.fresh("q")
		g.put("int *%s = %s ? &deep[0][1] : line;", p, g.condition())
		if g.risky() {
			g.put("r += %s;", fmt.Sprintf(pick(&g.generator, "%s < line + 3", "%s < line + 2",
				"(unsigned long)(%s - line)", "%s >= line", "(unsigned)middle(%s, line)"), p))
		} else {
			g.put("r += %s == line;", p)
		}
	},
	func(g *plain) { // no value
		u := g.fresh("u")
		t := pick(&g.generator, "int", "short", "unsigned char", "long", "_Bool")
		n := g.IntN(2)
		if g.risky() {
			n = 2
		}
		switch n {
		case 0:
			g.put("%s %s; %s = %s;", t, u, u, g.expr(1))
		case 1:
			g.put("%s %s; if (%s) %s = 3; else %s = %s;", t, u, g.expr(1), u, u, g.expr(1))
		default:
			g.put("%s %s; if (%s) %s = 3;", t, u, g.condition(), u)
			g.put("%s %s_copy = %s;", pick(&g.generator, t, t, "long", "unsigned", "char"), u, u)
			u += "_copy"
		}
		g.put("%s;", fmt.Sprintf(pick(&g.generator, "r += (unsigned)%s", "if (%s) r += 7", "r = r * 3 + (%s > 2)",
			"%s++",
			"r += %s ? 3 : 4", "r ^= %s && r", "switch (%s) { case 3: r++; }", "%s += 2"), u))
	},
	func(g *plain) { // blocks end
		p := g.fresh("q")
		g.put("int *%s = line;", p)
		w := pick(&g.generator, "3", "twice("+g.expr(1)+")")
		g.put("{ int w = %s; if (%s) %s = &w; r += (unsigned)*%s; w++;", w, g.condition(), p, p)
		if !g.risky() {
			g.put("%s = line + 1;", p)
		}
		g.put("}")
		g.put("r += (unsigned)*%s;", p)
	},
	func(g *plain) { // functions return
		n := fmt.Sprintf("(%s & 1)", g.expr(1))
		if g.risky() {
			n = fmt.Sprintf("(%s) * 7", g.condition())
		}
		g.put("r += (unsigned)*home(line, %s);", n)
	},
	func(g *plain) { // functions return nothing
		n := fmt.Sprintf("(%s & 7) + 2", g.expr(1))
		if g.risky() {
			n = fmt.Sprintf("(%s) & 3", g.condition())
		}
		g.put("%s;", fmt.Sprintf(pick(&g.generator,
			"some(%s)", "r += (unsigned)some(%s)", "if (some(%s)) r++", "line[1] = some(%s)"), n))
	},
	func(g *plain) { // alignment
		c := g.fresh("c")
		g.put("unsigned char %s[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };", c)
		i := fmt.Sprintf("(%s & 1) * 4", g.expr(1))
		if g.risky() {
			i = fmt.Sprintf("(%s & 7)", g.expr(1))
		}
		g.put("%s;", fmt.Sprintf(pick(&g.generator, "r ^= *(unsigned *)(%[1]s + %[2]s)",
			"*(short *)(%[1]s + %[2]s) = 77; r += %[1]s[0] + %[1]s[5]", "r += *(int *)&%[1]s[%[2]s] & 255"), c, i))
	},
	func(g *plain) { // what may not be written
		c := g.fresh("c")
		if g.risky() {
			label := ""
			if !g.one(3) {
				label = g.fresh("to")
				g.put("if (r == 77) goto %s;", label)
			}
			g.put("const int %s = 3; *(int *)(%s ? &%s : line) = 4;", c, g.condition(), c)
			if label != "" {
				g.put("%s: r++;", label)
			}
			return
		}
		g.put("const char *%s = %s ? \"vouch\" : \"bugs\"; r += %s[%s];", c, g.expr(1), c, g.index(5))
	},
	func(g *plain) { // truth values of bytes
		b := g.fresh("b")
		mask := 1
		if g.risky() {
			mask = 3
		}
		g.put("_Bool %s = %s; *(unsigned char *)&%s = %s & %d; r += %s;", b, g.expr(1), b, g.expr(1), mask, b)
	},
	func(g *plain) { // arithmetic
		x, c := g.leafIn(), g.condition()
		if !g.risky() {
			g.put("r += (%s & 63) / ((%s & 1) + 1);", x, c)
			return
		}
		g.put("r ^= (unsigned long)%s;", fmt.Sprintf(pick(&g.generator, "(%s / ((%s) & 1))", "((%s & 7) %% ((%s) & 1))",
			"(%s << ((%s) ? 64 : 3))", "((int)%s >> ((%s) ? 32 : 3))", "((%s & 1) >> ((%s) ? -1 : 3))",
			"((%s & 1) + ((%s) ? 2147483647 : 1))", "((%s, -2147483647 - 1) %% ((%s) ? -1 : 3))"), x, "("+c+")"))
	},
	func(g *plain) { // the heap
		h := g.fresh("h")
		g.put("int *%s = malloc(%d); for (int i = 0; i < 3; i++) %s[i] = i * 5;", h, 12, h)
		g.put("r = r * 3 + (unsigned)%s[%s];", h, g.index(3))
		switch {
		case !g.risky() && !g.one(5):
			g.put("free(%s);", h)
		default:
			g.put("if (%s) free(%s);", g.condition(), pick(&g.generator, h, h, h, h+" + 1", "line"))
			g.put("%s", fmt.Sprintf(pick(&g.generator, "free(%s);", "free(%s);", "r += *%s;", "%s[1] = 4;"), h))
		}
	},
	func(g *plain) { // functions behind pointers
		t := g.fresh("t")
		if g.risky() {
			g.put("int (*%s[3])(int) = { twice, minus };", t)
		} else {
			g.put("int (*%s[3])(int) = { twice, minus, depth };", t)
		}
		g.put("r += (unsigned)%s[%s](%s & 7);", t, g.index(3), g.expr(1))
	},
	func(g *plain) { // static objects of functions
		g.put("r = r * 5 + (unsigned)ticks();")
	},
	func(g *plain) { // records are values
		s := &g.structs[g.IntN(len(g.structs))]
		all := g.known(func(o plainObject) bool { return o.record == s && !o.arrow })
		if len(all) == 0 {
			g.put("r++;")
			return
		}
		a, b := all[g.IntN(len(all))].text, all[g.IntN(len(all))].text
		if c := g.fresh("w"); g.one(2) {
			g.put("%s %s = %s; %s = %s; %s = %s;", s.name, c, a, a, b, b, c)
		} else {
			g.put("%s *%s = %s ? &%s : &%s; *%s = %s;", s.name, c, g.expr(1), a, b, c, a)
		}
	},
	func(g *plain) { // pointers to records
		s := &g.structs[g.IntN(len(g.structs))]
		all := g.known(func(o plainObject) bool { return o.record == s && !o.arrow })
		if len(all) == 0 {
			g.put("r ^= 5;")
			return
		}
		a, q := all[g.IntN(len(all))].text, g.fresh("q")
		g.put("%s *%s = %s ? &%s : NULL;", s.name, q, g.condition(), a)
		if !g.risky() {
			g.put("if (%s)", q)
		}
		switch g.IntN(4) {
		case 0:
			g.put("%s = *%s;", a, q)
		case 1:
			g.put("{ %s copy = *%s; %s = copy; }", s.name, q, a)
		case 2:
			g.put("*%s = %s;", q, a)
		default:
			g.put("r += (unsigned long)%s;", g.integerIn(plainObject{text: q, record: s, arrow: true}))
		}
	},
	func(g *plain) { // a text
		s := g.fresh("s")
		g.put("char %s[%d] = \"abc\";", s, 3+g.IntN(3))
		g.put("for (int i = 0; i < 3 && %s[i]; i++) r = r * 5 + (unsigned char)(%s[i] += %s);", s, s, g.constant())
	},
}
