package scan

import (
	"cmp"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines runs of a program with a harness on other inputs than those of a finding, and what they decide.

// valuesOf returns the inputs of a finding.
func valuesOf(f finder.Finding) map[string]*big.Int {
	values := map[string]*big.Int{}
	for _, in := range f.Inputs {
		values[in.Name] = in.Value
	}
	return values
}

// usual are numbers that callers often choose.
var usual = []int64{0, 1, 2, 3, 4, 8, 15, 32, 100, 1000, 100_000}

// isNumber reports whether an input is an element of an array of numbers. Such numbers are as those that a function
// gets alone: texts and bytes come from elsewhere.
func isNumber(name string) bool { return strings.Contains(name, "[") && !strings.Contains(name, "[]") }

// afterwards is how many steps more than the run of a finding another run may take.
const afterwards = 1 << 14

// decision is one of a run, in a function of the program.
type decision struct {
	fn *core.Func
	pc int
	semantics.Branch
}

// condition returns what an instruction decides by; nil if it has no operands.
func (d decision) condition() *core.Expr {
	if args := d.fn.Code[d.pc].Args; len(args) > 0 {
		return args[0]
	}
	return nil
}

// call is a call of a function, of which there are so many with those around it.
type call struct {
	fn    *core.Func
	depth int
}

// way notes the decisions of a run in the functions of the program, and if library is true, also in those of the
// library.
type way struct {
	whole   bool // whether the program has no harness: its main is one of its functions
	library bool
	// if steps are counted: those from the first one in a function of the program on, after which nothing is noted; 0
	// means that they are not, which is faster
	most      int64
	steps     int64 // from there on, if they are counted
	taken     []decision
	depths    []int         // how many calls were open at each
	outer     []*core.Func  // if steps are counted: the function that main had called at each
	null      []string      // pointers of the harness that are null, because an input says so
	open      map[call]bool // those that had not returned at the end
	fault     *semantics.Fault
	last      core.State
	discarded bool                                // by an assumption
	calls     map[*core.Func]map[source.Span]bool // the places where a function calls one without a body
}

// fails reports whether a run has the fault of another one.
func (w *way) fails(as *way) bool { return as.fault != nil && w.fault != nil && *w.fault == *as.fault }

// forget leaves out what calls decided that had returned when another run ended.
func (w *way) forget(as *way) {
	taken, depths := w.taken[:0], w.depths[:0]
	for i, d := range w.taken {
		if as.open[call{d.fn, w.depths[i]}] {
			taken, depths = append(taken, d), append(depths, w.depths[i])
		}
	}
	w.taken, w.depths = taken, depths
}

// early reports whether a run fails before main calls the function in which another one fails: that shows nothing of
// that function.
func (w *way) early(as *way) bool { return w.fault != nil && w.within() != as.within() }

// within returns the function that main had called when a run ended; nil if it had called none.
func (w *way) within() *core.Func { return outermost(w.last.Frame) }

// outermost returns the function that main called in which a call is; nil if it is that of main.
func outermost(frame core.Frame) *core.Func {
	for ok := true; ok; frame, ok = frame.Caller() {
		if caller, ok := frame.Caller(); ok && caller.Func().Name == "main" {
			return frame.Func()
		}
	}
	return nil
}

// begins reports whether a run begins with the decisions of another one.
func (w *way) begins(as *way) bool {
	return len(w.taken) >= len(as.taken) && slices.Equal(w.taken[:len(as.taken)], as.taken)
}

func (w *way) Begin(*core.Machine, core.State) {}

func (w *way) Step(s *view.Step) {
	fn := s.Before.Func()
	if w.steps > 0 || !fn.Library && (w.whole || fn.Name != "main") {
		w.steps++
	}
	if s.Rule.Branch != semantics.NoBranch && w.steps <= w.most {
		if w.decides(fn, s.Before.PC(), s.Rule.Branch, s.Before.Depth()); len(w.outer) < len(w.taken) {
			w.outer = append(w.outer, outermost(s.Before.Frame))
		}
	}
}

// decides notes what an instruction of a function decides. A condition after which the function goes on in one way, as
// after an assertion that is left out, decides nothing.
func (w *way) decides(fn *core.Func, pc int, b semantics.Branch, depth int) {
	if in := &fn.Code[pc]; in.Op == core.Branch && in.Then == in.Else {
		return
	}
	if (w.library || !fn.Library) && (w.whole || fn.Name != "main") && !harness.IsUnknown(fn.Name) &&
		!w.makesUp(fn, &fn.Code[pc]) {
		w.taken, w.depths = append(w.taken, decision{fn, pc, b}), append(w.depths, depth)
	}
}

// makesUp reports whether an instruction of a function is part of what a call of one without a body does, which is
// drawn: that sets what its arguments lead to, if they are not null.
func (w *way) makesUp(fn *core.Func, in *core.Instr) bool {
	at, known := w.calls[fn]
	if !known {
		at = map[source.Span]bool{}
		for i := range fn.Code {
			if fn.Code[i].Op == core.Draw {
				at[fn.Code[i].Span] = true
			}
		}
		if w.calls == nil {
			w.calls = map[*core.Func]map[source.Span]bool{}
		}
		w.calls[fn] = at
	}
	return at[in.Span]
}

func (w *way) End(s core.State, out semantics.Outcome) {
	w.open = map[call]bool{}
	for frame, ok := s.Frame, true; ok; frame, ok = frame.Caller() {
		w.open[call{frame.Func(), frame.Depth()}] = true
	}
	w.last = s
	w.fault, w.discarded = out.Fault, out.Blocked == semantics.AssumptionViolated
}

// decisions runs a program on inputs, and notes what it decides itself. A pointer of which nothing is said is not null;
// another input of which nothing is said has the value of its range that is nearest to 0.
func decisions(p *core.Program, made *harness.Made, values map[string]*big.Int, steps int64) *way {
	w := &way{}
	w.run(p, made, values, steps)
	return w
}

// run runs a program on inputs, as decisions says. Others may listen, too.
func (w *way) run(p *core.Program, made *harness.Made, values map[string]*big.Int, steps int64,
	listeners ...view.Listener) {
	ranges := draws(p)
	w.whole = made.Text == nil
	value := func(name string) *big.Int {
		if v := values[name]; v != nil {
			return v
		}
		first, _, _ := strings.Cut(name, "#") // the name without its count
		in := ranges[first]
		switch {
		case made.Class(name) == harness.Presence:
			return big.NewInt(1)
		case in != nil && in.Lo != nil && in.Lo.Sign() > 0:
			return in.Lo
		case in != nil && in.Hi != nil && in.Hi.Sign() < 0:
			return in.Hi
		}
		return new(big.Int)
	}
	input := func(_ int, name string) (*big.Int, bool) {
		v := value(name)
		if class := made.Class(name); (class == harness.Presence || class == harness.Missing) && v.Sign() == 0 {
			w.null = append(w.null, name)
		}
		return v, true
	}
	first := begin(p)
	if len(listeners) > 0 || w.most > 0 {
		w.most = cmp.Or(w.most, math.MaxInt64)
		run := &view.Run{Program: p, First: &first, Steps: steps, Input: input}
		run.Replay(append(listeners, w)...)
		return
	}
	m := &core.Machine{Program: p, Input: input}
	last, _ := m.Watch(first, steps, func(s *core.State, fn, pc int, b semantics.Branch) bool {
		if b != semantics.NoBranch {
			w.decides(p.Funcs[fn], pc, b, s.Depth())
		}
		return true
	})
	w.End(semantics.Run(semantics.Machine[core.State](m), last, 0, nil))
}

// includes reports whether a run takes all decisions of another one, however often and in whatever order: how often a
// loop goes round shows nothing of what it expects.
func (w *way) includes(as *way) bool {
	taken := map[decision]bool{}
	for _, d := range w.taken {
		taken[d] = true
	}
	return !slices.ContainsFunc(as.taken, func(d decision) bool { return !taken[d] })
}

// maxPointers is how many inputs are tried of which a pointer may come.
const maxPointers = 256

// mends reports whether one of these values of an input avoids the fault of a finding, after the same decisions of
// functions that have not returned before the fault. What others decide shows nothing of what those expect that called
// them.
func mends(p *core.Program, made *harness.Made, f finder.Finding, input string, instead []int64) bool {
	values, steps := valuesOf(f), int64(f.Bug.Trace.Steps)
	first := decisions(p, made, values, steps)
	first.forget(first)
	return slices.ContainsFunc(instead, func(v int64) bool {
		values[input] = big.NewInt(v)
		w := decisions(p, made, values, 2*steps+afterwards)
		w.forget(first)
		return w.includes(first) && !w.discarded && !w.fails(first)
	})
}

// persists reports whether one of these values of an input leads to the fault of a finding, too.
func persists(p *core.Program, made *harness.Made, f finder.Finding, input string, instead []int64) bool {
	values, steps := valuesOf(f), int64(f.Bug.Trace.Steps)
	first := decisions(p, made, values, steps)
	return slices.ContainsFunc(instead, func(v int64) bool {
		values[input] = big.NewInt(v)
		return decisions(p, made, values, 2*steps+afterwards).fails(first)
	})
}

// elsewhere reports whether other values of inputs lead to another end than the fault of a finding; if late is true,
// only by the last decision, and to no fault.
func elsewhere(p *core.Program, made *harness.Made, f finder.Finding, instead map[string]int64, late bool) bool {
	values, steps := valuesOf(f), int64(f.Bug.Trace.Steps)
	first := decisions(p, made, values, steps)
	for name, v := range instead {
		values[name] = big.NewInt(v)
	}
	w := decisions(p, made, values, 2*steps+afterwards)
	if late {
		first.taken = first.taken[:max(len(first.taken)-1, 0)]
	}
	return !w.discarded && !w.fails(first) && (!late || w.fault == nil && w.begins(first))
}

// addressed returns a number among the inputs that is the address that a finding uses, or a byte of it: another number
// is another pointer at the same place. "" means that there is none.
func addressed(p *core.Program, made *harness.Made, f finder.Finding) string {
	other, null := semantics.NullDereference, int64(0)
	switch f.Fault.Kind {
	case semantics.NullDereference:
		other, null = semantics.InvalidPointer, 1<<40
	case semantics.InvalidPointer:
	default:
		return ""
	}
	want := f.Fault
	want.Kind = other
	run := func(input string, v *big.Int, want semantics.Fault) bool {
		values := valuesOf(f)
		values[input] = v
		w := decisions(p, made, values, 2*int64(f.Bug.Trace.Steps)+afterwards)
		return w.fault != nil && *w.fault == want
	}
	with := func(input string, v int64, want semantics.Fault) bool { return run(input, big.NewInt(v), want) }
	for i, in := range f.Inputs {
		class := made.Class(in.Name)
		if i == maxPointers {
			break
		}
		if class != harness.Value && class != harness.Data {
			continue
		}
		found := false
		switch isByte := strings.Contains(in.Name, "[]"); {
		case isByte && null == 0: // the address may be null without it, and then it may not be used
			found = !with(in.Name, 0, f.Fault) && with(in.Name, in.Value.Int64()^2, f.Fault)
		case isByte:
			found = with(in.Name, 1, want)
		default:
			found = with(in.Name, null, want)
			// of a word that holds an address, the program may use what lies above it for something else
			if above := new(big.Int).Rsh(in.Value, addressBits); !found && above.Sign() > 0 {
				above.Add(above.Lsh(above, addressBits), big.NewInt(null))
				// and it may ask whether two of them are the same
				found = run(in.Name, above, want) || run(in.Name, new(big.Int).Add(above, big.NewInt(nearby)), want)
			}
		}
		if found {
			return in.Name
		}
	}
	return ""
}

// addressBits is how many bits of an address machines use that have 64.
const addressBits = 48

// nearby is how far from a pointer another one is that leads as little to an object, if it does not.
const nearby = 8

// addressedBehind returns a number to which a pointer leads that is null, if it is the address that a finding uses once
// all such pointers lead to objects. "" means that there is none.
func addressedBehind(p *core.Program, made *harness.Made, f finder.Finding) string {
	if f.Fault.Kind != semantics.NullDereference {
		return ""
	}
	known := map[string]bool{}
	f.Inputs = slices.Clone(f.Inputs)
	for i, in := range f.Inputs {
		if made.Class(in.Name) == harness.Presence && in.Value.Sign() == 0 {
			f.Inputs[i].Value = big.NewInt(1)
		}
		known[in.Name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(draws(p))) {
		if !known[name] && strings.Contains(name, "[") {
			f.Inputs = append(f.Inputs, certs.Input{Name: name, Value: new(big.Int)})
		}
	}
	return addressed(p, made, f)
}

// differ returns how many decisions two runs have in common.
func differ(a, b []decision) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// againstConstant reports whether a condition compares something with a constant.
func againstConstant(e *core.Expr) bool {
	switch {
	case e == nil:
		return false
	case e.Op == core.Not || e.Op == core.And:
		return againstConstant(e.X) || againstConstant(e.Y)
	}
	return !reads(e.X) || !reads(e.Y)
}

// reads reports whether an expression reads a variable.
func reads(e *core.Expr) bool {
	return e != nil && (e.Op == core.Read || reads(e.X) || reads(e.Y))
}
