package c

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"path"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// This file divides a unit into its external declarations, whatever errors they have. The preprocessor runs alone.
// Behind every ; { and } of a text it meets a pragma, a cut. So it tells where in the texts the declarations lie that
// it makes.

// cutPragma is the name of the pragma that stands for a cut.
const cutPragma = "__vouch_cut"

// divide returns the portions of a unit in their order, and a digest of the pragmas in it; ok is false if the
// preprocessor does not come to the end.
func (u *unit) divide() (all []portion, pragmas uint64, ok bool) {
	defer func() {
		if r := recover(); r != nil { // as in parse
			all, ok = nil, false
		}
	}()
	marked := *u.p.files
	marked.text = map[string]*file{}
	for path, f := range u.p.files.text {
		u.p.charge(len(f.text))
		marked.text[path] = &file{index: f.index, path: f.path, text: withCuts(withoutMarkers(f.left())), plain: true}
	}
	d := &divider{u: u}
	config := u.config(maxTokens)
	config.FS = &marked
	config.PragmaHandler = d.pragma
	cc.Preprocess(config, u.sources(marked.text[u.path].seen()), d) // its errors are found again
	return d.portions, d.pragmas, u.ended && !u.p.stopped() && u.missing == "" && !u.cyclic
}

// withCuts returns a text with cuts: where a declaration may end, where the body of a function or an initializer may
// begin, at ends of lines outside of braces, and behind each #include. There are none in parentheses, so
// none in the arguments of macros.
func withCuts(text []byte) []byte {
	var out []byte
	type branch struct {
		depth     int
		otherwise bool // whether it has an #else or an #elif
	}
	var open []branch // each #if
	list := lexemes(text)
	at, depth := 0, 0 // of parentheses
	var braces []int  // the depth at each { that is open
	cut := func(offset, line int) {
		out = append(out, text[at:offset]...)
		out = fmt.Appendf(out, "\n#pragma %s %d\n#line %d\n", cutPragma, offset, line)
		at = offset
	}
	for i, l := range list {
		switch c := text[l.start]; {
		case l.directive:
			if i+1 == len(list) || list[i+1].first != l.first || c != '#' || i > 0 && list[i-1].directive &&
				list[i-1].first == l.first {
				continue
			}
			switch name := string(text[list[i+1].start:list[i+1].end]); {
			case strings.HasPrefix(name, "include"):
				cut(l.end+lineEnd(text[l.end:]), l.line)
			case strings.HasPrefix(name, "if"):
				open = append(open, branch{depth: depth})
			case len(open) == 0:
			case strings.HasPrefix(name, "el"):
				depth, open[len(open)-1].otherwise = open[len(open)-1].depth, true
			case name == "endif":
				if !open[len(open)-1].otherwise {
					depth = open[len(open)-1].depth
				}
				open = open[:len(open)-1]
			}
		case c == '(':
			depth++
		case c == ')' && depth > 1:
			depth--
		default:
			switch {
			case c == '{':
				braces = append(braces, depth)
			case c == ')':
				depth = 0
			case c == '}' && len(braces) > 0:
				depth, braces = braces[len(braces)-1], braces[:len(braces)-1]
			}
			if depth > 0 {
				continue
			}
			// on its line; before a ( a name may be that of a macro
			last := i+1 == len(list) || list[i+1].line > l.line && text[list[i+1].start] != '('
			if c == ';' || c == '{' || c == '}' || len(braces) == 0 && (c == '=' || last) {
				cut(l.end, l.line)
			}
		}
	}
	return append(out, text[at:]...)
}

// divider takes what the preprocessor makes, token by token, and finds where external declarations end.
type divider struct {
	u        *unit
	portions []portion
	pragmas  uint64 // a digest of them, cuts left out
	began    cut    // where the next portion begins: the last cut
	now      parts  // of the open portion
}

// cut is a place between tokens.
type cut struct {
	file   *file // nil if it is no file of the program
	offset int
}

