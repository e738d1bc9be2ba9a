package scan

import (
	"math/big"
	"slices"

	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines which faults are due to pointers that are null, although the program did not look whether they are.

// asksWhetherSame reports whether a condition is that two pointers are the same, or not.
func asksWhetherSame(e *core.Expr) bool {
	if e == nil {
		return false
	}
	if e.Op == core.Not {
		e = e.X
	}
	return e.Op == core.Same && reads(e.X) && reads(e.Y)
}

// isNowhere reports whether a fault is the use of a pointer that leads to no object.
func isNowhere(f *semantics.Fault) bool {
	return f != nil && (f.Kind == semantics.NullDereference || f.Kind == semantics.InvalidPointer)
}

// usesNull reports whether a fault is the use of a parameter that is null, perhaps by functions to which it is passed.
func usesNull(p *core.Program, f finder.Finding, parameter string) bool {
	if f.Fault.Kind != semantics.NullDereference {
		return false
	}
	last, _ := (&view.Run{Program: p, Input: view.Inputs(f.Inputs), Steps: int64(f.Bug.Trace.Steps)}).Replay()
	frame, args := last.Frame, last.Instr().Args
	for len(args) > 0 {
		fn := frame.Func()
		caller, ok := frame.Caller()
		if !ok {
			return false
		}
		at := 0
		for at < fn.Params {
			if used, _ := uses(args[0], at, 0); used {
				break
			}
			at++
		}
		if at == fn.Params || caller.Func().Name == "main" {
			return at < fn.Params && fn.Slots[at].Name == parameter
		}
		frame, args = caller, caller.Instr().Args[1+at:]
	}
	return false
}

// wantedPointers returns the pointers that are null, although the program did not look whether they are, if a finding
// is due to that. It gives a value to one after the other where that changes no decision: what lies behind a null
// pointer, the run of the finding does not see, so until the fault the runs differ only if the code looked.
func wantedPointers(p *core.Program, made *harness.Made, f finder.Finding) (wanted []string) {
	values, steps := valuesOf(f), int64(f.Bug.Trace.Steps)
	first := decisions(p, made, values, steps)
	null, all := first.null, slices.Clone(first.taken)
	first.forget(first)
	var behind []string // pointers that are null in the run, also where others lead to that are not null any more
	alike := false      // whether the run differs first where the program asks whether two pointers are the same
	fails := func() (same, looked bool) {
		w := decisions(p, made, values, 2*steps+afterwards)
		if w.discarded { // no harness makes what lies there
			return false, false
		}
		at := differ(all, w.taken)
		alike = at < len(all) && asksWhetherSame(all[at].condition())
		w.forget(first)
		// a run that ends behind an object says nothing of what comes then
		looked = !w.begins(first) && !(isNowhere(first.fault) && w.fault != nil && isOutside(w.fault.Kind) &&
			first.begins(w))
		behind = w.null
		return w.fails(first) && len(w.taken) == len(first.taken), looked
	}
	for i := 0; i < len(null) && i < maxPointers; i++ {
		pointer := null[i]
		values[pointer] = big.NewInt(1)
		same, looked := fails()
		switch {
		case looked && alike && usesNull(p, f, pointer): // it is no look at one that another one is null, too
			return append(wanted, pointer)
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
