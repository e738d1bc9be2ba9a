package scan

import (
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/finder/solver"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term"
)

// This file defines which faults are manifest. A fault is manifest if it happens for every value that the caller may
// choose on the way that the code itself chose, with no assumption on memory but that it is there (Le, Raad, Villard,
// Berdine, Dreyer, O'Hearn: Finding Real Bugs in Big Programs with Incorrectness Logic, OOPSLA 2022, section 3.2).
// Otherwise it is latent: the function wants something of its callers. What lies in texts and buffers, and how long
// they are, no function may want of those who call it from other files.

// fixed says which inputs keep their values when the finder asks whether a fault can be avoided.
func fixed(made *harness.Made, static bool) func(name string) bool {
	return func(name string) bool {
		switch made.Class(name) {
		case harness.Answer, harness.Presence:
			return true
		case harness.Data:
			return !static && !isNumber(name)
		}
		return false
	}
}

// chosen reports whether another value of a number that is a parameter, or to which one leads, avoids a fault, after
// the same decisions. The condition of the way does not show that where it has the size of an object, which is followed
// size by size. Lengths are the caller's, too, if only the program calls the function.
func chosen(p *core.Program, made *harness.Made, f finder.Finding, inside bool) bool {
	free := refusing(p, made, f)
	return slices.ContainsFunc(term.NewTable(f.Path).Inputs(), func(name string) bool {
		class := made.Class(name)
		length := inside && class == harness.Data && !strings.Contains(name, "[")
		return (class == harness.Value || isNumber(name) || length) && !strings.ContainsAny(name, ".+") &&
			strings.Count(name, "[") <= 1 && mends(p, made, f, name, usual) && !free(name)
	})
}

// refusing returns what reports whether an input is a number that refuses is about. It asks once for all that are
// drawn as one.
func refusing(p *core.Program, made *harness.Made, f finder.Finding) func(name string) bool {
	known := map[string]bool{}
	return func(name string) bool {
		first, _, _ := strings.Cut(name, "#")
		is, ok := known[first]
		if !ok {
			is = refuses(p, made, f, name)
			known[first] = is
		}
		return is
	}
}

// extremes are numbers that functions refuse that check what they get.
var extremes = []int64{0, -1, 1, 1<<31 - 1}

// refuses reports whether a number is one that a function gets which is called before the one that is looked at, and
// that function decides something by it: so it takes those that it does not refuse. Of what one adds, others may
// decide.
func refuses(p *core.Program, made *harness.Made, f finder.Finding, name string) bool {
	for _, b := range made.Memory.Builds() {
		for _, call := range b.Calls {
			if !strings.HasPrefix(name, b.CalledWith(call)) {
				continue
			}
			values, steps := valuesOf(f), int64(f.Bug.Trace.Steps)
			first := &way{most: steps}
			first.run(p, made, values, steps)
			last := first.within()
			return slices.ContainsFunc(extremes, func(v int64) bool {
				values[name] = big.NewInt(v)
				w := decisions(p, made, values, steps)
				at := differ(first.taken, w.taken)
				return at < min(len(first.outer), len(w.taken)) && (first.outer[at].Name == call.Name ||
					adders.MatchString(call.Name) && first.outer[at] != last)
			})
		}
	}
	return false
}

// counting returns a number that was taken for the length of an object, if another one avoids a fault of arithmetic
// after the same decisions: what computes with it wants it to be fit for that, as it wants it of other numbers. ""
// means that there is none.
func counting(p *core.Program, made *harness.Made, f finder.Finding) string {
	if f.Fault.Kind != semantics.DivisionByZero && f.Fault.Kind != semantics.ShiftOutOfRange &&
		f.Fault.Kind != semantics.Overflow {
		return ""
	}
	for _, name := range term.NewTable(f.Path).Inputs() {
		if made.Class(name) == harness.Data && !strings.Contains(name, "[") &&
			!strings.HasPrefix(name, harness.Inner) && mends(p, made, f, name, usual) {
			return name
		}
	}
	return ""
}

