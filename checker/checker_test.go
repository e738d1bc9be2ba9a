package checker

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/internal/bigstep"
	"vouch/internal/effort"
	"vouch/internal/load"
	"vouch/internal/randimp"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
	"vouch/semantics/imp"
	"vouch/semantics/lang"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file tests that what the checker accepts is true. Truth is told by package
// bigstep, which runs programs in another way, and by reading path conditions as certs documents them, without package
// term.

// says reports whether an error gives a reason, or whether there is none if no reason is wanted.
func says(err error, reason string) bool {
	if reason == "" || err == nil {
		return reason == "" && err == nil
	}
	return strings.Contains(err.Error(), reason)
}

// num returns the integer that s writes in decimal.
func num(s string) *big.Int {
	v, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic("no integer: " + s)
	}
	return v
}

// memory returns the memory that s describes as "x=1 y=-2".
func memory(s string) certs.Memory {
	m := certs.Memory{}
	for _, part := range strings.Fields(s) {
		name, value, _ := strings.Cut(part, "=")
		m[name] = num(value)
	}
	return m
}

// program reads a program: in the core language if it begins as its texts do, and else in IMP.
func program(source string) (*load.Program, error) {
	name, text := "test.imp", []byte(source)
	if strings.HasPrefix(source, "core 1") {
		p, err := core.ParseLoose("test.core", text)
		if err != nil {
			return nil, err
		}
		name, text = "test.core", p.Text()
	}
	return load.File(name, text)
}

// about returns what certificates say of an IMP program, or of what is none, as far as that is known within limits.
func about(source string) certs.Program {
	c := certs.Program{Language: "imp", Version: 1, Options: map[string]string{"division": "floor"},
		Sources: []certs.Source{{Name: "test.imp"}}, Lowered: make([]byte, 32)}
	c.Sources[0].Text = []byte(source)
	relower(&c)
	return c
}

// relower enters what follows from the sources of a program, if that is one.
func relower(c *certs.Program) {
	if p, err := loaded(*c); err == nil {
		c.Options, c.Lowered = p.About.Options, p.About.Lowered
	}
}

// loaded returns the program of which a certificate has the sources, whatever else it says of it.
func loaded(c certs.Program) (*load.Program, error) {
	meter := semantics.NewMeter(1<<26, 1<<26)
	language, ok := lang.Find(c.Language, c.Version)
	if !ok {
		return nil, fmt.Errorf("found language %s", c.Language)
	}
	var sources []lang.Source
	for _, s := range c.Sources {
		sources = append(sources, lang.Source{Name: s.Name, Text: s.Text})
	}
	options := c.Options
	if c.Language == "imp" { // they are in the source
		options, sources[0].Name = nil, "test.imp"
	}
	p, options, err := fronts.All.Sources(meter, language, sources, options)
	if err != nil {
		return nil, err
	}
	digest := p.Digest(meter)
	if meter.Exhausted() {
		return nil, errExhausted
	}
	c.Options, c.Lowered = options, digest[:]
	return &load.Program{Core: p, About: c}, nil
}

// certify returns the certificate for a fault that the program has on the given inputs. It follows the program with the
// checker's own means, so certificates of the finder are needed beside it; but it needs no solver.
func certify(source string, input certs.Memory, maxSteps int64) (*certs.Bug, error) {
	p, err := program(source)
	if err != nil {
		return nil, err
	}
	return certifyProgram(p, input, maxSteps)
}

