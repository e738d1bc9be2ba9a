package randc

import "fmt"

// This file defines what the programs of Inputs do with memory and numbers: each scenario is some lines, with a guard
// or without.

// scenarios add lines to a program. What they compute they add to r. Each line has at most one fault.
var scenarios = []func(g *maker){
	(*maker).assign, (*maker).assign, (*maker).load, (*maker).load, (*maker).store, (*maker).arithmetic,
	(*maker).arithmetic, (*maker).divide, (*maker).shift,
	(*maker).assertion, (*maker).heap, (*maker).heap, (*maker).text, (*maker).text, (*maker).copies, (*maker).compare,
	(*maker).unset, (*maker).null, (*maker).walk, (*maker).table,
	(*maker).union, (*maker).fields, (*maker).list, (*maker).call, (*maker).structure, (*maker).matrix, (*maker).scope,
	(*maker).variable, (*maker).choose, (*maker).wrap,
}

// some returns one of the arrays; bytes says of which elements.
func (g *maker) some(bytes bool) (array, bool) {
	var all []array
	for _, a := range g.arrays {
		if a.bytes == bytes {
			all = append(all, a)
		}
	}
	if len(all) == 0 {
		return array{}, false
	}
	return all[g.IntN(len(all))], true
}

func (g *maker) any() array { return g.arrays[g.IntN(len(g.arrays))] }

func (g *maker) assign() {
	v := g.locals[g.IntN(len(g.locals))]
	g.line("%s = %s;", v.text, g.within(g.number(2), v.lo, v.hi))
	g.line("r = r * 5 + (unsigned)%s;", g.number(2).text)
}

func (g *maker) load() {
	a := g.any()
	i := g.index(0, a.n-1)
	if g.one(3) {
		g.line("r += *(%s + %s);", a.text, i)
	} else {
		g.line("r += %s[%s];", a.text, i)
	}
}

func (g *maker) store() {
	a := g.any()
	g.line("%s[%s] = %s;", a.text, g.index(0, a.n-1), g.within(g.number(2), 0, 20))
}

func (g *maker) arithmetic() {
	x, y := g.number(1), g.name("y")
	far := g.slips()
	switch g.IntN(4) {
	case 0: // the largest value of x leads to the greatest int, or beyond it
		n := 2147483647 - x.hi
		if far {
			n += 1 + g.IntN(2)
		}
		g.line("int %s = %s;", y, x.text)
		g.line("%s += %d;", y, min(n, 2147483647))
	case 1:
		n := -2147483647 - x.lo
		if far {
			n -= g.IntN(3)
		}
		g.line("int %s = %d;", y, max(n, -2147483647))
		g.line("%s = %s + %s;", y, y, x.text)
	case 2:
		n := 2147483647 / max(x.hi, -x.lo, 1)
		if far && n < 2147483647 {
			n++
		}
		g.line("int %s = %s;", y, x.text)
		g.line("%s *= %d;", y, n)
	default:
		g.line("long %s = (long)%s * 4611686018427387904 / 4611686018427387904;", y, g.within(x, -2, 1))
	}
	g.line("r ^= (unsigned)%s;", y)
}

func (g *maker) divide() {
	x, y, z := g.number(1), g.number(1), g.name("z")
	g.line("int %s = %s;", z, y.text)
	if !g.slips() && y.lo <= 0 && y.hi >= 0 {
		g.line("if (%s != 0)", z)
	}
	g.line("r += %s %s %s;", x.text, pick(&g.generator, "/", "%"), z)
}

func (g *maker) shift() {
	x, y := g.number(1), g.name("y")
	switch g.IntN(3) {
	case 0:
		g.line("unsigned %s = 1u << %s;", y, g.shiftBy(31))
	case 1:
		g.line("int %s = %s << %s;", y, g.within(x, 0, 7), g.shiftBy(28))
	default:
		g.line("int %s = %s >> %s;", y, x.text, g.shiftBy(31))
	}
	g.line("if (%s == 2) r++; else r += %s & 31;", y, y)
}

// shiftBy returns a count of a shift up to most, or somewhat beyond.
func (g *maker) shiftBy(most int) string {
	x := g.number(1)
	if g.slips() {
		return fmt.Sprintf("(%s + %d)", g.within(x, 0, 5), most-g.IntN(5))
	}
	return fmt.Sprintf("(%s + %d)", g.within(x, 0, 5), most-5)
}

