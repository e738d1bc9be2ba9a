package c

import "fmt"

// This file bounds how deep programs nest. It checks a program before cc reads it, because the functions of cc call
// each other recursively.

// MaxNesting bounds the brackets and operators that are open at one place of a program.
const MaxNesting = 60_000

// nesting measures a text that it gets piece by piece. At each level of brackets it counts what may make cc go one
// level deeper: operators, and statements in statements. A ; or a comma or a } resets the count; an else restores it.
type nesting struct {
	levels []level
	open   int // sum of the weights of levels, the innermost included
	last   byte
	state  byte // what the next byte is in: a comment, a string, a word
	escape bool
	word   [8]byte
	length int // of the word
	lines  int // number of complete lines so far
	line   int // of the place that is too deep, from 0; -1 if there is none
}

// level is a level of brackets.
type level struct {
	run    int // the count, with that of elses
	elses  int // the part of run for the statements whose else this one is in
	before int // elses before the ; or } that came last
}

// Weights: how many operators a bracket, or a statement within a statement, is worth.
const (
	bracketWeight   = 12
	elseWeight      = 12
	statementWeight = 5
)

func newNesting() *nesting { return &nesting{levels: make([]level, 1, 32), line: -1} }

// weight returns the weight of an operator that has c in it. The weights are such that cc takes no more than seconds.
func weight(c byte) int {
	switch c {
	case '&', '|':
		return 2
	case ':':
		return 4
	case '*':
		return 16
	}
	return 8
}

// add adds to the innermost level.
func (n *nesting) add(weight int) {
	n.levels[len(n.levels)-1].run += weight
	if n.open += weight; n.open > MaxNesting && n.line < 0 {
		n.line = n.lines
	}
}

// end resets the count of the innermost level.
func (n *nesting) end() {
	l := &n.levels[len(n.levels)-1]
	n.open -= l.run
	l.run, l.elses, l.before = 0, 0, l.elses
}

// Write takes a piece of the text.
func (n *nesting) Write(text []byte) (int, error) {
	for i := 0; i < len(text) && n.line < 0; i++ {
		n.take(text[i])
	}
	if n.line >= 0 {
		return 0, errNesting
	}
	return len(text), nil
}

var errNesting = fmt.Errorf("found more than %d brackets and operators in each other, want fewer", MaxNesting)

// take takes a byte.
func (n *nesting) take(c byte) {
	last := n.last
	n.last = c
	if c == '\n' {
		n.lines++
	}
	switch n.state {
	case '/': // a comment to the end of the line
		if c == '\n' && last != '\\' {
			n.state = 0
		}
		return
	case '*': // a comment to */
		if c == '/' && last == '*' {
			n.state, n.last = 0, 0
		}
		return
	case '"', '\'':
		switch {
		case n.escape:
			n.escape = false
		case c == '\\':
			n.escape = true
		case c == n.state || c == '\n':
			n.state = 0
		}
		return
	case 'w':
		if isLetter(c) || isDigit(c) {
			if n.length < len(n.word) {
				n.word[n.length] = c
			}
			n.length++
			return
		}
		n.state = 0
		n.keyword(string(n.word[:min(n.length, len(n.word))]))
	}
	switch {
	case (c == '/' || c == '*') && last == '/':
		n.add(-weight('/')) // it was no operator but a comment
		n.state, n.last = c, 0
	case c == '"' || c == '\'':
		n.state = c
	case isLetter(c) || isDigit(c):
		n.state, n.word[0], n.length = 'w', c, 1
	case c == '(' || c == '[' || c == '{':
		n.levels = append(n.levels, level{})
		n.add(bracketWeight)
	case c == ')' || c == ']' || c == '}':
		if len(n.levels) > 1 {
			n.end()
			n.levels = n.levels[:len(n.levels)-1]
		}
		if c == '}' {
			n.end()
		} else {
			n.add(4) // a cast may follow another
		}
	case c == ';' || c == ',':
		n.end()
	case c > ' ' && c != '#' && c != '\\' && c != '.':
		n.add(weight(c))
	}
}

// keyword takes a word.
func (n *nesting) keyword(word string) {
	switch word {
	case "else":
		l := &n.levels[len(n.levels)-1]
		l.elses = l.before + elseWeight
		n.add(l.elses)
	case "if", "for", "while", "do", "switch", "case", "default":
		n.add(statementWeight)
	case "sizeof", "return":
		n.add(1)
	}
}
