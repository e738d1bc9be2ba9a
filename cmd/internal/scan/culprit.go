package scan

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines which memory of a harness a fault is about. It runs the program again on the input of the fault.

// part is some bytes of an object.
type part struct {
	made     source.Span // where the object was made
	at, size int64
	writes   bool
	pointer  bool   // a pointer was to be read there
	wide     bool   // a number of more than one byte was to be read there, by the program itself
	begun    int64  // of bytes without a value: how many of the number to be read have one before these
	counted  bool   // whether a function of the library uses these bytes that is told how many there are
	by       string // of bytes without a value: the place that uses them
	maker    string // the function that main called when the object was made
}

// culprit is what a fault is about.
type culprit struct {
	none *part // bytes without a value that were used; nil if there are none
	// whether an unknown function, or one without a body, could have given these bytes a value, or the pointer another
	// one about which the program asserts something
	shown     bool
	accesses  []part // accesses that fail
	exhausted bool   // whether there was no memory for a size that was asked for
	// of a null pointer that was used: the global variable that has it from the start; "" if there is none
	unset   string
	initial []place         // what was read of global variables to which nothing had written
	ran     map[string]bool // the functions of the program that were called
	// the pointers of the harness of which the run compared two that lead to different objects, or one with another
	// pointer
	apart []string
	nulls bool   // whether the run put two null pointers in an order, or subtracted them
	maker string // of bytes without a value: the function that main called when their object was made
	of    string // and the parameter that leads to that object; "" if none does
	// whether the program keeps these bytes from callers, and no function gives them a value that could run before
	forgotten bool
	packed    bool // whether functions of the file make bytes
	// of a null pointer that was used: the pointer of the harness to the structure that has it; "" if none has
	lacks  string
	member int64 // where it lies there
	looked bool  // whether the run decided something by it when it was read from there before
	// of such a pointer: a function that gives it a value, so that it may be one by the time; "" if there is none
	completed string
	// whether what is read or written is an unknown function: what lies there is of another type than the harness made
	called bool
	// whether a word was to be read of which a part lies behind its object, and the function masks that part
	masked bool
	// the function that main called: the one that is looked at, or one that makes an object for it
	within  string
	calls   int  // how many functions of the program it called
	asserts bool // whether the run was about to assert something
	text    bool // whether a function of the library read a text
	// the pointer of the harness to a format that the run passed on with arguments; "" if there is none
	format string
	opens  bool   // whether the run opened a file, or tried to
	freed  string // of an object that was freed twice: the function that main called when it was made; "" if none
}

// place is a part of a global variable.
type place struct {
	global int // its index
	at     int64
	t      core.Scalar
	zero   bool // whether it is
}

// moved is a copy of bytes from one object to another.
type moved struct {
	from, to  int
	start, at int64
	size      int64
}

// watcher notes which undefined bytes a run reads.
type watcher struct {
	view.Ending
	machine *core.Machine
	id      int // of the object of the last undefined bytes that were loaded; 0 if there were none
	last    part
	moves   []moved
	shown   map[int]bool // objects to which an unknown function got a pointer
	// the variable of a function from which the program loaded the last pointer; 0 if it was loaded elsewhere
	from   int
	denied bool           // whether an allocation failed
	opens  bool           // whether a file was opened, or could not be
	set    map[int][]span // the parts of objects that were written
	// the global variable from which the last null pointer was loaded, if nothing has written to it
	unset   string
	lacks   spot            // from where it was loaded
	looked  map[spot]bool   // places of null pointers by which something was decided
	first   map[spot]spot   // where null pointers were loaded that were stored somewhere since
	null    held            // the slot that has this pointer
	stored  map[spot]string // where it was stored since, such as among variable arguments: the variable
	apart   []int           // the last objects that were compared, if they differ
	nulls   bool            // whether pointers that lead to no object were compared
	called  string          // the function that main has called and that has not returned; "" if there is none
	calls   int             // how many functions of the program main has called
	given   map[int]string  // the objects that it got, by the parameters that lead to their beginnings
	makers  map[int]string  // for each object, what was called then
	initial []place         // see culprit
	ran     map[string]bool
	mayFail bool // whether what gives memory may fail
}

