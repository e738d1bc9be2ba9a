package imp

import (
	"bytes"
	"fmt"
	"math/big"
	"sort"
	"strings"
	"unicode/utf8"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines the parser, recursive descent along grammar.txt, and what it refuses.

// MaxSource is the size of the largest source text, in bytes.
const MaxSource = 16 << 20

// MaxDepth is the number of levels to which statements and expressions may be nested. No path from the root of a tree to a leaf
// is longer, where a chain of comparisons counts as many levels as it has links; recursion over trees is bounded by it.
const MaxDepth = 20_000

// maxErrors is the number of errors worth reporting.
const maxErrors = 20

// The memory of syntax trees, in machine words: what a node takes at most beside literals, with its places in lists.
const (
	wordsPerExpr    = 18
	wordsPerStmt    = 32
	wordsPerComment = 8
	wordsPerName    = 24 // that is declared
)

// Parse reads the source text src of the file that the user calls name. Its error is a source.ErrorList.
func Parse(name string, src []byte) (*File, error) { return parse(name, src, nil) }

// parse is Parse within the bounds of a meter, which holds the tree.
func parse(name string, src []byte, meter *semantics.Meter) (*File, error) {
	p := parser{complaints: complaints{file: name}, meter: meter}
	text, ok := p.text(src)
	if !ok {
		return nil, p.err()
	}
	p.hold(len(text) / 8)
	p.scan = scanner{src: text, line: 1}
	p.tok = p.scan.next()
	body := p.statements(endOfFile)
	if len(p.list) == 0 && !holdsProgram(body) {
		p.add(Pos{}, "the file holds no program", "the shortest program is skip")
	}
	if err := p.err(); err != nil {
		return nil, err
	}
	return &File{Name: name, Body: body, words: p.words}, nil
}

// hold counts n words that the tree takes, and as much work. If that is too much, it ends the work.
func (p *parser) hold(n int) {
	if !p.meter.Charge(n) || !p.meter.Hold(n) {
		p.tooLarge(p.tok.pos, "the program is too large to read: it takes "+p.meter.Why())
	}
	p.words += n
}

// holdsProgram reports whether there is a statement beside the declarations.
func holdsProgram(body *Block) bool {
	for _, s := range body.Stmts {
		if !isDeclaration(s) {
			return true
		}
	}
	return false
}

func isDeclaration(s Stmt) bool {
	switch s.(type) {
	case *Option, *Input, *Macro:
		return true
	}
	return false
}

// complaints are the errors found in a file so far.
type complaints struct {
	file string
	list source.ErrorList
}

func (c *complaints) add(at Pos, msg, hint string) {
	if len(c.list) <= maxErrors {
		c.list = append(c.list, &source.Error{File: c.file, Pos: at, Msg: msg, Hint: hint})
	}
}

func (c *complaints) err() error {
	l := c.list
	sort.SliceStable(l, func(i, j int) bool { return l[i].Pos.Before(l[j].Pos) })
	if len(l) > maxErrors {
		l[maxErrors] = &source.Error{File: c.file, Pos: l[maxErrors].Pos, Msg: "too many errors"}
	}
	return l.Err()
}

// parser reads a file token by token. After a syntax error the token in the way is hidden behind one that nothing accepts, so
// that everything under way ends without further errors; resume then looks for the place to go on.
type parser struct {
	complaints
	scan    scanner
	tok     token       // the next token
	behind  token       // the token in the way, while tok is hidden
	last    source.Span // of the token before, semicolons aside
	lead    []string    // comments read inside the present statement
	awaited [kinds]int  // how many of the open blocks each token would close
	inThen  bool        // whether the present block is closed by else
	inMacro bool        // whether a macro is open
	level   int         // blocks open
	nest    int         // blocks, parentheses and unary operators open
	broken  bool        // whether there was a syntax error
	stopped bool        // whether the end of the file was reached before its time
	option  bool        // whether there was an option
	inputs  map[string]bool
	meter   *semantics.Meter
	words   int // of memory that the tree takes
}

// text returns src as text if it can be that.
func (p *parser) text(src []byte) (string, bool) {
	if len(src) > MaxSource {
		p.add(Pos{}, fmt.Sprintf("found more than %d bytes, the limit on the size of a program", MaxSource), "")
		return "", false
	}
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	place := func(off int) Pos {
		return Pos{Line: 1 + bytes.Count(src[:off], []byte("\n")), Column: off - bytes.LastIndexByte(src[:off], '\n')}
	}
	if i := bytes.IndexByte(src, 0); i >= 0 {
		p.add(place(i), "found a NUL byte, want text", "the file looks binary")
		return "", false
	}
	if !utf8.Valid(src) {
		i := 0
		for {
			r, n := utf8.DecodeRune(src[i:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			i += n
		}
		p.add(place(i), fmt.Sprintf("found the byte 0x%02x, want UTF-8", src[i]), "source text must be UTF-8, comments included")
		return "", false
	}
	for at, r := range Misleading(src) {
		p.add(place(at), fmt.Sprintf("found %s, want text without control characters", nameOf(r)), "vouch fmt -w puts blanks in its place")
		if len(p.list) > maxErrors {
			break
		}
	}
	if len(p.list) > 0 {
		return "", false
	}
	return string(src), true
}

// Tokens.

// next moves past the present token; the comments before it belong to the present statement.
func (p *parser) next() {
	for _, c := range p.tok.comments {
		if c.text != "" {
			p.lead = append(p.lead, c.text)
		}
	}
	p.last = p.tok.span()
	p.tok = p.scan.next()
	p.hold(wordsPerComment * len(p.tok.comments))
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
	if !p.accept(identifier) {
		p.unexpected(want, "")
	}
	return t.text, t.pos
}

// semicolons moves past semicolons. Comments before them stay before what follows.
func (p *parser) semicolons() {
	for p.tok.kind == semicolon {
		before := p.tok.comments
		p.tok = p.scan.next()
		p.hold(wordsPerComment * len(p.tok.comments))
		p.tok.comments = append(before, p.tok.comments...)
	}
}

// Errors.

// unexpected reports the present token as a syntax error. After an earlier one, a closing token or the end of the file is no
// news: the token that would have gone with it may be what was wrong.
func (p *parser) unexpected(want, hint string) {
	k := p.tok.kind
	switch {
	case k == hidden:
		return
	case p.broken && (k == endOfFile || closes(k)):
	case k == bad:
		p.add(p.tok.pos, p.tok.wrong, p.tok.hint)
	default:
		p.add(p.tok.pos, fmt.Sprintf("found %v, want %s", p.tok, want), hint)
	}
	p.broken = true
	p.behind, p.tok = p.tok, token{kind: hidden}
	if len(p.list) > maxErrors {
		p.stop()
	}
}

// tooLarge reports that the program is too large or too deep and ends the work.
func (p *parser) tooLarge(at Pos, msg string) {
	if !p.stopped {
		p.add(at, msg, "")
		p.stop()
	}
}

var tooDeep = fmt.Sprintf("nested deeper than %d levels", MaxDepth)

// stop makes the file end here.
func (p *parser) stop() {
	p.broken, p.stopped = true, true
	p.scan.off = len(p.scan.src)
	p.tok = token{kind: endOfFile}
}

// enter and leave surround what nests the descent by one level.
func (p *parser) enter() {
	p.nest++
	if p.nest > MaxDepth {
		p.tooLarge(p.tok.pos, tooDeep)
	}
}

func (p *parser) leave() { p.nest-- }

// resume moves on, after a syntax error, to where a statement begins, a block ends or one of the opening tokens stands. What is in
// brackets is passed over as a whole.
func (p *parser) resume(opening ...kind) {
	p.tok = p.behind
	fresh := false // whether a semicolon was just passed
	parens, blocks := 0, 0
	for ; p.tok.kind != endOfFile; p.next() {
		k := p.tok.kind
		if blocks == 0 {
			for _, o := range opening {
				if k == o {
					return
				}
			}
			if p.awaited[k] > 0 || k == identifier && parens == 0 && (fresh || p.tok.pos.Line > int(p.last.Line)) || k != identifier && begins(k) {
				return
			}
		}
		switch {
		case k == openParen:
			parens++
		case k == closeParen:
			parens = max(parens-1, 0)
		case k == openBrace || k == kwThen || k == kwDo || k == kwBegin:
			blocks, parens = blocks+1, 0
		case closes(k) && k != kwElse:
			blocks, parens = max(blocks-1, 0), 0
		}
		fresh = k == semicolon
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

// closes reports whether k closes a block.
func closes(k kind) bool {
	switch k {
	case closeBrace, kwElse, kwFi, kwOd, kwEnd:
		return true
	}
	return false
}

// Statements.

// statements reads up to a token that closes this block, or one around it: then this block has no end, which the caller reports.
func (p *parser) statements(closing ...kind) *Block {
	outer := p.inThen
	p.inThen = false
	for _, k := range closing {
		p.awaited[k]++
		p.inThen = p.inThen || k == kwElse
	}
	b := &Block{}
	for p.semicolons(); p.tok.kind != hidden && p.tok.kind != endOfFile && p.awaited[p.tok.kind] == 0; p.semicolons() {
		lead := p.comments(len(b.Stmts) == 0)
		s := p.statement()
		if p.tok.kind == hidden {
			p.resume()
			continue
		}
		s.Notes().Lead = append(lead, s.Notes().Lead...)
		s.Notes().Trail = p.trail()
		b.Stmts = append(b.Stmts, s)
	}
	b.Tail = p.comments(len(b.Stmts) == 0)
	if n := len(b.Tail); n > 0 && b.Tail[n-1] == "" {
		b.Tail = b.Tail[:n-1]
	}
	for _, k := range closing {
		p.awaited[k]--
	}
	p.inThen = outer
	return b
}

// comments takes the comments before the present token, each run of blank lines as one "", left out where a block begins.
func (p *parser) comments(first bool) []string {
	var texts []string
	for _, c := range p.tok.comments {
		if c.text != "" || len(texts) > 0 && texts[len(texts)-1] != "" || len(texts) == 0 && !first {
			texts = append(texts, c.text)
		}
	}
	p.tok.comments = nil
	return texts
}

// trail takes the comments that begin on the line where the statement ended.
func (p *parser) trail() string {
	var trail []string
	for {
		for len(p.tok.comments) > 0 && p.tok.comments[0].line == int(p.last.Line) {
			trail = append(trail, p.tok.comments[0].text)
			p.tok.comments = p.tok.comments[1:]
		}
		if p.tok.kind != semicolon || len(p.tok.comments) > 0 {
			return strings.Join(trail, " ")
		}
		p.tok = p.scan.next()
		p.hold(wordsPerComment * len(p.tok.comments))
	}
}

// block reads a block in brackets, the opening one already read.
func (p *parser) block(closing kind, want string) *Block {
	b := p.branch(closing)
	p.expect(closing, want)
	return b
}

// branch reads a block and leaves the token that closes it.
func (p *parser) branch(closing ...kind) *Block {
	p.enter()
	p.level++
	b := p.statements(closing...)
	p.level--
	p.leave()
	return b
}

// statement reads a statement or declaration; the comments inside go with it.
func (p *parser) statement() Stmt {
	outer := p.lead
	p.lead = nil
	at := p.tok.pos
	s := p.command()
	s.head().Extent = source.Over(0, at, p.last.End())
	s.Notes().Lead = p.lead
	p.lead = outer
	return s
}

func (p *parser) command() Stmt {
	p.hold(wordsPerStmt)
	head := Head{At: p.tok.pos}
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
	n, _ := p.name("a name")
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
	case k == endOfFile || k == semicolon || begins(k) || closes(k):
		return &Call{Head: head, Name: n}
	}
	p.unexpected(`"="`, "an assignment is written x = e")
	return &Call{Head: head, Name: n}
}

// local reads the declaration of a variable of a macro.
func (p *parser) local(head Head) Stmt {
	if !p.inMacro {
		p.add(head.At, `found "local", want a statement`, "local variables stand in macros")
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
	if p.opening(openBrace, kwThen, `"{" or "then"`) == openBrace {
		s.Then = p.block(closeBrace, `"}"`)
		if !p.inThen {
			p.semicolons()
		}
		if p.accept(kwElse) {
			s.Else = p.alternative()
		}
		return s
	}
	s.Then = p.branch(kwElse, kwFi)
	if p.accept(kwElse) {
		s.Else = p.branch(kwFi)
		p.expect(kwFi, `"fi"`)
	} else {
		p.expect(kwFi, `"else" or "fi"`)
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
	return &Block{Stmts: []Stmt{s}}
}

func (p *parser) loop(head Head) Stmt {
	p.next()
	s := &While{Head: head, Cond: p.condition()}
	if p.opening(openBrace, kwDo, `"{" or "do"`) == openBrace {
		s.Body = p.block(closeBrace, `"}"`)
	} else {
		s.Body = p.block(kwOd, `"od"`)
	}
	return s
}

// opening reads one of the opening tokens a and b and returns it. If it has to pass over something else, that is an error.
func (p *parser) opening(a, b kind, want string) kind {
	k := p.tok.kind
	if k != a && k != b {
		p.unexpected(want, "")
		p.resume(a, b)
		k = p.tok.kind
	}
	if k == a || k == b {
		p.next()
		return k
	}
	p.behind, p.tok = p.tok, token{kind: hidden} // the statement ends here
	return a
}

// Declarations.

// topLevel reports the present token if it stands in a block.
func (p *parser) topLevel() {
	if p.level > 0 {
		p.add(p.tok.pos, fmt.Sprintf("found %v, want a statement", p.tok), "declarations stand at the top level of the file")
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
				p.add(at, fmt.Sprintf("found the parameter %s twice, want different names", n), "")
			}
			p.hold(wordsPerName)
			seen[n] = true
			m.Params = append(m.Params, n)
		}
		p.expect(closeParen, `")"`)
	}
	p.inMacro = true
	if p.opening(openBrace, kwBegin, `"begin"`) == openBrace {
		m.Body = p.block(closeBrace, `"}"`)
	} else {
		m.Body = p.block(kwEnd, `"end"`)
	}
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
			p.add(at, fmt.Sprintf("found the input %s twice, want different names", n), "")
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
		p.add(p.tok.pos, `found the option "division" twice, want it once`, "")
	}
	p.option = true
	p.next()
	s := &Option{Head: head, Key: p.tok.text}
	if s.Key != "division" {
		p.unexpected(`an option`, `the only option is "division"`)
		return s
	}
	p.next()
	s.Value = p.tok.text
	if s.Value != Floor.String() && s.Value != Truncate.String() {
		p.unexpected(fmt.Sprintf("%q or %q", Floor, Truncate), "")
		return s
	}
	p.next()
	return s
}

// Expressions.

// operand is an expression of either sort: one of a and b is set.
type operand struct {
	*Head
	a     AExpr
	b     BExpr
	depth int // of its tree
}

// integer returns x as an integer expression, with an error if it is none.
func (p *parser) integer(x operand) AExpr {
	if x.a == nil {
		p.wrongSort(x, "found a condition, want an integer expression")
		return &Int{Head: *x.Head, Value: new(big.Int)}
	}
	return x.a
}

// truth returns x as a condition, with an error if it is none.
func (p *parser) truth(x operand) BExpr {
	if x.b == nil {
		p.wrongSort(x, "found an integer expression, want a condition")
		return &Bool{Head: *x.Head}
	}
	return x.b
}

func (p *parser) wrongSort(x operand, msg string) {
	if p.tok.kind != hidden && p.tok.kind != bad { // then something else is wrong
		p.add(x.Extent.Start(), msg, "")
	}
}

func (p *parser) condition() BExpr { return p.truth(p.expression(precOr)) }

// made completes x, whose operator stands at the place at and whose text is over, after a check that its tree is not too deep for its place.
func (p *parser) made(x operand, at Pos, over source.Span) operand {
	if p.level+x.depth > MaxDepth {
		p.tooLarge(at, tooDeep)
	}
	x.At, x.Extent = at, over
	return x
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
	compareOps = map[kind]CompareOp{less: Lt, lessEquals: Le, greater: Gt, greaterEquals: Ge, equals: Eq, equalsEquals: Eq, notEquals: Ne}
	logicOps   = map[kind]LogicOp{kwAnd: And, kwOr: Or}
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
		z := operand{depth: 1 + max(x.depth, y.depth)}
		if prec < precCompare {
			l := &Logic{Op: logicOps[op.kind], X: p.truth(x), Y: p.truth(y)}
			z.Head, z.b = &l.Head, l
		} else {
			a := &Arith{Op: arithOps[op.kind], X: p.integer(x), Y: p.integer(y)}
			z.Head, z.a = &a.Head, a
		}
		x = p.made(z, op.pos, x.Extent.Join(y.Extent))
	}
}

// chain reads the comparisons that follow their first argument x.
func (p *parser) chain(x operand) operand {
	at := p.tok.pos
	c := &Compare{Args: []AExpr{p.integer(x)}}
	depth, over := x.depth, x.Extent
	for precedence(p.tok.kind) == precCompare {
		p.hold(wordsPerExpr)
		c.Ops = append(c.Ops, compareOps[p.tok.kind])
		p.next()
		y := p.expression(precSum)
		c.Args = append(c.Args, p.integer(y))
		depth, over = max(depth, y.depth), over.Join(y.Extent)
	}
	return p.made(operand{Head: &c.Head, b: c, depth: len(c.Ops) + depth}, at, over)
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
		n := &Not{X: p.truth(x)}
		return p.made(operand{Head: &n.Head, b: n, depth: 1 + x.depth}, op.pos, op.span().Join(x.Extent))
	case op.kind == minus:
		p.next()
		if p.tok.kind == number {
			return p.literal(op)
		}
		p.enter()
		x := p.prefix(precUnary)
		p.hold(wordsPerExpr)
		p.leave()
		n := &Neg{X: p.integer(x)}
		return p.made(operand{Head: &n.Head, a: n, depth: 1 + x.depth}, op.pos, op.span().Join(x.Extent))
	}
	return p.primary()
}

func (p *parser) primary() operand {
	p.hold(wordsPerExpr)
	t := p.tok
	head := Head{At: t.pos, Extent: t.span()}
	switch t.kind {
	case number:
		return p.literal(token{pos: t.pos})
	case identifier:
		p.next()
		v := &Var{Head: head, Name: t.text}
		return operand{Head: &v.Head, a: v, depth: 1}
	case kwTrue, kwFalse:
		p.next()
		b := &Bool{Head: head, Value: t.kind == kwTrue}
		return operand{Head: &b.Head, b: b, depth: 1}
	case openParen:
		p.enter()
		p.next()
		x := p.expression(precOr)
		p.expect(closeParen, `")"`)
		p.leave()
		x.Extent = t.span().Join(p.last)
		return x
	}
	want := "an expression"
	if t.kind == kwNot {
		want = "an integer expression"
	}
	p.unexpected(want, "")
	n := &Int{Head: head, Value: new(big.Int)}
	return operand{Head: &n.Head, a: n, depth: 1}
}

// literal reads the number that stands here; sign was read before it, or has no text.
func (p *parser) literal(sign token) operand {
	p.hold(len(p.tok.text) / 16)
	value, ok := new(big.Int).SetString(sign.text+p.tok.text, 10)
	if !ok {
		panic("imp: scanned a number that is none: " + p.tok.text)
	}
	p.next()
	n := &Int{Head: Head{At: sign.pos, Extent: sign.span().Join(p.last)}, Value: value}
	return operand{Head: &n.Head, a: n, depth: 1}
}
