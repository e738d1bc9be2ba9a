// Package imp is the language IMP of the thesis, there called BUG: how its programs are written and what it means to
// run them.
//
// What each command does, how it fails, and what it becomes in the core, where the program runs alike:
//
//	command                 rule                      fault                          core
//	skip                    SEQ-SKIP
//	fail                                              fail                           fail "fail"
//	x = e                   ASSIGN                    of e                           set x e
//	assume b                ASSUME if b               of b                           assume b
//	assert b                IF-TRUE, IF-FALSE         of b; assertion if b is false  branch b to what follows, or to the next; fail "assertion"
//	if b {..} else {..}     IF-TRUE, IF-FALSE         of b                           branch b; then; jump to what follows; else; the same jump
//	while b {..}            WHILE-TRUE, WHILE-FALSE   of b                           enter; the head: branch b; body; jump to the head
//	the end                                                                          return
//
// The faults of an expression are division by zero and unbound variable; in the core they are obligations. A violated
// assume is not a fault: the execution is discarded.
//
// A file is parsed into a File (grammar.txt, text.go, scan.go, parse.go) and resolved into a Program (resolve.go),
// which lower.go makes a program of the core. Every node knows the region of its text. The parser stops at the first
// error; comments, layout, and all the errors of a file are the business of package impfmt. A Program also runs itself,
// which is the reference for lowering: state.go defines its states, eval.go the values of expressions, step.go the
// steps. The package will never have what another language has and IMP has not: procedures, arrays, machine integers.
package imp
