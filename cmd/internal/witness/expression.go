package witness

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"vouch/cmd/internal/loops"
)

// This file reads expressions of C without side effects as atoms: comparisons of sums of products of variables.
//
// What is read is a guess, so it may say more or less than the expression: integers have no bounds here, conversions
// change nothing, and of the parts of a disjunction each is a guess of its own.

// The bounds of an expression.
const (
	maxExpression = 1 << 16 // bytes
	maxNesting    = 250     // levels of parentheses and operators
	maxDegree     = 4       // variables in a product
	maxSum        = 64      // terms of a sum
	maxBits       = 256     // bits of a number
	maxAtoms      = 256     // atoms of an expression
)

// refusal says what of an expression is not read, and where: at a byte from 0.
type refusal struct {
	at   int
	what string
}

func (r *refusal) Error() string { return fmt.Sprintf("at its character %d: found %s", r.at+1, r.what) }

// node is a part of an expression.
type node struct {
	op   string // of an operator; "number" or "name" of a leaf, "cast" of a conversion
	at   int
	text string   // of a name
	n    *big.Int // of a number
	kids []*node
}

// atoms returns the guesses that an expression is made of.
func atoms(text string) (list []loops.Atom, err error) {
	defer func() {
		if r := recover(); r != nil {
			why, ok := r.(*refusal)
			if !ok {
				panic(r)
			}
			list, err = nil, why
		}
	}()
	if len(text) > maxExpression {
		return nil, &refusal{0, fmt.Sprintf("%d bytes, want at most %d", len(text), maxExpression)}
	}
	p := &parser{text: text}
	p.next()
	n := p.conditional(0)
	if p.token != "" {
		p.refuse("%s", quoted(p.token))
	}
	r := &reader{}
	r.condition(n, true)
	return r.list, nil
}

// quoted writes a token for people.
func quoted(token string) string {
	if token == "" {
		return "the end"
	}
	return fmt.Sprintf("%q", token)
}

// parser reads tokens.
type parser struct {
	text  string
	to    int    // the end of the token
	at    int    // its start
	token string // "" at the end
}

func (p *parser) refuse(format string, args ...any) {
	panic(&refusal{p.at, fmt.Sprintf(format, args...)})
}

// operators are the tokens that are no names and numbers, the longer ones first.
var operators = []string{"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
	"-=", "*=", "/=", "%=", "&=", "|=", "^="}

func (p *parser) next() {
	for p.to < len(p.text) && strings.IndexByte(" \t\r\n\f\v", p.text[p.to]) >= 0 {
		p.to++
	}
	rest := p.text[p.to:]
	p.at = p.to
	switch {
	case rest == "":
		p.token = ""
		return
	case isWord(rest[0]):
		n := 1
		for n < len(rest) && isWord(rest[n]) {
			n++
		}
		p.to, p.token = p.to+n, rest[:n]
		return
	}
	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			p.to, p.token = p.to+len(op), op
			return
		}
	}
	p.to, p.token = p.to+1, rest[:1]
}

func isWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

func (p *parser) take(token string) bool {
	if p.token != token {
		return false
	}
	p.next()
	return true
}

func (p *parser) want(token string) {
	if !p.take(token) {
		p.refuse("%s, want %q", quoted(p.token), token)
	}
}

func (p *parser) conditional(depth int) *node {
	c := p.binary(0, depth)
	at := p.at
	if !p.take("?") {
		return c
	}
	a := p.conditional(p.deeper(depth))
	p.want(":")
	return &node{op: "?", at: at, kids: []*node{c, a, p.conditional(p.deeper(depth))}}
}

func (p *parser) deeper(depth int) int {
	if depth++; depth > maxNesting {
		p.refuse("more than %d levels", maxNesting)
	}
	return depth
}

// levels are the binary operators by their precedence, the weakest first.
var levels = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"<<", ">>"},
	{"+", "-"}, {"*", "/", "%"}}

func (p *parser) binary(level, depth int) *node {
	if level == len(levels) {
		return p.unary(depth)
	}
	n := p.binary(level+1, depth)
	for slices.Contains(levels[level], p.token) {
		op, at := p.token, p.at
		p.next()
		n = &node{op: op, at: at, kids: []*node{n, p.binary(level+1, depth)}}
	}
	return n
}

// typeWords are the words of which the names of integer types are made.
var typeWords = []string{"char", "short", "int", "long", "signed", "unsigned", "_Bool", "bool", "__int128", "const",
	"volatile", "size_t", "ssize_t", "ptrdiff_t",
	"int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "intptr_t", "uintptr_t",
	"intmax_t", "uintmax_t"}