// held is a slot of a call, which has a depth.
type held struct{ depth, slot int }

// spot is a place in an object.
type spot struct {
	id int
	at int64
}

func newWatcher() *watcher {
	return &watcher{shown: map[int]bool{}, set: map[int][]span{}, makers: map[int]string{}, stored: map[spot]string{},
		looked: map[spot]bool{}, first: map[spot]spot{}, ran: map[string]bool{}}
}

func (w *watcher) Begin(m *core.Machine, s core.State) {
	w.machine = m
	w.Ending.Begin(m, s)
}

// noMemory is the function of the models that malloc and its family call where there is no memory for a size.
const noMemory = "__vouch_no_memory"

// opening is the function of the models that all call that open a file by its name.
const opening = "open"

// answered stands for the variable of a null pointer that an unknown function returned, and at which nothing has looked
// since.
const answered = "$answered"

// maxMoves is how many copies are noted; the oldest are forgotten.
const maxMoves = 1 << 12

func (w *watcher) Step(s *view.Step) {
	w.Ending.Step(s)
	if fn := s.After.Func(); fn != s.Before.Func() && s.Instr().Op == core.Call {
		w.denied = w.denied || fn.Library && fn.Name == noMemory
		w.opens = w.opens || fn.Library && fn.Name == opening
		if !fn.Library {
			w.ran[fn.Name] = true
		}
		if s.Before.Func().Name == "main" && !fn.Library {
			w.called, w.given = fn.Name, map[int]string{}
			w.calls++
			for i, a := range s.Instr().Args[1:] {
				if id, at, ok := w.place(s.Before, a); ok && at == 0 && i < fn.Params {
					w.given[id] = fn.Slots[i].Name
				}
			}
		}
		for i, a := range s.Instr().Args {
			if id, _, ok := w.place(s.Before, a); ok && harness.IsUnknown(fn.Name) {
				w.shown[id] = true
			}
			if w.isNull(s.Before, a) {
				w.null = held{s.After.Depth(), i - 1}
			}
		}
	}
	if s.After.Func().Name == "main" && s.Before.Func().Name != "main" {
		w.called = ""
	}
	for _, a := range s.Instr().Args {
		w.compared(s.Before, a)
	}
	if in := s.Instr(); in.Op == core.Branch && w.looksAt(s.Before, in.Args[0]) {
		w.looked[w.lacks] = true
	}
	switch in := s.Instr(); {
	case in.Op == core.Set && w.isNull(s.Before, in.Args[0]): // the last of the slots that have it
		w.null = held{s.Before.Depth(), in.Dst}
	case in.Op == core.Return && harness.IsUnknown(s.Before.Func().Name) && !w.mayFail:
		w.null, w.unset = held{}, ""
		if dst := s.After.Func().Code[s.After.PC()-1].Dst; dst >= 0 && s.After.Slot(dst).IsNull() {
			w.null, w.unset, w.lacks = held{s.After.Depth(), dst}, answered, spot{}
		}
	case in.Op == core.Branch && w.unset == answered && w.looksAt(s.Before, in.Args[0]):
		w.unset = ""
		maps.DeleteFunc(w.stored, func(_ spot, of string) bool { return of == answered })
	case in.Op == core.Return && len(in.Args) > 0 && w.isNull(s.Before, in.Args[0]) &&
		s.After.Depth() < s.Before.Depth():
		w.null = held{s.After.Depth(), s.After.Func().Code[s.After.PC()-1].Dst}
	case w.null == (held{s.Before.Depth(), in.Dst}): // something else is there from now on
		w.null, w.unset = held{}, ""
	}
	switch in := s.Instr(); in.Op {
	case core.Alloc:
		if id, _, ok := s.After.Slot(in.Dst).Object(); ok {
			w.makers[id] = w.called
		}
	case core.Load:
		w.reads(s, in)
		if in.Type == core.Pointer && !s.Before.Func().Library {
			w.from = 0
			if id, _, ok := w.place(s.Before, in.Args[0]); ok {
				if o, ok := s.Before.Object(id); ok && o.Life == core.Local && !o.Global {
					w.from = id
				}
			}
		}
		if in.Type == core.Pointer && s.After.Slot(in.Dst).IsNull() {
			w.unset, w.null = "", held{s.After.Depth(), in.Dst}
			w.lacks = spot{}
			if id, at, ok := w.place(s.Before, in.Args[0]); ok {
				w.lacks = spot{id, at}
				w.unset = w.stored[w.lacks]
				if from, ok := w.first[w.lacks]; ok {
					w.lacks = from
				}
				if o, ok := s.Before.Object(id); ok && o.Global && !o.ReadOnly && !w.isSet(id, at, in.Type.Size()) {
					w.unset = plain(o.Name)
				}
			}
		}
		if s.After.Slot(in.Dst).IsDefined() {
			return
		}
		if id, at, ok := w.place(s.Before, in.Args[0]); ok {
			w.id, w.last = id, part{at: at, size: in.Type.Size(), pointer: in.Type == core.Pointer}
			if o, ok := s.Before.Object(id); ok && in.Type.Size() > 1 && !s.Before.Func().Library {
				_, defined := o.Bits(at, min(in.Type.Size(), 8))
				w.last.begun = int64(bits.TrailingZeros64(^defined) / 8)
			}
		}
	case core.Fill:
		w.forget(w.writes(s.Before, in.Args[0], w.length(s.Before, in.Args[2])))
	case core.Store: // of what was loaded last, if it has no value
		w.writes(s.Before, in.Args[0], in.Type.Size())
		if id, at, ok := w.place(s.Before, in.Args[0]); ok {
			here := spot{id, at}
			delete(w.stored, here)
			delete(w.first, here)
			if w.isNull(s.Before, in.Args[1]) {
				if w.unset != "" {
					w.stored[here] = w.unset
				}
				if w.lacks.id > 0 {
					w.first[here] = w.lacks
				}
			}
		}
		if v, stop := w.machine.Eval(s.Before, in.Args[1]); stop != nil || v.IsDefined() || w.id == 0 {
			return
		}
		if to, at, ok := w.place(s.Before, in.Args[0]); ok {
			w.move(moved{from: w.id, to: to, start: w.last.at, at: at, size: in.Type.Size()})
		}
	case core.Copy:
		w.forget(w.writes(s.Before, in.Args[0], w.length(s.Before, in.Args[2])))
		to, at, ok := w.place(s.Before, in.Args[0])
		from, start, also := w.place(s.Before, in.Args[1])
		if size := w.length(s.Before, in.Args[2]); ok && also && size > 0 {
			w.move(moved{from: from, to: to, start: start, at: at, size: size})
			for here, first := range maps.Clone(w.first) {
				if here.id == from && start <= here.at && here.at < start+size {
					w.first[spot{to, at + here.at - start}] = first
				}
			}
		}
	}
}

