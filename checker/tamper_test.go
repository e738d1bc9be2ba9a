package checker

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/semantics/term"
)

// This file forges certificates: it changes one thing that a valid certificate says, gives it a fresh digest, and wants the
// checker to object, for the right reason.

// tamperedSource is a program whose certificates have something in every field: 9 decisions in 2 bytes, 8 checkpoints, opaque
// symbols, a conjunct with a connective, an input that does not matter and variables that are unbound at first.
const tamperedSource = `macro half(x, y) begin
  y = x / 2
end
input n, d, free
assume 0 <= n <= 100 and d != 7
i = 0
while i < n {
  half(i, h)
  i = i + 1
}
if d == 0 or n / d > 1 {
  assert n * d < 12 # or more
}
`

func tampered(t testing.TB) *certs.Bug { return mustCertify(t, tamperedSource, "n=6 d=3 free=0") }

func constant(v int64) *certs.Linear { return &certs.Linear{Const: big.NewInt(v)} }

func TestTamperedIsValidBefore(t *testing.T) {
	c := tampered(t)
	if _, err := Check(c.Seal(), []byte(tamperedSource), DefaultLimits); err != nil {
		t.Fatal(err)
	}
	if c.Trace.Branches != 9 || len(c.Trace.Decisions) != 2 || len(c.Trace.Checkpoints) != 8 || len(c.Path.Opaque) != 2 ||
		len(c.Path.Inputs) != 2 || len(c.Path.Conjuncts[11]) != 3 || c.Fault.Line != 12 {
		t.Errorf("the certificate is not as rich as the cases need it: %+v", c)
	}
}

