package scan

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/finder/solver"
	"vouch/internal/load"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines which faults are manifest. A fault is manifest if it happens for every value that the caller may choose on the way that the code itself chose, with no
// assumption on memory but that it is there (Le, Raad, Villard, Berdine, Dreyer, O'Hearn: Finding Real Bugs in Big Programs with Incorrectness Logic, OOPSLA 2022, section 3.2).
// Otherwise it is latent: the function wants something of its callers. What lies in texts and buffers, and how long they are, no function may want of those who call it from other files.

// fixed says which inputs keep their values when the finder asks whether a fault can be avoided.
func fixed(made *harness.Made, static bool) func(name string) bool {
	return func(name string) bool {
		switch made.Class(name) {
		case harness.Answer, harness.Presence:
			return true
		case harness.Data:
			return !static
		}
		return false
	}
}

// together reports whether a finding is about an object with a length, and another number that is a parameter decides the way, so that the two may go together.
func together(made *harness.Made, f finder.Finding, on string) bool {
	return made.Memory.Objects[on].Kind == harness.Counted && slices.ContainsFunc(term.NewTable(f.Path).Inputs(), func(name string) bool {
		return made.Class(name) == harness.Value && !strings.Contains(name, ".")
	})
}

// matched reports whether the way to a finding is decided by a number that is called like a length, and by what lies in a text or a buffer. The callers of a static function
// have both in one hand.
func matched(made *harness.Made, f finder.Finding) bool {
	length, data := false, false
	for _, name := range term.NewTable(f.Path).Inputs() {
		switch {
		case strings.Contains(name, "[]"):
			data = data || made.Class(name) == harness.Data
		case !strings.ContainsAny(name, ".["):
			length = length || lengths.MatchString(name)
		}
	}
	return length && data
}

// longer reports whether a larger length of the object that a finding is about avoids the fault, after the same decisions.
func longer(p *core.Program, made *harness.Made, f finder.Finding, on string) bool {
	values, steps := valuesOf(f), int64(f.Bug.Trace.Steps)
	first := decisions(p, made, values, steps)
	for n := range made.Memory.Objects[on].Count {
		values[made.Memory.Objects[on].With] = big.NewInt(int64(n + 1))
		w := decisions(p, made, values, 2*steps+afterwards)
		if same := len(w.taken) >= len(first.taken) && slices.Equal(w.taken[:len(first.taken)], first.taken); same && !w.fails(first) {
			return true
		}
	}
	return false
}

// chosen reports whether another value of a number that is a parameter, or to which one leads, avoids a fault, after the same decisions. The condition of the way does not show that where it has
// the size of an object, which is followed size by size.
func chosen(p *core.Program, made *harness.Made, f finder.Finding) bool {
	values, steps := valuesOf(f), int64(f.Bug.Trace.Steps)
	first := decisions(p, made, values, steps)
	for _, name := range term.NewTable(f.Path).Inputs() {
		if made.Class(name) != harness.Value || strings.Contains(name, ".") || strings.Count(name, "[") > 1 {
			continue
		}
		was := values[name]
		for _, v := range []int64{0, 1, 2, 3, 4, 8, 15, 32, 100} {
			values[name] = big.NewInt(v)
			w := decisions(p, made, values, 2*steps+afterwards)
			if same := len(w.taken) >= len(first.taken) && slices.Equal(w.taken[:len(first.taken)], first.taken); same && !w.discarded && !w.fails(first) {
				return true
			}
		}
		values[name] = was
	}
	return false
}

// valuesOf returns the inputs of a finding.
func valuesOf(f finder.Finding) map[string]*big.Int {
	values := map[string]*big.Int{}
	for _, in := range f.Inputs {
		values[in.Name] = in.Value
	}
	return values
}

