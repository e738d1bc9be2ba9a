package impfmt

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"vouch/semantics/imp"
	"vouch/semantics/source"
)

// This file defines how to find all errors of a file with a parser that stops at the first: the statement with the
// error is taken out, and the rest is read again.

// maxWork is the number of bytes to read for the errors of a file, more than once where it is short.
const maxWork = 64 << 20

// workOfRead is what a file costs each time beside its bytes. It bounds how often a short one is read.
const workOfRead = 64 << 10

// Errors returns everything that is wrong with the program in src as a source.ErrorList, and nil if it is one. Errors
// that only follow from others are left out, and so are those beyond imp.MaxErrors.
func Errors(name string, src []byte) error {
	f, err := imp.Parse(name, src)
	if err == nil {
		_, err = imp.Resolve(f)
		return err
	}
	list := characters(name, src)
	if len(list) == 0 {
		text, err := imp.Text(name, src)
		if err != nil {
			panic("impfmt: the text is refused only now: " + err.Error())
		}
		list = syntax(name, text)
	}
	if len(list) > imp.MaxErrors {
		list = append(list[:imp.MaxErrors], &source.Error{File: name, Pos: list[imp.MaxErrors].Pos,
			Msg: "too many errors"})
	}
	return list.Err()
}

// first returns the first error of a list.
func first(err error) *source.Error {
	var list source.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		panic("impfmt: an error without a place: " + err.Error())
	}
	return list[0]
}

// characters returns the errors for which src is no text. Behind a misleading character, others may follow.
func characters(name string, src []byte) source.ErrorList {
	var list source.ErrorList
	text := slices.Clone(bytes.TrimPrefix(src, []byte("\ufeff")))
	for len(list) <= imp.MaxErrors {
		_, err := imp.Text(name, text)
		if err == nil {
			break
		}
		list = append(list, first(err))
		if len(text) > imp.MaxSource || bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text) {
			break
		}
		for at, r := range imp.Misleading(text) {
			copy(text[at:], strings.Repeat(" ", utf8.RuneLen(r)))
			break
		}
	}
	return list
}

// syntax returns the syntax errors of a text, one for a place. After the first, a closing token or the end of the file
// is no news: the token that would have gone with it may be what was wrong.
func syntax(name, text string) source.ErrorList {
	var list source.ErrorList
	var without []edit
	for work := 0; work < maxWork && len(list) <= imp.MaxErrors; work += len(text) + workOfRead {
		in := reader{tokens: imp.NewScanner(text), edits: without}
		f, err := imp.ParseTokens(name, in.next)
		if err == nil {
			break
		}
		e, at := first(err), in.tok
		if len(list) > 0 && (!e.Pos.IsValid() || at.Text == "" && at.At == e.Pos) {
			break
		}
		if n := len(list); n == 0 || list[n-1].Pos.Before(e.Pos) && (at.At != e.Pos || !closing[at.Text]) {
			list = append(list, e)
		}
		if at.Text == "" || !strings.HasPrefix(e.Msg, "found ") { // the other errors are limits
			break
		}
		without = in.mend(f)
	}
	return list
}

// edit says that other tokens stand for those from one place up to another.
type edit struct {
	from, to imp.Pos
	instead  []imp.Token
}

// reader hands out the tokens of a text with some edits, which are in the order of the text.
type reader struct {
	tokens *imp.Scanner
	edits  []edit
	done   int         // how many of the edits have been handed out
	ready  []imp.Token // to be handed out next
	last   imp.Token   // the last but one handed out
	tok    imp.Token   // the last
	open   []bracket   // of the blocks that are open
}

// bracket is an opening bracket with its closing one.
type bracket struct {
	at     imp.Pos
	closed string
}

// closedBy are the brackets of blocks. closing are the tokens that end a block.
var (
	closedBy = map[string]string{"{": "}", "then": "fi", "do": "od", "begin": "end"}
	closing  = map[string]bool{"}": true, "else": true, "fi": true, "od": true, "end": true}
)

