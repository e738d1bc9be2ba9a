package lang

import (
	"maps"
	"strings"
	"testing"

	"vouch/semantics"
	"vouch/semantics/core"
)

// TestTable: a language is found by its name and version, and a file's by its extension.
func TestTable(t *testing.T) {
	extensions := map[string]string{}
	for _, l := range Table {
		if m, ok := Find(l.Name, l.Version); !ok || m.String() != l.String() {
			t.Errorf("%s: found %s, %t", l, m, ok)
		}
		if m, ok := Find(l.Name, l.Version+1); ok {
			t.Errorf("%s: found %s in another version", l, m)
		}
		for _, e := range l.Extensions {
			if other, ok := extensions[e]; ok {
				t.Errorf("%s: files of %s have the extension %s too", l, other, e)
			}
			extensions[e] = l.String()
			if m, ok := Of("dir.x/a" + e); !ok || m.String() != l.String() {
				t.Errorf("%s: found %s for a file *%s", l, m, e)
			}
		}
	}
	for _, file := range []string{"", "imp", "a.IMP", "a.imp.txt", "a.imp/b"} {
		if m, ok := Of(file); ok {
			t.Errorf("%q: found %s", file, m)
		}
	}
}

func TestLower(t *testing.T) {
	src := func(text string) Source { return Source{Name: "test.imp", Text: []byte(text)} }
	for _, c := range []struct {
		title, language string
		sources         []Source
		work            int64
		options         map[string]string // effective
		err             string
	}{
		{"a program", "imp", []Source{src("x = 1")}, 10_000, map[string]string{"division": "floor"}, ""},
		{"a program that chooses an option", "imp", []Source{src("option division truncate x = 1")}, 10_000, map[string]string{"division": "truncate"}, ""},
		{"no source", "imp", nil, 10_000, nil, "found no source, want one"},
		{"two sources", "imp", []Source{src("x = 1"), {Name: "b.imp", Text: []byte("x = 2")}}, 10_000, nil, "b.imp: found 2 sources, want one"},
		{"a source with an error", "imp", []Source{src("x = 1\nx = ")}, 10_000, nil, "test.imp:2:5: found end of file"},
		{"too little to read it", "imp", []Source{src("x = 1")}, 10, nil, "more than 10 units of work"},
		{"too little to lower it", "imp", []Source{src("x = 1 + 2 + 3 + 4 + 5")}, 600, nil, "too large to lower"},
	} {
		l, ok := Find(c.language, 1)
		if !ok {
			t.Fatalf("%s: found no language %s", c.title, c.language)
		}
		p, options, err := l.Lower(semantics.NewMeter(c.work, 100_000), c.sources, nil)
		if c.err != "" {
			if err == nil || p != nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: found the error %v, want %s", c.title, err, c.err)
			}
			continue
		}
		if err != nil || !maps.Equal(options, c.options) {
			t.Errorf("%s: found the options %v, %v", c.title, options, err)
			continue
		}
		if len(p.Sources) != 1 || p.Sources[0] != c.sources[0].Name || p.Funcs[p.Entry].Code[0].Op != core.Draw {
			t.Errorf("%s: found another program: %+v", c.title, p)
		}
	}
}
