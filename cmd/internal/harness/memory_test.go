package harness

import (
	"strings"
	"testing"

	"vouch/semantics/c"
)

const program = `
struct inner { char c; int n; };
struct outer { int a; struct inner in[3]; struct outer *next; union { char *t; long n; } u; unsigned flag : 3; char name[40]; void *any; };
int f(struct outer *p, const char *s, unsigned char *b, unsigned long n, void *v, int (*g)(int), struct inner by);
int f(struct outer *p, const char *s, unsigned char *b, unsigned long n, void *v, int (*g)(int), struct inner by) { return 0; }
`

func entry(t *testing.T) *c.Entry {
	t.Helper()
	all, _, err := c.Entries(nil, []c.Source{{Name: "a.c", Text: []byte(program)}}, nil)
	if err != nil || len(all) != 1 {
		t.Fatalf("found %v, %v, want one function", all, err)
	}
	return all[0]
}

func TestMake(t *testing.T) {
	m := &Memory{Objects: map[string]Object{
		"p": {Count: 1, Null: true}, "s": {Kind: Text, Count: 3, Room: 2}, "b": {Kind: Counted, Count: 4, With: "n"},
		"v":            {Count: 16, Cells: map[int64]Cell{0: {Size: 3}, 4: {Size: 4}, 8: {Size: 8, Pointer: true}}},
		CellOf("v", 8): {Kind: Nothing},
		"g":            {Kind: Code}, "p[0].next": {Kind: Nothing},
	}, Unions: map[string][]string{"p[0].u": {"t", "n"}}, Arrays: map[string]int{"p[0].name": 2},
		Most: map[string]int64{"n": 4}}
	f := &Function{Entry: entry(t), Source: "../a.c"}
	made, err := f.Make(m)
	if err != nil {
		t.Fatal(err)
	}
	text := string(made.Text)
	for _, want := range []string{
		"#include \"../a.c\"\n", "p = __builtin_malloc(1 * sizeof *p);", "} else\n\t\tp = 0;", "vouch_assume(n <= 4);",
		"b = __builtin_malloc(n * sizeof *b);",
		"vouch_symbolic((void *)p[0].name, 2, \"p[0].name[]\");", "if (vouch_symbolic_bool(\"p[0].u.is.t\")) {",
		"p[0].flag = vouch_symbolic_uint(\"p[0].flag\");",
		"__builtin_memcpy((char *)v + 0, &(unsigned int){ vouch_symbolic_uint(\"v+0\") }, 3);",
		"*(unsigned int *)((char *)v + 4) = vouch_symbolic_uint(\"v+4\");", "(*(void **)((char *)v + 8)) = 0;",
		"g = unknown_function_1;",
		"static int unknown_function_1(int a1) { return vouch_symbolic_int(\"g.result\"); }",
		"s = __builtin_malloc(vouch_length + 3);",
		"\t__auto_type vouch_result = f(p, s, b, n, v, g, by);\n\t(void)vouch_result;\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("found no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "p[0].any") {
		t.Errorf("found a value of a pointer that nothing asks for:\n%s", text)
	}
	lines := strings.Split(text, "\n")
	for line, path := range made.Objects {
		if at := lines[line-1]; !strings.Contains(at, path) {
			t.Errorf("found %q at the line of the object of %s", at, path)
		}
	}
	for name, want := range map[string]Class{"p": Presence, "p[0].a": Value, "n": Data, "b[]#3": Data, "s[]#2": Data,
		"g.result": Answer, "v+4": Value, "no such": Value} {
		if got := made.Class(name); got != want {
			t.Errorf("found the class %d of %s, want %d", got, name, want)
		}
	}
}

func TestLocate(t *testing.T) {
	f := &Function{Entry: entry(t), Source: "a.c"}
	made, err := f.Make(&Memory{Objects: map[string]Object{"p": {Count: 2}, "v": {Count: 16},
		"s": {Kind: Text, Count: 1}, "b": {Count: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		title, pointer string
		offset         int64
		want           string // path; "" if there is none
		array, union   string
		cell           bool
	}{
		{"a number", "p", 0, "p[0].a", "", "", false},
		{"a member of a structure in an array", "p", 4 + 8 + 4, "p[0].in[1].n", "p[0].in", "", false},
		{"padding", "p", 5, "", "", "", false},
		{"a pointer", "p", 32, "p[0].next", "", "", false},
		{"a union", "p", 40, "p[0].u", "", "p[0].u", false},
		{"an array", "p", 49 + 6, "p[0].name[6]", "p[0].name", "", false},
		{"the second element", "p", 104, "p[1].a", "", "", false},
		{"an object of unknown type", "v", 8, "v", "", "", true},
		{"a text", "s", 1, "s[1]", "", "", false},
		{"a structure that is passed", "by", 4, "by.n", "", "", false},
		{"before an object", "p", -4, "", "", "", false},
		{"no object", "q", 0, "", "", "", false},
	} {
		t.Run(row.title, func(t *testing.T) {
			part, ok := made.Locate(row.pointer, row.offset)
			if !ok {
				part = Part{}
			}
			if ok != (row.want != "") || part.Path != row.want || part.Array != row.array || part.Union != row.union ||
				part.Cell != row.cell {
				t.Errorf("found %+v, %v, want %+v", part, ok, row)
			}
		})
	}
}
