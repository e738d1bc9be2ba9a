package c

import (
	"slices"
	"strconv"
	"strings"

	"vouch/semantics/core"
)

// This file defines unknown functions: what a pointer to a function among the inputs points to. Only a call asks what
// the function is. The first call of the pointer p.f decides for all later ones: inputs p.f.is.NAME say whether it is
// the function NAME, for each function that has a compatible type and whose address the program takes. If it is none of
// them, a call changes nothing and returns any value of its type, made of inputs with the name p.f.result as arguments
// are. In memory, an unknown function has an address of its own: it equals no function of the program, whatever a call
// does.

// result is how the name of what an unknown function returns ends, and choice what stands before the name of the
// function that it is.
const (
	resultPart = ".result"
	choicePart = ".is."
)

// makeUnknown gives the unknown functions their code. All other functions have theirs.
func (p *program) makeUnknown() {
	if len(p.unknowns) == 0 {
		return
	}
	taken := p.takenFunctions()
	// what one returns may have pointers to others
	for i := 0; i < len(p.unknowns) && !p.stopped() && len(p.errors) == 0; i++ {
		p.unknowns[i].lower(p, taken)
		p.passed()
	}
}

// takenFunctions returns the functions whose address the program takes, in the order of their indices: in its
// functions, or in objects that they use. A model of ours takes none.
func (p *program) takenFunctions() (list []*symbol) {
	taken := map[int]bool{}
	var walk func(x *core.Expr)
	walk = func(x *core.Expr) {
		if x != nil && p.charge(1) {
			if x.Op == core.Function {
				taken[x.Ref] = true
			}
			walk(x.X)
			walk(x.Y)
		}
	}
	for _, f := range p.core.Funcs {
		if f.Library {
			continue
		}
		for i := range f.Code {
			in := &f.Code[i]
			for j, x := range in.Args {
				if in.Op != core.Call || j > 0 || x.Op != core.Function {
					walk(x)
				}
			}
		}
	}
	for i, g := range p.core.Globals {
		if s := p.owners[i]; s == nil || !s.unit.library {
			for j := range g.Init {
				walk(g.Init[j].Value)
			}
		}
	}
	add := func(symbols map[string]*symbol) {
		for _, s := range symbols {
			if s.fn >= 0 && s.model == nil && taken[s.fn] {
				list = append(list, s)
			}
		}
	}
	add(p.symbols)
	add(p.provided)
	for _, u := range p.units {
		add(u.statics)
	}
	for _, u := range p.models {
		add(u.statics)
	}
	slices.SortFunc(list, func(a, b *symbol) int { return a.fn - b.fn })
	return slices.CompactFunc(list, func(a, b *symbol) bool { return a.fn == b.fn })
}

// receive gives a function of the core without a body the parameters and the result of a function of C, and returns its
// slots for the arguments.
func receive(f *core.Func, t *Type) (args []int) {
	if t.Elem.aggregate() {
		f.Slots = append(f.Slots, core.Slot{Name: "$result", Type: core.Ptr})
	} else {
		f.Result = coreType(t.Elem)
	}
	for i, p := range t.Params {
		args = append(args, len(f.Slots))
		f.Slots = append(f.Slots, core.Slot{Name: "$" + strconv.Itoa(i+1), Type: coreType(p)})
	}
	if t.Variadic {
		f.Slots = append(f.Slots, core.Slot{Name: "$va", Type: core.Ptr})
	}
	f.Params = len(f.Slots)
	return args
}

// lower makes the code of an unknown function.
func (k *unknown) lower(p *program, taken []*symbol) {
	out, u := p.core.Funcs[k.fn], k.symbol.unit
	receive(out, k.t)
	e := &entryInputs{fn: u.newFn(out, k.t, out.Name, out.Span, &survey{}), symbol: k.symbol,
		madeInputs: &madeInputs{asked: k.asked}}
	e.temps = len(out.Slots) // their names are taken
	var known []*symbol
	for _, s := range taken {
		if p.compatible(k.t, s.t) && sameParameters(out, p.core.Funcs[s.fn]) {
			known = append(known, s)
		}
	}
	value := -1
	if out.Result != core.NoType {
		value = e.slot("$value", out.Result)
	}
	over := newLabel()
	e.full(func() {
		if len(known) > 0 {
			e.decide(k.path, known, value, over)
		}
		if result := k.t.Elem.unqualified(); out.Result != core.NoType {
			e.set(value, e.someResult(k.p, k.path+resultPart, result, k.depth+1))
		} else if result.Class != Void {
			e.fill(k.p, k.path+resultPart, place{t: result, slot: -1, ptr: e.used(e.read(0))}, k.depth+1)
		}
		e.here(over)
	})
	if value >= 0 {
		e.leaveFunction(e.used(e.read(value)))
	} else {
		e.leaveFunction(nil)
	}
	e.prologue()
	e.tooMany(k.path)
}