func (g *maker) assertion() {
	x := g.number(2)
	lo, hi := x.lo, x.hi
	if g.slips() {
		lo, hi = lo+g.IntN(3), hi-g.IntN(3)
	}
	g.line("assert(%s >= %d && %s <= %d);", x.text, lo, x.text, hi)
}

func (g *maker) heap() {
	p, n := g.name("p"), g.name("n")
	g.line("int %s = %s;", n, g.within(g.number(1), 1, 5))
	g.line("int *%s = malloc(%s * sizeof(int));", p, n)
	g.line("for (int i = 0; i < %s; i++) %s[i] = i ^ %s;", n, p, g.within(g.leaf(), 0, 7))
	i := g.name("i")
	g.line("int %s = %s;", i, g.within(g.number(1), 0, 4))
	op := "<"
	if g.slips() {
		op = "<="
	}
	g.line("if (%s %s %s)", i, op, n)
	if g.one(2) {
		g.line("r += %s[%s];", p, i)
	} else {
		g.line("%s[%s] = 9;", p, i)
	}
	switch {
	case g.slips(): // freed twice, or used after that
		g.line("if (%s)", g.condition())
		g.line("free(%s);", p)
		if g.one(2) {
			g.line("r += %s[0];", p)
		}
		g.line("free(%s);", p)
	case g.slips():
		g.line("free(%s + %s);", p, g.within(g.leaf(), 0, 1))
	default:
		g.line("free(%s);", p)
	}
}

func (g *maker) text() {
	s, ok := g.some(true)
	if !ok || s.text[0] != 's' {
		t := g.name("t")
		g.line("char %s[4] = { %s, 'b', %s, 0 };", t, g.within(g.number(1), 0, 9), g.within(g.number(1), 0, 3))
		s = array{t, 4, true}
	}
	switch g.IntN(6) {
	case 0:
		room, d := s.n, g.name("d")
		if g.slips() {
			room -= 1 + g.IntN(2)
		}
		g.line("char %s[%d];", d, max(room, 1))
		g.line("strcpy(%s, (char *)%s);", d, s.text)
		g.line("r += %s[0];", d)
	case 1:
		g.line("if (strcmp((char *)%s, \"%s\") == 0) r += 7;", s.text, pick(&g.generator, "a", "a7", "", "7", "\\1b"))
	case 2:
		g.line("r += strncmp((char *)%s, \"a7\", %s) > 0;", s.text, g.index(0, 3))
	case 3:
		p := g.name("p")
		g.line("char *%s = strchr((char *)%s, %s);", p, s.text, pick(&g.generator, "'a'", "'7'", "'b'", "0"))
		if !g.slips() {
			g.line("if (%s)", p)
		}
		g.line("r += *%s;", p)
	case 4: // without a zero at the end
		d := g.name("d")
		n := s.n
		if g.slips() {
			n--
		}
		g.line("char *%s = malloc(%d);", d, n)
		g.line("memcpy(%s, %s, %d);", d, s.text, n)
		g.line("r += (unsigned)strlen(%s);", d)
		g.line("free(%s);", d)
	default:
		g.line("for (char *q = (char *)%s; *q; q++) r = r * 3 + (unsigned char)*q;", s.text)
	}
}

func (g *maker) copies() {
	a, b := g.any(), g.any()
	d, n := g.name("d"), g.index(0, a.n)
	size := 4
	if a.bytes {
		size = 1
	}
	switch g.IntN(4) {
	case 0:
		g.line("unsigned char %s[%d];", d, a.n*size)
		g.line("memset(%s, 1, sizeof %s);", d, d)
		g.line("memcpy(%s, %s, %s * %d);", d, a.text, n, size)
		g.line("r += %s[%s];", d, g.within(g.leaf(), 0, a.n*size-1))
	case 1:
		g.line("memset(%s, %s, %s * %d);", a.text, g.within(g.leaf(), 0, 3), n, size)
	case 2:
		g.line("memmove(%s + 1, %s, %s * %d);", a.text, a.text, g.index(0, a.n-1), size)
	default:
		g.line("if (memcmp(%s, %s, %s) == 0) r += 2;", a.text, b.text, g.index(0, min(a.n, b.n)))
	}
}

