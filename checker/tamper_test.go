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
	"sync"
	"testing"

	"vouch/certs"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file forges certificates: it changes one thing that a valid certificate says, gives it a fresh digest, and wants
// the checker to object, for the right reason.

// tamperedSource is a program whose certificates have something in every field: 9 decisions in 2 bytes, 3 checkpoints,
// opaque symbols, a conjunct with a connective, an input that does not matter and variables that are unbound at first.
var tamperedSource = strings.Replace(`macro half(x, y) begin
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
`, "i = 0\n", strings.Repeat("j = 1 ", 3100)+"i = 0\n", 1)

// sealed is the certificate with which most cases begin, which takes longer to make than to read.
var sealed = sync.OnceValue(func() []byte {
	return must(certify(tamperedSource, memory("n=6 d=3 free=0"), 1_000_000)).Seal()
})

func tampered(t testing.TB) *certs.Bug {
	t.Helper()
	return must(certs.Open(sealed(), certs.MaxBytes)).(*certs.Bug)
}

func constant(v int64) *certs.Linear { return &certs.Linear{Const: big.NewInt(v)} }

func TestTamperedIsValidBefore(t *testing.T) {
	c := tampered(t)
	if _, err := check(c.Seal(), []byte(tamperedSource), DefaultLimits); err != nil {
		t.Fatal(err)
	}
	if c.Trace.Branches != 9 || len(c.Trace.Decisions) != 2 || len(c.Trace.Checkpoints) != 3 ||
		len(c.Path.Opaque) != 2 ||
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
		{"another language", func(c *certs.Bug) { c.Program.Language = "cobol" },
			`found language "cobol" version 1, want one of imp 1`},
		{"no language", func(c *certs.Bug) { c.Program.Language = "" }, "found language"},
		{"a language in capitals", func(c *certs.Bug) { c.Program.Language = "IMP" }, "found language"},
		{"a language with a blank", func(c *certs.Bug) { c.Program.Language = "imp " }, "found language"},
		{"a language that swallows the version", func(c *certs.Bug) {
			c.Program.Language, c.Program.Version = "imp 1", 0
		}, "found language"},
		{"a later version", func(c *certs.Bug) { c.Program.Version = 2 }, "version 2"},
		{"version 0", func(c *certs.Bug) { c.Program.Version = 0 }, "version 0"},
		{"a huge version", func(c *certs.Bug) { c.Program.Version = math.MaxUint64 }, "version 18446744073709551615"},
		{"the other division", func(c *certs.Bug) { c.Program.Options = map[string]string{"division": "truncate"} },
			"options"},
		{"an option's value in capitals", func(c *certs.Bug) {
			c.Program.Options = map[string]string{"division": "Floor"}
		}, "options"},
		{"no options", func(c *certs.Bug) { c.Program.Options = map[string]string{} }, "options"},
		{"an option more", func(c *certs.Bug) {
			c.Program.Options = map[string]string{"division": "floor",
				"width": "32"}
		}, "options"},
		{"another option", func(c *certs.Bug) { c.Program.Options = map[string]string{"rounding": "floor"} },
			"options"},
		{"no name", func(c *certs.Bug) { c.Program.Sources[0].Name = "" }, "name"},
		{"a name with a folder", func(c *certs.Bug) { c.Program.Sources[0].Name = "dir/test.imp" }, "name"},
		{"an absolute name", func(c *certs.Bug) { c.Program.Sources[0].Name = "/test.imp" }, "name"},
		{"the name of a folder", func(c *certs.Bug) { c.Program.Sources[0].Name = "test/" }, "name"},
		{"a name with a backslash", func(c *certs.Bug) { c.Program.Sources[0].Name = `dir\test.imp` }, "name"},
		{"the name of this folder", func(c *certs.Bug) { c.Program.Sources[0].Name = "." }, "name"},
		{"the name of the folder above", func(c *certs.Bug) { c.Program.Sources[0].Name = ".." }, "name"},
		{"the name of the root", func(c *certs.Bug) { c.Program.Sources[0].Name = "/" }, "name"},
		{"a name with a line end", func(c *certs.Bug) { c.Program.Sources[0].Name = "a.imp\nvalid bug" }, "name"},
		{"a name with a NUL", func(c *certs.Bug) { c.Program.Sources[0].Name = "a.imp\x00" }, "name"},
		{"a name with an escape", func(c *certs.Bug) { c.Program.Sources[0].Name = "\x1b[2Ja.imp" }, "name"},
		{"a name with a delete", func(c *certs.Bug) { c.Program.Sources[0].Name = "a\x7f.imp" }, "name"},
		{"a name with an escape of eight bits", func(c *certs.Bug) { c.Program.Sources[0].Name = "\u009b2Ja.imp" },
			"name"},
		{"a name that is written backwards", func(c *certs.Bug) { c.Program.Sources[0].Name = "a\u202epmi.exe" },
			"name"},
		{"a name with a character of no width", func(c *certs.Bug) { c.Program.Sources[0].Name = "a\u200b.imp" },
			"name"},
		{"a name with a replacement character", func(c *certs.Bug) { c.Program.Sources[0].Name = "a\ufffd.imp" },
			"name"},
		{"a name of 256 bytes", func(c *certs.Bug) { c.Program.Sources[0].Name = strings.Repeat("a", 256) }, "name"},
		{"a name of a megabyte", func(c *certs.Bug) { c.Program.Sources[0].Name = strings.Repeat("a", 1<<20) }, "name"},
		{"no files", func(c *certs.Bug) { c.Program.Sources = nil }, "program: found the names"},
		{"a file more", func(c *certs.Bug) {
			c.Program.Sources = append(c.Program.Sources,
				certs.Source{Name: "b.imp"})
		}, "found 2 sources, want one"},
		{"a file twice", func(c *certs.Bug) { c.Program.Sources = append(c.Program.Sources, c.Program.Sources[0]) },
			"program: found the names"},
		{"the digest of another lowered program", func(c *certs.Bug) { c.Program.Lowered[0] ^= 1 },
			"program: found the digest"},
		{"no digest of the lowered program", func(c *certs.Bug) { c.Program.Lowered = nil },
			"program: found the digest"},
		{"half a digest of the lowered program", func(c *certs.Bug) { c.Program.Lowered = c.Program.Lowered[:16] },
			"program: found the digest"},
		{"a digest of the lowered program that is too long", func(c *certs.Bug) {
			c.Program.Lowered = append(c.Program.Lowered, 0)
		}, "program: found the digest"},
		{"no source", func(c *certs.Bug) { c.Program.Sources[0].Text = nil }, "no program"},
		{"a source that is no program", edited("assert n * d < 12", "assert n * d <"), "program:"},
		{"a source that is not UTF-8", edited("or more", "\xff"), "UTF-8"},
		{"a source with a NUL", edited("or more", "\x00"), "NUL"},
		{"the assertion removed", edited("assert n * d < 12 # or more", "skip"), "trace"},
		{"the assertion made right", edited("< 12", "< 19"), "decision 9"},
		{"the assertion stricter by what the input does not show", edited("< 12", "< 11"), "path: conjunct"},
		{"the assertion on another line", edited("assert n", "\nassert n"), "fault: found"},
		{"the assertion in another column", edited("  assert n", "   assert n"), "fault: found"},
		{"the assertion a failure", edited("assert n * d < 12", "if n * d >= 12 { fail }"), "decision 9"},
		{"the assertion over other operands", edited("n * d", "n * 3"), "path: conjunct"},
		{"the assertion with its operands exchanged and one changed",
			edited("n * d", "d * (n + 0 * n + 1 - 1 + i - n)"), "path"},
		{"the assumption removed", edited("assume 0 <= n <= 100 and d != 7\n", "\n"), "trace"},
		{"the assumption weaker", edited("100", "101"), "path: conjunct 2"},
		{"the assumption stronger, and violated", edited("0 <= n <= 100", "7 <= n <= 100"),
			"trace: step 3: assumption violated"},
		{"an assumption added that holds", edited("i = 0", "assume d != 8 i = 0"), "trace"},
		{"an input more in the source", edited("n, d, free", "n, d, free, more"),
			`inputs: number 3: found "n", want "more"`},
		{"an input undeclared", edited("n, d, free", "n, d"), `inputs: number 2: found "free", want "n"`},
		{"no declaration, so that all are inputs", edited("input n, d, free\n", ""),
			`inputs: number 2: found "free", want "h"`},
		{"the other division in the source", edited("macro", "option division truncate macro"), "options"},
		{"another loop bound", edited("i < n", "i <= n"), "decision 7"},
		{"a step more in the loop", edited("i = i + 1", "i = i + 1 i = i + 0"), "trace"},
		{"another macro body", edited("x / 2", "x / 3"), "trace"},
		{"another value on the way that is overwritten", edited("i = 0", "i = 9 i = 0"), "trace"},

		// Inputs.
		{"another value of an input in the path", given("n", 5), "trace: step"},
		{"another value in the class of the path", given("d", 2), "trace: step"},
		{"another value of an input that does not matter", given("free", 1), "trace: step"},
		{"a huge value of an input that does not matter", func(c *certs.Bug) {
			inputOf(c, "free").Value = new(big.Int).Lsh(big.NewInt(1), 1000)
		}, "trace: step"},
		{"an input less", func(c *certs.Bug) { c.Inputs = c.Inputs[:2] },
			"inputs: found 2, but execution draws another one, n"},
		{"the first input less", func(c *certs.Bug) { c.Inputs = c.Inputs[1:] },
			`inputs: number 1: found "free", want "d", which execution draws`},
		{"no inputs", func(c *certs.Bug) { c.Inputs = nil }, "inputs: found 0, but execution draws another one, d"},
		{"an input more", func(c *certs.Bug) {
			c.Inputs = append(c.Inputs,
				certs.Input{Name: "d#2", Value: new(big.Int)})
		}, "inputs: found 4, but execution draws 3"},
		{"an input twice", func(c *certs.Bug) { c.Inputs = append(c.Inputs, c.Inputs[2]) },
			"inputs: found 4, but execution draws 3"},
		{"two inputs exchanged", func(c *certs.Bug) { c.Inputs[0], c.Inputs[1] = c.Inputs[1], c.Inputs[0] },
			`inputs: number 1: found "free", want "d"`},
		{"an input under another name", func(c *certs.Bug) { c.Inputs[2].Name = "m" },
			`inputs: number 3: found "m", want "n"`},
		{"an input under the name of a later draw", func(c *certs.Bug) { c.Inputs[2].Name = "n#2" },
			`inputs: number 3: found "n#2", want "n"`},
		{"a name that would disturb a terminal", func(c *certs.Bug) { c.Inputs[2].Name = "\x1b[2J" },
			"inputs: number 3: found"},
		{"an empty name", func(c *certs.Bug) { c.Inputs[2].Name = "" }, `inputs: number 3: found ""`},
		{"a range", func(c *certs.Bug) { c.Inputs[0].Lo = big.NewInt(-9) }, "inputs: d: found another range"},
		{"a range that ends with the value", func(c *certs.Bug) { c.Inputs[2].Hi = c.Inputs[2].Value },
			"inputs: n: found another range"},
		{"a violated assumption", given("n", -1), "trace: step 3: assumption violated"},
		{"an assumption violated in its second half", given("d", 7), "trace: step 4: assumption violated"},
		{"an assumption violated at its edge", given("n", 101), "trace: step 3: assumption violated"},

		// Trace.
		{"a step less", func(c *certs.Bug) { steps(c, c.Trace.Steps-1) }, "trace"},
		{"a step more", func(c *certs.Bug) { steps(c, c.Trace.Steps+1) }, "trace"},
		{"twice as many steps", func(c *certs.Bug) { steps(c, 2*c.Trace.Steps) }, "trace"},
		{"no steps", func(c *certs.Bug) { steps(c, 0) }, "trace"},
		{"no steps and nothing else", func(c *certs.Bug) { c.Trace = certs.Trace{Final: c.Trace.Final} },
			"trace: found a final state"},
		{"2^63 steps", func(c *certs.Bug) { steps(c, 1<<63) }, "the step limit"},
		{"2^64 - 1 steps", func(c *certs.Bug) { steps(c, math.MaxUint64) }, "the step limit"},
		{"a step less and the checkpoints as they were", func(c *certs.Bug) { c.Trace.Steps-- }, "trace"},
		{"the first decision flipped", flip(0), "decision 1 is not the one that execution takes, true"},
		{"the seventh decision flipped", flip(6), "decision 7 is not the one that execution takes, false"},
		{"the last decision flipped", flip(8), "decision 9 is not the one that execution takes, false"},
		{"a bit of the padding set", flip(9), "found 9 decisions"},
		{"the last bit of the padding set", flip(15), "found 9 decisions"},
		{"a decision less", func(c *certs.Bug) { c.Trace.Branches-- }, "decision 9"},
		{"a decision and a byte less", func(c *certs.Bug) {
			c.Trace.Branches, c.Trace.Decisions = 8,
				c.Trace.Decisions[:1]
		}, "decision 9"},
		{"a byte less", func(c *certs.Bug) { c.Trace.Decisions = c.Trace.Decisions[:1] },
			"found 9 decisions in 1 bytes"},
		{"a decision more", func(c *certs.Bug) { c.Trace.Branches++ }, "found 10 decisions"},
		{"a true decision more", func(c *certs.Bug) { c.Trace.Branches++; c.Trace.Decisions[1] |= 0x40 },
			"found 10 decisions"},
		{"decisions up to the end of the byte", func(c *certs.Bug) { c.Trace.Branches = 16 }, "found 16 decisions"},
		{"a byte more", func(c *certs.Bug) { c.Trace.Decisions = append(c.Trace.Decisions, 0) },
			"found 9 decisions in 3 bytes"},
		{"eight decisions and a byte more", func(c *certs.Bug) {
			c.Trace.Branches += 8
			c.Trace.Decisions = append(c.Trace.Decisions, 0)
		}, "found 17 decisions"},
		{"no decisions", func(c *certs.Bug) { c.Trace.Branches, c.Trace.Decisions = 0, nil }, "decision 1"},
		{"2^64 - 1 decisions", func(c *certs.Bug) { c.Trace.Branches = math.MaxUint64 }, "decisions"},
		{"a value of the first checkpoint", func(c *certs.Bug) { c.Trace.Checkpoints[0].Values["n"] = number7 },
			"not the state there"},
		{"a value of the last checkpoint", func(c *certs.Bug) { c.Trace.Checkpoints[2].Values["h"] = number7 },
			"not the state there"},
		{"a value of a checkpoint as a text", func(c *certs.Bug) {
			c.Trace.Checkpoints[2].Values["n"] = certs.Value{Text: "6"}
		}, "not the state there"},
		{"a variable more in a checkpoint", func(c *certs.Bug) { c.Trace.Checkpoints[0].Values["zz"] = number7 },
			"not the state there"},
		{"a variable less in a checkpoint", func(c *certs.Bug) { delete(c.Trace.Checkpoints[1].Values, "j") },
			"not the state there"},
		{"a checkpoint without values", func(c *certs.Bug) { c.Trace.Checkpoints[1].Values = nil },
			"not the state there"},
		{"the digest of a checkpoint", func(c *certs.Bug) { c.Trace.Checkpoints[1].Digest[31] ^= 1 },
			"not the state there"},
		{"no digest of a checkpoint", func(c *certs.Bug) { c.Trace.Checkpoints[1].Digest = nil },
			"not the state there"},
		{"half a digest of a checkpoint", func(c *certs.Bug) {
			c.Trace.Checkpoints[1].Digest = c.Trace.Checkpoints[1].Digest[:16]
		}, "not the state there"},
		{"a checkpoint a step early", func(c *certs.Bug) { c.Trace.Checkpoints[2].Step-- }, "checkpoint 3: found step"},
		{"a checkpoint beyond the end", func(c *certs.Bug) { c.Trace.Checkpoints[2].Step = 1000 },
			"checkpoint 3: found step 1000"},
		{"two checkpoints exchanged", func(c *certs.Bug) { p := c.Trace.Checkpoints; p[1], p[2] = p[2], p[1] },
			"checkpoint 2: found step"},
		{"the digests of two checkpoints exchanged", func(c *certs.Bug) {
			p := c.Trace.Checkpoints
			p[0].Digest, p[2].Digest = p[2].Digest, p[0].Digest
		}, "not the state there"},
		{"a checkpoint less", func(c *certs.Bug) { c.Trace.Checkpoints = c.Trace.Checkpoints[:2] },
			"found 2 checkpoints, want 3"},
		{"the first checkpoint less", func(c *certs.Bug) { c.Trace.Checkpoints = c.Trace.Checkpoints[1:] },
			"found 2 checkpoints, want 3"},
		{"a checkpoint more", func(c *certs.Bug) {
			c.Trace.Checkpoints = append(c.Trace.Checkpoints,
				c.Trace.Checkpoints[2])
		}, "found 4 checkpoints, want 3"},
		{"no checkpoints", func(c *certs.Bug) { c.Trace.Checkpoints = nil }, "found 0 checkpoints, want 3"},
		{"a value of the final state", func(c *certs.Bug) { c.Trace.Final.Values["h"] = number7 }, "final state"},
		{"an input of the final state", func(c *certs.Bug) { c.Trace.Final.Values["n"] = number7 }, "final state"},
		{"a variable less in the final state", func(c *certs.Bug) { delete(c.Trace.Final.Values, "h") }, "final state"},
		{"a variable more in the final state", func(c *certs.Bug) { c.Trace.Final.Values["zz"] = number7 },
			"final state"},
		{"a value of the final state as a text", func(c *certs.Bug) {
			c.Trace.Final.Values["n"] = certs.Value{Text: "6"}
		}, "final state"},
		{"no values of the final state", func(c *certs.Bug) { c.Trace.Final.Values = nil }, "final state"},
		{"the digest of the final state", func(c *certs.Bug) { c.Trace.Final.Digest[0] ^= 1 }, "final state"},
		{"no digest of the final state", func(c *certs.Bug) { c.Trace.Final.Digest = nil }, "final state"},
		{"the digest of another state", func(c *certs.Bug) { c.Trace.Final.Digest = c.Trace.Checkpoints[2].Digest },
			"final state"},

		// Fault.
		{"another kind of fault", func(c *certs.Bug) { c.Fault.Kind = "division by zero" },
			`fault: found "division by zero"`},
		{"the kind of a fail", func(c *certs.Bug) { c.Fault.Kind = "fail" }, `fault: found "fail"`},
		{"an unknown kind of fault", func(c *certs.Bug) { c.Fault.Kind = "overflow" }, `fault: found "overflow"`},
		{"no kind of fault", func(c *certs.Bug) { c.Fault.Kind = "" }, `fault: found ""`},
		{"a kind of fault with a blank", func(c *certs.Bug) { c.Fault.Kind += " " }, "fault: found"},
		{"another file", func(c *certs.Bug) { c.Fault.File = 1 }, "fault: found"},
		{"another line", func(c *certs.Bug) { c.Fault.Line++ }, "fault: found"},
		{"line 0", func(c *certs.Bug) { c.Fault.Line = 0 }, "fault: found"},
		{"a line that is the right one modulo 2^32", func(c *certs.Bug) { c.Fault.Line += 1 << 32 }, "fault: found"},
		{"a line that is the right one modulo 2^63", func(c *certs.Bug) { c.Fault.Line += 1 << 63 }, "fault: found"},
		{"another column", func(c *certs.Bug) { c.Fault.Column-- }, "fault: found"},
		{"a huge column", func(c *certs.Bug) { c.Fault.Column = math.MaxUint64 }, "fault: found"},
		{"line and column exchanged", func(c *certs.Bug) {
			c.Fault.Line, c.Fault.Column = c.Fault.Column,
				c.Fault.Line
		}, "fault: found"},

		// Path.
		{"the first conjunct less", conjuncts(func(fs []certs.Formula) []certs.Formula { return fs[1:] }),
			"conjuncts, want"},
		{"the last conjunct less", conjuncts(func(fs []certs.Formula) []certs.Formula { return fs[:len(fs)-1] }),
			"conjuncts, want"},
		{"no conjuncts, so that the class is everything", func(c *certs.Bug) { c.Path = certs.Path{}; c.Model = nil },
			"found 0 conjuncts"},
		{"a conjunct twice", conjuncts(func(fs []certs.Formula) []certs.Formula { return append(fs, fs[0]) }),
			"conjuncts, want"},
		{"a conjunct twice instead of another", conjuncts(func(fs []certs.Formula) []certs.Formula {
			fs[1] = fs[0]
			return fs
		}), "path: conjunct 2"},
		{"a conjunct more that is true", conjuncts(func(fs []certs.Formula) []certs.Formula {
			return append(fs, atom("<=", constant(0)))
		}), "conjuncts, want"},
		{"a conjunct more that narrows the class", conjuncts(func(fs []certs.Formula) []certs.Formula {
			return append(fs, atom("=", &certs.Linear{Const: big.NewInt(-3),
				Terms: []certs.Term{{Sym: 0, Coef: big.NewInt(1)}}}))
		}), "conjuncts, want"},
		{"a conjunct more that is false", conjuncts(func(fs []certs.Formula) []certs.Formula {
			return append(fs, certs.Formula{{Op: "false"}})
		}), "conjuncts, want"},
		{"an empty conjunct", conjuncts(func(fs []certs.Formula) []certs.Formula { fs[0] = nil; return fs }),
			"path: conjunct 1"},
		{"the first two conjuncts exchanged", conjuncts(func(fs []certs.Formula) []certs.Formula {
			fs[0], fs[1] = fs[1], fs[0]
			return fs
		}), "path: conjunct 1"},
		{"the last two conjuncts exchanged", conjuncts(func(fs []certs.Formula) []certs.Formula {
			n := len(fs)
			fs[n-1], fs[n-2] = fs[n-2], fs[n-1]
			return fs
		}), "path: conjunct"},
		{"two conjuncts joined into one", conjuncts(func(fs []certs.Formula) []certs.Formula {
			return append([]certs.Formula{slices.Concat(certs.Formula{{Op: "and", Arity: 2}}, fs[0], fs[1])}, fs[2:]...)
		}), "conjuncts, want"},
		{"a conjunct weaker by one", node(0, 0, func(n *certs.Node) {
			n.E.Const = new(big.Int).Sub(n.E.Const, big.NewInt(1))
		}), "path: conjunct 1"},
		{"a conjunct stronger by one", node(1, 0, func(n *certs.Node) {
			n.E.Const = new(big.Int).Add(n.E.Const, big.NewInt(1))
		}), "path: conjunct 2"},
		{"a coefficient", node(0, 0, func(n *certs.Node) { n.E.Terms[0].Coef = big.NewInt(-2) }), "path: conjunct 1"},
		{"a coefficient of 0", node(0, 0, func(n *certs.Node) { n.E.Terms[0].Coef = new(big.Int) }),
			"path: conjunct 1"},
		{"a term less", node(0, 0, func(n *certs.Node) { n.E.Terms = nil }), "path: conjunct 1"},
		{"a term more", node(0, 0, func(n *certs.Node) {
			n.E.Terms = append(n.E.Terms,
				certs.Term{Sym: 3, Coef: big.NewInt(1)})
		}), "path: conjunct 1"},
		{"a term twice, with half its coefficient", node(0, 0, func(n *certs.Node) {
			n.E.Terms = []certs.Term{{Sym: n.E.Terms[0].Sym, Coef: big.NewInt(-2)},
				{Sym: n.E.Terms[0].Sym, Coef: big.NewInt(1)}}
		}), "path: conjunct 1"},
		{"another symbol", node(0, 0, func(n *certs.Node) { n.E.Terms[0].Sym = 0 }), "path: conjunct 1"},
		{"a symbol that is not in the table", node(0, 0, func(n *certs.Node) { n.E.Terms[0].Sym = 99 }),
			"path: conjunct 1"},
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
		{"an inequality replaced by false", node(0, 0, func(n *certs.Node) { *n = certs.Node{Op: "false"} }),
			"path: conjunct 1"},
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
		{"a disjunction without its second argument", conjuncts(func(fs []certs.Formula) []certs.Formula {
			fs[11] = fs[11][1:2]
			return fs
		}), "path: conjunct 12"},
		{"surplus behind a formula", conjuncts(func(fs []certs.Formula) []certs.Formula {
			fs[0] = append(fs[0], fs[1]...)
			return fs
		}), "path: conjunct 1"},
		{"a name more in the table", func(c *certs.Bug) { c.Path.Inputs = append(c.Path.Inputs, "free") },
			"path: found symbols"},
		{"a name renamed", func(c *certs.Bug) { c.Path.Inputs[1] = "free" }, "path: found symbols"},
		{"the names exchanged", func(c *certs.Bug) { slices.Reverse(c.Path.Inputs) }, "path: found symbols"},
		{"no names", func(c *certs.Bug) { c.Path.Inputs = nil }, "path: found symbols"},
		{"a symbol more in the table", func(c *certs.Bug) { c.Path.Opaque = append(c.Path.Opaque, c.Path.Opaque[0]) },
			"path: found symbols"},
		{"a symbol less", func(c *certs.Bug) { c.Path.Opaque = c.Path.Opaque[:1] }, "path: found symbols"},
		{"the symbols exchanged", func(c *certs.Bug) { slices.Reverse(c.Path.Opaque) }, "path: found symbols"},
		{"a quotient made a remainder", opaque("div", func(o *certs.Opaque) { o.Op = "mod" }), "path: found symbols"},
		{"a quotient that rounds otherwise", opaque("div", func(o *certs.Opaque) { o.Op = "quo" }),
			"path: found symbols"},
		{"a product made a quotient", opaque("*", func(o *certs.Opaque) { o.Op = "div" }), "path: found symbols"},
		{"a product with its operands exchanged", opaque("*", func(o *certs.Opaque) { x := o.X; o.X, o.Y = *o.Y, &x }),
			"path: found symbols"},
		{"a quotient with its operands exchanged", opaque("div", func(o *certs.Opaque) {
			x := o.X
			o.X, o.Y = *o.Y, &x
		}), "path: found symbols"},
		{"a constant in an operand", opaque("*", func(o *certs.Opaque) { o.X.Const = big.NewInt(1) }),
			"path: found symbols"},
		{"a symbol that refers to itself", opaque("*", func(o *certs.Opaque) { o.X.Terms[0].Sym = 2 }),
			"path: found symbols"},

		// Model.
		{"another value", func(c *certs.Bug) { c.Model["n"] = big.NewInt(5) }, "inputs: found n = 6, want 5"},
		{"another model of the path", func(c *certs.Bug) { c.Model["d"] = big.NewInt(2) },
			"inputs: found d = 3, want 2"},
		{"a value less", func(c *certs.Bug) { delete(c.Model, "d") }, "model: found values of"},
		{"a value more", func(c *certs.Bug) { c.Model["free"] = new(big.Int) }, "model: found values of"},
		{"a value of what is no input", func(c *certs.Bug) { c.Model["i"] = new(big.Int) }, "model: found values of"},
		{"a value of what is no variable", func(c *certs.Bug) { c.Model["zz"] = new(big.Int) },
			"model: found values of"},
		{"no model", func(c *certs.Bug) { c.Model = nil }, "model: found values of"},
		{"a value under another name", func(c *certs.Bug) { c.Model["free"] = c.Model["d"]; delete(c.Model, "d") },
			"model: found values of"},
	} {
		t.Run(c.title, func(t *testing.T) {
			bug := tampered(t)
			before := certs.Encode(bug)
			c.edit(bug)
			data := bug.Seal()
			if bytes.Equal(before, data) {
				t.Fatal("the edit changes nothing")
			}
			v, err := check(data, nil, DefaultLimits)
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
			if _, err := check(certs.Encode(bug), nil, DefaultLimits); err == nil ||
				!strings.Contains(err.Error(), "digest") {
				t.Errorf("with the old digest: found %v, want the error about the digest", err)
			}
		})
	}
}