// span is a part of an object, in bytes.
type span struct{ from, to int64 }

// mostSpans is how many parts of an object are noted one by one; if there are more, all of it counts as written.
const mostSpans = 256

// writes notes that so many bytes are written to which an expression points, and returns the object.
func (w *watcher) writes(s core.State, to *core.Expr, size int64) (id int) {
	id, at, ok := w.place(s, to)
	if ok && !slices.Contains(w.set[id], span{at, at + size}) {
		if w.set[id] = append(w.set[id], span{at, at + size}); len(w.set[id]) > mostSpans {
			w.set[id] = []span{{0, math.MaxInt64}}
		}
	}
	return id
}

// isSet reports whether something of a part of an object was written.
func (w *watcher) isSet(id int, at, size int64) bool {
	return slices.ContainsFunc(w.set[id], func(x span) bool { return x.from < at+size && at < x.to })
}

// length returns the value of an expression; 0 if it is not known.
func (w *watcher) length(s core.State, e *core.Expr) int64 {
	v, stop := w.machine.Eval(s, e)
	if n, ok := v.Integer(); stop == nil && ok && n.IsInt64() {
		return n.Int64()
	}
	return 0
}

// reads notes a global variable of which a load takes what it has from the start.
func (w *watcher) reads(s *view.Step, in *core.Instr) {
	id, at, ok := w.place(s.Before, in.Args[0])
	if !ok || id > len(w.machine.Program.Globals) || w.isSet(id, at, in.Type.Size()) {
		return
	}
	v := s.After.Slot(in.Dst)
	n, number := v.Integer()
	if u := (place{id - 1, at, in.Type, v.IsNull() || number &&
		n.Sign() == 0}); !w.machine.Program.Globals[u.global].ReadOnly && !slices.Contains(w.initial, u) {
		w.initial = append(w.initial, u)
	}
}