// parts is what was read of a portion.
type parts struct {
	portion
	began    cut
	some     bool     // whether there are any tokens
	ended    bool     // whether the last token ends a declaration
	several  bool     // whether there are several declarations
	wrong    bool     // whether brackets do not fit, so that nobody knows what is declared
	open     []byte   // brackets
	braces   int      // number of { in open
	outside  []string // the tokens outside of braces
	inside   []string // the words in braces
	last     string   // the last token
	other    bool     // whether the last parentheses outside of all brackets are those of an attribute and the like
	old      bool     // whether the parameters of a definition without a prototype are declared
	assigned int      // number of initializers
	value    int      // where the only initializer begins, behind its =; 0 if that is not known
	body     int      // where the text begins that is between the braces of the function; 0 if that is not known
	function bool     // whether the outermost open braces are the body of a function
}

// otherParentheses are words with parentheses behind them that hold no parameters.
var otherParentheses = strings.Fields(`__attribute__ __attribute asm __asm__ __asm typeof __typeof__ __typeof _Alignas _Atomic _Static_assert __declspec`)

// Write is the method of io.Writer.
func (d *divider) Write(text []byte) (int, error) {
	if !d.u.p.charge(1 + len(text)/8) {
		return 0, errTooLarge
	}
	if token := string(bytes.TrimSpace(text)); token != "" && !d.u.ended {
		d.now.take(token, d.began)
	}
	return len(text), nil
}

// take takes a token; a portion that it begins begins at the given place.
func (n *parts) take(token string, began cut) {
	if !n.some {
		n.some, n.began = true, began
	}
	if n.ended {
		n.ended, n.old, n.assigned, n.several = false, false, 0, true
	}
	n.tokens = digest(n.tokens, token)
	outside, braces := len(n.open) == 0, n.braces > 0
	switch {
	case token == "{":
		if outside {
			n.function = n.assigned == 0 && (n.last == ")" && !n.other || n.old && n.last == ";")
		}
		n.open = append(n.open, '{')
		n.braces++
	case token == "(" || token == "[":
		if outside && token == "(" {
			n.other = slices.Contains(otherParentheses, n.last)
		}
		n.open = append(n.open, token[0])
	case token == ")" || token == "]":
		if top := len(n.open) - 1; top >= 0 && n.open[top] == map[string]byte{")": '(', "]": '['}[token] {
			n.open = n.open[:top]
		} else if !braces {
			n.wrong = true
		}
	case token == "}":
		if i := bytes.LastIndexByte(n.open, '{'); i >= 0 {
			n.open = n.open[:i]
			n.braces--
		} else {
			n.wrong = true
		}
		n.ended = len(n.open) == 0 && n.function
	case outside && token == ";":
		n.ended = !n.old
	case outside && (token == "=" || token == "," && n.assigned > 0):
		n.assigned++
	case outside && isLetter(token[0]) && n.last == ")" && !n.other && n.assigned == 0 &&
		!slices.Contains(otherParentheses, token):
		n.old = true
	}
	if !braces && token != "{" {
		n.outside = append(n.outside, token)
	} else if isLetter(token[0]) {
		n.inside = append(n.inside, token)
	}
	n.last = token
}

// digest returns the digest of a text behind another whose digest is given.
func digest(before uint64, text string) uint64 {
	h := fnv.New64a()
	h.Write(strconv.AppendUint(nil, before, 16))
	h.Write([]byte(" " + text))
	return h.Sum64()
}

// pragma takes a pragma: a cut, one of ours, or one of the program.
func (d *divider) pragma(tokens []cc.Token) error {
	at := cut{file: d.u.p.files.text[path.Clean(tokens[0].Position().Filename)]}
	switch name := tokens[0].SrcStr(); name {
	case cutPragma:
		at.offset, _ = strconv.Atoi(tokens[1].SrcStr())
		d.cut(at)
	case beginPragma:
		d.cut(at)
		return d.u.pragma(tokens)
	case endPragma:
		if f := d.now.began.file; f != nil {
			at = cut{f, len(f.text)}
		}
		d.end(at)
		return d.u.pragma(tokens)
	case missingPragma, "once":
		return d.u.pragma(tokens)
	default:
		for _, t := range tokens {
			d.pragmas = digest(d.pragmas, t.SrcStr())
		}
	}
	return nil
}

