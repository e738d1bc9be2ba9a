package horn

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"vouch/finder/invariant"
)

// This file reads answers of the solver.

// The bounds on answers.
const (
	maxAnswer  = 1 << 20 // bytes
	maxDeep    = 1 << 10 // brackets inside of each other
	maxVisited = 1 << 16 // nodes that are looked at, each as often as it is used
	maxAtoms   = 256     // of an invariant
)

// Lemma is a part of an invariant: one of these guesses holds. Their variables are the arguments of the invariant.
type Lemma []invariant.Guess

// Read takes from an answer what it says of each invariant of some system, as a conjunction of lemmas. It returns an
// error if a text is no answer of a solver. What says more than a linear sum can say is left out.
func (s *System) Read(answer string) ([][]Lemma, error) {
	if len(answer) > maxAnswer {
		return nil, fmt.Errorf("horn: found %d bytes, want at most %d", len(answer), maxAnswer)
	}
	p := &parser{text: answer}
	root, err := p.node(0)
	if err != nil {
		return nil, err
	}
	if p.space(); p.at < len(p.text) {
		return nil, fmt.Errorf("horn: found %q behind the answer, want nothing", p.text[p.at:min(p.at+16, len(p.text))])
	}
	r := &reader{system: s, lemmas: make([][]Lemma, len(s.Arguments)), said: make([]bool, len(s.Arguments))}
	if err := r.answer(root, nil); err != nil {
		return nil, err
	}
	return r.lemmas, nil
}

// node is an expression: a word, or a list.
type node struct {
	word string
	list []*node
}

func (n *node) is(word string) bool { return len(n.list) > 0 && n.list[0].word == word }

type parser struct {
	text string
	at   int
}

func (p *parser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

func (p *parser) node(depth int) (*node, error) {
	p.space()
	switch {
	case depth > maxDeep:
		return nil, fmt.Errorf("horn: found brackets more than %d deep, want fewer", maxDeep)
	case p.at == len(p.text):
		return nil, errors.New("horn: found the end, want an expression")
	case p.text[p.at] == ')':
		return nil, fmt.Errorf("horn: found %q at byte %d, want an expression", ")", p.at)
	case p.text[p.at] == '(':
		p.at++
		n := &node{}
		for {
			p.space()
			if p.at < len(p.text) && p.text[p.at] == ')' {
				p.at++
				return n, nil
			}
			m, err := p.node(depth + 1)
			if err != nil {
				return nil, err
			}
			n.list = append(n.list, m)
		}
	}
	first := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n()", p.text[p.at]) < 0 {
		p.at++
	}
	return &node{word: p.text[first:p.at]}, nil
}

// scope has the expressions for which names stand.
type scope struct {
	name  string
	means *node
	in    *scope // where the expression is
	outer *scope
}

type reader struct {
	system  *System
	lemmas  [][]Lemma
	said    []bool
	visited int
	// of the current invariant
	number    int
	arguments []string
	atoms     int
}

var (
	errVisited = fmt.Errorf("horn: found an answer of more than %d parts, want fewer", maxVisited)
	errBeyond  = errors.New("horn: no linear sum") // the answer says more than a linear sum can say
)

// resolve returns the expression for which a name stands, and what lets give to those in front of it.
func (r *reader) resolve(n *node, s *scope) (*node, *scope, error) {
	for {
		if r.visited++; r.visited > maxVisited {
			return nil, nil, errVisited
		}
		switch {
		case n.is("let"):
			if len(n.list) != 3 {
				return nil, nil, fmt.Errorf("horn: found a let of %d parts, want 3", len(n.list))
			}
			inner := s
			for _, b := range n.list[1].list {
				if len(b.list) != 2 || b.list[0].word == "" {
					return nil, nil, errors.New("horn: found a let without a name, want one")
				}
				inner = &scope{b.list[0].word, b.list[1], s, inner}
			}
			n, s = n.list[2], inner
		case n.is("!"):
			if len(n.list) < 2 {
				return nil, nil, errors.New("horn: found nothing behind !, want an expression")
			}
			n = n.list[1]
		case n.list == nil:
			at := s
			for at != nil && at.name != n.word {
				at = at.outer
			}
			if at == nil {
				return n, s, nil
			}
			n, s = at.means, at.in
		default:
			return n, s, nil
		}
	}
}

// answer reads what is said of all invariants.
func (r *reader) answer(n *node, s *scope) error {
	n, s, err := r.resolve(n, s)
	if err != nil {
		return err
	}
	switch {
	case n.is("and"):
		for _, m := range n.list[1:] {
			if err := r.answer(m, s); err != nil {
				return err
			}
		}
		return nil
	case n.is("forall") && len(n.list) == 3:
		return r.answer(n.list[2], s)
	case n.is("=") && len(n.list) == 3:
		return r.invariant(n.list[1], n.list[2], s)
	case n.word == "true":
		return nil
	}
	return fmt.Errorf("horn: found %q, want what is said of an invariant", first(n))
}

// first returns the word with which an expression begins.
func first(n *node) string {
	for len(n.list) > 0 {
		n = n.list[0]
	}
	return n.word
}