// certifyProgram is certify of a program of any language.
func certifyProgram(p *load.Program, input certs.Memory, maxSteps int64) (*certs.Bug, error) {
	c := &certs.Bug{Program: p.About}
	var now core.State
	m := &core.Machine{Program: p.Core}
	m.Input = func(n int, name string) (*big.Int, bool) {
		in, v := now.Instr(), input[name]
		if v == nil {
			v = new(big.Int)
		}
		if n == len(c.Inputs) {
			c.Inputs = append(c.Inputs, certs.Input{Name: name, Value: v, Lo: in.Lo, Hi: in.Hi})
		}
		return v, true
	}
	var decisions certs.Bits
	var states []core.State
	_, out := semantics.Run(m, m.Start(), maxSteps, func(n int64, rule semantics.Rule, s core.State) bool {
		if now = s; rule.Branch != semantics.NoBranch {
			decisions.Append(rule.Branch == semantics.BranchTrue)
		}
		states = append(states, s)
		return true
	})
	if out.Fault == nil {
		return nil, fmt.Errorf("no fault after %d steps, %s", out.Steps, out.Blocked)
	}
	see := func(s core.State) certs.State {
		digest, values := s.Digest(nil), certs.Values{}
		for _, v := range s.Shown() {
			n, ok := v.Value.Integer()
			if ok {
				v.Text = ""
			}
			values[v.Name] = certs.Value{Int: n, Text: v.Text}
		}
		return certs.State{Digest: digest[:], Values: values}
	}
	c.Fault = certs.Fault{Kind: string(out.Fault.Kind), File: uint64(out.Fault.File), Line: uint64(out.Fault.Line),
		Column: uint64(out.Fault.Column)}
	c.Trace = certs.Trace{Steps: uint64(out.Steps), Branches: decisions.Len, Decisions: decisions.Bytes,
		Final: see(states[out.Steps])}
	for _, n := range certs.CheckpointSteps(c.Trace.Steps, p.Core.MostShown()) {
		s := see(states[n])
		c.Trace.Checkpoints = append(c.Trace.Checkpoints, certs.Checkpoint{Step: n, Digest: s.Digest, Values: s.Values})
	}
	c.Path.Conjuncts = make([]certs.Formula, 1<<14)
	r := newReplay(c, newFollower(p.Core, semantics.NewMeter(baseWork+workPerStep*maxSteps, semantics.Unlimited)))
	if err := r.run(); err != nil {
		return nil, err
	}
	table := term.NewTable(r.conjuncts)
	c.Path, c.Model = writePath(table, r.conjuncts), certs.Memory{}
	for _, in := range c.Inputs {
		if slices.Contains(c.Path.Inputs, in.Name) {
			c.Model[in.Name] = in.Value
		} else if least := r.pool.Draw(in.Name, in.Lo, in.Hi).Terms[0].Sym.Nearest(); least.Cmp(in.Value) != 0 {
			// what does not matter is near 0
			input = maps.Clone(input)
			input[in.Name] = least
			return certifyProgram(p, input, maxSteps)
		}
	}
	c.Seal()
	return c, nil
}

// inputsOf returns the inputs of a certificate by name.
func inputsOf(c *certs.Bug) certs.Memory {
	m := certs.Memory{}
	for _, in := range c.Inputs {
		m[in.Name] = in.Value
	}
	return m
}

// check is Check with a source and limits.
func check(data, source []byte, limits Limits) (*Verdict, error) {
	return Check(data, Options{Limits: limits, Lower: fronts.All.Lower, Source: elsewhere(source)})
}

// writePath returns the path condition with the given conjuncts over the symbols of t, as certificates hold it.
func writePath(t *term.Table, conjuncts []*term.Formula) certs.Path {
	path := certs.Path{Inputs: t.Inputs()}
	for _, s := range t.Syms[len(path.Inputs):] {
		o := certs.Opaque{Op: opaqueNames[s.Op], X: *writeLinear(t, s.X)}
		if s.Y != nil {
			o.Y = writeLinear(t, s.Y)
		}
		for _, c := range s.Cases {
			o.Cases = append(o.Cases, certs.Case{At: c.At, Value: *writeLinear(t, c.Value)})
		}
		path.Opaque = append(path.Opaque, o)
	}
	for _, f := range conjuncts {
		path.Conjuncts = append(path.Conjuncts, writeFormula(t, nil, f))
	}
	return path
}

func writeFormula(t *term.Table, nodes certs.Formula, f *term.Formula) certs.Formula {
	n := certs.Node{Op: formulaNames[f.Op], Arity: uint64(len(f.Args))}
	if f.E != nil {
		n.E = writeLinear(t, f.E)
	}
	nodes = append(nodes, n)
	for _, g := range f.Args {
		nodes = writeFormula(t, nodes, g)
	}
	return nodes
}

func writeLinear(t *term.Table, e *term.Linear) *certs.Linear {
	l := &certs.Linear{Const: e.Const}
	for _, x := range e.Terms {
		l.Terms = append(l.Terms, certs.Term{Sym: uint64(t.Index(x.Sym)), Coef: x.Coef})
	}
	return l
}

// mustCertify is certify for programs that are known to fail.
func mustCertify(t testing.TB, source, input string) *certs.Bug {
	t.Helper()
	c, err := certify(source, memory(input), 1_000_000)
	if err != nil {
		t.Fatalf("%v: %s", err, source)
	}
	return c
}

// The meaning of path conditions, as certs documents it.