// forget forgets which null pointers are stored in an object.
func (w *watcher) forget(id int) {
	maps.DeleteFunc(w.stored, func(at spot, _ string) bool { return at.id == id })
	maps.DeleteFunc(w.first, func(at, _ spot) bool { return at.id == id })
}

// isNull reports whether an expression is the null pointer that was loaded last, or computed from it.
func (w *watcher) isNull(s core.State, e *core.Expr) bool {
	for e = value(e); e.Op == core.Move; {
		e = value(e.X)
	}
	if e.Op != core.Read || w.null != (held{s.Depth(), e.Slot}) {
		return false
	}
	_, bare := s.Slot(e.Slot).Address()
	return bare
}

// looksAt reports whether an expression reads the null pointer that was loaded last.
func (w *watcher) looksAt(s core.State, e *core.Expr) bool {
	reads, _ := uses(e, w.null.slot, 0)
	return reads && w.null.depth == s.Depth()
}

// compared notes which objects an expression compares.
func (w *watcher) compared(s core.State, e *core.Expr) {
	if e == nil {
		return
	}
	w.compared(s, e.X)
	w.compared(s, e.Y)
	x, y := address(e.X), address(e.Y)
	if x == nil || y == nil || e.Op == core.Same { // whether they are equal, any two pointers may ask
		return
	}
	first, _, is := w.place(s, x)
	second, _, also := w.place(s, y)
	if (is || also) && first != second {
		w.apart = []int{first, second}
	}
	w.nulls = w.nulls || !is && !also && !s.Func().Library
}

// addresses returns the operands of an instruction that say where it reads or writes.
func addresses(in *core.Instr) []*core.Expr {
	if in.Op == core.Copy {
		return in.Args[:2]
	}
	return in.Args[:min(len(in.Args), 1)]
}

// address returns the pointer of which an operand is the address; nil if it is of none.
func address(e *core.Expr) *core.Expr {
	switch {
	case e == nil:
		return nil
	case e.Op == core.ToInt:
		return e.X
	case e.Type == core.Ptr:
		return e
	}
	return nil
}

// move notes a copy.
func (w *watcher) move(m moved) {
	if len(w.moves) == maxMoves {
		w.moves = w.moves[1:]
	}
	w.moves = append(w.moves, m)
}

// place returns the object and the offset to which an expression points.
func (w *watcher) place(s core.State, e *core.Expr) (id int, at int64, ok bool) {
	v, stop := w.machine.Eval(s, e)
	if stop != nil {
		return 0, 0, false
	}
	id, offset, ok := v.Object()
	if !ok || !offset.IsInt64() {
		return 0, 0, false
	}
	return id, offset.Int64(), true
}

// origin follows bytes without a value back to the object from which they were copied.
func (w *watcher) origin() (id int, b part) {
	id, b = w.id, w.last
	for i := len(w.moves) - 1; i >= 0; i-- {
		if m := w.moves[i]; m.to == id && m.at <= b.at+b.begun && b.at+b.begun < m.at+m.size {
			id, b.at = m.from, m.start+b.at-m.at
		}
	}
	return id, b
}

