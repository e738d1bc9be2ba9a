// Package encode writes programs, claims and commands as package kernel reads them. The kernel's own digest of a
// program says which one a theorem is about; who wants to know compares it with that of [Program].
package encode

import (
	"encoding/binary"
	"math/big"

	"vouch/certs"
	"vouch/checker"
	"vouch/kernel"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// Item is bytes of CBOR that grow. Its methods append and return it.
type Item []byte

func (b Item) head(major byte, n uint64) Item {
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

// Array appends the start of an array of so many items.
func (b Item) Array(n int) Item { return b.head(4, uint64(n)) }

// Index appends a number that is not negative.
func (b Item) Index(n int) Item { return b.head(0, uint64(n)) }

// Flag appends whether something is so.
func (b Item) Flag(set bool) Item {
	if set {
		return b.Index(1)
	}
	return b.Index(0)
}

// Text appends a byte string.
func (b Item) Text(s string) Item { return append(b.head(2, uint64(len(s))), s...) }

// Number appends an integer; nil is absent.
func (b Item) Number(n *big.Int) Item {
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
	return b.head(6, tag).Text(string(size.Bytes()))
}

func (b Item) span(s source.Span) Item {
	return b.Array(3).Index(int(s.File)).Index(int(s.Line)).Index(int(s.Column))
}

// Program returns the encoding of a program for the kernel. Its SHA-256 digest names the program in theorems.
func Program(p *core.Program) []byte {
	b := Item(nil).Array(3).Array(len(p.Globals))
	for _, g := range p.Globals {
		b = b.Array(3).Number(big.NewInt(g.Size)).Flag(g.ReadOnly).Array(len(g.Init))
		for _, i := range g.Init {
			b = b.Array(3).Number(big.NewInt(i.Offset))
			if i.Value == nil {
				b = b.Index(0).Text(i.Bytes)
			} else {
				b = b.Index(int(i.Type)).expr(i.Value)
			}
		}
	}
	b = b.Array(len(p.Funcs))
	for _, f := range p.Funcs {
		b = b.Array(7).Index(f.Params).Index(int(f.Result)).Flag(f.Library).Text(f.Signature)
		types := make([]byte, len(f.Slots))
		for i, s := range f.Slots {
			types[i] = byte(s.Type)
		}
		b = b.Text(string(types)).Index(f.Loops).Array(len(f.Code))
		for i := range f.Code {
			b = b.instr(&f.Code[i])
		}
	}
	return b.Index(p.Entry)
}

// fields is the encoding of the fields of an instruction or of an expression.
type fields struct {
	n int
	b Item
}

func (f *fields) add(b Item) {
	f.n++
	f.b = append(f.b, b...)
}

func (b Item) instr(in *core.Instr) Item {
	f := &fields{}
	f.add(Item(nil).Index(int(in.Op)))
	args := Item(nil).Array(len(in.Args))
	for _, e := range in.Args {
		args = args.expr(e)
	}
	dst := Item(nil).Index(in.Dst + 1)
	loop := Item(nil).Index(in.Loop + 1)
	switch in.Op {
	case core.Set, core.Extent, core.Room:
		f.add(dst)
		f.add(args)
	case core.Branch:
		f.add(args)
		f.add(Item(nil).Index(in.Then))
		f.add(Item(nil).Index(in.Else))
		f.add(loop)
	case core.Jump:
		f.add(Item(nil).Index(in.Then))
	case core.Enter:
		f.add(loop)
	case core.Draw:
		f.add(dst)
		f.add(Item(nil).Number(in.Lo))
		f.add(Item(nil).Number(in.Hi))
	case core.Fail:
		f.add(Item(nil).Text(string(in.Kind)))
	case core.Alloc:
		f.add(dst)
		f.add(Item(nil).Flag(in.Life == core.Local))
		f.add(args)
	case core.Load:
		f.add(dst)
		f.add(Item(nil).Index(int(in.Type)))
		f.add(Item(nil).Flag(in.Loose))
		f.add(args)
	case core.Store:
		f.add(Item(nil).Index(int(in.Type)))
		f.add(Item(nil).Flag(in.Loose))
		f.add(args)
	case core.Copy:
		f.add(Item(nil).Flag(in.Loose))
		f.add(args)
		f.add(Item(nil).Text(string(in.Kind)))
	case core.Call:
		types := make([]byte, len(in.Args))
		for i, e := range in.Args {
			types[i] = byte(e.Type)
		}
		f.add(dst)
		f.add(args)
		f.add(Item(nil).Text(string(types)))
		f.add(Item(nil).Text(in.Signature))
	case core.Leaks, core.Unsupported:
	default:
		f.add(args)
	}
	f.add(Item(nil).span(in.Span))
	return append(b.Array(f.n), f.b...)
}

func (b Item) expr(e *core.Expr) Item {
	f := &fields{}
	f.add(Item(nil).Index(int(e.Op)))
	switch e.Op {
	case core.Const:
		f.add(Item(nil).Number(e.Int))
	case core.Address, core.Function:
		f.add(Item(nil).Index(e.Ref))
	case core.Single, core.Double:
		f.add(Item(nil).Number(new(big.Int).SetUint64(e.Bits)))
	case core.Truth:
		f.add(Item(nil).Index(int(e.Bits)))
	case core.Read:
		f.add(Item(nil).Index(e.Slot))
	}
	if e.X != nil {
		f.add(Item(nil).expr(e.X))
	}
	if e.Y != nil {
		f.add(Item(nil).expr(e.Y))
	}
	switch e.Op {
	case core.Freeze:
		f.add(Item(nil).Index(int(e.Type)))
	case core.Within:
		f.add(Item(nil).Number(e.Lo))
		f.add(Item(nil).Number(e.Hi))
	}
	if duty(e.Op) {
		f.add(Item(nil).Array(2).Text(string(e.Kind)).span(e.Span))
	}
	return append(b.Array(f.n), f.b...)
}

// duty reports whether an operator may have an obligation.
func duty(op core.Op) bool {
	switch op {
	case core.Defined, core.Within, core.Given, core.Div, core.Mod, core.Quo, core.Rem, core.Move, core.Diff,
		core.Below, core.FToInt:
		return true
	}
	return false
}

// About appends a claim.
func (b Item) About(c kernel.Claim) Item {
	fields := 4
	if c.Kind == kernel.Class {
		fields = 6
	}
	b = b.Array(fields).Text(c.Kind).Array(len(c.Inputs))
	for _, n := range c.Inputs {
		b = b.Number(n)
	}
	b = b.Array(2).Text(c.Fault.Kind).Array(3)
	for _, n := range c.Fault.At {
		b = b.Index(n)
	}
	b = b.Index(c.LoopLimit)
	if c.Kind != kernel.Class {
		return b
	}
	b = b.Array(len(c.Quotients))
	for _, q := range c.Quotients {
		b = b.Array(2).Term(q.Of).Number(q.By)
	}
	b = b.Array(len(c.Where))
	for _, f := range c.Where {
		b = b.Formula(f)
	}
	return b
}

// Claim returns the claim of a certificate that the checker accepted: of a bug, that these inputs fail.
func Claim(v *checker.Verdict) kernel.Claim {
	if v.Kind != certs.KindBug {
		return kernel.Claim{Kind: kernel.Safe, LoopLimit: int(v.LoopLimit)}
	}
	c := kernel.Claim{Kind: kernel.Fails, Fault: Fault(v.Fault)}
	for _, in := range v.Inputs {
		c.Inputs = append(c.Inputs, in.Value)
	}
	return c
}

// Fault returns a fault as the kernel has it.
func Fault(f semantics.Fault) kernel.Fault {
	return kernel.Fault{Kind: string(f.Kind), At: [3]int{int(f.Span.File), int(f.Span.Line), int(f.Span.Column)}}
}

// Term appends a term.
func (b Item) Term(t kernel.Term) Item {
	b = b.Array(2).Number(t.Const).Array(len(t.Monos))
	for _, m := range t.Monos {
		b = b.Array(2).Number(m.Coef).Array(len(m.Syms))
		for _, s := range m.Syms {
			b = b.Index(s)
		}
	}
	return b
}

// Formula appends a formula.
func (b Item) Formula(f kernel.Formula) Item {
	b = b.Array(2).Index(int(f.Op))
	switch f.Op {
	case kernel.AtMost, kernel.Equal:
		return b.Term(f.E)
	}
	b = b.Array(len(f.Args))
	for _, g := range f.Args {
		b = b.Formula(g)
	}
	return b
}