// pathValues returns the values of the symbols of a path condition; nil stands for none.
func pathValues(p certs.Path, input certs.Memory) []*big.Int {
	var values []*big.Int
	for _, name := range p.Inputs {
		values = append(values, input[name])
	}
	for _, o := range p.Opaque {
		x, y := linearValue(&o.X, values), linearValue(o.Y, values)
		var v *big.Int
		switch {
		case o.Op == "select":
			for _, c := range o.Cases {
				if x != nil && c.At.Cmp(x) == 0 {
					v = linearValue(&c.Value, values)
				}
			}
		case x == nil || y == nil:
		case o.Op == "and":
			v = new(big.Int).And(x, y)
		case o.Op == "or":
			v = new(big.Int).Or(x, y)
		case o.Op == "xor":
			v = new(big.Int).Xor(x, y)
		case o.Op == "shl":
			v = new(big.Int).Lsh(x, uint(y.Uint64()))
		case o.Op == "shr":
			v = new(big.Int).Rsh(x, uint(y.Uint64()))
		case o.Op == "*":
			v = new(big.Int).Mul(x, y)
		case o.Op == "eq" && x.Cmp(y) == 0, o.Op == "le" && x.Cmp(y) <= 0:
			v = big.NewInt(1)
		case o.Op == "eq", o.Op == "le":
			v = new(big.Int)
		case floatOps[o.Op].op != 0:
			v = floatValue(o.Op, x, y)
		case y.Sign() == 0:
		case o.Op == "quo":
			v = new(big.Int).Quo(x, y)
		case o.Op == "rem":
			v = new(big.Int).Rem(x, y)
		default: // floor division is Euclidean division where the divisor is positive
			if y.Sign() < 0 {
				x, y = new(big.Int).Neg(x), new(big.Int).Neg(y)
				v = new(big.Int).Mod(x, y)
				v.Neg(v)
			} else {
				v = new(big.Int).Mod(x, y)
			}
			if o.Op == "div" {
				v = new(big.Int).Div(x, y)
			}
		}
		values = append(values, v)
	}
	return values
}

// floatOps are the operators of the core that the operations on floats stand for, with the type of their operands.
var floatOps = map[string]struct {
	op core.Op
	of core.Type
}{
	"fadd32": {core.FAdd, core.F32}, "fsub32": {core.FSub, core.F32}, "fmul32": {core.FMul, core.F32},
	"fdiv32":  {core.FDiv, core.F32},
	"froot32": {core.FSqrt, core.F32}, "fmake32": {core.IntToF32, core.Int}, "ftrunc32": {core.FToInt, core.F32},
	"widen":  {core.Widen, core.F32},
	"fadd64": {core.FAdd, core.F64}, "fsub64": {core.FSub, core.F64}, "fmul64": {core.FMul, core.F64},
	"fdiv64":  {core.FDiv, core.F64},
	"froot64": {core.FSqrt, core.F64}, "fmake64": {core.IntToF64, core.Int}, "ftrunc64": {core.FToInt, core.F64},
	"narrow": {core.Narrow, core.F64},
}

// floatValue returns the value of an operation on floats at places; nil if it has none.
func floatValue(name string, x, y *big.Int) *big.Int {
	at := func(t core.Type, n *big.Int) *core.Expr {
		bits := n.Int64()
		switch {
		case t == core.Int:
			return &core.Expr{Op: core.Const, Type: t, Int: n}
		case t == core.F32 && bits < 0:
			bits = 1<<31 + (-1 - bits)
		case t == core.F64 && bits < 0:
			bits = math.MinInt64 + (-1 - bits)
		}
		if t == core.F32 {
			return &core.Expr{Op: core.Single, Type: t, Bits: uint64(bits)}
		}
		return &core.Expr{Op: core.Double, Type: t, Bits: uint64(bits)}
	}
	o := floatOps[name]
	e := &core.Expr{Op: o.op, Type: o.of, X: at(o.of, x)}
	switch o.op {
	case core.FAdd, core.FSub, core.FMul, core.FDiv:
		e.Y = at(o.of, y)
	case core.FToInt:
		e.Type = core.Int
	case core.IntToF32, core.Narrow:
		e.Type = core.F32
	case core.IntToF64, core.Widen:
		e.Type = core.F64
	}
	v, stop := new(core.Machine).Eval(core.State{}, e)
	if stop != nil {
		return nil
	}
	if n, ok := v.Integer(); ok {
		return n
	}
	bits, width := v.Encoding(), uint(32)
	if v.Type() == core.F64 {
		width = 64
	}
	if rest := bits &^ (1 << (width - 1)); rest != bits {
		return new(big.Int).Not(new(big.Int).SetUint64(rest))
	}
	return new(big.Int).SetUint64(bits)
}

