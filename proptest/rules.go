package proptest

import (
	"slices"
	"strings"
	"sync"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file declares the semantics of the core a second time, for theorems 1 and 12. It is a table with a row for each
// instruction: its rules in their order, and its faults.

// row is what this file declares about an instruction.
type row struct {
	op     core.Opcode
	rules  []semantics.Rule
	ways   bool             // whether one symbolic rule may lead to several states, for different inputs
	faults []semantics.Kind // the faults at its own place; its operands have their own
}

// alive are the faults of an instruction that needs an object that is alive. Access and write are the faults of one
// that reads memory, and of one that writes it.
var (
	alive = []semantics.Kind{
		semantics.NullDereference, semantics.InvalidPointer, semantics.UseAfterFree, semantics.UseAfterScope,
		semantics.UseAfterReturn,
	}
	access = append(slices.Clip(alive), semantics.OutOfBoundsRead)
	write  = append(slices.Clip(alive), semantics.ReadOnlyWrite, semantics.OutOfBoundsWrite)
)

// table has a row for each instruction, and of branches one for heads of loops.
var table = sync.OnceValue(func() []row {
	return []row{
		{core.Set, rules("SET"), false, nil},
		{core.Branch, branches("BRANCH"), false, nil},
		{core.Jump, rules("JUMP"), false, nil},
		{core.Enter, rules("ENTER"), false, nil},
		{core.Draw, rules("DRAW"), false, nil},
		{core.Assume, rules("ASSUME"), false, nil},
		{core.Fail, nil, false, semantics.Kinds},
		{core.Alloc, rules("ALLOC"), false, []semantics.Kind{semantics.InvalidSize}},
		{core.Free, rules("FREE"), false, []semantics.Kind{semantics.InvalidFree, semantics.DoubleFree}},
		{core.Extent, rules("EXTENT"), false, []semantics.Kind{semantics.InvalidFree, semantics.DoubleFree}},
		{core.Room, rules("ROOM"), true, nil},
		{core.End, rules("END"), false, []semantics.Kind{semantics.InvalidFree}},
		{core.Protect, rules("PROTECT"), false, alive},
		{core.Load, rules("LOAD"), true, append(slices.Clone(access), semantics.MisalignedAccess)},
		{core.Store, rules("STORE"), true, append(slices.Clone(write), semantics.MisalignedAccess)},
		{core.Copy, rules("COPY"), true, slices.Concat(access, write,
			[]semantics.Kind{semantics.InvalidSize, semantics.OverlappingCopy})},
		{core.Fill, rules("FILL"), true, append(slices.Clone(write), semantics.InvalidSize)},
		{core.Leaks, rules("LEAKS"), false, []semantics.Kind{semantics.MemoryLeak}},
		{core.Call, rules("CALL"), false, []semantics.Kind{semantics.InvalidCall}},
		{core.Return, rules("RETURN"), false, nil},
		{core.Halt, rules("HALT"), false, nil},
		{core.Output, rules("OUTPUT"), false, nil},
		{core.Unsupported, nil, false, nil},
	}
})

func rules(name string) []semantics.Rule { return []semantics.Rule{{Name: name}} }

// branches returns the two rules of a branch.
func branches(name string) []semantics.Rule {
	return []semantics.Rule{{Name: name + "-TRUE", Branch: semantics.BranchTrue},
		{Name: name + "-FALSE", Branch: semantics.BranchFalse}}
}

// capitals returns the name of an instruction as rules have it.
func capitals(op core.Opcode) string { return strings.ToUpper(op.String()) }

// declared returns the row of an instruction.
func declared(in *core.Instr) row {
	if in.Op == core.Branch && in.Loop >= 0 {
		return row{in.Op, branches("LOOP"), false, nil}
	}
	t := table()
	return t[slices.IndexFunc(t, func(r row) bool { return r.op == in.Op })]
}

// has reports whether the table says that the instruction can have the fault. Place translates a span to the place that
// people see.
func (r row) has(in *core.Instr, f semantics.Fault, place func(source.Span) source.Span) bool {
	found := false
	var operand func(e *core.Expr)
	operand = func(e *core.Expr) {
		if e != nil {
			operand(e.X)
			operand(e.Y)
			found = found || e.Kind != "" && e.Kind != core.Discard &&
				f == semantics.Fault{Kind: e.Kind, Span: place(e.Span)}
		}
	}
	for _, e := range in.Args {
		operand(e)
	}
	kinds := r.faults
	if in.Op == core.Fail {
		kinds = []semantics.Kind{in.Kind}
	}
	here := f.Span == place(in.Span) || in.Op == core.Leaks // whose place is the place where its object was made
	return found || slices.Contains(kinds, f.Kind) && here
}