func TestTampering(t *testing.T) {
	for _, c := range []struct {
		title  string
		edit   func(*certs.Bug)
		reason string
	}{
		// Program.
		{"another language", func(c *certs.Bug) { c.Program.Language = "c" }, `found language "c" version 1, want one of imp 1`},
		{"no language", func(c *certs.Bug) { c.Program.Language = "" }, "found language"},
		{"a language in capitals", func(c *certs.Bug) { c.Program.Language = "IMP" }, "found language"},
		{"a language with a blank", func(c *certs.Bug) { c.Program.Language = "imp " }, "found language"},
		{"a language that swallows the version", func(c *certs.Bug) { c.Program.Language, c.Program.Version = "imp 1", 0 }, "found language"},
		{"a later version", func(c *certs.Bug) { c.Program.Version = 2 }, "version 2"},
		{"version 0", func(c *certs.Bug) { c.Program.Version = 0 }, "version 0"},
		{"a huge version", func(c *certs.Bug) { c.Program.Version = math.MaxUint64 }, "version 18446744073709551615"},
		{"the other division", func(c *certs.Bug) { c.Program.Options = map[string]string{"division": "truncate"} }, "options"},
		{"an option's value in capitals", func(c *certs.Bug) { c.Program.Options = map[string]string{"division": "Floor"} }, "options"},
		{"no options", func(c *certs.Bug) { c.Program.Options = map[string]string{} }, "options"},
		{"an option more", func(c *certs.Bug) { c.Program.Options = map[string]string{"division": "floor", "width": "32"} }, "options"},
		{"another option", func(c *certs.Bug) { c.Program.Options = map[string]string{"rounding": "floor"} }, "options"},
		{"no name", func(c *certs.Bug) { c.Program.Name = "" }, "name"},
		{"a name with a folder", func(c *certs.Bug) { c.Program.Name = "dir/test.imp" }, "name"},
		{"an absolute name", func(c *certs.Bug) { c.Program.Name = "/test.imp" }, "name"},
		{"the name of a folder", func(c *certs.Bug) { c.Program.Name = "test/" }, "name"},
		{"a name with a backslash", func(c *certs.Bug) { c.Program.Name = `dir\test.imp` }, "name"},
		{"the name of this folder", func(c *certs.Bug) { c.Program.Name = "." }, "name"},
		{"the name of the folder above", func(c *certs.Bug) { c.Program.Name = ".." }, "name"},
		{"the name of the root", func(c *certs.Bug) { c.Program.Name = "/" }, "name"},
		{"a name with a line end", func(c *certs.Bug) { c.Program.Name = "a.imp\nvalid bug" }, "name"},
		{"a name with a NUL", func(c *certs.Bug) { c.Program.Name = "a.imp\x00" }, "name"},
		{"a name with an escape", func(c *certs.Bug) { c.Program.Name = "\x1b[2Ja.imp" }, "name"},
		{"a name with a delete", func(c *certs.Bug) { c.Program.Name = "a\x7f.imp" }, "name"},
		{"a name with an escape of eight bits", func(c *certs.Bug) { c.Program.Name = "\u009b2Ja.imp" }, "name"},
		{"a name that is written backwards", func(c *certs.Bug) { c.Program.Name = "a\u202epmi.exe" }, "name"},
		{"a name with a character of no width", func(c *certs.Bug) { c.Program.Name = "a\u200b.imp" }, "name"},
		{"a name with a replacement character", func(c *certs.Bug) { c.Program.Name = "a\ufffd.imp" }, "name"},
		{"a name of 256 bytes", func(c *certs.Bug) { c.Program.Name = strings.Repeat("a", 256) }, "name"},
		{"a name of a megabyte", func(c *certs.Bug) { c.Program.Name = strings.Repeat("a", 1<<20) }, "name"},
		{"no source", func(c *certs.Bug) { c.Program.Source = nil }, "no program"},
		{"a source that is no program", source("assert n * d < 12", "assert n * d <"), "program:"},
		{"a source that is not UTF-8", source("or more", "\xff"), "UTF-8"},
		{"a source with a NUL", source("or more", "\x00"), "NUL"},
		{"the assertion removed", source("assert n * d < 12 # or more", "skip"), "trace"},
		{"the assertion made right", source("< 12", "< 19"), "decision 9"},
		{"the assertion stricter by what the input does not show", source("< 12", "< 11"), "path: conjunct"},
		{"the assertion on another line", source("assert n", "\nassert n"), "fault: found"},
		{"the assertion in another column", source("  assert n", "   assert n"), "fault: found"},
		{"the assertion a failure", source("assert n * d < 12", "if n * d >= 12 { fail }"), "decision 9"},
		{"the assertion over other operands", source("n * d", "n * 3"), "path: conjunct"},
		{"the assertion with its operands exchanged and one changed", source("n * d", "d * (n + 0 * n + 1 - 1 + i - n)"), "path"},
		{"the assumption removed", source("assume 0 <= n <= 100 and d != 7\n", "\n"), "path"},
		{"the assumption weaker", source("100", "101"), "path: conjunct 2"},
		{"the assumption stronger, and violated", source("0 <= n <= 100", "7 <= n <= 100"), "input: it violates the assumption at 5:22"},
		{"an assumption added that holds", source("i = 0", "assume d != 8 i = 0"), "path"},
		{"an input more in the source", source("n, d, free", "n, d, free, more"), "input: no value is given for the input more"},
		{"an input undeclared", source("n, d, free", "n, d"), "input: a value is given for free"},
		{"no declaration, so that all are inputs", source("input n, d, free\n", ""), "input: no value is given for the input h"},
		{"the other division in the source", source("macro", "option division truncate macro"), "options"},
		{"another loop bound", source("i < n", "i <= n"), "decision 7"},
		{"a step more in the loop", source("i = i + 1", "i = i + 1 skip"), "trace: step"},
		{"another macro body", source("x / 2", "x / 3"), "trace: step"},
		{"another value on the way that is overwritten", source("i = 0", "i = 9 i = 0"), "trace"},

		// Input.
		{"another value of an input in the path", value("n", 5), "trace: step"},
		{"another value of an input in the path, with the same decisions", func(c *certs.Bug) { everywhere(c, "d", big.NewInt(2)) }, "input: found d = 2, want 3"},
		{"another value in the class of the path, in the input alone", value("d", 2), "trace: step"},
		{"another value of an input that does not matter", value("free", 1), "trace: step"},
		{"a huge value of an input that does not matter", func(c *certs.Bug) {
			v := new(big.Int).Lsh(big.NewInt(1), 1000)
			everywhere(c, "free", v)
		}, "input: found free = "},
		{"another value of an input that does not matter, consistently", func(c *certs.Bug) { everywhere(c, "free", big.NewInt(1)) }, "input: found free = 1, want 0"},
		{"an input less", func(c *certs.Bug) { delete(c.Input, "d") }, "input: no value is given for the input d"},
		{"an input that does not matter less", func(c *certs.Bug) { delete(c.Input, "free") }, "input: no value is given for the input free"},
		{"a variable that is no input", value("i", 0), "input: a value is given for i, which is not an input"},
		{"a name that is no variable", value("zz", 0), "input: a value is given for zz, which is not a variable"},
		{"a name that would disturb a terminal", value("\x1b[2J", 0), "input: a value is given for \ufffd[2J"},
		{"a name with a line end", value("a\nvalid", 0), "input: a value is given for a valid"},
		{"an empty name", value("", 0), "input: a value is given for "},
		{"no input", func(c *certs.Bug) { c.Input = nil }, "input: no value is given"},
		{"a violated assumption", value("n", -1), "input: it violates the assumption at 5:22"},
		{"an assumption violated in its second half", value("d", 7), "input: it violates the assumption at 5:22"},
		{"an assumption violated at its edge", value("n", 101), "input: it violates the assumption at 5:22"},

		// Trace.
		{"a step less", func(c *certs.Bug) { steps(c, c.Trace.Steps-1) }, "trace"},
		{"a step more", func(c *certs.Bug) { steps(c, c.Trace.Steps+1) }, "trace"},
		{"twice as many steps", func(c *certs.Bug) { steps(c, 2*c.Trace.Steps) }, "trace"},
		{"no steps", func(c *certs.Bug) { steps(c, 0) }, "trace"},
		{"no steps and nothing else", func(c *certs.Bug) { c.Trace = certs.Trace{Final: c.Input} }, "fault: no fault after 0 steps"},
		{"2^63 steps", func(c *certs.Bug) { steps(c, 1<<63) }, "the step limit"},
		{"2^64 - 1 steps", func(c *certs.Bug) { steps(c, math.MaxUint64) }, "the step limit"},
		{"a step less and the checkpoints as they were", func(c *certs.Bug) { c.Trace.Steps-- }, "trace"},
		{"the first decision flipped", flip(0), "decision 1 is not the one that execution takes, true"},
		{"the seventh decision flipped", flip(6), "decision 7 is not the one that execution takes, false"},
		{"the last decision flipped", flip(8), "decision 9 is not the one that execution takes, false"},
		{"a bit of the padding set", flip(9), "found 9 decisions"},
		{"the last bit of the padding set", flip(15), "found 9 decisions"},
		{"a decision less", func(c *certs.Bug) { c.Trace.Branches-- }, "decision 9"},
		{"a decision and a byte less", func(c *certs.Bug) { c.Trace.Branches, c.Trace.Decisions = 8, c.Trace.Decisions[:1] }, "decision 9"},
		{"a byte less", func(c *certs.Bug) { c.Trace.Decisions = c.Trace.Decisions[:1] }, "found 9 decisions in 1 bytes"},
		{"a decision more", func(c *certs.Bug) { c.Trace.Branches++ }, "found 10 decisions"},
		{"a true decision more", func(c *certs.Bug) { c.Trace.Branches++; c.Trace.Decisions[1] |= 0x40 }, "found 10 decisions"},
		{"decisions up to the end of the byte", func(c *certs.Bug) { c.Trace.Branches = 16 }, "found 16 decisions"},
		{"a byte more", func(c *certs.Bug) { c.Trace.Decisions = append(c.Trace.Decisions, 0) }, "found 9 decisions in 3 bytes"},
		{"eight decisions and a byte more", func(c *certs.Bug) { c.Trace.Branches += 8; c.Trace.Decisions = append(c.Trace.Decisions, 0) }, "found 17 decisions"},
		{"no decisions", func(c *certs.Bug) { c.Trace.Branches, c.Trace.Decisions = 0, nil }, "decision 1"},
		{"2^64 - 1 decisions", func(c *certs.Bug) { c.Trace.Branches = math.MaxUint64 }, "decisions"},
		{"a value of the first checkpoint", func(c *certs.Bug) { c.Trace.Checkpoints[0].Memory["n"] = big.NewInt(7) }, "not the memory there"},
		{"a value of the last checkpoint", func(c *certs.Bug) { c.Trace.Checkpoints[7].Memory["h"] = big.NewInt(7) }, "not the memory there"},
		{"a variable more in a checkpoint", func(c *certs.Bug) { c.Trace.Checkpoints[0].Memory["zz"] = new(big.Int) }, "not the memory there"},
		{"a variable less in a checkpoint", func(c *certs.Bug) { delete(c.Trace.Checkpoints[3].Memory, "h") }, "not the memory there"},
		{"an empty checkpoint", func(c *certs.Bug) { c.Trace.Checkpoints[5].Memory = nil }, "not the memory there"},
		{"a checkpoint a step early", func(c *certs.Bug) { c.Trace.Checkpoints[2].Step-- }, "checkpoint 3: found step"},
		{"a checkpoint beyond the end", func(c *certs.Bug) { c.Trace.Checkpoints[7].Step = 1000 }, "checkpoint 8: found step 1000"},
		{"two checkpoints exchanged", func(c *certs.Bug) { p := c.Trace.Checkpoints; p[1], p[2] = p[2], p[1] }, "checkpoint 2: found step"},
		{"the memories of two checkpoints exchanged", func(c *certs.Bug) {
			p := c.Trace.Checkpoints
			p[1].Memory, p[6].Memory = p[6].Memory, p[1].Memory
		}, "not the memory there"},
		{"a checkpoint less", func(c *certs.Bug) { c.Trace.Checkpoints = c.Trace.Checkpoints[:7] }, "found 7 checkpoints, want 8"},
		{"the first checkpoint less", func(c *certs.Bug) { c.Trace.Checkpoints = c.Trace.Checkpoints[1:] }, "found 7 checkpoints, want 8"},
		{"a checkpoint more", func(c *certs.Bug) { c.Trace.Checkpoints = append(c.Trace.Checkpoints, c.Trace.Checkpoints[7]) }, "found 9 checkpoints, want 8"},
		{"no checkpoints", func(c *certs.Bug) { c.Trace.Checkpoints = nil }, "found 0 checkpoints, want 8"},
		{"a value of the final memory", func(c *certs.Bug) { c.Trace.Final["h"] = big.NewInt(1) }, "final memory"},
		{"an input of the final memory", func(c *certs.Bug) { c.Trace.Final["n"] = big.NewInt(1) }, "final memory"},
		{"a variable less in the final memory", func(c *certs.Bug) { delete(c.Trace.Final, "h") }, "final memory"},
		{"a variable more in the final memory", func(c *certs.Bug) { c.Trace.Final["zz"] = new(big.Int) }, "final memory"},
		{"no final memory", func(c *certs.Bug) { c.Trace.Final = nil }, "final memory"},

		// Fault.
		{"another kind of fault", func(c *certs.Bug) { c.Fault.Kind = "division by zero" }, `fault: found "division by zero"`},
		{"the kind of a fail", func(c *certs.Bug) { c.Fault.Kind = "fail" }, `fault: found "fail"`},
		{"an unknown kind of fault", func(c *certs.Bug) { c.Fault.Kind = "overflow" }, `fault: found "overflow"`},
		{"no kind of fault", func(c *certs.Bug) { c.Fault.Kind = "" }, `fault: found ""`},
		{"a kind of fault with a blank", func(c *certs.Bug) { c.Fault.Kind += " " }, "fault: found"},
		{"another line", func(c *certs.Bug) { c.Fault.Line++ }, "fault: found"},
		{"line 0", func(c *certs.Bug) { c.Fault.Line = 0 }, "fault: found"},
		{"a line that is the right one modulo 2^32", func(c *certs.Bug) { c.Fault.Line += 1 << 32 }, "fault: found"},
		{"a line that is the right one modulo 2^63", func(c *certs.Bug) { c.Fault.Line += 1 << 63 }, "fault: found"},
		{"another column", func(c *certs.Bug) { c.Fault.Column-- }, "fault: found"},
		{"a huge column", func(c *certs.Bug) { c.Fault.Column = math.MaxUint64 }, "fault: found"},
		{"line and column exchanged", func(c *certs.Bug) { c.Fault.Line, c.Fault.Column = c.Fault.Column, c.Fault.Line }, "fault: found"},

		// Path.
		{"the first conjunct less", conjuncts(func(fs []certs.Formula) []certs.Formula { return fs[1:] }), "conjuncts, want"},
		{"the last conjunct less", conjuncts(func(fs []certs.Formula) []certs.Formula { return fs[:len(fs)-1] }), "conjuncts, want"},
		{"no conjuncts, so that the class is everything", func(c *certs.Bug) { c.Path = certs.Path{}; c.Model = nil }, "found 0 conjuncts"},
		{"a conjunct twice", conjuncts(func(fs []certs.Formula) []certs.Formula { return append(fs, fs[0]) }), "conjuncts, want"},
		{"a conjunct twice instead of another", conjuncts(func(fs []certs.Formula) []certs.Formula { fs[1] = fs[0]; return fs }), "path: conjunct 2"},
		{"a conjunct more that is true", conjuncts(func(fs []certs.Formula) []certs.Formula { return append(fs, atom("<=", constant(0))) }), "conjuncts, want"},
		{"a conjunct more that narrows the class", conjuncts(func(fs []certs.Formula) []certs.Formula {
			return append(fs, atom("=", &certs.Linear{Const: big.NewInt(-3), Terms: []certs.Term{{Sym: 0, Coef: big.NewInt(1)}}}))
		}), "conjuncts, want"},
		{"a conjunct more that is false", conjuncts(func(fs []certs.Formula) []certs.Formula { return append(fs, certs.Formula{{Op: "false"}}) }), "conjuncts, want"},
		{"an empty conjunct", conjuncts(func(fs []certs.Formula) []certs.Formula { fs[0] = nil; return fs }), "path: conjunct 1"},
		{"the first two conjuncts exchanged", conjuncts(func(fs []certs.Formula) []certs.Formula { fs[0], fs[1] = fs[1], fs[0]; return fs }), "path: conjunct 1"},
		{"the last two conjuncts exchanged", conjuncts(func(fs []certs.Formula) []certs.Formula {
			n := len(fs)
			fs[n-1], fs[n-2] = fs[n-2], fs[n-1]
			return fs
		}), "path: conjunct"},
		{"two conjuncts joined into one", conjuncts(func(fs []certs.Formula) []certs.Formula {
			return append([]certs.Formula{slices.Concat(certs.Formula{{Op: "and", Arity: 2}}, fs[0], fs[1])}, fs[2:]...)
		}), "conjuncts, want"},
		{"a conjunct weaker by one", node(0, 0, func(n *certs.Node) { n.E.Const = new(big.Int).Sub(n.E.Const, big.NewInt(1)) }), "path: conjunct 1"},
		{"a conjunct stronger by one", node(1, 0, func(n *certs.Node) { n.E.Const = new(big.Int).Add(n.E.Const, big.NewInt(1)) }), "path: conjunct 2"},
		{"a coefficient", node(0, 0, func(n *certs.Node) { n.E.Terms[0].Coef = big.NewInt(-2) }), "path: conjunct 1"},
		{"a coefficient of 0", node(0, 0, func(n *certs.Node) { n.E.Terms[0].Coef = new(big.Int) }), "path: conjunct 1"},
		{"a term less", node(0, 0, func(n *certs.Node) { n.E.Terms = nil }), "path: conjunct 1"},
		{"a term more", node(0, 0, func(n *certs.Node) { n.E.Terms = append(n.E.Terms, certs.Term{Sym: 3, Coef: big.NewInt(1)}) }), "path: conjunct 1"},
		{"a term twice, with half its coefficient", node(0, 0, func(n *certs.Node) {
			n.E.Terms = []certs.Term{{Sym: n.E.Terms[0].Sym, Coef: big.NewInt(-2)}, {Sym: n.E.Terms[0].Sym, Coef: big.NewInt(1)}}
		}), "path: conjunct 1"},
		{"another symbol", node(0, 0, func(n *certs.Node) { n.E.Terms[0].Sym = 0 }), "path: conjunct 1"},
		{"a symbol that is not in the table", node(0, 0, func(n *certs.Node) { n.E.Terms[0].Sym = 99 }), "path: conjunct 1"},
		{"a huge symbol", node(0, 0, func(n *certs.Node) { n.E.Terms[0].Sym = math.MaxUint64 }), "path: conjunct 1"},
		{"an inequality multiplied", node(1, 0, func(n *certs.Node) {
			n.E.Const = new(big.Int).Mul(n.E.Const, big.NewInt(2))
			n.E.Terms[0].Coef = big.NewInt(2)
		}), "path: conjunct 2"},
		{"a disequality with its sign changed", node(2, 0, func(n *certs.Node) {
			n.E.Const = new(big.Int).Neg(n.E.Const)
			n.E.Terms[0].Coef = big.NewInt(-1)
		}), "path: conjunct 3"},
		{"a disequality negated", node(2, 0, func(n *certs.Node) { n.Op = "=" }), "path: conjunct 3"},
		{"an inequality made an equality", node(0, 0, func(n *certs.Node) { n.Op = "=" }), "path: conjunct 1"},
		{"an inequality replaced by false", node(0, 0, func(n *certs.Node) { *n = certs.Node{Op: "false"} }), "path: conjunct 1"},
		{"an atom without its form", node(0, 0, func(n *certs.Node) { n.E = nil }), "path: conjunct 1"},
		{"an unknown operator", node(0, 0, func(n *certs.Node) { n.Op = "<" }), "path: conjunct 1"},
		{"an atom with arguments", node(0, 0, func(n *certs.Node) { n.Arity = 1 }), "path: conjunct 1"},
		{"a disjunction made a conjunction", node(11, 0, func(n *certs.Node) { n.Op = "and" }), "path: conjunct 12"},
		{"a disjunction of three", node(11, 0, func(n *certs.Node) { n.Arity = 3 }), "path: conjunct 12"},
		{"a disjunction of one", node(11, 0, func(n *certs.Node) { n.Arity = 1 }), "path: conjunct 12"},
		{"a disjunction with a form", node(11, 0, func(n *certs.Node) { n.E = constant(0) }), "path: conjunct 12"},
		{"the arguments of a disjunction exchanged", conjuncts(func(fs []certs.Formula) []certs.Formula {
			fs[11][1], fs[11][2] = fs[11][2], fs[11][1]
			return fs
		}), "path: conjunct 12"},
		{"a disjunction without its second argument", conjuncts(func(fs []certs.Formula) []certs.Formula { fs[11] = fs[11][1:2]; return fs }), "path: conjunct 12"},
		{"surplus behind a formula", conjuncts(func(fs []certs.Formula) []certs.Formula { fs[0] = append(fs[0], fs[1]...); return fs }), "path: conjunct 1"},
		{"a name more in the table", func(c *certs.Bug) { c.Path.Inputs = append(c.Path.Inputs, "free") }, "path: found symbols"},
		{"a name renamed", func(c *certs.Bug) { c.Path.Inputs[1] = "free" }, "path: found symbols"},
		{"the names exchanged", func(c *certs.Bug) { slices.Reverse(c.Path.Inputs) }, "path: found symbols"},
		{"no names", func(c *certs.Bug) { c.Path.Inputs = nil }, "path: found symbols"},
		{"a symbol more in the table", func(c *certs.Bug) { c.Path.Opaque = append(c.Path.Opaque, c.Path.Opaque[0]) }, "path: found symbols"},
		{"a symbol less", func(c *certs.Bug) { c.Path.Opaque = c.Path.Opaque[:1] }, "path: found symbols"},
		{"the symbols exchanged", func(c *certs.Bug) { slices.Reverse(c.Path.Opaque) }, "path: found symbols"},
		{"a quotient made a remainder", opaque("div", func(o *certs.Opaque) { o.Op = "mod" }), "path: found symbols"},
		{"a quotient that rounds otherwise", opaque("div", func(o *certs.Opaque) { o.Op = "quo" }), "path: found symbols"},
		{"a product made a quotient", opaque("*", func(o *certs.Opaque) { o.Op = "div" }), "path: found symbols"},
		{"a product with its operands exchanged", opaque("*", func(o *certs.Opaque) { o.X, o.Y = o.Y, o.X }), "path: found symbols"},
		{"a quotient with its operands exchanged", opaque("div", func(o *certs.Opaque) { o.X, o.Y = o.Y, o.X }), "path: found symbols"},
		{"a constant in an operand", opaque("*", func(o *certs.Opaque) { o.X.Const = big.NewInt(1) }), "path: found symbols"},
		{"a symbol that refers to itself", opaque("*", func(o *certs.Opaque) { o.X.Terms[0].Sym = 2 }), "path: found symbols"},

		// Model.
		{"another value", func(c *certs.Bug) { c.Model["n"] = big.NewInt(5) }, "input: found n = 6, want 5"},
		{"another model of the path", func(c *certs.Bug) { c.Model["d"] = big.NewInt(2) }, "input: found d = 3, want 2"},
		{"a value less", func(c *certs.Bug) { delete(c.Model, "d") }, "model: found values of"},
		{"a value more", func(c *certs.Bug) { c.Model["free"] = new(big.Int) }, "model: found values of"},
		{"a value of what is no input", func(c *certs.Bug) { c.Model["i"] = new(big.Int) }, "model: found values of"},
		{"a value of what is no variable", func(c *certs.Bug) { c.Model["zz"] = new(big.Int) }, "model: found values of"},
		{"no model", func(c *certs.Bug) { c.Model = nil }, "model: found values of"},
		{"a value under another name", func(c *certs.Bug) { c.Model["free"] = c.Model["d"]; delete(c.Model, "d") }, "model: found values of"},
	} {
		t.Run(c.title, func(t *testing.T) {
			bug := tampered(t)
			before := certs.Encode(bug)
			c.edit(bug)
			data := bug.Seal()
			if bytes.Equal(before, data) {
				t.Fatal("the edit changes nothing")
			}
			v, err := Check(data, nil, DefaultLimits)
			switch {
			case err == nil:
				t.Errorf("accepted as %+v", v)
			case !errors.Is(err, ErrInvalid):
				t.Errorf("found %v, want it to wrap %v", err, ErrInvalid)
			case !strings.Contains(err.Error(), c.reason):
				t.Errorf("found the reason %q, want one with %q", err, c.reason)
			case len(err.Error()) > maxReason+100:
				t.Errorf("found a reason of %d bytes", len(err.Error()))
			}
			// The same edit under the old digest is noticed before anything else is looked at.
			bug.Digest = tampered(t).Digest
			if _, err := Check(certs.Encode(bug), nil, DefaultLimits); err == nil || !strings.Contains(err.Error(), "digest") {
				t.Errorf("with the old digest: found %v, want the error about the digest", err)
			}
		})
	}
}

