package mutants

// This file defines mutants of the kernel, of its encoding and of the elaborator that the properties about both judges
// notice: one at least for each instruction, and mistakes that no test of the kernel by itself can see.

const (
	kEncode = "kernel/encode/encode.go"
	kClass  = "kernel/encode/class.go"
	eWrite  = "elaborate/write.go"
)

var agreeing = []Mutant{
	// Instructions.
	{"kernel's steps: set of what is undefined keeps the value", kStep,
		"v := k.fetch(in.args[0])\n\t\tif !k.stopped() {\n\t\t\tk.set(in.dst, v)",
		"v := k.fetch(in.args[0])\n\t\tif v.class == undefined {\n\t\t\tf.pc++\n\t\t} else if !k.stopped() {\n\t\t\tk.set(in.dst, v)",
		"kernel runs"},
	{"kernel's steps: branch falls through", kStep, "case !holds:\n\t\t\tf.pc = in.els", "case !holds:\n\t\t\tf.pc++",
		"kernel runs"},
	{"kernel's steps: jump falls through", kStep, "case inJump:\n\t\tf.pc = in.then", "case inJump:\n\t\tf.pc++",
		"kernel runs"},
	{"kernel's steps: enter enters twice", kStep, "f.loops[in.loop] = 0\n\t\tf.pc++",
		"f.loops[in.loop] = 0\n\t\tf.pc += 2", "kernel runs"},
	{"kernel's steps: a draw of an input before", kStep, "x = integer(k.claim.Inputs[n])",
		"x = integer(k.claim.Inputs[n/2])", "kernel runs"},
	{"kernel's steps: assume is an assertion", kStep, "case !holds:\n\t\t\tk.stop = atEnd\n\t\tdefault:\n\t\t\tf.pc++",
		"case !holds:\n\t\t\tk.fault(in.kind, in.at)\n\t\tdefault:\n\t\t\tf.pc++", "kernel runs"},
	{"kernel's steps: fail is of one kind", kStep, "k.fault(in.kind, in.at)\n\tcase inAlloc:",
		"k.fault(\"fail\", in.at)\n\tcase inAlloc:", "kernel runs"},
	{"kernel's steps: alloc forgets that an object is of the call", kStep, "if in.flag {\n\t\t\tf.locals",
		"if in.flag && id < 2 {\n\t\t\tf.locals", "kernel runs"},
	{"kernel's steps: free is the end of a scope", kStep, "k.bury(p.ref, false)\n\t\t\tf.pc++",
		"k.bury(p.ref, true)\n\t\t\tf.pc++", "kernel runs"},
	{"kernel's steps: extent of what is no object on the heap", kStep, "k.freeing(p, in.at) {\n\t\t\tk.set(in.dst",
		"k.access(p, number(0), false, in.at) {\n\t\t\tk.set(in.dst", "kernel runs"},
	{"kernel's steps: room from the start on", kMemory, "return o.size.minus(p.n)", "return o.size", "kernel runs"},
	{"kernel's steps: end leaves the object alive", kStep,
		"f.locals = append(f.locals[:i:i], f.locals[i+1:]...)\n\t\t\tk.bury(p.ref, true)",
		"f.locals = append(f.locals[:i:i], f.locals[i+1:]...)", "kernel runs"},
	{"kernel's steps: protect protects nothing", kStep, "k.change(p.ref).readOnly = true",
		"k.change(p.ref).readOnly = false", "kernel runs"},
	{"kernel's steps: load asks as a store does", kStep, "k.scalarAt(in, p, false)", "k.scalarAt(in, p, true)",
		"kernel runs"},
	{"kernel's steps: store asks as a load does", kStep, "k.scalarAt(in, p, true)", "k.scalarAt(in, p, false)",
		"kernel runs"},
	{"kernel's steps: copy of the same range", kStep, "&& !(in.flag && to == at) {", "&& to != at {", "kernel runs"},
	{"kernel's steps: fill of a byte less", kStep, "i < count && k.work(1); i++ {\n\t\t\t\tk.leave(",
		"i < count-1 && k.work(1); i++ {\n\t\t\t\tk.leave(", "kernel runs"},
	{"kernel's steps: leaks where it looks for them", kStep, "Fault{\"memory leak\", k.object(id).made}",
		"Fault{\"memory leak\", k.place(in.at)}", "kernel runs"},
	{"kernel's steps: call through any pointer", kStep, "case callee.class != toFunction || ",
		"case callee.class == bare || ", "kernel runs"},
	{"kernel's steps: return gives nothing back", kStep, "dst >= 0 {\n\t\tk.set(dst, v)",
		"dst >= 0 {\n\t\tk.set(dst, value{})", "kernel runs"},
	{"kernel's steps: halt without its status", kStep, "k.integer(in.args[0])\n\t\tk.finish()", "k.finish()",
		"kernel runs"},
	{"kernel's steps: output of any byte", kStep, "k.integer(in.args[0])\n\t\tk.integer(in.args[1])\n",
		"k.integer(in.args[0])\n", "kernel runs"},
	{"kernel's steps: unsupported does nothing", kStep, "k.stuck(\"an instruction without a meaning\")", "f.pc++",
		"kernel runs"},

	// What goes from the one judge to the other.
	{"encode: a claim of a loop limit less by one", kEncode, "LoopLimit: int(v.LoopLimit)}",
		"LoopLimit: max(0, int(v.LoopLimit)-1)}", "kernel and checker agree"},
	{"encode: a remainder has another sign", kClass, "t = x.Plus(t.Scale(new(big.Int).Neg(by)))",
		"t = x.Plus(t.Scale(by))", "kernel and checker agree"},
	{"encode: a class without its last condition", kClass, "for _, f := range v.Path {",
		"for _, f := range v.Path[:len(v.Path)-min(1, len(v.Path))] {", "kernel and checker agree"},
	{"encode: ge is gt", kClass, "if f.Op == term.LeZero {\n\t\t\treturn kernel.AtMostZero(e), true",
		"if f.Op == term.LeZero {\n\t\t\treturn kernel.AtMostZero(e.Plus(kernel.Number(big.NewInt(1)))), true",
		"kernel and checker agree"},
	{"encode: inputs come in the other order", kEncode, "c.Inputs = append(c.Inputs, in.Value)",
		"c.Inputs = append([]*big.Int{in.Value}, c.Inputs...)", "kernel and checker agree"},
	{"encode: a fault has no column", kEncode, "[3]int{int(f.Span.File), int(f.Span.Line), int(f.Span.Column)}}",
		"[3]int{int(f.Span.File), int(f.Span.Line), 1}}", "kernel runs"},
	{"elaborate: another claim", eWrite, "start := encode.Item(nil).Text(",
		"if about.Kind == kernel.Safe {\n\t\tabout.LoopLimit = 1\n\t}\n\tstart := encode.Item(nil).Text(",
		"kernel and checker agree"},

	// Claims.
	{"kernel's claims: any fault is the one that is claimed", kGoal,
		"k.stop == atFault && k.found == k.claim.Fault && ", "k.stop == atFault && k.found.At == k.claim.Fault.At && ",
		"forged claims"},
	{"kernel's claims: the file of a fault is any", kGoal,
		"k.found == k.claim.Fault && k.state.drawn == len(k.claim.Inputs):",
		"k.found.Kind == k.claim.Fault.Kind && [2]int(k.found.At[1:]) == [2]int(k.claim.Fault.At[1:]) && k.state.drawn == len(k.claim.Inputs):",
		"forged claims"},
}
