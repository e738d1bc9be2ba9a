package imp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines how a file becomes a program: macros are expanded, assumptions set apart, variables given slots.

// MaxExpansion is the number of nodes that the macros of a file may expand to.
const MaxExpansion = 1_000_000

// Load reads the source text src of a program. Its error is a source.ErrorList.
func Load(name string, src []byte) (*Program, error) { return LoadWithin(nil, name, src) }

// LoadWithin is Load within the bounds of a meter, which holds the program. Where that is not enough, it is exhausted.
func LoadWithin(meter *semantics.Meter, name string, src []byte) (*Program, error) {
	f, err := parse(name, src, meter)
	if err != nil {
		return nil, err
	}
	defer meter.Release(f.words)
	return resolve(f, meter)
}

// Resolve makes a parsed file a program and leaves the file as it is. Its error is a source.ErrorList.
//
// Macros are expanded as in PyWiSE: a call stands for the statements of the macro's body with the arguments instead of
// the parameters, unevaluated. Bodies mention nothing but parameters, local variables and earlier macros, so expansion
// neither captures nor recurs. The places of the statements in it are those of the macro's body.
//
// A local variable t of the macro m is the variable m.t of the program, in all calls: a macro is not called inside
// itself, and the declaration gives t a value before anything reads it.
func Resolve(f *File) (*Program, error) { return resolve(f, nil) }

