package imp

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"vouch/semantics/source"
)

// dump writes a tree as an S-expression.
func dump(b *Block) string {
	var s strings.Builder
	dumpBlock(&s, b)
	return s.String()
}

func dumpBlock(out *strings.Builder, b *Block) {
	if b == nil {
		out.WriteString("nil")
		return
	}
	out.WriteString("[")
	for i, s := range b.Stmts {
		if i > 0 {
			out.WriteString("; ")
		}
		dumpStmt(out, s)
	}
	out.WriteString("]")
}

func dumpStmt(out *strings.Builder, s Stmt) {
	switch s := s.(type) {
	case *Skip:
		out.WriteString("skip")
	case *Fail:
		out.WriteString("fail")
	case *Assign:
		fmt.Fprintf(out, "%s = %s", s.Name, dumpA(s.Value))
	case *Assume:
		fmt.Fprintf(out, "assume %s", dumpB(s.Cond))
	case *Assert:
		fmt.Fprintf(out, "assert %s", dumpB(s.Cond))
	case *If:
		fmt.Fprintf(out, "if %s ", dumpB(s.Cond))
		dumpBlock(out, s.Then)
		out.WriteString(" ")
		dumpBlock(out, s.Else)
	case *While:
		fmt.Fprintf(out, "while %s ", dumpB(s.Cond))
		dumpBlock(out, s.Body)
	case *Call:
		fmt.Fprintf(out, "call %s", s.Name)
		for _, e := range s.Args {
			out.WriteString(" " + dumpA(e))
		}
	case *Macro:
		fmt.Fprintf(out, "macro %s %v ", s.Name, s.Params)
		dumpBlock(out, s.Body)
	case *Input:
		fmt.Fprintf(out, "input %v", s.Names)
	case *Option:
		fmt.Fprintf(out, "option %s %s", s.Key, s.Value)
	}
}

func dumpA(e AExpr) string {
	switch e := e.(type) {
	case *Int:
		return e.Value.String()
	case *Var:
		return e.Name
	case *Neg:
		return "(neg " + dumpA(e.X) + ")"
	case *Arith:
		return "(" + e.Op.String() + " " + dumpA(e.X) + " " + dumpA(e.Y) + ")"
	}
	return "?"
}

func dumpB(e BExpr) string {
	switch e := e.(type) {
	case *Bool:
		return fmt.Sprint(e.Value)
	case *Compare:
		s := "(" + dumpA(e.Args[0])
		for i, op := range e.Ops {
			s += " " + op.String() + " " + dumpA(e.Args[i+1])
		}
		return s + ")"
	case *Not:
		return "(not " + dumpB(e.X) + ")"
	case *Logic:
		return "(" + e.Op.String() + " " + dumpB(e.X) + " " + dumpB(e.Y) + ")"
	}
	return "?"
}

