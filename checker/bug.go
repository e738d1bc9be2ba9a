package checker

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines when the certificate of a bug is right. It proves two things, theorem 24 of the thesis: these
// inputs fail, and all inputs that satisfy the path condition take the same decisions to the same fault. Where a run
// does what cannot be followed on terms, or its certificate has no place for all conditions, only these inputs may
// satisfy it: it says of each that it has its value. A run depends on nothing else.

// checkBug checks everything that c says about the program of p, and stores in v what that proves.
func checkBug(c *certs.Bug, p *follower, maxSteps int64, v *Verdict) error {
	if c.Trace.Steps > uint64(maxSteps) {
		return limited{fmt.Errorf("trace: found %d steps, want at most %d, the step limit", c.Trace.Steps, maxSteps)}
	}
	r := newReplay(c, p)
	r.maxSteps = maxSteps
	err := r.run()
	if err == nil {
		if err = checkPath(c, p, r.conjuncts); err != nil && r.alone != nil {
			err = r.alone
		}
	}
	v.Inputs, v.Model, v.Steps, v.Fault, v.Path, v.Since = c.Inputs, c.Model, int64(c.Trace.Steps), r.fault,
		r.conjuncts, r.since
	v.Period, v.Invariants = int64(c.Trace.Period), r.invariants
	return err
}

// replay is a run that is compared with the trace of a certificate.
type replay struct {
	*follower
	c         *certs.Bug
	state     core.State
	cells     *cells // of the state
	steps     uint64 // so far
	branches  uint64 // decisions so far
	conjuncts []*term.Formula
	since     []int64 // for each conjunct, the number of steps before it
	fault     semantics.Fault
	valuation *term.Valuation // of the inputs; nil until it is needed
	wrong     error           // the first decision or input that differs from the certificate
	turn      *turn           // of an endless loop; nil for every other fault
	alone     error           // why the run is not followed on terms any more, but as that of one input; nil if it is
	maxSteps  int64           // the step limit

	invariants []Invariant // of an endless loop that comes back to no state
}

// newReplay returns the replay of a certificate at the start of the program of p.
func newReplay(c *certs.Bug, p *follower) *replay {
	r := &replay{follower: p, c: c}
	p.known = r.ranges
	return r
}

// run runs the program from its start to the fault, and collects the path condition.
func (r *replay) run() error {
	t := r.c.Trace
	var err error
	if r.turn, err = newTurn(r.c, r.follower); err != nil {
		return err
	}
	at := certs.CheckpointSteps(t.Steps, r.Program.MostShown())
	if len(t.Checkpoints) != len(at) {
		return fmt.Errorf("trace: found %d checkpoints, want %d", len(t.Checkpoints), len(at))
	}
	r.state = r.Start()
	r.state.Hold(r.meter)
	for i, want := range at {
		point := t.Checkpoints[i]
		if point.Step != want {
			return fmt.Errorf("trace: checkpoint %d: found step %d, want %d", i+1, point.Step, want)
		}
		if err := r.to(want); err != nil {
			return err
		}
		if !r.same(point.Digest, point.Values) {
			return fmt.Errorf("trace: step %d: found a checkpoint that is not the state there", want)
		}
	}
	if err := r.to(t.Steps); err != nil {
		return err
	}
	if n := r.branches; n != t.Branches || uint64(len(t.Decisions)) != (n+7)/8 || n%8 != 0 &&
		t.Decisions[n/8]<<(n%8) != 0 {
		return fmt.Errorf("trace: found %d decisions in %d bytes, but execution takes %d, in as few bytes as possible",
			t.Branches, len(t.Decisions), n)
	}
	if !r.same(t.Final.Digest, t.Final.Values) {
		return errors.New("trace: found a final state that is not the one in which execution ends")
	}
	if n := r.state.Drawn(); len(r.c.Inputs) != n {
		return fmt.Errorf("inputs: found %d, but execution draws %d", len(r.c.Inputs), n)
	}
	if r.turn == nil {
		return r.atFault()
	}
	if t := r.c.Turns; t != nil {
		r.invariants, err = recurs(r.Program, r.meter, r.state, t, r.maxSteps/stepsPerWalkStep)
	} else {
		err = r.turn.again(r.state, r.steps)
	}
	if err != nil {
		return err
	}
	if r.fault, err = r.turn.place(r.state, r.c.Fault); err != nil {
		return err
	}
	r.pins()
	return nil
}

