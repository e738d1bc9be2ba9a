package elaborate

import (
	"maps"
	"math/big"
	"slices"

	"vouch/kernel"
	"vouch/kernel/encode"
	"vouch/semantics/core"
)

// This file defines the commands of a proof: each is given to the kernel, and written if the kernel accepts it.

func (e *elaborator) split() error {
	e.stats.Splits++
	return e.emit(encode.Item(nil).Array(1).Index(kernel.DoSplit), e.Split(nil))
}

func (e *elaborator) cut(f kernel.Formula) error {
	e.stats.Splits++
	return e.emit(encode.Item(nil).Array(2).Index(kernel.DoCut).Formula(f), e.Split(&f))
}

func (e *elaborator) cases(i int) error {
	return e.emit(encode.Item(nil).Array(2).Index(kernel.DoCases).Index(i), e.Cases(i))
}

func (e *elaborator) sum(factors []kernel.Factor) error {
	b := encode.Item(nil).Array(2).Index(kernel.DoSum).Array(len(factors))
	for _, f := range factors {
		b = b.Array(2).Index(f.Row).Number(f.Times)
	}
	return e.emit(b, e.Sum(factors))
}

func (e *elaborator) product(i, j int) error {
	return e.emit(encode.Item(nil).Array(3).Index(kernel.DoProduct).Index(i).Index(j), e.Product(i, j))
}

func (e *elaborator) square(t kernel.Term) error {
	return e.emit(encode.Item(nil).Array(2).Index(kernel.DoSquare).Term(t), e.Square(t))
}

// shaped reports whether a cell of a type can be made of bytes.
func shaped(as int) bool { return as < int(core.Pointer) }

func (e *elaborator) shape(s shape) error {
	if _, ok := e.Cell(s.object, int64(s.at), s.as); ok || !shaped(s.as) {
		return nil
	}
	b := encode.Item(nil).Array(4).Index(kernel.DoShape).Index(s.object).Index(s.at).Index(s.as)
	return e.emit(b, e.Shape(s.object, int64(s.at), s.as))
}

func (e *elaborator) divide(t kernel.Term, d *big.Int) error {
	return e.emit(encode.Item(nil).Array(3).Index(kernel.DoDivide).Term(t).Number(d), e.Divide(t, d))
}

func (e *elaborator) name(f kernel.Formula) error {
	return e.emit(encode.Item(nil).Array(2).Index(kernel.DoName).Formula(f), e.Name(f))
}

func (e *elaborator) leaves(choice int) error {
	return e.emit(encode.Item(nil).Array(2).Index(kernel.DoLeft).Index(choice), e.Left(choice))
}

func (e *elaborator) conjoined(x, y kernel.Term, xs, ys []kernel.Term) error {
	b := encode.Item(nil).Array(5).Index(kernel.DoBitwise).Term(x).Term(y)
	for _, bits := range [...][]kernel.Term{xs, ys} {
		b = b.Array(len(bits))
		for _, t := range bits {
			b = b.Term(t)
		}
	}
	return e.emit(b, e.Bitwise(x, y, xs, ys))
}

func (e *elaborator) claims(places []kernel.Place, extra int, facts []kernel.Formula) error {
	b := encode.Item(nil).Array(4).Index(kernel.DoClaim).Array(len(places))
	for _, p := range places {
		b = b.Array(5).Index(p.Frame + 1).Index(p.Slot).Index(p.Object).Index(int(p.Offset)).Flag(p.Lost)
	}
	b = b.Index(extra).Array(len(facts))
	for _, f := range facts {
		b = b.Formula(f)
	}
	e.written++
	return e.emit(b, e.Claim(places, extra, facts))
}

func (e *elaborator) meets(claim int, terms map[int]kernel.Term) error {
	b := encode.Item(nil).Array(3).Index(kernel.DoMeet).Index(claim).Array(len(terms))
	for _, s := range slices.Sorted(maps.Keys(terms)) {
		b = b.Array(2).Index(s).Term(terms[s])
	}
	return e.emit(b, e.Meet(claim, terms))
}

func (e *elaborator) round(m made, ranges []kernel.Range) error {
	b := encode.Item(nil).Array(4).Index(kernel.DoRound).Index(int(m.op)).Index(m.of).Array(len(ranges))
	for _, r := range ranges {
		b = b.Array(3).Term(r.Of).Number(r.Lo).Number(r.Hi)
	}
	return e.emit(b, e.Round(int(m.op), m.of, ranges))
}

func (e *elaborator) exact(m made, integers []kernel.Term) error {
	b := encode.Item(nil).Array(5).Index(kernel.DoExact).Index(int(m.op)).Index(m.of)
	for _, ts := range [...][]kernel.Term{m.args, integers} {
		b = b.Array(len(ts))
		for _, t := range ts {
			b = b.Term(t)
		}
	}
	return e.emit(b, e.Exact(int(m.op), m.of, m.args, integers))
}
