package c

import (
	"maps"
	"math/big"
	"slices"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines which loop statements a program has and which integers have names there, for those who write or
// read what holds at loops. No run depends on it.

// Loop is a for, while or do statement of a function.
type Loop struct {
	Function string
	Word     string      // for, while or do
	Span     source.Span // of the statement, which begins with the word
	Test     source.Span // of the controlling expression; the zero Span if there is none
	Sets     bool        // whether the controlling expression may change a variable by itself, not by a call
	Calls    bool        // whether the controlling expression calls functions
	// the variables that have names at the statement or in its head, the inner one of two with the same name
	Names []Named
}

// Named is a variable at a loop, or where the body of a function begins.
type Named struct {
	Name string
	// of an automatic variable: it is the Nth of the function with this name, from 1, as its slots are made; 0 of
	// another one
	Nth    int
	Of     int      // how many automatic variables of the function have this name
	Head   bool     // whether the head of the loop declares it
	Lo, Hi *big.Int // the range of an integer type; nil of another type
}

// Loops returns the loop statements of the functions that the files of a program define, in the order of the text.
// It works within the bounds of a meter as Lower does.
func Loops(m *semantics.Meter, sources []Source, options map[string]string) ([]Loop, error) {
	return ofFunctions(m, sources, options, (*unit).loopsIn)
}

// Definition is that of a function in a file of a program.
type Definition struct {
	Name  string
	Span  source.Span // from its first word on
	Names []Named     // its parameters, and the variables outside of functions that are declared before its body
}

// Definitions returns the functions that the files of a program define, in the order of the text. It works within the
// bounds of a meter as Lower does.
func Definitions(m *semantics.Meter, sources []Source, options map[string]string) ([]Definition, error) {
	return ofFunctions(m, sources, options, func(u *unit, n *cc.FunctionDefinition) []Definition {
		token := n.CompoundStatement.Token
		return []Definition{{n.Declarator.Name(), u.spanOf(n), u.enter(n).names(token.Seq())}}
	})
}

// loopWalk is a walk over a function that looks for loops.
type loopWalk struct {
	u        *unit
	function string
	count    map[string]int // how many automatic variables have a name, so far
	scopes   [][]declaredName
	found    []Loop
}

// declaredName is a variable with the number of the token that declares it.
type declaredName struct {
	Named
	seq int
}

// enter returns a walk where the body of a function begins.
func (u *unit) enter(n *cc.FunctionDefinition) *loopWalk {
	w := &loopWalk{u: u, function: n.Declarator.Name(), count: map[string]int{}, scopes: [][]declaredName{nil, nil}}
	for _, name := range slices.Sorted(maps.Keys(u.ast.Scope.Nodes)) {
		for _, node := range u.ast.Scope.Nodes[name] {
			if d, ok := node.(*cc.Declarator); ok && !d.IsTypename() && !u.isFunction(d) && u.p.charge(nodeWork) {
				w.scopes[0] = append(w.scopes[0], declaredName{w.typed(Named{Name: name}, u.declared(nil, d)),
					order(d)})
			}
		}
	}
	for _, p := range u.definedParameters(n) {
		if p.d != nil {
			t := intType
			if !p.plain {
				t = adjusted(u.declared(nil, p.d))
			}
			w.automatic(1, p.d, t, false)
		}
	}
	return w
}

// loopsIn returns the loops of a function.
func (u *unit) loopsIn(n *cc.FunctionDefinition) []Loop {
	w := u.enter(n)
	w.walk(n.CompoundStatement)
	for i := range w.found {
		for k := range w.found[i].Names {
			if v := &w.found[i].Names[k]; v.Nth > 0 {
				v.Of = w.count[v.Name]
			}
		}
	}
	return w.found
}

// typed returns a variable with the range of its type.
func (w *loopWalk) typed(v Named, t *Type) Named {
	if t != nil && t.integer() {
		v.Lo, v.Hi = t.limits()
	}
	return v
}

// automatic declares an automatic variable in a scope.
func (w *loopWalk) automatic(scope int, d *cc.Declarator, t *Type, head bool) {
	w.count[d.Name()]++
	w.scopes[scope] = append(w.scopes[scope],
		declaredName{w.typed(Named{Name: d.Name(), Nth: w.count[d.Name()], Head: head}, t), order(d)})
}

// declare declares what a declaration in a block declares.
func (w *loopWalk) declare(n *cc.Declaration, head bool) {
	inner := len(w.scopes) - 1
	switch n.Case {
	case cc.DeclarationAuto:
		w.automatic(inner, n.Declarator, nil, head)
	case cc.DeclarationDecl:
		for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			if d := l.InitDeclarator.Declarator; w.u.isLocal(d) {
				w.automatic(inner, d, typeOfLocal(w.u, local{d, l.InitDeclarator.Initializer, false}), head)
			} else {
				// it hides others
				w.scopes[inner] = append(w.scopes[inner], declaredName{Named{Name: d.Name()}, order(d)})
			}
		}
	}
}

