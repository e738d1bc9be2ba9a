// Package imp is the language IMP of the thesis, there called BUG: how its programs are written and what it means to run them.
//
// What each command does in the two semantics, and how it fails:
//
//	command                 concrete rule             symbolic rule (package impsym)       fault
//	skip                    SEQ-SKIP                  SYM-SEQ-SKIP
//	fail                                                                                   fail
//	x = e                   ASSIGN                    SYM-ASSIGN                           of e
//	assume b                ASSUME if b               SYM-ASSUME, assuming b               of b
//	assert b                IF-TRUE, IF-FALSE         SYM-IF-TRUE, SYM-IF-FALSE            of b; assertion if b is false
//	if b {..} else {..}     IF-TRUE, IF-FALSE         SYM-IF-TRUE, SYM-IF-FALSE            of b
//	while b {..}            WHILE-TRUE, WHILE-FALSE   SYM-WHILE-TRUE, SYM-WHILE-FALSE      of b
//
// The faults of an expression are division by zero and unbound variable. A violated assume is no fault: the execution is
// discarded.
//
// The same program in the core, where it runs alike. An expression has obligations where it may have no value:
//
//	command                 core
//	skip
//	fail                    fail "fail"
//	x = e                   set x e
//	assume b                assume b
//	assert b                branch b to what follows, else to the next; fail "assertion"
//	if b {..} else {..}     branch b; then; jump to what follows; else
//	while b {..}            enter; the head: branch b; body; jump to the head
//	the end                 return
//
// A file is parsed into a File (grammar.txt, text.go, scan.go, parse.go) and resolved into a Program (resolve.go), which lower.go makes a
// program of the core. Every node knows the region of its text. The parser stops at the first error; comments, layout, and all the errors of a
// file are the business of package impfmt. A Program also runs itself, which is the reference for lowering: state.go defines its states, eval.go
// the values of expressions, step.go the steps. The package will never have what another language has and IMP has not: procedures, arrays,
// machine integers.
package imp
