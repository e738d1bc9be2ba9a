// Package elaborate turns certificates into the long proofs that package kernel checks. Nobody needs to trust it: a proof that is wrong is refused.
//
// Begin with [Write]. It runs the kernel itself, finds out where that stops, and asks a solver why a way is impossible. Each command that the kernel
// accepts goes to the proof.
package elaborate

import (
	"encoding/binary"
	"math/big"

	"vouch/kernel"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the encoding of programs, claims and commands for the kernel.

// item is bytes of CBOR that grow.
type item []byte

func (b item) head(major byte, n uint64) item {
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

func (b item) array(n int) item { return b.head(4, uint64(n)) }
func (b item) index(n int) item { return b.head(0, uint64(n)) }

func (b item) flag(set bool) item {
	if set {
		return b.index(1)
	}
	return b.index(0)
}

func (b item) text(s string) item { return append(b.head(2, uint64(len(s))), s...) }

// number appends an integer; nil is absent.
func (b item) number(n *big.Int) item {
	if n == nil {
		return append(b, 0xf6)
	}
	major, tag, size := byte(0), uint64(2), n
	if n.Sign() < 0 {
		major, tag, size = 1, 3, new(big.Int).Not(n)
	}
	if size.IsUint64() {
		return b.head(major, size.Uint64())
	}
	return b.head(6, tag).text(string(size.Bytes()))
}

func (b item) span(s source.Span) item {
	return b.array(3).index(int(s.File)).index(int(s.Line)).index(int(s.Column))
}

// Program returns the encoding of a program for the kernel. Its SHA-256 digest names the program in theorems.
func Program(p *core.Program) []byte {
	b := item(nil).array(3).array(len(p.Globals))
	for _, g := range p.Globals {
		b = b.array(3).number(big.NewInt(g.Size)).flag(g.ReadOnly).array(len(g.Init))
		for _, i := range g.Init {
			b = b.array(3).number(big.NewInt(i.Offset))
			if i.Value == nil {
				b = b.index(0).text(i.Bytes)
			} else {
				b = b.index(int(i.Type)).expr(i.Value)
			}
		}
	}
	b = b.array(len(p.Funcs))
	for _, f := range p.Funcs {
		b = b.array(7).index(f.Params).index(int(f.Result)).flag(f.Library).text(f.Signature)
		types := make([]byte, len(f.Slots))
		for i, s := range f.Slots {
			types[i] = byte(s.Type)
		}
		b = b.text(string(types)).index(f.Loops).array(len(f.Code))
		for i := range f.Code {
			b = b.instr(&f.Code[i])
		}
	}
	return b.index(p.Entry)
}

// fields is the encoding of the fields of an instruction or of an expression.
type fields struct {
	n int
	b item
}

func (f *fields) add(b item) {
	f.n++
	f.b = append(f.b, b...)
}

func (b item) instr(in *core.Instr) item {
	f := &fields{}
	f.add(item(nil).index(int(in.Op)))
	var args item = item(nil).array(len(in.Args))
	for _, e := range in.Args {
		args = args.expr(e)
	}
	dst := item(nil).index(in.Dst + 1)
	loop := item(nil).index(in.Loop + 1)
	switch in.Op {
	case core.Set, core.Extent, core.Room:
		f.add(dst)
		f.add(args)
	case core.Branch:
		f.add(args)
		f.add(item(nil).index(in.Then))
		f.add(item(nil).index(in.Else))
		f.add(loop)
	case core.Jump:
		f.add(item(nil).index(in.Then))
	case core.Enter:
		f.add(loop)
	case core.Draw:
		f.add(dst)
		f.add(item(nil).number(in.Lo))
		f.add(item(nil).number(in.Hi))
	case core.Fail:
		f.add(item(nil).text(string(in.Kind)))
	case core.Alloc:
		f.add(dst)
		f.add(item(nil).flag(in.Life == core.Local))
		f.add(args)
	case core.Load:
		f.add(dst)
		f.add(item(nil).index(int(in.Type)))
		f.add(item(nil).flag(in.Loose))
		f.add(args)
	case core.Store:
		f.add(item(nil).index(int(in.Type)))
		f.add(item(nil).flag(in.Loose))
		f.add(args)
	case core.Copy:
		f.add(item(nil).flag(in.Loose))
		f.add(args)
		f.add(item(nil).text(string(in.Kind)))
	case core.Call:
		types := make([]byte, len(in.Args))
		for i, e := range in.Args {
			types[i] = byte(e.Type)
		}
		f.add(dst)
		f.add(args)
		f.add(item(nil).text(string(types)))
		f.add(item(nil).text(in.Signature))
	case core.Leaks, core.Unsupported:
	default:
		f.add(args)
	}
	f.add(item(nil).span(in.Span))
	return append(b.array(f.n), f.b...)
}

func (b item) expr(e *core.Expr) item {
	f := &fields{}
	f.add(item(nil).index(int(e.Op)))
	switch e.Op {
	case core.Const:
		f.add(item(nil).number(e.Int))
	case core.Address, core.Function:
		f.add(item(nil).index(e.Ref))
	case core.Single, core.Double:
		f.add(item(nil).number(new(big.Int).SetUint64(e.Bits)))
	case core.Truth:
		f.add(item(nil).index(int(e.Bits)))
	case core.Read:
		f.add(item(nil).index(e.Slot))
	}
	if e.X != nil {
		f.add(item(nil).expr(e.X))
	}
	if e.Y != nil {
		f.add(item(nil).expr(e.Y))
	}
	switch e.Op {
	case core.Freeze:
		f.add(item(nil).index(int(e.Type)))
	case core.Within:
		f.add(item(nil).number(e.Lo))
		f.add(item(nil).number(e.Hi))
	}
	if duty(e.Op) {
		f.add(item(nil).array(2).text(string(e.Kind)).span(e.Span))
	}
	return append(b.array(f.n), f.b...)
}

// duty reports whether an operator may have an obligation.
func duty(op core.Op) bool {
	switch op {
	case core.Defined, core.Within, core.Given, core.Div, core.Mod, core.Quo, core.Rem, core.Move, core.Diff, core.Below, core.FToInt:
		return true
	}
	return false
}

// about appends a claim.
func (b item) about(c kernel.Claim) item {
	b = b.array(4).text(c.Kind).array(len(c.Inputs))
	for _, n := range c.Inputs {
		b = b.number(n)
	}
	b = b.array(2).text(c.Fault.Kind).array(3)
	for _, n := range c.Fault.At {
		b = b.index(n)
	}
	return b.index(c.LoopLimit)
}

// fault returns a fault as the kernel has it.
func fault(f semantics.Fault) kernel.Fault {
	return kernel.Fault{Kind: string(f.Kind), At: [3]int{int(f.Span.File), int(f.Span.Line), int(f.Span.Column)}}
}

func (b item) term(t kernel.Term) item {
	b = b.array(2).number(t.Const).array(len(t.Monos))
	for _, m := range t.Monos {
		b = b.array(2).number(m.Coef).array(len(m.Syms))
		for _, s := range m.Syms {
			b = b.index(s)
		}
	}
	return b
}

func (b item) formula(f kernel.Formula) item {
	b = b.array(2).index(int(f.Op))
	switch f.Op {
	case kernel.AtMost, kernel.Equal:
		return b.term(f.E)
	}
	b = b.array(len(f.Args))
	for _, g := range f.Args {
		b = b.formula(g)
	}
	return b
}