// Edits.

func source(old, new string) func(*certs.Bug) {
	return func(c *certs.Bug) {
		if bytes.Count(c.Program.Source, []byte(old)) != 1 {
			panic(fmt.Sprintf("%q does not occur once in the source", old))
		}
		c.Program.Source = bytes.Replace(c.Program.Source, []byte(old), []byte(new), 1)
	}
}

func value(name string, v int64) func(*certs.Bug) {
	return func(c *certs.Bug) { c.Input[name] = big.NewInt(v) }
}

// everywhere changes the value of an input that the program does not assign.
func everywhere(c *certs.Bug, name string, v *big.Int) {
	c.Input[name], c.Trace.Final[name] = v, v
	for _, p := range c.Trace.Checkpoints {
		p.Memory[name] = v
	}
}

// steps changes the number of steps, and moves the checkpoints to where they then have to be.
func steps(c *certs.Bug, n uint64) {
	at := certs.CheckpointSteps(n, len(c.Input))
	c.Trace.Steps = n
	c.Trace.Checkpoints = slices.Clone(c.Trace.Checkpoints[:len(at)])
	for i := range at {
		c.Trace.Checkpoints[i].Step = at[i]
	}
}

func flip(bit int) func(*certs.Bug) {
	return func(c *certs.Bug) { c.Trace.Decisions[bit/8] ^= 0x80 >> (bit % 8) }
}