// masks reports whether a load of a word takes bytes from the end of an object on, and the function masks these: what
// it does before it goes on elsewhere uses the first bytes alone. Who reads words that are aligned gets no such byte
// from memory that is not there.
func masks(s core.State, a view.Access) bool {
	o, ok := s.Object(a.ID)
	in := s.Instr()
	if !ok || in.Op != core.Load || a.Offset < 0 || a.Offset >= o.Size || a.Offset%a.Size != 0 {
		return false
	}
	masked := false
	for _, next := range s.Func().Code[s.PC()+1:] {
		for _, e := range next.Args {
			if reads, within := uses(e, in.Dst, 8*(o.Size-a.Offset)); !within {
				return false
			} else if reads {
				masked = true
			}
		}
		if next.Dst == in.Dst || next.Op == core.Branch || next.Op == core.Jump || next.Op == core.Return {
			break
		}
	}
	return masked
}

// uses reports whether an expression reads a slot, and whether it uses so many bits of it at most.
func uses(e *core.Expr, slot int, bits int64) (reads, within bool) {
	if e == nil {
		return false, true
	}
	of, mask := e.X, e.Y
	if e.Op == core.BitAnd && of.Op == core.Const {
		of, mask = mask, of
	}
	x, first := uses(of, slot, bits)
	y, second := uses(mask, slot, bits)
	switch {
	case e.Op == core.Read:
		return e.Slot == slot, e.Slot != slot
	case e.Op == core.BitAnd && mask.Op == core.Const && mask.Int.Sign() >= 0 && int64(mask.Int.BitLen()) <= bits,
		// a conversion to a narrower type
		e.Op == core.Mod && mask.Op == core.Const && mask.Int.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(bits))) <= 0:
		return x, first || value(of).Op == core.Read
	}
	return x || y, first && second
}

// value returns an expression without the demand that it has a value.
func value(e *core.Expr) *core.Expr {
	for e.Op == core.Defined {
		e = e.X
	}
	return e
}

// states reports whether a fault is one where the program itself says that something is wrong.
func states(k semantics.Kind) bool {
	return k == semantics.AssertionFailed || k == semantics.Unreachable || k == semantics.Aborted
}

// formatOf returns which pointer of the harness leads to the format that a function of the library got with arguments;
// ok is false if it got none.
func formatOf(s core.State, f core.Frame, pointer func(source.Span) (string, bool)) (path string, ok bool) {
	n := f.Func().Params
	if !f.Func().Library || n < 2 || f.Func().Slots[n-1].Name != "$va" {
		return "", false
	}
	format, _, is := f.Slot(n - 2).Object()
	list, _, also := f.Slot(n - 1).Object()
	if o, there := s.Object(list); !is || !also || !there || o.Size <= 16 { // the end of the list alone
		return "", false
	}
	o, there := s.Object(format)
	if !there {
		return "", false
	}
	return pointer(o.Made)
}

// isAsserted reports whether a place is part of an assertion, as the macro writes it: something fails at the same
// place, or the program ends there.
func isAsserted(p *core.Program, fn *core.Func, at source.Span) bool {
	return !fn.Library && slices.ContainsFunc(fn.Code, func(in core.Instr) bool {
		switch {
		case in.Span != at:
			return false
		case in.Op == core.Call && in.Args[0].Op == core.Function:
			f := p.Funcs[in.Args[0].Ref]
			return f.Library && gives.MatchString(f.Name)
		}
		return in.Op == core.Fail && states(in.Kind)
	})
}

// gives matches the functions of the library by which a program gives up.
var gives = regexp.MustCompile(`^_*(assert_?(fail|rtn)?|abort)$`)

