package c

import "modernc.org/cc/v4"

// This file reads the calls that stand for tables in a syntax tree: see table.go.

// read returns the elements of a table, by their numbers, from the arguments of its call; ok is false if the arguments
// are others.
func (t *table) read(a *cc.ArgumentExpressionList) (list []*cc.Initializer, ok bool) {
	if t == nil {
		return nil, false
	}
	next := func() (x cc.ExpressionNode) {
		if a != nil {
			x, a = a.AssignmentExpression, a.ArgumentExpressionList
		}
		return x
	}
	var names []string
	for _, w := range t.elements {
		if isLetter(w.text[0]) {
			tokens, ok := inBrackets(next())
			if !ok {
				return nil, false
			}
			names = append(names, tokens)
		}
	}
	for _, w := range t.elements {
		x := next()
		if isLetter(w.text[0]) {
			if tokens, ok := inBrackets(x); !ok || tokens != names[0] {
				return nil, false
			}
			names = names[1:]
			x = plain(x)
		}
		if x == nil {
			return nil, false
		}
		list = append(list, &cc.Initializer{Case: cc.InitializerExpr, AssignmentExpression: x})
	}
	return list, a == nil
}

// tableOf returns the table for which a call stands, and the arguments that make its elements; nil if there is none.
func (p *program) tableOf(call *cc.PostfixExpression) (*table, *cc.ArgumentExpressionList) {
	a := call.ArgumentExpressionList
	file, ok1 := smallNumber(&a)
	number, ok2 := smallNumber(&a)
	for _, f := range p.files.text {
		if ok1 && ok2 && f.index == file && number < len(f.tables) {
			return f.tables[number], a
		}
	}
	return nil, nil
}

// findTables finds the tables in the tree of the unit. It reports false if one of them does not mean what its text
// means, or one of those in the files is not there: it may stand in a function, whose end we did not see, or in a part
// that is left out.
func (u *unit) findTables(files map[*file]bool) bool {
	u.tables = map[*cc.InitializerList]*tableRead{}
	missing := map[*table]bool{}
	for f := range files {
		if f.plain {
			continue
		}
		for _, t := range f.tables {
			missing[t] = true
		}
	}
	for n := u.ast.TranslationUnit; n != nil; n = n.TranslationUnit {
		if d := n.ExternalDeclaration; d.Case == cc.ExternalDeclarationDecl {
			for l := d.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				i := l.InitDeclarator.Initializer
				if i == nil || i.Case != cc.InitializerInitList {
					continue
				}
				if call, ok := tableCall(i.InitializerList); ok {
					t, args := u.p.tableOf(call)
					read, ok := t.read(args)
					if !ok {
						return false
					}
					u.tables[i.InitializerList] = &tableRead{t.order, read}
					delete(missing, t)
				}
			}
		}
	}
	return len(missing) == 0
}