func atom(op string, e *certs.Linear) certs.Formula { return certs.Formula{{Op: op, E: e}} }

func conjuncts(edit func([]certs.Formula) []certs.Formula) func(*certs.Bug) {
	return func(c *certs.Bug) { c.Path.Conjuncts = edit(c.Path.Conjuncts) }
}

func node(conjunct, i int, edit func(*certs.Node)) func(*certs.Bug) {
	return func(c *certs.Bug) { edit(&c.Path.Conjuncts[conjunct][i]) }
}

func opaque(op string, edit func(*certs.Opaque)) func(*certs.Bug) {
	return func(c *certs.Bug) {
		for i := range c.Path.Opaque {
			if o := &c.Path.Opaque[i]; o.Op == op {
				edit(o)
				return
			}
		}
		panic("there is no symbol " + op)
	}
}

// TestDamaged establishes that what means nothing for the verdict is protected as well, as long as nobody forges the digest.
func TestDamaged(t *testing.T) {
	for _, c := range []struct {
		title string
		edit  func(*certs.Bug)
	}{
		{"a comment in the source", source("# or more", "# or less")},
		{"a blank in the source", source("# or more", "#  or more")},
		{"the name", func(c *certs.Bug) { c.Program.Name = "rest.imp" }},
		{"the digest", func(c *certs.Bug) { c.Digest[0] ^= 1 }},
		{"a short digest", func(c *certs.Bug) { c.Digest = c.Digest[:31] }},
		{"no digest", func(c *certs.Bug) { c.Digest = nil }},
	} {
		bug := tampered(t)
		c.edit(bug)
		if _, err := Check(certs.Encode(bug), nil, DefaultLimits); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), "digest") {
			t.Errorf("%s: found %v, want the error about the digest", c.title, err)
		}
	}
}

