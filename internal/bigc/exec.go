package bigc

import (
	"math/big"
	"strings"

	"vouch/semantics/source"
)

// This file defines what statements do, by recursion, and calls.

// flow says how a statement ended: it went on, or control goes elsewhere.
type flow struct {
	form form // leave, next, jump or give; "" if it went on
	to   *stmt
	v    value
}

// frame is a call of a function.
type frame struct {
	*machine
	f      *definition
	toward *stmt // the label that a jump leads to, until it is found
	made   []*object
}

// begin makes the objects of a block.
func (f *frame) begin(vars []*variable) {
	for _, v := range vars {
		o := &object{bytes: make([]cell, v.t.size)}
		f.locals[v] = o
		f.made = append(f.made, o)
	}
}

// leave ends the life of the objects of a block.
func (f *frame) leave(vars []*variable) {
	for _, v := range vars {
		f.locals[v].state = left
	}
}

// exec runs a statement. If a jump leads elsewhere, all up to its label is skipped.
func (f *frame) exec(s *stmt) flow {
	if s == nil || f.toward != nil && !s.contains(f.toward) {
		return flow{}
	}
	if f.toward == s {
		f.toward = nil
	}
	if f.toward == nil && s.form != block {
		f.tick(string(s.form), s.at)
	}
	switch s.form {
	case expression:
		f.eval(s.x)
	case declaring:
		f.declare(s)
	case block:
		return f.block(s)
	case choice:
		if f.toward != nil {
			if s.yes.contains(f.toward) {
				return f.exec(s.yes)
			}
			return f.exec(s.no)
		}
		if isTrue(f.eval(s.x), s.x.at) {
			return f.exec(s.yes)
		}
		return f.exec(s.no)
	case loop, again, counting:
		f.begin(s.vars)
		out := f.loop(s)
		f.leave(s.vars)
		return out
	case selection:
		return f.selection(s)
	case labelled:
		return f.exec(s.yes)
	case leave, next:
		return flow{form: s.form}
	case jump:
		return flow{form: jump, to: f.f.body.labels(s.name)}
	case give:
		if s.x == nil {
			return flow{form: give, v: value{t: voidType}}
		}
		if s.result.kind == record {
			return flow{form: give, v: f.record(s.x, s.at)}
		}
		v := f.as(s.x, s.result)
		if f.f.v.name == "main" {
			use(v, s.x.at)
		}
		return flow{form: give, v: v}
	}
	return flow{}
}

// declare runs a declaration: an object without an initializer has no value again.
func (f *frame) declare(s *stmt) {
	for _, v := range s.vars {
		o := f.locals[v]
		clear(o.bytes)
		if v.init != nil {
			f.initialize(pointer{o: o}, v.t, v.init)
		}
		o.readOnly = v.t.constant
	}
}

// block runs the statements of a block.
func (f *frame) block(s *stmt) flow {
	f.begin(s.vars)
	out := f.list(s)
	f.leave(s.vars)
	return out
}

// list runs the statements of a block, one after the other.
func (f *frame) list(s *stmt) flow {
	for k := 0; k < len(s.list); k++ {
		switch out := f.exec(s.list[k]); {
		case out.form == jump && s.contains(out.to):
			f.toward, k = out.to, -1
		case out.form != "":
			return out
		}
	}
	return flow{}
}

// loop runs a loop.
func (f *frame) loop(s *stmt) flow {
	skip := f.toward != nil || s.form == again // the condition, the first time
	if f.toward == nil {
		for _, d := range s.list {
			f.exec(d)
		}
		if s.first != nil {
			f.eval(s.first)
		}
	}
	for {
		if !skip && s.x != nil && !isTrue(f.eval(s.x), s.x.at) {
			return flow{}
		}
		skip = false
		f.tick("body of "+string(s.form), s.at)
		switch out := f.exec(s.yes); out.form {
		case leave:
			return flow{}
		case jump, give:
			return out
		}
		if s.step != nil {
			f.eval(s.step)
		}
	}
}

// selection runs a switch: it jumps to the label with the value of its condition.
func (f *frame) selection(s *stmt) flow {
	if f.toward == nil {
		x := use(f.eval(s.x), s.x.at)
		t := promoted(x.t)
		var to *stmt
		for _, c := range s.cases {
			switch {
			case c.value == nil && to == nil:
				to = c
			case c.value != nil && wrapped(c.value, t).Cmp(wrapped(x.n, t)) == 0:
				to = c
			}
		}
		if to == nil {
			return flow{}
		}
		f.toward = to
	}
	out := f.exec(s.yes)
	if out.form == leave {
		return flow{}
	}
	return out
}

// initialize sets an object to what an initializer says. What a list leaves out is zero.
func (m *machine) initialize(p pointer, t *ctype, e *expr) {
	switch {
	case e.op == literal && t.kind == array:
		bytes := p.o.bytes[p.off : p.off+t.size]
		copy(bytes, zeros(t.size))
		for i := range min(len(e.text), len(bytes)) {
			bytes[i].b = e.text[i]
		}
	case e.op != initialize && t.kind == record:
		m.tick("record =", e.at)
		copy(p.o.bytes[p.off:], m.eval(e).bytes)
	case e.op != initialize:
		v := m.as(e, t)
		copy(p.o.bytes[p.off:], cellsOf(v))
	default:
		copy(p.o.bytes[p.off:p.off+t.size], zeros(t.size))
		for i, x := range e.args {
			switch t.kind {
			case array:
				m.initialize(raw(p, big.NewInt(int64(i)*t.elem.size)), t.elem, x)
			case record:
				m.initialize(raw(p, big.NewInt(t.members[i].offset)), t.members[i].t, x)
			default:
				m.initialize(p, t, x)
			}
		}
	}
}

// maxDepth is how deep calls nest.
const maxDepth = 400

// invoke calls a function with its arguments.
func (m *machine) invoke(v *variable, args []value, at source.Pos) value {
	if v.f == nil {
		return m.outside(v, args, at)
	}
	if m.depth++; m.depth > maxDepth {
		panic(outOfFuel{})
	}
	f := &frame{machine: m, f: v.f}
	outer := m.locals
	m.locals = map[*variable]*object{}
	f.begin(v.f.params)
	for i, p := range v.f.params {
		copy(m.locals[p].bytes, cellsOf(args[i]))
		m.locals[p].readOnly = p.t.constant
	}
	out := f.exec(v.f.body)
	for _, o := range f.made {
		o.state = gone
	}
	m.locals = outer
	m.depth--
	if out.form != give || out.v.t.kind == void {
		return value{t: plain(v.t.elem), lacks: returned}
	}
	return out.v
}

// outside calls a function that has no body in the program: it draws an input, writes a character, or is about the
// heap.
func (m *machine) outside(v *variable, args []value, at source.Pos) value {
	t := v.t.elem
	switch {
	case strings.HasPrefix(v.name, "__VERIFIER_nondet_"):
		n := m.input(v.name)
		lo, hi := t.limits()
		if n.Cmp(lo) < 0 || n.Cmp(hi) > 0 {
			panic(unread("an input outside of its type"))
		}
		return integer(t, n)
	case v.name == "putchar":
		c := use(args[0], at)
		b := wrapped(c.n, ucharType)
		m.out = append(m.out, byte(b.Int64()))
		return integer(intType, b)
	}
	switch v.name {
	case "malloc":
		size := use(args[0], at).n.Int64()
		return value{t: t, p: pointer{o: &object{bytes: make([]cell, size), heap: true}}}
	case "free":
		release(use(args[0], at).p, at)
		return value{t: t}
	}
	panic(unread("a call of " + v.name))
}
