package c

import "modernc.org/cc/v4"

// This file surveys a function before it is lowered: it finds the blocks, the labels, and the locals that must be
// objects.

// surveyOf surveys a function with the given parameters; outer is nil unless the function is nested.
func (u *unit) surveyOf(name string, outer *survey, params []*cc.Declarator, body *cc.CompoundStatement) *survey {
	s := &survey{
		u: u, name: name, object: -1, taken: map[*cc.Declarator]bool{}, blocks: map[cc.Node]*block{},
		cases:  map[*cc.LabeledStatement][]cc.Node{},
		labels: map[*cc.LabeledStatement]*target{}, jumps: map[cc.Node]*target{}, names: []map[string]*target{{}},
		locals: map[*cc.Declarator]bool{}, outer: outer, nested: map[*cc.Declarator]*nestedFunction{},
	}
	if outer != nil {
		s.taken = outer.taken
	}
	for _, d := range params {
		s.locals[d] = true
	}
	s.look(body, nil)
	s.settle(s.names[0])
	return s
}

// settle records errors for missing labels.
func (s *survey) settle(names map[string]*target) {
	for _, t := range names {
		if t.def == nil && t.use != nil && s.outer == nil {
			s.u.errorf(t.use, "found the label %s without a statement, want one", t.name)
		}
	}
}

// look records the contents of n and of the nodes below it; path is the scopes around n.
func (s *survey) look(n cc.Node, path []cc.Node) {
	if !s.u.p.charge(nodeWork) {
		return
	}
	path = path[:len(path):len(path)]
	switch n := n.(type) {
	case *cc.CompoundStatement:
		s.compound(n, path)
		return
	case *cc.IterationStatement:
		b := &block{loop: -1}
		s.blocks[n] = b
		path = append(path, n)
		if n.Declaration != nil {
			path = s.declared(b, n.Declaration, path)
		}
	case *cc.LabeledStatement:
		s.marked = true
		s.u.p.pass(len(path))
		for _, node := range path {
			if b := s.blocks[node]; b != nil {
				b.entered = true
			}
		}
		switch n.Case {
		case cc.LabeledStatementLabel:
			t := s.target(n.Token.SrcStr())
			if t.def != nil {
				s.u.errorf(n, "found another label %s, want another name", t.name)
			}
			t.def, t.path = n, path
			s.labels[n] = t
		default:
			s.cases[n] = path
		}
	case *cc.JumpStatement:
		if n.Case == cc.JumpStatementGoto {
			t := s.target(n.Token2.SrcStr())
			t.use, t.backward = n, t.backward || t.def != nil
			s.back = s.back || t.backward
			s.jumps[n] = t
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionLabelAddr:
			t := s.target(n.Token2.SrcStr())
			if t.use = n; !t.taken {
				t.taken, t.index, s.back = true, len(s.addrs), true
				s.addrs = append(s.addrs, t)
			}
			s.u.addLabel(n, t)
			s.jumps[n] = t
		case cc.UnaryExpressionAddrof:
			if d := s.u.declaratorOf(n.CastExpression); d != nil {
				s.taken[d] = true
				if s.u.declaredAs(d, cc.StorageClassSpecifierRegister) {
					s.u.errorf(n, "found & of %s, which is declared register, want a variable that has an address",
						d.Name())
				}
			}
		}
	case *cc.PrimaryExpression:
		if d, ok := s.u.resolved(n).(*cc.Declarator); ok && s.outer != nil {
			s.mention(d)
		}
	case *cc.BlockItem:
		if n.Case == cc.BlockItemFuncDef {
			s.nestedFunction(n)
			return
		}
	case *cc.Asm:
		list := n.AsmArgList
		for range 3 { // a fourth one has labels, to which no assembly jumps that is supported
			if list != nil && list.AsmExpressionList != nil {
				s.look(list.AsmExpressionList, path)
			}
			if list != nil {
				list = list.AsmArgList
			}
		}
		return
	case *cc.ParameterDeclaration, // of a declaration of a function
		*cc.AsmIndex: // the name of an operand, which names no object
		return
	}
	children(n, func(m cc.Node) { s.look(m, path) })
}

