package imp

import (
	"fmt"
	"math/big"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines the parser, recursive descent along grammar.txt, and what it refuses. It stops at the first error.

// MaxDepth is the number of levels to which statements and expressions may be nested. No path from the root of a tree
// to a leaf is longer, where a chain of comparisons counts as many levels as it has links; recursion over trees is
// bounded by it.
const MaxDepth = 20_000

// The memory of syntax trees, in machine words: what a node takes at most beside literals, with its places in lists.
const (
	wordsPerExpr = 18
	wordsPerStmt = 30
	wordsPerName = 24 // that is declared
)

// Parse reads the source text src of the file that the user calls name. Its error is a source.ErrorList.
func Parse(name string, src []byte) (*File, error) { return parse(name, src, nil) }

// parse is Parse within the bounds of a meter, which holds the tree.
func parse(name string, src []byte, meter *semantics.Meter) (*File, error) {
	text, err := Text(name, src)
	if err != nil {
		return nil, err
	}
	p := parser{file: name, scan: NewScanner(text).Next, meter: meter}
	p.hold(len(text) / 8)
	body := p.program()
	if p.err != nil {
		return nil, source.ErrorList{p.err}
	}
	return &File{Name: name, Body: body, text: text, words: p.words}, nil
}

// ParseTokens reads the tokens of a file up to the one without text. After an error, the file returned holds what was
// read before it; statements under way have no Span.
func ParseTokens(name string, next func() Token) (*File, error) {
	p := parser{file: name, scan: next}
	f := &File{Name: name, Body: p.program()}
	if p.err != nil {
		return f, source.ErrorList{p.err}
	}
	return f, nil
}

// parser reads a file token by token.
type parser struct {
	file    string
	scan    func() Token
	tok     Token         // the next token; nothing after an error
	last    source.Span   // of the token before, semicolons aside
	err     *source.Error // the first
	inThen  bool          // whether the present block is closed by else
	inMacro bool          // whether a macro is open
	level   int           // blocks open
	nest    int           // blocks, parentheses and unary operators open
	option  bool          // whether there was an option
	inputs  map[string]bool
	meter   *semantics.Meter
	words   int // of memory that the tree takes
}

// fail reports what is wrong, unless something was before, and ends the work: nothing accepts the token that follows.
func (p *parser) fail(at Pos, msg, hint string) {
	if p.err == nil {
		p.err = &source.Error{File: p.file, Pos: at, Msg: msg, Hint: hint}
	}
	p.tok = Token{}
}

// unexpected reports the present token.
func (p *parser) unexpected(want, hint string) {
	if p.tok.kind == bad {
		p.fail(p.tok.At, p.tok.wrong, p.tok.hint)
	} else {
		p.fail(p.tok.At, fmt.Sprintf("found %v, want %s", p.tok, want), hint)
	}
}

// hold counts n words that the tree takes, and as much work.
func (p *parser) hold(n int) {
	if !p.meter.Charge(n) || !p.meter.Hold(n) {
		p.fail(p.tok.At, "the program is too large to read: it takes "+p.meter.Why(), "")
	}
	p.words += n
}

var tooDeep = fmt.Sprintf("nested deeper than %d levels", MaxDepth)

// enter and leave surround what nests the descent by one level.
func (p *parser) enter() {
	p.nest++
	if p.nest > MaxDepth {
		p.fail(p.tok.At, tooDeep, "")
	}
}

func (p *parser) leave() { p.nest-- }

// Tokens.

// next moves past the present token.
func (p *parser) next() {
	p.last = p.tok.Span()
	p.skip()
}

// skip is next for what ends no statement.
func (p *parser) skip() {
	if p.err == nil {
		p.tok = p.scan()
	}
}

func (p *parser) accept(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(k kind, want string) {
	if !p.accept(k) {
		p.unexpected(want, "")
	}
}

// name reads a name, with its place.
func (p *parser) name(want string) (string, Pos) {
	t := p.tok
	p.expect(identifier, want)
	return t.Text, t.At
}

func (p *parser) semicolons() {
	for p.tok.kind == semicolon {
		p.skip()
	}
}

// begins reports whether a statement or declaration can begin with k.
func begins(k kind) bool {
	switch k {
	case identifier, kwSkip, kwFail, kwAssume, kwAssert, kwInput, kwOption, kwIf, kwWhile, kwMacro, kwLocal:
		return true
	}
	return false
}

// ends reports whether no statement can begin with k because a block, the file or the work ends with it.
func ends(k kind) bool {
	switch k {
	case closeBrace, kwElse, kwFi, kwOd, kwEnd, endOfFile, nothing:
		return true
	}
	return false
}

// Statements.

// program reads the whole file.
func (p *parser) program() *Block {
	p.last = Token{At: Pos{Line: 1, Column: 1}}.Span()
	p.skip()
	body := p.statements()
	if p.tok.kind != endOfFile {
		p.unexpected("a statement", "")
	}
	for _, s := range body.Stmts {
		if !IsDeclaration(s) {
			return body
		}
	}
	p.fail(Pos{}, "the file holds no program", "the shortest program is skip")
	return body
}

// IsDeclaration reports whether s is none of the statements that are run.
func IsDeclaration(s Stmt) bool {
	switch s.(type) {
	case *Option, *Input, *Macro:
		return true
	}
	return false
}

// statements reads up to a token that ends a block.
func (p *parser) statements() *Block {
	b := &Block{}
	start := p.last.End()
	for p.semicolons(); !ends(p.tok.kind); p.semicolons() {
		b.Stmts = append(b.Stmts, p.statement())
	}
	b.Extent = source.Over(0, start, p.tok.At)
	return b
}

// block reads a block in brackets, the opening one already read.
func (p *parser) block(closing kind, want string) *Block {
	b := p.branch(false)
	p.expect(closing, want)
	return b
}

// branch reads a block and leaves the token that closes it.
func (p *parser) branch(inThen bool) *Block {
	outer := p.inThen
	p.inThen = inThen
	p.enter()
	p.level++
	b := p.statements()
	p.level--
	p.leave()
	p.inThen = outer
	return b
}

// statement reads a statement or declaration.
func (p *parser) statement() Stmt {
	p.hold(wordsPerStmt)
	head := Head{At: p.tok.At}
	s := p.command(head)
	if p.err == nil {
		s.head().Extent = source.Over(0, head.At, p.last.End())
	}
	return s
}

func (p *parser) command(head Head) Stmt {
	switch p.tok.kind {
	case kwSkip:
		p.next()
		return &Skip{Head: head}
	case kwFail:
		p.next()
		return &Fail{Head: head}
	case identifier:
		return p.assignmentOrCall(head)
	case kwAssume:
		p.next()
		return &Assume{Head: head, Cond: p.condition()}
	case kwAssert:
		p.next()
		return &Assert{Head: head, Cond: p.condition()}
	case kwIf:
		return p.conditional(head)
	case kwWhile:
		return p.loop(head)
	case kwMacro:
		return p.macro(head)
	case kwLocal:
		return p.local(head)
	case kwInput:
		return p.input(head)
	case kwOption:
		return p.optionDivision(head)
	}
	hint := ""
	switch {
	case p.tok.kind == openBrace:
		hint = "a block stands after if, else, while, loop or macro"
	case p.tok.kind == openParen:
		hint = "only macros are called, as statements of their own"
	}
	p.unexpected("a statement", hint)
	return &Skip{Head: head}
}

func (p *parser) assignmentOrCall(head Head) Stmt {
	n := p.tok.Text
	p.next()
	switch k := p.tok.kind; {
	case k == equals || k == becomes:
		p.next()
		return &Assign{Head: head, Name: n, Value: p.integer(p.expression(precOr))}
	case k == openParen:
		p.next()
		var args []AExpr
		if p.tok.kind != closeParen {
			args = append(args, p.integer(p.expression(precOr)))
			for p.accept(comma) {
				args = append(args, p.integer(p.expression(precOr)))
			}
		}
		p.expect(closeParen, `")"`)
		return &Call{Head: head, Name: n, Args: args}
	case k == semicolon || begins(k) || ends(k):
		return &Call{Head: head, Name: n}
	}
	p.unexpected(`"="`, "an assignment is written x = e")
	return &Call{Head: head, Name: n}
}

// local reads the declaration of a variable of a macro.
func (p *parser) local(head Head) Stmt {
	if !p.inMacro {
		p.fail(head.At, `found "local", want a statement`, "local variables stand in macros")
	}
	p.next()
	s := &Assign{Head: head, Local: true}
	s.Name, _ = p.name("the local variable's name")
	p.hold(wordsPerName)
	if p.accept(equals) || p.accept(becomes) {
		s.Value = p.integer(p.expression(precOr))
	} else {
		p.unexpected(`"="`, "a local variable has a value from the start: local x = 0")
	}
	return s
}

func (p *parser) conditional(head Head) Stmt {
	p.next()
	s := &If{Head: head, Cond: p.condition()}
	switch {
	case p.accept(openBrace):
		s.Then = p.block(closeBrace, `"}"`)
		if !p.inThen {
			p.semicolons()
		}
		if p.accept(kwElse) {
			s.Else = p.alternative()
		}
	case p.accept(kwThen):
		s.Then = p.branch(true)
		if p.accept(kwElse) {
			s.Else = p.block(kwFi, `"fi"`)
		} else {
			p.expect(kwFi, `"else" or "fi"`)
		}
	default:
		p.unexpected(`"{" or "then"`, "")
	}
	return s
}

// alternative reads what follows the else of an if with braces.
func (p *parser) alternative() *Block {
	if p.accept(openBrace) {
		return p.block(closeBrace, `"}"`)
	}
	if p.tok.kind != kwIf {
		p.unexpected(`"{" or "if"`, "")
		return &Block{}
	}
	p.enter()
	p.level++
	s := p.statement()
	p.level--
	p.leave()
	return &Block{Stmts: []Stmt{s}, Extent: s.Span()}
}

func (p *parser) loop(head Head) Stmt {
	p.next()
	s := &While{Head: head, Cond: p.condition()}
	s.Body = p.body(kwDo, kwOd, `"{" or "do"`, `"od"`)
	return s
}

// body reads a block in braces or in the words opening and closing; nil if it does not begin here.
func (p *parser) body(opening, closing kind, wantOpening, wantClosing string) *Block {
	switch {
	case p.accept(openBrace):
		return p.block(closeBrace, `"}"`)
	case p.accept(opening):
		return p.block(closing, wantClosing)
	}
	p.unexpected(wantOpening, "")
	return nil
}

// Declarations.

// topLevel reports the present token if it stands in a block.
func (p *parser) topLevel() {
	if p.level > 0 {
		p.fail(p.tok.At, fmt.Sprintf("found %v, want a statement", p.tok),
			"declarations stand at the top level of the file")
	}
}

func (p *parser) macro(head Head) Stmt {
	p.topLevel()
	p.next()
	m := &Macro{Head: head}
	m.Name, _ = p.name("the macro's name")
	if p.accept(openParen) && !p.accept(closeParen) {
		seen := map[string]bool{}
		for more := true; more; more = p.accept(comma) {
			n, at := p.name("a parameter's name")
			if seen[n] {
				p.fail(at, fmt.Sprintf("found the parameter %s twice, want different names", n), "")
			}
			p.hold(wordsPerName)
			seen[n] = true
			m.Params = append(m.Params, n)
		}
		p.expect(closeParen, `")"`)
	}
	p.inMacro = true
	m.Body = p.body(kwBegin, kwEnd, `"begin"`, `"end"`)
	p.inMacro = false
	return m
}

func (p *parser) input(head Head) Stmt {
	p.topLevel()
	p.next()
	if p.inputs == nil {
		p.inputs = map[string]bool{}
	}
	s := &Input{Head: head}
	for more := true; more; more = p.accept(comma) {
		n, at := p.name("an input's name")
		if p.inputs[n] {
			p.fail(at, fmt.Sprintf("found the input %s twice, want different names", n), "")
		}
		p.hold(wordsPerName)
		p.inputs[n] = true
		s.Names = append(s.Names, n)
	}
	return s
}

func (p *parser) optionDivision(head Head) Stmt {
	p.topLevel()
	if p.option {
		p.fail(p.tok.At, `found the option "division" twice, want it once`, "")
	}
	p.option = true
	p.next()
	s := &Option{Head: head, Key: p.tok.Text}
	if s.Key != "division" {
		p.unexpected("an option", `the only option is "division"`)
	}
	p.next()
	s.Value = p.tok.Text
	if s.Value != Floor.String() && s.Value != Truncate.String() {
		p.unexpected(fmt.Sprintf("%q or %q", Floor, Truncate), "")
	}
	p.next()
	return s
}

// Expressions.

// operand is an expression of either sort with the depth of its tree.
type operand struct {
	expr
	depth int
}

type expr interface {
	Node
	head() *Head
}

// integer returns x as an integer expression, with an error if it is none.
func (p *parser) integer(x operand) AExpr {
	e, ok := x.expr.(AExpr)
	if !ok {
		p.wrongSort(x, "found a condition, want an integer expression")
		return &Int{Value: new(big.Int)}
	}
	return e
}

// truth returns x as a condition, with an error if it is none.
func (p *parser) truth(x operand) BExpr {
	e, ok := x.expr.(BExpr)
	if !ok {
		p.wrongSort(x, "found an integer expression, want a condition")
		return &Bool{}
	}
	return e
}

func (p *parser) wrongSort(x operand, msg string) {
	if p.tok.kind == bad { // which explains why the expression ends here
		p.unexpected("", "")
	}
	p.fail(x.Span().Start(), msg, "")
}

func (p *parser) condition() BExpr { return p.truth(p.expression(precOr)) }

// made returns an expression whose operator stands at the place at and whose text is over, after a check that its tree
// is not too deep for its place.
func (p *parser) made(e expr, depth int, at Pos, over source.Span) operand {
	if p.level+depth > MaxDepth {
		p.fail(at, tooDeep, "")
	}
	*e.head() = Head{At: at, Extent: over}
	return operand{e, depth}
}

// The precedences of operators, from the lowest to the highest.
const (
	precOr = 1 + iota
	precAnd
	precNot
	precCompare
	precSum
	precProduct
	precUnary
)

// precedence returns the precedence of the operator k between two operands, 0 if it is none.
func precedence(k kind) int {
	switch k {
	case kwOr:
		return precOr
	case kwAnd:
		return precAnd
	case less, lessEquals, greater, greaterEquals, equals, equalsEquals, notEquals:
		return precCompare
	case plus, minus:
		return precSum
	case star, slash, percent:
		return precProduct
	}
	return 0
}

var (
	arithOps   = map[kind]ArithOp{plus: Add, minus: Sub, star: Mul, slash: Div, percent: Mod}
	compareOps = map[kind]CompareOp{less: Lt, lessEquals: Le, greater: Gt, greaterEquals: Ge, equals: Eq,
		equalsEquals: Eq, notEquals: Ne}
	logicOps = map[kind]LogicOp{kwAnd: And, kwOr: Or}
)

// expression reads an expression whose operators outside parentheses have the precedence least or a higher one.
func (p *parser) expression(least int) operand {
	x := p.prefix(least)
	for {
		op := p.tok
		prec := precedence(op.kind)
		if prec == 0 || prec < least {
			return x
		}
		if prec == precCompare {
			x = p.chain(x)
			continue
		}
		p.next()
		y := p.expression(prec + 1)
		p.hold(wordsPerExpr)
		var e expr
		if prec < precCompare {
			e = &Logic{Op: logicOps[op.kind], X: p.truth(x), Y: p.truth(y)}
		} else {
			e = &Arith{Op: arithOps[op.kind], X: p.integer(x), Y: p.integer(y)}
		}
		x = p.made(e, 1+max(x.depth, y.depth), op.At, x.Span().Join(y.Span()))
	}
}

// chain reads the comparisons that follow their first argument x.
func (p *parser) chain(x operand) operand {
	at := p.tok.At
	c := &Compare{Args: []AExpr{p.integer(x)}}
	depth, over := x.depth, x.Span()
	for precedence(p.tok.kind) == precCompare {
		p.hold(wordsPerExpr)
		c.Ops = append(c.Ops, compareOps[p.tok.kind])
		p.next()
		y := p.expression(precSum)
		c.Args = append(c.Args, p.integer(y))
		depth, over = max(depth, y.depth), over.Join(y.Span())
	}
	return p.made(c, len(c.Ops)+depth, at, over)
}

// prefix reads an operand with the unary operators before it.
func (p *parser) prefix(least int) operand {
	op := p.tok
	switch {
	case op.kind == kwNot && least <= precNot:
		p.enter()
		p.next()
		x := p.expression(precNot)
		p.hold(wordsPerExpr)
		p.leave()
		return p.made(&Not{X: p.truth(x)}, 1+x.depth, op.At, op.Span().Join(x.Span()))
	case op.kind == minus:
		p.next()
		if p.tok.kind == number {
			return p.literal(op)
		}
		p.enter()
		x := p.prefix(precUnary)
		p.hold(wordsPerExpr)
		p.leave()
		return p.made(&Neg{X: p.integer(x)}, 1+x.depth, op.At, op.Span().Join(x.Span()))
	}
	return p.primary()
}

func (p *parser) primary() operand {
	p.hold(wordsPerExpr)
	t := p.tok
	head := Head{At: t.At, Extent: t.Span()}
	switch t.kind {
	case number:
		return p.literal(Token{At: t.At})
	case identifier:
		p.next()
		return operand{&Var{Head: head, Name: t.Text}, 1}
	case kwTrue, kwFalse:
		p.next()
		return operand{&Bool{Head: head, Value: t.kind == kwTrue}, 1}
	case openParen:
		p.enter()
		p.next()
		x := p.expression(precOr)
		p.expect(closeParen, `")"`)
		p.leave()
		x.head().Extent = t.Span().Join(p.last)
		return x
	}
	want := "an expression"
	if t.kind == kwNot {
		want = "an integer expression"
	}
	p.unexpected(want, "")
	return operand{&Int{Head: head, Value: new(big.Int)}, 1}
}

// literal reads the number that stands here; sign was read before it, or has no text.
func (p *parser) literal(sign Token) operand {
	p.hold(len(p.tok.Text) / 16)
	value, ok := new(big.Int).SetString(sign.Text+p.tok.Text, 10)
	if !ok {
		panic("imp: scanned a number that is none: " + p.tok.Text)
	}
	p.next()
	return operand{&Int{Head: Head{At: sign.At, Extent: sign.Span().Join(p.last)}, Value: value}, 1}
}
