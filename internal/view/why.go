package view

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines why a fault has the values that it has: a sentence for each value, and the assignments that made
// them.

// Reason says why a value is as it is.
type Reason struct {
	What string      // "i is 4", "q->rear is 4"
	Why  string      // how the source made it: "added 1 to it 4 times, from 0"; "" for an input
	At   source.Span // not valid if the source has no place for it
	Step int64       // the step that made it last; 0 if that is unknown
}

// Sentence writes the reason; place writes down a place in the sources.
func (r Reason) Sentence(place func(at source.Span, step int64) string) string {
	if r.Why == "" || !r.At.IsValid() {
		return r.What
	}
	return r.What + " because " + place(r.At, r.Step) + " " + r.Why
}

// Assignment is an assignment from which a value was made, with everything that it assigned on the way.
type Assignment struct {
	At     source.Span
	Func   string
	Name   string // what is assigned; "" if Text says so
	Text   string // the text of the source
	Note   string // "an input"; "" for most
	Values []string
	Left   int   // how many values are left out before the last one
	Times  int   // how often; 0 if that is not known
	Step   int64 // the last time
}

// How much is told about the reasons.
const (
	maxReasons     = 3
	maxAssignments = 14
	valuesOfEach   = 4
	maxVisited     = 1 << 16 // origins that are visited
)

// guilty is a part of the culprit: a slot that it reads, and the name of that slot in the source.
type guilty struct {
	slot int
	span source.Span
}

// Why says why the values of a fault are as they are, and which assignments made them, in the order of the run. About
// are the objects of the fault.
func (o *Origins) Why(e *Ending, texts *Texts, about []int) (reasons []Reason, made []Assignment) {
	if e.fault == nil {
		return nil, nil
	}
	var start []int
	frame := o.frames[len(o.frames)-1]
	for _, g := range o.guilty(e) {
		i := frame[g.slot]
		if i == 0 {
			continue
		}
		start = append(start, i)
		if r, ok := o.reason(e, texts, g, i); ok && len(reasons) < maxReasons && !e.Last.Func().Library {
			reasons = append(reasons, r)
		}
	}
	for _, id := range about {
		if i := o.ended[id]; i != 0 {
			start = append(start, i)
		}
	}
	return reasons, o.assignments(e, texts, start)
}

// guilty returns the slots that the culprit reads and whose values are wrong.
func (o *Origins) guilty(e *Ending) []guilty {
	var list []guilty
	var visit func(x *core.Expr, at source.Span)
	visit = func(x *core.Expr, at source.Span) {
		if x == nil {
			return
		}
		if x.Span.IsValid() {
			at = x.Span
		}
		if x.Op == core.Read && !slices.ContainsFunc(list, func(g guilty) bool { return g.slot == x.Slot }) {
			list = append(list, guilty{x.Slot, at})
		}
		if x.Op != core.Defined && x.Op != core.Within {
			at = source.Span{} // the fault concerns more than an operand
		}
		visit(x.X, at)
		visit(x.Y, at)
	}
	in := e.Culprit
	t := storyteller{m: o.machine, s: e.Last}
	if in != e.Last.Instr() { // an assertion
		visit(in.Args[0], source.Span{})
		return list
	}
	for _, x := range in.Args {
		if _, ok := t.value(x); !ok {
			c := t.culprit(x)
			switch c.Op {
			case core.Quo, core.Rem, core.Div, core.Mod:
				visit(c.Y, source.Span{})
			default:
				visit(c, source.Span{})
			}
			return list
		}
	}
	switch in.Op {
	case core.Load, core.Store, core.Free, core.Extent, core.Room, core.End, core.Call:
		visit(in.Args[0], source.Span{})
	case core.Fill:
		visit(in.Args[0], source.Span{})
		visit(in.Args[2], source.Span{})
	case core.Copy:
		for _, x := range in.Args {
			visit(x, source.Span{})
		}
	}
	return list
}

