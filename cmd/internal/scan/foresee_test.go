package scan

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"vouch/cmd/internal/harness"
	"vouch/semantics/c"
)

// This file tests what is known of the needs of a function before it is run.

// TestForesee: the code of a function, and of those that it calls, says which pointers of structures it uses, and what
// lies in structures of unknown types.
func TestForesee(t *testing.T) {
	const list = "struct n { struct n *next; int v; int *p; }; struct s { unsigned long size; struct n *head; int **rows; int (*f)(int); void *other; union { int i; struct n *n; } u; struct { struct n *in; } part; struct n *many[20]; };\n"
	for _, row := range []struct {
		title, text string
		want        string // pointers to objects, beside parameters
	}{
		{"a member", "int f(struct s *s) { return s->head->v; }", "s[0].head"},
		{"a number is none", "int f(struct s *s) { return s->size; }", ""},
		{"it is only copied", "void f(struct s *s, struct s *t) { if (s && t) t->head = s->head; }", ""},
		{"it is compared", "int f(struct s *s) { return s->head != 0; }", "s[0].head"},
		{"a pointer behind it", "int f(struct s *s) { return *s->head->p; }", "s[0].head s[0].head[0].p"},
		{"a list", "int f(struct s *s) { int n = 0; for (struct n *i = s->head; i; i = i->next) n ^= i->v; return n; }",
			"s[0].head s[0].head[0].next s[0].head[0].next[0].next!"},
		{"a list, of which the function calls itself", "int f(struct n *n) { return n ? n->v ^ f(n->next) : 0; }",
			"n[0].next"},
		{"a member of a member", "int f(struct s *s) { return s->part.in->v; }", "s[0].part.in"},
		{"an array of a member", "int f(struct s *s) { return s->many[3]->v; }", "s[0].many[3]"},
		{"the end of a long array, of which little is made", "int f(struct s *s) { return s->many[19]->v; }", ""},
		{"elements by numbers", "int f(struct s *s, int i) { return *s->rows[i]; }", "s[0].rows(4) s[0].rows[0]"},
		{"a function", "int f(struct s *s) { return s->f(1); }", "s[0].f"},
		{"a function that is called",
			"static int g(struct n *n) { return n->v; } int f(struct s *s) { return g(s->head); }", "s[0].head"},
		{"what such a function returns",
			"static struct n *g(struct s *s) { return s->head; } int f(struct s *s) { return g(s)->v; }", "s[0].head"},
		{"behind a structure of the function",
			"struct i { struct s *s; }; int f(struct s *s) { struct i i; i.s = s; return i.s->head->v; }", "s[0].head"},
		{"behind a copy", "int f(struct s *s) { struct s t = *s; return t.head->v; }", "s[0].head"},
		{"it is set before", "void f(struct s *s, struct n *n) { s->head = n; s->head->v = 1; }", ""},
		{"it is set, and others are not",
			"int f(struct s *s, struct n *n) { s->head = n; return s->head->v ^ **s->rows; }",
			"s[0].rows s[0].rows[0]"},
		{"a union is left to the rounds", "int f(struct s *s) { return s->u.n->v; }", ""},
		{"an element that is not made is left, too", "int f(struct s *s) { return s[2].head->v; }", ""},
		{"an unknown structure, of which a number is only copied",
			"struct o; struct o { int a; long b; int *p; }; int f(void *x) { struct o *o = x; return o->b == 3 ? *o->p : o->a; }",
			"(*(void **)((char *)x + 16)) x(32):8,16"},
		{"bytes may be a text", "int f(const void *x) { const char *s = x; int n = 0; while (s[n]) n++; return n; }",
			""},
		{"variable arguments", "int f(int n, struct s *s, ...) { return n ? s->head->v : 0; }", "s[0].head"},
		{"many steps", "static int g(struct s *s) { " + strings.Repeat("s->size++; ", 1<<12) +
			"return 0; } int f(struct s *s) { return s->head->v ^ g(s) ^ **s->rows; }", "s[0].head"},
		{"calls without end", "int f(struct s *s); int g(struct s *s) { return f(s) ^ s->head->v; } int f(struct s *s) { return g(s) ^ g(s) ^ **s->rows; }",
			"s[0].head s[0].rows s[0].rows[0]"},
	} {
		f, _ := alone(t, list+row.text)
		if f.entry.Name != "f" {
			f = &function{unit: f.unit, entry: f.unit.entries[slices.IndexFunc(f.unit.entries, func(e *c.Entry) bool {
				return e.Name == "f"
			})], name: "f", common: f.common, files: f.files, reading: f.reading, setters: f.setters,
				ahead: f.ahead}
		}
		if err := f.typed(t.Context()); err != nil {
			t.Fatal(err)
		}
		grouped([]*function{f})
		var got []string
		m := f.first(t.Context(), "scan_f.c")
		for path, o := range m.Objects {
			s := path
			if o.Kind == harness.Nothing {
				s += "!"
			}
			if o.Kind == harness.Elements && o.Count > 1 && (len(o.Cells) > 0 || o.Cells == nil) {
				s += fmt.Sprintf("(%d)", o.Count)
			}
			if cells := slices.Sorted(maps.Keys(o.Cells)); len(cells) > 0 {
				s += ":" + strings.ReplaceAll(strings.Trim(fmt.Sprint(cells), "[]"), " ", ",")
			}
			if strings.ContainsAny(s, "[(") {
				got = append(got, s)
			}
		}
		slices.Sort(got)
		if got := strings.Join(got, " "); got != row.want {
			t.Errorf("%s: found %q, want %q", row.title, got, row.want)
		}
	}
}

