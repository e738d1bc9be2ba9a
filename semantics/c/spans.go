package c

import (
	"bytes"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"modernc.org/cc/v4"

	"vouch/semantics/source"
)

// This file defines the places of nodes in the sources.

// spanOf returns the place of a node, from its first to its last token. A token from a macro has the place of the
// macro's name.
func (u *unit) spanOf(n cc.Node) source.Span {
	start := placed(u.first(n)).Position()
	if start.Line == 0 {
		return source.Span{}
	}
	file := u.file(start.Filename)
	s := source.Span{File: file, Line: int32(start.Line), Column: int32(start.Column)}
	last := lastToken(n)
	end := last.Position()
	if end.Filename != start.Filename || end.Line < start.Line || end.Line == start.Line && end.Column < start.Column {
		end = start
	}
	s.EndLine, s.EndColumn = int32(end.Line), int32(end.Column+u.width(file, end.Line, end.Column, last.Src()))
	if s.EndLine == s.Line && s.EndColumn <= s.Column {
		s.EndColumn = s.Column + 1
	}
	return s
}

// first returns the first operand of a chain of operators n. The tree of a chain is as deep as the chain is long, so
// results are kept.
func (u *unit) first(n cc.Node) cc.Node {
	var chain []cc.Node
	for {
		if known := u.firsts[n]; known != nil {
			n = known
			break
		}
		left := leftOperand(n)
		if left == nil {
			break
		}
		chain, n = append(chain, n), left
	}
	for _, operator := range chain {
		u.firsts[operator] = n
	}
	return n
}

// leftOperand returns the left operand of a binary operator of which there may be a long chain; nil if n is none.
func leftOperand(n cc.Node) cc.Node {
	switch x := n.(type) {
	case *cc.LogicalOrExpression:
		if x.Case == cc.LogicalOrExpressionLOr {
			return x.LogicalOrExpression
		}
	case *cc.LogicalAndExpression:
		if x.Case == cc.LogicalAndExpressionLAnd {
			return x.LogicalAndExpression
		}
	case *cc.AdditiveExpression:
		if x.Case != cc.AdditiveExpressionMul {
			return x.AdditiveExpression
		}
	}
	return nil
}

// placed returns n. If cc does not know the place of n, it returns the last token: n is then a declarator without a
// name, which is an error.
func placed(n cc.Node) (at cc.Node) {
	defer func() {
		if recover() != nil {
			at = byOrder(n)
		}
	}()
	n.Position()
	return n
}

// width returns the width of the token at a place. For a token from a macro, it is the width of the macro's name.
func (u *unit) width(file int32, line, column int, token []byte) int {
	text := u.p.line(file, line)
	if column < 1 || column > len(text) || bytes.HasPrefix(text[column-1:], token) {
		if i := bytes.IndexByte(token, '\n'); i >= 0 {
			return i
		}
		return len(token)
	}
	n := 0
	for text = text[column-1:]; n < len(text) && (isLetter(text[n]) || isDigit(text[n])); n++ {
	}
	return max(n, 1)
}

// line returns a line of a source without its end; nil if it is not at hand.
func (p *program) line(index int32, line int) []byte {
	if int(index) >= len(p.options.paths) {
		return nil
	}
	f := p.files.text[p.options.paths[index]]
	if f.lines == nil {
		f.lines = []int{0}
		for i, c := range f.text {
			if c == '\n' {
				f.lines = append(f.lines, i+1)
			}
		}
	}
	if line < 1 || line > len(f.lines) {
		return nil
	}
	if line == len(f.lines) {
		return f.text[f.lines[line-1]:]
	}
	return f.text[f.lines[line-1] : f.lines[line]-1]
}

// at makes n the present place of f and returns a function that restores the place before: defer f.at(n)().
// Code that is only checked for errors needs no places: errors have those of their nodes.
func (f *fn) at(n cc.Node) func() {
	if f.u.p.checking && !f.u.p.keep {
		return func() {}
	}
	before := f.span
	if s := f.u.spanOf(n); s.IsValid() {
		f.span = s
	}
	return func() { f.span = before }
}

