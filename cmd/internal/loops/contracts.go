package loops

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines what a certificate shows of the calls of functions of a program in C: what holds of the parameters,
// and of variables outside of functions, wherever such a call begins, and what holds of these values, of the result and
// of what the call changes wherever one returns.

// Contract is a function, and what a certificate shows of its calls.
type Contract struct {
	Function      string
	checker.Place        // where its definition begins
	Requires      []Atom // of the parameters, and of variables outside of functions
	Ensures       []Atom // of the parameters as they were, of the result, and of these variables before and after
	Gaps          []Gap
}

// result is the value of a call in ACSL.
const result = `\result`

// Contracts returns the functions of people of which a certificate has contracts, in the order of their places.
func Contracts(v *checker.Verdict) (list []Contract, err error) {
	if len(v.Contracts) == 0 || !lang.Named(v.Language).Compiled {
		return nil, nil
	}
	var sources []c.Source
	for _, s := range v.Sources {
		sources = append(sources, c.Source{Name: s.Name, Text: s.Text})
	}
	functions, err := c.Definitions(semantics.NewMeter(semantics.Unlimited, semantics.Unlimited), sources, v.Options)
	if err != nil {
		return nil, err
	}
	for _, of := range v.Contracts {
		fn := of.State.Func()
		at := slices.IndexFunc(functions, func(f c.Definition) bool { return within(f.Span, of.Place) })
		if fn.Library || at < 0 {
			continue
		}
		s := called{fn, fn.Result == core.Int, v.Lowered.Globals, functions[at].Names, of.Changes}
		x := Contract{Function: functions[at].Name, Place: placeOf(functions[at].Span)}
		add := func(list *[]Atom, a certs.Atom, after bool) {
			if atom, why := s.atom(a, after); why == "" && atom.says() {
				*list = append(*list, atom)
			} else if why != "" {
				x.Gaps = append(x.Gaps, Gap{"a part of the contract", why})
			}
		}
		one, minus := big.NewInt(1), big.NewInt(-1)
		for i, r := range of.Landmark.Within {
			place := []certs.Place{of.Landmark.Any[i]}
			if r.Lo != nil {
				add(&x.Requires, certs.Atom{Terms: sum(certs.Product{Times: minus, Of: place}, r.Lo)}, false)
			}
			if r.Hi != nil {
				hi := new(big.Int).Neg(r.Hi)
				add(&x.Requires, certs.Atom{Terms: sum(certs.Product{Times: one, Of: place}, hi)}, false)
			}
		}
		for _, a := range of.Landmark.Holds {
			add(&x.Requires, a, false)
		}
		for _, a := range of.Ensures {
			add(&x.Ensures, a, true)
		}
		x.Gaps = unique(x.Gaps)
		list = append(list, x)
	}
	slices.SortStableFunc(list, func(a, b Contract) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return list, nil
}

// within reports whether a place is in a span.
func within(s source.Span, p checker.Place) bool {
	before := func(aLine, aColumn, bLine, bColumn int) bool {
		return aLine < bLine || aLine == bLine && aColumn <= bColumn
	}
	return int(s.File) == p.File && before(int(s.Line), int(s.Column), p.Line, p.Column) &&
		before(p.Line, p.Column, int(s.EndLine), int(s.EndColumn))
}

// called is what has a name where a function is called.
type called struct {
	fn      *core.Func
	result  bool // whether it returns an integer
	globals []*core.Global
	names   []c.Named     // where its body begins
	changes []certs.Place // what a call changes in memory
}

// atom returns an atom about what there is where a call begins, and behind it if the call has returned, or why there is
// none.
func (s called) atom(a certs.Atom, after bool) (atom Atom, why string) {
	return atomOf(a, func(p certs.Place) (Variable, string) { return s.variable(p, after) })
}

// variable returns the variable that a place is, or the result, or why it is neither. Behind a call, places with a type
// are what is new: the result first, and then what the call changes. Other places are what they were before it.
func (s called) variable(p certs.Place, after bool) (v Variable, why string) {
	switch {
	case p.Object > 0:
		if v, why = s.global(p); after {
			v.Name = `\old(` + v.Name + `)`
		}
		return v, why
	case p.Type > 0 && after:
		n := p.At
		if s.result {
			if n == 0 {
				return Variable{Name: result}, ""
			}
			n--
		}
		if n >= uint64(len(s.changes)) {
			return v, "it is about a result that is no integer"
		}
		return s.global(s.changes[n])
	case p.Type > 0:
		return v, "it is about a variable of a function that calls this one"
	case p.At >= uint64(s.fn.Params):
		return v, "it is about a value that is no parameter"
	}
	name, _ := split(s.fn.Slots[p.At].Name)
	if strings.HasPrefix(name, "$") || s.fn.Slots[p.At].Type != core.Int || name != s.fn.Slots[p.At].Name {
		return v, "it is about a parameter that is no integer, or has no name"
	}
	return Variable{Name: name}, ""
}

// global returns the variable outside of functions that a place in memory is, or why it is none.
func (s called) global(p certs.Place) (v Variable, why string) {
	if p.Type == 0 || p.Object > uint64(len(s.globals)) {
		return v, "it is about memory that has no name"
	}
	return static(s.globals[p.Object-1], p, s.names)
}

// comments returns the contract as an annotation of ACSL, if it says something, and what is left out.
func (x Contract) comments() (list []string) {
	var clauses []string
	for _, part := range []struct {
		word  string
		atoms []Atom
	}{{"requires ", x.Requires}, {"ensures ", x.Ensures}} {
		conditions, _ := Conditions(part.atoms, ACSL, nil)
		for _, c := range conditions {
			clauses = append(clauses, part.word+c+";")
		}
	}
	if clauses != nil {
		list = append(list, "/*@ "+strings.Join(clauses, " ")+" */")
	}
	for _, g := range x.Gaps {
		list = append(list, "/* vouch: "+harmless(g.String())+" */")
	}
	return list
}