func linearValue(e *certs.Linear, values []*big.Int) *big.Int {
	if e == nil {
		return nil
	}
	sum := new(big.Int).Set(e.Const)
	for _, t := range e.Terms {
		if values[t.Sym] == nil {
			return nil
		}
		sum.Add(sum, new(big.Int).Mul(t.Coef, values[t.Sym]))
	}
	return sum
}

// formulaValue returns the truth value of the formula at the start of f and what follows it. Arguments are evaluated
// from left to right, no further than needed; ok is false if an atom that is needed has no value.
func formulaValue(f certs.Formula, values []*big.Int) (truth, ok bool, rest certs.Formula) {
	n, rest := f[0], f[1:]
	switch n.Op {
	case "and", "or":
		truth, ok = n.Op == "and", true
		decided := false
		for range n.Arity {
			var b, bok bool
			b, bok, rest = formulaValue(rest, values)
			if !decided && (!bok || b == (n.Op == "or")) {
				truth, ok, decided = b, bok, true
			}
		}
		return truth, ok, rest
	case "false":
		return false, true, rest
	}
	v := linearValue(n.E, values)
	if v == nil {
		return false, false, rest
	}
	return map[string]bool{"<=": v.Sign() <= 0, "=": v.Sign() == 0, "!=": v.Sign() != 0}[n.Op], true, rest
}

// satisfies reports whether an input satisfies a path condition.
func satisfies(p certs.Path, input certs.Memory) bool {
	values := pathValues(p, input)
	for _, f := range p.Conjuncts {
		truth, ok, rest := formulaValue(f, values)
		if len(rest) > 0 {
			panic("a formula has surplus nodes")
		}
		if !truth || !ok {
			return false
		}
	}
	return true
}

// establish holds an accepted certificate about an IMP program against package bigstep: its inputs must fail as it
// says, and so must others that satisfy the path condition, of which it returns how many were tried.
func establish(t testing.TB, c *certs.Bug, r *rand.Rand) (others int) {
	t.Helper()
	source := c.Program.Sources[0].Text
	p, err := imp.Load("test.imp", source)
	if err != nil {
		t.Fatalf("accepted, but there is no such program: %v\n%s", err, source)
	}
	inputs := inputsOf(c)
	if !satisfies(c.Path, inputs) || !satisfies(c.Path, c.Model) {
		t.Fatalf("accepted, but the inputs %v do not satisfy the path condition\n%s", inputs, source)
	}
	run := func(input certs.Memory) (bigstep.Outcome, bool) {
		out := bigstep.Run(p, input, 4*int(c.Trace.Steps)+100) // it has other steps
		if out.End == bigstep.TooLarge {
			return out, false
		}
		if f := out.Fault; out.End != bigstep.Faulted || string(f.Kind) != c.Fault.Kind ||
			uint64(f.Line) != c.Fault.Line || uint64(f.Column) != c.Fault.Column {
			t.Fatalf("accepted %v after %d steps, but on %v the program ends so: %v\n%s", c.Fault, c.Trace.Steps, input,
				out, source)
		}
		return out, true
	}
	if out, ok := run(inputs); ok {
		final := certs.Values{}
		for name, v := range out.Memory {
			final[name] = certs.Value{Int: v}
		}
		if !certs.Same(final, c.Trace.Final.Values) {
			t.Fatalf("accepted the final memory %v, but it is %v\n%s", c.Trace.Final, out.Memory, source)
		}
	}
	for range 20 {
		other := certs.Memory{}
		for name, v := range inputs {
			switch d := big.NewInt(r.Int64N(5) - 2); {
			case c.Model[name] == nil:
				other[name] = big.NewInt(r.Int64N(2001) - 1000)
			case r.IntN(3) == 0:
				other[name] = new(big.Int).Mul(v, d)
			default:
				other[name] = d.Add(d, v)
			}
		}
		if satisfies(c.Path, other) {
			run(other)
			others++
		}
	}
	return others
}

// impKinds are the kinds of faults that IMP programs have.
var impKinds = []semantics.Kind{semantics.Failed, semantics.AssertionFailed, semantics.DivisionByZero,
	semantics.UnboundVar}