// TestNoFault forges certificates about executions that don't fail, for programs where they end otherwise.
func TestNoFault(t *testing.T) {
	for _, c := range []struct {
		title, source, input string
		steps                uint64
		decisions            string
		fault                certs.Fault
		reason               string
	}{
		{"a program that halts", "skip", "", 0, "", certs.Fault{Kind: "fail", Line: 1, Column: 1}, "no fault"},
		{"a program that halts, with a step beyond", "skip", "", 1, "", certs.Fault{Kind: "fail", Line: 1, Column: 1}, "execution ends after 0"},
		{"an assertion that holds", "assert 1 < 2", "", 1, "1", certs.Fault{Kind: "assertion", Line: 1, Column: 1}, "no fault"},
		{"an assertion that is about to be violated", "assert 2 < 1", "", 0, "", certs.Fault{Kind: "assertion", Line: 1, Column: 1}, "no fault"},
		{"an assumption that is violated", "skip assume 1 > 2", "", 1, "", certs.Fault{Kind: "assertion", Line: 1, Column: 6}, "no fault"},
		{"an assumption that is violated, with a step beyond", "skip assume 1 > 2", "", 2, "", certs.Fault{Kind: "assertion", Line: 1, Column: 6}, "assumption violated"},
		{"a fail behind a violated assumption", "skip assume 1 > 2 fail", "", 2, "", certs.Fault{Kind: "fail", Line: 1, Column: 20}, "assumption violated"},
		{"a fail behind a violated assumption at the start", "assume 1 > 2 fail", "", 0, "", certs.Fault{Kind: "fail", Line: 1, Column: 14}, "violates the assumption"},
		{"a fail behind an assumption that has no value", "assume 1 / 0 == 1 fail", "", 0, "", certs.Fault{Kind: "fail", Line: 1, Column: 19}, "violates the assumption"},
		{"a division that is not reached", "skip a = 1 / 0", "a=0", 0, "", certs.Fault{Kind: "division by zero", Line: 1, Column: 12}, "no fault"},
		{"a division that is not evaluated", "if 1 == 2 and 1 / 0 == 0 { skip }", "", 0, "", certs.Fault{Kind: "division by zero", Line: 1, Column: 17}, "no fault"},
		{"a fail on the other branch", "if 1 == 1 { skip } else { fail }", "", 1, "0", certs.Fault{Kind: "fail", Line: 1, Column: 27}, "decision 1"},
		{"a fail behind a loop that does not end", "while true { skip } fail", "", 9, "11111", certs.Fault{Kind: "fail", Line: 1, Column: 21}, "no fault"},
		{"the second of two faults", "a = 1 / 0 fail", "a=0", 2, "", certs.Fault{Kind: "fail", Line: 1, Column: 11}, "execution ends after 0"},
		{"the second of two faults in an expression", "a = 1 / 0 + 1 % 0", "a=0", 0, "", certs.Fault{Kind: "division by zero", Line: 1, Column: 15}, "want \"division by zero\" at 1:7"},
		{"a variable that is bound", "input a b = a", "a=0", 0, "", certs.Fault{Kind: "unbound variable", Line: 1, Column: 13}, "no fault"},
	} {
		t.Run(c.title, func(t *testing.T) {
			bug := &certs.Bug{
				Program: certs.Program{Language: "imp", Version: 1, Options: map[string]string{"division": "floor"}, Name: "a.imp", Source: []byte(c.source)},
				Input:   memory(c.input),
				Trace:   certs.Trace{Steps: c.steps, Final: memory(c.input)},
				Fault:   c.fault,
			}
			for _, n := range certs.CheckpointSteps(c.steps, 1) {
				bug.Trace.Checkpoints = append(bug.Trace.Checkpoints, certs.Checkpoint{Step: n, Memory: memory(c.input)})
			}
			var bits certs.Bits
			for _, b := range c.decisions {
				bits.Append(b == '1')
			}
			bug.Trace.Branches, bug.Trace.Decisions = bits.Len, bits.Bytes
			if _, err := Check(bug.Seal(), nil, DefaultLimits); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("found %v, want an error with %q", err, c.reason)
			}
		})
	}
}

