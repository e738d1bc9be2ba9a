package checker

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"vouch/certs"
	"vouch/internal/effort"
)

// This file mutates valid certificates, with fresh digests, and holds what the checker then still accepts against an
// independent evaluator.

//go:embed testdata/corpus/*.cbor
var corpus embed.FS

const corpusDir = "testdata/corpus"

// corpusFiles returns the certificates of the corpus by the names of their files, which are in order.
func corpusFiles(t testing.TB) (names []string, files map[string][]byte) {
	t.Helper()
	entries, err := corpus.ReadDir(corpusDir)
	if err != nil || len(entries) == 0 {
		t.Fatalf("the corpus is empty: %v", err)
	}
	files = map[string][]byte{}
	for _, e := range entries {
		data, err := corpus.ReadFile(path.Join(corpusDir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, e.Name())
		files[e.Name()] = data
	}
	return names, files
}

// TestCorpus checks the certificates of the corpus, which the finder made; run with -update it makes them anew.
func TestCorpus(t *testing.T) {
	if *update {
		for _, f := range findings {
			c := find(t, f)
			name := strings.NewReplacer(" ", "-", ",", "", "^", "-", "'", "").Replace(f.title) + ".cbor"
			if err := os.WriteFile(path.Join(corpusDir, name), certs.Encode(c), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	names, files := corpusFiles(t)
	if len(names) != len(findings) {
		t.Errorf("found %d certificates, want %d; run make golden", len(names), len(findings))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range names {
		if _, err := check(files[name], nil, DefaultLimits); err != nil {
			t.Errorf("%s: %v; if the format has changed, run make golden", name, err)
			continue
		}
		c, err := certs.Decode(files[name], certs.MaxBytes)
		if err != nil {
			t.Fatal(err)
		}
		establish(t, c, r)
	}
}

// fuzzLimits keep mutated programs from running long.
var fuzzLimits = Limits{MaxSteps: 20_000, MaxBytes: 1 << 20, MaxMemory: DefaultLimits.MaxMemory}

// FuzzCheckMutated takes bytes, as they are, with a fresh digest, and mutated as the seed says; whatever is accepted
// must be true.
func FuzzCheckMutated(f *testing.F) {
	names, files := corpusFiles(f)
	for i, name := range names {
		f.Add(files[name], uint64(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		judge(t, data, r)
		c := new(certs.Bug)
		if cbor.Unmarshal(data, c) != nil {
			return
		}
		judge(t, c.Seal(), r)
		mutate(c, r)
		judge(t, c.Seal(), r)
	})
}

// judge checks data, and if it is accepted establishes that this is right. It returns the checker's error.
func judge(t testing.TB, data []byte, r *rand.Rand) error {
	t.Helper()
	_, err := check(data, nil, fuzzLimits)
	if err != nil {
		if errors.Is(err, ErrInvalid) == errors.Is(err, ErrNotCertificate) {
			t.Fatalf("found %v, want an error that wraps either %v or %v", err, ErrInvalid, ErrNotCertificate)
		}
		return err
	}
	c, err := certs.Decode(data, certs.MaxBytes)
	if err != nil {
		t.Fatalf("accepted, but no certificate: %v", err)
	}
	establish(t, c, r)
	return nil
}

// TestMutations is FuzzCheckMutated for a fixed number of mutations, of which it counts what became of them.
func TestMutations(t *testing.T) {
	names, files := corpusFiles(t)
	r := rand.New(rand.NewPCG(7, 8))
	accepted := 0
	rejected := map[string]int{} // by the first word of the reason
	for i := range effort.Of(10_000) {
		original := files[names[i%len(names)]]
		c, err := certs.Decode(original, certs.MaxBytes)
		if err != nil {
			t.Fatal(err)
		}
		mutate(c, r)
		data := c.Seal()
		if bytes.Equal(data, original) {
			continue
		}
		if err := judge(t, data, r); err == nil {
			accepted++
		} else {
			reason := strings.TrimPrefix(err.Error(), ErrInvalid.Error()+": ")
			word, _, _ := strings.Cut(reason, ":")
			rejected[word]++
		}
	}
	t.Logf("%d accepted, rejected %v", accepted, rejected)
	if accepted < effort.Of(300) {
		t.Errorf("only %d mutated certificates were accepted", accepted)
	}
	for _, word := range []string{"program", "inputs", "trace", "fault", "path", "model"} {
		if rejected[word] < effort.Of(50) {
			t.Errorf("only %d mutated certificates were rejected for their %s", rejected[word], word)
		}
	}
}

// mutate changes c at random, in one place or in several. Often it then takes some parts from the true certificate of
// the program and the input that c has now, if there is one, so that the lie is consistent with some of the rest.
func mutate(c *certs.Bug, r *rand.Rand) {
	if len(c.Program.Sources) == 0 {
		return
	}
	for range 1 + r.IntN(2) {
		mutations[r.IntN(len(mutations))](c, r)
	}
	if r.IntN(3) == 0 {
		return
	}
	p, err := loaded(c.Program)
	if err != nil {
		return
	}
	truth, err := certifyProgram(p, inputsOf(c), 2_000)
	if err != nil {
		return
	}
	all := r.IntN(3) == 0
	take := func() bool { return all || r.IntN(4) > 0 }
	if take() {
		c.Inputs = truth.Inputs
	}
	if take() {
		c.Program.Options = truth.Program.Options
	}
	if take() {
		c.Trace = truth.Trace
	}
	if take() {
		c.Fault = truth.Fault
	}
	if take() {
		c.Path = truth.Path
	}
	if take() {
		c.Model = truth.Model
	}
}

// mutations are the ways of changing a certificate. They cope with whatever it holds.
var mutations = []func(*certs.Bug, *rand.Rand){
	mutateSource, mutateSource, mutateSource,
	mutateValues, mutateValues, mutateValues,
	func(c *certs.Bug, r *rand.Rand) {
		c.Program.Sources[0].Name = pick(r, []string{"", "a.imp", "a/b", "..", "b.imp"})
	},
	func(c *certs.Bug, r *rand.Rand) { c.Program.Version += r.Uint64N(2) },
	func(c *certs.Bug, r *rand.Rand) {
		c.Program.Options = map[string]string{"division": pick(r, []string{"floor", "truncate", ""})}
	},
	func(c *certs.Bug, r *rand.Rand) { mutateInputs(c, r) },
	func(c *certs.Bug, r *rand.Rand) { mutateBytes(c.Program.Lowered, r) },
	func(c *certs.Bug, r *rand.Rand) { mutateBytes(c.Trace.Final.Digest, r) },
	func(c *certs.Bug, r *rand.Rand) { mutateMemory(c.Model, r) },
	func(c *certs.Bug, r *rand.Rand) { mutateMemory(c.Model, r) },
	func(c *certs.Bug, r *rand.Rand) { mutateMemory(c.Model, r) },
	func(c *certs.Bug, r *rand.Rand) { mutateShown(c.Trace.Final.Values, r) },
	func(c *certs.Bug, r *rand.Rand) {
		if n := len(c.Trace.Checkpoints); n > 0 {
			p := &c.Trace.Checkpoints[r.IntN(n)]
			if r.IntN(2) == 0 {
				mutateShown(p.Values, r)
			} else {
				p.Step += r.Uint64N(3) - 1
			}
		}
	},
	func(c *certs.Bug, r *rand.Rand) { c.Trace.Steps += r.Uint64N(5) - 2 },
	func(c *certs.Bug, r *rand.Rand) { c.Trace.Branches += r.Uint64N(3) - 1 },
	func(c *certs.Bug, r *rand.Rand) {
		if n := len(c.Trace.Decisions); n > 0 {
			c.Trace.Decisions[r.IntN(n)] ^= 1 << r.IntN(8)
		}
	},
	func(c *certs.Bug, r *rand.Rand) { c.Trace.Decisions = edit(c.Trace.Decisions, r, 0) },
	func(c *certs.Bug, r *rand.Rand) {
		c.Trace.Checkpoints = edit(c.Trace.Checkpoints, r, certs.Checkpoint{Step: 1})
	},
	func(c *certs.Bug, r *rand.Rand) { c.Fault.Line += r.Uint64N(3) - 1 },
	func(c *certs.Bug, r *rand.Rand) { c.Fault.Column += r.Uint64N(3) - 1 },
	func(c *certs.Bug, r *rand.Rand) {
		c.Fault.Kind = pick(r, []string{"fail", "assertion", "division by zero", "unbound variable", "overflow"})
	},
	func(c *certs.Bug, r *rand.Rand) { c.Path.Inputs = edit(c.Path.Inputs, r, "a") },
	func(c *certs.Bug, r *rand.Rand) {
		c.Path.Conjuncts = edit(c.Path.Conjuncts, r, certs.Formula{{Op: "false"}})
	},
	func(c *certs.Bug, r *rand.Rand) {
		c.Path.Opaque = edit(c.Path.Opaque, r, certs.Opaque{Op: "*", X: *constant(0), Y: constant(0)})
	},
	mutateFormula, mutateFormula,
	func(c *certs.Bug, r *rand.Rand) {
		if n := len(c.Path.Opaque); n > 0 {
			o := &c.Path.Opaque[r.IntN(n)]
			switch r.IntN(3) {
			case 0:
				o.Op = pick(r, []string{"*", "div", "mod", "quo", "rem"})
			case 1:
				if o.Y != nil {
					x := o.X
					o.X, o.Y = *o.Y, &x
				}
			default:
				mutateLinear(&o.X, r)
			}
		}
	},
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// edit returns list with an element removed, doubled, exchanged with the next one, or with one more.
func edit[T any](list []T, r *rand.Rand, more T) []T {
	list = slices.Clone(list)
	n := len(list)
	if n == 0 {
		return append(list, more)
	}
	i := r.IntN(n)
	switch r.IntN(4) {
	case 0:
		return slices.Delete(list, i, i+1)
	case 1:
		return slices.Insert(list, i, list[i])
	case 2:
		list[i], list[(i+1)%n] = list[(i+1)%n], list[i]
		return list
	}
	return append(list, more)
}

// number returns an integer near v, or another one.
func number(v *big.Int, r *rand.Rand) *big.Int {
	if v == nil || r.IntN(4) == 0 {
		return big.NewInt(r.Int64N(9) - 4)
	}
	if r.IntN(4) == 0 {
		return new(big.Int).Neg(v)
	}
	return new(big.Int).Add(v, big.NewInt(r.Int64N(5)-2))
}

func mutateBytes(b []byte, r *rand.Rand) {
	if len(b) > 0 {
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
	}
}

func mutateInputs(c *certs.Bug, r *rand.Rand) {
	c.Inputs = edit(c.Inputs, r, certs.Input{Name: "x", Value: new(big.Int)})
	if len(c.Inputs) == 0 {
		return
	}
	switch in := &c.Inputs[r.IntN(len(c.Inputs))]; r.IntN(4) {
	case 0:
		in.Name += "#2"
	case 1:
		in.Lo = number(in.Value, r)
	case 2:
		in.Hi = number(in.Value, r)
	default:
		in.Value = number(in.Value, r)
	}
}

func mutateShown(m certs.Values, r *rand.Rand) {
	numbers := certs.Memory{}
	for name, v := range m {
		if v.Int != nil {
			numbers[name] = v.Int
		}
	}
	mutateMemory(numbers, r)
	for name := range m {
		if numbers[name] == nil {
			delete(m, name)
		}
	}
	for name, v := range numbers {
		if m[name] = (certs.Value{Int: v}); r.IntN(8) == 0 {
			m[name] = certs.Value{Text: v.String()}
		}
	}
}

func mutateMemory(m certs.Memory, r *rand.Rand) {
	if len(m) == 0 {
		return
	}
	name := pick(r, slices.Sorted(maps.Keys(m)))
	switch r.IntN(6) {
	case 0:
		delete(m, name)
	case 1:
		m[pick(r, []string{"a", "b", "n", "i", "zz"})] = new(big.Int)
	default:
		m[name] = number(m[name], r)
	}
}

// mutateValues gives an input another value, in the input and in the model.
func mutateValues(c *certs.Bug, r *rand.Rand) {
	if len(c.Inputs) == 0 {
		return
	}
	i := r.IntN(len(c.Inputs))
	name := c.Inputs[i].Name
	c.Inputs[i].Value = number(c.Inputs[i].Value, r)
	if c.Model[name] != nil {
		c.Model[name] = c.Inputs[i].Value
	}
}

func mutateFormula(c *certs.Bug, r *rand.Rand) {
	if len(c.Path.Conjuncts) == 0 {
		return
	}
	i := r.IntN(len(c.Path.Conjuncts))
	f := slices.Clone(c.Path.Conjuncts[i])
	c.Path.Conjuncts[i] = f
	if len(f) == 0 {
		return
	}
	n := &f[r.IntN(len(f))]
	switch r.IntN(4) {
	case 0:
		n.Op = pick(r, []string{"<=", "=", "!=", "and", "or", "false"})
	case 1:
		n.Arity += r.Uint64N(3) - 1
	case 2:
		c.Path.Conjuncts[i] = edit(f, r, certs.Node{Op: "false"})
	default:
		if n.E != nil {
			e := *n.E
			mutateLinear(&e, r)
			n.E = &e
		}
	}
}

func mutateLinear(e *certs.Linear, r *rand.Rand) {
	e.Terms = slices.Clone(e.Terms)
	switch n := len(e.Terms); {
	case n == 0 || r.IntN(3) == 0:
		e.Const = number(e.Const, r)
	case r.IntN(3) == 0:
		e.Terms = edit(e.Terms, r, certs.Term{Sym: 0, Coef: big.NewInt(1)})
	case r.IntN(2) == 0:
		e.Terms[r.IntN(n)].Coef = number(e.Terms[r.IntN(n)].Coef, r)
	default:
		e.Terms[r.IntN(n)].Sym += r.Uint64N(3) - 1
	}
}

// mutateSource changes a token of the program, removes a line, or doubles one.
func mutateSource(c *certs.Bug, r *rand.Rand) {
	c.Program.Sources = slices.Clone(c.Program.Sources)
	if r.IntN(8) > 0 {
		defer relower(&c.Program)
	}
	lines := strings.SplitAfter(string(c.Program.Sources[0].Text), "\n")
	i := r.IntN(len(lines))
	words := strings.SplitAfter(lines[i], " ")
	w := &words[r.IntN(len(words))]
	switch r.IntN(8) {
	case 0:
		lines = edit(lines, r, "skip\n")
	case 1:
		words = edit(words, r, "# and so on")
	case 2:
		*w = " " + *w
	default:
		for _, swap := range r.Perm(len(swaps)) {
			if s := swaps[swap]; strings.Contains(*w, s[0]) {
				*w = strings.Replace(*w, s[0], s[1], 1)
				break
			}
		}
	}
	if len(lines) > i {
		lines[i] = strings.Join(words, "")
	}
	c.Program.Sources[0].Text = []byte(strings.Join(lines, ""))
	if r.IntN(50) == 0 {
		c.Program.Sources[0].Text = fmt.Appendf(c.Program.Sources[0].Text, "\nfail")
	}
}

// swaps are replacements inside words of a program.
var swaps = [][2]string{
	{"+", "-"}, {"-", "+"}, {"*", "/"}, {"/", "*"}, {"/", "%"}, {"%", "/"}, {"==", "!="}, {"!=", "=="}, {"<", ">"},
	{">", "<"}, {"<=", "<"},
	{"<", "<="}, {"and", "or"}, {"or", "and"}, {"not", ""}, {"a", "b"}, {"b", "a"}, {"x", "y"}, {"1", "2"}, {"2", "1"},
	{"3", "0"}, {"0", "1"},
	{"5", "4"}, {"7", "8"}, {"9", "7"}, {"true", "false"}, {"skip", "fail"}, {"fail", "skip"}, {"if", "while"},
	{"while", "if"},
	{"assert", "assume"}, {"assume", "assert"}, {"floor", "truncate"}, {"truncate", "floor"},
}