func (p *parser) unary(depth int) *node {
	depth = p.deeper(depth)
	at := p.at
	switch op := p.token; op {
	case "!", "-", "+", "~":
		p.next()
		return &node{op: op, at: at, kids: []*node{p.unary(depth)}}
	case "*":
		p.refuse("an access to memory, want a variable")
	case "&":
		p.refuse("an address, want an integer")
	case "++", "--":
		p.refuse("%q, want an expression without side effects", op)
	case "sizeof", "_Alignof":
		p.refuse("%q, want its value", op)
	case "(":
		p.next()
		if slices.Contains(typeWords, p.token) {
			for slices.Contains(typeWords, p.token) {
				p.next()
			}
			if p.token == "*" {
				p.refuse("a pointer, want an integer")
			}
			p.want(")")
			return &node{op: "cast", at: at, kids: []*node{p.unary(depth)}}
		}
		n := p.conditional(depth)
		p.want(")")
		return p.behind(n)
	}
	return p.behind(p.leaf())
}

// behind refuses what may stand behind an operand.
func (p *parser) behind(n *node) *node {
	switch p.token {
	case "[", "->", ".":
		p.refuse("an access to memory, want a variable")
	case "(":
		p.refuse("a call, want an expression without side effects")
	case "++", "--", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=":
		p.refuse("%q, want an expression without side effects", p.token)
	}
	return n
}

// leaf reads a name or a number.
func (p *parser) leaf() *node {
	at, token := p.at, p.token
	switch {
	case token == "'":
		return p.character()
	case token == "" || !isWord(token[0]):
		p.refuse("%s, want an expression", quoted(token))
	case token[0] < '0' || token[0] > '9':
		p.next()
		return &node{op: "name", at: at, text: token}
	}
	if rest := p.text[p.to:]; rest != "" && rest[0] == '.' {
		p.refuse("a float, want an integer")
	}
	digits := strings.TrimRight(token, "uUlL")
	base := 10
	switch {
	case len(digits) > 1 && (digits[1] == 'x' || digits[1] == 'X'):
		digits, base = digits[2:], 16
	case len(digits) > 1 && (digits[1] == 'b' || digits[1] == 'B'):
		digits, base = digits[2:], 2
	case len(digits) > 1 && digits[0] == '0':
		digits, base = digits[1:], 8
	}
	n, ok := new(big.Int), false
	if len(digits) <= maxBits && !strings.Contains(digits, "_") {
		n, ok = n.SetString(digits, base)
	}
	if !ok || n.BitLen() > maxBits {
		p.refuse("%q, want an integer of at most %d bits", clip(token), maxBits)
	}
	p.next()
	return &node{op: "number", at: at, n: n}
}

// clip shortens a text for people.
func clip(text string) string {
	if len(text) > 40 {
		return text[:40] + "..."
	}
	return text
}

// character reads a character constant of one character.
func (p *parser) character() *node {
	rest := p.text[p.to:]
	if len(rest) < 2 || rest[1] != '\'' || rest[0] == '\\' || rest[0] >= 0x80 {
		p.refuse("a character constant, want one of a single character, or a number")
	}
	n := &node{op: "number", at: p.at, n: big.NewInt(int64(rest[0]))}
	p.to += 2
	p.next()
	return n
}

// reader makes atoms.
type reader struct{ list []loops.Atom }

func refuse(n *node, format string, args ...any) { panic(&refusal{n.at, fmt.Sprintf(format, args...)}) }

// condition adds what a part says if it is true, or if it is false.
func (r *reader) condition(n *node, holds bool) {
	switch n.op {
	case "&&", "||":
		r.condition(n.kids[0], holds)
		r.condition(n.kids[1], holds)
	case "!":
		r.condition(n.kids[0], !holds)
	case "?":
		r.condition(n.kids[0], true)
		r.condition(n.kids[1], holds)
		r.condition(n.kids[2], holds)
	case "cast":
		r.condition(n.kids[0], holds)
	case "<", ">", "<=", ">=", "==", "!=":
		r.comparison(n, holds)
	case "number":
		if (n.n.Sign() != 0) != holds {
			return // a part that is never true
		}
	default: // an integer that is not 0, or is
		r.compare(n, map[bool]string{true: "!=", false: "=="}[holds], r.sum(n), sum{})
	}
}

