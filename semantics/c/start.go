package c

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the function $start, with which the core program begins: it calls main and what runs before and
// after it, or it calls another function with inputs.

// entry makes the function $start, with which the core program begins. It calls the start of the library, which calls
// main, or it calls the entry function with inputs.
func (p *program) entry() {
	s := p.defined(p.options.entry, nil)
	if s == nil {
		p.noEntry()
		return
	}
	if p.complete(s); s.t.Class != Function {
		s.unit.errorf(s.decl, "found a body behind %s, which has type %s, want a function", s.name, s.t)
		return
	}
	out := &core.Func{Name: p.unique("$start"), Library: true, Span: s.place}
	p.core.Entry = len(p.core.Funcs)
	p.core.Funcs = append(p.core.Funcs, out)
	f := s.unit.newFn(out, &Type{Class: Function, Elem: voidType}, "$start", s.place, &survey{})
	out.Code = p.around()
	if p.options.entry == "main" || p.options.count > 0 {
		f.startMain(s)
	} else {
		f.full(func() { f.startWithInputs(s) })
	}
	f.emit(instr(core.Halt, integer(0)))
	f.prologue()
}

// entryHint returns a hint that names some functions of the program, static ones last, and those of headers if there
// are no others; "" if it has none.
func (p *program) entryHint() string {
	var external, static, included []string
	for _, u := range p.units {
		for l := u.ast.TranslationUnit; l != nil; l = l.TranslationUnit {
			if x := l.ExternalDeclaration; x != nil && x.FunctionDefinition != nil {
				switch name := x.FunctionDefinition.Declarator.Name(); {
				case len(name) > maxHint || name == requires:
				case p.at(u.placeOf(x.FunctionDefinition.Declarator)).File != u.name:
					included = append(included, name)
				case u.internal(name):
					static = append(static, name)
				default:
					external = append(external, name)
				}
			}
		}
	}
	names := append(external, static...)
	if len(names) == 0 {
		names = included
	}
	if len(names) == 0 {
		return ""
	}
	return "name the function to begin with: --entry " + strings.Join(names[:min(len(names), 5)], ", or --entry ") +
		"; vouch scan looks at each function"
}

// noEntry records the error that the entry function is missing.
func (p *program) noEntry() {
	p.errors = noted(p.errors, &source.Error{File: p.units[0].name,
		Msg: "found no function " + p.options.entry + ", want one to begin with", Hint: p.entryHint()})
}

// startMain emits the call of the start of the library, which calls s.
func (f *fn) startMain(s *symbol) {
	name := "__vouch_start_plain"
	if len(s.t.Params) > 0 || s.t.Old && len(s.unit.parameters(s.def.Declarator)) > 0 {
		name = "__vouch_start_args"
	}
	if s.name != "main" && (len(s.t.Params) < 2 || !s.t.Params[0].integer() || !isText(s.t.Params[1], 2)) {
		f.u.errorf(s.decl, "found %s of type %s, want int (int, char **), as there are arguments", s.name, s.t)
	}
	start, _, ok := f.p.library(name)
	if !ok {
		panic("c: found no model of " + name)
	}
	f.emit(instr(core.Call, start))
}

// startWithInputs emits a call of s with inputs, and the end of the program.
func (f *fn) startWithInputs(s *symbol) {
	made := &madeInputs{asked: map[string]bool{}, lengths: map[string]elementCount{}}
	e := &entryInputs{fn: f, symbol: s, madeInputs: made}
	params := s.parameters()
	args, numbers, types := make([]value, len(params)), e.p.options.arrays.counts(), map[string]*Type{}
	for _, p := range params {
		types[p.name] = p.t
	}
	for _, counts := range []bool{true, false} { // first the numbers of elements, which the objects need
		for i, p := range params {
			if numbers[p.name] != counts {
				continue
			}
			func() {
				defer f.at(p.at)()
				if counts {
					args[i] = e.count(p, types)
				} else {
					args[i] = e.argument(p)
				}
			}()
		}
		if len(f.p.errors) > 0 {
			return
		}
	}
	if e.checkOptions(); e.inputs > maxParts {
		f.u.errorf(s.decl, "found more than %d inputs of %s, want fewer", maxParts, s.name)
	}
	if len(f.p.errors) > 0 {
		return
	}
	if r := f.p.defined(requires, s.unit); r != nil && f.p.options.entry != requires {
		e.require(r, args)
	}
	if s.t.Old {
		for i, a := range args {
			args[i] = f.number(f.convert(a, asArgument(a.t)))
		}
	}
	f.more, f.p.more = s.t.Variadic, s.t.Variadic
	result, status := f.call(f.p.addressOf(s), s.t, args), value{t: intType, x: integer(0)}
	if result.t.integer() {
		result.x = &core.Expr{Op: core.Freeze, Type: core.Int, X: result.x} // nobody uses it
		status = f.convert(result, intType)
	}
	end, t, ok := f.p.library("exit")
	if !ok {
		panic("c: found no model of exit")
	}
	f.call(end, t, []value{status})
}

// around returns the calls that surround main: atexit for each destructor, then each constructor, by priority and then
// in the order of the text.
func (p *program) around() (code []core.Instr) {
	type call struct {
		priority int64
		in       core.Instr
	}
	var before, after []call
	for _, u := range p.units {
		for _, name := range slices.Sorted(maps.Keys(u.linkage)) {
			if k := u.linkage[name]; k.constructor > 0 || k.destructor > 0 {
				if e := u.refusal(name); e != nil { // a declaration says that it runs, and what it does is taken out
					p.errors = noted(p.errors, e)
				}
			}
		}
		for l := u.ast.TranslationUnit; l != nil && u.linkage != nil; l = l.TranslationUnit {
			if l.ExternalDeclaration == nil || l.ExternalDeclaration.FunctionDefinition == nil {
				continue
			}
			d := l.ExternalDeclaration.FunctionDefinition.Declarator
			k := u.linkage[d.Name()]
			if k == nil || k.constructor == 0 && k.destructor == 0 {
				continue
			}
			s := u.resolve(d)
			if len(s.t.Params) > 0 || s.t.Old && len(u.parameters(d)) > 0 || s.t.Elem.aggregate() {
				u.errorf(d.NameTok(), "found a function of type %s that runs before or after main, want one of type void (void)",
					s.t)
				continue
			}
			f := p.addressOf(s)
			if k.destructor > 0 {
				at, _, _ := p.library("atexit")
				in := instr(core.Call, at, f)
				in.Span = s.place
				after = append(after, call{k.destructor, in})
			}
			if k.constructor > 0 {
				in := instr(core.Call, f)
				in.Span = s.place
				before = append(before, call{k.constructor, in})
			}
		}
	}
	for _, calls := range [...][]call{after, before} {
		slices.SortStableFunc(calls, func(a, b call) int { return cmp.Compare(a.priority, b.priority) })
		for _, c := range calls {
			code = append(code, c.in)
		}
	}
	return code
}
