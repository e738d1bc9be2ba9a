package scan

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"vouch/cmd/internal/harness"
	"vouch/internal/load"
	"vouch/semantics/core"
)

// TestTogether: a harness that is lowered with others becomes the program that it becomes by itself. Nearly all that
// are linked are lowered with others.
func TestTogether(t *testing.T) {
	all, together := 0, 0
	for i, row := range verdicts {
		if i%8 > 0 { // some of them will do
			continue
		}
		f, o := alone(t, row.text+`
struct vouch_test { int index; int (*call)(int *, int); char *names[2]; };
int vouch_test_1(struct vouch_test *index, int f) { return index->call(&f, index->index); }
unsigned long vouch_test_2(unsigned long index, void *(*call)(unsigned long)) { return index + !call(index); }
struct vouch_test *vouch_test_new(void) { return __builtin_calloc(1, sizeof(struct vouch_test)); }
void vouch_test_add(struct vouch_test *t, int index) { t->index += index; }
int vouch_test_3(struct vouch_test *t, int index) { return t->names[index & 1][0]; }
`)
		project := (&Project{}).functions(t.Context(), o, []Source{*f.unit}, nil)
		fellows := grouped(project)
		for _, m := range fellows {
			if m.entry.Refused == nil && m.entry.Name != "main" {
				m.begin.lower(t.Context(), m.base(t.Context(), "."), m.function, "scan_"+m.name+".c")
			}
		}
		for _, m := range fellows {
			if m.entry.Refused != nil || m.entry.Name == "main" {
				continue
			}
			name := "scan_" + m.name + ".c"
			for _, memory := range []*harness.Memory{m.first(t.Context(), name), m.built()} {
				if memory == nil {
					continue
				}
				memory.Resize(sizes[0])
				h := m.harness(name)
				made, err := h.Make(memory)
				if err != nil {
					continue
				}
				text := h.Alone(made)
				b := m.base(t.Context(), filepath.Dir(name))
				if text == nil || b == nil {
					continue
				}
				c, _, err := m.unit.Linked(name)
				if err != nil {
					t.Fatal(err)
				}
				want, wrong := b.Link(t.Context(), c.Options, m.unit.File, name, text)
				got := m.begin.linked(b, m.function, name, made, text)
				if all++; got == nil {
					continue
				}
				if together++; wrong != nil {
					t.Errorf("%s, %s: found a program, want the error %v", row.title, m.name, wrong)
					continue
				}
				same(t, row.title+", "+m.name, got, want)
			}
		}
	}
	if all < 250 || together < all-all/8 { // the first one of a file is lowered by itself
		t.Errorf("found %d harnesses, %d of them lowered with others, want 250, and nearly all", all, together)
	}
}

// same tests that two programs are the same, in the core and for people.
func same(t *testing.T, title string, got, want *load.Program) {
	t.Helper()
	lines := func(p *core.Program) (text []byte) {
		p.Lines(load.Meter(t.Context()), true, func(line []byte) bool {
			text = append(append(text, line...), '\n')
			return true
		})
		return text
	}
	if g, w := lines(got.Core), lines(want.Core); !bytes.Equal(g, w) {
		one, other := strings.Split(string(g), "\n"), strings.Split(string(w), "\n")
		for i := range min(len(one), len(other)) {
			if one[i] != other[i] {
				t.Errorf("%s: found in line %d\n%s\nwant\n%s", title, i+1, one[i], other[i])
				return
			}
		}
		t.Errorf("%s: found %d lines, want %d", title, len(one), len(other))
	}
	if g, w := got.About.Sources[0], want.About.Sources[0]; g.Name != w.Name || !bytes.Equal(g.Text, w.Text) {
		t.Errorf("%s: found the source %s, want %s", title, g.Name, w.Name)
	}
	if g, w := got.Texts()[0], want.Texts()[0]; g.Name != w.Name || !bytes.Equal(g.Text, w.Text) {
		t.Errorf("%s: found the file %s, want %s", title, g.Name, w.Name)
	}
}
