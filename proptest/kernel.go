package proptest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"slices"

	"vouch/certs"
	"vouch/checker"
	"vouch/elaborate"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/kernel"
	"vouch/kernel/encode"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
	"vouch/semantics/term"
)

// This file states that kernel and checker agree: what the one proves the other does not refuse.

// Kernel returns the properties of the kernel, beside the core's machine and the checker.
func Kernel[S, Y any]() []Property[S, Y] {
	return []Property[S, Y]{
		{
			Name: "kernel runs",
			Doc:  "On an input the kernel's evaluator takes the steps of the core's machine, with the same values, and comes to the same end or to the same fault at the same place.",
			Floor: map[string]int{
				"ALLOC": 500, "ASSUME": 75, "BRANCH-FALSE": 300, "BRANCH-TRUE": 250, "CALL": 30, "COPY": 25,
				"DRAW": 1450, "END": 20, "ENTER": 80,
				"EXTENT": 12, "FAIL": 60, "FILL": 13, "FREE": 25, "HALT": 10, "JUMP": 100, "LEAKS": 15, "LOAD": 100,
				"LOOP-FALSE": 65, "LOOP-TRUE": 55,
				"OUTPUT": 15, "PROTECT": 18, "RETURN": 200, "ROOM": 14, "SET": 1950, "STORE": 200, "UNSUPPORTED": 13,
				"abort": 5, "assertion": 9, "division by zero": 55, "double free": 6, "fail": 18, "format mismatch": 5,
				"invalid argument": 6,
				"invalid call":     4, "invalid conversion": 5, "invalid free": 8, "invalid pointer": 5,
				"invalid size":      19,
				"memory leak":       15,
				"misaligned access": 9, "missing argument": 6, "missing return value": 4, "null dereference": 9,
				"out of bounds read":  12,
				"out of bounds write": 15, "overflow": 6, "overlapping copy": 7, "pointer arithmetic": 5,
				"read-only write": 4, "shift out of range": 9,
				"unbound variable": 60, "uninitialised value": 25, "unreachable": 4, "unrelated pointers": 12,
				"use after free": 9, "use after return": 5,
				"use after scope": 6, "violated": 35,
			},
			Check: kernelRuns[S, Y],
		},
		{
			Name: "kernel and checker agree",
			Doc: "Of what the finder proves and the checker accepts, the elaborator writes a proof of the same claim about the same program, or says that it does not; " +
				"the kernel accepts the proof, and the claim is true of each input that is tried.",
			Floor: map[string]int{
				"a bug": 400, "a bug, elaborated": 20, "class, elaborated": 350, "class, a run": 4000, "safe": 100,
				"safe, elaborated": 95, "safe, a run": 1800,
				"bounded": 15, "bounded, elaborated": 15, "bounded, a run": 60,
			},
			Check: kernelAgrees[S, Y],
		},
		{
			Name: "forged claims",
			Doc: "The kernel proves no claim that is false, and so none that the checker refuses: of other inputs, another fault, another place, a wider class, " +
				"or that a program is safe that fails, by proofs for programs much like it; nor does the elaborator write a proof of a certificate that was changed.",
			Share: 2,
			Floor: map[string]int{
				"another fault": 5000, "other inputs": 3000, "a fault where there is none": 1800, "a wider class": 80,
				"a program passed off as safe": 150,
				"the proof of a safe program":  35, "the proof of a class": 60, "a changed certificate": 250,
				"assertion": 8, "division by zero": 50, "double free": 6, "fail": 17, "format mismatch": 5,
				"invalid argument": 4, "invalid call": 3,
				"invalid conversion": 4, "invalid free": 6, "invalid size": 19, "memory leak": 13,
				"misaligned access": 8, "missing argument": 3,
				"missing return value": 4, "null dereference": 6, "out of bounds read": 12, "out of bounds write": 13,
				"overflow":         6,
				"overlapping copy": 6, "pointer arithmetic": 5, "read-only write": 4, "shift out of range": 11,
				"unbound variable":    55,
				"uninitialised value": 25, "unreachable": 5, "unrelated pointers": 14, "use after free": 8,
				"use after scope": 5,
			},
			Check: kernelForged[S, Y],
		},
	}
}

// evidence is a certificate that the checker accepts, with its elaborated proof.
type evidence struct {
	cert     []byte
	claim    kernel.Claim
	path     []*term.Formula // the conditions of the checker, if it is of a bug
	p        *core.Program
	program  []byte // its encoding
	commands []byte
}

