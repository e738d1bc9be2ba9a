package bigc

import (
	"math/big"
)

// This file defines how statements, declarations and whole programs are read.

// program is a program: its objects with static storage in the order of their declarations, and its function main.
type program struct {
	static []*variable
	main   *definition
}

// read reads a program. The error is what is wrong with it, or what of C is not read here.
func read(text string) (p *program, err *wrong) {
	defer func() {
		if e := recover(); e != nil {
			w, ok := e.(wrong)
			if !ok {
				panic(e)
			}
			err = &w
		}
	}()
	r := &reader{tokens: scan(text), tags: map[string]*ctype{}}
	r.open()
	for r.token().class != end {
		r.external()
	}
	p = &program{static: r.all}
	if main := r.scopes[0].vars["main"]; main != nil {
		p.main = main.f
	}
	if p.main == nil {
		refuse(r.token().at, "found the end, want a function main")
	}
	return p, nil
}

// external reads a declaration outside of functions.
func (r *reader) external() {
	base, s := r.specifiers()
	if r.accept(";") {
		return
	}
	begin := r.k
	t, name := r.declarator(base)
	if t.kind != function || !r.is("{") {
		r.k = begin
		s.static = true
		r.declarators(base, s)
		return
	}
	v := r.scopes[0].vars[name.s]
	if v == nil {
		v = &variable{name: name.s, t: t, at: name.at}
		r.scopes[0].vars[name.s] = v
	}
	end := r.k
	v.f = &definition{v: v}
	r.open()
	r.k = begin
	r.parameters(v.f)
	if r.k != end {
		refuse(name.at, "found a function of a kind that is not read here")
	}
	r.result = t.elem
	v.f.body = r.block()
	r.close()
	r.gotos(v.f.body, v.f.body)
}

// parameters reads the parameters of a function once more, with their names, from the token behind the specifiers on.
func (r *reader) parameters(f *definition) {
	for r.accept("*") || r.accept("const") {
		continue
	}
	r.name()
	r.want("(")
	for !r.accept(")") {
		base, _ := r.specifiers()
		t, name := r.declarator(base)
		r.accept(",")
		if t.kind == void {
			continue
		}
		if t.kind == array || t.kind == function {
			t = decayed(t)
		}
		v := &variable{name: name.s, t: t, at: name.at}
		r.innermost().vars[name.s] = v
		f.params = append(f.params, v)
	}
}

// declarators reads the names of a declaration with their initializers, and returns the objects.
func (r *reader) declarators(base *ctype, s storage) (all []*variable) {
	for {
		t, name := r.declarator(base)
		switch {
		case s.typedef:
			r.innermost().types[name.s] = t
		case t.kind == function:
			if r.innermost().vars[name.s] == nil {
				r.innermost().vars[name.s] = &variable{name: name.s, t: t, at: name.at}
			}
		default:
			v := &variable{name: name.s, t: t, at: name.at, static: s.static}
			r.innermost().vars[name.s] = v
			if r.accept("=") {
				v.init = r.initializer(v.t)
			}
			if v.t.kind == array && v.t.n < 0 {
				v.t = arrayOf(t.elem, r.length(v))
			}
			if v.static {
				r.all = append(r.all, v)
			}
			all = append(all, v)
		}
		if !r.accept(",") {
			break
		}
	}
	r.want(";")
	return all
}

// length returns the number of elements that an initializer gives an array.
func (r *reader) length(v *variable) int64 {
	switch {
	case v.init == nil:
		refuse(v.at, "found an array without a length")
	case v.init.op == literal:
		return v.init.t.n
	}
	return int64(len(v.init.args))
}

// initializer reads an initializer of an object of a type: an expression, or a list of initializers.
func (r *reader) initializer(t *ctype) *expr {
	at := r.token().at
	if !r.accept("{") {
		return r.assignment()
	}
	e := &expr{op: initialize, at: at, t: t}
	for !r.accept("}") {
		part := t
		switch {
		case t.kind == array:
			part = t.elem
		case t.kind == record:
			if len(e.args) == len(t.members) {
				refuse(r.token().at, "found more values than members")
			}
			part = t.members[len(e.args)].t
		}
		e.args = append(e.args, r.initializer(part))
		r.accept(",")
	}
	return e
}

// block reads a block.
func (r *reader) block() *stmt {
	s := &stmt{form: block, at: r.want("{").at}
	r.open()
	outer := r.vars
	r.vars = nil
	for !r.accept("}") {
		s.list = append(s.list, r.statement())
	}
	s.vars, r.vars = r.vars, outer
	r.close()
	return s
}