// next returns the next token.
func (r *reader) next() imp.Token {
	if len(r.ready) == 0 {
		t := r.tokens.Next()
		for r.done < len(r.edits) && !t.At.Before(r.edits[r.done].from) {
			e := r.edits[r.done]
			r.done++
			for t.Text != "" && t.At.Before(e.to) {
				t = r.tokens.Next()
			}
			r.ready = append(r.ready, e.instead...)
		}
		r.ready = append(r.ready, t)
	}
	r.last, r.tok, r.ready = r.tok, r.ready[0], r.ready[1:]
	if closed, ok := closedBy[r.tok.Text]; ok {
		r.open = append(r.open, bracket{r.tok.At, closed})
	} else if n := len(r.open); n > 0 && r.tok.Text == r.open[n-1].closed {
		r.open = r.open[:n-1]
	}
	return r.tok
}

// mend returns the edits with one for the error at the present token: without the statement with the error, or with
// another condition if a block follows. f is what was read before.
func (r *reader) mend(f *imp.File) []edit {
	e := edit{from: r.tok.At}
	var head string
	var opening []string
	switch s := begun(f.Body).(type) {
	case nil:
	case *imp.If:
		if e.from = s.At; s.Then == nil {
			head, opening = "if true", []string{"{", "then"}
		}
	case *imp.While:
		if e.from = s.At; s.Body == nil {
			head, opening = "while true", []string{"{", "do"}
		}
	case *imp.Macro:
		if e.from = s.At; s.Body == nil && len(r.open) == 0 {
			head, opening = "macro m", []string{"{", "begin"}
		}
	default:
		e.from = s.Pos()
	}
	for len(r.open) > 0 && !r.open[len(r.open)-1].at.Before(e.from) {
		r.open = r.open[:len(r.open)-1]
	}
	stop := r.resume(e.from, opening)
	if slices.Contains(opening, stop.Text) {
		for words := imp.NewScanner(head); ; {
			t := words.Next()
			if t.Text == "" {
				break
			}
			t.At = e.from
			e.instead = append(e.instead, t)
		}
	}
	e.to = stop.At
	kept := r.edits[:r.done]
	for len(kept) > 0 && !kept[len(kept)-1].from.Before(e.from) {
		kept = kept[:len(kept)-1]
	}
	return append(kept, e)
}

// begun returns the innermost statement under way at the end of a block that was not read to its end, nil if there is
// none.
func begun(b *imp.Block) imp.Stmt {
	if len(b.Stmts) == 0 {
		return nil
	}
	last := b.Stmts[len(b.Stmts)-1]
	if last.Span().IsValid() {
		return nil
	}
	for _, b := range blocks(last) {
		if b == nil {
			continue
		}
		if s := begun(b); s != nil {
			return s
		}
	}
	return last
}

// resume moves on from the present token to where a statement begins, a block ends or one of the opening tokens stands.
// What is in brackets is passed over as a whole.
func (r *reader) resume(from imp.Pos, opening []string) imp.Token {
	fresh := false // whether a semicolon was just passed
	parens, depth := 0, 0
	for t, before := r.tok, r.last; ; before, t = t, r.tokens.Next() {
		_, opens := closedBy[t.Text]
		if t.Text == "" || depth == 0 && (slices.Contains(opening, t.Text) || r.awaits(t.Text)) {
			return t
		}
		if depth == 0 && t.At != from && (starts[t.Text] || t.IsName() && parens == 0 &&
			(fresh || t.At.Line > before.At.Line)) {
			return t
		}
		switch {
		case t.Text == "(":
			parens++
		case t.Text == ")":
			parens = max(parens-1, 0)
		case opens:
			depth, parens = depth+1, 0
		case closing[t.Text] && t.Text != "else":
			depth, parens = max(depth-1, 0), 0
		}
		fresh = t.Text == ";"
	}
}

// starts are the keywords with which a statement or declaration begins.
var starts = map[string]bool{
	"skip": true, "fail": true, "assume": true, "assert": true, "input": true, "option": true, "if": true,
	"while": true, "loop": true,
	"macro": true, "local": true,
}

// awaits reports whether one of the open blocks may end with a token.
func (r *reader) awaits(text string) bool {
	return slices.ContainsFunc(r.open, func(b bracket) bool {
		return text == b.closed || text == "else" && b.closed == "fi"
	})
}