// what says in counts what the evidence is for.
func (e *evidence) what() string {
	switch {
	case e.claim.Kind == kernel.Fails:
		return "a bug"
	case e.claim.LoopLimit > 0:
		return "bounded"
	}
	return e.claim.Kind
}

// checkOptions are the options with which certificates are checked and elaborated.
var checkOptions = checker.Options{Limits: checkLimits, Lower: fronts.All.Lower}

// elaborated returns the proof of a certificate of a program that the checker has to accept; nil if there is none.
func elaborated(data []byte, p *core.Program, count func(string)) (*evidence, Outcome) {
	v, err := checker.Check(data, checkOptions)
	if err != nil {
		return nil, against("the checker refuses what the finder proves: %v", err)
	}
	e := &evidence{cert: data, claim: claimed(v), path: v.Path, p: p, program: encode.Program(p)}
	if !bytes.Equal(encode.Program(v.Lowered), e.program) {
		return nil, against("the checker accepts the certificate of another program")
	}
	count(e.what())
	var out bytes.Buffer
	if _, err := elaborate.Write(context.Background(), &out, data, checkOptions, nil); err != nil {
		if !errors.Is(err, elaborate.ErrUnsupported) {
			return nil, against("the elaborator refuses what the checker accepts: %v", err)
		}
		count(e.what() + ", not elaborated")
		return nil, ok
	}
	t, err := kernel.CheckWithin(bytes.NewReader(out.Bytes()), mostWork)
	if err != nil {
		return nil, against("the kernel refuses the proof of %v: %v", e.claim, err)
	}
	claim := e.claim
	if class, is := encode.Class(v); is && t.Claim().Kind == kernel.Class {
		e.claim, claim = t.Claim(), class
	}
	start := about(e.program, claim)
	if t.Claim().String() != claim.String() || t.Program() != sha256.Sum256(e.program) ||
		!bytes.HasPrefix(out.Bytes(), start) {
		return nil, against("the proof is of the claim that %v, want %v, or about another program", t.Claim(), claim)
	}
	count(e.what() + ", elaborated")
	e.commands = out.Bytes()[len(start):]
	return e, ok
}

// claimed returns the claim of a certificate that the checker accepts, as this file understands it.
func claimed(v *checker.Verdict) kernel.Claim {
	if v.Kind != certs.KindBug {
		return kernel.Claim{Kind: kernel.Safe, LoopLimit: int(v.LoopLimit)}
	}
	at := v.Fault.Start()
	c := kernel.Claim{Kind: kernel.Fails, Fault: kernel.Fault{Kind: string(v.Fault.Kind),
		At: [3]int{int(v.Fault.File), int(at.Line), int(at.Column)}}}
	for _, in := range v.Inputs {
		c.Inputs = append(c.Inputs, in.Value)
	}
	return c
}

// evident returns the evidence for what the finder proves of a program: for one of its bugs, or for their absence.
func (c *Case[S, Y]) evident(p finder.Program, count func(string)) (*evidence, Outcome) {
	r, err := finder.Find(context.Background(), p, finder.Options{
		Limits: finder.Limits{States: 2 * maxStates, Loop: c.loopLimit()}, Solver: "lia", Prove: true, All: true,
		Pruning: []finder.Pruning{finder.Auto, finder.Eager}[c.Seed>>9%2], Merge: c.Seed>>10%2 == 0,
	})
	if err != nil {
		return nil, against("%v", err)
	}
	if bugs := r.Certain(); len(bugs) > 0 {
		return elaborated(certs.Encode(bugs[c.Rand().IntN(len(bugs))].Bug), p.Core, count)
	}
	if r.Absence != nil {
		return elaborated(certs.Encode(r.Absence), p.Core, count)
	}
	return nil, ok
}

func kernelAgrees[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	e, out := c.evident(c.Program, count)
	if e == nil {
		if out == ok {
			return vacuous
		}
		return out
	}
	for _, m0 := range c.some(20) {
		r := c.runOn(m0)
		why, meant := belied(e.claim, r)
		if why != "" {
			return against("the kernel proves that %v, but on %v %s", e.claim, r.inputs, why)
		}
		if meant {
			count(e.what() + ", a run")
		}
		if e.claim.Kind == kernel.Class && len(r.inputs) >= len(e.claim.Inputs) && c.satisfies(m0, e.path...) != meant {
			return against("%v are in the class of the kernel or in that of the checker, and not in both: %v", r.inputs,
				e.claim)
		}
	}
	return ok
}