func (g *maker) compare() {
	p, q, a := g.name("p"), g.name("q"), g.any()
	element := "int"
	if a.bytes {
		element = "unsigned char"
	}
	if a.text[0] == 's' {
		element = "char"
	}
	g.line("%s *%s = %s + %s;", element, p, a.text, g.within(g.number(1), 0, a.n))
	g.line("%s *%s = &%s[%s];", element, q, a.text, g.within(g.number(1), 0, a.n-1))
	g.line("if (%s < %s) r += (unsigned)(%s - %s); else if (%s == %s) r ^= 5;", p, q, q, p, p, q)
	if !g.slips() {
		g.line("if (%s > %s)", p, q)
		g.line("r += %s[-1];", p)
	} else {
		g.line("r += *%s;", p)
	}
}

func (g *maker) unset() {
	u := g.name("u")
	if g.one(2) {
		g.line("int %s;", u)
		if g.slips() {
			g.line("if (%s)", g.condition())
		}
		g.line("%s = %s;", u, g.number(1).text)
		g.line("if (%s > 1)", u)
		g.line("r += 2;")
		return
	}
	n := 3 + g.IntN(2)
	g.line("%s %s[%d];", pick(&g.generator, "int", "unsigned char", "short"), u, n)
	m := n
	if g.slips() {
		m--
	}
	g.line("for (int i = 0; i < %d; i++) %s[i] = i;", m, u)
	g.line("if (%s[%s] == 1)", u, g.within(g.number(1), 0, n-1))
	g.line("r += 3;")
}

func (g *maker) null() {
	p, v := g.name("p"), g.locals[g.IntN(len(g.locals))]
	g.line("int *%s = %s ? &%s : NULL;", p, g.condition(), v.text)
	if !g.slips() {
		g.line("if (%s)", p)
	}
	if g.one(2) {
		g.line("r += (unsigned)*%s;", p)
	} else {
		g.line("*%s = %d;", p, g.IntN(9))
	}
}

func (g *maker) walk() {
	a, ok := g.some(false)
	if !ok {
		return
	}
	p, e := g.name("p"), g.name("e")
	n := fmt.Sprint(a.n)
	if g.one(2) {
		n = g.index(0, a.n)
	}
	g.line("int *%s = %s, *%s = %s + %s;", p, a.text, e, a.text, n)
	g.line("while (%s != %s)", p, e)
	g.line("r += (unsigned)*%s++;", p)
}

func (g *maker) table() {
	t := g.name("f")
	g.line("int (*%s[])(int) = { twice@, minus@, third@ };", t)
	g.line("r += (unsigned)%s[%s](%s);", t, g.index(0, 2), g.number(1).text)
}

func (g *maker) union() {
	u := g.name("u")
	g.line("union both@ %s;", u)
	g.line("%s.n = (unsigned)%s * %du;", u, g.number(1).text, 1+g.IntN(1<<20))
	if g.one(2) {
		g.line("%s.c[%s] = %s;", u, g.index(0, 3), g.within(g.number(1), 0, 255))
		g.line("r ^= %s.n;", u)
	} else {
		g.line("if (%s.c[%s] > 2) r += (unsigned)%s.s[1];", u, g.within(g.number(1), 0, 3), u)
	}
}

func (g *maker) fields() {
	b := g.name("b")
	g.line("struct bits@ %s = { 0, 0, 0, 0 };", b)
	g.line("%s.a = %s;", b, g.number(1).text)
	g.line("%s.b = %s;", b, g.number(1).text)
	g.line("%s.c += %s * 40;", b, g.within(g.number(1), 0, 30))
	x := number{b + ".a", 0, 7}
	if g.one(2) {
		x = number{b + ".b", -8, 7}
	}
	a := g.any()
	if g.slips() {
		g.line("r += %s[%s];", a.text, g.within(x, -1, a.n+1))
	} else {
		g.line("r += %s[%s];", a.text, g.within(x, 0, a.n-1))
	}
	g.line("if (%s.c > 300 && %s.b < 0) r += %s.c;", b, b, b)
}

