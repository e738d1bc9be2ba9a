package solver_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests in which order a portfolio asks its members.

// scripted is a member whose tries answer as a script says, and do as much work as it says.
type scripted struct {
	name  string
	work  int64
	spent int64
	knows func(try int) bool
	asked *[]string
}

// member returns s as a member with so many tries at linear queries and at others.
func (s *scripted) member(linear, others int) solver.Member {
	tries := func(n int) (list []solver.Solver) {
		for i := range n {
			list = append(list, solverFunc(func([]*term.Formula) solver.Answer {
				*s.asked = append(*s.asked, fmt.Sprint(s.name, i))
				if s.spent += s.work; s.knows(i) {
					return solver.Answer{Status: solver.Unsat}
				}
				return solver.Answer{Reason: fmt.Sprintf("%s does not know after %d", s.name, i)}
			}))
		}
		return list
	}
	return solver.Member{Name: s.name, Linear: tries(linear), Divided: tries(others), Nonlinear: tries(others),
		Spent: func() int64 { return s.spent }, Rate: 2}
}

func never(int) bool { return false }

func always(int) bool { return true }

func TestPortfolio(t *testing.T) {
	p := term.NewPool()
	x, y := p.Input("x"), p.Input("y")
	quot, _ := p.FloorDiv(x, number(p, 3))
	by, _ := p.FloorDiv(x, y)
	queries := map[rune][]*term.Formula{
		'l': {p.Le(x, y)}, 'q': {p.Le(quot, y)}, // a linear one, and one with a quotient
		'p': {p.Le(p.Mul(x, y), number(p, 7))}, 'd': {p.Le(x, y), p.Le(by, y)}, // and others
	}
	from := func(n int) func(int) bool { return func(try int) bool { return try >= n } }
	for _, c := range []struct {
		title     string
		a, b, c   scripted
		queries   string
		want      string // who is asked, query by query
		tries     [3]int // at other than linear queries; at linear ones a has one try, b and c two
		reason    string // of the last answer, if it is unknown
		answered  [3]int
		questions [3]int
	}{
		{
			title: "the first knows", a: scripted{knows: always}, b: scripted{knows: always},
			c:       scripted{knows: always},
			queries: "lp", want: "a0; a0", tries: [3]int{2, 2, 2}, answered: [3]int{2, 0, 0},
			questions: [3]int{2, 0, 0},
		},
		{
			title: "nobody knows", a: scripted{knows: never}, b: scripted{knows: never}, c: scripted{knows: never},
			queries: "l", want: "a0 b0 c0 b1 c1", tries: [3]int{1, 2, 2}, questions: [3]int{1, 1, 1},
			reason: "a does not know after 0; b does not know after 1; c does not know after 1",
		},
		{
			title: "who can spend more comes again after the others", a: scripted{knows: from(1)},
			b: scripted{knows: never}, c: scripted{knows: never},
			queries: "p", want: "a0 b0 c0 a1", tries: [3]int{2, 2, 1}, answered: [3]int{1, 0, 0},
			questions: [3]int{1, 1, 1},
		},
		{
			title: "a cheap answer keeps its place", a: scripted{knows: never},
			b: scripted{knows: always, work: 100_000}, c: scripted{knows: always},
			queries: "lll", want: "a0 b0; a0 b0; a0 b0", tries: [3]int{1, 2, 2}, answered: [3]int{0, 3, 0},
			questions: [3]int{3, 3, 0},
		},
		{
			title: "a dear answer does not", a: scripted{knows: never}, b: scripted{knows: always, work: 1_000_000},
			c:       scripted{knows: always, work: 10},
			queries: "lll", want: "a0 b0; a0 c0; a0 c0", tries: [3]int{1, 2, 2}, answered: [3]int{0, 1, 2},
			questions: [3]int{3, 1, 2},
		},
		{
			title: "work in vain does not", a: scripted{knows: never}, b: scripted{knows: never, work: 200},
			c:       scripted{knows: always, work: 100},
			queries: "lll", want: "a0 b0 c0; a0 c0; a0 c0", tries: [3]int{1, 2, 2}, answered: [3]int{0, 0, 3},
			questions: [3]int{3, 1, 3},
		},
		{
			title: "what is dearer still brings it back", a: scripted{knows: never},
			b: scripted{knows: always, work: 1_000_000}, c: scripted{knows: always, work: 9_000_000},
			queries: "llll", want: "a0 b0; a0 c0; a0 b0; a0 b0", tries: [3]int{1, 2, 2}, answered: [3]int{0, 3, 1},
			questions: [3]int{4, 3, 1},
		},
		{
			title: "who is cheap does not spend all before another is asked", a: scripted{knows: never},
			b: scripted{knows: never}, c: scripted{knows: always, work: 1_000_000},
			queries: "ll", want: "a0 b0 c0; a0 b0 c0", tries: [3]int{1, 2, 2}, answered: [3]int{0, 0, 2},
			questions: [3]int{2, 2, 2},
		},
		{
			title: "who answered nothing with much work comes among those that spend more", a: scripted{knows: never},
			b: scripted{knows: from(1), work: 10}, c: scripted{knows: never, work: 300_000},
			queries: "lll", want: "a0 b0 c0 b1; a0 b0 b1; a0 b0 b1", tries: [3]int{1, 2, 2}, answered: [3]int{0, 3, 0},
			questions: [3]int{3, 3, 1},
		},
		{
			title: "who answered nothing with little work does not", a: scripted{knows: never},
			b: scripted{knows: from(1), work: 10}, c: scripted{knows: never, work: 90_000},
			queries: "ll", want: "a0 b0 c0 b1; a0 b0 c0 b1", tries: [3]int{1, 2, 2}, answered: [3]int{0, 2, 0},
			questions: [3]int{2, 2, 2},
		},
		{
			title: "who answered once does not", a: scripted{knows: never},
			b: scripted{knows: from(1), work: 10}, c: scripted{knows: from(0), work: 300_000},
			queries: "ll", want: "a0 b0 c0; a0 b0 c0", tries: [3]int{1, 2, 2}, answered: [3]int{0, 0, 2},
			questions: [3]int{2, 2, 2},
		},
		{
			title: "a division by an unknown is as a product", a: scripted{knows: never},
			b: scripted{knows: always, work: 1_000_000}, c: scripted{knows: always},
			queries: "pdq", want: "a0 b0; a0 c0; a0 b0", tries: [3]int{1, 2, 2}, answered: [3]int{0, 2, 1},
			questions: [3]int{3, 2, 1},
		},
		{
			title: "each kind has its own order", a: scripted{knows: never},
			b: scripted{knows: always, work: 1_000_000}, c: scripted{knows: always},
			queries: "lplqd", want: "a0 b0; a0 b0; a0 c0; a0 b0; a0 c0", tries: [3]int{1, 2, 2},
			answered: [3]int{0, 3, 2}, questions: [3]int{5, 3, 2},
		},
	} {
		var asked []string
		list := []*scripted{&c.a, &c.b, &c.c}
		var members []solver.Member
		for i, s := range list {
			s.name, s.asked = string(rune('a'+i)), &asked
			linear := 2
			if i == 0 {
				linear = 1
			}
			members = append(members, s.member(linear, c.tries[i]))
		}
		portfolio := solver.NewPortfolio(members[0], members[1:]...)
		var found []string
		var last solver.Answer
		for _, q := range c.queries {
			asked = nil
			last = portfolio.Solve(t.Context(), queries[q])
			found = append(found, strings.Join(asked, " "))
		}
		if got := strings.Join(found, "; "); got != c.want || last.Reason != c.reason {
			t.Errorf("%s: asked %s, want %s; the reason is %q, want %q", c.title, got, c.want, last.Reason, c.reason)
		}
		for i, u := range portfolio.Usage() {
			if u.Queries != c.questions[i] || u.Answered != c.answered[i] || u.Work != list[i].spent {
				t.Errorf("%s: found the usage %+v, want %d queries, %d answered, %d units of work", c.title, u,
					c.questions[i], c.answered[i], list[i].spent)
			}
		}
	}
}

