package native

import (
	"fmt"
	"math/big"
	"strings"

	"vouch/checker"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines which faults no sanitizer can see, and why.

// watched is how many bytes after an object the sanitizers watch at least.
const watched = 16

// hidden returns why sanitizers may be silent about the fault of a certificate; "" if they should report it. It runs
// the program once more.
func hidden(v *checker.Verdict) string {
	switch v.Fault.Kind {
	case semantics.FormatMismatch:
		return "sanitizers do not compare formats with arguments"
	case semantics.MissingReturn:
		return "sanitizers do not look for results that C functions do not return"
	case semantics.MissingArgument:
		return "sanitizers do not count arguments"
	case semantics.PointerArithmetic:
		return "sanitizers see a pointer outside of its object only where it is used"
	case semantics.InvalidArgument:
		return "sanitizers check few arguments of library functions"
	}
	if name, private := mark(v); private {
		return "the program defines a static " + name + " that does nothing"
	}
	run := view.Run{Program: v.Lowered, Input: view.Inputs(v.Inputs), Steps: v.Steps}
	s, _ := run.Replay()
	m := &core.Machine{Program: v.Lowered}
	in := s.Instr()
	value := func(i int) (core.Value, bool) {
		if i >= len(in.Args) {
			return core.Value{}, false
		}
		x, stop := m.Eval(s, in.Args[i])
		return x, stop == nil
	}
	switch v.Fault.Kind {
	case semantics.NullDereference, semantics.InvalidPointer, semantics.InvalidCall:
		if in.Op != core.Call {
			return ""
		}
		if f, ok := value(0); ok {
			if _, isFunction := f.Function(); isFunction {
				return "compilers do not compare the type of a call with that of the function"
			}
		}
		return "the call goes to no function, so the report has no line for it"
	case semantics.UninitialisedValue:
		if in.Op != core.Branch {
			return "the memory sanitizer reports a value only where it decides a branch or is an address"
		}
	case semantics.ReadOnlyWrite:
		if p, ok := value(0); ok {
			if id, _, ok := p.Object(); ok {
				if o, ok := s.Object(id); ok && o.Life == core.Local && !o.Global {
					return "a const object on the stack can be written"
				}
			}
		}
	case semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite:
		return unwatched(s, in, value)
	}
	return ""
}

// marks matches the definition of a function that does nothing but mark an error of the program.
var marks = pattern(`(?s)(\bstatic\b[^;{}()]*)?\b(reach_error|__VERIFIER_error)\s*\([^(){}]*\)\s*\{(?:\s|;|/\*.*?\*/|//[^\n]*\n)*\}`)

// mark returns the name of such a function if the fault is a call of it. It also reports whether another file cannot
// define the function.
func mark(v *checker.Verdict) (name string, private bool) {
	at := v.Fault.Span
	if v.Fault.Kind != semantics.AssertionFailed || int(at.File) >= len(v.Sources) {
		return "", false
	}
	called := at.Text(string(v.Sources[at.File].Text))
	for _, s := range v.Sources {
		for _, m := range marks().FindAllStringSubmatch(string(s.Text), -1) {
			if strings.Contains(called, m[2]) {
				return m[2], m[1] != ""
			}
		}
	}
	return "", false
}

// unwatched returns why sanitizers may miss an access out of bounds.
func unwatched(s core.State, in *core.Instr, value func(int) (core.Value, bool)) string {
	if in.Op != core.Load && in.Op != core.Store {
		return ""
	}
	p, ok := value(0)
	if !ok {
		return "the bytes are still in the object: only an array inside of it ends before them"
	}
	id, offset, ok := p.Object()
	if !ok {
		return ""
	}
	o, ok := s.Object(id)
	if !ok {
		return ""
	}
	if o.Life == core.Heap && o.Size == 0 && offset.Sign() == 0 && in.Type.Size() == 1 {
		return "an allocation of 0 bytes has one byte under the address sanitizer"
	}
	if far := new(big.Int).Sub(offset, big.NewInt(o.Size)); far.Cmp(big.NewInt(watched)) >= 0 {
		return fmt.Sprintf("the bytes are %s bytes after the object; sanitizers watch %d", far, watched)
	}
	if offset.Cmp(big.NewInt(-watched)) < 0 {
		return fmt.Sprintf("the bytes are %s bytes before the object; sanitizers watch %d", new(big.Int).Neg(offset),
			watched)
	}
	return ""
}
