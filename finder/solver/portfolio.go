package solver

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"vouch/semantics/term"
)

// This file defines the portfolio: the link in front of several solvers, and the order in which it asks them.

// Member is a solver of a portfolio.
type Member struct {
	Name      string
	Linear    []Solver     // the tries at a linear query: the same solver, with a larger budget in each
	Divided   []Solver     // the tries at a query that is linear except for quotients and remainders by constants
	Nonlinear []Solver     // the tries at any other query
	Modest    []Solver     // the tries at a query of any kind that deserves little work
	Spent     func() int64 // the work of all tries so far, the same on every machine
	Rate      int64        // units of work in about a microsecond
}

// tries returns the tries at a query of a kind.
func (m *Member) tries(k kind, isModest bool) []Solver {
	switch {
	case isModest:
		return m.Modest
	case k == linear:
		return m.Linear
	case k == divided:
		return m.Divided
	}
	return m.Nonlinear
}

// Usage counts what a member of a portfolio has answered.
type Usage struct {
	Name              string
	Queries, Answered int // the queries that it was asked, and those that it answered; a repeated query counts once
	Work              int64
}

// AddUsage returns the usage of two portfolios together, member by member.
func AddUsage(all, more []Usage) []Usage {
	for _, u := range more {
		i := slices.IndexFunc(all, func(v Usage) bool { return v.Name == u.Name })
		if i < 0 {
			all = append(all, u)
			continue
		}
		all[i].Queries += u.Queries
		all[i].Answered += u.Answered
		all[i].Work += u.Work
	}
	return all
}

// Portfolio asks its first member, and then the others until one knows the answer: each once, and then again those with
// a larger budget. The member with the least work for an answer to this kind of query comes first. If the first try of
// the first member hardly ever answers a kind, most queries of that kind pass it. So the order depends only on earlier
// queries.
type Portfolio struct {
	members []Member
	usage   []Usage
	prices  [kinds][]price // the prices of the members
	first   [kinds]luck    // what the first try of the first member came to
}

// kind is a kind of query: some solvers are good at one and bad at another.
type kind byte

const (
	linear    kind = iota // over sums
	divided               // with quotients and remainders by constants, too
	nonlinear             // with products, divisions by unknowns or operations on bits, or divided with many tables
	kinds
)

// price is the cost of the answers so far.
type price struct {
	micros  int64 // about, by the work
	answers int64
}

// firstPrice is the expected cost of an answer, in microseconds, before any answer is known.
const firstPrice = 100_000

// each returns the expected cost of an answer, in microseconds.
func (p price) each() int64 { return (p.micros + firstPrice) / (p.answers + 1) }

// late returns 1 if the member has answered nothing with work that would do for an answer. Then it is asked among those
// with a larger budget.
func (p price) late() int {
	if p.answers == 0 && p.micros > firstPrice {
		return 1
	}
	return 0
}

// luck counts the queries that a try was made at, those that it answered, and those that passed it.
type luck struct{ made, answered, passed int }

// rare is one of how many queries a try has to answer for its worth, and one of how many does not pass it otherwise.
const rare = 8

// passes reports whether the next query passes the try.
func (l *luck) passes() bool {
	if l.made < rare || l.answered*rare >= l.made {
		return false
	}
	l.passed++
	return l.passed%rare != 0
}

// NewPortfolio returns the link in front of members. It asks them in this order until prices show a better one.
func NewPortfolio(first Member, others ...Member) *Portfolio {
	p := &Portfolio{members: append([]Member{first}, others...)}
	for _, m := range p.members {
		p.usage = append(p.usage, Usage{Name: m.Name})
	}
	for k := range p.prices {
		p.prices[k] = make([]price, len(p.members))
	}
	return p
}

// Usage returns the counts of each member so far.
func (p *Portfolio) Usage() []Usage {
	for i, m := range p.members {
		p.usage[i].Work = m.Spent()
	}
	return p.usage
}

// modest is the key of contexts in which a portfolio makes the modest tries.
type modest struct{}

// Modest returns a context for queries that deserve little work. Members that have answered no query of the kind are
// not asked.
func Modest(ctx context.Context) context.Context { return context.WithValue(ctx, modest{}, true) }

// Solve implements Solver. The reason of an Unknown answer contains the reason of every member's last try. The cost of
// an answer is that of all tries.
func (p *Portfolio) Solve(ctx context.Context, fs []*term.Formula) Answer {
	k, isModest := kindOf(fs), ctx.Value(modest{}) != nil
	var a Answer
	var micros int64
	reasons := make([]string, len(p.members))
	if tries := p.members[0].tries(k, isModest); isModest || len(tries) == 1 || !p.first[k].passes() {
		a = tries[0].Solve(ctx, fs)
		a.By = p.members[0].Name
		if p.count(0, 0, a); !isModest {
			p.first[k].made++
		}
		if a.Status != Unknown || ctx.Err() != nil {
			if a.Status != Unknown && !isModest {
				p.first[k].answered++
			}
			return a
		}
		micros, reasons[0] = a.Micros, a.Reason
	}
	for _, t := range p.rest(k, isModest) {
		m, price := &p.members[t.member], &p.prices[k][t.member]
		before := m.Spent()
		a = m.tries(k, isModest)[t.number].Solve(ctx, fs)
		a.By = m.Name
		p.count(t.member, t.number, a)
		price.micros += (m.Spent() - before) / m.Rate
		micros += a.Micros
		a.Micros = micros
		if a.Status != Unknown {
			price.answers++
			return a
		}
		if reasons[t.member] = a.Reason; ctx.Err() != nil {
			break
		}
	}
	a.Reason = strings.Join(slices.DeleteFunc(reasons, func(r string) bool { return r == "" }), "; ")
	return a
}

// try is a try of a member.
type try struct{ member, number int }

// rest returns the tries at a query of a kind, without the first try of the first member, in their order. A modest
// query goes only to members that have answered one of its kind.
func (p *Portfolio) rest(k kind, isModest bool) []try {
	var all []try
	for i, m := range p.members {
		for n := range m.tries(k, isModest) {
			if n > 0 || i > 0 && (!isModest || p.prices[k][i].answers > 0) {
				all = append(all, try{i, n})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b try) int {
		x, y := p.prices[k][a.member], p.prices[k][b.member]
		return cmp.Or(cmp.Compare(a.number+x.late(), b.number+y.late()), cmp.Compare(x.each(), y.each()))
	})
	return all
}

// count enters the outcome of a try.
func (p *Portfolio) count(member, number int, a Answer) {
	if number == 0 {
		p.usage[member].Queries++
	}
	if a.Status != Unknown {
		p.usage[member].Answered++
	}
}

// manyTables is how many reads of tables there are in a query with quotients or remainders that is left to others if
// linear arithmetic does not know the answer soon: each read is a choice.
const manyTables = 8

// kindOf returns the kind of a query.
func kindOf(fs []*term.Formula) kind {
	k, tables := linear, 0
	for _, s := range term.NewTable(fs).Syms {
		switch s.Op {
		case term.Prod, term.BitAnd, term.BitOr, term.BitXor, term.Shl, term.Shr:
			return nonlinear
		case term.Quot, term.Rem, term.TruncQuot, term.TruncRem:
			if !s.Y.IsConst() {
				return nonlinear
			}
			k = divided
		case term.Select:
			tables++
		default:
			if s.Op > term.Select {
				return nonlinear
			}
		}
	}
	if k == divided && tables >= manyTables {
		return nonlinear
	}
	return k
}