// cut takes a cut, which divides portions if a declaration ends there.
func (d *divider) cut(at cut) {
	n := &d.now
	switch {
	case n.some && !n.ended:
		if at.file == n.began.file && n.last == "{" && len(n.open) == 1 && n.function {
			n.body = at.offset
		} else if at.file == n.began.file && n.last == "=" && n.assigned == 1 {
			n.value = at.offset
		}
		return
	case n.some:
		d.end(at)
	}
	d.began, d.now = at, parts{}
}

// end ends the open portion, if there is one.
func (d *divider) end(at cut) {
	n := &d.now
	if !n.some {
		return
	}
	p, file := n.portion, n.began.file
	if file != nil {
		p.file, p.start, p.removable = file.path, n.began.offset, file == at.file
	}
	if p.end = at.offset; !n.ended && file != nil {
		p.end, n.wrong = len(file.text), true
	}
	p.names, p.function = declaredBy(n.outside)
	if n.wrong {
		p.names = slices.Concat(n.outside, n.inside)
	}
	switch {
	case n.wrong || n.several || p.end < 1 || file == nil:
	case n.function && n.body > 0 && file.text[p.end-1] == '}':
		p.inner = region{n.body, p.end - 1}
	case !n.function && n.value > 0 && n.assigned == 1 && file.text[p.end-1] == ';':
		p.inner = region{n.value - 1, p.end - 1}
	}
	p.static = slices.Contains(n.outside, "static") && !n.several
	p.early = slices.ContainsFunc(slices.Concat(n.outside, n.inside), func(word string) bool {
		return strings.Contains(word, "structor")
	})
	d.portions = append(d.portions, p)
	d.u.p.hold(wordsPerItem + len(p.names))
}

// plainSpecifiers are words of declarations that give no type.
var plainSpecifiers = strings.Fields(`static extern inline __inline __inline__ typedef register _Thread_local __thread const __const volatile __volatile__ restrict
	_Noreturn __extension__`)

// declaredBy returns the names that external declarations may declare with linkage, with more words where their form
// leaves that open, and the name of the last one of them if it is a function. The tokens are those outside of braces.
// The words in initializers, in brackets, in attributes and among parameters declare nothing here.
func declaredBy(tokens []string) (names []string, function string) {
	words := 0                  // of the declaration that give a type, or are what it declares
	assigned, depth := false, 0 // whether an initializer was read; the brackets that are open
	skip := 0                   // the least depth at which words declare nothing; 0 if there is none
	last, other := "", false    // the token before, and whether it ends parentheses of an attribute and the like
	follow := followed(tokens)
	for i, t := range tokens {
		switch {
		case t == "(" || t == "[":
			depth++
			known := slices.Contains(otherParentheses, last)
			parameters := words > 1 && isLetter(last[0]) || last == ")" && !other
			if skip == 0 && (t == "[" || known || parameters && !follow[i]) {
				skip = depth
			}
			if depth == 1 {
				if other = known; t == "(" && parameters && !known && isLetter(last[0]) {
					function = last
				}
			}
		case t == ")" || t == "]":
			if depth == skip {
				skip = 0
			}
			depth = max(0, depth-1)
		case depth == 0 && t == ";":
			words, assigned, function = 0, false, ""
		case depth == 0 && t == ",":
			assigned = false
		case depth == 0 && t == "=":
			assigned = true
		case isLetter(t[0]) && skip == 0 && !assigned:
			names = append(names, t)
			if !slices.Contains(plainSpecifiers, t) && !slices.Contains(otherParentheses, t) {
				words++
			}
		}
		last = t
	}
	return names, function
}

// followed returns, for each parenthesis that opens, whether other parentheses follow where it is closed.
func followed(tokens []string) map[int]bool {
	follow := map[int]bool{}
	var open []int
	for i, t := range tokens {
		switch {
		case t == "(":
			open = append(open, i)
		case t == ")" && len(open) > 0:
			follow[open[len(open)-1]] = i+1 < len(tokens) && tokens[i+1] == "("
			open = open[:len(open)-1]
		}
	}
	return follow
}