// belied says why a run shows that a claim is false; "" if it does not. Meant reports whether the claim is about the
// run.
func belied(c kernel.Claim, r *ran) (why string, meant bool) {
	if c.Kind == kernel.Safe {
		if !within(r, c.LoopLimit) {
			return "", false
		}
		if r.fails {
			why = fmt.Sprintf("there is %v", r.fault)
		}
		return why, true
	}
	n := len(c.Inputs)
	if len(r.inputs) < n {
		return "", false
	}
	vs := valuation(slices.Clone(r.inputs[:n]))
	for i, v := range vs {
		if c.Kind == kernel.Fails && v.Cmp(c.Inputs[i]) != 0 {
			return "", false
		}
	}
	for _, q := range c.Quotients {
		vs = append(vs, new(big.Int).Div(vs.of(q.Of), q.By)) // rounded down, since the divisor is positive
	}
	for _, f := range c.Where {
		if !vs.satisfy(f) {
			return "", false
		}
	}
	switch {
	case r.open():
	case !r.fails:
		why = "there is no fault"
	case encode.Fault(r.fault) != c.Fault:
		why = fmt.Sprintf("there is %v", r.fault)
	case len(r.inputs) > n:
		why = "more inputs are drawn"
	}
	return why, true
}

// within reports whether no loop of a run begins more iterations than a limit; 0 is no limit.
func within(r *ran, limit int) bool {
	return limit == 0 || !slices.ContainsFunc(r.states, func(s core.State) bool {
		return !s.Ended() && slices.ContainsFunc(s.Loops(), func(n int64) bool { return n > int64(limit) })
	})
}

// open reports whether a run was given up before it came to an end.
func (r *ran) open() bool {
	_, _, steps := r.m.Step(r.last())
	return steps
}

// valuation has the values of the symbols in a claim.
type valuation []*big.Int

// of returns the value of a term.
func (v valuation) of(t kernel.Term) *big.Int {
	sum := new(big.Int).Set(t.Const)
	for _, m := range t.Monos {
		part := new(big.Int).Set(m.Coef)
		for _, s := range m.Syms {
			part.Mul(part, v[s])
		}
		sum.Add(sum, part)
	}
	return sum
}

// satisfy reports whether a formula holds.
func (v valuation) satisfy(f kernel.Formula) bool {
	switch f.Op {
	case kernel.AtMost:
		return v.of(f.E).Sign() <= 0
	case kernel.Equal:
		return v.of(f.E).Sign() == 0
	case kernel.And:
		return !slices.ContainsFunc(f.Args, func(g kernel.Formula) bool { return !v.satisfy(g) })
	case kernel.Or:
		return slices.ContainsFunc(f.Args, v.satisfy)
	}
	return f.Op == kernel.True
}

func kernelForged[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	program, random := encode.Program(c.Core), c.Rand()
	tally := newTally(count)
	var failed *ran
	for _, m0 := range c.some(6) {
		r := c.runOn(m0)
		if r.fails && failed == nil {
			failed = r
		}
		if out := falseClaims(program, r, c.Core, random, tally); out != ok {
			return against("on %v: %s", r.inputs, out.Against)
		}
	}
	if failed != nil {
		if out := c.passedOff(program, failed, count); out != ok {
			return out
		}
	}
	e, out := c.evident(c.Program, func(string) {})
	if e == nil {
		return out
	}
	if out := c.ofOthers(e, random, count); out != ok {
		return out
	}
	return c.changedCertificate(e, random, count)
}

// falseClaims claims of a run what is not so, and what is so.
func falseClaims(program []byte, r *ran, p *core.Program, random *rand.Rand, tally *tally) Outcome {
	if r.open() {
		return ok
	}
	if !r.fails {
		if r.last().Ended() {
			r.fault.Span = p.Funcs[p.Entry].Code[0].Span
		} else {
			r.fault.Span = r.last().Instr().Span
		}
		for _, r.fault.Kind = range []semantics.Kind{semantics.AssertionFailed,
			semantics.Kinds[random.IntN(len(semantics.Kinds))]} {
			tally.count("a fault where there is none")
			if runs(program, r.claim(r.fault)) == nil {
				return against("the kernel proves %v, where there is none", r.fault)
			}
		}
		return ok
	}
	if err := runs(program, r.claim(r.fault)); err != nil {
		return against("the kernel refuses %v: %v", r.fault, err)
	}
	tally.at(r.last().Instr(), string(r.fault.Kind))
	kind, file, line, column := r.fault, r.fault, r.fault, r.fault
	kind.Kind = semantics.Kinds[random.IntN(len(semantics.Kinds))]
	file.File++
	line.Line++
	column.Column++
	for _, f := range []semantics.Fault{kind, file, line, column} {
		if f == r.fault {
			continue
		}
		tally.count("another fault")
		if runs(program, r.claim(f)) == nil {
			return against("the kernel proves %v, but there is %v", f, r.fault)
		}
	}
	others := [][]*big.Int{append(slices.Clone(r.inputs), big.NewInt(1))}
	if n := len(r.inputs); n > 0 {
		others = append(others, r.inputs[:n-1])
		for range 3 {
			other := slices.Clone(r.inputs)
			other[random.IntN(n)] = big.NewInt(random.Int64N(12) - 4)
			others = append(others, other)
		}
	}
	for _, inputs := range others {
		other := runWith(p, inputs)
		want := other.fails && other.fault == r.fault && len(other.inputs) == len(inputs)
		if !want {
			tally.count("other inputs")
		}
		if err := runs(program, kernel.Claim{Kind: kernel.Fails, Inputs: inputs, Fault: encode.Fault(r.fault)}); (err ==
			nil) != want {
			return against("the kernel says %v of %v on the inputs %v, where there is %v", err, r.fault, inputs,
				other.fault)
		}
	}
	return ok
}

