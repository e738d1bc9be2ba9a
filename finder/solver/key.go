package solver

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"

	"vouch/semantics/term"
)

// This file defines the canonical encoding of queries. It is the same in all processes.

// query identifies a query in all processes. It is the SHA-256 of the encoding.
type query [sha256.Size]byte

// identify returns the identity of the query fs.
func identify(fs []*term.Formula) query { return sha256.Sum256(encode(fs)) }

// encode returns an encoding that determines fs: the table of symbols, each after those inside of it, and then the
// conjuncts in prefix order. The length of a number or a name comes before it. The encoding depends on fs alone, not on
// the pool.
func encode(fs []*term.Formula) []byte {
	e := &encoder{table: term.NewTable(fs)}
	e.number(len(e.table.Syms))
	for _, s := range e.table.Syms {
		if s.Op == term.Input {
			e.input(s)
			continue
		}
		e.b = append(e.b, byte(s.Op))
		if s.Op == term.Select {
			e.number(len(s.Cases))
			for _, c := range s.Cases {
				e.integer(c.At)
			}
		}
		for x := range s.Operands() {
			e.linear(x)
		}
	}
	e.number(len(fs))
	for _, f := range fs {
		e.formula(f)
	}
	return e.b
}

// encoder writes an encoding.
type encoder struct {
	table *term.Table
	b     []byte
}

// ranged stands for the operator of an input with a range, and openEnd for an open end of the range.
const (
	ranged  = 255
	openEnd = 3
)

// input writes an input: its name, and its range if it has one.
func (e *encoder) input(s *term.Sym) {
	if s.Lo == nil && s.Hi == nil {
		e.b = append(e.b, byte(s.Op))
		e.text([]byte(s.Name))
		return
	}
	e.b = append(e.b, ranged)
	e.text([]byte(s.Name))
	for _, end := range []*big.Int{s.Lo, s.Hi} {
		if end == nil {
			e.b = append(e.b, openEnd)
		} else {
			e.integer(end)
		}
	}
}

func (e *encoder) number(n int) { e.b = binary.AppendUvarint(e.b, uint64(n)) }

func (e *encoder) text(s []byte) {
	e.number(len(s))
	e.b = append(e.b, s...)
}

func (e *encoder) integer(x *big.Int) {
	e.b = append(e.b, byte(x.Sign()+1))
	e.text(x.Bytes())
}

func (e *encoder) linear(l *term.Linear) {
	e.integer(l.Const)
	e.number(len(l.Terms))
	for _, t := range l.Terms {
		e.number(e.table.Index(t.Sym))
		e.integer(t.Coef)
	}
}

// formula writes a formula. The operator shows whether a sum follows.
func (e *encoder) formula(f *term.Formula) {
	e.b = append(e.b, byte(f.Op))
	e.number(len(f.Args))
	if f.E != nil {
		e.linear(f.E)
	}
	for _, g := range f.Args {
		e.formula(g)
	}
}