func TestStepLimit(t *testing.T) {
	long, idle := tampered(t), mustCertify(t, "skip skip skip skip fail", "")
	n := int64(long.Trace.Steps)
	for _, c := range []struct {
		title  string
		bug    *certs.Bug
		limit  int64
		reason string // of what is invalid
	}{
		{"the greatest limit", long, math.MaxInt64, ""},
		{"as many steps as needed, and some for the work", long, 10 * n, ""},
		{"a step less than needed", long, n - 1, "the step limit"},
		{"one step", long, 1, "the step limit"},
		{"no step", long, 0, "invalid"}, // there is not even work enough for the assumptions
		{"a negative limit", long, -1, "invalid"},
		{"the least limit", long, math.MinInt64, "invalid"},
		{"as many steps as needed, where there is no other work", idle, 4, ""},
		{"a step less than needed, where there is no other work", idle, 3, "found 4 steps, want at most 3, the step limit"},
		{"no step, where there is no other work", idle, 0, "the step limit"},
	} {
		_, err := Check(certs.Encode(c.bug), nil, Limits{c.limit, certs.MaxBytes, DefaultLimits.MaxMemory})
		if c.reason == "" && err != nil || c.reason != "" && (!errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), c.reason)) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// fields lists what a certificate says, one part after the other, as places in a structure.