// passedOff tries to pass off the program as safe, although a run fails, by proofs for a program without the
// instructions that fail.
func (c *Case[S, Y]) passedOff(program []byte, failed *ran, count func(string)) Outcome {
	safe := c.without(failed)
	if safe == nil {
		return ok
	}
	e, out := c.evident(*safe, func(string) {})
	if e == nil || e.claim.Kind != kernel.Safe || !within(failed, e.claim.LoopLimit) {
		return out
	}
	count("a program passed off as safe")
	if follows(program, e.claim, e.commands) == nil {
		return against("the kernel accepts the proof for another program, and that %v; but on %v there is %v\n%s",
			e.claim, failed.inputs, failed.fault, e.p.Text())
	}
	found, err := certs.Open(e.cert, checkLimits.MaxBytes)
	if err != nil {
		return against("the certificate cannot be read: %v", err)
	}
	forgery := *found.(*certs.Absence)
	forgery.Program = c.About
	return refusedByBoth(forgery.Seal())
}

// refusedByBoth tries a certificate of something false on the checker and on the elaborator.
func refusedByBoth(data []byte) Outcome {
	if _, err := checker.Check(data, checkOptions); err == nil {
		return against("the checker accepts a certificate that was changed")
	}
	if _, err := elaborate.Write(context.Background(), io.Discard, data, checkOptions, nil); err == nil {
		return against("a certificate that was changed is elaborated")
	}
	return ok
}

// without returns the program without the instructions at which some inputs fail; nil if others fail then.
func (c *Case[S, Y]) without(failed *ran) *finder.Program {
	p := c.Core
	for range 4 {
		s := failed.last()
		i, pc := slices.Index(p.Funcs, s.Func()), s.PC()
		q, f := *p, *p.Funcs[i]
		f.Code = slices.Clone(f.Code)
		f.Code[pc] = core.Instr{Op: core.Jump, Dst: -1, Loop: -1, Then: pc + 1, Span: f.Code[pc].Span}
		q.Funcs = slices.Clone(p.Funcs)
		q.Funcs[i] = &f
		if p = &q; p.Check() != nil {
			return nil
		}
		if failed = c.failing(p, 0); failed == nil {
			return coreProgram(p)
		}
	}
	return nil
}

// failing returns a run of a program that fails, within a limit for loops; nil if none is found.
func (c *Case[S, Y]) failing(p *core.Program, limit int) *ran {
	for _, m0 := range c.some(20) {
		r := runCore(p, longRun, func(_ int, name string) (*big.Int, bool) { v, ok := m0[name]; return v, ok })
		if r.fails && within(r, limit) {
			return r
		}
	}
	return nil
}

// coreProgram returns a program of the core as the finder wants it.
func coreProgram(p *core.Program) *finder.Program {
	l, err := load.File("random.core", p.Text())
	if err != nil {
		return nil
	}
	return &finder.Program{Core: l.Core, About: l.About}
}