// pins says of each input that it has its value in the certificate: a class of one.
func (r *replay) pins() {
	for _, in := range r.c.Inputs {
		r.collect(nil, r.pool.Eq(r.pool.Draw(in.Name, in.Lo, in.Hi), r.pool.Int(in.Value)))
	}
}

// to runs the program to a step.
func (r *replay) to(end uint64) error {
	for r.steps < end {
		before := r.steps
		// nothing depends on inputs: the concrete machine runs alone, up to the next draw
		if r.cells == nil && r.turn.after(before) > 0 {
			r.Input = nil
			last, n := r.Decide(r.state, int64(min(end-before, r.turn.after(before))), r.decide)
			r.state, r.steps = last, before+uint64(n)
		}
		if r.steps == before {
			if err := r.step(); err != nil {
				return err
			}
		}
		switch {
		case r.wrong != nil:
			return r.wrong
		case r.pool.Exhausted():
			return errExhausted
		case len(r.conjuncts) > len(r.c.Path.Conjuncts): // before they take more memory than the certificate
			if err := r.leave(fmt.Errorf("path: found %d conjuncts, want more: there are %d after step %d",
				len(r.c.Path.Conjuncts), len(r.conjuncts), r.steps)); err != nil {
				return err
			}
		}
	}
	return nil
}

// step takes a step, on values and on terms.
func (r *replay) step() error {
	s := r.state
	r.Input = r.draw
	next, rule, ok := r.Step(s)
	if !ok {
		if b := r.Blocked(s); r.wrong == nil && b != semantics.NotBlocked {
			return fmt.Errorf("trace: step %d: %s", r.steps, b)
		}
		return cmp.Or(r.wrong, fmt.Errorf("trace: found %d steps, but execution ends after %d", r.c.Trace.Steps,
			r.steps))
	}
	if rule.Branch != semantics.NoBranch {
		r.decide(rule.Branch)
	}
	w := r.plain(s)
	if err := r.turn.takes(s, r.steps, w); err != nil {
		return err
	}
	if r.turn == nil && r.alone == nil && r.follows(s, r.cells) {
		ways := r.ways(s, r.cells)
		i := slices.IndexFunc(ways, func(w way) bool {
			return w.branch == rule.Branch && (len(ways) <= 2 && rule.Branch != semantics.NoBranch || len(ways) == 1 ||
				r.holds(w.cond))
		})
		switch {
		case r.unsupported != "":
			why := fmt.Errorf("path: step %d: %s", r.steps, semantics.UnsupportedBecause(r.unsupported))
			if err := r.leave(why); err != nil {
				return err
			}
		case i < 0:
			return fmt.Errorf("path: step %d: found no way that the run takes", r.steps)
		default:
			w = ways[i]
			r.collect(r.guards, w.cond)
		}
	}
	cells := r.update(s, next, r.cells, w)
	s.Replace(next, r.meter)
	r.meter.Release(r.cells.size())
	r.meter.Hold(cells.size())
	r.state, r.cells, r.steps = next, cells, r.steps+1
	return nil
}

// leave goes on without terms, for a reason: from now on, the run is that of one input. The reason is the error if the
// certificate does not have a conjunct for each input.
func (r *replay) leave(why error) error {
	if len(r.c.Path.Conjuncts) != len(r.c.Inputs) {
		return why
	}
	r.meter.Release(r.cells.size())
	r.alone, r.cells, r.conjuncts, r.since = why, nil, nil, nil
	return nil
}

// ranges returns what the path so far says about single symbols.
func (r *replay) ranges() *term.Ranges {
	facts := r.pool.NewFacts()
	defer facts.Undo(facts.Mark())
	for _, f := range r.conjuncts {
		facts.Assume(f)
	}
	return facts.Ranges()
}

// collect adds to the path that the guards are met, and then f.
func (r *replay) collect(guards []guard, f *term.Formula) {
	add := func(f *term.Formula) {
		for _, g := range f.Conjuncts() {
			r.meter.Hold(g.Words())
			r.conjuncts, r.since = append(r.conjuncts, g), append(r.since, int64(r.steps))
		}
	}
	for _, g := range guards {
		add(g.met)
	}
	add(f)
}

// decide compares a decision with that of the certificate, and reports whether they are the same.
func (r *replay) decide(b semantics.Branch) bool {
	decided, taken := certs.Bits{Bytes: r.c.Trace.Decisions, Len: r.c.Trace.Branches}, b == semantics.BranchTrue
	if r.branches >= decided.Len || decided.At(r.branches) != taken {
		r.wrong = fmt.Errorf("trace: decision %d is not the one that execution takes, %t", r.branches+1, taken)
	}
	r.branches++
	return r.wrong == nil
}