// Edits.

func edited(old, new string) func(*certs.Bug) {
	return func(c *certs.Bug) {
		text := c.Program.Sources[0].Text
		if bytes.Count(text, []byte(old)) != 1 {
			panic(fmt.Sprintf("%q does not occur once in the source", old))
		}
		options := c.Program.Options
		c.Program.Sources = []certs.Source{{Name: "test.imp", Text: bytes.Replace(text, []byte(old), []byte(new), 1)}}
		relower(&c.Program)
		c.Program.Options = options
	}
}

// given changes the value of an input.
func given(name string, v int64) func(*certs.Bug) {
	return func(c *certs.Bug) { inputOf(c, name).Value = big.NewInt(v) }
}

func inputOf(c *certs.Bug, name string) *certs.Input {
	for i := range c.Inputs {
		if c.Inputs[i].Name == name {
			return &c.Inputs[i]
		}
	}
	panic("there is no input " + name)
}

var number7 = certs.Value{Int: big.NewInt(7)}

// steps changes the number of steps, and moves the checkpoints to where they then have to be.
func steps(c *certs.Bug, n uint64) {
	at := certs.CheckpointSteps(n, 5)
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

// TestDamaged establishes that what means nothing for the verdict is protected as well, as long as nobody forges the
// digest.
func TestDamaged(t *testing.T) {
	for _, c := range []struct {
		title string
		edit  func(*certs.Bug)
	}{
		{"a comment in the source", edited("# or more", "# or less")},
		{"a blank in the source", edited("# or more", "#  or more")},
		{"the name", func(c *certs.Bug) { c.Program.Sources[0].Name = "rest.imp" }},
		{"the digest", func(c *certs.Bug) { c.Digest[0] ^= 1 }},
		{"a short digest", func(c *certs.Bug) { c.Digest = c.Digest[:31] }},
		{"no digest", func(c *certs.Bug) { c.Digest = nil }},
	} {
		bug := tampered(t)
		c.edit(bug)
		if _, err := check(certs.Encode(bug), nil, DefaultLimits); !errors.Is(err, ErrInvalid) ||
			!strings.Contains(err.Error(), "digest") {
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
		{"a program that halts, with a step beyond", "skip", "", 2, "", certs.Fault{Kind: "fail", Line: 1, Column: 1},
			"execution ends after 1"},
		{"an assertion that holds", "assert 1 < 2", "", 1, "1", certs.Fault{Kind: "assertion", Line: 1, Column: 1},
			"no fault"},
		{"an assertion that is about to be violated", "assert 2 < 1", "", 0, "",
			certs.Fault{Kind: "assertion", Line: 1, Column: 1}, "no fault"},
		{"an assumption that is violated", "skip assume 1 > 2", "", 0, "",
			certs.Fault{Kind: "assertion", Line: 1, Column: 6}, "no fault"},
		{"an assumption that is violated, with a step beyond", "skip assume 1 > 2", "", 1, "",
			certs.Fault{Kind: "assertion", Line: 1, Column: 6}, "assumption violated"},
		{"a fail behind a violated assumption", "skip assume 1 > 2 fail", "", 2, "",
			certs.Fault{Kind: "fail", Line: 1, Column: 20}, "assumption violated"},
		{"a fail behind a violated assumption at the start", "assume 1 > 2 fail", "", 0, "",
			certs.Fault{Kind: "fail", Line: 1, Column: 14}, "no fault"},
		{"a fail behind an assumption that has no value", "assume 1 / 0 == 1 fail", "", 0, "",
			certs.Fault{Kind: "fail", Line: 1, Column: 19}, "no fault"},
		{"a division that is not reached", "input a if 1 == 2 { b = 1 / 0 }", "a=0", 2, "0",
			certs.Fault{Kind: "division by zero", Line: 1, Column: 26}, "no fault"},
		{"a division that is not evaluated", "if 1 == 2 and 1 / 0 == 0 { skip }", "", 0, "",
			certs.Fault{Kind: "division by zero", Line: 1, Column: 17}, "no fault"},
		{"a fail on the other branch", "if 1 == 1 { skip } else { fail }", "", 1, "0",
			certs.Fault{Kind: "fail", Line: 1, Column: 27}, "decision 1"},
		{"a fail behind a loop that does not end", "while true { skip } fail", "", 6, "11111",
			certs.Fault{Kind: "fail", Line: 1, Column: 21}, "no fault"},
		{"the second of two faults", "a = 1 / 0 fail", "a=0", 2, "", certs.Fault{Kind: "fail", Line: 1, Column: 11},
			"execution ends after 1"},
		{"the second of two faults in an expression", "a = 1 / 0 + 1 % 0", "a=0", 1, "",
			certs.Fault{Kind: "division by zero", Line: 1, Column: 15}, "want \"division by zero\" in file 0 at 1:7"},
		{"a variable that is bound", "input a b = a", "a=0", 1, "",
			certs.Fault{Kind: "unbound variable", Line: 1, Column: 13}, "no fault"},
	} {
		t.Run(c.title, func(t *testing.T) {
			bug := &certs.Bug{
				Program: about(c.source),
				Trace:   certs.Trace{Steps: c.steps},
				Fault:   c.fault,
			}
			for name, v := range memory(c.input) {
				bug.Inputs = []certs.Input{{Name: name, Value: v}}
			}
			final := &core.Machine{Program: must(program(c.source)).Core, Input: func(int, string) (*big.Int, bool) {
				return new(big.Int), true
			}}
			last, _ := final.Run(final.Start(), int64(c.steps))
			digest := last.Digest(nil)
			bug.Trace.Final = certs.State{Digest: digest[:], Values: certs.Values{}}
			for _, v := range last.Shown() {
				n, _ := v.Value.Integer()
				bug.Trace.Final.Values[v.Name] = certs.Value{Int: n}
			}
			var bits certs.Bits
			for _, b := range c.decisions {
				bits.Append(b == '1')
			}
			bug.Trace.Branches, bug.Trace.Decisions = bits.Len, bits.Bytes
			if _, err := check(bug.Seal(), nil, DefaultLimits); !errors.Is(err, ErrInvalid) ||
				errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("found %v, want an error with %q", err, c.reason)
			}
		})
	}
}

func TestStepLimit(t *testing.T) {
	long, idle := tampered(t), mustCertify(t, "a = 1 a = 1 a = 1 fail", "")
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
		{"a step less than needed, where there is no other work", idle, 3,
			"found 4 steps, want at most 3, the step limit"},
		{"no step, where there is no other work", idle, 0, "the step limit"},
	} {
		_, err := check(certs.Encode(c.bug), nil, Limits{c.limit, certs.MaxBytes, DefaultLimits.MaxMemory})
		if c.reason == "" && err != nil || c.reason != "" &&
			(!errors.Is(err, ErrInvalid) || !errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), c.reason)) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// fields lists what a certificate says, one part after the other, as places in a structure.
