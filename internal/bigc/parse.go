package bigc

import (
	"math/big"
	"strings"

	"vouch/semantics/source"
)

// This file defines how expressions are read: 6.5 of C11.

// levels has the operators with two operands, from those that bind least.
var levels = [][]string{
	{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"<<", ">>"}, {"+", "-"},
	{"*", "/", "%"},
}

// expression reads an expression, also one with commas.
func (r *reader) expression() *expr {
	at := r.token().at
	x := r.assignment()
	for r.accept(",") {
		x = binary(sequence, at, x, r.assignment())
	}
	return x
}

// assignment reads an expression without commas outside of brackets.
func (r *reader) assignment() *expr {
	at := r.token().at
	x := r.conditional()
	t := r.token()
	if t.class != sign || !strings.HasSuffix(t.s, "=") {
		return x
	}
	switch t.s {
	case "==", "!=", "<=", ">=":
		return x
	}
	r.k++
	if !x.place() || x.t.constant {
		refuse(at, "found an assignment to what cannot be changed")
	}
	y := r.assignment()
	e := &expr{op: assign, at: at, t: plain(x.t), x: x, y: y}
	if t.s != "=" {
		e.op, e.inner = compound, op(strings.TrimSuffix(t.s, "="))
		e.z = binary(e.inner, at, x, y) // for its type
	}
	return e
}

func (r *reader) conditional() *expr {
	at := r.token().at
	x := r.binary(0)
	if !r.accept("?") {
		return x
	}
	e := &expr{op: condition, at: at, x: x, y: r.expression()}
	r.want(":")
	e.z = r.conditional()
	e.t = alternatives(e.y, e.z)
	return e
}

// binary reads operands with operators between them that bind as much as those of a level, or more.
func (r *reader) binary(level int) *expr {
	if level == len(levels) {
		return r.cast()
	}
	at := r.token().at
	x := r.binary(level + 1)
	for {
		o, found := r.token().s, false
		for _, s := range levels[level] {
			found = found || r.is(s)
		}
		if !found {
			return x
		}
		r.k++
		x = binary(op(o), at, x, r.binary(level+1))
	}
}

// typeName reads a type between brackets.
func (r *reader) typeName() *ctype {
	r.want("(")
	t, _ := r.specifiers()
	t, _ = r.declarator(t)
	r.want(")")
	return t
}

// beginsType reports whether a type in brackets begins here.
func (r *reader) beginsType() bool {
	if !r.is("(") {
		return false
	}
	r.k++
	defer func() { r.k-- }()
	return r.isType()
}

func (r *reader) cast() *expr {
	at := r.token().at
	if r.beginsType() {
		t := r.typeName()
		return &expr{op: cast, at: at, t: plain(t), x: r.cast()}
	}
	return r.unary()
}

// prefixes has the operators before their operand.
var prefixes = map[string]op{"-": negate, "+": plus, "!": "!", "~": "~", "*": deref, "&": address}

func (r *reader) unary() *expr {
	t := r.token()
	switch {
	case t.class == sign && prefixes[t.s] != "":
		r.k++
		return unary(prefixes[t.s], t.at, r.cast())
	case r.is("++") || r.is("--"):
		r.k++
		return r.step(before, t, t.at, r.unary())
	case r.accept("sizeof"):
		size := int64(0)
		if r.beginsType() {
			size = r.typeName().size
		} else {
			size = r.unary().t.size
		}
		return &expr{op: constant, at: t.at, t: ulongType, n: big.NewInt(size)}
	}
	return r.postfix()
}

// step returns what adds 1 to x, or subtracts it.
func (r *reader) step(o op, t token, at source.Pos, x *expr) *expr {
	e := unary(o, at, x)
	if e.n = big.NewInt(1); t.s == "--" {
		e.n = big.NewInt(-1)
	}
	return e
}