var fields = []struct {
	name string
	of   func(*certs.Bug) any
}{
	{"source", func(c *certs.Bug) any { return &c.Program.Source }},
	{"options", func(c *certs.Bug) any { return &c.Program.Options }},
	{"input", func(c *certs.Bug) any { return &c.Input }},
	{"steps", func(c *certs.Bug) any { return &c.Trace.Steps }},
	{"branches", func(c *certs.Bug) any { return &c.Trace.Branches }},
	{"decisions", func(c *certs.Bug) any { return &c.Trace.Decisions }},
	{"checkpoints", func(c *certs.Bug) any { return &c.Trace.Checkpoints }},
	{"final", func(c *certs.Bug) any { return &c.Trace.Final }},
	{"kind", func(c *certs.Bug) any { return &c.Fault.Kind }},
	{"line", func(c *certs.Bug) any { return &c.Fault.Line }},
	{"column", func(c *certs.Bug) any { return &c.Fault.Column }},
	{"inputs", func(c *certs.Bug) any { return &c.Path.Inputs }},
	{"opaque", func(c *certs.Bug) any { return &c.Path.Opaque }},
	{"conjuncts", func(c *certs.Bug) any { return &c.Path.Conjuncts }},
	{"model", func(c *certs.Bug) any { return &c.Model }},
}