// wanted returns what a function requires of its callers, so that a genuine fault does not happen; "" if the fault is manifest. On is the pointer to the object of the harness
// that the fault is about; "" if it is about none. Of an object behind another one, nobody knows what it is, and how large.
func wanted(p *load.Program, made *harness.Made, f finder.Finding, entry *c.Entry, what culprit, on string) string {
	switch {
	case entry.Variadic && f.Fault.Kind == semantics.FormatMismatch:
		return "a format that fits the arguments"
	case f.Fault.Kind == semantics.InvalidCall && slices.ContainsFunc(f.Inputs, func(in certs.Input) bool {
		return made.Class(in.Name) == harness.Presence && strings.Contains(in.Name, "+") && in.Value.Sign() > 0
	}):
		return "functions where it calls what lies in an object of unknown type" // which is made as bytes
	case what.shown:
		return "a function of which nothing is known to set what it is given"
	case strings.HasPrefix(on, harness.Inner), what.within != entry.Name && makes(made.Memory, what.within):
		return "other arguments of the functions that make its objects"
	case what.exhausted:
		return "smaller sizes"
	case made.Memory.Objects[on].MayBeText && beyondASCII(f, on):
		return "text of whole characters at " + written(on)
	case f.Avoidable == solver.Unsat && usesFreed(made, f.Fault, on):
		return ""
	case on != "" && (entry.Static || strings.ContainsAny(on, ".[(")):
		return room(on, f.Fault.Kind, what)
	case entry.Static && matched(made, f):
		return "a length that fits the text"
	case f.Avoidable != solver.Unsat, together(made, f, on) && longer(p.Core, made, f, on), chosen(p.Core, made, f):
		return numbers(f, made, "other numbers")
	}
	for _, name := range term.NewTable(f.Path).Inputs() {
		if class := made.Class(name); class == harness.Value && strings.Contains(name, ".") || class == harness.Data && isBehind(name) {
			if null := wantedPointers(p.Core, made, f); len(null) > 0 {
				return present(null)
			}
			return numbers(f, made, "the numbers in a structure to go together")
		}
	}
	if null := wantedPointers(p.Core, made, f); len(null) > 0 {
		return present(null)
	}
	return ""
}

// isBehind reports whether an input is a number in an array to which a pointer in memory leads, and no byte.
func isBehind(name string) bool { return strings.Count(name, "[") > 1 && !strings.Contains(name, "[]") }

// usesFreed reports whether a fault is the use of an object after the function freed it behind another pointer than the one that it was given.
func usesFreed(made *harness.Made, f semantics.Fault, on string) bool {
	return f.Kind == semantics.UseAfterFree && strings.Contains(on, ".") && slices.ContainsFunc(slices.Collect(maps.Values(made.Memory.Objects)), func(o harness.Object) bool {
		return o.Alias && o.With == on
	})
}

// beyondASCII reports whether the text at a pointer has other characters than those of ASCII. Who reads several bytes for one may rely on it that they are there.
func beyondASCII(f finder.Finding, pointer string) bool {
	return slices.ContainsFunc(f.Inputs, func(in certs.Input) bool {
		name, _, _ := strings.Cut(in.Name, "#")
		return name == pointer+"[]" && (in.Value.Sign() < 0 || in.Value.BitLen() > 7)
	})
}

// makes reports whether a function makes an object for the one that is looked at.
func makes(m *harness.Memory, name string) bool {
	for _, o := range m.Objects {
		if o.Kind == harness.Built && (o.Build.Maker.Name == name || o.Build.Adder != nil && o.Build.Adder.Name == name) {
			return true
		}
	}
	return false
}

