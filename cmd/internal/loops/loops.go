// Package loops says what a checked certificate shows at the loops of a program, as expressions in the syntax of that
// program.
//
// [Read] checks a certificate of absence and returns the loops at which it has invariants; a [Watch] does so beside
// other listeners to a check. [Loop.Text] writes what holds at a loop. What is written holds whenever a run is about to
// evaluate the controlling expression, or, if [Loop.Body] says so, whenever it is about to execute the body of a do.
// What no expression can say is left out, so a text may say less than the certificate shows, and never more;
// [Loop.Gaps] has what is left out, with the reasons.
package loops

import (
	"cmp"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines the loops of a certificate, and where its walk comes to them.

// Loop is a loop of a program, and what a certificate shows there.
type Loop struct {
	Function      string // which has the loop
	Word          string // with which it begins, as in the text: for, while, do, loop
	checker.Place        // of the word
	// Any has what holds when the controlling expression is about to be evaluated: for each way in which the
	// certificate comes there, the atoms that hold then.
	Any  [][]Atom
	Body bool // whether it holds where the body of a do begins instead
	Gaps []Gap
}

// Text writes what holds at a loop, as one condition; "" if there is nothing to write. Names says whether a variable
// can be named where the text stands; nil stands for all variables. Gaps has what this syntax or these names leave out,
// without what [Loop.Gaps] has.
func (l Loop) Text(s Syntax, names func(Variable) bool) (text string, gaps []Gap) {
	var ways []string
	var several []bool // whether a way has several conditions
	for _, atoms := range l.Any {
		parts, left := Conditions(atoms, s, names)
		gaps = append(gaps, left...)
		if len(parts) == 0 {
			if len(l.Any) > 1 {
				gaps = append(gaps, Gap{"the rest", "nothing is known of one of the ways to the loop"})
			}
			return "", unique(gaps)
		}
		if way := strings.Join(parts, and[s]); !slices.Contains(ways, way) {
			ways, several = append(ways, way), append(several, len(parts) > 1)
		}
	}
	for i := range ways {
		if len(ways) > 1 && several[i] {
			ways[i] = "(" + ways[i] + ")"
		}
	}
	return strings.Join(ways, or[s]), unique(gaps)
}

func unique(gaps []Gap) (list []Gap) {
	for _, g := range gaps {
		if !slices.Contains(list, g) {
			list = append(list, g)
		}
	}
	return list
}

// Watch notes where a walk along a certificate comes to loops. The zero Watch is ready.
type Watch struct {
	marks map[*core.Instr]int // how often the walk forgets something at an instruction, and goes on
	comes map[*core.Instr]int // how often it goes on from there
}

// Listen returns options of a check that w listens to, too.
func (w *Watch) Listen(o checker.Options) checker.Options {
	w.marks, w.comes = map[*core.Instr]int{}, map[*core.Instr]int{}
	mark, visit := o.Mark, o.Visit
	o.Mark = func(at core.Frame, path []checker.Assumed) {
		w.marks[at.Instr()]++
		if mark != nil {
			mark(at, path)
		}
	}
	o.Visit = func(v checker.Visit) {
		switch {
		case v.Seen:
			w.marks[v.Next]--
		case !slices.ContainsFunc(v.Ways, func(on checker.Way) bool { return on.Meets }):
			// else it goes on from there later
			w.comes[v.Next]++
		}
		if visit != nil {
			visit(v)
		}
	}
	return o
}

// key is an instruction at the head of a loop, or where its turns begin.
type key struct {
	fn *core.Func
	pc int
}

// Read checks a certificate, and returns what it shows at the loops of people's functions.
func Read(certificate []byte, o checker.Options) (*checker.Verdict, []Loop, error) {
	var w Watch
	v, err := checker.Check(certificate, w.Listen(o))
	if err != nil {
		return nil, nil, err
	}
	list, err := w.Loops(v)
	return v, list, err
}

// Loops returns the loops of people's functions at which a certificate has invariants, in the order of their places.
// The check of the certificate is over, and v is its verdict.
func (w *Watch) Loops(v *checker.Verdict) (list []Loop, err error) {
	var statements []c.Loop
	if lang.Named(v.Language).Compiled && len(v.Invariants) > 0 {
		var sources []c.Source
		for _, s := range v.Sources {
			sources = append(sources, c.Source{Name: s.Name, Text: s.Text})
		}
		if statements, err = c.Loops(semantics.NewMeter(semantics.Unlimited, semantics.Unlimited), sources,
			v.Options); err != nil {
			return nil, err
		}
	}
	at := map[key][]checker.Invariant{}
	var order []key
	for _, in := range v.Invariants {
		if in.State.Ended() {
			continue
		}
		k := key{in.State.Func(), in.State.PC()}
		if _, _, ok := view.LoopAt(k.fn, k.pc); !ok || k.fn.Library || view.IsLibrary(v.Lowered.Sources[in.File]) {
			continue
		}
		if at[k] == nil {
			order = append(order, k)
		}
		at[k] = append(at[k], in)
	}
	for _, k := range order {
		list = append(list, w.loop(v, k, at[k], statements))
	}
	slices.SortStableFunc(list, func(a, b Loop) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return list, nil
}

func placeOf(s source.Span) checker.Place {
	return checker.Place{File: int(s.File), Line: int(s.Line), Column: int(s.Column)}
}

// loop returns what invariants at the head of a loop say, or where its turns begin. The turns of a do begin with its
// body, and those of all other loops with the controlling expression, before what that changes.
func (w *Watch) loop(v *checker.Verdict, k key, ins []checker.Invariant, statements []c.Loop) Loop {
	at := &k.fn.Code[k.pc]
	loop, head, _ := view.LoopAt(k.fn, k.pc)
	l := Loop{Function: k.fn.Name, Place: ins[0].Place}
	enter := slices.IndexFunc(k.fn.Code, func(i core.Instr) bool { return i.Op == core.Enter && i.Loop == loop })
	if enter >= 0 && k.fn.Code[enter].Span.IsValid() {
		l.Place = placeOf(k.fn.Code[enter].Span)
	}
	l.Word = wordAt(v.Sources, l.Place)
	l.Body = l.Word == "do" && k.pc != head
	s := scope{v: v, fn: k.fn, at: k.pc, begins: k.pc != head, free: !lang.Named(v.Language).Compiled}
	if !s.free {
		i := slices.IndexFunc(statements, func(s c.Loop) bool {
			return s.Word == l.Word && s.Function == l.Function && placeOf(s.Span) == l.Place
		})
		if i < 0 {
			return l.without("the loop is made by goto or by a macro, so it has no statement of its own")
		}
		s.Loop = statements[i]
	}
	switch {
	case l.Word == "":
		return l.without("the text of the program has no loop there")
	case s.Sets && !s.begins:
		return l.without("the condition of the loop changes variables, and the certificate speaks of their values after that")
	case w.comes[at] > w.marks[at] || len(ins) < w.marks[at]:
		return l.without("the certificate comes to the loop in another way, too, of which it claims nothing")
	}
	for _, in := range ins {
		atoms, gaps := s.atoms(in)
		l.Any, l.Gaps = append(l.Any, atoms), unique(append(l.Gaps, gaps...))
	}
	return l
}

// without returns a loop of which nothing can be said.
func (l Loop) without(why string) Loop {
	l.Any, l.Gaps = nil, append(l.Gaps, Gap{"the invariant", why})
	return l
}

// wordAt returns the word at a place that begins a loop; "" if there is none.
func wordAt(texts []certs.Source, at checker.Place) string {
	if at.File >= len(texts) || at.Line < 1 {
		return ""
	}
	lines := strings.SplitN(strings.TrimPrefix(string(texts[at.File].Text), "\ufeff"), "\n", at.Line+1)
	if len(lines) < at.Line || at.Column < 1 || at.Column > len(lines[at.Line-1]) {
		return ""
	}
	rest := lines[at.Line-1][at.Column-1:]
	for _, word := range []string{"for", "while", "do", "loop"} {
		if after, ok := strings.CutPrefix(rest, word); ok && strings.IndexFunc(after, isLetter) != 0 {
			return word
		}
	}
	return ""
}

func isLetter(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
}
