package lang

import "testing"

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
