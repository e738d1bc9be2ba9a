package certs

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"vouch/internal/cddl"
)

// This file holds the schema, the encoder and the decoder together.

func certificateSchema(t *testing.T) (cddl.Schema, string) {
	t.Helper()
	text, err := os.ReadFile("certificate.cddl")
	if err != nil {
		t.Fatal(err)
	}
	return cddl.Parse(string(text)), string(text)
}

// generic decodes any CBOR, and conforms says what of it is not in the schema of certificates.
func generic(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	if err := cbor.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func conforms(s cddl.Schema, v any) error { return s.Conforms("certificate", v) }

// sensible returns a random certificate with the operators of the schema.
func sensible(r *rand.Rand) *Bug {
	c := random(r)
	reasonable(&c.Program)
	c.Trace.Final.Digest = sha('f')
	for i := range c.Trace.Checkpoints {
		c.Trace.Checkpoints[i].Digest = sha('c')
	}
	for i := range c.Path.Opaque {
		o := &c.Path.Opaque[i]
		if o.Op = "select"; o.Y != nil {
			o.Op = []string{"*", "div", "mod", "quo", "rem", "and", "or", "xor", "shl", "shr", "eq", "le", "fadd32",
				"froot64", "narrow"}[r.IntN(15)]
		}
	}
	for i, f := range c.Path.Conjuncts {
		for j := range f {
			if f[j].E != nil {
				f[j].Op, f[j].Arity = []string{"<=", "=", "!="}[r.IntN(3)], 0
			} else if f[j].Op = []string{"and", "or", "false"}[r.IntN(3)]; f[j].Op == "false" {
				f[j].Arity = 0
			}
		}
		if len(f) == 0 {
			c.Path.Conjuncts[i] = Formula{{Op: "false"}}
		}
	}
	return c
}

// reasonable gives a program a source and digest as the schema wants them.
func reasonable(p *Program) {
	p.Sources, p.Lowered = append(p.Sources, Source{Name: "last"}), sha('l')
}

// sensibleAbsence returns a random certificate of absence with rules as the schema has them.
func sensibleAbsence(r *rand.Rand) *Absence {
	c := randomAbsence(r)
	reasonable(&c.Program)
	for name, values := range c.Divided {
		c.Divided[name] = append(values, one)
	}
	for _, p := range c.Ways {
		for i, rule := range p {
			sum := append(rule.Rows, Multiple{Times: new(big.Int)})
			for j := range sum {
				sum[j].Times = new(big.Int).Abs(sum[j].Times)
			}
			k := rule.K
			if k == nil {
				k = big.NewInt(3)
			}
			p[i] = []Rule{
				{Op: RuleLeaf, Rows: sum}, {Op: RuleCut, Rows: sum, K: new(big.Int).Abs(k)},
				{Op: RuleSplit, Index: rule.Index, K: k}, {Op: RuleCases, Index: rule.Index},
				{Op: RuleCases, Index: rule.Index, Rows: sum},
				{Op: RuleProduct, Rows: []Multiple{sum[0], sum[0]}},
				{Op: RuleSquare, Rows: sum, K: new(big.Int).Neg(k)},
				{Op: RuleBits, Bits: randomRefutation(r)},
			}[r.IntN(8)]
		}
	}
	return c
}

func TestSchemaAcceptsCertificates(t *testing.T) {
	s, _ := certificateSchema(t)
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 500 {
		c := sensible(r)
		if i == 0 {
			c = sample()
		}
		if err := conforms(s, generic(t, c.Seal())); err != nil {
			t.Fatalf("%v: %+v", err, c)
		}
		a := sensibleAbsence(r)
		if i == 0 {
			a = absence()
		}
		if err := conforms(s, generic(t, a.Seal())); err != nil {
			t.Fatalf("%v: %+v", err, a)
		}
	}
}

// TestSchemaRejects changes one thing in a certificate at each place of it, and wants both the schema and Open to
// object.
func TestSchemaRejects(t *testing.T) {
	s, _ := certificateSchema(t)
	for _, c := range []struct {
		certificate Certificate
		changes     int // at least
	}{{sample(), 150}, {absence(), 130}} {
		data := c.certificate.Seal()
		count := 0
		for _, change := range changes(generic(t, data), nil) {
			bad := change.apply(generic(t, data))
			count++
			if err := conforms(s, bad); err == nil {
				t.Errorf("%s: the schema accepts it", change.title)
			}
			if c, err := Open(Encode(bad), MaxBytes); err == nil {
				t.Errorf("%s: Open accepts it: %+v", change.title, c)
			} else if errors.Is(err, ErrDamaged) && !strings.Contains(change.title, "digest") {
				t.Errorf("%s: Open takes it for a certificate, though a damaged one", change.title)
			}
		}
		if count < c.changes {
			t.Errorf("only %d changes were tried", count)
		}
	}
}

// change is an edit of generically decoded CBOR.
type change struct {
	title string
	apply func(root any) any
}

// changes lists edits that no certificate survives: for each key, that it is removed or another one added, and for each
// value that it is of another type. The operators are left to the schema alone.
func changes(v any, path []any) []change {
	set := func(title string, edit func(old any) any) change {
		return change{fmt.Sprint(title, " at ", path), func(root any) any { return replace(root, path, edit) }}
	}
	cs := []change{
		set("a truth value", func(any) any { return true }),
		set("a float", func(any) any { return 1.5 }),
	}
	if v != nil {
		cs = append(cs, set("undefined", func(any) any { return cbor.SimpleValue(23) }))
	}
	switch v := v.(type) {
	case map[any]any:
		cs = append(cs, set("an array", func(any) any { return []any{} }))
		fixed := !slices.ContainsFunc(path, func(step any) bool {
			return step == "final" || step == "model" || step == "options" || step == "checkpoints"
		})
		if fixed {
			cs = append(cs, set("a key more", func(old any) any { old.(map[any]any)["more"] = uint64(1); return old }))
		}
		cs = append(cs, set("a key that is no text", func(old any) any {
			old.(map[any]any)[uint64(1)] = uint64(1)
			return old
		}))
		for k, x := range v {
			if fixed {
				cs = append(cs, set(fmt.Sprint("the key ", k, " removed"), func(old any) any {
					delete(old.(map[any]any), k)
					return old
				}))
			}
			cs = append(cs, changes(x, append(slices.Clone(path), k))...)
		}
	case []any:
		cs = append(cs, set("a map", func(any) any { return map[any]any{} }))
		for i, x := range v {
			cs = append(cs, changes(x, append(slices.Clone(path), i))...)
		}
	case string:
		cs = append(cs, set("bytes", func(any) any { return []byte(v) }))
	case []byte:
		cs = append(cs, set("text", func(any) any { return string(v) }))
	default:
		// a value may be a text
		if !slices.Contains(path, any("x")) && !slices.Contains(path, any("y")) || path[0] == "model" {
			cs = append(cs, set("text", func(any) any { return "7" }))
		}
	}
	return cs
}

// replace applies edit to the value at the path in root.
func replace(root any, path []any, edit func(any) any) any {
	if len(path) == 0 {
		return edit(root)
	}
	switch v := root.(type) {
	case map[any]any:
		v[path[0]] = replace(v[path[0]], path[1:], edit)
	case []any:
		i := path[0].(int)
		v[i] = replace(v[i], path[1:], edit)
	}
	return root
}

func TestSchemaRejectsValues(t *testing.T) {
	s, _ := certificateSchema(t)
	for _, c := range []struct {
		title string
		edit  func(*Bug)
	}{
		{"an unknown operation", func(c *Bug) { c.Path.Opaque[0].Op = "pow" }},
		{"an operation without its second operand", func(c *Bug) { c.Path.Opaque[0].Y = nil }},
		{"an operation with cases", func(c *Bug) { c.Path.Opaque[0].Cases = c.Path.Opaque[1].Cases }},
		{"a select with a second operand", func(c *Bug) { c.Path.Opaque[1].Y = c.Path.Opaque[0].Y }},
		{"a select without cases", func(c *Bug) { c.Path.Opaque[1].Cases = nil }},
		{"no source", func(c *Bug) { c.Program.Sources = nil }},
		{"a digest of the lowered program that is too short", func(c *Bug) {
			c.Program.Lowered = c.Program.Lowered[1:]
		}},
		{"no digest of the lowered program", func(c *Bug) { c.Program.Lowered = nil }},
		{"a digest of the final state that is too long", func(c *Bug) { c.Trace.Final.Digest = make([]byte, 33) }},
		{"no digest at a checkpoint", func(c *Bug) { c.Trace.Checkpoints[1].Digest = nil }},
		{"an unknown atom", func(c *Bug) { c.Path.Conjuncts[1][0].Op = "<" }},
		{"an atom with arguments", func(c *Bug) { c.Path.Conjuncts[1][0].Arity = 1 }},
		{"a connective with an atom's form", func(c *Bug) { c.Path.Conjuncts[0][0].E = &Linear{Const: new(big.Int)} }},
		{"false with arguments", func(c *Bug) { c.Path.Conjuncts[0][2].Arity = 1 }},
		{"the formula true", func(c *Bug) { c.Path.Conjuncts[0][2].Op = "true" }},
		{"a negation", func(c *Bug) { c.Path.Conjuncts[0][0].Op = "not" }},
		{"an empty formula", func(c *Bug) { c.Path.Conjuncts[0] = Formula{} }},
	} {
		bad := sample()
		c.edit(bad)
		if err := conforms(s, generic(t, bad.Seal())); err == nil {
			t.Errorf("%s: the schema accepts it", c.title)
		}
	}
	for _, c := range []struct {
		title string
		edit  func(*Absence)
	}{
		{"another kind", func(c *Absence) { c.Kind = "total" }},
		{"an unknown rule", func(c *Absence) { c.Ways[1][0].Op = "axiom" }},
		{"a leaf without rows", func(c *Absence) { c.Ways[1][0].Rows = nil }},
		{"a leaf with an index", func(c *Absence) { c.Ways[1][0].Index = 1 }},
		{"a leaf with a bound", func(c *Absence) { c.Ways[1][0].K = new(big.Int) }},
		{"a negative factor", func(c *Absence) { c.Ways[1][0].Rows[0].Times = big.NewInt(-1) }},
		{"a large negative factor", func(c *Absence) { c.Ways[1][0].Rows[0].Times = integer("-2^65") }},
		{"a cut without rows", func(c *Absence) { c.Ways[2][0].Rows = nil }},
		{"a cut with an index", func(c *Absence) { c.Ways[2][0].Index = 7 }},
		{"a cut without a divisor", func(c *Absence) { c.Ways[2][0].K = nil }},
		{"a cut with a negative divisor", func(c *Absence) { c.Ways[2][0].K = big.NewInt(-9) }},
		{"a product with three rows", func(c *Absence) {
			c.Ways[2][0] = Rule{Op: RuleProduct, Rows: []Multiple{{Times: one}, {Times: one}, {Times: one}}}
		}},
		{"a product with a bound", func(c *Absence) {
			c.Ways[2][0] = Rule{Op: RuleProduct, Rows: []Multiple{{Times: one}, {Times: one}}, K: one}
		}},
		{"a product with an index", func(c *Absence) {
			c.Ways[2][0] = Rule{Op: RuleProduct, Index: 1, Rows: []Multiple{{Times: one}, {Times: one}}}
		}},
		{"a square of nothing", func(c *Absence) { c.Ways[2][0] = Rule{Op: RuleSquare, K: one} }},
		{"a square without a constant", func(c *Absence) {
			c.Ways[2][0] = Rule{Op: RuleSquare,
				Rows: []Multiple{{Times: one}}}
		}},
		{"a square with an index", func(c *Absence) {
			c.Ways[2][0] = Rule{Op: RuleSquare, Index: 1, Rows: []Multiple{{Times: one}}, K: one}
		}},
		{"a split with rows", func(c *Absence) { c.Ways[2][1].Rows = c.Ways[2][0].Rows }},
		{"a split without a bound", func(c *Absence) { c.Ways[2][1].K = nil }},
		{"cases with a row without a factor", func(c *Absence) { c.Ways[2][3].Rows = []Multiple{{Row: 1}} }},
		{"cases with a row with a negative factor", func(c *Absence) {
			c.Ways[2][3].Rows = []Multiple{{Row: 1, Times: big.NewInt(-1)}}
		}},
		{"cases with a bound", func(c *Absence) { c.Ways[2][3].K = new(big.Int) }},
		{"cases with a refutation", func(c *Absence) { c.Ways[2][3].Bits = &Refutation{} }},
		{"bits without a refutation", func(c *Absence) { c.Ways[2][0] = Rule{Op: RuleBits} }},
		{"bits with rows of their own", func(c *Absence) {
			c.Ways[2][0] = Rule{Op: RuleBits, Rows: []Multiple{{Times: one}}, Bits: &Refutation{}}
		}},
		{"bits with an index", func(c *Absence) { c.Ways[2][0] = Rule{Op: RuleBits, Index: 1, Bits: &Refutation{}} }},
		{"an input without values", func(c *Absence) { c.Divided = map[string][]*big.Int{"x": {}} }},
		{"a value that is none", func(c *Absence) { c.Divided = map[string][]*big.Int{"x": {nil}} }},
	} {
		bad := absence()
		c.edit(bad)
		if err := conforms(s, generic(t, bad.Seal())); err == nil {
			t.Errorf("%s: the schema accepts it", c.title)
		}
	}
	for _, bad := range []string{"", "00", "32 bytes, and another"} {
		c := sample()
		c.Kind, c.Version, c.Digest = KindBug, Version, []byte(bad)
		if err := conforms(s, generic(t, Encode(c))); err == nil {
			t.Errorf("a digest of %d bytes: the schema accepts it", len(bad))
		}
	}
	c := sample()
	c.Kind, c.Version, c.Digest = "bag", Version, make([]byte, 32)
	if err := conforms(s, generic(t, Encode(c))); err == nil {
		t.Error("another kind: the schema accepts it")
	}
	c.Kind, c.Version = KindBug, Version+1
	if err := conforms(s, generic(t, Encode(c))); err == nil {
		t.Error("another version: the schema accepts it")
	}
}

// TestSchemaHasTheKeysOfTheCode compares the keys in the schema with those of the structures, which may have no others.
func TestSchemaHasTheKeysOfTheCode(t *testing.T) {
	_, text := certificateSchema(t)
	var found []string
	for _, m := range regexp.MustCompile(`"([a-z-]+)":`).FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	slices.Sort(found)
	var want []string
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(k reflect.Type) {
		switch k.Kind() {
		case reflect.Slice, reflect.Map, reflect.Pointer:
			walk(k.Elem())
		case reflect.Struct:
			if seen[k] || k == reflect.TypeFor[big.Int]() {
				return
			}
			seen[k] = true
			for i := range k.NumField() {
				f := k.Field(i)
				if key, _, _ := strings.Cut(f.Tag.Get("cbor"), ","); f.IsExported() && key != "" {
					want = append(want, key)
				}
				walk(f.Type)
			}
		}
	}
	for _, k := range []reflect.Type{reflect.TypeFor[Bug](), reflect.TypeFor[Absence]()} {
		walk(k)
	}
	slices.Sort(want)
	if !slices.Equal(found, want) {
		t.Errorf("the schema has the keys %q\nthe structures  %q", found, want)
	}
}

var one = big.NewInt(1)
