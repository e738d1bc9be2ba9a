package kernel

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"math/big"
	"testing"
)

// This file defines how tests make programs, write them and proofs as bytes, and drive a kernel.

// Expressions and instructions have places that differ: that of an obligation is {0, 1, op}, that of an instruction is
// {0, 2, op}.

func num(n int64) *expr     { return &expr{op: opConst, num: big.NewInt(n)} }
func pow(n uint) *expr      { return &expr{op: opConst, num: power(n)} }
func rd(slot int) *expr     { return &expr{op: opRead, ref: slot} }
func glob(i int) *expr      { return &expr{op: opGlobal, ref: i} }
func fun(i int) *expr       { return &expr{op: opFunc, ref: i} }
func yes(b bool) *expr      { return &expr{op: opTruth, ref: int(flagOf(b))} }
func f32(bits uint32) *expr { return &expr{op: opSingle, num: new(big.Int).SetUint64(uint64(bits))} }
func f64(bits uint64) *expr { return &expr{op: opDouble, num: new(big.Int).SetUint64(bits)} }
func nul() *expr            { return &expr{op: opNull} }

func flagOf(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// ex returns an operator with its operands, and the kind "k" if it has an obligation.
func ex(op int, operands ...*expr) *expr {
	e := &expr{op: op}
	if len(operands) > 0 {
		e.x = operands[0]
	}
	if len(operands) > 1 {
		e.y = operands[1]
	}
	if fields := operators[op]; len(fields) > 0 && fields[len(fields)-1] == 'k' {
		e.kind, e.at = "k", span{0, 1, op}
	}
	return dutiful(e)
}

func dutiful(e *expr) *expr {
	e.duty = e.kind != "" || e.x != nil && e.x.duty || e.y != nil && e.y.duty
	return e
}

// in returns the operator in with bounds.
func in(x *expr, lo, hi int64) *expr {
	e := ex(opIn, x)
	e.lo, e.hi = big.NewInt(lo), big.NewInt(hi)
	return e
}

// kinded returns e with another kind.
func kinded(kind string, e *expr) *expr {
	next := *e
	next.kind = kind
	return dutiful(&next)
}

// do returns an instruction without a result.
func do(op int, args ...*expr) instr {
	return instr{op: op, dst: -1, loop: -1, args: args, at: span{0, 2, op}}
}

// to returns an instruction with a result.
func to(dst, op int, args ...*expr) instr {
	i := do(op, args...)
	i.dst = dst
	return i
}

// The methods return an instruction with another part.

func (i instr) typed(as scalar) instr     { i.as = as; return i }
func (i instr) flagged() instr            { i.flag = true; return i } // loose, or local
func (i instr) to(then, els int) instr    { i.then, i.els = then, els; return i }
func (i instr) ofLoop(n int) instr        { i.loop = n; return i }
func (i instr) fails(kind string) instr   { i.kind = kind; return i }
func (i instr) line(n int) instr          { i.at[1] = n; return i }
func (i instr) signed(sig string) instr   { i.signature = sig; return i }
func (i instr) passing(t ...byte) instr   { i.types = append([]byte{typePtr}, t...); return i }
func (i instr) within(lo, hi int64) instr { i.lo, i.hi = big.NewInt(lo), big.NewInt(hi); return i }

// body returns a function without parameters, with slots of these types.
func body(slots []byte, loops int, code ...instr) function {
	return function{slots: slots, loops: loops, code: code}
}

const (
	tInt = typeInt
	tPtr = typePtr
	tF32 = typeF32
	tF64 = typeF64
)

// simple returns a program of one function.
func simple(slots []byte, code ...instr) *program {
	return &program{funcs: []function{body(slots, 4, code...)}}
}

// made returns the kernel at the start of a program.
func made(t *testing.T, p *program, c Claim) *Kernel {
	t.Helper()
	k, err := Open(bytes.NewReader(appendClaim(appendBytes(nil, appendProgram(nil, p)), c)))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// The rest appends items to bytes.

func appendHead(b []byte, major byte, n uint64) []byte {
	major <<= 5
	switch {
	case n < 24:
		return append(b, major|byte(n))
	case n < 1<<8:
		return append(b, major|24, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(b, major|25), uint16(n))
	case n < 1<<32:
		return binary.BigEndian.AppendUint32(append(b, major|26), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(b, major|27), n)
}

func appendArray(b []byte, n int) []byte { return appendHead(b, majorArray, uint64(n)) }
func appendIndex(b []byte, n int) []byte { return appendHead(b, majorUnsigned, uint64(n)) }

func appendBytes[T string | []byte](b []byte, s T) []byte {
	return append(appendHead(b, majorBytes, uint64(len(s))), s...)
}

func appendNumber(b []byte, n *big.Int) []byte {
	if n == nil {
		return append(b, absent)
	}
	major, tag, size := byte(majorUnsigned), uint64(2), n
	if n.Sign() < 0 {
		major, tag, size = majorNegative, 3, new(big.Int).Not(n)
	}
	if size.IsUint64() {
		return appendHead(b, major, size.Uint64())
	}
	return appendBytes(appendHead(b, majorTag, tag), size.Bytes())
}

func appendSpan(b []byte, s span) []byte {
	b = appendArray(b, len(s))
	for _, n := range s {
		b = appendIndex(b, n)
	}
	return b
}

func appendExpr(b []byte, e *expr) []byte {
	b = appendIndex(appendArray(b, 1+len(operators[e.op])), e.op)
	for _, field := range operators[e.op] {
		switch field {
		case 'x':
			b = appendExpr(b, e.x)
		case 'y':
			b = appendExpr(b, e.y)
		case 'n':
			b = appendNumber(b, e.num)
		case 'r':
			b = appendIndex(b, e.ref)
		case 'l':
			b = appendNumber(b, e.lo)
		case 'h':
			b = appendNumber(b, e.hi)
		case 'k':
			b = appendSpan(appendBytes(appendArray(b, 2), e.kind), e.at)
		}
	}
	return b
}

func appendInstr(b []byte, in instr) []byte {
	b = appendIndex(appendArray(b, 2+len(instructions[in.op])), in.op)
	for _, field := range instructions[in.op] {
		switch field {
		case 'd':
			b = appendIndex(b, in.dst+1)
		case 'a':
			b = appendArray(b, len(in.args))
			for _, e := range in.args {
				b = appendExpr(b, e)
			}
		case 'y':
			b = appendBytes(b, in.types)
		case 's':
			b = appendIndex(b, int(in.as))
		case 'f':
			b = appendIndex(b, int(flagOf(in.flag)))
		case 't':
			b = appendIndex(b, in.then)
		case 'e':
			b = appendIndex(b, in.els)
		case 'o':
			b = appendIndex(b, in.loop+1)
		case 'l':
			b = appendNumber(b, in.lo)
		case 'h':
			b = appendNumber(b, in.hi)
		case 'k':
			b = appendBytes(b, in.kind)
		case 'g':
			b = appendBytes(b, in.signature)
		}
	}
	return appendSpan(b, in.at)
}

func appendProgram(b []byte, p *program) []byte {
	b = appendArray(appendArray(b, 3), len(p.globals))
	for _, g := range p.globals {
		b = appendIndex(appendNumber(appendArray(b, 3), g.size), int(flagOf(g.readOnly)))
		b = appendArray(b, len(g.init))
		for _, i := range g.init {
			b = appendIndex(appendNumber(appendArray(b, 3), i.at), int(i.as))
			if i.value == nil {
				b = appendBytes(b, i.bytes)
			} else {
				b = appendExpr(b, i.value)
			}
		}
	}
	b = appendArray(b, len(p.funcs))
	for _, f := range p.funcs {
		b = appendIndex(appendIndex(appendIndex(appendArray(b, 7), f.params), f.result), int(flagOf(f.library)))
		b = appendIndex(appendBytes(appendBytes(b, f.signature), f.slots), f.loops)
		b = appendArray(b, len(f.code))
		for _, in := range f.code {
			b = appendInstr(b, in)
		}
	}
	return appendIndex(b, p.entry)
}

func appendClaim(b []byte, c Claim) []byte {
	fields := 4
	if c.Kind == Class {
		fields = 6
	}
	b = appendArray(appendBytes(appendArray(b, fields), c.Kind), len(c.Inputs))
	for _, n := range c.Inputs {
		b = appendNumber(b, n)
	}
	b = appendSpan(appendBytes(appendArray(b, 2), c.Fault.Kind), c.Fault.At)
	b = appendIndex(b, c.LoopLimit)
	if c.Kind != Class {
		return b
	}
	b = appendArray(b, len(c.Quotients))
	for _, q := range c.Quotients {
		b = appendNumber(appendTerm(appendArray(b, 2), q.Of), q.By)
	}
	b = appendArray(b, len(c.Where))
	for _, f := range c.Where {
		b = appendFormula(b, f)
	}
	return b
}

func appendTerm(b []byte, t Term) []byte {
	b = appendArray(appendNumber(appendArray(b, 2), t.Const), len(t.Monos))
	for _, m := range t.Monos {
		b = appendArray(appendNumber(appendArray(b, 2), m.Coef), len(m.Syms))
		for _, s := range m.Syms {
			b = appendIndex(b, s)
		}
	}
	return b
}

func appendFormula(b []byte, f Formula) []byte {
	b = appendIndex(appendArray(b, 2), int(f.Op))
	if f.Op == AtMost || f.Op == Equal {
		return appendTerm(b, f.E)
	}
	b = appendArray(b, len(f.Args))
	for _, g := range f.Args {
		b = appendFormula(b, g)
	}
	return b
}

// The commands of a proof, as bytes.

func run(n int) []byte     { return appendIndex(appendIndex(appendArray(nil, 2), DoRun), n) }
func split() []byte        { return appendIndex(appendArray(nil, 1), DoSplit) }
func cut(f Formula) []byte { return appendFormula(appendIndex(appendArray(nil, 2), DoCut), f) }
func cases(i int) []byte   { return appendIndex(appendIndex(appendArray(nil, 2), DoCases), i) }
func product2(i, j int) []byte {
	return appendIndex(appendIndex(appendIndex(appendArray(nil, 3), DoProduct), i), j)
}
func square(t Term) []byte { return appendTerm(appendIndex(appendArray(nil, 2), DoSquare), t) }
func divide(t Term, d int64) []byte {
	return appendNumber(appendTerm(appendIndex(appendArray(nil, 3), DoDivide), t), big.NewInt(d))
}

// sum is the command with rows and their factors, in turns.
func sum(rows ...int64) []byte {
	b := appendArray(appendIndex(appendArray(nil, 2), DoSum), len(rows)/2)
	for i := 0; i < len(rows); i += 2 {
		b = appendNumber(appendIndex(appendArray(b, 2), int(rows[i])), big.NewInt(rows[i+1]))
	}
	return b
}

func claim(places []Place, more int, facts ...Formula) []byte {
	b := appendArray(appendIndex(appendArray(nil, 4), DoClaim), len(places))
	for _, p := range places {
		b = appendIndex(appendIndex(appendIndex(appendArray(b, 5), p.Frame+1), p.Slot), p.Object)
		b = appendIndex(appendIndex(b, int(p.Offset)), int(flagOf(p.Lost)))
	}
	b = appendArray(appendIndex(b, more), len(facts))
	for _, f := range facts {
		b = appendFormula(b, f)
	}
	return b
}

// meet is the command with terms for the symbols from a number on.
func meet(n, from int, terms ...Term) []byte {
	b := appendArray(appendIndex(appendIndex(appendArray(nil, 3), DoMeet), n), len(terms))
	for i, t := range terms {
		b = appendTerm(appendIndex(appendArray(b, 2), from+i), t)
	}
	return b
}

func shape(id int, at int64, as scalar) []byte {
	return appendIndex(appendIndex(appendIndex(appendIndex(appendArray(nil, 4), DoShape), id), int(at)), int(as))
}

func name(f Formula) []byte { return appendFormula(appendIndex(appendArray(nil, 2), DoName), f) }
func left(i int) []byte     { return appendIndex(appendIndex(appendArray(nil, 2), DoLeft), i) }

func bitwise(x, y Term, xs, ys []Term) []byte {
	b := appendTerm(appendTerm(appendIndex(appendArray(nil, 5), DoBitwise), x), y)
	for _, bits := range [...][]Term{xs, ys} {
		b = appendArray(b, len(bits))
		for _, t := range bits {
			b = appendTerm(b, t)
		}
	}
	return b
}

func round(op int, of class, operands ...Range) []byte {
	b := appendArray(appendIndex(appendIndex(appendIndex(appendArray(nil, 4), DoRound), op), int(of)), len(operands))
	for _, r := range operands {
		b = appendNumber(appendNumber(appendTerm(appendArray(b, 3), r.Of), r.Lo), r.Hi)
	}
	return b
}

func exact(op int, of class, places, integers []Term) []byte {
	b := appendIndex(appendIndex(appendIndex(appendArray(nil, 5), DoExact), op), int(of))
	for _, ts := range [...][]Term{places, integers} {
		b = appendArray(b, len(ts))
		for _, t := range ts {
			b = appendTerm(b, t)
		}
	}
	return b
}

func later() []byte { return appendIndex(appendArray(nil, 1), DoLater) }

// proofOf returns a program, a claim and commands as bytes.
func proofOf(p *program, c Claim, commands ...[]byte) []byte {
	b := appendClaim(appendBytes(nil, appendProgram(nil, p)), c)
	for _, command := range commands {
		b = append(b, command...)
	}
	return b
}

// check is Check.
func check(p *program, c Claim, commands ...[]byte) error {
	_, err := Check(bytes.NewReader(proofOf(p, c, commands...)))
	return err
}

func newReader(b []byte) *reader { return &reader{in: bufio.NewReader(bytes.NewReader(b))} }