// tooMany makes a function of inputs end the path that calls it, if it makes more than there may be.
func (e *entryInputs) tooMany(what string) {
	if e.inputs > maxParts {
		e.out.Code = nil
		e.unsupported("more than %d inputs of %s", maxParts, what)
	}
}

// sameParameters reports whether two functions of the core take the same arguments and return the same type.
func sameParameters(f, g *core.Func) bool {
	same := func(a, b core.Slot) bool { return a.Type == b.Type }
	return f.Result == g.Result && slices.EqualFunc(f.Slots[:f.Params], g.Slots[:g.Params], same)
}

// decide emits the calls of the functions that an unknown one may be; control goes on where it is none of them. An
// object remembers which it is: 0 before the first call, then the number of a function counted from 1, or one more.
func (e *entryInputs) decide(path string, known []*symbol, value int, over *label) {
	is := &core.Expr{Op: core.Address, Type: core.Ptr,
		Ref: e.p.newGlobal(&core.Global{Name: e.out.Name + strings.TrimSuffix(choicePart, "."), Size: 8, Span: e.span})}
	chosen := e.temp(core.Int)
	e.set(chosen, e.loadScalar(is, core.U64, false))
	ask, asked := newLabel(), newLabel()
	e.branch(e.compared(core.Eq, e.used(e.read(chosen)), integer(0)), ask, asked)
	e.here(ask)
	for i, s := range known {
		yes, no := newLabel(), newLabel()
		e.branch(e.compared(core.Eq, e.drawn(coreName(path+choicePart+e.p.core.Funcs[s.fn].Name), zero, unity),
			integer(1)), yes, no)
		e.here(yes)
		e.set(chosen, integer(int64(i+1)))
		e.storeScalar(is, core.U64, integer(int64(i+1)), false)
		e.jump(asked)
		e.here(no)
	}
	e.set(chosen, integer(int64(len(known)+1)))
	e.storeScalar(is, core.U64, integer(int64(len(known)+1)), false)
	e.here(asked)
	for i, s := range known {
		mine, next := newLabel(), newLabel()
		e.branch(e.compared(core.Eq, e.used(e.read(chosen)), integer(int64(i+1))), mine, next)
		e.here(mine)
		in := instr(core.Call, &core.Expr{Op: core.Function, Type: core.Ptr, Ref: s.fn})
		in.Dst = value
		for i := range e.out.Params {
			in.Args = append(in.Args, e.read(i))
		}
		e.emit(in)
		e.jump(over)
		e.here(next)
	}
}

// someResult makes a scalar that an unknown function returns: a pointer as inside of objects.
func (e *entryInputs) someResult(p entryParameter, path string, t *Type, depth int) *core.Expr {
	switch {
	case t.Class != Pointer:
		return e.number(e.anyValue(p, path, t, depth)).x
	case depth > e.p.options.depth:
		return null()
	}
	return e.used(e.read(e.pointer(p, path, t, depth)))
}

// callPlain emits the call through a pointer to a function without a prototype. An unknown function takes any arguments
// there. It returns the result.
func (f *fn) callPlain(callee *core.Expr, t *Type, args []value) value {
	result := t.Elem.unqualified()
	to := f.used(f.held(callee))
	object, slot := place{t: result, slot: -1}, -1
	if result.aggregate() {
		object.ptr = f.scratch(result)
	} else if result.Class != Void {
		slot = f.temp(coreType(result))
	}
	keep := func(v value) {
		switch {
		case slot >= 0:
			f.set(slot, v.x)
		case result.aggregate():
			f.copy(object.ptr, v.x, f.size(result))
		}
	}
	over := newLabel()
	for _, k := range f.p.unknowns {
		if !k.t.Old || signatureOf(k.t.Elem) != signatureOf(result) {
			continue
		}
		mine, next := newLabel(), newLabel()
		it := &core.Expr{Op: core.Function, Type: core.Ptr, Ref: k.fn}
		f.branch(&core.Expr{Op: core.Same, Type: core.Bool, X: to, Y: it}, mine, next)
		f.here(mine)
		keep(f.callWith(it, k.t, nil, nil))
		f.jump(over)
		f.here(next)
	}
	keep(f.callWith(to, t, args, nil))
	f.here(over)
	if slot >= 0 {
		return value{t: result, x: f.read(slot)}
	}
	return value{t: result, x: object.ptr}
}

// takesAny reports whether a call through a pointer to a function without a prototype may call an unknown function.
func (p *program) takesAny() bool {
	return slices.ContainsFunc(p.unknowns, func(k *unknown) bool { return k.t.Old })
}