// opposite has for each comparison the one that is true where it is false.
var opposite = map[string]string{"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}

func (r *reader) comparison(n *node, holds bool) {
	op := n.op
	if !holds {
		op = opposite[op]
	}
	for i, kid := range n.kids { // (a < b) == 1, and the like
		truth, number := kid, n.kids[1-i]
		for truth.op == "cast" {
			truth = truth.kids[0]
		}
		if opposite[truth.op] != "" && number.op == "number" && (op == "==" || op == "!=") && number.n.IsInt64() &&
			number.n.Int64() <= 1 {
			r.condition(truth, (number.n.Sign() != 0) == (op == "=="))
			return
		}
		if truth.op == "%" && (op == "==" || op == "!=") {
			r.remainder(truth, op, r.sum(number))
			return
		}
	}
	r.compare(n, op, r.sum(n.kids[0]), r.sum(n.kids[1]))
}

// remainder adds an atom for a % m == rest; of m = 2, also for a % m != rest.
func (r *reader) remainder(n *node, op string, rest sum) {
	m, of := r.sum(n.kids[1]).constant(), r.sum(n.kids[0])
	if m == nil || m.CmpAbs(big.NewInt(1)) <= 0 {
		refuse(n, "a remainder, want one by a number that is more than 1")
	}
	m = new(big.Int).Abs(m)
	of = of.plus(rest, -1)
	if op == "!=" {
		if m.Cmp(big.NewInt(2)) != 0 {
			refuse(n, "a remainder that differs from a number, want one that is equal to it")
		}
		of = of.plus(number(1), -1)
	}
	r.add(n, of, m)
}

// compare adds atoms for a comparison.
func (r *reader) compare(n *node, op string, a, b sum) {
	switch op {
	case "<=":
		r.add(n, a.plus(b, -1), nil)
	case "<":
		r.add(n, a.plus(b, -1).plus(number(1), 1), nil)
	case ">=":
		r.compare(n, "<=", b, a)
	case ">":
		r.compare(n, "<", b, a)
	case "==":
		r.add(n, a.plus(b, -1), new(big.Int))
	case "!=": // one of the two
		r.compare(n, "<", a, b)
		r.compare(n, "<", b, a)
	}
}

// add adds an atom if it is about variables.
func (r *reader) add(n *node, s sum, mod *big.Int) {
	if len(r.list) == maxAtoms {
		refuse(n, "more than %d comparisons", maxAtoms)
	}
	atom := loops.Atom{Mod: mod}
	variables := false
	for _, key := range s.keys() {
		t := s[key]
		variables = variables || len(t.Of) > 0
		atom.Terms = append(atom.Terms, t)
	}
	if variables {
		r.list = append(r.list, atom)
	}
}

// sum is a sum of products, by the names in each.
type sum map[string]loops.Term

func number(n int64) sum { return sum{}.with(loops.Term{Times: big.NewInt(n)}) }

// keys returns the keys in an order that is always the same.
func (s sum) keys() []string {
	var keys []string
	for k := range s {
		if k != "" {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	if _, ok := s[""]; ok {
		keys = append(keys, "") // the number comes last
	}
	return keys
}

// with adds a product to s.
func (s sum) with(t loops.Term) sum {
	var names []string
	for _, v := range t.Of {
		names = append(names, v.Name)
	}
	slices.Sort(names)
	key := strings.Join(names, "*")
	if old, ok := s[key]; ok {
		t.Times = new(big.Int).Add(t.Times, old.Times)
	}
	if s[key] = t; t.Times.Sign() == 0 {
		delete(s, key)
	}
	return s
}

// plus returns s plus t times a number.
func (s sum) plus(t sum, times int64) sum {
	all := sum{}
	for _, x := range s {
		all.with(x)
	}
	for _, x := range t {
		all.with(loops.Term{Times: new(big.Int).Mul(x.Times, big.NewInt(times)), Of: x.Of})
	}
	return all
}

// constant returns the number that s is; nil if it has variables.
func (s sum) constant() *big.Int {
	switch t, ok := s[""]; {
	case len(s) == 0:
		return new(big.Int)
	case len(s) == 1 && ok:
		return t.Times
	}
	return nil
}

// sum returns a part as a sum.
func (r *reader) sum(n *node) (s sum) {
	defer func() {
		if len(s) > maxSum {
			refuse(n, "a sum of more than %d terms", maxSum)
		}
		for _, t := range s {
			if t.Times.BitLen() > maxBits || len(t.Of) > maxDegree {
				refuse(n, "a product that is too large, want at most %d variables and %d bits", maxDegree, maxBits)
			}
		}
	}()
	switch n.op {
	case "number":
		return sum{}.with(loops.Term{Times: n.n})
	case "name":
		return sum{}.with(loops.Term{Times: big.NewInt(1), Of: []loops.Variable{{Name: n.text}}})
	case "cast":
		return r.sum(n.kids[0])
	case "+", "-":
		sign := int64(1)
		if n.op == "-" {
			sign = -1
		}
		if len(n.kids) == 1 {
			return sum{}.plus(r.sum(n.kids[0]), sign)
		}
		return r.sum(n.kids[0]).plus(r.sum(n.kids[1]), sign)
	case "*":
		return product(r.sum(n.kids[0]), r.sum(n.kids[1]))
	case "<<":
		if by := r.sum(n.kids[1]).constant(); by != nil && by.IsInt64() && by.Int64() >= 0 && by.Int64() < 64 {
			return product(r.sum(n.kids[0]),
				sum{}.with(loops.Term{Times: new(big.Int).Lsh(big.NewInt(1), uint(by.Int64()))}))
		}
	}
	refuse(n, "%q, want sums and products of variables and numbers, and comparisons of these", n.op)
	return nil
}

// product returns the product of two sums.
func product(a, b sum) sum {
	all := sum{}
	for _, x := range a {
		for _, y := range b {
			all.with(loops.Term{Times: new(big.Int).Mul(x.Times, y.Times), Of: slices.Concat(x.Of, y.Of)})
		}
	}
	return all
}
