package c

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// This file keeps large tables away from the parser, which makes a tree of each element. A table is the initializer of
// a declaration at file scope, a list in braces of thousands of numbers and names. The parser gets, in its place, a
// list of one element, a call that no program can write there:
//
//	{ __vouch_table(file, number, (RED), (GREEN),
//	  17, 4, (RED),
//	         -1, (GREEN))
//	}
//
// Its arguments are the names of the table, and then all elements of the table, each only once, on the line where it
// comes first. What follows the table keeps its line and its column. The table is the order in which the elements
// stand, with the braces; init.go reads it from there like any list.
//
// An element means the same wherever it stands, unless a macro in it asks for its line or counts. So the names come
// twice, on two lines, and both must have the same tokens after the preprocessor. If one differs, or is no single
// number or name, the parser gets the text as it is.

// tableName is the name of the call that stands for a table.
const tableName = "__vouch_table"

// table is the initializer of a large array, as it stands in a file.
type table struct {
	// One entry for each element: its number among the arguments. A list in braces is an entry of its own, -1 - the
	// number of entries inside, which follow it.
	order    []int32
	elements []word // without repetition
}

// word is an element of a table: a number or a name, and where it comes first.
type word struct {
	text         string
	line, column int // from 0; the line from the table's first, the column from the beginning of its line
}

// extract replaces the tables of a text that have a number of elements at least, and returns them. The file has the
// given index among the sources. A text in which a line may end inside of a sign that begins or ends a comment, or that
// joins lines which end with \r\n, and one with trigraphs, keeps its tables.
func extract(text []byte, file, least int) ([]byte, []*table) {
	for _, s := range []string{"??/", "??=", "??<", "??>", "/\\\n", "*\\\n", "\\\r", tableName} {
		if bytes.Contains(text, []byte(s)) {
			return text, nil
		}
	}
	var out []byte
	var found []*table
	depth, done := 0, 0
	first, directive := true, false // whether nothing came before on the line; whether the line is a directive
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\n':
			first, directive = true, directive && text[i-1] == '\\'
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		case c == '/' && commentEnd(text[i:]) > 0:
			i += commentEnd(text[i:])
			continue
		case c == '"' || c == '\'':
			i += literalEnd(text[i:])
			first = text[i-1] == '\n'
			directive = directive && !first
			continue
		case c == '#' && first:
			first, directive = false, true
		default:
			first = false
			switch {
			case directive:
			case c == '{':
				depth++
			case c == '}':
				depth--
			case c == '=' && depth == 0:
				begin := i + 1 + blanks(text[i+1:])
				t, end := readTable(text, begin, least)
				if t == nil {
					break
				}
				if inside, ok := t.text(file, len(found), text[begin:end]); ok {
					out = append(append(out, text[done:begin]...), inside...)
					found, done = append(found, t), end
				}
				i = end
				continue
			}
		}
		i++
	}
	if found == nil {
		return text, nil
	}
	return append(out, text[done:]...), found
}

// blanks returns the number of blanks and line ends with which a text begins.
func blanks(text []byte) int {
	return len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
}

// readTable reads a table from its first brace on, and returns its end; nil if there is none.
func readTable(text []byte, i, least int) (t *table, end int) {
	if i >= len(text) || text[i] != '{' {
		return nil, 0
	}
	t = &table{}
	known := map[string]int32{}
	var open []int // the entries of the lists that are open
	want := true   // whether an element may follow
	count := 0
	seen, line, start := i, 0, i // up to where lines were counted; the line and where it begins
	for i++; i < len(text); {
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			i++
		case c == '/' && commentEnd(text[i:]) > 0: // one that does not end leaves no bracket
			i += commentEnd(text[i:])
		case c == ',':
			if want {
				return nil, 0
			}
			want = true
			i++
		case c == '{':
			if !want || len(open) == maxTableDepth {
				return nil, 0
			}
			open = append(open, len(t.order))
			t.order = append(t.order, 0)
			i++
		case c == '}':
			n := len(open)
			if n == 0 {
				if count < least {
					return nil, 0
				}
				return t, i + 1
			}
			last := open[n-1]
			if len(t.order) == last+1 { // {} sets nothing
				return nil, 0
			}
			t.order[last] = -1 - int32(len(t.order)-last-1)
			open, want = open[:n-1], false
			i++
		case want && c < 0x80 && (isLetter(c) || isDigit(c) || c == '-'):
			begin := i
			if i++; c == '-' && (i == len(text) || !isDigit(text[i])) {
				return nil, 0
			}
			for i < len(text) && text[i] < 0x80 && (isLetter(text[i]) || isDigit(text[i])) {
				i++
			}
			k, ok := known[string(text[begin:i])]
			if !ok {
				k = int32(len(t.elements))
				for ; seen < begin; seen++ {
					if text[seen] == '\n' {
						line, start = line+1, seen+1
					}
				}
				w := word{string(text[begin:i]), line, begin - start}
				known[w.text] = k
				t.elements = append(t.elements, w)
			}
			t.order = append(t.order, k)
			want = false
			count++
		default:
			return nil, 0
		}
	}
	return nil, 0
}

