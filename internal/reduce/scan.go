package reduce

import (
	"bytes"
	"slices"
	"strings"
)

// This file takes a file apart into items. It counts brackets, and looks at words outside of them.

// branch says which branch of a condition counts for brackets where the branches differ.
type branch int

const (
	firstBranch branch = iota
	lastBranch
)

// brackets are those that are open, and what the words before the next one say of it.
type brackets struct {
	open   []byte // outermost first: ( for a parenthesis, or the kind of a brace
	braces int    // how many of them are braces
	kind   byte   // that a { would have now
	tag    word   // the last word after struct, union or enum
}

// The kinds of braces.
const (
	ofBody   = 'b'
	ofInit   = 'i'
	ofRecord = 'r'
	ofEnum   = 'e'
	ofOther  = 'o'
)

// outside reports whether no bracket is open.
func (b *brackets) outside() bool { return len(b.open) == 0 }

// top returns the innermost bracket that is open; 0 if none is.
func (b *brackets) top() byte {
	if b.outside() {
		return 0
	}
	return b.open[len(b.open)-1]
}

// nearest returns the kind of the innermost brace that is open; 0 if none is.
func (b *brackets) nearest() byte {
	for _, c := range slices.Backward(b.open) {
		if c != '(' {
			return c
		}
	}
	return 0
}

// plain forgets what words said of the next brace.
func (b *brackets) plain() {
	if b.kind = ofOther; b.outside() {
		b.kind = ofBody
	}
}

func (b brackets) clone() brackets {
	b.open = slices.Clone(b.open)
	return b
}

// condition is an #if whose #endif is not read yet.
type condition struct {
	before brackets // at the #if
	choice *choice
	first  *brackets // at the end of the first branch that is not dead
	dead   bool      // whether the present branch is never compiled
	always bool      // whether a branch before is always compiled
	last   bool      // whether an #else was read
}

// head is a token of a declaration outside of braces.
type head struct {
	c     byte // the sign; 0 for a word
	w     word
	depth int // how many parentheses it is in
}

// scanner takes one file apart.
type scanner struct {
	*reducer
	*scanned
	text     []byte
	at       int
	policy   branch
	disagree bool // whether branches of a condition differ in brackets
	broken   bool // whether brackets do not match
	line     bool // whether only blanks came on the line so far
	dead     int  // how many conditions are open whose present branch is dead

	brackets
	conditions []condition
	current    *item    // nil between declarations
	from       int      // where its present piece begins; -1 after a directive
	ended      bool     // whether its last token may end it
	base       int      // how many conditions are open that were open before it began
	head       []head   // its tokens outside of braces
	literals   []piece  // its literals outside of braces
	seen       *[]*item // by word: the last item that has it
	previous   head     // the last token
	params     map[word]bool
}

func sameItem(a, b *item) bool { return slices.Equal(a.pieces, b.pieces) }

func newScanner(r *reducer, text []byte, policy branch, seen *[]*item) *scanner {
	s := &scanner{reducer: r, scanned: &scanned{odd: map[*item]bool{}}, text: text, policy: policy, line: true,
		seen: seen, params: map[word]bool{}}
	if bytes.HasPrefix(text, byteOrderMark) {
		s.at = len(byteOrderMark)
	}
	return s
}

// byteOrderMark may stand at the beginning of a file, where it means nothing.
var byteOrderMark = []byte("\xef\xbb\xbf")

// splice takes the end of a line that goes on in the next one. Where that splits a word, or where a sign has another
// spelling, brackets and words mean more than they show.
func (s *scanner) splice(rest []byte) {
	n := 2
	if bytes.HasPrefix(rest, []byte("\\\r\n")) {
		n = 3
	}
	if rest[0] != '\\' || len(rest) < n || rest[n-1] != '\n' || s.at > 0 && len(rest) > n && inWord(s.text[s.at-1]) &&
		inWord(rest[n]) {
		s.broken = true
	}
	s.at += n
}

// comment returns the length of a comment.
func comment(text []byte) int {
	if text[1] == '*' {
		if end := bytes.Index(text[2:], []byte("*/")); end >= 0 {
			return end + 4
		}
		return len(text)
	}
	n := 0
	for n < len(text) && (text[n] != '\n' || text[n-1] == '\\' || text[n-1] == '\r' && text[n-2] == '\\') {
		n++
	}
	return n
}