// walk looks for loops in n. All automatic variables of a block get their slots where the block begins.
func (w *loopWalk) walk(n cc.Node) {
	if !w.u.p.charge(nodeWork) {
		return
	}
	switch n := n.(type) {
	case *cc.CompoundStatement:
		w.scopes = append(w.scopes, nil)
		for l := n.BlockItemList; l != nil; l = l.BlockItemList {
			if l.BlockItem != nil && l.BlockItem.Case == cc.BlockItemDecl {
				w.declare(l.BlockItem.Declaration, false)
			}
		}
		defer w.leave()
	case *cc.IterationStatement:
		w.scopes = append(w.scopes, nil)
		if n.Declaration != nil {
			w.declare(n.Declaration, true)
		}
		w.found = append(w.found, w.loop(n))
		defer w.leave()
	case *cc.ParameterDeclaration, *cc.FunctionDefinition: // of a function that is declared or defined inside
		return
	}
	children(n, w.walk)
}

// order returns the number of the token with the name that a declarator declares.
func order(d *cc.Declarator) int {
	t := d.NameTok()
	return t.Seq()
}

func (w *loopWalk) leave() { w.scopes = w.scopes[:len(w.scopes)-1] }

// loop returns what there is to say about a loop statement.
func (w *loopWalk) loop(n *cc.IterationStatement) Loop {
	l := Loop{Function: w.function, Word: n.Token.SrcStr(), Span: w.u.spanOf(n)}
	test := n.ExpressionList
	if n.Case == cc.IterationStatementFor {
		test = n.ExpressionList2
	}
	if test != nil {
		l.Test = w.u.spanOf(test)
		visit(test, func(n cc.Node) bool {
			switch n := n.(type) {
			case *cc.AssignmentExpression:
				l.Sets = l.Sets || n.Case != cc.AssignmentExpressionCond
			case *cc.PostfixExpression:
				l.Sets = l.Sets || n.Case == cc.PostfixExpressionInc || n.Case == cc.PostfixExpressionDec
				l.Calls = l.Calls || n.Case == cc.PostfixExpressionCall
			case *cc.UnaryExpression:
				l.Sets = l.Sets || n.Case == cc.UnaryExpressionInc || n.Case == cc.UnaryExpressionDec
			case *cc.CompoundStatement:
				l.Sets = true
			}
			return w.u.p.charge(nodeWork)
		})
	}
	l.Names = w.names(n.Token.Seq())
	return l
}

// names returns the variables that have names at a token.
func (w *loopWalk) names(seq int) (list []Named) {
	known := map[string]bool{}
	for i := len(w.scopes) - 1; i >= 0; i-- {
		for k := len(w.scopes[i]) - 1; k >= 0; k-- {
			if v := w.scopes[i][k]; !known[v.Name] && (v.Head && i == len(w.scopes)-1 || v.seq < seq) {
				known[v.Name] = true
				v.Head = v.Head && i == len(w.scopes)-1
				list = append(list, v.Named)
			}
		}
	}
	return list
}