// returned returns a number that an unknown function returns, if another one avoids a fault after the same decisions:
// which numbers such a function returns, those know who give it. "" means that there is none.
func returned(p *core.Program, made *harness.Made, f finder.Finding) string {
	ranges := draws(p)
	for _, name := range term.NewTable(f.Path).Inputs() {
		first, _, _ := strings.Cut(name, "#")
		if in := ranges[first]; made.Class(name) == harness.Answer && in != nil && in.Hi.Cmp(big.NewInt(1)) > 0 &&
			mends(p, made, f, name, usual) {
			return name
		}
	}
	return ""
}

// unlikely returns a number that a function without a body returns in a program that begins with main, if another one
// avoids a fault after the same decisions. Such a function returns -1 or 0 where it fails, which a program has to
// expect; of its other numbers nobody knows. "" means that there is none.
func unlikely(p *core.Program, f finder.Finding) string {
	for _, in := range f.Inputs {
		first, _, _ := strings.Cut(in.Name, "#")
		made := &harness.Made{}
		if strings.HasSuffix(first, ".result") && !persists(p, made, f, in.Name, []int64{-1, 0}) &&
			mends(p, made, f, in.Name, usual) {
			return first
		}
	}
	return ""
}

// beyondUnknown reports whether a fault is an access outside of memory that a function without a body returned:
// how large that is, nobody knows.
func beyondUnknown(p *core.Program, f finder.Finding) bool {
	if !isOutside(f.Fault.Kind) {
		return false
	}
	nowhere := func(source.Span) (string, bool) { return "", false }
	return slices.ContainsFunc(culpritOf(p, f, nowhere, false, false).accesses, func(a part) bool {
		return slices.ContainsFunc(p.Funcs, func(fn *core.Func) bool {
			return slices.ContainsFunc(fn.Code, func(in core.Instr) bool {
				return in.Op == core.Draw && in.Span == a.made && strings.Contains(in.Name, ".result")
			})
		})
	})
}

// negative returns a number that is a parameter and below zero, if a fault needs that, and the function does not look
// whether it is: it compares the number with another one. "" means that there is none. Where the other number is 0, or
// small, all numbers that go that way are below zero. Nor does a function that is called before if nothing is decided
// otherwise for 0.
func negative(p *core.Program, made *harness.Made, f finder.Finding) string {
	values, steps := valuesOf(f), int64(f.Bug.Trace.Steps)
	for _, name := range term.NewTable(f.Path).Inputs() {
		if made.Class(name) != harness.Value || strings.ContainsAny(name, ".+[") || values[name] == nil ||
			values[name].Sign() >= 0 {
			continue
		}
		first := decisions(p, made, values, steps)
		with := maps.Clone(values)
		with[name] = new(big.Int)
		w := decisions(p, made, with, 2*steps+afterwards)
		at := differ(first.taken, w.taken)
		looked := at < len(first.taken)
		if !w.discarded && !w.fails(first) && (looked &&
			!againstConstant(first.taken[at].condition()) || !looked && isBefore(made, name)) {
			return name
		}
	}
	return ""
}

// isBefore reports whether an input is what a function gets that is called before the one that is looked at.
func isBefore(made *harness.Made, name string) bool {
	return slices.ContainsFunc(made.Memory.Builds(), func(b *harness.Build) bool {
		return slices.ContainsFunc(b.Calls, func(call harness.Call) bool {
			return strings.HasPrefix(name, b.CalledWith(call))
		})
	})
}

// kinds are numbers that often say what an object is.
var kinds = []int64{1, 2, 3, 4, 5, 6, 7, 8}