func (r *reader) postfix() *expr {
	at := r.token().at
	x := r.primary()
	for {
		t := r.token()
		switch {
		case r.accept("["):
			i := r.expression()
			r.want("]")
			p := x.value()
			if p.kind != pointing || i.value().kind != integral {
				refuse(at, "found an index of what is no array")
			}
			x = &expr{op: index, at: at, t: p.elem, x: x, y: i}
		case r.accept("."):
			x = memberOf(dot, at, x, r.name())
		case r.accept("->"):
			x = memberOf(arrow, at, x, r.name())
		case r.is("++") || r.is("--"):
			r.k++
			x = r.step(after, t, at, x)
		case r.accept("("):
			x = r.call(at, x)
		default:
			return x
		}
	}
}

// call reads the arguments of a call.
func (r *reader) call(at source.Pos, f *expr) *expr {
	t := f.value()
	if t.kind != pointing || t.elem.kind != function {
		refuse(at, "found a call of what is no function")
	}
	e := &expr{op: calling, at: at, t: t.elem.elem, x: f}
	for !r.accept(")") {
		e.args = append(e.args, r.assignment())
		r.accept(",")
	}
	if len(e.args) != len(t.elem.params) {
		refuse(at, "found %d arguments, want %d", len(e.args), len(t.elem.params))
	}
	return e
}

func (r *reader) primary() *expr {
	t := r.token()
	r.k++
	switch {
	case t.class == sign && t.s == "(":
		x := r.expression()
		r.want(")")
		return x
	case t.class == number:
		return numeral(t)
	case t.class == character:
		return &expr{op: constant, at: t.at, t: intType, n: big.NewInt(int64(int8(t.s[0])))}
	case t.class == text:
		for r.token().class == text {
			t.s += r.token().s
			r.k++
		}
		return &expr{op: literal, at: t.at, t: arrayOf(charType, int64(len(t.s))+1), text: t.s}
	case t.class == word && t.s == "NULL":
		nought := &expr{op: constant, at: t.at, t: intType, n: new(big.Int)}
		return &expr{op: cast, at: t.at, t: pointerTo(voidType), x: nought}
	case t.class == word && t.s == "assert":
		r.inMacro(t.at)
		r.want("(")
		e := &expr{op: asserting, at: t.at, t: voidType, x: r.expression()}
		r.want(")")
		return e
	case t.class == word:
		return r.nameOf(t)
	}
	refuse(t.at, "found %q, want an expression", t.s)
	return nil
}

// inMacro gives all tokens in the brackets that follow the place of the macro before them: there is what happens in
// them.
func (r *reader) inMacro(at source.Pos) {
	depth := 0
	for k := r.k; k < len(r.tokens); k++ {
		switch t := &r.tokens[k]; {
		case t.class == sign && t.s == "(":
			depth++
		case t.class == sign && t.s == ")":
			depth--
		}
		if r.tokens[k].at = at; depth == 0 {
			return
		}
	}
}

// numeral returns a number with the type that its text gives it.
func numeral(t token) *expr {
	s := strings.TrimRight(t.s, "uUlL")
	suffix := strings.ToLower(t.s[len(s):])
	n, ok := new(big.Int).SetString(s, 0)
	if !ok {
		refuse(t.at, "found %q, want a number", t.s)
	}
	decimal := s == "0" || !strings.HasPrefix(s, "0")
	of := literalType(n, decimal, strings.Count(suffix, "l"), strings.Contains(suffix, "u"))
	return &expr{op: constant, at: t.at, n: n, t: of}
}

// nameOf returns what a name stands for.
func (r *reader) nameOf(t token) *expr {
	for i := len(r.scopes) - 1; i >= 0; i-- {
		if n := r.scopes[i].enums[t.s]; n != nil {
			return &expr{op: constant, at: t.at, t: intType, n: n}
		}
		if v := r.scopes[i].vars[t.s]; v != nil {
			return &expr{op: named, at: t.at, t: v.t, v: v}
		}
	}
	refuse(t.at, "found the name %q, want one that is declared", t.s)
	return nil
}