// lastToken returns the last token of a node.
func lastToken(n cc.Node) cc.Token {
	for n != nil {
		switch x := n.(type) {
		case cc.Token:
			return x
		case *cc.PrimaryExpression:
			switch x.Case {
			case cc.PrimaryExpressionExpr, cc.PrimaryExpressionStmt:
				return x.Token2
			case cc.PrimaryExpressionGeneric:
				return x.GenericSelection.Token4
			}
			return x.Token
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionIndex, cc.PostfixExpressionCall, cc.PostfixExpressionSelect,
				cc.PostfixExpressionPSelect:
				if x.Token2.Seq() != 0 {
					return x.Token2
				}
			case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
				return x.Token
			}
			return byOrder(n)
		case *cc.AssignmentExpression:
			n = x.AssignmentExpression
		case *cc.ConditionalExpression:
			n = x.ConditionalExpression
		case *cc.LogicalOrExpression:
			n = x.LogicalAndExpression
		case *cc.LogicalAndExpression:
			n = x.InclusiveOrExpression
		case *cc.InclusiveOrExpression:
			n = x.ExclusiveOrExpression
		case *cc.ExclusiveOrExpression:
			n = x.AndExpression
		case *cc.AndExpression:
			n = x.EqualityExpression
		case *cc.EqualityExpression:
			n = x.RelationalExpression
		case *cc.RelationalExpression:
			n = x.ShiftExpression
		case *cc.ShiftExpression:
			n = x.AdditiveExpression
		case *cc.AdditiveExpression:
			n = x.MultiplicativeExpression
		case *cc.MultiplicativeExpression:
			n = x.CastExpression
		case *cc.CastExpression:
			if x.CastExpression == nil {
				return byOrder(n)
			}
			n = x.CastExpression
		case *cc.UnaryExpression:
			switch {
			case x.CastExpression != nil:
				n = x.CastExpression
			case x.UnaryExpression != nil:
				n = x.UnaryExpression
			case x.Token3.Seq() != 0:
				return x.Token3
			default:
				return x.Token2
			}
		case *cc.ExpressionList:
			for x.ExpressionList != nil {
				x = x.ExpressionList
			}
			n = x.AssignmentExpression
		case *cc.Initializer:
			if x.AssignmentExpression == nil {
				return byOrder(n)
			}
			n = x.AssignmentExpression
		case *cc.Declaration:
			if x.Case != cc.DeclarationDecl {
				return byOrder(n)
			}
			return x.Token
		case *cc.Statement:
			switch x.Case {
			case cc.StatementLabeled:
				n = x.LabeledStatement
			case cc.StatementCompound:
				n = x.CompoundStatement
			case cc.StatementExpr:
				n = x.ExpressionStatement
			case cc.StatementSelection:
				n = x.SelectionStatement
			case cc.StatementIteration:
				n = x.IterationStatement
			default:
				return byOrder(n)
			}
		case *cc.LabeledStatement:
			n = x.Statement
		case *cc.SelectionStatement:
			n = x.Statement
			if x.Statement2 != nil {
				n = x.Statement2
			}
		case *cc.IterationStatement:
			if x.Case == cc.IterationStatementDo {
				return byOrder(n)
			}
			n = x.Statement
		case *cc.Enumerator:
			if x.ConstantExpression == nil {
				return x.Token
			}
			n = x.ConstantExpression
		case *cc.ExpressionStatement:
			return x.Token
		case *cc.JumpStatement:
			return byOrder(n)
		case *cc.CompoundStatement:
			return x.Token2
		default:
			return byOrder(n)
		}
	}
	return cc.Token{}
}

// byOrder finds the last token of a node among all its tokens.
func byOrder(n cc.Node) (last cc.Token) {
	look(reflect.ValueOf(n), &last)
	return last
}

func look(v reflect.Value, last *cc.Token) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return
	}
	if v.Type() == tokenType {
		if t := v.Interface().(cc.Token); t.Seq() > last.Seq() {
			*last = t
		}
		return
	}
	for _, i := range fieldsOf(v.Type()) {
		look(v.Field(i), last)
	}
}

var (
	tokenType = reflect.TypeFor[cc.Token]()
	nodeType  = reflect.TypeFor[cc.Node]()
)

// fields has the fields of each type of node that are parts of the node.
var fields sync.Map

func fieldsOf(t reflect.Type) []int {
	if known, ok := fields.Load(t); ok {
		return known.([]int)
	}
	list := []int{}
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && f.Type.Implements(nodeType) {
			list = append(list, i)
		}
	}
	fields.Store(t, list)
	return list
}

// display returns the name of a file for messages and spans; name is the name that cc gives it.
func (u *unit) display(name string) string { return u.p.display(name) }

func (p *program) display(name string) string {
	if header, ok := strings.CutPrefix(name, ours+"/"); ok {
		return "<" + header + ">"
	}
	if p.files != nil {
		if f, ok := p.files.text[path.Clean(name)]; ok {
			return p.core.Sources[f.index]
		}
	}
	return name
}

// source returns the index of a source by its name. It adds the source if it is not there. A name without folders, as
// #line may give, is that of the first source with this last part: certificates have no more of the names.
func (p *program) source(name string) int32 {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsPrint(r) || r == unicode.ReplacementChar
	}) {
		name = "<unnamed>" // by #line
	}
	if p.index == nil {
		p.index = map[string]int32{}
		for i, s := range slices.Backward(p.core.Sources) {
			p.index[path.Base(s)] = int32(i)
		}
		for i, s := range slices.Backward(p.core.Sources) {
			p.index[s] = int32(i)
		}
	}
	i, known := p.index[name]
	if !known {
		p.hold(wordsPerOperator + len(name)/8)
		i = int32(len(p.core.Sources))
		p.index[name] = i
		p.core.Sources = append(p.core.Sources, name)
	}
	return i
}

// file returns the index of a file among the sources of the program. It adds the file if it is not there.
func (u *unit) file(name string) int32 {
	if i, ok := u.files[name]; ok {
		return i
	}
	i := u.p.source(u.display(name))
	u.files[name] = i
	return i
}

// at returns an error at a place, without a message.
func (p *program) at(s source.Span) source.Error {
	e := source.Error{Pos: s.Start()}
	if s.File >= 0 && int(s.File) < len(p.core.Sources) {
		e.File = p.core.Sources[s.File]
	}
	return e
}