// wanted returns what a function requires of its callers, so that a genuine fault does not happen; "" if the fault is
// manifest. Inside says whether only its program calls it by its name. On is the pointer to the object of the harness
// that the fault is about; "" if it is about none. Of an object behind another one, nobody knows what it is, and how
// large.
func wanted(p *load.Program, said *sayings, made *harness.Made, f finder.Finding, entry *c.Entry, inside bool,
	what culprit, on string) string {
	if (takesMore(entry) || what.format != "") && (f.Fault.Kind == semantics.FormatMismatch ||
		f.Fault.Kind == semantics.MissingArgument) {
		return "a format that fits the arguments"
	}
	if want := unknown(made, f, what, on); want != "" {
		return want
	}
	sized := made.Memory.Objects[on].Size != harness.Needed // how large it is, the user says
	if f.Fault.Kind == semantics.EndlessLoop {
		if n := steers(p.Core, made, f); n != "" {
			return written(n) + " to be another one"
		}
		if waits(p, f) {
			return "something else to change what it reads"
		}
		return ""
	}
	switch {
	case what.masked, what.none != nil && what.none.begun > 0 && made.Memory.Objects[on].Kind == harness.Text:
		return "memory in whole words, of which it masks what lies behind the end"
	case what.none != nil && (makes(made.Memory, what.maker) || made.Memory.Objects[on].Kind == harness.Built) &&
		!takesApart(made.Memory, entry) && !what.forgotten:
		return "what the functions that make its objects leave out"
	case len(what.apart) > 0:
		return written(strings.Join(what.apart, " and ")) + " to be compared with pointers into the same object"
	}
	if input := addressed(p.Core, made, f); input != "" {
		return written(input) + " to be the address of an object"
	}
	switch {
	case what.nulls && f.Fault.Kind == semantics.NullDereference:
		return "pointers to an object where it compares them"
	case strings.HasPrefix(on, harness.Inner), what.within != entry.Name &&
		(makes(made.Memory, what.within) || callsBefore(made.Memory, what.within)):
		return "other arguments of the functions that make its objects"
	case released(made.Memory, f.Fault.Kind, what, on):
		return "an object that is still there"
	case oneKind(made.Memory, term.NewTable(f.Path).Inputs(), states(f.Fault.Kind)):
		return "an object that another function makes"
	case what.lacks != "" && made.Memory.Objects[what.lacks].Kind == harness.Built &&
		(what.completed != "" || !said.of(entry.Where.File).sets(member(entry, what))):
		return what.lacks + "->" + member(entry, what) + " != NULL"
	case what.packed && slices.ContainsFunc(slices.Concat(term.NewTable(f.Path).Inputs(), []string{on + "[]"}),
		func(name string) bool { return encoded(made, name) }):
		return "bytes as a function of its file makes them"
	case what.exhausted:
		return "smaller sizes"
	case leaves.MatchString(entry.Name) && isOutside(f.Fault.Kind):
		return "what its name leaves to those who call it"
	case what.asserts && isOutside(f.Fault.Kind):
		return "what it asserts to be there"
	case !sized && what.text && f.Fault.Kind == semantics.OutOfBoundsRead && endless(p.Core, made, f, on):
		return "a text that ends at " + written(on) + ", where " + made.Memory.Objects[on].With + " is 0"
	case what.text && f.Fault.Kind == semantics.OutOfBoundsRead && made.Memory.Objects[on].Kind == harness.Counted &&
		atOnce(p.Core, made, f):
		return "a text that ends at " + written(on)
	case fromEmpty(made.Memory, what, valuesOf(f)), firstOfNone(p.Core, made, f, what):
		return "an object to which something was added"
	case states(f.Fault.Kind):
		if what.opens && len(decisive(made, f)) == 0 {
			return "the files that it opens"
		}
		if onlyMade(p.Core, made, f, what) {
			return "an object with which something was done before"
		}
		if begins(p.Core, made, f, harness.Data) {
			return "what it asserts before anything else"
		}
		if want := stated(p.Core, made, f, inside); want != "" {
			return want
		}
		if begins(p.Core, made, f, harness.Presence) { // of several assertions at one place
			return "what it asserts before anything else"
		}
	}
	if n := counting(p.Core, made, f); n != "" {
		return numbers(f, made, written(n)+" to be another number")
	}
	if n := returned(p.Core, made, f); n != "" {
		return written(n) + " to be another number"
	}
	if n := negative(p.Core, made, f); n != "" {
		return written(n) + " >= 0"
	}
	switch {
	case made.Memory.Objects[on].MayBeText && beyondASCII(f, on):
		return "text of whole characters at " + written(on)
	case on != "" && !sized && len(what.accesses) > 0 && what.accesses[0].at < 0 && inFront(p.Core, made, f):
		return room(on, f.Fault.Kind, what)
	case f.Avoidable == solver.Unsat && usesFreed(made, f.Fault, on):
		return ""
	case on != "" && !sized && (inside || strings.ContainsAny(on, ".[(")):
		return room(on, f.Fault.Kind, what)
	case inside && matched(made, f):
		return "a length that fits the text"
	case appends(p.Core, made, f, what, on):
		return room(on, f.Fault.Kind, what)
	case len(what.accesses) > 0 && what.accesses[0].at < 0 &&
		slices.ContainsFunc(term.NewTable(f.Path).Inputs(), isBehind):
		// no length bounds that
		return numbers(f, made, "the numbers in a structure to go together")
	case misjudges(p.Core, made, f, on), admits(p.Core, made, f, entry, inside, on):
		if null := wantedPointers(p.Core, made, f); len(null) > 0 {
			return present(null)
		}
		return ""
	case !sized && len(what.accesses) > 0 && what.accesses[0].writes && what.accesses[0].at >= 0 &&
		flagged(made, f, on):
		return room(on, f.Fault.Kind, what)
	case f.Avoidable != solver.Unsat, together(made, f, on) && longer(p.Core, made, f, on),
		chosen(p.Core, made, f, inside) && !(what.none != nil && takesApart(made.Memory, entry)):
		return numbers(f, made, "other numbers")
	}
	for _, name := range term.NewTable(f.Path).Inputs() {
		if class := made.Class(name); class == harness.Value &&
			(strings.ContainsAny(name, ".+") || isBehind(name) || keeps(p.Core, entry, name)) ||
			class == harness.Data && (isBehind(name) || isNumber(name) && strings.Contains(name, ".")) {
			if null := wantedPointers(p.Core, made, f); len(null) > 0 {
				return present(null)
			}
			return numbers(f, made, "the numbers in a structure to go together")
		}
	}
	if null := wantedPointers(p.Core, made, f); len(null) > 0 {
		return present(null)
	}
	if input := addressedBehind(p.Core, made, f); input != "" {
		return written(input) + " to be the address of an object"
	}
	if inside && looksUp(p.Core, made, f) {
		return "a text with what it looks for there"
	}
	return ""
}