var fields = []struct {
	name string
	of   func(*certs.Bug) any
}{
	{"sources", func(c *certs.Bug) any { return &c.Program.Sources }},
	{"lowered", func(c *certs.Bug) any { return &c.Program.Lowered }},
	{"options", func(c *certs.Bug) any { return &c.Program.Options }},
	{"inputs", func(c *certs.Bug) any { return &c.Inputs }},
	{"steps", func(c *certs.Bug) any { return &c.Trace.Steps }},
	{"branches", func(c *certs.Bug) any { return &c.Trace.Branches }},
	{"decisions", func(c *certs.Bug) any { return &c.Trace.Decisions }},
	{"checkpoints", func(c *certs.Bug) any { return &c.Trace.Checkpoints }},
	{"final", func(c *certs.Bug) any { return &c.Trace.Final }},
	{"kind", func(c *certs.Bug) any { return &c.Fault.Kind }},
	{"file", func(c *certs.Bug) any { return &c.Fault.File }},
	{"line", func(c *certs.Bug) any { return &c.Fault.Line }},
	{"column", func(c *certs.Bug) any { return &c.Fault.Column }},
	{"inputs of the path", func(c *certs.Bug) any { return &c.Path.Inputs }},
	{"opaque", func(c *certs.Bug) any { return &c.Path.Opaque }},
	{"conjuncts", func(c *certs.Bug) any { return &c.Path.Conjuncts }},
	{"model", func(c *certs.Bug) any { return &c.Model }},
}