// length returns the length of the token with which a text begins: a word or number, a literal, or a sign.
func length(text []byte) int {
	switch c := text[0]; {
	case inWord(c):
		n := 1
		for n < len(text) && (inWord(text[n]) || text[n] == '.' && isDigit(c)) {
			n++
		}
		return n
	case c == '"' || c == '\'':
		for n := 1; n < len(text); n++ {
			switch text[n] {
			case '\\':
				if n++; n+1 < len(text) && text[n] == '\r' && text[n+1] == '\n' {
					n++
				}
			case c:
				return n + 1
			case '\n':
				return 1
			}
		}
	case c == '#' && len(text) > 1 && text[1] == '#':
		return 2
	}
	return 1
}

func inWord(c byte) bool {
	return c == '_' || c == '$' || isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// token takes a token that is in no directive.
func (s *scanner) token(text []byte) {
	start := s.at
	s.at += len(text)
	if s.current == nil {
		s.begin(start, text[0])
	}
	if s.from < 0 {
		s.from = start
	}
	if s.ended { // another declaration follows, under a condition
		s.current.brace = 0
	}
	s.ended = false
	c := text[0]
	switch {
	case inWord(c):
		s.name(text)
	case c == '"' || c == '\'':
		if s.braces == 0 {
			s.literals = append(s.literals, piece{start, s.at})
		}
	default:
		s.sign(max(c, 1)) // 0 stands for words
	}
}

// maxOld is how many declarations and macros there may be between the head of an old definition and its body.
const maxOld = 1 << 8

// begin begins a declaration. One that begins with a body goes on with an old definition: int f(a) int a; { }.
func (s *scanner) begin(start int, c byte) {
	s.current, s.from, s.base = &item{}, start, len(s.conditions)
	s.head, s.literals, s.previous = s.head[:0], s.literals[:0], head{c: ';'}
	clear(s.params)
	s.plain()
	if c != '{' {
		return
	}
	for n := len(s.items) - 1; n >= max(0, len(s.items)-maxOld) && !s.broken; n-- {
		if d := s.items[n]; !d.define {
			s.items = slices.Delete(s.items, n, n+1)
			s.current.join(d)
			for i := range s.inside {
				if s.inside[i].item == d {
					s.inside[i].item = s.current
				}
			}
			if len(d.groups) > 0 {
				return
			}
		}
	}
	s.broken = true
}

// join makes another item a part of d.
func (d *item) join(other *item) {
	d.pieces, d.words, d.names = append(d.pieces, other.pieces...), append(d.words, other.words...),
		append(d.names, other.names...)
	d.declares, d.runs, d.groups = append(d.declares, other.declares...), append(d.runs, other.runs...),
		append(d.groups, other.groups...)
	d.keep, d.body, d.params, d.sets = d.keep || other.keep, d.body || other.body, d.params && other.params,
		d.sets || other.sets
}

// name takes a word or a number.
func (s *scanner) name(text []byte) {
	w := s.word(text)
	if more := len(s.words) - len(*s.seen); more > 0 {
		*s.seen = append(*s.seen, make([]*item, more)...)
	}
	seen := *s.seen
	before, after := s.previous, byte(0)
	if s.braces > 0 || s.paren() > 0 {
		after = s.peek()
	}
	s.previous = head{w: w}
	switch {
	case isDigit(text[0]), keywords[string(text)]:
	case s.names(w, before, after):
		s.current.names = append(s.current.names, w)
	case seen[w] != s.current:
		seen[w] = s.current
		s.current.words = append(s.current.words, w)
	}
	if top := s.top(); top == 0 || top == ofRecord {
		switch string(text) {
		case "struct", "union":
			s.kind, s.tag = ofRecord, -1
		case "enum":
			s.kind, s.tag = ofEnum, -1
		default:
			if s.kind == ofRecord || s.kind == ofEnum {
				s.tag = w
			}
		}
	}
	if s.braces == 0 {
		s.head = append(s.head, head{w: w, depth: len(s.open)})
	} else if s.nearest() == ofEnum && !isDigit(text[0]) {
		s.current.declares, s.current.runs = append(s.current.declares, w), append(s.current.runs, []word{w})
	}
}

// names reports whether a word names a member, a parameter, or a local variable of the same name as a parameter:
// nothing outside of the declaration is meant, unless the word is a macro.
func (s *scanner) names(w word, before head, after byte) bool {
	if before.c == 0 && records[s.words[before.w]] {
		return false
	}
	if before.c == '.' {
		return true
	}
	if s.nearest() == ofBody {
		return s.params[w]
	}
	if s.nearest() != ofRecord && !(s.braces == 0 && s.paren() > 0) {
		return false
	}
	typed := before.c == '*' || before.c == 0 && !qualifiers[s.words[before.w]]
	if !typed || !(after == ',' || after == ')' || after == '[' || after == ';' && s.braces > 0 || after == ':' &&
		s.braces > 0) {
		return false
	}
	if s.braces == 0 && after != '[' {
		s.params[w] = true
	}
	return true
}

// paren returns how many parentheses are open that are in no brace.
func (s *scanner) paren() int {
	if s.braces > 0 {
		return 0
	}
	return len(s.open)
}

// peek returns the first character of the next token; '\n' for a directive or the end.
func (s *scanner) peek() byte {
	for i := s.at; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case c == '/' && i+1 < len(s.text) && (s.text[i+1] == '/' || s.text[i+1] == '*'):
			i += comment(s.text[i:]) - 1
		case c == '#':
			return '\n'
		default:
			return c
		}
	}
	return '\n'
}