var accepted = []struct{ title, src, want string }{
	// What the published front ends misread.
	{"literals from 3 upwards", "x = 3 y = 4 z = 5 u = 42", "[x = 3; y = 4; z = 5; u = 42]"},
	{"minus associates to the left", "x = 10 - 3 + 2", "[x = (+ (- 10 3) 2)]"},
	{"nothing after the first program is dropped", "x = 1\n\ny = 2\nfail", "[x = 1; y = 2; fail]"},
	{"ory is a name", "ory = 1", "[ory = 1]"},
	{"ory after an expression", "x = y ory = 1", "[x = y; ory = 1]"},
	{"assumex is a name", "assumex = 1", "[assumex = 1]"},
	{"blank before a closing parenthesis", "x = (1 + 2 )\nassert (x = 3 )", "[x = (+ 1 2); assert (x == 3)]"},
	{"negative literal", "x = -1", "[x = -1]"},

	// Names that look like keywords.
	{"keywords are whole words", "dodo = 1 order = 2 iff = 3 trueish = 4",
		"[dodo = 1; order = 2; iff = 3; trueish = 4]"},
	{"more of these", "iffy = 1 dox = 1 notx = 1 andy = 1 fix = 1 odd = 1",
		"[iffy = 1; dox = 1; notx = 1; andy = 1; fix = 1; odd = 1]"},
	{"keyword before", "x_if = 1 xor = 2 nand = 3", "[x_if = 1; xor = 2; nand = 3]"},
	{"keywords with digits", "if1 = 1 do_ = 2", "[if1 = 1; do_ = 2]"},
	{"case matters", "If = 1 SKIP = 2 True = 3", "[If = 1; SKIP = 2; True = 3]"},
	{"option words are not reserved", "division = 1 floor = 2 truncate = 3", "[division = 1; floor = 2; truncate = 3]"},
	{"underscores", "_ = 1 __ = 2 _1 = 3", "[_ = 1; __ = 2; _1 = 3]"},
	{"keywords touching parentheses", "while(x<1)do if(x=1)then skip else fail fi od",
		"[while (x < 1) [if (x == 1) [skip] [fail]]]"},
	{"not touching a parenthesis", "assert not(a < b)and(c < d)", "[assert (and (not (a < b)) (c < d))]"},

	// Separators.
	{"statements without separators", "x = 1 y = 2 skip fail", "[x = 1; y = 2; skip; fail]"},
	{"name after name ends an expression", "x = a y = b", "[x = a; y = b]"},
	{"an expression goes on over lines", "x = a\n- b\n* 2", "[x = (- a (* b 2))]"},
	{"stray semicolons", ";;x = 1;;\n;y = 2;;", "[x = 1; y = 2]"},
	{"semicolon before closing brackets", "if a<1 {x=1;} if a<1 then x=1; else y=1; fi while a<1 do x=1; od",
		"[if (a < 1) [x = 1] nil; if (a < 1) [x = 1] [y = 1]; while (a < 1) [x = 1]]"},
	{"semicolons alone in blocks", "if a<1 {;} else {;;}", "[if (a < 1) [] []]"},
	{"semicolon between brace and else", "if a<1 { }; else { }", "[if (a < 1) [] []]"},
	{"tabs and carriage returns", "x\t=\r\n\t1\r\ny = 2\r\n", "[x = 1; y = 2]"},
	{"byte order mark", "\ufeffx = 1", "[x = 1]"},
	{"no final newline after a comment", "x = 1 # end", "[x = 1]"},
	{"no blanks", "x=1;y=2", "[x = 1; y = 2]"},

	// Arithmetic.
	{"assignment with :=", "x := 1 y:=x", "[x = 1; y = x]"},
	{"product before sum", "x = a + b * c - d / e % f", "[x = (- (+ a (* b c)) (% (/ d e) f))]"},
	{"division associates to the left", "x = a / b / c % d * e", "[x = (* (% (/ (/ a b) c) d) e)]"},
	{"subtraction associates to the left", "x = a - b - c", "[x = (- (- a b) c)]"},
	{"parentheses to the right", "x = a - (b - c)", "[x = (- a (- b c))]"},
	{"minus without blanks", "x=-1", "[x = -1]"},
	{"difference, not a negative literal", "x = y -1", "[x = (- y 1)]"},
	{"difference of literals", "x = 1 -1", "[x = (- 1 1)]"},
	{"difference without blanks", "x = 1-1", "[x = (- 1 1)]"},
	{"minus a negative literal", "x = y - -1", "[x = (- y -1)]"},
	{"minus minus without a blank", "x = y--1", "[x = (- y -1)]"},
	{"blank inside a negative literal", "x = - \n 1", "[x = -1]"},
	{"negated parenthesised literal", "x = -(3)", "[x = (neg 3)]"},
	{"negated negative literal", "x = --3", "[x = (neg -3)]"},
	{"negated negated variable", "x = --y", "[x = (neg (neg y))]"},
	{"negation before product", "x = -y * z", "[x = (* (neg y) z)]"},
	{"product with a negation", "x = y * -z", "[x = (* y (neg z))]"},
	{"negative literal before product", "x = -2 * 3", "[x = (* -2 3)]"},
	{"minus zero", "x = -0", "[x = 0]"},
	{"leading zeros", "x = 007", "[x = 7]"},
	{"big literal", "x = 123456789012345678901234567890", "[x = 123456789012345678901234567890]"},
	{"many parentheses", "x = ((((1))))", "[x = 1]"},

	// Conditions.
	{"equality with one sign", "assert x = 1", "[assert (x == 1)]"},
	{"equality with two signs", "assert x == 1", "[assert (x == 1)]"},
	{"assignment, then condition", "x = 1 assert x = 1 y = 2", "[x = 1; assert (x == 1); y = 2]"},
	{"not of a comparison", "assert not a < b", "[assert (not (a < b))]"},
	{"not before and", "assert not a < b and c < d", "[assert (and (not (a < b)) (c < d))]"},
	{"not after and", "assert a < b and not c < d or e < f", "[assert (or (and (a < b) (not (c < d))) (e < f))]"},
	{"not not", "assert not not true", "[assert (not (not true))]"},
	{"C's connectives", "assert !a < b && c < d || !true", "[assert (or (and (not (a < b)) (c < d)) (not true))]"},
	{"exclamation mark before equals", "assert a!=b and !a=b", "[assert (and (a != b) (not (a == b)))]"},
	{"and before or", "assert a<1 or b<1 and c<1 or d<1", "[assert (or (or (a < 1) (and (b < 1) (c < 1))) (d < 1))]"},
	{"and associates to the left", "assert a<1 and b<1 and c<1", "[assert (and (and (a < 1) (b < 1)) (c < 1))]"},
	{"parenthesised conditions", "assert a<1 and (b<1 and (c<1))", "[assert (and (a < 1) (and (b < 1) (c < 1)))]"},
	{"chain", "assume 0 <= k <= 100", "[assume (0 <= k <= 100)]"},
	{"chain without blanks", "assert a<b<c", "[assert (a < b < c)]"},
	{"mixed chain", "assert a < b = c != d >= e > f == g", "[assert (a < b == c != d >= e > f == g)]"},
	{"sums in comparisons", "assert a + 1 < b * 2", "[assert ((+ a 1) < (* b 2))]"},
	{"parenthesised sum first", "assert (x + 1) < 3", "[assert ((+ x 1) < 3)]"},
	{"parenthesised comparison", "assert (x < 3)", "[assert (x < 3)]"},
	{"both", "assert ((x) < (3)) and ((x + 1) < 3)", "[assert (and (x < 3) ((+ x 1) < 3))]"},
	{"comparison with a negative literal", "assert x<-1", "[assert (x < -1)]"},
	{"truth values", "assert true or false", "[assert (or true false)]"},

	// Blocks.
	{"if in both layouts", "if a<1 {x=1} else {x=2} if a<1 then x=1 else x=2 fi",
		"[if (a < 1) [x = 1] [x = 2]; if (a < 1) [x = 1] [x = 2]]"},
	{"no else and an empty else differ", "if a<1 { } if a<1 { } else { }", "[if (a < 1) [] nil; if (a < 1) [] []]"},
	{"empty blocks in words", "if a<1 then else fi if a<1 then fi while a<1 do od",
		"[if (a < 1) [] []; if (a < 1) [] nil; while (a < 1) []]"},
	{"else if", "if a<1 { } else if b<1 { } else { skip }", "[if (a < 1) [] [if (b < 1) [] [skip]]]"},
	{"else if in words has two fi", "if a<1 then else if b<1 then else skip fi fi",
		"[if (a < 1) [] [if (b < 1) [] [skip]]]"},
	{"else if in words goes on", "if a<1 then else if b<1 then fi skip fi",
		"[if (a < 1) [] [if (b < 1) [] nil; skip]]"},
	{"else if changes the layout", "if a<1 { } else if b<1 then skip fi", "[if (a < 1) [] [if (b < 1) [skip] nil]]"},
	{"braces inside words", "if a<1 then while b<1 { x=1 } else if c<1 { } else { } fi",
		"[if (a < 1) [while (b < 1) [x = 1]] [if (c < 1) [] []]]"},
	{"words inside braces", "while a<1 { if b<1 then x=1 fi while c<1 do od }",
		"[while (a < 1) [if (b < 1) [x = 1] nil; while (c < 1) []]]"},
	{"else belongs to the nearest if with braces", "if a<1 then if b<1 { } else { } fi",
		"[if (a < 1) [if (b < 1) [] []] nil]"},
	{"semicolon ends the if inside then", "if a<1 then if b<1 { }; else skip fi",
		"[if (a < 1) [if (b < 1) [] nil] [skip]]"},
	{"loop", "loop a<1 { skip } loop a<1 do skip od", "[while (a < 1) [skip]; while (a < 1) [skip]]"},
	{"condition ends before a brace", "while x < y { }", "[while (x < y) []]"},

	// Declarations, macros and calls.
	{"input", "input x, y\ninput z skip", "[input [x y]; input [z]; skip]"},
	{"option", "option division truncate skip", "[option division truncate; skip]"},
	{"macro", "macro f(a, b) begin a = b end f(x, 1 + 2)", "[macro f [a b] [a = b]; call f x (+ 1 2)]"},
	{"macro with braces", "macro f(a) { a = 1 } f(x)", "[macro f [a] [a = 1]; call f x]"},
	{"macro without parameters", "macro f begin end macro g() begin end f g() f",
		"[macro f [] []; macro g [] []; call f; call g; call f]"},
	{"call before an assignment", "f x = 1", "[call f; x = 1]"},
	{"call on a line of its own", "f\nif a<1 { f } f", "[call f; if (a < 1) [call f] nil; call f]"},
	{"a call with nothing in parentheses", "f( )", "[call f]"},
	{"a file of assumptions", "assume true", "[assume true]"},
	{"skip alone", "skip", "[skip]"},

	// Comments.
	{"all comments", "# a\n// b\n(* c *) x (* d *) = (* e *) 1 # f", "[x = 1]"},
	{"nested comment", "(* a (* b *) c *) skip", "[skip]"},
	{"comment opened by a parenthesis and a star", "x = 2 *(*c*) 3", "[x = (* 2 3)]"},
	{"no other comments in a comment", "(* # *) skip // (*\nskip # (*", "[skip; skip]"},
	{"two slashes are not division", "x = 7 // 2", "[x = 7]"},
	{"comment between digits and letters", "x = 3(**)y = 4", "[x = 3; y = 4]"},
	{"UTF-8 in comments", "# größer als ∅\nskip (* 日本 *)", "[skip]"},
}