// reason says why a slot has its value; ok is false if there is nothing to say.
func (o *Origins) reason(e *Ending, texts *Texts, g guilty, i int) (r Reason, ok bool) {
	name := e.Last.Func().Slots[g.slot].Name
	if !IsShown(name) {
		if name = texts.At(g.span); name == "" {
			return r, false
		}
	}
	v := e.Last.Slot(g.slot)
	if !v.IsDefined() {
		return r, false
	}
	i = o.resolve(i)
	made, known := o.get(i)
	if !known || made.in.Op == core.Alloc || made.in.Op == core.Load { // the facts tell about it, or nothing is known
		return r, false
	}
	r = Reason{What: termview.Name(name) + " is " + o.shown(e, v), At: made.at, Step: made.step}
	if made.in.Op == core.Draw {
		if input := termview.Name(made.in.Name); input != termview.Name(name) {
			r.What += ", the input " + input
			return r, true
		}
		return r, false // it is listed among the assignments
	}
	if id, _, isObject := v.Object(); isObject {
		if _, found := e.Last.Object(id); found {
			r.What = termview.Name(name) + " points to " + o.names.Object(e.Last, id)
		}
	}
	first, times, values, forgotten := o.repeats(i)
	_, step, constant := steady(values)
	switch {
	case forgotten:
		r.Why = "changes it again and again, last by " + o.text(texts, made)
	case constant && times > 0 && adds(made.in):
		how := "adds " + step.String() + " to it "
		if step.Sign() < 0 {
			how = "subtracts " + new(big.Int).Neg(step).String() + " from it "
		}
		r.Why = how + count(times)
		if from, ok := o.get(first); ok && from.value.IsDefined() {
			r.Why += ", from " + o.shown(e, from.value)
		}
	case times > 1:
		r.Why = "changes it " + count(times) + ", last by " + o.text(texts, made)
	case made.arg >= 0:
		r.Why = "passes " + o.passed(texts, made)
	default:
		text := o.text(texts, made)
		if text == "" || text == o.shown(e, v) {
			r.Why = "sets it"
		} else {
			r.Why = "says " + text
		}
	}
	return r, true
}

// adds reports whether an instruction adds a constant.
func adds(in *core.Instr) bool {
	if len(in.Args) == 0 {
		return false
	}
	e := in.Args[len(in.Args)-1]
	for isCheck(e) {
		e = operand(e)
	}
	return (e.Op == core.Add || e.Op == core.Sub) && (e.X.Op == core.Const || e.Y.Op == core.Const)
}