// sign takes a sign.
func (s *scanner) sign(c byte) {
	if before := s.previous; c == '>' && before.c == '-' {
		s.previous = head{c: '.'} // as -> is
	} else {
		s.previous = head{c: c}
	}
	top := s.top()
	if s.braces == 0 || s.braces == 1 && c == '}' {
		s.head = append(s.head, head{c: c, depth: len(s.open)})
	}
	outside := top == 0 || top == ofRecord
	switch c {
	case '(', '[':
		if outside && !s.afterAttribute() {
			s.plain()
		}
		s.push('(')
	case ')', ']':
		if top != '(' {
			s.broken = true
			return
		}
		s.open = s.open[:len(s.open)-1]
	case '{':
		kind := s.kind
		if !outside {
			kind = ofOther
		}
		if (kind == ofRecord || kind == ofEnum) && s.tag >= 0 {
			s.current.declares = append(s.current.declares, s.tag)
		}
		if kind == ofBody && !s.current.body {
			s.beginBody()
		}
		s.push(kind)
		s.plain()
	case '}':
		for s.top() == '(' {
			s.broken, s.open = true, s.open[:len(s.open)-1]
		}
		if top = s.top(); top == 0 {
			s.broken = true
			return
		}
		s.open, s.braces = s.open[:len(s.open)-1], s.braces-1
		if s.plain(); top == ofBody && s.outside() {
			s.finish()
		}
	case '=':
		if s.outside() {
			s.kind, s.current.sets = ofInit, true
		}
	case ';':
		if s.plain(); s.outside() {
			s.finish()
		}
	case ',', '*', ':':
		if outside {
			s.plain()
		}
	}
}

// beginBody notes that the declaration has the body of a function from here, and whether what comes before it declares
// the function. An old definition does not: it has no types in its parentheses, or declarations behind them.
func (s *scanner) beginBody() {
	d := s.current
	d.body = true
	tokens := s.head[:len(s.head)-1]
	n := len(tokens)
	if len(d.pieces) > 0 || len(s.conditions) != s.base || n == 0 || tokens[n-1].c != ')' {
		return
	}
	for i, t := range slices.Backward(tokens) {
		if t.c != '(' || t.depth > 0 || i > 0 && tokens[i-1].c == 0 && attributes[s.words[tokens[i-1].w]] {
			continue
		}
		if !slices.ContainsFunc(arguments(tokens[i:]), func(w word) bool { return s.words[w] != "void" }) {
			d.brace, d.heads, d.headNames = s.at-1, len(d.words), len(d.names)
		}
		return
	}
}

// maxOpen is how many brackets may be open.
const maxOpen = 1 << 10

// push opens a bracket.
func (s *scanner) push(kind byte) {
	if len(s.open) == maxOpen {
		s.broken = true
		return
	}
	if s.open = append(s.open, kind); kind != '(' {
		s.braces++
	}
}

// afterAttribute reports whether the last word may be followed by parentheses in the midst of struct S { }.
func (s *scanner) afterAttribute() bool {
	if s.braces > 0 {
		return false
	}
	n := len(s.head)
	if n < 2 { // the last one is the parenthesis itself
		return false
	}
	h := s.head[n-2]
	return h.c == 0 && attributes[s.words[h.w]]
}