// ofOthers tries a proof on programs, and on claims, much like its own.
func (c *Case[S, Y]) ofOthers(e *evidence, random *rand.Rand, count func(string)) Outcome {
	for range 6 {
		p := edited(e.p, random)
		if p == nil {
			continue
		}
		program := encode.Program(p)
		if e.claim.Kind == kernel.Safe {
			r := c.failing(p, e.claim.LoopLimit)
			if r == nil {
				continue
			}
			count("the proof of a safe program")
			if follows(program, e.claim, e.commands) == nil {
				return against("the kernel accepts the proof for another program; but on %v there is %v in\n%s",
					r.inputs, r.fault, p.Text())
			}
			continue
		}
		for _, m0 := range c.some(20) {
			r := runCore(p, longRun, func(_ int, name string) (*big.Int, bool) { v, ok := m0[name]; return v, ok })
			why, _ := belied(e.claim, r)
			if why == "" {
				continue
			}
			count("the proof of a class")
			if follows(program, e.claim, e.commands) == nil {
				return against("the kernel accepts the proof for another program, and that %v; but on %v %s in\n%s",
					e.claim, r.inputs, why, p.Text())
			}
			break
		}
	}
	if e.claim.Kind != kernel.Class || len(e.claim.Where) == 0 {
		return ok
	}
	wider := e.claim
	i := random.IntN(len(wider.Where))
	if wider.Where = slices.Clone(wider.Where); wider.Where[i].Op == kernel.AtMost && random.IntN(2) == 0 {
		wider.Where[i] = kernel.AtMostZero(wider.Where[i].E.Plus(kernel.Number(big.NewInt(-1))))
	} else {
		wider.Where = slices.Delete(wider.Where, i, i+1)
	}
	for _, m0 := range c.some(20) {
		r := c.runOn(m0)
		if why, _ := belied(wider, r); why != "" {
			count("a wider class")
			if follows(e.program, wider, e.commands) == nil {
				return against("the kernel accepts that %v; but on %v %s", wider, r.inputs, why)
			}
			break
		}
	}
	return ok
}

// changedCertificate changes a certificate.
func (c *Case[S, Y]) changedCertificate(e *evidence, random *rand.Rand, count func(string)) Outcome {
	change := changes[random.IntN(len(changes))]
	bug, err := certs.Decode(e.cert, checkLimits.MaxBytes)
	if err != nil || !change.to(bug, random) { // it is one of an absence, or has nothing to change
		return ok
	}
	count("a changed certificate")
	if out := refusedByBoth(bug.Seal()); out != ok {
		return against("%s: %s", change.what, out.Against)
	}
	return ok
}

// edited returns a program like p, with another operator, another constant, or without an instruction; nil if that is
// no program.
func edited(p *core.Program, random *rand.Rand) *core.Program {
	if random.IntN(3) == 0 {
		smaller := smallerPrograms(p)
		return checked(smaller[random.IntN(len(smaller))])
	}
	i := random.IntN(len(p.Funcs))
	q, f := *p, *p.Funcs[i]
	q.Funcs, f.Code = slices.Clone(p.Funcs), slices.Clone(f.Code)
	q.Funcs[i] = &f
	in := &f.Code[random.IntN(len(f.Code))]
	if len(in.Args) == 0 {
		return nil
	}
	in.Args = slices.Clone(in.Args)
	k := random.IntN(len(in.Args))
	if in.Args[k] = otherExpr(in.Args[k], random); in.Args[k] == nil {
		return nil
	}
	return checked(&q)
}

func checked(p *core.Program) *core.Program {
	if p.Check() != nil {
		return nil
	}
	return p
}

// alike are operators of the same operands and the same result.
var alike = [][]core.Op{
	{core.Add, core.Sub, core.Mul, core.BitAnd, core.BitOr, core.BitXor}, {core.Div, core.Mod, core.Quo, core.Rem},
	{core.Lt, core.Le, core.Gt, core.Ge, core.Eq, core.Ne}, {core.And, core.Or}, {core.FAdd, core.FSub, core.FMul},
	{core.FEq, core.FLt, core.FLe},
}

// otherExpr returns an expression that differs in one place; nil if that place cannot differ.
func otherExpr(e *core.Expr, random *rand.Rand) *core.Expr {
	other := *e
	switch k := random.IntN(3); {
	case k == 0 && e.X != nil:
		if other.X = otherExpr(e.X, random); other.X == nil {
			return nil
		}
		return &other
	case k == 1 && e.Y != nil:
		if other.Y = otherExpr(e.Y, random); other.Y == nil {
			return nil
		}
		return &other
	}
	switch {
	case e.Op == core.Const:
		other.Int = new(big.Int).Add(e.Int, big.NewInt([]int64{1, -1, 2, -7}[random.IntN(4)]))
		return &other
	case e.Op == core.Truth:
		other.Bits ^= 1
		return &other
	case e.Op == core.Within && e.Hi != nil:
		other.Hi = new(big.Int).Sub(e.Hi, big.NewInt(1+random.Int64N(8)))
		return &other
	}
	for _, ops := range alike {
		if slices.Contains(ops, e.Op) {
			other.Op = ops[random.IntN(len(ops))]
			return &other
		}
	}
	return nil
}