// TestRareAnswers: most queries of a kind pass the first try of the first member if it hardly ever answers them, unless
// that is its only one.
func TestRareAnswers(t *testing.T) {
	p := term.NewPool()
	sum := []*term.Formula{p.Le(p.Input("x"), number(p, 0))}
	product := []*term.Formula{p.Le(p.Mul(p.Input("x"), p.Input("y")), number(p, 0))}
	for _, c := range []struct {
		title    string
		kinds    string // the kind of each query
		tries    int    // how many tries the first member has
		answers  func(made int) bool
		isModest bool
		want     string // x for each query at which the try is made
	}{
		{title: "none is answered", kinds: strings.Repeat("p", 26), tries: 2, answers: never,
			want: "xxxxxxxx-------x-------x--"},
		{title: "each is answered", kinds: strings.Repeat("p", 26), tries: 2, answers: always,
			want: strings.Repeat("x", 26)},
		{title: "one in eight is answered", kinds: strings.Repeat("p", 26), tries: 2,
			answers: func(made int) bool { return made%8 == 0 }, want: strings.Repeat("x", 26)},
		{title: "answers begin after eight queries", kinds: strings.Repeat("p", 26), tries: 2, answers: func(made int) bool { return made >= 8 },
			want: "xxxxxxxx-------x-------xxx"},
		{title: "answers end after the first", kinds: strings.Repeat("p", 26), tries: 2,
			answers: func(made int) bool { return made < 1 }, want: "xxxxxxxxx-------x-------x-"},
		{title: "there is one try", kinds: strings.Repeat("p", 26), tries: 1, answers: never,
			want: strings.Repeat("x", 26)},
		{title: "modest queries", kinds: strings.Repeat("p", 26), tries: 2, answers: never, isModest: true,
			want: strings.Repeat("x", 26)},
		{title: "another kind", kinds: "pppppppppsp", tries: 2, answers: never, want: "xxxxxxxx-x-"},
	} {
		made, asked := 0, false
		first := solverFunc(func([]*term.Formula) solver.Answer {
			asked = true
			if made++; c.answers(made - 1) {
				return solver.Answer{Status: solver.Unsat}
			}
			return solver.Answer{}
		})
		last := solverFunc(func([]*term.Formula) solver.Answer { return solver.Answer{} })
		tries := []solver.Solver{first, last}[:c.tries]
		portfolio := solver.NewPortfolio(solver.Member{Linear: tries, Nonlinear: tries, Modest: tries[:1],
			Spent: func() int64 { return 0 }, Rate: 1})
		ctx, found := t.Context(), ""
		if c.isModest {
			ctx = solver.Modest(ctx)
		}
		for _, kind := range c.kinds {
			if asked = false; kind == 's' {
				portfolio.Solve(ctx, sum)
			} else {
				portfolio.Solve(ctx, product)
			}
			found += map[bool]string{true: "x", false: "-"}[asked]
		}
		if found != c.want {
			t.Errorf("%s: the first try was made at %s, want %s", c.title, found, c.want)
		}
	}
}