// maxTableDepth bounds how deep the lists of a table nest.
const maxTableDepth = 8

// text returns what the parser reads in place of a table. It has as many lines. It reports false if a name, or all of
// the table, stands on the first line.
func (t *table) text(file, number int, whole []byte) (string, bool) {
	var b, rest strings.Builder
	last := bytes.Count(whole, []byte("\n"))
	line, begin := 0, 0 // where rest is, and where its last line begins
	for _, w := range t.elements {
		rest.WriteByte(',')
		for ; line < min(w.line, last-1); line++ {
			rest.WriteByte('\n')
			begin = rest.Len()
		}
		text := w.text
		if isLetter(text[0]) {
			if line == 0 {
				return "", false
			}
			text = "(" + text + ")"
			b.WriteString(", " + text)
			w.column--
		}
		rest.WriteString(strings.Repeat(" ", max(0, begin+w.column-rest.Len())) + text)
	}
	end := whole[bytes.LastIndexByte(whole, '\n')+1:]
	call := fmt.Sprintf("{ %s(%d, %d%s%s)", tableName, file, number, b.String(), rest.String())
	return call + strings.Repeat("\n", last-line) + strings.Repeat(" ", len(end)-1) + "}", last > 0
}

// tableRead has the elements of a table in the tree of a unit.
type tableRead struct {
	order []int32           // see table
	read  []*cc.Initializer // by the numbers in order
}

// inBrackets returns the tokens of an expression in brackets that is a name, a number or a character, with signs and
// more brackets.
func inBrackets(x cc.ExpressionNode) (tokens string, ok bool) {
	p, ok := x.(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionExpr {
		return "", false
	}
	for {
		switch n := x.(type) {
		case *cc.PrimaryExpression:
			switch n.Case {
			case cc.PrimaryExpressionExpr:
				x = n.ExpressionList
				continue
			case cc.PrimaryExpressionIdent, cc.PrimaryExpressionInt, cc.PrimaryExpressionChar:
				return tokens + n.Token.SrcStr(), true
			}
			return "", false
		case *cc.ExpressionList:
			if n.ExpressionList != nil {
				return "", false
			}
			x = n.AssignmentExpression
		case *cc.UnaryExpression:
			if n.Case != cc.UnaryExpressionMinus {
				return "", false
			}
			tokens += "-"
			x = n.CastExpression
		default:
			return "", false
		}
	}
}

// tableCall returns the call in a list that stands for a table.
func tableCall(l *cc.InitializerList) (*cc.PostfixExpression, bool) {
	if l == nil || l.InitializerList != nil || l.Designation != nil || l.Initializer.Case != cc.InitializerExpr {
		return nil, false
	}
	call, ok := l.Initializer.AssignmentExpression.(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return nil, false
	}
	name, ok := call.PostfixExpression.(*cc.PrimaryExpression)
	return call, ok && name.Case == cc.PrimaryExpressionIdent && name.Token.SrcStr() == tableName
}

// smallNumber takes the next argument of a call, which is a number.
func smallNumber(a **cc.ArgumentExpressionList) (int, bool) {
	if *a == nil {
		return 0, false
	}
	x, ok := (*a).AssignmentExpression.(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionInt {
		return 0, false
	}
	*a = (*a).ArgumentExpressionList
	n, err := strconv.Atoi(x.Token.SrcStr())
	return n, err == nil && n >= 0
}