// culpritOf runs a program on the input of a finding. Pointer says which pointer of the harness leads to what was made
// at a place, packed whether functions of the file make bytes, and mayFail whether what gives memory may fail.
func culpritOf(p *core.Program, f finder.Finding, pointer func(source.Span) (path string, ok bool), packed,
	mayFail bool) culprit {
	w := newWatcher()
	w.mayFail = mayFail
	first := begin(p)
	run := &view.Run{Program: p, First: &first, Input: view.Inputs(f.Inputs), Steps: int64(f.Bug.Trace.Steps)}
	last, _ := run.Replay(w)
	var c culprit
	c.text = last.Func().Library && strings.HasPrefix(last.Func().Name, "str")
	for frame := last.Frame; ; {
		if path, ok := formatOf(last, frame, pointer); ok {
			c.format = path
		}
		c.asserts = c.asserts || isAsserted(p, frame.Func(), frame.Instr().Span)
		caller, ok := frame.Caller()
		if !ok {
			break
		}
		if caller.Func().Name == "main" {
			c.within = frame.Func().Name
		}
		frame = caller
	}
	counted := last.Func().Library && strings.HasPrefix(last.Func().Name, "mem")
	if f.Fault.Kind == semantics.UninitialisedValue && w.id != 0 {
		id, b := w.origin()
		if o, ok := last.Object(id); ok {
			c.maker, c.of = w.makers[id], w.given[id]
			b.counted = counted
			b.made, b.by = o.Made, fmt.Sprint(f.Fault.Span.File, " ", f.Fault.Span)
			// What a function without a body sets of the heap, no call shows.
			c.none, c.shown = &b, w.shown[id] || w.shown[w.id] || o.Life == core.Heap && len(claim.Undefined(p)) > 0
		}
	}
	if states(f.Fault.Kind) && w.from != 0 { // what a function without a body sets, no call shows
		c.shown = w.shown[w.from] || len(claim.Undefined(p)) > 0
	}
	for _, a := range w.Accesses() {
		if o, ok := last.Object(a.ID); ok {
			wide := last.Instr().Op == core.Load && a.Size > 1 && !last.Func().Library
			c.accesses = append(c.accesses, part{made: o.Made, at: a.Offset, size: a.Size, writes: a.How == "writes",
				maker: w.makers[a.ID], wide: wide, counted: counted, pointer: wide &&
					last.Instr().Type == core.Pointer})
			c.masked = c.masked || masks(last, a)
		}
	}
	if f.Fault.Kind == semantics.DoubleFree && last.Instr().Op == core.Free {
		if id, _, ok := w.place(last, last.Instr().Args[0]); ok {
			c.freed = w.makers[id]
		}
	}
	if f.Fault.Kind == semantics.InvalidCall && last.Instr().Op == core.Call {
		if id, at, ok := w.place(last, last.Instr().Args[0]); ok {
			if o, ok := last.Object(id); ok {
				c.accesses = append(c.accesses, part{made: o.Made, at: at})
			}
		}
	}
	if in := last.Instr(); f.Fault.Kind == semantics.InvalidPointer && (in.Op == core.Load || in.Op == core.Store) {
		v, stop := w.machine.Eval(last, in.Args[0])
		i, is := v.Function()
		c.called = stop == nil && is && harness.IsUnknown(p.Funcs[i].Name)
	}
	if f.Fault.Kind == semantics.NullDereference || f.Fault.Kind == semantics.InvalidPointer ||
		f.Fault.Kind == semantics.InvalidCall {
		c.unset = w.unset
		if o, ok := last.Object(w.lacks.id); ok && w.null.depth == last.Depth() {
			if slices.ContainsFunc(addresses(last.Instr()), func(e *core.Expr) bool {
				reads, _ := uses(e, w.null.slot, 0)
				return reads
			}) {
				if c.lacks, ok = pointer(o.Made); !ok {
					c.lacks = w.given[w.lacks.id]
				}
				c.member, c.looked = w.lacks.at, w.looked[w.lacks]
			}
		}
	}
	for _, id := range w.apart {
		if o, ok := last.Object(id); ok {
			if path, ok := pointer(o.Made); ok {
				c.apart = append(c.apart, path)
			}
		}
	}
	c.nulls, c.packed, c.initial, c.ran = w.nulls, packed, w.initial, w.ran
	c.opens, c.calls = w.opens, w.calls
	c.exhausted = w.denied && !slices.ContainsFunc(f.Inputs, func(in certs.Input) bool {
		name, _, _ := strings.Cut(in.Name, "#")
		return name == harness.MallocFails && in.Value.Sign() > 0
	})
	return c
}
