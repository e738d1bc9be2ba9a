package report

import (
	"fmt"
	"strings"
	"testing"
)

// This file tests drawings of memory: what is in them, and that nothing covers anything else.

func TestPicture(t *testing.T) {
	for _, c := range []struct{ title, source, boxes string }{
		{"an access behind an object", "#include <stdlib.h>\nint main(void) {\n int *p = calloc(2, 4);\n p[2] = 1;\n}",
			"frame main(): p=; object! heap object 1 · 8 bytes: 0=0 ghost 8=write 4 bytes"},
		{"one before it", "int a[2];\nint main(void) {\n int *p = a;\n p -= 1;\n return *p;\n}",
			"frame main(): p=; object! a · 8 bytes: 0=0"},
		{"one half in it", "#include <string.h>\nint main(void) {\n char a[4];\n strcpy(a, \"abcdef\");\n}",
			"frame main(): a=; object! a · 4 bytes: fault 0–3=no value ghost 0=write 7 bytes"},
		{"an object that was freed",
			"#include <stdlib.h>\nint main(void) {\n char *p = malloc(3);\n free(p);\n return *p;\n}",
			"frame main(): p=; dead! heap object 1 · 3 bytes: ghost 0=read 1 byte"},
		{"a ring", "struct n { struct n *on; int v; };\nint main(void) {\n struct n a = {0, 1}, b = {&a, 2};\n a.on = &b;\n return 1 / (a.v - 1);\n}",
			"frame main(): a= b=; object a · 16 bytes: 0= 8=1 12=0; object b · 16 bytes: 0= 8=2 12=0"},
		{"texts", "int main(void) {\n char a[4] = \"ab\";\n const char *s = \"text\";\n return 1 / (a[0] - 'a') + *s;\n}",
			`frame main(): a= s="text"; object a · 4 bytes: 0="ab" 3=0`},
	} {
		pic := examine(t, "c1", c.title, find(t, "x.c", c.source, 10_000, 0)).Bug.Moment.Picture
		if pic == nil {
			t.Errorf("%s: found no drawing", c.title)
			continue
		}
		var found []string
		for i, b := range pic.Boxes {
			class := b.Class
			if b.Fault {
				class += "!"
			}
			line := fmt.Sprintf("%s %s:", class, b.Title)
			for _, r := range b.Rows {
				if r.Class == "ghost" || r.Class == "fault" {
					line += " " + r.Class
				}
				line += fmt.Sprintf(" %s=%s", r.Left, r.Right)
			}
			found = append(found, line)
			if b.X < 0 || b.Y < 0 || b.X+b.W > pic.Width || b.Y+b.H > pic.Height {
				t.Errorf("%s: found %s outside of the drawing", c.title, b.Title)
			}
			for _, o := range pic.Boxes[:i] {
				if b.X < o.X+o.W && o.X < b.X+b.W && b.Y < o.Y+o.H && o.Y < b.Y+b.H {
					t.Errorf("%s: found %s over %s", c.title, b.Title, o.Title)
				}
			}
		}
		if list := strings.Join(found, "; "); list != c.boxes {
			t.Errorf("%s: found\n%s\nwant\n%s", c.title, list, c.boxes)
		}
	}
}