func (g *maker) list() {
	h, p := g.name("h"), g.name("q")
	g.line("struct node@ *%s = NULL;", h)
	n := g.within(g.number(1), 0, 4)
	g.line("for (int i = 0; i < %s; i++) { struct node@ *q = malloc(sizeof *q); q->n = i + %s; q->next = %s; %s = q; }",
		n, g.within(g.leaf(), 0, 5), h, h)
	if g.one(3) { // the second element
		g.line("if (%s)", h)
		g.line("%s = %s->next;", h, h)
		if !g.slips() {
			g.line("if (%s)", h)
		}
		g.line("r += (unsigned)%s->n;", h)
		return
	}
	if g.slips() {
		g.line("for (struct node@ *%s = %s; %s; %s = %s->next) { r += (unsigned)%s->n;", p, h, p, p, p, p)
		g.line("if (%s->n > 1) free(%s); }", p, p)
		return
	}
	g.line("while (%s) { struct node@ *%s = %s->next; r = r * 3 + (unsigned)%s->n; free(%s); %s = %s; }", h, p, h, h, h,
		h, p)
}

func (g *maker) call() {
	a, ok := g.some(false)
	if !ok {
		return
	}
	switch g.IntN(3) {
	case 0:
		g.line("r += (unsigned)sum@(%s, %s);", a.text, g.index(0, a.n))
	case 1:
		g.line("put@(%s, %s, %s);", a.text, g.index(0, a.n-1), g.within(g.number(1), -9, 9))
	default:
		g.line("*least@(%s, &%s[%s]) = %s;", a.text, a.text, g.index(0, a.n-1), g.within(g.number(1), 0, 9))
	}
}

func (g *maker) structure() {
	s, t := g.name("s"), g.name("t")
	g.line("struct pair@ %s = { %s, %s, { 1, 2, 3, 4 } }, %s = swapped@(%s);", s, g.within(g.number(1), -9, 9),
		g.within(g.number(1), -9, 9), t, s)
	g.line("%s.c[%s] = %s;", t, g.index(0, 3), g.within(g.number(1), 0, 200))
	g.line("%s = %s;", s, t)
	g.line("if (%s.a > %s.b || %s.c[2] == 3) r += %s.c[%s];", s, s, s, s, g.within(g.number(1), 0, 3))
	g.line("r += (unsigned)depth@(%s);", g.within(number{s + ".a", -9, 9}, -9, 4))
}

func (g *maker) matrix() {
	m := g.name("m")
	g.line("short %s[2][3] = { { 1, 2, 3 }, { 4, %s, 6 } };", m, g.within(g.number(1), -9, 9))
	g.line("r += (unsigned)%s[%s][%s];", m, g.index(0, 1), g.within(g.number(1), 0, 2))
}

func (g *maker) scope() {
	p, v := g.name("p"), g.locals[g.IntN(len(g.locals))]
	g.line("int *%s = &%s;", p, v.text)
	out := g.slips()
	g.line("{ int w = %s;", g.within(g.number(1), -9, 9))
	g.line("if (%s) %s = &w;", g.condition(), p)
	g.line("r += (unsigned)*%s;", p)
	if !out {
		g.line("%s = &%s;", p, v.text)
	}
	g.line("}")
	g.line("r += (unsigned)*%s;", p)
}

func (g *maker) variable() {
	a, n := g.name("w"), g.name("n")
	g.line("int %s = %s;", n, g.index(1, 4))
	g.line("{ int %s[%s];", a, n)
	g.line("for (int i = 0; i < %s; i++) %s[i] = i;", n, a)
	if g.slips() {
		g.line("r += (unsigned)%s[%s];", a, g.within(g.number(1), 0, 4))
	} else {
		g.line("r += (unsigned)%s[%s - 1];", a, n)
	}
	g.line("}")
}

func (g *maker) choose() {
	a := g.any()
	end := g.name("end")
	g.line("for (int i = 0; i < %d; i++) { if (%s[i] == %s) goto %s; r++; }", a.n, a.text, g.within(g.number(1), 0, 9),
		end)
	g.line("r += 11;")
	g.line("%s: r += %d;", end, g.IntN(4))
}

func (g *maker) wrap() {
	u := g.name("u")
	g.line("unsigned %s = (unsigned)%s - %du;", u, g.number(1).text, g.IntN(5))
	a := g.any()
	n := a.n
	if g.slips() {
		n++
	}
	g.line("if (%s < %d)", u, n)
	g.line("r += %s[%s];", a.text, u)
	g.line("r += (unsigned char)(%s * 3) + (short)%s + (signed char)(%s >> 3);", u, u, u)
}