// declaration reads a declaration in a block.
func (r *reader) declaration() *stmt {
	s := &stmt{form: declaring, at: r.token().at}
	base, storage := r.specifiers()
	if r.accept(";") {
		return s
	}
	for _, v := range r.declarators(base, storage) {
		if !v.static {
			s.vars = append(s.vars, v)
			r.vars = append(r.vars, v)
		}
	}
	return s
}

// statement reads a statement or a declaration.
func (r *reader) statement() *stmt {
	t := r.token()
	s := &stmt{at: t.at}
	switch {
	case r.is("{"):
		return r.block()
	case r.isType():
		return r.declaration()
	case t.class == word && r.tokens[r.k+1].s == ":" && r.tokens[r.k+1].class == sign && t.s != "default":
		r.k += 2
		s.form, s.name, s.yes = labelled, t.s, r.statement()
		return s
	case r.accept(";"):
		s.form = block
		return s
	case r.is("case") || r.is("default"):
		return r.label(s)
	case r.is("if"), r.is("while"), r.is("do"), r.is("for"), r.is("switch"):
		r.structured(s)
		return s
	case r.accept("break"):
		s.form = leave
	case r.accept("continue"):
		s.form = next
	case r.accept("goto"):
		s.form, s.name = jump, r.name().s
	case r.accept("return"):
		s.form, s.result = give, r.result
		if !r.is(";") {
			s.x = r.expression()
		}
	default:
		s.form, s.x = expression, r.expression()
	}
	if s.form == leave && r.loops == 0 && len(r.inside) == 0 || s.form == next && r.loops == 0 {
		refuse(s.at, "found %s where there is nothing to leave", s.form)
	}
	r.want(";")
	return s
}

// label reads a label of a switch, and the statement behind it.
func (r *reader) label(s *stmt) *stmt {
	s.form = labelled
	if len(r.inside) == 0 {
		refuse(s.at, "found a label of a switch outside of one")
	}
	around := r.inside[len(r.inside)-1]
	if r.accept("case") {
		minus := r.accept("-")
		if s.value = r.caseValue(); minus {
			s.value = new(big.Int).Neg(s.value)
		}
	} else {
		r.want("default")
	}
	r.want(":")
	around.cases = append(around.cases, s)
	if s.yes = (&stmt{form: block, at: s.at}); !r.is("}") {
		s.yes = r.statement()
	}
	return s
}

func (r *reader) caseValue() *big.Int {
	if t := r.token(); t.class == character {
		r.k++
		return big.NewInt(int64(int8(t.s[0])))
	}
	return r.constant()
}

// structured reads a statement that has others inside.
func (r *reader) structured(s *stmt) {
	head := func() {
		r.want("(")
		s.x = r.expression()
		r.want(")")
	}
	switch r.name().s {
	case "if":
		s.form = choice
		head()
		s.yes = r.statement()
		if r.accept("else") {
			s.no = r.statement()
		}
	case "while":
		s.form = loop
		head()
		s.yes = r.body()
	case "do":
		s.form = again
		s.yes = r.body()
		r.want("while")
		head()
		r.want(";")
	case "switch":
		s.form = selection
		head()
		r.inside = append(r.inside, s)
		s.yes = r.statement()
		r.inside = r.inside[:len(r.inside)-1]
	default:
		r.counting(s)
	}
}

// body reads the body of a loop.
func (r *reader) body() *stmt {
	r.loops++
	s := r.statement()
	r.loops--
	return s
}

// counting reads what stands behind for.
func (r *reader) counting(s *stmt) {
	s.form = counting
	r.open()
	outer := r.vars
	r.vars = nil
	r.want("(")
	switch {
	case r.isType():
		s.list = append(s.list, r.declaration())
	case !r.accept(";"):
		s.first = r.expression()
		r.want(";")
	}
	if !r.is(";") {
		s.x = r.expression()
	}
	r.want(";")
	if !r.is(")") {
		s.step = r.expression()
	}
	r.want(")")
	inner := r.vars
	s.yes = r.body()
	s.vars, r.vars = inner, outer
	r.close()
}

// gotos establishes that each goto in s has its label in the body of the function.
func (r *reader) gotos(s, body *stmt) {
	if s == nil {
		return
	}
	if s.form == jump && body.labels(s.name) == nil {
		refuse(s.at, "found no label %s", s.name)
	}
	for _, part := range append([]*stmt{s.yes, s.no}, s.list...) {
		r.gotos(part, body)
	}
}