// count returns "once", "twice", "3 times".
func count(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// repeats follows an assignment that changes its own earlier result. It returns the assignment before all of these, how
// often this one changed the value, and the values, the last one first. Forgotten says that the beginning is not known
// any more.
func (o *Origins) repeats(i int) (first, times int, values []core.Value, forgotten bool) {
	r, _ := o.get(i)
	in := r.in
	values = append(values, r.value)
	for {
		before := o.before(i)
		b, ok := o.get(before)
		if !ok {
			return 0, times, values, times > 0 && o.forgets(i)
		}
		times++
		values = append(values, b.value)
		if b.in != in {
			return before, times, values, false
		}
		i = before
	}
}

// forgets reports whether an origin comes from others that are not known any more.
func (o *Origins) forgets(i int) bool {
	r, ok := o.get(i)
	return ok && slices.ContainsFunc(r.from, func(from int) bool { return from <= o.base })
}

// steady returns the difference between each of some integers and the next one, if it is always the same.
func steady(values []core.Value) (last, step *big.Int, ok bool) {
	for k, v := range values {
		n, isInt := v.Integer()
		if !isInt {
			return nil, nil, false
		}
		if k > 0 {
			d := new(big.Int).Sub(last, n)
			if step != nil && step.Cmp(d) != 0 || d.Sign() == 0 {
				return nil, nil, false
			}
			step = d
		}
		last = n
	}
	return last, step, step != nil
}

// shown returns a value as people read it at the end of the run.
func (o *Origins) shown(e *Ending, v core.Value) string {
	if !v.IsDefined() {
		return "undefined"
	}
	if id, _, ok := v.Object(); ok {
		if obj, found := e.Last.Object(id); found && (isHeap(obj) || obj.Literal) {
			return "→ " + o.names.Object(e.Last, id)
		}
	}
	return termview.Name(o.names.Value(e.Last, v))
}

// text returns the source text of an assignment.
func (o *Origins) text(texts *Texts, r *origin) string {
	if r.arg >= 0 {
		return o.passed(texts, r)
	}
	return texts.At(r.at)
}

// passed returns the text of the argument for a parameter.
func (o *Origins) passed(texts *Texts, r *origin) string {
	call := texts.At(r.at)
	if args := arguments(call); len(args) == len(r.in.Args)-1 {
		return args[r.arg]
	}
	return call
}

// arguments returns the arguments of a call, from its text in C; nil if the text does not show them plainly.
func arguments(call string) (args []string) {
	open := strings.IndexByte(call, '(')
	if open < 0 || !strings.HasSuffix(call, ")") {
		return nil
	}
	depth, from, quote := 0, open+1, byte(0)
	for i := open; i < len(call); i++ {
		switch c := call[i]; {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth == 0 {
				if i < len(call)-1 { // of f(x)(y)
					return nil
				}
				args = append(args, strings.TrimSpace(call[from:i]))
			}
		case c == ',' && depth == 1:
			args = append(args, strings.TrimSpace(call[from:i]))
			from = i + 1
		}
	}
	return args
}

// assigns reports whether a text of the source says what it assigns.
func assigns(text string) bool {
	for _, sign := range []string{"++", "--"} {
		if strings.HasPrefix(text, sign) || strings.HasSuffix(text, sign) {
			return true
		}
	}
	i := strings.IndexByte(text, '=')
	return i > 0 && i < len(text)-1 && text[i+1] != '=' && !strings.ContainsRune("!=<>", rune(text[i-1])) ||
		strings.Contains(text, "<<=") || strings.Contains(text, ">>=")
}

// assignments returns the assignments from which some origins come, in the order of the run.
func (o *Origins) assignments(e *Ending, texts *Texts, start []int) []Assignment {
	seen, forgotten := map[int]bool{}, false
	var told []int
	queue := slices.Clone(start)
	for len(queue) > 0 && len(seen) < maxVisited {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		r, ok := o.get(i)
		if !ok || seen[i] {
			continue
		}
		seen[i] = true
		if r.told() || r.in.Op == core.Free || r.in.Op == core.Alloc && r.in.Life == core.Heap && IsShown(r.fn.Name) {
			told = append(told, i)
		}
		queue = append(queue, r.from...)
		forgotten = forgotten || o.forgets(i)
	}
	forgotten = forgotten || len(queue) > 0
	slices.Sort(told)
	type key struct {
		in *core.Instr
		target
	}
	var list []Assignment
	index := map[key]int{}
	for _, i := range told {
		r, _ := o.get(i)
		k := key{r.in, r.target()}
		at, again := index[k]
		if !again {
			at = len(list)
			index[k] = at
			list = append(list, o.assignment(e, texts, r))
		}
		a := &list[at]
		a.Times, a.Step = a.Times+1, r.step
		switch v := o.shown(e, r.value); {
		case r.in.Op == core.Free || r.in.Op == core.Fill || r.in.Op == core.Alloc &&
			!IsShown(r.fn.Slots[r.in.Dst].Name):
		case len(a.Values) < valuesOfEach:
			a.Values = append(a.Values, v)
		default:
			if a.Times > valuesOfEach+1 || a.Values[valuesOfEach-1] != v {
				a.Left++
			}
			a.Values[valuesOfEach-1] = v
		}
	}
	list = slices.DeleteFunc(list, func(a Assignment) bool { return !a.At.IsValid() || texts.Source(a.At) < 0 })
	for i := range list {
		if a := &list[i]; forgotten && a.Times > 1 { // the first ones are not known
			if a.Times = 0; len(a.Values) > 0 {
				a.Values, a.Left = []string{"...", a.Values[len(a.Values)-1]}, 0
			}
		}
	}
	if len(list) > maxAssignments { // those nearest to the fault matter most
		list = list[len(list)-maxAssignments:]
	}
	return list
}

// assignment says what an origin assigns.
func (o *Origins) assignment(e *Ending, texts *Texts, r *origin) Assignment {
	a := Assignment{At: r.at, Func: termview.Name(r.fn.Name), Text: o.text(texts, r)}
	switch {
	case r.in.Op == core.Draw:
		a.Note = "the input " + termview.Name(r.in.Name)
		a.Name = termview.Name(r.fn.Slots[r.in.Dst].Name)
	case r.in.Op == core.Free:
		if _, ok := e.Last.Object(r.id); ok {
			a.Note = "ends " + o.names.Object(e.Last, r.id)
		}
	case r.in.Op == core.Alloc:
		if _, ok := e.Last.Object(r.id); ok {
			a.Note = "makes " + o.names.Object(e.Last, r.id)
		}
	case r.arg >= 0:
		a.Name, a.Note = termview.Name(r.callee.Slots[r.arg].Name), "passed to "+termview.Name(r.callee.Name)
	case assigns(a.Text):
	case r.in.Op == core.Store || r.in.Op == core.Fill:
		if obj, ok := e.Last.Object(r.id); ok {
			if a.Name = o.names.Object(e.Last, r.id); obj.Size != r.in.Type.Size() {
				a.Name += fmt.Sprintf(" + %d", r.offset)
			}
		}
	default:
		a.Name = termview.Name(r.fn.Slots[r.in.Dst].Name)
	}
	return a
}

// Sentence says what an assignment did.
func (a Assignment) Sentence() string {
	text := a.Text
	if a.Name != "" && a.Name != text {
		text = a.Name + " = " + text
	}
	if a.Note != "" {
		text += " (" + a.Note + ")"
	}
	if values := a.Value(); values != "" {
		text += ": " + values
	}
	return text
}

// Value lists the values that were assigned: the first ones and the last one.
func (a Assignment) Value() string {
	if len(a.Values) == 0 || len(a.Values) == 1 && (a.Values[0] == a.Text ||
		strings.HasSuffix(a.Text, "= "+a.Values[0])) {
		return ""
	}
	if a.Left == 0 {
		return strings.Join(a.Values, ", ")
	}
	last := len(a.Values) - 1
	return strings.Join(a.Values[:last], ", ") + ", ..., " + a.Values[last]
}