func TestAccepted(t *testing.T) {
	for _, c := range accepted {
		f, err := Parse("t", []byte(c.src))
		if err != nil {
			t.Errorf("%s: %q: %v", c.title, c.src, err)
		} else if got := dump(f.Body); got != c.want {
			t.Errorf("%s: %q:\n got %s\nwant %s", c.title, c.src, got, c.want)
		}
	}
}

var rejected = []struct{ title, src, want string }{
	// What the published front ends let through.
	{"text after the first program", "x = 1 )", `1:7: found ")", want a statement`},
	{"a second operand", "x = 1 2", `1:7: found "2", want a statement`},
	{"leftover closing brace", "x = 1 }", `1:7: found "}", want a statement`},
	{"keyword as a variable", "or = 1", `1:1: found "or", want a statement`},
	{"keyword as a variable again", "x = if", `1:5: found "if", want an expression`},
	{"assigning true", "true = 1", `1:1: found "true", want a statement`},
	{"assigning loop", "loop = 1", `1:6: found "=", want an expression`},
	{"or at the start of a condition", "assert or y = 1", `1:8: found "or", want an expression`},
	{"number into name", "x=1y=2", `1:4: found "y" directly after a number`},
	{"number into keyword", "assert x < 3and x > 1", `1:13: found "a" directly after a number`},
	{"number into underscore", "x = 10_000", `1:7: found "_" directly after a number`},
	{"hexadecimal number", "x = 0x10", `1:6: found "x" directly after a number`},
	{"decimal fraction", "x = 1.5", `1:6: found ".", which has no meaning here`},

	// Sorts.
	{"variable as a condition", "while x { skip }", "1:7: found an integer expression, want a condition"},
	{"parenthesised variable as a condition", "while (x) { skip }",
		"1:7: found an integer expression, want a condition"},
	{"sum as a condition", "if x + 1 { skip }", "1:4: found an integer expression, want a condition"},
	{"negation as a condition", "assert -x", "1:8: found an integer expression, want a condition"},
	{"comparison as a value", "x = a < b", "1:5: found a condition, want an integer expression"},
	{"equality as a value", "x = y = 1", "1:5: found a condition, want an integer expression"},
	{"truth value as a value", "x = true", "1:5: found a condition, want an integer expression"},
	{"compared comparison", "assert (a < b) = c", "1:8: found a condition, want an integer expression"},
	{"compared comparison at the right", "assert a < (b < c)", "1:12: found a condition, want an integer expression"},
	{"comparison of truth values", "assert true = false", "1:8: found a condition, want an integer expression"},
	{"sum of conditions", "x = 1 + (a < b)", "1:9: found a condition, want an integer expression"},
	{"negated condition", "x = -(a < b)", "1:6: found a condition, want an integer expression"},
	{"not of an integer", "assert not x", "1:12: found an integer expression, want a condition"},
	{"and of integers", "assert x and y", "1:8: found an integer expression, want a condition"},
	{"condition as an argument", "f(a < b)", "1:3: found a condition, want an integer expression"},
	{"not inside a comparison", "assert a < not b", `1:12: found "not", want an integer expression`},
	{"not inside a sum", "x = 1 + not y", `1:9: found "not", want an integer expression`},
	{"minus not", "x = -not y", `1:6: found "not", want an integer expression`},

	// Expressions.
	{"nothing assigned", "x =", "1:4: found end of file, want an expression"},
	{"nothing assigned before a statement", "x = \nwhile a<1 { }", `2:1: found "while", want an expression`},
	{"missing operand", "x = 1 + * 2", `1:9: found "*", want an expression`},
	{"unary plus", "x = +1", `1:5: found "+", want an expression`},
	{"empty parentheses", "x = ()", `1:6: found ")", want an expression`},
	{"open parenthesis", "x = (1 + 2", `1:11: found end of file, want ")"`},
	{"parenthesis left open over lines", "x = (1 + 2\ny = 3\nz = 4", `2:1: found "y", want ")"`},
	{"call in an expression", "x = f(1)", `1:6: found "(", want a statement`},
	{"two comparison signs", "assert a <> b", `1:11: found ">", want an expression`},
	{"equals before less", "assert a =< b", `1:11: found "<", want an expression`},
	{"power", "x = a ** b", `1:8: found "*", want an expression`},

	// Statements.
	{"equality as a statement", "x == 1", `1:3: found "==", want "="`},
	{"increment", "x++", `1:2: found "+", want "="`},
	{"assigning a number", "1 = x", `1:1: found "1", want a statement`},
	{"a block by itself", "{ skip }", `1:1: found "{", want a statement`},
	{"condition missing", "while { skip }", `1:7: found "{", want an expression`},
	{"wrong closing word", "if a<1 then skip od", `1:18: found "od", want "else" or "fi"`},
	{"missing fi", "if a<1 then skip", `1:17: found end of file, want "else" or "fi"`},
	{"missing fi after else", "if a<1 then else skip", `1:22: found end of file, want "fi"`},
	{"one fi for two ifs", "if a<1 then else if b<1 then fi", `1:32: found end of file, want "fi"`},
	{"missing od", "while a<1 do skip", `1:18: found end of file, want "od"`},
	{"missing brace", "while a<1 { skip", `1:17: found end of file, want "}"`},
	{"missing brace before od", "while a<1 do if b<1 { skip od x = 1", `1:28: found "od", want "}"`},
	{"missing opening brace", "while a<1 skip", `1:11: found "skip", want "{" or "do"`},
	{"missing then", "if a<1 skip fi", `1:8: found "skip", want "{" or "then"`},
	{"do for then", "if a<1 do skip od", `1:8: found "do", want "{" or "then"`},
	{"braces after then", "if a<1 then { skip } fi", `1:13: found "{", want a statement`},
	{"else without an if", "skip else skip", `1:6: found "else", want a statement`},
	{"two elses", "if a<1 {} else {} else {}", `1:19: found "else", want a statement`},
	{"else without braces", "if a<1 { } else skip", `1:17: found "skip", want "{" or "if"`},
	{"else with braces before a word", "if a<1 then if b<1 { } else skip fi", `1:29: found "skip", want "{" or "if"`},
	{"skip with an operand", "skip 1", `1:6: found "1", want a statement`},
	{"assume of nothing", "assume", "1:7: found end of file, want an expression"},
	{"two statements in an assignment", "x = := 1", `1:5: found ":=", want an expression`},
	{"comma between statements", "x = 1, y = 2", `1:6: found ",", want a statement`},

	// Declarations, macros and calls.
	{"unknown option", "option rounding up\nskip", `1:8: found "rounding", want an option`},
	{"unknown rounding", "option division up\nskip", `1:17: found "up", want "floor" or "truncate"`},
	{"option without a value", "option division\nx = 1", `2:1: found "x", want "floor" or "truncate"`},
	{"option twice", "option division floor\noption division floor\nskip",
		`2:1: found the option "division" twice, want it once`},
	{"input twice", "input x, y, x skip", "1:13: found the input x twice, want different names"},
	{"input twice in two lines", "input x\ninput x\nskip", "2:7: found the input x twice, want different names"},
	{"input without a name", "input\nskip", `2:1: found "skip", want an input's name`},
	{"input ending with a comma", "input x, 1\nskip", `1:10: found "1", want an input's name`},
	{"parameter twice", "macro f(a, b, a) begin end skip", "1:15: found the parameter a twice, want different names"},
	{"macro without a name", "macro (a) begin end\nskip", `1:7: found "(", want the macro's name`},
	{"macro without a body", "macro f(a) a = 1\nskip", `1:12: found "a", want "begin"`},
	{"macro without end", "macro f(a) begin a = 1", `1:23: found end of file, want "end"`},
	{"parameters left open", "macro f(a begin end\nskip", `1:11: found "begin", want ")"`},
	{"number as a parameter", "macro f(1) begin end\nskip", `1:9: found "1", want a parameter's name`},
	{"macro in a block", "if a<1 { macro f begin end }", `1:10: found "macro", want a statement`},
	{"macro in a macro", "macro f begin macro g begin end end skip", `1:15: found "macro", want a statement`},
	{"input in a block", "while a<1 do input x od", `1:14: found "input", want a statement`},
	{"option in a block", "if a<1 { option division floor }", `1:10: found "option", want a statement`},
	{"local outside macros", "local t = 1", `1:1: found "local", want a statement`},
	{"local in a block outside macros", "while a<1 do local t = 1 od", `1:14: found "local", want a statement`},
	{"local after a macro", "macro f begin local t = 1 end local u = 2", `1:31: found "local", want a statement`},
	{"local without a value", "macro f begin local t end skip", `1:23: found "end", want "="`},
	{"local without a name", "macro f begin local = 1 end skip", `1:21: found "=", want the local variable's name`},
	{"local with two names", "macro f begin local t, u = 1 end skip", `1:22: found ",", want "="`},
	{"local of a condition", "macro f begin local t = a < 1 end skip",
		"1:25: found a condition, want an integer expression"},
	{"a variable named local", "local = 1", `1:1: found "local", want a statement`},
	{"arguments left open", "f(1, 2", `1:7: found end of file, want ")"`},
	{"missing argument", "f(1, )", `1:6: found ")", want an expression`},
	{"arguments without a comma", "f(1 2)", `1:5: found "2", want ")"`},

	// Characters and comments.
	{"unterminated comment", "x = 1\n (* comment", `2:2: found "(*" without its "*)"`},
	{"unterminated nested comment", "skip (* a (* b *)", `1:6: found "(*" without its "*)"`},
	{"star shared by both ends of a comment", "skip (*)", `1:6: found "(*" without its "*)"`},
	{"end of a comment alone", "skip *)", `1:6: found "*", want a statement`},
	{"letter beyond ASCII", "größe = 1", "1:3: found the character 'ö' (U+00F6), want ASCII outside comments"},
	{"sign beyond ASCII", "assert x ≤ 1", "1:10: found the character '≤' (U+2264), want ASCII outside comments"},
	{"columns count bytes", "(* ö *) ?", `1:10: found "?", which has no meaning here`},
	{"byte order mark inside", "x = 1\n\ufeffy = 2",
		"2:1: found U+FEFF BYTE ORDER MARK, want text without control characters"},
	{"carriage return alone", "x = 1\ry = 2",
		"1:6: found U+000D CARRIAGE RETURN, want text without control characters"},
	{"carriage return alone in a comment", "skip # a\rfail",
		"1:9: found U+000D CARRIAGE RETURN, want text without control characters"},
	{"carriage return at the end", "skip\r", "1:5: found U+000D CARRIAGE RETURN, want text without control characters"},
	{"two carriage returns before a line feed", "skip\r\r\nskip",
		"1:5: found U+000D CARRIAGE RETURN, want text without control characters"},
	{"escape in a comment", "skip (* \x1b[2K *)", "1:9: found U+001B ESCAPE, want text without control characters"},
	{"line separator in a comment", "skip\n// a\u2028fail",
		"2:5: found U+2028 LINE SEPARATOR, want text without control characters"},
	{"paragraph separator between statements", "skip\u2029skip",
		"1:5: found U+2029 PARAGRAPH SEPARATOR, want text without control characters"},
	{"override in a comment", "skip (* \u202e *)",
		"1:9: found U+202E RIGHT-TO-LEFT OVERRIDE, want text without control characters"},
	{"mark outside comments", "x\u200e = 1",
		"1:2: found U+200E LEFT-TO-RIGHT MARK, want text without control characters"},
	{"two in a text, and a syntax error", "x = ) # \u2066\nskip # \u2069",
		"1:9: found U+2066 LEFT-TO-RIGHT ISOLATE, want text without control characters"},
	{"two byte order marks", "\ufeff\ufeffskip",
		"1:1: found U+FEFF BYTE ORDER MARK, want text without control characters"},
	{"invalid UTF-8 before a control character", "# \x1b\nskip # \xff", "2:8: found the byte 0xff, want UTF-8"},
	{"one ampersand", "assert a<1 & b<1", `1:12: found "&", want "&&"`},
	{"one bar", "assert a<1 | b<1", `1:12: found "|", want "||"`},
	{"colon alone", "x : 1", `1:3: found ":", want ":="`},
	{"dollar sign", "$x = 1", `1:1: found "$", which has no meaning here`},
	{"quotes", `x = "1"`, `1:5: found "\"", which has no meaning here`},
	{"control character", "x = 1\x01", "1:6: found the control character U+0001, want text without control characters"},

	// Whole files.
	{"empty file", "", "the file holds no program"},
	{"blanks and comments only", " \n# nothing\n", "the file holds no program"},
	{"byte order mark only", "\ufeff", "the file holds no program"},
	{"declarations only", "input x macro f begin skip end", "the file holds no program"},
	{"semicolon only", ";", "the file holds no program"},
	{"NUL", "x = 1\ny \x00\x00\x00", "2:3: found a NUL byte, want text"},
	{"invalid UTF-8", "x = \xff", "1:5: found the byte 0xff, want UTF-8"},
	{"invalid UTF-8 in a comment", "x = 1\n# caf\xe9", "2:6: found the byte 0xe9, want UTF-8"},
	{"UTF-16", "\xff\xfex\x00", "1:4: found a NUL byte, want text"},

	// Of several errors the first one that is met.
	{"two lines", "x = 1 +\ny = = 2\nz = )\nskip", `2:5: found "=", want an expression`},
	{"inside a broken loop", "while a < { x = ) }\ny = )", `1:11: found "{", want an expression`},
	{"wrong brackets", "while a<1 do x = 1 }\ny = 2", `1:20: found "}", want "od"`},
	{"two options, two inputs, and no program", "input x, x option division floor option division floor",
		"1:10: found the input x twice, want different names"},
	{"open blocks", "while a<1 { if b<1 { while c<1 {", `1:33: found end of file, want "}"`},
}