// TestPortfolioEnds: after the end of its context nobody else is asked.
func TestPortfolioEnds(t *testing.T) {
	p := term.NewPool()
	fs := []*term.Formula{p.Le(p.Input("x"), number(p, 0))}
	for ends, want := range map[string]string{"a": "a0", "b": "a0 b0", "": "a0 b0 c0 b1 c1"} {
		ctx, cancel := context.WithCancel(t.Context())
		var asked []string
		var members []solver.Member
		for i, name := range []string{"a", "b", "c"} {
			s := &scripted{name: name, asked: &asked, knows: func(int) bool {
				if name == ends {
					cancel()
				}
				return false
			}}
			members = append(members, s.member(min(i+1, 2), 1))
		}
		a := solver.NewPortfolio(members[0], members[1:]...).Solve(ctx, fs)
		if got := strings.Join(asked, " "); a.Status != solver.Unknown || got != want || a.Reason == "" {
			t.Errorf("if %q ends it: asked %s, want %s (%s)", ends, got, want, a.Reason)
		}
		cancel()
	}
}

func TestAddUsage(t *testing.T) {
	all := solver.AddUsage(nil, []solver.Usage{{Name: "a", Queries: 3, Answered: 2, Work: 7}})
	all = solver.AddUsage(all, []solver.Usage{{Name: "b", Queries: 1}, {Name: "a", Queries: 1, Answered: 1, Work: 1}})
	if want := []solver.Usage{{"a", 4, 3, 8}, {"b", 1, 0, 0}}; !slices.Equal(all, want) {
		t.Errorf("found %v, want %v", all, want)
	}
}