// wantedPointers returns the pointers that are null, although the program did not look whether they are, if a finding is due to that. It gives a value to one after the
// other where that changes no decision: what lies behind a null pointer, the run of the finding does not see, so until the fault the runs differ only if the code looked.
func wantedPointers(p *core.Program, made *harness.Made, f finder.Finding) (wanted []string) {
	values, steps := valuesOf(f), int64(f.Bug.Trace.Steps)
	first := decisions(p, made, values, steps)
	null := first.null
	var behind []string // pointers that are null in the run, also where others lead to that are not null any more
	fails := func() (same, looked bool) {
		w := decisions(p, made, values, 2*steps+afterwards)
		if w.discarded { // no harness makes what lies there
			return false, false
		}
		looked = len(w.taken) < len(first.taken) || !slices.Equal(w.taken[:len(first.taken)], first.taken)
		behind = w.null
		return w.fails(first) && len(w.taken) == len(first.taken), looked
	}
	for i := 0; i < len(null) && i < maxPointers; i++ {
		pointer := null[i]
		values[pointer] = big.NewInt(1)
		same, looked := fails()
		switch {
		case looked:
			values[pointer] = new(big.Int)
			continue
		case same:
			for _, name := range behind {
				if !slices.Contains(null, name) {
					null = append(null, name)
				}
			}
			continue
		}
		for _, other := range null[:i] { // which of those before are needed too?
			if values[other].Sign() > 0 {
				values[other] = new(big.Int)
				if same, _ := fails(); same {
					values[other] = big.NewInt(1)
					wanted = append(wanted, other)
				}
			}
		}
		return append(wanted, pointer)
	}
	return nil
}

// maxPointers is how many null pointers are tried.
const maxPointers = 256

// afterwards is how many steps more than the run of a finding another run may take.
const afterwards = 1 << 14

// decision is one of a run, in a function of the program.
type decision struct {
	fn *core.Func
	pc int
	semantics.Branch
}

// way notes the decisions of a run in the functions of the program, and if library is true, also in those of the library.
type way struct {
	library   bool
	most      int64 // steps from the first one in a function of the program on, after which nothing is noted; 0 means no limit
	steps     int64 // from there on
	taken     []decision
	null      []string // pointers of the harness that are null, because an input says so
	fault     *semantics.Fault
	discarded bool // by an assumption
}

// fails reports whether a run has the fault of another one.
func (w *way) fails(as *way) bool { return as.fault != nil && w.fault != nil && *w.fault == *as.fault }

func (w *way) Begin(*core.Machine, core.State) {}

func (w *way) Step(s *view.Step) {
	fn := s.Before.Func()
	if w.steps > 0 || !fn.Library && fn.Name != "main" {
		w.steps++
	}
	if w.most > 0 && w.steps > w.most {
		return
	}
	if s.Rule.Branch != semantics.NoBranch && (w.library || !fn.Library) && fn.Name != "main" && !harness.IsUnknown(fn.Name) {
		w.taken = append(w.taken, decision{fn, s.Before.PC(), s.Rule.Branch})
	}
}

func (w *way) End(_ core.State, out semantics.Outcome) {
	w.fault, w.discarded = out.Fault, out.Blocked == semantics.AssumptionViolated
}

// decisions runs a program on inputs, and notes what it decides itself. A pointer of which nothing is said is not null; another input of which nothing is said has the value of its range that is nearest to 0.
func decisions(p *core.Program, made *harness.Made, values map[string]*big.Int, steps int64) *way {
	w := &way{}
	w.run(p, made, values, steps)
	return w
}

// run runs a program on inputs, as decisions says.
func (w *way) run(p *core.Program, made *harness.Made, values map[string]*big.Int, steps int64) {
	ranges := map[string]*core.Instr{}
	for _, fn := range p.Funcs {
		for i := range fn.Code {
			if in := &fn.Code[i]; in.Op == core.Draw {
				ranges[in.Name] = in
			}
		}
	}
	value := func(name string) *big.Int {
		first, _, _ := strings.Cut(name, "#") // the name without its count
		in := ranges[first]
		if v := values[name]; v != nil {
			if in != nil && in.Hi != nil && in.Lo != nil && v.Cmp(in.Hi) > 0 { // bytes may be signed here, and not where the value comes from
				v = new(big.Int).Sub(v, new(big.Int).Sub(in.Hi, in.Lo))
				v.Sub(v, big.NewInt(1))
			}
			return v
		}
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
	run := &view.Run{Program: p, Steps: steps, Input: func(_ int, name string) (*big.Int, bool) {
		v := value(name)
		if class := made.Class(name); (class == harness.Presence || class == harness.Missing) && v.Sign() == 0 {
			w.null = append(w.null, name)
		}
		return v, true
	}}
	run.Replay(w)
}
