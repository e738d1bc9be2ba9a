package kernel

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
)

// This file reads claims and the commands of proofs, and defines Check, which makes theorems.

// Open reads a program and a claim, and returns the kernel before the first command of a proof.
func Open(in io.Reader) (*Kernel, error) { return open(&reader{in: bufio.NewReader(in)}, DefaultWork) }

func open(r *reader, most int64) (*Kernel, error) {
	encoded := r.bytes(maxBytes)
	claim := r.claim()
	if r.err != nil {
		return nil, r.err
	}
	body := &reader{in: bufio.NewReader(bytes.NewReader(encoded))}
	p := body.program()
	if body.err == nil && body.more() {
		body.fail("bytes behind the program")
	}
	if body.err != nil {
		return nil, fmt.Errorf("program: %w", body.err)
	}
	k := &Kernel{facts: newFacts(), program: p, digest: sha256.Sum256(encoded), claim: claim, most: most}
	if k.start(); claim.Kind == Class {
		k.inClass()
	}
	return k, k.err
}

func (r *reader) claim() Claim {
	n := r.array()
	c := Claim{Kind: r.text(), Inputs: list(r, r.given)}
	r.fixed(2)
	c.Fault = Fault{r.text(), r.span()}
	c.LoopLimit = r.index(maxIndex)
	fields := 4
	if c.Kind == Class {
		fields = 6
		c.Quotients = list(r, func() Quotient {
			r.fixed(2)
			return Quotient{r.term(), r.given()}
		})
		c.Where = list(r, func() Formula { return r.formula(0) })
	}
	switch {
	case c.Kind != Fails && c.Kind != Safe && c.Kind != Class || n != fields:
		r.fail("unknown kind of claim")
	case c.Kind != Safe && (c.LoopLimit != 0 || c.Fault.Kind == "") || c.Kind == Safe &&
		(len(c.Inputs) > 0 || c.Fault != Fault{}):
		r.fail("a claim with parts of another kind")
	}
	return c
}

// The commands of proofs.
const (
	DoRun = iota
	DoSplit
	DoCut
	DoCases
	DoSum
	DoProduct
	DoSquare
	DoClaim
	DoMeet
	DoShape
	DoDivide
	DoLater
	DoName
	DoLeft
	DoBitwise
	DoRound
	DoExact
)

// Check reads a program, a claim and a proof, and returns the claim as a theorem if the proof shows it. An error says
// which command is wrong and why.
func Check(in io.Reader) (*Theorem, error) { return CheckWithin(in, DefaultWork) }