func TestModestQueriesTakeLittleAndWorkIsTold(t *testing.T) {
	for _, c := range []struct {
		title    string
		ctx      context.Context
		answered bool // whether the second member has answered a query of the kind
		asked    int
	}{
		{"plain", t.Context(), false, 6},
		{"modest", solver.Modest(t.Context()), false, 1},
		{"modest, when both are known to answer", solver.Modest(t.Context()), true, 2},
	} {
		var spent int64
		asked, easy := 0, c.answered
		hard := func(answers bool) solver.Solver {
			return solverFunc(func([]*term.Formula) solver.Answer {
				if asked++; easy && answers {
					return solver.Answer{Status: solver.Unsat}
				}
				spent += 70
				return solver.Answer{Reason: "hard", Micros: 7}
			})
		}
		member := func(name string, answers bool) solver.Member {
			tries := []solver.Solver{hard(answers), hard(answers), hard(answers)}
			return solver.Member{Name: name, Linear: tries, Modest: tries[:1], Spent: func() int64 { return spent },
				Rate: 10}
		}
		portfolio := solver.NewPortfolio(member("a", false), member("b", true))
		if c.answered && portfolio.Solve(t.Context(), nil).Status != solver.Unsat {
			t.Fatal("the second member does not answer")
		}
		easy = false
		for range 2 {
			asked = 0
			a := portfolio.Solve(c.ctx, nil)
			if asked != c.asked || a.Micros != int64(c.asked)*7 {
				t.Errorf("%s: asked %d times, and found %d microseconds, want %d and %d", c.title, asked, a.Micros,
					c.asked, c.asked*7)
			}
		}
	}
}

// TestManyTables: a query with quotients that reads many tables is a matter of choices, and one of sums alone is not.
func TestManyTables(t *testing.T) {
	p := term.NewPool()
	x := p.Input("x")
	quot, _ := p.FloorDiv(x, number(p, 3))
	for _, c := range []struct {
		title  string
		tables int
		divide bool
		want   string
	}{
		{"sums", 0, false, "linear"},
		{"few tables", 10, false, "linear"},
		{"many tables", 200, false, "linear"},
		{"quotients", 0, true, "divided"},
		{"quotients and few tables", 7, true, "divided"},
		{"quotients and many tables", 8, true, "nonlinear"},
		{"quotients and very many tables", 200, true, "nonlinear"},
	} {
		fs := []*term.Formula{p.Le(x, number(p, 100))}
		if c.divide {
			fs = append(fs, p.Le(quot, number(p, 7)))
		}
		for i := range c.tables {
			fs = append(fs, p.Le(p.Select(x, []term.Case{{At: big.NewInt(1), Value: number(p, int64(i+5))},
				{At: big.NewInt(4), Value: number(p, int64(i+90))}, {At: big.NewInt(9), Value: number(p, int64(i))}}),
				number(p, 60)))
		}
		found := ""
		says := func(kind string) []solver.Solver {
			return []solver.Solver{solverFunc(func([]*term.Formula) solver.Answer {
				found = kind
				return solver.Answer{Status: solver.Unsat}
			})}
		}
		solver.NewPortfolio(solver.Member{Linear: says("linear"), Divided: says("divided"),
			Nonlinear: says("nonlinear")}).Solve(t.Context(), fs)
		if found != c.want {
			t.Errorf("%s: found the tries at a %s query, want %s", c.title, found, c.want)
		}
	}
}
