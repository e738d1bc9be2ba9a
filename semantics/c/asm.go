package c

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// This file defines what inline assembly means: with an empty text, nothing; any other is not supported. If it says
// that memory changes, another thread may have done that.

// asm lowers an asm statement. If its text is empty, an output in the place of an input takes its value.
func (f *fn) asm(n *cc.Asm) {
	defer f.at(n)()
	if text := n.Token3.SrcStr(); strings.Trim(strings.Trim(text, `"`), ` \tn;`) != "" {
		f.unsupported("the inline assembly %s", asciiOnly(text))
		return
	}
	outputs, inputs := f.asmOperands(n.AsmArgList), []asmOperand(nil)
	if n.AsmArgList != nil {
		inputs = f.asmOperands(n.AsmArgList.AsmArgList)
	}
	visit(n, func(m cc.Node) bool {
		if s, ok := m.(*cc.PrimaryExpression); ok && s.Case == cc.PrimaryExpressionString {
			if text, _ := f.u.text(s); text == "memory" {
				f.outside()
			}
		}
		return true
	})
	tied := map[int]asmOperand{}
	for _, in := range inputs {
		for i, out := range outputs {
			if in.constraint == strconv.Itoa(i) || in.constraint == "["+out.name+"]" {
				tied[i] = in
			}
		}
	}
	for _, in := range inputs {
		if _, err := strconv.Atoi(in.constraint); err != nil && !strings.HasPrefix(in.constraint, "[") {
			f.discard(in.x)
		}
	}
	for i, out := range outputs {
		if strings.HasPrefix(out.constraint, "+") || strings.HasSuffix(out.constraint, "m") {
			if p := f.lvalue(out.x); p.slot < 0 {
				f.held(f.used(p.ptr))
			}
			continue // it keeps its value
		}
		in, ok := tied[i]
		if !ok {
			f.unsupported("inline assembly with an output that nothing sets")
			return
		}
		p := f.lvalue(out.x)
		f.store(p, f.convert(f.decay(f.expr(in.x)), p.t.unqualified()))
	}
}

// asmOperand is an operand of inline assembly.
type asmOperand struct {
	name, constraint string
	x                cc.ExpressionNode
}

// asmOperands returns a list of operands. The parser takes "constraint" (x) for a call.
func (f *fn) asmOperands(n *cc.AsmArgList) (list []asmOperand) {
	if n == nil {
		return nil
	}
	for l := n.AsmExpressionList; l != nil; l = l.AsmExpressionList {
		call, ok := l.AssignmentExpression.(*cc.PostfixExpression)
		if !ok || call.Case != cc.PostfixExpressionCall || call.ArgumentExpressionList == nil {
			continue
		}
		o := asmOperand{x: call.ArgumentExpressionList.AssignmentExpression}
		if s, ok := call.PostfixExpression.(*cc.PrimaryExpression); ok && s.Case == cc.PrimaryExpressionString {
			o.constraint, _ = f.u.text(s)
		}
		if l.AsmIndex != nil {
			visit(l.AsmIndex, func(m cc.Node) bool {
				if p, ok := m.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
					o.name = p.Token.SrcStr()
				}
				return true
			})
		}
		list = append(list, o)
	}
	return list
}

// asciiOnly returns text without characters that messages cannot show.
func asciiOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return ' '
		}
		return r
	}, s)
}