// TestMixing takes every set of fields of one valid certificate into another. What comes out is one of the two, or
// invalid.
func TestMixing(t *testing.T) {
	short := strings.ReplaceAll(tamperedSource, "j = 1 ", "") // a run is short, since there are thousands
	certificates := []*certs.Bug{
		mustCertify(t, short, "n=6 d=3 free=0"),
		mustCertify(t, short, "n=6 d=2 free=0"),
		mustCertify(t, short, "n=8 d=3 free=0"),
		mustCertify(t, strings.Replace(short, "or more", "or less", 1), "n=6 d=3 free=0"),
		mustCertify(t, strings.Replace(short, "< 12", "< 11", 1), "n=6 d=3 free=0"),
		mustCertify(t, strings.Replace(short, "/ d", "% d", 1), "n=5 d=3 free=0"),
		mustCertify(t, "option division truncate "+short, "n=6 d=3 free=0"),
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
					c.Program.Options = maps.Clone(a.Program.Options)
					for _, k := range []int{f, g} {
						reflect.ValueOf(fields[k].of(&c)).Elem().Set(reflect.ValueOf(fields[k].of(b)).Elem())
					}
					data := c.Seal()
					mixed++
					_, err := check(data, nil, DefaultLimits)
					k, same := valid[string(data)]
					switch {
					case same && err == nil:
						accepted++
					case same:
						t.Errorf("%s and %s of certificate %d in %d make certificate %d, which was rejected: %v",
							fields[f].name, fields[g].name, j, i, k, err)
					case err == nil && !harmless(&c):
						t.Errorf("%s and %s of certificate %d in %d were accepted", fields[f].name, fields[g].name, j,
							i)
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

// harmless reports whether c is certified anew to the same bytes: then it is a valid certificate, if one that was not
// listed.
func harmless(c *certs.Bug) bool {
	p, err := loaded(c.Program)
	if err != nil {
		return false
	}
	again, err := certifyProgram(p, inputsOf(c), 10_000)
	return err == nil && certs.Same(again, c)
}

// TestCheckPath puts the last check to the test on its own: no execution collects conditions that its input violates,
// so that no certificate gets as far.
func TestCheckPath(t *testing.T) {
	f := newFollower(must(program("fail")).Core, nil)
	p := f.pool
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
		{"the second of two conditions is not satisfied", []*term.Formula{p.Le(a, five), p.Not(p.Eq(a, b))}, "a=5 b=5",
			"conjunct 2"},
		{"a condition without a value", []*term.Formula{p.Le(quotient, five)}, "a=5 b=0", "conjunct 1"},
		{"a condition without a value in its second part", []*term.Formula{p.Or(p.Le(a, none), p.Le(quotient, five))},
			"a=5 b=0", "conjunct 1"},
		{"a condition without a value in a part that is not needed",
			[]*term.Formula{p.Or(p.Eq(b, none), p.Le(quotient, five))}, "a=5 b=0", ""},
		{"the condition false", []*term.Formula{p.Le(a, five), p.Bool(false)}, "a=5", "conjunct 2"},
	} {
		t.Run(c.title, func(t *testing.T) {
			m := memory(c.model)
			bug := &certs.Bug{Model: m, Path: writePath(term.NewTable(c.conjuncts), c.conjuncts)}
			err := checkPath(bug, f, c.conjuncts)
			if c.reason == "" && err != nil || c.reason != "" &&
				(err == nil || !strings.Contains(err.Error(), "does not satisfy "+c.reason)) {
				t.Errorf("found %v, want an error about %q", err, c.reason)
			}
		})
	}
}
