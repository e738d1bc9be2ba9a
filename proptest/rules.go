package proptest

import (
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file declares the relation of the core a second time, as a table with a row for each instruction, for theorems 1 and 12: which rules there
// are, in which order, and which faults.

// row is what is declared of an instruction.
type row struct {
	op     core.Opcode
	rules  []semantics.Rule
	ways   bool             // whether a rule may lead to several states, for several inputs
	faults []semantics.Kind // at its own place, beside those of its operands
}

// alive are the faults of who wants an object that is alive, access and write those of who reads and of who writes memory.
var (
	alive = []semantics.Kind{
		semantics.NullDereference, semantics.InvalidPointer, semantics.UseAfterFree, semantics.UseAfterScope, semantics.UseAfterReturn,
	}
	access = append(slices.Clip(alive), semantics.OutOfBoundsRead)
	write  = append(slices.Clip(alive), semantics.ReadOnlyWrite, semantics.OutOfBoundsWrite)
)

// table has a row for each instruction, and of branches one for heads of loops.
var table = []row{
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
	{core.End, rules("END"), false, []semantics.Kind{semantics.InvalidFree}},
	{core.Protect, rules("PROTECT"), false, alive},
	{core.Load, rules("LOAD"), true, append(slices.Clone(access), semantics.MisalignedAccess)},
	{core.Store, rules("STORE"), true, append(slices.Clone(write), semantics.MisalignedAccess)},
	{core.Copy, rules("COPY"), false, slices.Concat(access, write, []semantics.Kind{semantics.InvalidSize, semantics.OverlappingCopy})},
	{core.Fill, rules("FILL"), false, append(slices.Clone(write), semantics.InvalidSize)},
	{core.Leaks, rules("LEAKS"), false, []semantics.Kind{semantics.MemoryLeak}},
	{core.Call, rules("CALL"), false, []semantics.Kind{semantics.InvalidCall}},
	{core.Return, rules("RETURN"), false, nil},
	{core.Halt, rules("HALT"), false, nil},
	{core.Output, rules("OUTPUT"), false, nil},
	{core.Unsupported, nil, false, nil},
}

func rules(name string) []semantics.Rule { return []semantics.Rule{{Name: name}} }

// branches returns both rules of a branch.
func branches(name string) []semantics.Rule {
	return []semantics.Rule{{Name: name + "-TRUE", Branch: semantics.BranchTrue}, {Name: name + "-FALSE", Branch: semantics.BranchFalse}}
}

// declared returns the row of an instruction.
func declared(in *core.Instr) row {
	if in.Op == core.Branch && in.Loop >= 0 {
		return row{in.Op, branches("LOOP"), false, nil}
	}
	return table[slices.IndexFunc(table, func(r row) bool { return r.op == in.Op })]
}

// has reports whether the instruction is declared to be at a fault. Place says where people see what happens at a span of it.
func (r row) has(in *core.Instr, f semantics.Fault, place func(source.Span) source.Span) bool {
	found := false
	var operand func(e *core.Expr)
	operand = func(e *core.Expr) {
		if e != nil {
			operand(e.X)
			operand(e.Y)
			found = found || e.Kind != "" && e.Kind != core.Discard && f == semantics.Fault{Kind: e.Kind, Span: place(e.Span)}
		}
	}
	for _, e := range in.Args {
		operand(e)
	}
	kinds := r.faults
	if in.Op == core.Fail {
		kinds = []semantics.Kind{in.Kind}
	}
	here := f.Span == place(in.Span) || in.Op == core.Leaks // whose place is that of an object
	return found || slices.Contains(kinds, f.Kind) && here
}