// decisive returns the inputs that the condition of a way is about, but for which pointers are null.
func decisive(made *harness.Made, f finder.Finding) []string {
	return slices.DeleteFunc(term.NewTable(f.Path).Inputs(), func(name string) bool {
		return made.Class(name) == harness.Presence
	})
}

// onlyMade reports whether an assertion is about a harness in which objects were made and nothing was done with them
// since, and fails whatever else the function gets: so it says in which order functions are called.
func onlyMade(p *core.Program, made *harness.Made, f finder.Finding, what culprit) bool {
	builds := made.Memory.Builds()
	if len(builds) == 0 || what.calls > len(builds)+1 {
		return false
	}
	return !slices.ContainsFunc(decisive(made, f), func(name string) bool {
		return !slices.ContainsFunc(builds, func(b *harness.Build) bool { return strings.HasPrefix(name, b.Prefix) }) &&
			slices.ContainsFunc([]int64{0, 1, 'a'}, func(v int64) bool {
				return elsewhere(p, made, f, map[string]int64{name: v}, false)
			})
	})
}

// leaves matches names of functions that say that they leave checks to those who call them.
var leaves = regexp.MustCompile(`(?i)(^|_)(unsafe|unchecked|nocheck|no_check)(_|$)|(?-i:Unsafe|Unchecked)`)

// mayFail reports whether what gives memory may fail in a program. Otherwise malloc does not, and an unknown function
// whose result nobody looks at is as good.
func mayFail(p *load.Program) bool { return p.About.Options["malloc"] == "may-fail" }

// takesMore reports whether a function takes variable arguments, or a list of those of another function.
func takesMore(e *c.Entry) bool {
	return e.Variadic || slices.ContainsFunc(e.Parameters, func(p c.EntryParameter) bool {
		return p.Of.Class == c.Pointer && p.Of.Elem.Record != nil && p.Of.Elem.Record.Tag == argumentList
	})
}

// argumentList is the tag of va_list.
const argumentList = "__va_list_tag"

