package randc

import "fmt"

// This file makes the statements of programs in the subset.

// locals declares objects of a block.
func (g *plain) locals() {
	for range 1 + g.IntN(3) {
		g.local()
	}
}

func (g *plain) local() {
	o := g.object("v")
	switch {
	case o.record == nil && o.n == 0 && g.one(4): // a pointer
		all := g.known(func(o plainObject) bool { return o.record == nil && !o.leads && !o.fixed && o.m == 0 })
		to := all[g.IntN(len(all))]
		p := plainObject{text: o.text, t: to.t, leads: true, n: max(1, to.n)}
		if to.n > 0 {
			g.put("%s = %s;", g.declared(p), to.text)
		} else {
			g.put("%s = &%s;", g.declared(p), to.text)
		}
		g.know(p)
		return
	case o.record != nil && g.one(2):
		all := g.known(func(k plainObject) bool { return k.record == o.record && !k.arrow })
		if len(all) > 0 {
			from := all[g.IntN(len(all))].text
			if o.arrow = g.one(2); o.arrow {
				from = "&" + from
			}
			g.put("%s = %s;", g.declared(o), from)
			g.know(o)
			return
		}
	}
	if o.record == nil && o.n == 0 {
		if g.one(5) {
			g.put("static %s = %s;", g.declared(o), g.constant())
		} else {
			g.put("%s = %s;", g.declared(o), g.expr(2))
		}
	} else {
		g.put("%s = %s;", g.declared(o), g.initial(o))
	}
	g.know(o)
}

// block adds a block of statements.
func (g *plain) block(head, tail string, depth int, last string) {
	g.put("%s{", head)
	g.open()
	if g.one(3) {
		g.local()
	}
	for range 1 + g.IntN(2) {
		g.statement(depth - 1)
	}
	if last != "" {
		g.put("%s", last)
	}
	g.close()
	g.put("}%s", tail)
}

// statement adds a statement.
func (g *plain) statement(depth int) {
	if depth > 0 && g.fuel > 0 && g.one(2) {
		g.fuel--
		g.structured(depth)
		return
	}
	switch k := g.IntN(20); {
	case k < 3:
		g.put("%s = %s;", g.lvalue(), g.expr(3))
	case k < 5:
		g.compound()
	case k < 6:
		g.put("%s;", g.stepped())
	case k < 11:
		g.put("r = r * 31 + (unsigned long)%s;", g.expr(3))
	case k < 12:
		g.put("r += (unsigned)%s;", g.callOf(2))
	case k < 13:
		g.local()
	default:
		plainScenarios[g.IntN(len(plainScenarios))](g)
	}
}

// stepped returns an object with ++ or --, of a kind that does not overflow, mostly.
func (g *plain) stepped() string {
	x := g.lvalue()
	if !g.risky() {
		x = "r"
		all := g.known(func(o plainObject) bool {
			return o.record == nil && o.n == 0 && !o.leads && !o.fixed && o.t != "int" && o.t != "long" &&
				o.t != "long long"
		})
		if len(all) > 0 {
			x = all[g.IntN(len(all))].text
		}
	}
	if x[0] == '*' {
		x = "(" + x + ")"
	}
	return pick(&g.generator, x+"++", x+"--", "++"+x, "--"+x, "r += "+x+"++", "r ^= --"+x)
}

func (g *plain) compound() {
	x := g.lvalue()
	switch {
	case g.risky():
		g.put("%s %s= %s;", x, pick(&g.generator, "+", "-", "*", "/", "%", "<<", ">>"), g.expr(2))
	case g.one(6):
		g.put("r <<= %s & 7;", g.expr(1))
	case g.one(3):
		g.put("r %s= %s;", pick(&g.generator, "+", "-", "*", "^"), g.expr(2))
	case g.one(3):
		g.put("%s %s= (%s & 7) + 1;", x, pick(&g.generator, "/", "%", ">>"), g.expr(2))
	case g.one(3):
		g.put("%s %s= (unsigned long)%s;", x, pick(&g.generator, "+", "-", "*"), g.expr(2))
	default:
		g.put("%s %s= %s;", x, pick(&g.generator, "&", "|", "^"), g.expr(2))
	}
}

// structured adds a statement with others inside.
func (g *plain) structured(depth int) {
	switch k := g.IntN(11); {
	case k < 3:
		g.block(fmt.Sprintf("if (%s) ", g.expr(2)), "", depth, g.leaving())
		if g.one(2) {
			g.block("else ", "", depth, "")
		}
	case k < 4:
		g.block("", "", depth, "")
	case k < 8:
		g.looping(depth)
	case k < 10:
		g.selecting(depth)
	default:
		label := g.fresh("to")
		g.block(fmt.Sprintf("if (%s) ", g.expr(1)), "", depth, "goto "+label+";")
		g.statement(0)
		g.put("%s: r += 5;", label)
	}
}

// leaving returns a statement that leaves what is around it, or "".
func (g *plain) leaving() string {
	switch {
	case g.loops > 0 && g.one(2):
		return pick(&g.generator, "break;", "continue;")
	case !g.inside && g.one(8):
		return "return 3;"
	}
	return ""
}

// looping adds a loop that ends.
func (g *plain) looping(depth int) {
	if g.loops > 1 {
		g.statement(0)
		return
	}
	i, n := g.fresh("i"), 1+g.IntN(4)
	g.loops++
	defer func() { g.loops-- }()
	o := plainObject{text: i, t: pick(&g.generator, "int", "unsigned", "unsigned char", "long"), fixed: true}
	switch g.IntN(4) {
	case 0, 1:
		g.scopes = append(g.scopes, plainScope{o})
		g.block(fmt.Sprintf("for (%s %s = 0; %s < %d; %s++) ", o.t, i, i, n, i), "", depth, g.leaving())
		g.scopes = g.scopes[:len(g.scopes)-1]
	case 2:
		g.put("%s %s = %d;", o.t, i, n)
		g.know(o)
		g.block(fmt.Sprintf("while (%s--) ", i), "", depth, g.leaving())
	default:
		g.put("%s %s = %d;", o.t, i, n)
		g.know(o)
		g.block("do ", fmt.Sprintf(" while (--%s > 0);", i), depth, g.leaving())
	}
}

// selecting adds a switch.
func (g *plain) selecting(depth int) {
	x := g.expr(2)
	if g.one(2) {
		x = fmt.Sprintf("%s & 3", x)
	}
	g.put("switch (%s) {", x)
	loops := g.loops
	g.loops = 0
	for n := range 2 + g.IntN(3) {
		label := fmt.Sprintf("case %d:", n-g.IntN(2)*4)
		if n == 2 && g.one(2) {
			label = "default:"
		}
		g.block(label+" ", "", depth, "")
		if !g.one(3) {
			g.put("break;")
		}
	}
	g.loops = loops
	g.put("}")
}