// onlyWords returns the words of the declaration so far; nil if it has anything else.
func (s *scanner) onlyWords() (list []word) {
	if !s.outside() {
		return nil
	}
	for _, h := range s.head {
		if h.c != 0 {
			return nil
		}
		list = append(list, h.w)
	}
	return list
}

// finish ends a declaration, unless a condition that was opened in it is open.
func (s *scanner) finish() {
	if s.ended = true; len(s.conditions) <= s.base {
		s.end()
	}
}

// end ends a declaration.
func (s *scanner) end() {
	d := s.current
	if s.from >= 0 {
		d.pieces = append(d.pieces, piece{s.from, s.at})
	}
	s.declare(d)
	s.items, s.current = append(s.items, d), nil
}

// pause ends a piece of a declaration before a directive.
func (s *scanner) pause() {
	if s.current != nil && s.from >= 0 {
		s.current.pieces = append(s.current.pieces, piece{s.from, s.at})
		s.from = -1
	}
}

// declare finds which names a declaration may declare: words outside of braces after which there is a sign that follows
// declared names, and those in parentheses that may be around such a name. What depends on macros is noted.
func (s *scanner) declare(d *item) {
	tokens, types, typedef, special := s.head, 0, false, false
	d.local = s.onlyTypes()
	d.params = slices.ContainsFunc(tokens, func(t head) bool { return t.c == '(' })
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if t.c != 0 {
			if t.depth == 0 && (t.c == ';' || t.c == '}' || t.c == ',') {
				types = 0
			}
			if t.c == '(' && t.depth == 0 && i > 0 && tokens[i-1].c == '*' {
				d.declares = append(d.declares, group(tokens[i:])...)
			}
			continue
		}
		name := s.words[t.w]
		declared := s.named(tokens, i)
		special, d.keep = special || linking[name], d.keep || always[name] && !declared
		if t.depth > 0 {
			continue
		}
		next := following(tokens, i)
		switch {
		case name == "typedef":
			typedef, d.local = true, true
		case name == "static":
			d.local = true
		case attributes[name]:
			for next.c == '(' && i+1 < len(tokens) {
				if i++; tokens[i].c == ')' && tokens[i].depth == 1 {
					break
				}
				if tokens[i].c == 0 {
					name := s.words[tokens[i].w]
					special, d.keep = special || linking[name], d.keep || always[name]
				}
			}
		case always[name] && !declared:
		case keywords[name]:
			if next.c == '(' && !modifiers[name] {
				d.declares = append(d.declares, group(tokens[i+1:])...)
			}
			if !storage[name] {
				types++
			}
		default:
			run := []word{t.w}
			for next.c == 0 && !attributes[s.words[next.w]] && i+1 < len(tokens) {
				switch name := s.words[next.w]; {
				case keywords[name] && !storage[name]:
					run, types = run[:0], types+1
				case !keywords[name]:
					run = append(run, next.w)
				}
				i++
				next = following(tokens, i)
			}
			if len(run) == 0 { // it ends with a type, as int before *
				if next.c == '(' {
					d.declares = append(d.declares, group(tokens[i+1:])...)
				}
				continue
			}
			name := run[len(run)-1]
			if before := i - 1; typedef && before >= 0 && tokens[before].c == 0 && records[s.words[tokens[before].w]] {
				d.declares = append(d.declares, name)
			}
			if next.c == '(' {
				if declarator(tokens[i+1:]) {
					d.declares = append(d.declares, group(tokens[i+1:])...)
				}
				inner := arguments(tokens[i+1:])
				alone := types == 0 && len(run) == 1
				if d.groups = append(d.groups, call{name, inner, alone}); alone {
					d.declares = append(d.declares, inner...)
				} else {
					d.declares = append(d.declares, name)
				}
			}
			if next.c != '*' {
				d.runs = append(d.runs, run)
			}
			types++
		}
	}
	if d.sets = d.sets || special; special {
		for _, l := range s.literals {
			d.words = append(d.words, s.wordsOf(s.text[l.start+1:max(l.start+1, l.end-1)])...)
		}
	}
	d.local = d.local && len(d.pieces) == 1 // otherwise there may be several declarations
	if len(d.declares) == 0 && len(d.runs) == 0 && len(d.words) > 0 {
		d.keep = true
	}
}