// messages returns the errors without the file's name and without advice.
func messages(t *testing.T, err error) string {
	t.Helper()
	var list source.ErrorList
	if !errors.As(err, &list) {
		t.Fatalf("%v is a %T, want a source.ErrorList", err, err)
	}
	var out []string
	for _, e := range list {
		if e.File != "t" {
			t.Errorf("%v: want the file's name", e)
		}
		out = append(out, strings.TrimLeft(strings.TrimPrefix(e.Error(), "t:"), " "))
	}
	return strings.Join(out, " | ")
}

func TestRejected(t *testing.T) {
	for _, c := range rejected {
		f, err := Parse("t", []byte(c.src))
		if err == nil {
			t.Errorf("%s: %q is accepted: %s", c.title, c.src, dump(f.Body))
		} else if got := messages(t, err); got != c.want {
			t.Errorf("%s: %q:\n got %s\nwant %s", c.title, c.src, got, c.want)
		}
	}
	if len(rejected) <= len(accepted) {
		t.Errorf("%d rejections, %d acceptances: want more rejections", len(rejected), len(accepted))
	}
}

func TestAdvice(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"x == 1", "t:1:3: found \"==\", want \"=\"\n  hint: an assignment is written x = e"},
		{"skip # \u202d", "t:1:8: found U+202D LEFT-TO-RIGHT OVERRIDE, want text without control characters\n  hint: vouch fmt -w puts blanks in its place"},
		{"macro f begin local t end skip",
			"t:1:23: found \"end\", want \"=\"\n  hint: a local variable has a value from the start: local x = 0"},
		{"option up", "t:1:8: found \"up\", want an option\n  hint: the only option is \"division\""},
		{"x = 3y", "t:1:6: found \"y\" directly after a number\n  hint: names begin with a letter; a product is written 3 * x"},
		{"x = f(1)", "t:1:6: found \"(\", want a statement\n  hint: only macros are called, as statements of their own"},
	} {
		if _, err := Parse("t", []byte(c.src)); err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.src, err, c.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	src := "\n  if a + 1 < -2 and not true {\n\tx = -(b * 3) }"
	f, err := Parse("t", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	s := f.Body.Stmts[0].(*If)
	and := s.Cond.(*Logic)
	less := and.X.(*Compare)
	assign := s.Then.Stmts[0].(*Assign)
	neg := assign.Value.(*Neg)
	for _, c := range []struct {
		what string
		got  Pos
		want string
	}{
		{"if", s.Pos(), "2:3"},
		{"and", and.Pos(), "2:17"},
		{"comparison", less.Pos(), "2:12"},
		{"sum", less.Args[0].Pos(), "2:8"},
		{"negative literal", less.Args[1].Pos(), "2:14"},
		{"not", and.Y.Pos(), "2:21"},
		{"truth value", and.Y.(*Not).X.Pos(), "2:25"},
		{"assignment", assign.Pos(), "3:2"},
		{"negation", neg.Pos(), "3:6"},
		{"product", neg.X.Pos(), "3:10"},
		{"variable", neg.X.(*Arith).X.Pos(), "3:8"},
	} {
		if c.got.String() != c.want {
			t.Errorf("%s is at %v, want %s", c.what, c.got, c.want)
		}
	}
}

// Whole files that are large, deep or hostile.
func TestExtremes(t *testing.T) {
	const depth, tooDeep, megabytes = 10_000, 100_000, 5 << 20
	rep := strings.Repeat
	nested := func(n int, open, inside, close string) string { return rep(open, n) + inside + rep(close, n) }
	deepError := "nested deeper than 20000 levels"
	for _, c := range []struct{ title, src, want string }{
		{"deep parentheses", "x = " + nested(depth, "(", "y", ")"), ""},
		{"deep sums to the right", "x = " + nested(depth, "1 - (", "y", ")"), ""},
		{"deep sums to the left", "x = " + nested(depth, "(", "y", "- 1)"), ""},
		{"deep minus signs", "x = " + nested(depth, "-(", "y", ")"), ""},
		{"bare minus signs", "x = " + nested(depth, "-", "y", ""), ""},
		{"deep nots", "assert " + nested(depth, "not(", "true", ")"), ""},
		{"deep ifs", nested(depth, "if a<1 {", "x = 1", "}"), ""},
		{"deep ifs in words", nested(depth, "if a<1 then ", "x = 1 ", "fi "), ""},
		{"deep loops", nested(depth, "while a<1 do ", "x = 1", " od"), ""},
		{"deep else ifs", nested(depth, "if a<1 { } else ", "if a<1 { }", ""), ""},
		{"deep elses", nested(depth, "if a<1 { } else {", "skip", "}"), ""},
		{"long sum", "x = y" + rep(" + y", depth), ""},
		{"long conjunction", "assert true" + rep(" and true", depth), ""},
		{"long chain", "assert x" + rep(" < x", depth), ""},
		{"deep comments", nested(tooDeep, "(*", "c", "*)") + "skip", ""},
		{"many semicolons", "skip" + rep(";", megabytes), ""},
		{"many comments and semicolons", "skip\n" + rep("# c\n;", megabytes/5), ""},
		{"many statements", rep("x = x + 1\n", megabytes/10), ""},
		{"many calls", rep("f ", megabytes/10), ""},
		{"long name", rep("x", megabytes) + " = 1", ""},
		{"big literal", "x = " + rep("7", MaxDigits), ""},

		{"too deep parentheses", "x = " + nested(tooDeep, "(", "y", ")"), "1:20005: " + deepError},
		{"too deep and open", "x = " + rep("(", megabytes), "1:20005: " + deepError},
		{"too deep sums to the right", "x = " + nested(tooDeep, "1 - (", "y", ")"), "1:100009: " + deepError},
		{"too deep minus signs", "x = " + rep("-", tooDeep) + "y", "1:20006: " + deepError},
		{"too deep nots", "assert " + rep("!", tooDeep) + "true", "1:20008: " + deepError},
		{"too deep ifs", rep("if a<1 {\n", tooDeep), "20000:5: " + deepError},
		{"too deep loops", rep("while a<1 do\n", tooDeep) + rep("od\n", tooDeep), "20000:8: " + deepError},
		{"too many else ifs", rep("if a<1 { } else\n", tooDeep) + "skip", "20000:5: " + deepError},
		{"too long sum", "x = y" + rep(" + y", megabytes/4), "1:80003: " + deepError},
		{"too long conjunction", "assert true" + rep("\nand true", megabytes/9), "20001:1: " + deepError},
		{"too long chain", "assert x" + rep(" < x", megabytes/4), "1:10: " + deepError},
		{"too deep together", nested(10_000, "if a<1 {", "x = "+nested(15_000, "(1 - ", "y", ")"), "}"),
			"1:130005: " + deepError},
		{"too big literal", "x = " + rep("7", MaxDigits+1),
			"1:5: found a number of 100001 digits, want at most 100000"},
		{"gigantic literal", "x = -" + rep("7", megabytes),
			"1:6: found a number of 5242880 digits, want at most 100000"},
		{"gigantic source", rep(" ", MaxSource+1),
			"found more than 16777216 bytes, the limit on the size of a program"},
		{"long token in the way", "x = 1 + " + rep("2", 1000) + " " + rep("3", 1000),
			"1:1010: found \"" + rep("3", 40) + "...\", want a statement"},
		{"open comments", rep("(* ", megabytes/3), `1:1: found "(*" without its "*)"`},
		{"closing braces", rep("} ", megabytes/2), `1:1: found "}", want a statement`},
	} {
		f, err := Parse("t", []byte(c.src))
		got := ""
		if err != nil {
			got = messages(t, err)
		}
		if got != c.want {
			t.Errorf("%s:\n got %.300s\nwant %s", c.title, got, c.want)
		}
		if err == nil && f == nil {
			t.Errorf("%s: neither a file nor an error", c.title)
		}
	}
}

// The list of keywords in the grammar is the scanner's.
func TestGrammarListsKeywords(t *testing.T) {
	text, err := os.ReadFile("grammar.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "The keywords are not names:\n")
	line, _, _ := strings.Cut(rest, "\n")
	listed := strings.Fields(line)
	slices.Sort(listed)
	var want []string
	for k := range keywords {
		want = append(want, k)
	}
	slices.Sort(want)
	if !slices.Equal(listed, want) {
		t.Errorf("grammar.txt lists %q, the scanner knows %q", listed, want)
	}
}