// unknown returns what a function requires of what others set before it is called, or while it runs, so that a genuine
// fault does not happen; "" if the fault has other reasons. What the function does afterwards, nobody sees.
func unknown(made *harness.Made, f finder.Finding, what culprit, on string) string {
	switch {
	case what.shown:
		return "a function of which nothing is known to set what it is given"
	case what.unset == answered:
		return "a pointer to an object, where a function of which nothing is known returns one"
	case what.unset != "":
		return "something to set " + what.unset + " before"
	case what.called:
		return "data, where the type that is declared has a pointer to a function"
	case f.Fault.Kind == semantics.InvalidCall && made.Memory.Objects[on].Cells != nil,
		f.Fault.Kind == semantics.InvalidCall && slices.ContainsFunc(f.Inputs, func(in certs.Input) bool {
			return made.Class(in.Name) == harness.Presence && strings.Contains(in.Name, "+") && in.Value.Sign() > 0
		}):
		return "functions where it calls what lies in an object of unknown type" // which is made as bytes
	}
	return ""
}

// member returns the member of the structure to which a parameter points from which a null pointer was taken.
func member(e *c.Entry, what culprit) string {
	part, _ := harness.Within(named(e, what.lacks).Of.Elem, what.member)
	name, _, _ := strings.Cut(part.Path[strings.LastIndexByte(part.Path, '.')+1:], "[")
	return name
}

// stated returns what a function says that it requires, where it asserts something or aborts otherwise: whether it does
// is decided by numbers, by what other functions return, or by which pointers are null; if those are pointers in a
// structure, also where others would not help, because they may have to lead to one object. "" means that what lies in
// a text or in a buffer decides, which no function may want of those who call it from other files; of a static
// function, the callers are in its file.
func stated(p *core.Program, made *harness.Made, f finder.Finding, static bool) string {
	values := map[string]int64{} // of the pointers that are null, other ones
	var null []string
	for _, in := range f.Inputs {
		if made.Class(in.Name) != harness.Presence {
			continue
		}
		if in.Value.Sign() > 0 {
			if elsewhere(p, made, f, map[string]int64{in.Name: 0}, true) {
				return written(in.Name) + " == NULL"
			}
			continue
		}
		values[in.Name] = 1
		null = append(null, in.Name)
		for _, n := range slices.Sorted(maps.Keys(draws(p))) { // a number may go with the pointer
			if class := made.Class(n); (class == harness.Value || class == harness.Data) &&
				!strings.ContainsAny(n, ".[+") && elsewhere(p, made, f, map[string]int64{in.Name: 1, n: 1}, false) {
				return present([]string{in.Name})
			}
		}
		if elsewhere(p, made, f, map[string]int64{in.Name: 1}, false) {
			return present([]string{in.Name})
		}
		if elsewhere(p, made, f, values, false) {
			return present(null)
		}
		for _, member := range slices.Sorted(maps.Keys(draws(p))) { // what lies there may have to be something
			if strings.HasPrefix(member, in.Name+"[0].") && made.Class(member) == harness.Value &&
				slices.ContainsFunc(kinds, func(v int64) bool {
					return elsewhere(p, made, f, map[string]int64{in.Name: 1, member: v}, false)
				}) {
				return present([]string{in.Name})
			}
		}
	}
	for _, c := range slices.Backward(f.Path) {
		inputs := term.NewTable([]*term.Formula{c}).Inputs()
		if slices.ContainsFunc(inputs, func(name string) bool {
			return (static || !strings.Contains(name, "[]")) && made.Class(name) != harness.Presence
		}) {
			return numbers(f, made, "other arguments, or other functions that it calls")
		}
		if len(inputs) > 0 && !slices.ContainsFunc(inputs, func(name string) bool {
			return made.Class(name) == harness.Presence
		}) {
			return ""
		}
	}
	if f.Fault.Kind == semantics.Aborted {
		return "that it is not called"
	}
	if slices.ContainsFunc(term.NewTable(f.Path).Inputs(), func(name string) bool {
		return made.Class(name) == harness.Presence && strings.Contains(name, ".")
	}) {
		return "the pointers in a structure to go together"
	}
	return ""
}

// atOnce reports whether a fault happens before a function has decided anything: that says what it takes.
func atOnce(p *core.Program, made *harness.Made, f finder.Finding) bool {
	first := decisions(p, made, valuesOf(f), int64(f.Bug.Trace.Steps))
	return len(first.taken) == 0
}