// resolve is Resolve within the bounds of a meter, which holds the program.
func resolve(f *File, meter *semantics.Meter) (*Program, error) {
	r := resolver{file: f, macros: map[string]*macro{}, later: map[string]bool{}, meter: meter}
	for _, s := range f.Body.Stmts {
		if m, ok := s.(*Macro); ok {
			r.later[m.Name] = true
		}
	}
	r.check(f.Body, nil)
	if err := r.err(); err != nil {
		return nil, err
	}

	p := &Program{Name: f.Name, Body: &Block{}}
	inputs := map[string]bool{}
	leading := true
	for _, s := range f.Body.Stmts {
		switch s := s.(type) {
		case *Macro:
			continue
		case *Option:
			if s.Value == Truncate.String() {
				p.Division = Truncate
			}
			continue
		case *Input:
			p.Declared = true
			for _, n := range s.Names {
				inputs[n] = true
			}
			continue
		case *Assume:
			if leading {
				p.Assumptions = appendConjuncts(p.Assumptions, r.bexpr(s.Cond, frame{}, 1))
				continue
			}
		}
		leading = false
		r.call = s.Pos()
		p.Body.Stmts = r.stmt(p.Body.Stmts, s, frame{}, 0)
	}
	if p.Declared {
		for _, b := range p.Assumptions {
			occurrences(b, func(name string, at Pos, _ *int) {
				if !inputs[name] {
					r.add(at, fmt.Sprintf("found %s, which has no value at the start, want an input", name),
						"declare the variable as an input")
				}
			})
		}
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	if p.number(inputs, meter); meter.Exhausted() {
		r.tooLarge()
		return nil, r.err()
	}
	return p, nil
}

// wordsPerSlot is the memory that a variable takes beside its occurrences, in machine words.
const wordsPerSlot = 24

// number lists the variables of p and gives them their slots.
func (p *Program) number(inputs map[string]bool, meter *semantics.Meter) {
	slots := map[string]int{}
	enter := func(name string) {
		if _, known := slots[name]; !known && meter.Charge(wordsPerSlot) && meter.Hold(wordsPerSlot) {
			slots[name] = 0
		}
	}
	for n := range inputs {
		enter(n)
	}
	p.variables(func(name string, _ Pos, _ *int) { enter(name) })
	for n := range slots {
		p.Vars = append(p.Vars, n)
	}
	slices.Sort(p.Vars)
	p.Input = make([]bool, len(p.Vars))
	for i, n := range p.Vars {
		slots[n] = i
		p.Input[i] = inputs[n] || !p.Declared && !strings.Contains(n, ".") // which only names of local variables do
	}
	p.variables(func(name string, _ Pos, slot *int) { *slot = slots[name] })
}

// resolver knows the macros of a file and how far they have been expanded.
type resolver struct {
	file   *File
	list   source.ErrorList
	macros map[string]*macro // defined so far
	later  map[string]bool   // the names of all
	call   Pos               // of the statement of the file that is being expanded
	inside int               // calls being expanded
	made   int               // nodes made in calls
	full   bool              // whether that was too much
	meter  *semantics.Meter
}

// MaxErrors is the number of errors worth reporting.
const MaxErrors = 20

func (r *resolver) add(at Pos, msg, hint string) {
	if len(r.list) <= MaxErrors {
		r.list = append(r.list, &source.Error{File: r.file.Name, Pos: at, Msg: msg, Hint: hint})
	}
}

// err returns what was found, in the order of the text.
func (r *resolver) err() error {
	slices.SortStableFunc(r.list, func(a, b *source.Error) int {
		return cmp.Or(a.Pos.Line-b.Pos.Line, a.Pos.Column-b.Pos.Column)
	})
	if len(r.list) > MaxErrors {
		r.list[MaxErrors] = &source.Error{File: r.file.Name, Pos: r.list[MaxErrors].Pos, Msg: "too many errors"}
	}
	return r.list.Err()
}

// macro is a macro with what its body may mention, and those of its parameters that its body assigns.
type macro struct {
	*Macro
	known    map[string]bool   // while its body is checked: its parameters, and the local variables declared so far
	told     map[string]bool   // what was found in its body and is not known
	locals   map[string]string // by their names in the macro, those in the program
	assigned map[string]bool
}

// Checks.

// check looks at all macros and calls in a block, which belongs to the macro in if that is not nil.
func (r *resolver) check(b *Block, in *macro) {
	var own []string // local variables declared in the block
	for _, s := range b.Stmts {
		read(s, func(name string, at Pos, _ *int) { r.mention(name, at, in) })
		switch s := s.(type) {
		case *Macro:
			r.define(s)
		case *Assign:
			if s.Local && in != nil {
				own = append(own, r.declare(s, in)...)
			} else {
				r.mention(s.Name, s.At, in)
			}
			if in != nil {
				in.assigned[s.Name] = true
			}
		case *If:
			r.check(s.Then, in)
			if s.Else != nil {
				r.check(s.Else, in)
			}
		case *While:
			r.check(s.Body, in)
		case *Call:
			r.checkCall(s, in)
		}
	}
	for _, n := range own {
		delete(in.known, n)
	}
}

func (r *resolver) define(def *Macro) {
	m := &macro{Macro: def, known: map[string]bool{}, told: map[string]bool{}, locals: map[string]string{},
		assigned: map[string]bool{}}
	for _, n := range m.Params {
		m.known[n] = true
	}
	r.check(m.Body, m)
	if r.macros[m.Name] != nil {
		r.add(m.At, fmt.Sprintf("found the macro %s twice, want different names", m.Name), "")
		return
	}
	r.macros[m.Name] = m
}

// mention looks at a name that is read or assigned.
func (r *resolver) mention(name string, at Pos, in *macro) {
	if in != nil && !in.known[name] && !in.told[name] {
		in.told[name] = true
		r.add(at, fmt.Sprintf("found %s in macro %s, want one of its parameters or local variables", name, in.Name),
			"make it a parameter and pass the variable in each call, or declare it: local "+name+" = 0")
	}
}

// maxLocal is how many characters a macro and a local variable of it may have in their names, which the program's
// variable has both.
const maxLocal = 100

// declare declares a local variable, if it may, and returns its name then.
func (r *resolver) declare(s *Assign, in *macro) []string {
	switch length := len(in.Name) + len(s.Name); {
	case in.known[s.Name]:
		r.add(s.At, fmt.Sprintf("found the local variable %s, want a name that macro %s does not have yet", s.Name,
			in.Name), "")
	case length > maxLocal:
		r.add(s.At, fmt.Sprintf("found names of %d characters for a macro and its local variable, want at most %d together",
			length, maxLocal),
			"")
	default:
		in.known[s.Name] = true
		in.locals[s.Name] = in.Name + "." + s.Name
		return []string{s.Name}
	}
	return nil
}

func (r *resolver) checkCall(c *Call, in *macro) {
	const order = "a macro may call the macros defined before it"
	m := r.macros[c.Name]
	switch {
	case in != nil && in.Name == c.Name:
		r.add(c.At, fmt.Sprintf("macro %s calls itself", c.Name), order)
	case m == nil && r.later[c.Name]:
		r.add(c.At, fmt.Sprintf("macro %s is called before its definition", c.Name), order)
	case m == nil:
		r.add(c.At, fmt.Sprintf("found %q, which is not defined as a macro", c.Name), "an assignment is written x = e")
	case len(c.Args) != len(m.Params):
		r.add(c.At, fmt.Sprintf("found %s, macro %s wants %d", count(len(c.Args), "argument"), c.Name, len(m.Params)),
			"")
	default:
		for i, n := range m.Params {
			if !m.assigned[n] {
				continue
			}
			if v, ok := c.Args[i].(*Var); !ok {
				r.add(c.At, fmt.Sprintf("macro %s assigns its parameter %s, so the argument must be a variable, found %s",
					c.Name, n, shorten(strings.Join(strings.Fields(c.Args[i].Span().Text(r.file.text)), " "))), "")
			} else if in != nil {
				in.assigned[v.Name] = true
			}
		}
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprint(n, " ", what, "s")
}

// Expansion. It makes copies of all nodes, with arguments instead of the parameters.

// frame says what the names in a macro's body stand for in a call; outside macros, it is empty.
type frame struct {
	args   map[string]AExpr  // the parameters
	locals map[string]string // the local variables
}

// variable returns the variable that the name n stands for where it is assigned.
func (f frame) variable(n string) string {
	if local, ok := f.locals[n]; ok {
		return local
	}
	if arg, ok := f.args[n]; ok {
		return arg.(*Var).Name
	}
	return n
}

// node counts a node at the given depth, which takes so many words of memory, and reports whether it may be made.
func (r *resolver) node(depth, words int) bool {
	if r.inside > 0 {
		r.made++
	}
	if !r.full && depth > MaxDepth {
		r.full = true
		r.add(r.call, fmt.Sprintf("nested deeper than %d levels when macros are expanded", MaxDepth), "")
	}
	if !r.full && r.made > MaxExpansion {
		r.full = true
		r.add(r.call, fmt.Sprintf("the macros of the file expand to more than %d nodes", MaxExpansion), "")
	}
	if !r.full && (!r.meter.Charge(words) || !r.meter.Hold(words)) {
		r.full = true
		r.tooLarge()
	}
	return !r.full
}

// tooLarge reports that the program takes more than the meter has.
func (r *resolver) tooLarge() {
	r.add(r.call, "the program is too large to resolve: it takes "+r.meter.Why(), "")
}

func (r *resolver) block(b *Block, in frame, depth int) *Block {
	if b == nil {
		return nil
	}
	out := &Block{}
	for _, s := range b.Stmts {
		out.Stmts = r.stmt(out.Stmts, s, in, depth)
	}
	return out
}

// stmt appends to out what s expands to.
func (r *resolver) stmt(out []Stmt, s Stmt, in frame, depth int) []Stmt {
	if !r.node(depth, wordsPerStmt) {
		return out
	}
	head := *s.head()
	switch s := s.(type) {
	case *Skip:
		return append(out, &Skip{Head: head})
	case *Fail:
		return append(out, &Fail{Head: head})
	case *Assign:
		return append(out, &Assign{Head: head, Name: in.variable(s.Name), Value: r.aexpr(s.Value, in, depth+1)})
	case *Assume:
		return append(out, &Assume{Head: head, Cond: r.bexpr(s.Cond, in, depth+1)})
	case *Assert:
		return append(out, &Assert{Head: head, Cond: r.bexpr(s.Cond, in, depth+1)})
	case *If:
		return append(out, &If{Head: head, Cond: r.bexpr(s.Cond, in, depth+1),
			Then: r.block(s.Then, in, depth+1), Else: r.block(s.Else, in, depth+1)})
	case *While:
		return append(out, &While{Head: head, Cond: r.bexpr(s.Cond, in, depth+1), Body: r.block(s.Body, in, depth+1)})
	case *Call:
		m := r.macros[s.Name]
		called := frame{map[string]AExpr{}, m.locals}
		for i, n := range m.Params {
			called.args[n] = r.aexpr(s.Args[i], in, depth+1)
		}
		r.inside++
		for _, s := range m.Body.Stmts {
			out = r.stmt(out, s, called, depth+1) // one level deeper, so that calls in calls are bounded as well
		}
		r.inside--
		return out
	}
	panic(fmt.Sprintf("imp: unknown statement %T", s))
}

func (r *resolver) aexpr(e AExpr, in frame, depth int) AExpr {
	if !r.node(depth, wordsPerExpr) {
		return e
	}
	switch e := e.(type) {
	case *Int:
		return &Int{Head: e.Head, Value: e.Value}
	case *Var:
		if arg, ok := in.args[e.Name]; ok {
			return r.aexpr(arg, frame{}, depth)
		}
		return &Var{Head: e.Head, Name: in.variable(e.Name)}
	case *Neg:
		return &Neg{Head: e.Head, X: r.aexpr(e.X, in, depth+1)}
	case *Arith:
		return &Arith{Head: e.Head, Op: e.Op, X: r.aexpr(e.X, in, depth+1), Y: r.aexpr(e.Y, in, depth+1)}
	}
	panic(fmt.Sprintf("imp: unknown arithmetic expression %T", e))
}

func (r *resolver) bexpr(e BExpr, in frame, depth int) BExpr {
	if !r.node(depth, wordsPerExpr) {
		return e
	}
	switch e := e.(type) {
	case *Bool:
		return &Bool{Head: e.Head, Value: e.Value}
	case *Compare:
		c := &Compare{Head: e.Head, Ops: e.Ops}
		for _, x := range e.Args {
			c.Args = append(c.Args, r.aexpr(x, in, depth+len(e.Ops)))
		}
		return c
	case *Not:
		return &Not{Head: e.Head, X: r.bexpr(e.X, in, depth+1)}
	case *Logic:
		return &Logic{Head: e.Head, Op: e.Op, X: r.bexpr(e.X, in, depth+1), Y: r.bexpr(e.Y, in, depth+1)}
	}
	panic(fmt.Sprintf("imp: unknown condition %T", e))
}

// Variables.

// visitor is called for an occurrence of a variable; slot is where its slot is kept.
type visitor func(name string, at Pos, slot *int)

// appendConjuncts appends the conditions whose conjunction b is.
func appendConjuncts(list []BExpr, b BExpr) []BExpr {
	if and, ok := b.(*Logic); ok && and.Op == And {
		return appendConjuncts(appendConjuncts(list, and.X), and.Y)
	}
	return append(list, b)
}

// variables visits the variables of p, those of the body after those of the assumptions.
func (p *Program) variables(visit visitor) {
	for _, b := range p.Assumptions {
		occurrences(b, visit)
	}
	variables(p.Body, visit)
}

func variables(b *Block, visit visitor) {
	for _, s := range b.Stmts {
		if s, ok := s.(*Assign); ok {
			visit(s.Name, s.At, &s.Slot)
		}
		read(s, visit)
		switch s := s.(type) {
		case *If:
			variables(s.Then, visit)
			if s.Else != nil {
				variables(s.Else, visit)
			}
		case *While:
			variables(s.Body, visit)
		}
	}
}

// read visits the variables in the expressions of a statement, but not in the blocks inside it.
func read(s Stmt, visit visitor) {
	switch s := s.(type) {
	case *Assign:
		occurrences(s.Value, visit)
	case *Assume:
		occurrences(s.Cond, visit)
	case *Assert:
		occurrences(s.Cond, visit)
	case *If:
		occurrences(s.Cond, visit)
	case *While:
		occurrences(s.Cond, visit)
	case *Call:
		for _, e := range s.Args {
			occurrences(e, visit)
		}
	}
}

// occurrences visits the variables in an expression.
func occurrences(e Node, visit visitor) {
	switch e := e.(type) {
	case *Var:
		visit(e.Name, e.At, &e.Slot)
	case *Neg:
		occurrences(e.X, visit)
	case *Arith:
		occurrences(e.X, visit)
		occurrences(e.Y, visit)
	case *Compare:
		for _, x := range e.Args {
			occurrences(x, visit)
		}
	case *Not:
		occurrences(e.X, visit)
	case *Logic:
		occurrences(e.X, visit)
		occurrences(e.Y, visit)
	}
}