// draw returns the n-th input, if the certificate has it.
func (r *replay) draw(n int, name string) (*big.Int, bool) {
	r.drawn = name
	if n >= len(r.c.Inputs) {
		r.wrong = fmt.Errorf("inputs: found %d, but execution draws another one, %s", n, name)
		return nil, false
	}
	switch found, in := r.c.Inputs[n], r.state.Instr(); {
	case found.Name != name:
		r.wrong = fmt.Errorf("inputs: number %d: found %.40q, want %q, which execution draws", n+1, found.Name, name)
	case !sameBound(found.Lo, in.Lo) || !sameBound(found.Hi, in.Hi):
		r.wrong = fmt.Errorf("inputs: %s: found another range than that from which execution draws", name)
	case in.Lo != nil && found.Value.Cmp(in.Lo) < 0 || in.Hi != nil && found.Value.Cmp(in.Hi) > 0:
		r.wrong = fmt.Errorf("inputs: %s: found %s, which is not in its range", name, term.FormatInt(found.Value))
	}
	return r.c.Inputs[n].Value, r.wrong == nil
}

func sameBound(found, want *big.Int) bool {
	return found == want || found != nil && want != nil && found.Cmp(want) == 0
}

// same reports whether the certificate has the digest of the current state, and the values that people see of it.
func (r *replay) same(digest []byte, values certs.Values) bool {
	want := r.state.Digest(r.meter)
	if !bytes.Equal(digest, want[:]) {
		return false
	}
	for i := range r.state.Func().Slots {
		v := r.state.Slot(i)
		r.meter.Charge(16)
		if _, offset, ok := v.Object(); ok {
			r.meter.Charge(64 * len(offset.Bits())) // to write it
		}
	}
	shown := certs.Values{}
	if r.meter.Exhausted() {
		return false
	}
	for _, x := range r.state.Shown() {
		if n, ok := x.Value.Integer(); ok {
			shown[x.Name] = certs.Value{Int: n}
		} else {
			shown[x.Name] = certs.Value{Text: x.Text}
		}
	}
	return maps.EqualFunc(values, shown, func(found, want certs.Value) bool {
		return found.Text == want.Text && sameBound(found.Int, want.Int)
	})
}

// holds reports whether f is true of the inputs.
func (r *replay) holds(f *term.Formula) bool {
	if r.valuation == nil {
		inputs := map[string]*big.Int{}
		for _, in := range r.c.Inputs {
			inputs[in.Name] = in.Value
		}
		r.valuation = r.pool.Valuation(func(name string) *big.Int { return inputs[name] })
	}
	truth, ok := r.valuation.Formula(f)
	return ok && truth
}

// atFault compares the fault of the state with the certificate's, and collects the conditions for it.
func (r *replay) atFault() error {
	fault, ok := r.Fault(r.state)
	if !ok || !semantics.Stuck(semantics.Machine[core.State](&r.Machine), r.state) {
		return fmt.Errorf("fault: no fault after %d steps", r.steps)
	}
	found := r.c.Fault
	if found.Kind != string(fault.Kind) || found.File != uint64(fault.File) || found.Line != uint64(fault.Line) ||
		found.Column != uint64(fault.Column) {
		return fmt.Errorf("fault: found %.40q in file %d at %d:%d, want %q in file %d at %s", found.Kind, found.File,
			found.Line, found.Column, fault.Kind, fault.File, fault.Span)
	}
	r.fault = fault
	if r.alone != nil {
		r.pins()
		return nil
	}
	if !r.follows(r.state, r.cells) {
		return nil
	}
	r.ways(r.state, r.cells)
	for i, g := range r.guards {
		if g.fault == fault && r.holds(g.missed) {
			r.collect(r.guards[:i], g.missed)
			return nil
		}
	}
	return errors.New("fault: the path to it is not known") // the two evaluations differ
}

