package impfmt

import (
	"strings"

	"vouch/semantics/imp"
)

// This file defines to which statement a comment belongs.

// comments are the comments of a file by what they belong to. Among them, an empty text stands for blank lines.
type comments struct {
	stmts map[imp.Stmt]notes
	tails map[*imp.Block][]string // comments after the last statement
}

// notes are the comments that belong to a statement.
type notes struct {
	lead  []string // on the lines before it, or inside it
	trail string   // after it on its last line
}

func (c *comments) of(s imp.Stmt) notes {
	if c == nil {
		return notes{}
	}
	return c.stmts[s]
}

func (c *comments) tail(b *imp.Block) []string {
	if c == nil {
		return nil
	}
	return c.tails[b]
}

// comment is a comment, or a run of blank lines, which has no text, and the place where it begins.
type comment struct {
	at   imp.Pos
	text string
}

// commentsOf returns the comments of the file f, which was read from the text.
func commentsOf(f *imp.File, text string) *comments {
	o := owners{scan(text), &comments{map[imp.Stmt]notes{}, map[*imp.Block][]string{}}}
	o.block(f.Body)
	return o.found
}

// scan returns the comments and blank lines of a text.
func scan(text string) []comment {
	var found []comment
	line := 1 // the next that may be blank
	lines := strings.SplitAfter(text, "\n")
	blanks := func(until int) {
		run := false
		for ; line < until; line++ {
			blank := strings.TrimSpace(lines[line-1]) == ""
			if blank && !run {
				found = append(found, comment{imp.Pos{Line: line, Column: 1}, ""})
			}
			run = blank
		}
	}
	scanner := imp.NewScanner(text)
	scanner.Comment = func(at imp.Pos, text string) {
		blanks(at.Line)
		line = max(line, at.Line+strings.Count(text, "\n")+1)
		if !strings.HasPrefix(text, "(*") {
			text = strings.TrimRight(text, " \t\r")
		}
		found = append(found, comment{at, strings.ReplaceAll(text, "\r\n", "\n")})
	}
	for scanner.Next().Text != "" {
	}
	blanks(len(lines)) // the last has no line end
	return found
}

// owners gives the statements of a file the comments that are left.
type owners struct {
	left  []comment
	found *comments
}

// before takes the comments before a place.
func (o *owners) before(p imp.Pos) []comment {
	n := 0
	for n < len(o.left) && o.left[n].at.Before(p) {
		n++
	}
	taken := o.left[:n]
	o.left = o.left[n:]
	return taken
}

func (o *owners) block(b *imp.Block) {
	for i, s := range b.Stmts {
		lead := lines(o.before(s.Pos()), i == 0)
		lead = append(lead, o.inside(s)...)
		end := b.Extent.End()
		if i+1 < len(b.Stmts) {
			end = b.Stmts[i+1].Pos()
		}
		if trail := o.behind(s, end); len(lead) > 0 || trail != "" {
			o.found.stmts[s] = notes{lead, trail}
		}
	}
	tail := lines(o.before(b.Extent.End()), len(b.Stmts) == 0)
	if n := len(tail); n > 0 && tail[n-1] == "" {
		tail = tail[:n-1]
	}
	if len(tail) > 0 {
		o.found.tails[b] = tail
	}
}

// lines returns the texts of what stands before a statement, without blank lines if that is the first of its block.
func lines(cs []comment, first bool) []string {
	var texts []string
	for _, c := range cs {
		if c.text != "" || len(texts) > 0 && texts[len(texts)-1] != "" || len(texts) == 0 && !first {
			texts = append(texts, c.text)
		}
	}
	return texts
}

// inside takes the comments inside a statement, gives those in its blocks to what is there, and returns the texts of
// the others.
func (o *owners) inside(s imp.Stmt) []string {
	var texts []string
	own := func(until imp.Pos) {
		for _, c := range o.before(until) {
			if c.text != "" {
				texts = append(texts, c.text)
			}
		}
	}
	for _, b := range blocks(s) {
		own(b.Extent.Start())
		o.block(b)
	}
	own(s.Span().End())
	return texts
}

// blocks returns the blocks of a statement.
func blocks(s imp.Stmt) []*imp.Block {
	switch s := s.(type) {
	case *imp.If:
		if s.Else != nil {
			return []*imp.Block{s.Then, s.Else}
		}
		return []*imp.Block{s.Then}
	case *imp.While:
		return []*imp.Block{s.Body}
	case *imp.Macro:
		return []*imp.Block{s.Body}
	}
	return nil
}

// behind takes the comments that begin on the line where a statement ends, up to the place where the next begins.
func (o *owners) behind(s imp.Stmt, next imp.Pos) string {
	var texts []string
	for len(o.left) > 0 && o.left[0].at.Line == s.Span().End().Line && o.left[0].at.Before(next) {
		texts = append(texts, o.left[0].text)
		o.left = o.left[1:]
	}
	return strings.Join(texts, " ")
}