// invariant reads what is said of one.
func (r *reader) invariant(about, says *node, s *scope) error {
	name := about
	if about.list != nil {
		name = about.list[0]
	}
	if name.word == "bad" {
		return nil
	}
	r.number = -1
	for i := range r.system.Arguments {
		if name.word == fmt.Sprintf("i%d", i) {
			r.number = i
		}
	}
	switch {
	case r.number < 0:
		return fmt.Errorf("horn: found %q, want the name of an invariant", name.word)
	case r.said[r.number]:
		return fmt.Errorf("horn: found %s twice, want what is said of it once", name.word)
	case max(0, len(about.list)-1) != r.system.Arguments[r.number]:
		return fmt.Errorf("horn: found %d arguments of %s, want %d", max(0, len(about.list)-1), name.word,
			r.system.Arguments[r.number])
	}
	r.arguments, r.atoms, r.said[r.number] = nil, 0, true
	for _, a := range about.list[min(1, len(about.list)):] {
		if a.word == "" || slices.Contains(r.arguments, a.word) {
			return fmt.Errorf("horn: found %q among the arguments of %s, want a name that is new", first(a), name.word)
		}
		r.arguments = append(r.arguments, a.word)
	}
	return r.conjuncts(says, s, true)
}

// conjuncts reads the lemmas of an invariant.
func (r *reader) conjuncts(n *node, s *scope, holds bool) error {
	n, s, err := r.resolve(n, s)
	if err != nil {
		return err
	}
	switch {
	case n.is("not") && len(n.list) == 2:
		return r.conjuncts(n.list[1], s, !holds)
	case n.is("and") && holds, n.is("or") && !holds:
		for _, m := range n.list[1:] {
			if err := r.conjuncts(m, s, holds); err != nil {
				return err
			}
		}
		return nil
	}
	var l Lemma
	if err := r.literals(n, s, holds, &l); err != nil {
		return err
	}
	if len(l) > 0 && r.atoms <= maxAtoms {
		r.lemmas[r.number] = append(r.lemmas[r.number], l)
	}
	return nil
}

// literals adds the atoms of a formula to a lemma.
func (r *reader) literals(n *node, s *scope, holds bool, to *Lemma) error {
	n, s, err := r.resolve(n, s)
	if err != nil {
		return err
	}
	switch op := first(n); {
	case n.list == nil && (op == "true" || op == "false"), op == "exists", op == "forall":
		return nil
	case op == "not" && len(n.list) == 2:
		return r.literals(n.list[1], s, !holds, to)
	case op == "=>" && len(n.list) == 3:
		if err := r.literals(n.list[1], s, !holds, to); err != nil {
			return err
		}
		return r.literals(n.list[2], s, holds, to)
	case op == "and" || op == "or":
		for _, m := range n.list[1:] {
			if err := r.literals(m, s, holds, to); err != nil {
				return err
			}
		}
		return nil
	case slices.Contains([]string{"<=", "<", ">=", ">", "="}, op) && len(n.list) == 3:
		switch err := r.atom(op, n.list[1], n.list[2], s, holds, to); err {
		case errBeyond:
			return nil
		default:
			return err
		}
	}
	return fmt.Errorf("horn: found %q, want a formula", first(n))
}

// sum is a linear sum: of a number, and of the arguments times numbers.
type sum struct {
	constant *big.Int
	of       []*big.Int
}

func (r *reader) zero() sum {
	z := sum{new(big.Int), make([]*big.Int, len(r.arguments))}
	for i := range z.of {
		z.of[i] = new(big.Int)
	}
	return z
}

// add adds another sum, times a number.
func (z sum) add(times *big.Int, x sum) {
	z.constant.Add(z.constant, new(big.Int).Mul(times, x.constant))
	for i := range z.of {
		z.of[i].Add(z.of[i], new(big.Int).Mul(times, x.of[i]))
	}
}

// number returns the sum if it is a number; nil if not.
func (z sum) number() *big.Int {
	if slices.ContainsFunc(z.of, func(n *big.Int) bool { return n.Sign() != 0 }) {
		return nil
	}
	return z.constant
}

var one, minusOne = big.NewInt(1), big.NewInt(-1)

// maxDigits bounds numbers in an answer.
const maxDigits = 200