// TestAcceptsRandomPrograms certifies the faults of random programs on random inputs.
func TestAcceptsRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	certified, others := map[string]int{}, 0
	for i := range effort.Of(6_000) {
		family := randimp.Families[i%len(randimp.Families)]
		source := randimp.Source(r, family)
		p, err := imp.Load("test.imp", source)
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		input := certs.Memory{}
		for _, name := range p.Inputs() {
			input[name] = big.NewInt(r.Int64N(11) - 5)
		}
		if out := bigstep.Run(p, input, 300); out.End != bigstep.Faulted {
			continue
		}
		c, err := certify(string(source), input, 1_000)
		if err != nil {
			t.Fatalf("%v\n%v\n%s", err, input, source)
		}
		if _, err := check(certs.Encode(c), source, Limits{1_000_000, certs.MaxBytes, DefaultLimits.MaxMemory}); err !=
			nil {
			t.Fatalf("%v\n%v\n%s", err, input, source)
		}
		certified[c.Fault.Kind]++
		others += establish(t, c, r)
	}
	for _, k := range impKinds {
		if certified[string(k)] < effort.Of(30) {
			t.Errorf("only %d certificates about %q", certified[string(k)], k)
		}
	}
	if others < effort.Of(1000) {
		t.Errorf("only %d other inputs of the classes were tried", others)
	}
}

// Check's arguments and errors.

func TestSourceGiven(t *testing.T) {
	const source = "assert a != 7\n"
	data := certs.Encode(mustCertify(t, source, "a=7"))
	for _, c := range []struct {
		title  string
		source []byte
		valid  bool
	}{
		{"none", nil, true},
		{"the same", []byte(source), true},
		{"empty", []byte{}, false},
		{"without the last line end, which is no part of the program", []byte(source[:len(source)-1]), true},
		{"with carriage returns, which are none either", []byte("assert a != 7\r\n"), true},
		{"on another line", []byte("\n" + source), false},
		{"in another layout", []byte("assert  a != 7\n"), false},
		{"with an error", []byte("assert a !=\n"), false},
		{"no text", []byte("\xff"), false},
		{"another program", []byte("assert a != 8\n"), false},
	} {
		_, err := check(data, c.source, DefaultLimits)
		switch {
		case c.valid && err != nil:
			t.Errorf("%s: %v", c.title, err)
		case !c.valid && (!errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), "source file")):
			t.Errorf("%s: found %v, want the error about the source file", c.title, err)
		}
	}
}

func TestNotCertificate(t *testing.T) {
	data := certs.Encode(mustCertify(t, "assert a != 7\n", "a=7"))
	option := "\x68division\x65floor"
	long := "\x7a\x00\x10\x00\x00" + strings.Repeat("\x1b", 1<<20) + "\x60" // a name of a megabyte with an empty value
	for _, c := range []struct {
		title    string
		data     []byte
		maxBytes int64
	}{
		{"nothing", nil, certs.MaxBytes},
		{"text", []byte("assert a != 7\n"), certs.MaxBytes},
		{"half a certificate", data[:len(data)/2], certs.MaxBytes},
		{"a certificate and a byte", append(slices.Clone(data), 0), certs.MaxBytes},
		{"a long option twice", bytes.Replace(data, []byte("\xa1"+option), []byte("\xa2"+long+long), 1),
			certs.MaxBytes},
		{"a certificate larger than allowed", data, int64(len(data)) - 1},
		{"a certificate where none is allowed", data, 0},
	} {
		_, err := check(c.data, nil, Limits{DefaultLimits.MaxSteps, c.maxBytes, DefaultLimits.MaxMemory})
		if !errors.Is(err, ErrNotCertificate) || errors.Is(err, ErrInvalid) {
			t.Errorf("%s: found %v, want %v", c.title, err, ErrNotCertificate)
		} else if len(err.Error()) > 2*maxReason || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: found a reason of %d bytes, unfit for a terminal", c.title, len(err.Error()))
		}
	}
}

func TestVerdictClass(t *testing.T) {
	for _, c := range []struct{ source, input, want string }{
		{"fail", "", "true"},
		{"assert a != 7", "a=7", "a = 7"},
		{"assert a < 7 or b < 7", "a=9 b=8", "a >= 7 and b >= 7"},
	} {
		v, err := check(certs.Encode(mustCertify(t, c.source, c.input)), nil, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		if found := termview.Full(v.Path); found != c.want {
			t.Errorf("%s: found the class %q, want %q", c.source, found, c.want)
		}
	}
}

// TestCheckIsRepeatable establishes that checking depends on nothing but its arguments, and leaves them as they are.
func TestCheckIsRepeatable(t *testing.T) {
	data := certs.Encode(tampered(t))
	before := bytes.Clone(data)
	for range 3 {
		if _, err := check(data, nil, DefaultLimits); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(data, before) {
		t.Error("checking changed the certificate")
	}
}

// elsewhere returns a text as that of the first source; nil for nil.
func elsewhere(text []byte) func(certs.Program) [][]byte {
	if text == nil {
		return nil
	}
	return func(certs.Program) [][]byte { return [][]byte{text} }
}
