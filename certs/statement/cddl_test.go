package statement

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"vouch/internal/cddl"
)

// This file holds the schema, the encoder and the decoder together.

func schema(t *testing.T) (cddl.Schema, string) {
	t.Helper()
	text, err := os.ReadFile("statement.cddl")
	if err != nil {
		t.Fatal(err)
	}
	return cddl.Parse(string(text)), string(text)
}

// forms are what has a rule in the schema: the rule, files of the corpus, and the decoder.
var forms = []struct {
	rule, files string
	parse       func([]byte) error
	changes     int // at least
}{
	{"statement", "*.statement", func(b []byte) error { _, err := Parse(b); return err }, 300},
	{"receipt", "*.receipt", func(b []byte) error { _, err := ParseReceipt(b); return err }, 150},
	{"aggregate", "*.aggregate", func(b []byte) error { _, err := ParseAggregate(b); return err }, 100},
	{"bundle", "*.bundle", func(b []byte) error { _, err := ParseBundle(b); return err }, 60},
	{"cose-key", "*.cose.key", func(b []byte) error { _, err := ParseCOSE(b); return err }, 60},
}

func TestSchemaAccepts(t *testing.T) {
	s, _ := schema(t)
	for _, form := range forms {
		n := 0
		for name, data := range corpusOf(t, form.files) {
			if err := s.Conforms(form.rule, generic(t, data)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			n++
		}
		if n == 0 {
			t.Errorf("no file %s", form.files)
		}
	}
}

func corpusOf(t *testing.T, pattern string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for name, data := range corpusFiles(t, path.Ext(pattern)) {
		if ok, _ := path.Match(pattern, name); ok {
			files[name] = data
		}
	}
	return files
}

// TestSchemaRejects changes one thing at each place of what the corpus has, within strings that hold CBOR too, and
// wants both the schema and the decoder to object.
func TestSchemaRejects(t *testing.T) {
	s, _ := schema(t)
	for _, form := range forms {
		count := 0
		for name, data := range corpusOf(t, form.files) {
			for _, c := range changes(generic(t, data), nil) {
				bad := c.apply(generic(t, data))
				count++
				if err := s.Conforms(form.rule, bad); err == nil {
					t.Errorf("%s: %s: the schema accepts it", name, c.title)
				}
				if err := form.parse(encode(bad)); err == nil && !later(c.path) {
					t.Errorf("%s: %s: the decoder accepts it", name, c.title)
				}
			}
		}
		if count < form.changes {
			t.Errorf("%s: only %d changes were tried", form.rule, count)
		}
	}
}

// later says that a part is looked at when it is verified only: a receipt of a statement, and the statements of a
// bundle.
func later(path []any) bool {
	receipts := slices.Index(path, any(uint64(394)))
	return receipts >= 0 && slices.Contains(path[receipts:], any("cbor")) || slices.Contains(path, any("statement"))
}

// change is an edit of generically decoded CBOR.
type change struct {
	title string
	path  []any
	apply func(root any) any
}

// changes lists edits that nothing survives: for each key, that it is removed or another one added, and for each value
// that it is of another type. The step "cbor" of a path is into bytes, and "content" into a tag.
func changes(v any, path []any) []change {
	set := func(title string, edit func(old any) any) change {
		return change{fmt.Sprint(title, " at ", path), path, func(root any) any { return replaced(root, path, edit) }}
	}
	cs := []change{
		set("a truth value", func(any) any { return true }),
		set("a float", func(any) any { return 1.5 }),
	}
	if v != nil {
		cs = append(cs, set("undefined", func(any) any { return cbor.SimpleValue(23) }))
	}
	deeper := func(x any, step any) { cs = append(cs, changes(x, append(slices.Clone(path), step))...) }
	switch v := v.(type) {
	case cbor.Tag:
		cs = append(cs, set("no tag", func(any) any { return v.Content }))
		cs = append(cs, set("another tag", func(any) any { return cbor.Tag{Number: 19, Content: v.Content} }))
		deeper(v.Content, "content")
	case map[any]any:
		cs = append(cs, set("an array", func(any) any { return []any{} }))
		cs = append(cs, set("a key more", func(old any) any { old.(map[any]any)["more"] = uint64(1); return old }))
		cs = append(cs, set("a label more", func(old any) any {
			old.(map[any]any)[uint64(99)] = uint64(1)
			return old
		}))
		for k, x := range v {
			if k != int64(-70001) && k != uint64(394) && k != "native" { // which may be missing
				cs = append(cs, set(fmt.Sprint("the key ", k, " removed"), func(old any) any {
					delete(old.(map[any]any), k)
					return old
				}))
			}
			deeper(x, k)
		}
	case []any:
		cs = append(cs, set("a map", func(any) any { return map[any]any{} }),
			set("text in it", func(any) any { return append(slices.Clone(v), "more") }))
		for i, x := range v {
			deeper(x, i)
		}
	case string:
		cs = append(cs, set("bytes", func(any) any { return []byte(v) }))
	case []byte:
		cs = append(cs, set("text", func(any) any { return string(v) }))
		var inner any
		switch {
		case len(path) > 0 && path[len(path)-1] == "certificate" && len(v) != 32, len(path) > 1 &&
			path[len(path)-1] == "cbor":
		case len(v) == 32 || len(v) == 64 || len(v) == 96 || len(v) == 48: // digests, keys and signatures
			cs = append(cs, set("a byte less", func(any) any { return v[1:] }),
				set("a byte more", func(any) any { return append(slices.Clone(v), 0) }))
		case cbor.Unmarshal(v, &inner) == nil:
			deeper(inner, "cbor")
		}
	case nil:
		cs = append(cs, set("bytes", func(any) any { return []byte{} }))
	default:
		cs = append(cs, set("text", func(any) any { return "7" }), set("null", func(any) any { return nil }))
	}
	return cs
}

// replaced applies edit to the value at the path in root.
func replaced(root any, path []any, edit func(any) any) any {
	if len(path) == 0 {
		return edit(root)
	}
	switch v := root.(type) {
	case cbor.Tag:
		return cbor.Tag{Number: v.Number, Content: replaced(v.Content, path[1:], edit)}
	case map[any]any:
		v[path[0]] = replaced(v[path[0]], path[1:], edit)
	case []any:
		i := path[0].(int)
		v[i] = replaced(v[i], path[1:], edit)
	case []byte:
		var inner any
		if err := cbor.Unmarshal(v, &inner); err != nil {
			panic(err)
		}
		return encode(replaced(inner, path[1:], edit))
	}
	return root
}

// TestSchemaRejectsValues changes values that have the right type.
func TestSchemaRejectsValues(t *testing.T) {
	s, _ := schema(t)
	header := func(label uint64) []any { return []any{"content", 0, "cbor", label} }
	claim := func(label any) []any { return append(header(15), label) }
	for _, c := range []struct {
		title, rule, file string
		path              []any
		value             any
	}{
		{"another algorithm", "statement", "ed25519.statement", header(1), int64(-7)},
		{"another type", "statement", "ed25519.statement", header(16), "application/cose"},
		{"another hash", "statement", "ed25519.statement", header(258), int64(-43)},
		{"another content", "statement", "ed25519.statement", header(259), "application/json"},
		{"no issuer", "statement", "ed25519.statement", claim(uint64(1)), ""},
		{"a long issuer", "statement", "ed25519.statement", claim(uint64(1)), "urn:" + strings.Repeat("a", 1021)},
		{"a long subject", "statement", "ed25519.statement", claim(uint64(2)), "urn:" + strings.Repeat("a", 1021)},
		{"a time before 1970", "statement", "ed25519.statement", claim(uint64(6)), int64(-1)},
		{"a long role", "statement", "ed25519-full.statement", append(claim(int64(-70001)), "role"),
			strings.Repeat("a", 257)},
		{"no verdict", "statement", "ed25519-full.statement", append(claim(int64(-70001)), "verdict"), ""},
		{"an empty list of receipts", "statement", "ed25519-full.statement", []any{"content", 1, uint64(394)}, []any{}},
		{"receipts of no kind", "statement", "ed25519-full.statement", []any{"content", 1, uint64(394)},
			[]any{[]byte{0x80}}},
		{"no payload", "statement", "ed25519.statement", []any{"content", 2}, nil},
		{"an algorithm of issuers", "receipt", "log.receipt", header(1), int64(-47)},
		{"another tree", "receipt", "log.receipt", header(395), uint64(2)},
		{"no origin", "receipt", "log.receipt", claim(uint64(1)), ""},
		{"two proofs", "receipt", "log.receipt", []any{"content", 1, uint64(396), int64(-1)},
			[]any{[]byte{}, []byte{}}},
		{"no proof", "receipt", "log.receipt", []any{"content", 1, uint64(396), int64(-1)}, []any{}},
		{"a negative index", "receipt", "log.receipt", []any{"content", 1, uint64(396), int64(-1), 0, "cbor", 1},
			int64(-1)},
		{"a payload", "receipt", "log.receipt", []any{"content", 2}, make([]byte, 32)},
		{"another version", "aggregate", "three.aggregate", []any{"version"}, uint64(2)},
		{"another kind", "aggregate", "three.aggregate", []any{"kind"}, "bundle"},
		{"no statements", "aggregate", "three.aggregate", []any{"statements"}, []any{}},
		{"another version", "bundle", "log.bundle", []any{"version"}, uint64(0)},
		{"another kind", "bundle", "log.bundle", []any{"kind"}, "bundles"},
		{"no statements", "bundle", "log.bundle", []any{"statements"}, []any{}},
		{"another curve", "cose-key", "ed25519.cose.key", []any{int64(-1)}, uint64(7)},
		{"another algorithm", "cose-key", "es256k.cose.key", []any{uint64(3)}, int64(-7)},
		{"another type", "cose-key", "es256k.cose.key", []any{uint64(1)}, uint64(1)},
	} {
		t.Run(c.rule+": "+c.title, func(t *testing.T) {
			data := corpusOf(t, c.file)[c.file]
			bad := replaced(generic(t, data), c.path, func(any) any { return c.value })
			if err := s.Conforms(c.rule, bad); err == nil {
				t.Error("the schema accepts it")
			}
			for _, form := range forms {
				if form.rule == c.rule && c.title != "receipts of no kind" {
					if err := form.parse(encode(bad)); err == nil {
						t.Error("the decoder accepts it")
					}
				}
			}
		})
	}
}

// TestSchemaHasTheKeysOfTheCode compares the keys in the schema with those of the structures, which may have no others.
func TestSchemaHasTheKeysOfTheCode(t *testing.T) {
	_, text := schema(t)
	text = regexp.MustCompile(`;.*`).ReplaceAllString(text, "")
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?:"([a-z-]+)"|(-?[0-9]+)):`).FindAllStringSubmatch(text, -1) {
		found[m[1]+m[2]] = true
	}
	want := map[string]bool{strconv.Itoa(labelReceipts): true, strconv.Itoa(labelProofs): true,
		strconv.Itoa(labelIncluded): true}
	for _, k := range []reflect.Type{
		reflect.TypeFor[header](), reflect.TypeFor[claims](), reflect.TypeFor[Review](), reflect.TypeFor[Native](),
		reflect.TypeFor[receiptHeader](), reflect.TypeFor[receiptClaims](),
		reflect.TypeFor[aggregate](), reflect.TypeFor[bundle](), reflect.TypeFor[Logged](), reflect.TypeFor[coseKey](),
	} {
		for i := range k.NumField() {
			key, _, _ := strings.Cut(k.Field(i).Tag.Get("cbor"), ",")
			want[key] = true
		}
	}
	if a, b := slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(want)); !slices.Equal(a, b) {
		t.Errorf("the schema has the keys %q\nthe structures  %q", a, b)
	}
}

// TestSchemaInTheDocument establishes that docs/evidence.md shows the schema as it is.
func TestSchemaInTheDocument(t *testing.T) {
	_, text := schema(t)
	doc, err := os.ReadFile("../../docs/evidence.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(doc, []byte("```cddl\n"+text+"```\n")) {
		t.Error("docs/evidence.md shows another schema than statement.cddl")
	}
}