// looksUp reports whether a function uses a null pointer that another one returned for what lies in a text, before it
// has decided anything itself: it takes a text in which something is found.
func looksUp(p *core.Program, made *harness.Made, f finder.Finding) bool {
	if f.Fault.Kind != semantics.NullDereference || !slices.ContainsFunc(term.NewTable(f.Path).Inputs(),
		func(name string) bool { return made.Class(name) == harness.Data && strings.Contains(name, "[]") }) {
		return false
	}
	first := decisions(p, made, valuesOf(f), int64(f.Bug.Trace.Steps))
	all := len(first.taken)
	first.forget(first)
	return all > 0 && len(first.taken) == 0
}

// begins reports whether an assertion fails for some of these inputs before the function has decided anything but what
// it asserts: such an assertion says what it takes.
func begins(p *core.Program, made *harness.Made, f finder.Finding, class harness.Class) bool {
	first := decisions(p, made, valuesOf(f), int64(f.Bug.Trace.Steps))
	first.forget(first)
	return slices.ContainsFunc(term.NewTable(f.Path).Inputs(), func(name string) bool {
		return made.Class(name) == class && (class == harness.Presence || strings.Contains(name, "[]"))
	}) &&
		!slices.ContainsFunc(first.taken, func(d decision) bool { return !isAsserted(p, d.fn, d.fn.Code[d.pc].Span) })
}

// encoded reports whether an input is a byte without a sign that may change, or the length of such bytes: they are no
// text, and nobody has read them from outside.
func encoded(made *harness.Made, input string) bool {
	first, _, _ := strings.Cut(input, "#")
	pointer, bytes := strings.CutSuffix(first, "[]")
	is := func(pointer string) bool {
		elem := made.Elem(pointer)
		return elem != nil && elem.Class == c.Integer && elem.Size == 1 && !elem.Signed && !elem.Const
	}
	if bytes {
		return is(pointer)
	}
	for p, o := range made.Memory.Objects {
		if o.Kind == harness.Counted && o.With == input && is(p) {
			return true
		}
	}
	return false
}

// inFront reports whether a function that reads or writes in front of an object fails whatever lies in texts and
// buffers, and however long they are, if perhaps at another place. Then something stands there that the program itself
// puts in front of what it hands out.
func inFront(p *core.Program, made *harness.Made, f finder.Finding) bool {
	values, steps := valuesOf(f), int64(f.Bug.Trace.Steps)
	for _, v := range []int64{0, 'a'} {
		for name := range values {
			switch {
			case made.Class(name) != harness.Data || isNumber(name):
			case strings.Contains(name, "[]"):
				values[name] = big.NewInt(v)
			default: // a length
				values[name] = big.NewInt(min(v, int64(sizes[0])))
			}
		}
		if w := decisions(p, made, values, 2*steps+afterwards); !w.discarded && w.fault == nil {
			return false
		}
	}
	return true
}

// keeps reports whether an input is a number to which a parameter points, and which the function sets: so a caller
// keeps for it what it needs the next time.
func keeps(p *core.Program, e *c.Entry, input string) bool {
	pointer, _, ok := strings.Cut(input, "[")
	i := slices.IndexFunc(e.Parameters, func(q c.EntryParameter) bool { return q.Name == pointer })
	if !ok || i < 0 || strings.Contains(input, "[]") || !isNumber(input) {
		return false
	}
	return slices.ContainsFunc(p.Funcs, func(fn *core.Func) bool {
		return fn.Name == e.Name && slices.ContainsFunc(fn.Code, func(in core.Instr) bool {
			if in.Op != core.Store {
				return false
			}
			to := value(in.Args[0])
			return to.Op == core.Read && to.Slot == i
		})
	})
}

// isBehind reports whether an input is a number in an array to which a pointer in memory leads, and no byte.
func isBehind(name string) bool { return strings.Count(name, "[") > 1 && isNumber(name) }

// usesFreed reports whether a fault is the use of an object after the function freed it behind another pointer than the
// one that it was given.
func usesFreed(made *harness.Made, f semantics.Fault, on string) bool {
	return f.Kind == semantics.UseAfterFree && strings.Contains(on, ".") &&
		slices.ContainsFunc(slices.Collect(maps.Values(made.Memory.Objects)), func(o harness.Object) bool {
			return o.Alias && o.With == on
		})
}