// named reports whether the token at i is the name of a function that is declared, and no attribute: a type or a * is
// before it, and nothing but the body or the end of the declaration behind its parameters.
func (s *scanner) named(tokens []head, i int) bool {
	if tokens[i].depth > 0 || i == 0 || following(tokens, i).c != '(' {
		return false
	}
	if before := tokens[i-1]; before.c != '*' && (before.c != 0 || storage[s.words[before.w]]) {
		return false
	}
	for j := i + 2; j < len(tokens); j++ {
		if tokens[j].c == ')' && tokens[j].depth == 1 {
			c := following(tokens, j).c
			return c == ';' || c == '{' || c == '}'
		}
	}
	return false
}

// following returns the token after the one at i; a ; after the last one.
func following(tokens []head, i int) head {
	if i+1 < len(tokens) {
		return tokens[i+1]
	}
	return head{c: ';'}
}

// onlyTypes reports whether the declaration declares nothing but structures, unions and enumerations.
func (s *scanner) onlyTypes() bool {
	n := len(s.head)
	return n > 1 && s.head[0].c == 0 && records[s.words[s.head[0].w]] &&
		(s.head[n-2].c == '}' || n == 3 && s.head[1].c == 0)
}

// group returns the words in the parentheses with which tokens begin that a declarator may name: they have a *, a ^ or
// a parenthesis before them, and a bracket behind.
func group(tokens []head) (words []word) {
	for i := 1; i+1 < len(tokens) && tokens[i].depth > tokens[0].depth; i++ {
		before, next := tokens[i-1], tokens[i+1].c
		if tokens[i].c == 0 && (before.c == '(' || before.c == '*' || before.c == '^' || before.c == 0) &&
			(next == '(' || next == ')' || next == '[') {
			words = append(words, tokens[i].w)
		}
	}
	return words
}

// arguments returns the words in the parentheses with which tokens begin that have nothing beside them but commas and
// parentheses: names may be among the arguments of a macro, but not among the parameters of a function with their
// types.
func arguments(tokens []head) (words []word) {
	for i := 1; i < len(tokens) && tokens[i].depth > tokens[0].depth; i++ {
		if t, before := tokens[i], tokens[i-1]; t.c == 0 && (before.c == '(' || before.c == ',') && i+1 < len(tokens) &&
			(tokens[i+1].c == ',' || tokens[i+1].c == ')') {
			words = append(words, t.w)
		}
	}
	return words
}

// declarator reports whether the parentheses with which tokens begin may be around a declared name: they begin with *,
// ^ or another parenthesis, or others follow.
func declarator(tokens []head) bool {
	if len(tokens) > 1 && (tokens[1].c == '*' || tokens[1].c == '^' || tokens[1].c == '(') {
		return true
	}
	for i, t := range tokens {
		if t.c == ')' && t.depth == tokens[0].depth+1 {
			return i+1 < len(tokens) && (tokens[i+1].c == '(' || tokens[i+1].c == '[')
		}
	}
	return false
}

// wordsOf returns the words in a text.
func (r *reducer) wordsOf(text []byte) (list []word) {
	for i := 0; i < len(text); {
		switch n := length(text[i:]); {
		case text[i] == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*'):
			i += comment(text[i:])
		case inWord(text[i]):
			list = append(list, r.word(text[i:i+n]))
			i += n
		default:
			i += n
		}
	}
	return list
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// Words that declare nothing, by what they mean for brackets after them.
var (
	attributes = set("__attribute__ __attribute __declspec _Alignas alignas __alignas__ typeof __typeof__ __typeof asm __asm__ __asm _Atomic")
	always     = set("_Static_assert static_assert ifunc __ifunc__ constructor __constructor__ destructor __destructor__")
	records    = set("struct union enum")
	modifiers  = set("return sizeof _Generic if while for switch")
	qualifiers = set("const volatile restrict __restrict __restrict__ __const register return case sizeof typedef extern static goto else do")
	storage    = set("auto extern static register inline __inline __inline__ const volatile _Noreturn _Thread_local __thread __extension__")
	linking    = set("alias __alias__ weakref __weakref__ ifunc __ifunc__ asm __asm__ __asm cleanup __cleanup__")
	arithmetic = set("char double float int long short signed unsigned")
	keywords   = set(`auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed
		sizeof static struct switch typedef union unsigned void volatile while _Bool _Complex _Generic _Imaginary _Noreturn _Thread_local __inline __inline__ __restrict
		__restrict__ __const __const__ __volatile __volatile__ __signed __signed__ __extension__ __thread __builtin_va_list __complex__ __real__ __imag__ __label__
		__int128 _Float16 _Float32 _Float64 _Float128 __float128 __auto_type`)
)