// TestForeseen: what is foreseen takes no round, and what the rounds come to is the same.
func TestForeseen(t *testing.T) {
	const text = "struct n { struct n *next; int v; }; int f(struct n *p) { return p && p->next && p->next->next ? p->next->next->v : 0; }"
	slow, o := alone(t, text)
	x := slow.guessed(t.Context(), "scan_f.c", o)
	fast, o := alone(t, text)
	grouped([]*function{fast})
	y := fast.guessed(t.Context(), "scan_f.c", o)
	if x.rounds < 3 || y.rounds != 1 || fmt.Sprint(x.made.Memory.Objects) != fmt.Sprint(y.made.Memory.Objects) {
		t.Errorf("found %d rounds and %d with what is foreseen, which make\n%v\n%v\nwant 3 or more, one, and the same",
			x.rounds, y.rounds, x.made.Memory.Objects, y.made.Memory.Objects)
	}
}

// TestPointersLast: what lies in a structure is made once, and not for each decision whether one of its pointers is
// null.
func TestPointersLast(t *testing.T) {
	const text = "struct s { int *a, *b, *c; struct { int *d; int n[16]; } more; int n[16][16]; }; int f(struct s *s) { return !s ? 0 : s->a ? 1 : s->b ? 2 : s->c ? 3 : s->more.d ? 4 : 5; }"
	f, o := alone(t, text)
	grouped([]*function{f})
	x := f.guessed(t.Context(), "scan_f.c", o)
	if n := x.result.Coverage.States; x.rounds != 1 || n > 2000 {
		t.Errorf("found %d rounds and %d states, want one, and at most 2000", x.rounds, n)
	}
}

// TestForeseenInVain: where what is foreseen is too much, and the function does not need it, it is looked at without.
func TestForeseenInVain(t *testing.T) {
	const text = "struct s { int n, *a, *b, *c, *d, *e; }; int f(struct s *s) { if (!s) return 0; int n = 0; for (int i = 0; i < 60; i++) n ^= i; if (s->n - s->n) n = *s->a + *s->b + *s->c + *s->d + *s->e; return n; }"
	for _, blind := range []bool{true, false} {
		f, o := alone(t, text)
		o.States, o.Find.Search.Merge, f.blind = 600, false, blind
		grouped([]*function{f})
		if why := f.looked(t.Context(), "scan_f.c", o).why(); why != "" {
			t.Errorf("found that %q keeps the function from being safe where nothing is foreseen: %t, want nothing",
				why, blind)
		}
	}
}
