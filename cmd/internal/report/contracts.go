package report

import (
	"cmp"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/core"
)

// This file says in words what contracts of functions say, so that a walk with few steps covers calls that nest to any
// depth.

// Contract is what holds of the calls of a function.
type Contract struct {
	Function string
	Place    string    // of the function, as people write it
	Line     *Spot     // on a page; nil if the line is not there
	Any      []string  // the variables that may have other values in each call
	Requires []Holding // what holds where a call begins, of the values there
	Ensures  []Holding // what holds where it returns: of these values and of the results
	Changes  []string  // what a call may change in memory
	at       checker.Place
}

// Contracts returns the contracts on which a certificate of absence rests. Why they hold is what the check told; nil if
// nobody asked.
func Contracts(v *checker.Verdict, why *Why) (list []Contract) {
	if len(v.Contracts) == 0 {
		return nil
	}
	texts := ReadTexts(v)
	for _, c := range v.Contracts {
		in := checker.Invariant{State: c.State, Landmark: c.Landmark}
		in.Holds = append(in.Holds[:len(in.Holds):len(in.Holds)], c.Ensures...)
		in.Any = append(in.Any[:len(in.Any):len(in.Any)], c.Changes...)
		names := namesIn(in)
		integer := c.State.Func().Result == core.Int
		name := func(p certs.Place) string {
			switch at := int(min(p.At, 1<<16)); {
			case p.Object > 0 || p.Type == 0:
				return names.Of(p)
			case integer && at == 0:
				return "result"
			default:
				if integer {
					at--
				}
				return "new " + names.Of(c.Changes[at])
			}
		}
		shown := Contract{Function: own(c.State.Func().Name, true), Place: texts.Place(c.Place), at: c.Place}
		for _, p := range c.Any {
			shown.Any = append(shown.Any, name(p))
		}
		for i, x := range clausesOf(c.Landmark) {
			h := Holding{Text: x.text(name)}
			if why != nil {
				h.Entry, h.Turns = why.atCalls(texts, c, name, i)
			}
			shown.Requires = append(shown.Requires, h)
		}
		for i, a := range c.Ensures {
			h := Holding{Text: clause(a).text(name)}
			if why != nil {
				h.Turns = why.atReturns(texts, c, name, i)
			}
			shown.Ensures = append(shown.Ensures, h)
		}
		for _, p := range c.Changes {
			shown.Changes = append(shown.Changes, name(p))
		}
		list = append(list, shown)
	}
	return list
}

// Text returns the text of a list of variables.
func (c Contract) Text(list []string) string { return cmp.Or(strings.Join(list, ", "), "nothing") }

// atFunctions notes where the functions of contracts are on the page.
func (p *listing) atFunctions(list []Contract) {
	for i := range list {
		list[i].Line = p.line(spanOf(list[i].at))
	}
}