// checkPath compares the path condition, the model and the inputs with the conditions that were collected.
func checkPath(c *certs.Bug, p *follower, conjuncts []*term.Formula) error {
	k := comparer{p.pool.Table(conjuncts), p.meter}
	if p.pool.Exhausted() {
		return errExhausted
	}
	if len(c.Path.Conjuncts) != len(conjuncts) {
		return fmt.Errorf("path: found %d conjuncts, want %d", len(c.Path.Conjuncts), len(conjuncts))
	}
	for i, f := range conjuncts {
		if rest, same := k.formula(c.Path.Conjuncts[i], f); !same || len(rest) > 0 {
			return fmt.Errorf("path: conjunct %d is not the condition collected there, %s", i+1, f)
		}
	}
	occurs := k.table.Inputs()
	if !slices.Equal(c.Path.Inputs, occurs) || !k.opaque(c.Path.Opaque) {
		return errors.New("path: found symbols other than those that the conjuncts need")
	}
	if found := slices.Sorted(maps.Keys(c.Model)); !slices.Equal(found, occurs) {
		return fmt.Errorf("model: found values of %.40q, want of %.40q, which occur in the path", found, occurs)
	}
	for _, in := range c.Inputs {
		want := c.Model[in.Name]
		if want == nil { // the path says nothing about it
			want = p.pool.Draw(in.Name, in.Lo, in.Hi).Terms[0].Sym.Nearest()
		}
		if in.Value.Cmp(want) != 0 {
			return fmt.Errorf("inputs: found %s = %s, want %s as in the model, or what is nearest to 0 where that has no value",
				in.Name, term.FormatInt(in.Value), term.FormatInt(want))
		}
	}
	v := p.pool.Valuation(func(name string) *big.Int { return c.Model[name] })
	for i, f := range conjuncts {
		if holds, ok := v.Formula(f); !ok || !holds {
			return fmt.Errorf("model: it does not satisfy conjunct %d, %s", i+1, f)
		}
	}
	return nil
}

// comparer compares formulas over the symbols of a table. It charges its work to the meter.
type comparer struct {
	table *term.Table
	meter *semantics.Meter
}

func (p comparer) integer(found, x *big.Int) bool {
	return p.meter.Charge(4+len(x.Bits())) && found.Cmp(x) == 0
}

// linear reports whether found is e.
func (p comparer) linear(found *certs.Linear, e *term.Linear) bool {
	return p.integer(found.Const, e.Const) && slices.EqualFunc(found.Terms, e.Terms,
		func(t certs.Term, x term.Term) bool {
			return t.Sym == uint64(p.table.Index(x.Sym)) && p.integer(t.Coef, x.Coef)
		})
}

var formulaNames = map[term.FormulaOp]string{
	term.LeZero: "<=", term.EqZero: "=", term.NeZero: "!=", term.And: "and", term.Or: "or", term.False: "false",
}

// formula reports whether found begins with f in prefix order, and returns the rest. F must not be the formula that is
// always true.
func (p comparer) formula(found certs.Formula, f *term.Formula) (rest certs.Formula, same bool) {
	if len(found) == 0 || !p.meter.Charge(1) {
		return nil, false
	}
	n, rest := found[0], found[1:]
	same = n.Op == formulaNames[f.Op] && n.Arity == uint64(len(f.Args)) && (n.E == nil) == (f.E == nil) &&
		(f.E == nil || p.linear(n.E, f.E))
	for _, g := range f.Args {
		if !same {
			break
		}
		rest, same = p.formula(rest, g)
	}
	return rest, same
}

var opaqueNames = map[term.Op]string{
	term.Prod: "*", term.Quot: "div", term.Rem: "mod", term.TruncQuot: "quo", term.TruncRem: "rem",
	term.BitAnd: "and", term.BitOr: "or", term.BitXor: "xor", term.Shl: "shl", term.Shr: "shr", term.Equals: "eq",
	term.AtMost: "le", term.Select: "select",
	term.FAdd32: "fadd32", term.FSub32: "fsub32", term.FMul32: "fmul32", term.FDiv32: "fdiv32", term.FRoot32: "froot32",
	term.FMake32: "fmake32", term.FTrunc32: "ftrunc32", term.Widen: "widen",
	term.FAdd64: "fadd64", term.FSub64: "fsub64", term.FMul64: "fmul64", term.FDiv64: "fdiv64", term.FRoot64: "froot64",
	term.FMake64: "fmake64", term.FTrunc64: "ftrunc64", term.Narrow: "narrow",
}

// opaque reports whether found are the symbols of the table that are not inputs, in order.
func (p comparer) opaque(found []certs.Opaque) bool {
	return slices.EqualFunc(found, p.table.Syms[len(p.table.Inputs()):], func(o certs.Opaque, s *term.Sym) bool {
		return o.Op == opaqueNames[s.Op] && p.linear(&o.X, s.X) && (o.Y == nil) == (s.Y == nil) &&
			(o.Y == nil || p.linear(o.Y, s.Y)) &&
			slices.EqualFunc(o.Cases, s.Cases, func(c certs.Case, x term.Case) bool {
				return p.integer(c.At, x.At) && p.linear(&c.Value, x.Value)
			})
	})
}