// sum reads a linear sum.
func (r *reader) sum(n *node, s *scope) (sum, error) {
	n, s, err := r.resolve(n, s)
	if err != nil {
		return sum{}, err
	}
	z := r.zero()
	if n.list == nil {
		if i := slices.Index(r.arguments, n.word); i >= 0 {
			z.of[i].SetInt64(1)
			return z, nil
		}
		if len(n.word) > maxDigits || n.word == "" || strings.Trim(n.word, "0123456789") != "" {
			return z, fmt.Errorf("horn: found %q, want a number or an argument", n.word)
		}
		z.constant.SetString(n.word, 10)
		return z, nil
	}
	op := first(n)
	var of []sum
	for _, m := range n.list[1:] {
		if !slices.Contains([]string{"+", "-", "*"}, op) {
			return z, errBeyond
		}
		x, err := r.sum(m, s)
		if err != nil {
			return z, err
		}
		of = append(of, x)
	}
	switch {
	case len(of) == 0:
		return z, fmt.Errorf("horn: found %q, want a sum", op)
	case op == "-" && len(of) == 1:
		z.add(minusOne, of[0])
		return z, nil
	case op == "*":
		z.constant.SetInt64(1)
		for _, x := range of {
			by, product := z.number(), r.zero()
			if by == nil {
				if by, x = x.number(), z; by == nil {
					return z, errBeyond
				}
			}
			product.add(by, x)
			z = product
		}
		return z, nil
	}
	z.add(one, of[0])
	by := one
	if op == "-" {
		by = minusOne
	}
	for _, x := range of[1:] {
		z.add(by, x)
	}
	return z, nil
}

// atom adds what a comparison says to a lemma.
func (r *reader) atom(op string, left, right *node, s *scope, holds bool, to *Lemma) error {
	if op == "=" {
		if by, e, ok := r.divisor(left, s); ok {
			return r.divides(by, e, right, s, holds, to)
		}
	}
	x, err := r.sum(left, s)
	if err != nil {
		return err
	}
	y, err := r.sum(right, s)
	if err != nil {
		return err
	}
	x.add(minusOne, y)
	if x.number() != nil {
		return nil
	}
	// now x compared with 0
	if op == "<" || op == ">=" { // x < 0 is -x > 0
		n := r.zero()
		n.add(minusOne, x)
		x = n
		op = map[string]string{"<": ">", ">=": "<="}[op]
	}
	switch {
	case op == "=" && holds:
		r.put(to, guess(x, invariant.Zero))
	case op == "=":
		more, less := r.zero(), r.zero()
		more.add(one, x)
		more.constant.Add(more.constant, one) // x <= -1
		less.add(minusOne, x)
		less.constant.Add(less.constant, one)
		r.put(to, guess(more, invariant.AtMost), guess(less, invariant.AtMost))
	case (op == "<=") == holds:
		r.put(to, guess(x, invariant.AtMost))
	default: // x > 0, which is 1 - x <= 0
		n := r.zero()
		n.add(minusOne, x)
		n.constant.Add(n.constant, one)
		r.put(to, guess(n, invariant.AtMost))
	}
	return nil
}

// divisor returns the parts of (mod e number); ok is false if an expression is something else.
func (r *reader) divisor(n *node, s *scope) (by *big.Int, e sum, ok bool) {
	n, s, err := r.resolve(n, s)
	if err != nil || !n.is("mod") || len(n.list) != 3 {
		return nil, e, false
	}
	e, err = r.sum(n.list[1], s)
	m, also := r.sum(n.list[2], s)
	if err != nil || also != nil || m.number() == nil || m.constant.Cmp(one) <= 0 {
		return nil, e, false
	}
	return m.constant, e, true
}

// divides adds to a lemma that a number divides a sum up to a rest. That it does not is left out.
func (r *reader) divides(by *big.Int, e sum, rest *node, s *scope, holds bool, to *Lemma) error {
	n, err := r.sum(rest, s)
	if err != nil || n.number() == nil || e.number() != nil || !holds {
		return err
	}
	e.add(minusOne, n)
	e.constant.Mod(e.constant, by)
	g := guess(e, invariant.Zero)
	g.Relation, g.Bounds = invariant.Divides, []*big.Int{by}
	r.put(to, g)
	return nil
}

func (r *reader) put(to *Lemma, guesses ...invariant.Guess) {
	if r.atoms += len(guesses); r.atoms <= maxAtoms {
		*to = append(*to, guesses...)
	}
}

// guess returns that a sum is at most 0, or is 0. The first factor is positive, and the factors have no divisor in
// common unless the sum is to be 0.
func guess(x sum, as invariant.Relation) (g invariant.Guess) {
	common, sign := new(big.Int), 0
	for _, n := range x.of {
		common.GCD(nil, nil, common, new(big.Int).Abs(n))
		if sign == 0 {
			sign = n.Sign()
		}
	}
	if as == invariant.Zero {
		common.SetInt64(1)
	}
	for i, n := range x.of {
		if n.Sign() != 0 {
			times := new(big.Int).Quo(n, common)
			if sign < 0 && as == invariant.AtMost {
				times.Neg(times)
			}
			g.Sum = append(g.Sum, invariant.Monomial{Times: times, Of: []int{i}})
		}
	}
	g.Relation = as
	if as == invariant.Zero {
		if g.Bounds = []*big.Int{new(big.Int)}; x.constant.Sign() != 0 {
			g.Sum = append(g.Sum, invariant.Monomial{Times: x.constant})
		}
		return g
	}
	// common * s + constant <= 0, so s is at most -constant / common, rounded down
	bound := new(big.Int).Div(new(big.Int).Neg(x.constant), common)
	if sign < 0 {
		g.Relation = invariant.AtLeast
		bound.Neg(bound)
	}
	g.Bounds = []*big.Int{bound}
	return g
}