// CheckWithin is Check with a bound on the work, in machine words touched.
func CheckWithin(in io.Reader, work int64) (*Theorem, error) {
	r := &reader{in: bufio.NewReader(in)}
	k, err := open(r, work)
	if err != nil {
		return nil, err
	}
	n := 0
	for ; r.more(); n++ {
		if err := k.command(r); err != nil {
			return nil, fmt.Errorf("command %d: %w", n+1, err)
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	if !k.proved {
		return nil, fmt.Errorf("after %d commands: a goal is left", n)
	}
	return &Theorem{k.digest, k.claim.clone()}, nil
}

// command reads and obeys a command.
func (k *Kernel) command(r *reader) error {
	if !k.work(r.cost) { // of the formulas of the claim, or of the last command
		return k.err
	}
	r.n, r.cost = 0, 0
	n, op := r.array(), r.index(DoExact)
	fields := [...]int{DoRun: 2, DoSplit: 1, DoCut: 2, DoCases: 2, DoSum: 2, DoProduct: 3, DoSquare: 2, DoClaim: 4,
		DoMeet: 3, DoShape: 4, DoDivide: 3, DoLater: 1,
		DoName: 2, DoLeft: 2, DoBitwise: 5, DoRound: 4, DoExact: 5}
	if n != fields[op] {
		r.fail("a command with other fields")
	}
	if r.err != nil {
		return r.err
	}
	switch op {
	case DoRun:
		if steps := r.index(1 << 62); r.err == nil {
			return k.Run(int64(steps))
		}
	case DoSplit:
		return k.Split(nil)
	case DoCut:
		if f := r.formula(0); r.err == nil {
			return k.Split(&f)
		}
	case DoCases:
		if i := r.index(maxIndex); r.err == nil {
			return k.Cases(i)
		}
	case DoSum:
		factors := list(r, func() Factor {
			r.fixed(2)
			return Factor{r.index(maxIndex), r.given()}
		})
		if r.err == nil {
			return k.Sum(factors)
		}
	case DoProduct:
		if i, j := r.index(maxIndex), r.index(maxIndex); r.err == nil {
			return k.Product(i, j)
		}
	case DoSquare:
		if t := r.term(); r.err == nil {
			return k.Square(t)
		}
	case DoClaim:
		places, more := list(r, r.place), r.index(maxCount)
		facts := list(r, func() Formula { return r.formula(0) })
		if r.err == nil {
			return k.Claim(places, more, facts)
		}
	case DoMeet:
		claim, terms := r.index(maxIndex), map[int]Term{}
		for i := r.array(); i > 0 && r.err == nil; i-- {
			r.fixed(2)
			s := r.index(maxIndex)
			terms[s] = r.term()
		}
		if r.err == nil {
			return k.Meet(claim, terms)
		}
	case DoShape:
		if id, at, as := r.index(maxIndex), r.index(1<<32), r.index(maxIndex); r.err == nil {
			return k.Shape(id, int64(at), as)
		}
	case DoDivide:
		if t, d := r.term(), r.given(); r.err == nil {
			return k.Divide(t, d)
		}
	case DoLater:
		return k.Later()
	case DoName:
		if f := r.formula(0); r.err == nil {
			return k.Name(f)
		}
	case DoLeft:
		if i := r.index(maxIndex); r.err == nil {
			return k.Left(i)
		}
	case DoBitwise:
		if x, y, xs, ys := r.term(), r.term(), list(r, r.term), list(r, r.term); r.err == nil {
			return k.Bitwise(x, y, xs, ys)
		}
	case DoRound:
		op, of := r.index(opNarrow), r.index(int(double))
		operands := list(r, func() Range {
			r.fixed(3)
			return Range{r.term(), r.given(), r.given()}
		})
		if r.err == nil {
			return k.Round(op, of, operands)
		}
	case DoExact:
		if op, of, places, integers := r.index(opNarrow), r.index(int(double)), list(r, r.term),
			list(r, r.term); r.err == nil {
			return k.Exact(op, of, places, integers)
		}
	}
	return r.err
}

// term reads a term: its constant, then monomials.
func (r *reader) term() Term {
	r.fixed(2)
	t := Term{Const: r.given()}
	for n := r.array(); n > 0 && r.err == nil; n-- {
		r.fixed(2)
		m := Mono{Coef: r.given(), Syms: list(r, func() int { return r.index(maxIndex) })}
		sorted := len(t.Monos) == 0 || slices.Compare(t.Monos[len(t.Monos)-1].Syms, m.Syms) < 0
		if !sorted || m.Coef.Sign() == 0 || len(m.Syms) == 0 || !slices.IsSorted(m.Syms) {
			r.fail("a term that is not in its form")
			return number(0)
		}
		t.Monos = append(t.Monos, m)
	}
	return t
}

// formula reads a formula inside so many others.
func (r *reader) formula(depth int) Formula {
	if depth > maxNesting {
		r.fail("a formula that nests too deep")
	}
	r.fixed(2)
	switch op := Op(r.index(int(Or))); op {
	case AtMost, Equal:
		t := r.term()
		if r.cost += t.size(); r.cost > DefaultWork {
			r.fail("numbers that are too large")
		}
		if op == Equal {
			return equal(t)
		}
		return atMost(t)
	case And, Or:
		f := join(op, list(r, func() Formula { return r.formula(depth + 1) })...)
		r.n += len(f.Args) // join has copied them, and does so at each level at which one operator nests in itself
		return f
	}
	r.fail("found no formula")
	return Formula{}
}

// place reads a place of a state.
func (r *reader) place() Place {
	r.fixed(5)
	return Place{r.index(maxFrames) - 1, r.index(maxIndex), r.index(maxIndex), int64(r.index(1 << 32)), r.flag()}
}