// compound surveys a block. The items after the declaration of a variable array are in the scope of that array.
func (s *survey) compound(n *cc.CompoundStatement, path []cc.Node) {
	b := &block{loop: -1}
	s.blocks[n] = b
	s.u.p.charge(len(path))
	path = append(path, n)
	outer, started := len(s.names), false
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		item := l.BlockItem
		if item == nil {
			continue
		}
		before := started
		started = item.Case != cc.BlockItemLabel && !declaresFunc(item)
		switch item.Case {
		case cc.BlockItemLabel:
			if before {
				s.u.errorf(item, "found __label__ behind other items of a block, want it first")
			}
			if len(s.names) == outer {
				s.names = append(s.names, map[string]*target{})
			}
			for id := item.LabelDeclaration.IdentifierList; id != nil; id = id.IdentifierList {
				name := id.Token2.SrcStr()
				s.names[outer][name] = s.newTarget(name)
			}
		case cc.BlockItemDecl:
			before, cleanups := path, len(s.cleanups)
			if path = s.declared(b, item.Declaration, path); len(s.cleanups) > cleanups {
				s.look(item, before) // initializers are not in the scopes
			} else {
				s.look(item, path)
			}
		default:
			s.look(item, path)
		}
	}
	if len(s.names) > outer {
		s.settle(s.names[outer])
		s.names = s.names[:outer]
	}
}

// declaresFunc reports whether an item is the declaration of __func__ that cc puts before the items of a function.
func declaresFunc(n *cc.BlockItem) bool {
	return n.Case == cc.BlockItemDecl && n.Declaration.InitDeclaratorList != nil &&
		n.Declaration.InitDeclaratorList.InitDeclarator.Declarator.Name() == "__func__"
}

// declared adds the locals of a declaration to a block, and returns the path for the items that follow.
func (s *survey) declared(b *block, n *cc.Declaration, path []cc.Node) []cc.Node {
	add := func(l local) {
		s.locals[l.d] = true
		switch t := typeOfLocal(s.u, l); {
		case t == nil || t.variableArray():
			s.u.p.pass(2 * len(path))
			path = append(path[:len(path):len(path)], l.d)
		default:
			b.locals = append(b.locals, l)
		}
	}
	switch n.Case {
	case cc.DeclarationAuto:
		s.locals[n.Declarator] = true
		b.locals = append(b.locals, local{n.Declarator, n.Initializer, true})
	case cc.DeclarationDecl:
		for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			d, init := l.InitDeclarator.Declarator, l.InitDeclarator.Initializer
			switch {
			case s.u.isLocal(d):
				add(local{d, init, false})
				if x := cleanupOf(n, l.InitDeclarator); x != nil {
					if s.cleanups == nil {
						s.cleanups = map[*cc.Declarator]cc.ExpressionNode{}
					}
					s.cleanups[d], s.taken[d] = x, true
					if last := path[len(path)-1]; last != cc.Node(d) {
						s.u.p.pass(2 * len(path))
						path = append(path[:len(path):len(path)], d)
					}
				}
			case s.u.declaredStatic(d) && init != nil:
				if s.u.inits == nil {
					s.u.inits = map[*cc.Declarator]*cc.Initializer{}
				}
				s.u.inits[d] = init
			}
		}
	}
	return path
}