// beyondASCII reports whether the text at a pointer has other characters than those of ASCII. Who reads several bytes
// for one may rely on it that they are there.
func beyondASCII(f finder.Finding, pointer string) bool {
	return slices.ContainsFunc(f.Inputs, func(in certs.Input) bool {
		name, _, _ := strings.Cut(in.Name, "#")
		return name == pointer+"[]" && (in.Value.Sign() < 0 || in.Value.BitLen() > 7)
	})
}

// makes reports whether a function makes an object for the one that is looked at.
func makes(m *harness.Memory, name string) bool {
	for _, o := range m.Objects {
		if o.Kind == harness.Built && (o.Build.Maker.Name == name || o.Build.Adder != nil &&
			o.Build.Adder.Name == name) {
			return true
		}
	}
	return false
}

// callsBefore reports whether a function is called before the one that is looked at, but not to make an object.
func callsBefore(m *harness.Memory, name string) bool {
	return slices.ContainsFunc(m.Builds(), func(b *harness.Build) bool {
		return b == m.Before && b.Maker != nil && b.Maker.Name == name ||
			slices.ContainsFunc(b.Calls, func(call harness.Call) bool { return call.Name == name })
	})
}

// fromEmpty reports whether a fault is an access in front of an object that a function made to which nothing was added:
// it takes something from what is empty, such as the last element.
func fromEmpty(m *harness.Memory, what culprit, values map[string]*big.Int) bool {
	return len(what.accesses) > 0 && what.accesses[0].at < 0 && makes(m, what.accesses[0].maker) &&
		!slices.ContainsFunc(slices.Collect(maps.Values(m.Objects)), func(o harness.Object) bool {
			if o.Kind != harness.Built {
				return false
			}
			times := values[o.Build.Prefix+"times"]
			return times != nil && times.Sign() > 0
		})
}

// firstOfNone reports whether a fault is a read behind an object that a function made to which nothing was added,
// nothing that the function gets decides whether it happens, and it does not happen where something was added, after
// the same decisions: the function takes the first element without a look at how many there are.
func firstOfNone(p *core.Program, made *harness.Made, f finder.Finding, what culprit) bool {
	if f.Fault.Kind != semantics.OutOfBoundsRead || len(what.accesses) == 0 || what.accesses[0].at < 0 {
		return false
	}
	for _, o := range made.Memory.Objects {
		if o.Kind != harness.Built || o.Build.Maker.Name != what.accesses[0].maker {
			continue
		}
		times := o.Build.Prefix + "times"
		if n := valuesOf(f)[times]; n != nil && n.Sign() == 0 &&
			!slices.ContainsFunc(term.NewTable(f.Path).Inputs(), func(name string) bool {
				return !strings.HasPrefix(name, o.Build.Prefix) && made.Class(name) != harness.Presence
			}) && mends(p, made, f, times, []int64{1, 2}) {
			return true
		}
	}
	return false
}

// released reports whether a fault is about an object that was freed after a function made it, in a harness that calls
// others with it before. One of these may release it, which its name does not say.
func released(m *harness.Memory, k semantics.Kind, what culprit, on string) bool {
	if k != semantics.UseAfterFree && k != semantics.DoubleFree && k != semantics.InvalidFree {
		return false
	}
	by := what.freed // the function that made it
	if len(what.accesses) > 0 {
		by = what.accesses[0].maker
	}
	return slices.ContainsFunc(slices.Collect(maps.Values(m.Objects)), func(o harness.Object) bool {
		return o.Kind == harness.Built && o.Called > 0 && (len(what.accesses) == 0 && by == "" ||
			m.Objects[on].Kind == harness.Built || by == o.Build.Maker.Name)
	})
}

// manyMakers is how many functions make different kinds of a structure, and not the same in other ways.
const manyMakers = 4

// oneKind reports whether a finding is about a harness in which a function makes an object of one kind, where others
// make other kinds, and nothing was added that decides the way. Or it is an assertion, which the function made in vain:
// then it is about what makes the object.
func oneKind(m *harness.Memory, inputs []string, asserted bool) bool {
	for _, o := range m.Objects {
		if o.Kind != harness.Built {
			continue
		}
		if added := slices.Contains(inputs, o.Build.Prefix+"times"); !added &&
			(o.Build.Makers >= manyMakers || asserted && len(inputs) == 0) {
			return true
		}
	}
	return false
}