// TestMixing takes every set of fields of one valid certificate into another. What comes out is one of the two, or invalid.
func TestMixing(t *testing.T) {
	certificates := []*certs.Bug{
		tampered(t),
		mustCertify(t, tamperedSource, "n=6 d=2 free=0"),
		mustCertify(t, tamperedSource, "n=8 d=3 free=0"),
		mustCertify(t, strings.Replace(tamperedSource, "or more", "or less", 1), "n=6 d=3 free=0"),
		mustCertify(t, strings.Replace(tamperedSource, "< 12", "< 11", 1), "n=6 d=3 free=0"),
		mustCertify(t, strings.Replace(tamperedSource, "/ d", "% d", 1), "n=5 d=3 free=0"),
		mustCertify(t, "option division truncate "+tamperedSource, "n=6 d=3 free=0"),
		mustCertify(t, "assert a != 7", "a=7"),
	}
	valid := map[string]int{} // by their bytes
	for i, c := range certificates {
		valid[string(c.Seal())] = i
	}
	mixed, accepted := 0, 0
	for i, a := range certificates {
		for j, b := range certificates {
			if i == j {
				continue
			}
			for f := range fields {
				for g := range f + 1 { // g == f takes one field
					c := *a
					c.Program.Options, c.Input = maps.Clone(a.Program.Options), maps.Clone(a.Input)
					for _, k := range []int{f, g} {
						reflect.ValueOf(fields[k].of(&c)).Elem().Set(reflect.ValueOf(fields[k].of(b)).Elem())
					}
					data := c.Seal()
					mixed++
					_, err := Check(data, nil, DefaultLimits)
					k, same := valid[string(data)]
					switch {
					case same && err == nil:
						accepted++
					case same:
						t.Errorf("%s and %s of certificate %d in %d make certificate %d, which was rejected: %v", fields[f].name, fields[g].name, j, i, k, err)
					case err == nil && !harmless(&c):
						t.Errorf("%s and %s of certificate %d in %d were accepted", fields[f].name, fields[g].name, j, i)
					case err != nil && !errors.Is(err, ErrInvalid):
						t.Errorf("%s and %s of certificate %d in %d: %v", fields[f].name, fields[g].name, j, i, err)
					}
				}
			}
		}
	}
	if mixed < 6000 || accepted > mixed/3 {
		t.Errorf("%d certificates were mixed, of which %d were valid", mixed, accepted)
	}
}

// harmless reports whether c is certified anew to the same bytes: then it is a valid certificate, if one that was not listed.
func harmless(c *certs.Bug) bool {
	again, err := certify(string(c.Program.Source), c.Input, 10_000)
	return err == nil && certs.Same(again, c)
}

// TestCheckPath puts the last check to the test on its own: no execution collects conditions that its input violates, so that
// no certificate gets as far.
func TestCheckPath(t *testing.T) {
	p := term.NewPool()
	a, b := p.Input("a"), p.Input("b")
	five, none := p.Int(big.NewInt(5)), p.Int(new(big.Int))
	quotient, _ := p.FloorDiv(a, b)
	for _, c := range []struct {
		title     string
		conjuncts []*term.Formula
		model     string
		reason    string
	}{
		{"a model of one condition", []*term.Formula{p.Le(a, five)}, "a=5", ""},
		{"a model of two conditions", []*term.Formula{p.Le(a, five), p.Not(p.Eq(a, b))}, "a=5 b=4", ""},
		{"a condition that is not satisfied", []*term.Formula{p.Le(a, five)}, "a=6", "conjunct 1"},
		{"the second of two conditions is not satisfied", []*term.Formula{p.Le(a, five), p.Not(p.Eq(a, b))}, "a=5 b=5", "conjunct 2"},
		{"a condition without a value", []*term.Formula{p.Le(quotient, five)}, "a=5 b=0", "conjunct 1"},
		{"a condition without a value in its second part", []*term.Formula{p.Or(p.Le(a, none), p.Le(quotient, five))}, "a=5 b=0", "conjunct 1"},
		{"a condition without a value in a part that is not needed", []*term.Formula{p.Or(p.Eq(b, none), p.Le(quotient, five))}, "a=5 b=0", ""},
		{"the condition false", []*term.Formula{p.Le(a, five), p.Bool(false)}, "a=5", "conjunct 2"},
	} {
		t.Run(c.title, func(t *testing.T) {
			m := memory(c.model)
			bug := &certs.Bug{Input: m, Model: m, Path: writePath(term.NewTable(c.conjuncts), c.conjuncts)}
			err := checkPath(bug, p, c.conjuncts)
			if c.reason == "" && err != nil || c.reason != "" && (err == nil || !strings.Contains(err.Error(), "does not satisfy "+c.reason)) {
				t.Errorf("found %v, want an error about %q", err, c.reason)
			}
		})
	}
}