// cleanupOf returns the function that the attribute cleanup of a declarator names; nil if it has no such attribute.
func cleanupOf(n *cc.Declaration, i *cc.InitDeclarator) (x cc.ExpressionNode) {
	look := func(n cc.Node) {
		visit(n, func(m cc.Node) bool {
			if a, ok := m.(*cc.AttributeValue); ok && attributeName(a) == "cleanup" && a.ArgumentExpressionList != nil {
				x = a.ArgumentExpressionList.AssignmentExpression
			}
			return true
		})
	}
	if n.AttributeSpecifierList != nil {
		look(n.AttributeSpecifierList)
	}
	if i.AttributeSpecifierList != nil {
		look(i.AttributeSpecifierList)
	}
	for s := n.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if s.AttributeSpecifierList != nil {
			look(s.AttributeSpecifierList)
		}
		if s.TypeQualifier != nil && s.TypeQualifier.AttributeSpecifierList != nil {
			look(s.TypeQualifier.AttributeSpecifierList)
		}
	}
	return x
}

// entered reports whether control may jump into a scope.
func (s *survey) entered(node cc.Node) bool {
	if b := s.blocks[node]; b != nil {
		return b.entered
	}
	return s.marked
}

// typeOfLocal returns the type of a local, completed by its initializer if that gives the length.
func typeOfLocal(u *unit, l local) *Type {
	t := u.declared(nil, l.d)
	if t != nil && t.Class == Array && t.Len < 0 && t.Length == nil && l.init != nil {
		t = u.lengthened(nil, t, l.init)
	}
	return t
}

// variableArray reports whether t is an array whose size is computed when its declaration is reached.
func (t *Type) variableArray() bool {
	for ; t.Class == Array; t = t.Elem {
		if t.Length != nil {
			return true
		}
	}
	return false
}

// target returns the label to which a name refers here.
func (s *survey) target(name string) *target {
	s.u.p.charge(scopeWork * len(s.names))
	for i := len(s.names) - 1; i >= 0; i-- {
		if t := s.names[i][name]; t != nil {
			return t
		}
	}
	t := s.newTarget(name)
	s.names[0][name] = t
	return t
}

func (s *survey) newTarget(name string) *target {
	return &target{name: name, survey: s, entry: newLabel(), head: newLabel()}
}

// declaratorOf returns the declarator that an expression names, in parentheses or not; nil if it is another expression.
func (u *unit) declaratorOf(n cc.Node) *cc.Declarator {
	for {
		p, ok := n.(*cc.PrimaryExpression)
		switch {
		case !ok:
			return nil
		case p.Case == cc.PrimaryExpressionIdent:
			d, _ := u.resolved(p).(*cc.Declarator)
			return d
		case p.Case != cc.PrimaryExpressionExpr:
			return nil
		}
		n = p.ExpressionList
	}
}

// addLabel records the label whose address an expression takes.
func (u *unit) addLabel(n *cc.UnaryExpression, t *target) {
	if u.labels == nil {
		u.labels = map[*cc.UnaryExpression]*target{}
	}
	u.labels[n] = t
}

// mention records that a nested function uses a name that may be a local of an enclosing function, or a nested
// function.
func (s *survey) mention(d *cc.Declarator) {
	if s.outer == nil || s.locals[d] {
		return
	}
	for o := s.outer; o != nil; o = o.outer {
		if g := o.nestedNamed(d); g != nil && g.survey != nil {
			for _, c := range g.survey.captures {
				s.mention(c)
			}
		}
		if o.locals[d] {
			for i := s; i != o; i = i.outer {
				i.capture(d)
			}
			o.taken[d] = true
			return
		}
	}
}

// nestedFunction records a nested function.
func (s *survey) nestedFunction(n *cc.BlockItem) {
	params := s.u.parameters(n.Declarator)
	g := &nestedFunction{item: n, fn: -1, env: -1}
	s.nested[n.Declarator] = g
	var ds []*cc.Declarator
	for _, p := range params {
		if p.d != nil {
			ds = append(ds, p.d)
		}
	}
	g.survey = s.u.surveyOf(s.name+"."+n.Declarator.Name(), s, ds, n.CompoundStatement)
}

func (s *survey) capture(d *cc.Declarator) {
	s.u.p.charge(len(s.captures))
	for _, c := range s.captures {
		if c == d {
			return
		}
	}
	s.captures = append(s.captures, d)
}
