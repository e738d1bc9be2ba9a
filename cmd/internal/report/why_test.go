package report

import (
	"fmt"
	"strings"
	"testing"
)

// This file tests why values are what they are, as pages say it.

// told returns the sentences of a story without its links.
func told(story [][]Said) (lines []string) {
	for _, parts := range story {
		line := ""
		for _, p := range parts {
			line += p.Text
		}
		lines = append(lines, line)
	}
	return lines
}

func TestWhy(t *testing.T) {
	for _, c := range []struct{ title, file, source, why, made string }{
		{"counted up", "x.imp", "input n\ni = 0\nwhile i < 4 { i = i + 1 }\nassert i < 4",
			"i is 4 because line 3 adds 1 to it 4 times, from 0", "2 i = 0; 3 i = i + 1: 1, 2, 3, 4"},
		{"counted down", "x.imp", "i = 9\nwhile i > 3 { i = i - 3 }\nassert i > 3",
			"i is 3 because line 2 subtracts 3 from it twice, from 9", "1 i = 9; 2 i = i - 3: 6, 3"},
		{"changed, and not by a constant", "x.imp", "i = 1\nwhile i < 8 { i = i + i }\nassert i < 8",
			"i is 8 because line 2 changes it 3 times, last by i = i + i", "1 i = 1; 2 i = i + i: 2, 4, 8"},
		{"computed from another variable, which was computed", "x.imp", "a = 3\nb = a * 2\nc = b - 1\nassert c < 5",
			"c is 5 because line 3 says c = b - 1", "1 a = 3; 2 b = a * 2: 6; 3 c = b - 1: 5"},
		{"what does not matter is not told", "x.imp", "a = 3\nb = 7\nwhile b > 0 { b = b - 1 }\nassert a > 3",
			"a is 3 because line 1 says a = 3", "1 a = 3"},
		{"set twice, of which the last counts", "x.imp", "a = 3\na = 1\nassert a > 1",
			"a is 1 because line 2 says a = 1", "2 a = 1"},
		{"the divisor, not what is divided", "x.imp", "a = 3\nb = 0\nc = a / b", "b is 0 because line 2 says b = 0",
			"2 b = 0"},
		{"so many rounds that the first are forgotten", "x.imp",
			"i = 0\nwhile i < 70000 { i = i + 1 }\nassert i < 70000",
			"i is 70000 because line 2 changes it again and again, last by i = i + 1", "2 i = i + 1: ..., 70000"},
		{"an index in memory", "x.c",
			"struct s { int n, a[4]; };\nstatic void put(struct s *s) {\n s->a[s->n] = 1;\n s->n += 2;\n}\nint main(void) {\n struct s s = {0};\n for (;;)\n  put(&s);\n}",
			"s->n is 4 because line 4 adds 2 to it twice, from 0", "7 s + 0 = 0; 4 s->n += 2: 2, 4"},
		{"a global variable that nothing sets", "x.c", "int n;\nint main(void) {\n return 1 / n;\n}", "none", ""},
		{"more in memory than is known", "x.c",
			"#include <string.h>\nchar a[1000000], b[1000000];\nint main(void) {\n a[3] = 1;\n for (int i = 0; i < 4; i++)\n  memcpy(b, a, sizeof a);\n return 1 / (b[3] - 1);\n}",
			"none", ""},
		{"an argument", "x.c", "static int inv(int x) {\n return 1 / x;\n}\nint main(void) {\n int y = 3;\n return inv(y - 3);\n}",
			"x is 0 because line 6 passes y - 3", "5 y = 3; 6 x = y - 3: 0"},
		{"an argument in the words of the source", "x.c",
			"static int inv(char c, unsigned long x) {\n return c / x;\n}\nint main(void) {\n char s[4], *e = s;\n return inv(',', e - s);\n}",
			"x is 0 because line 6 passes e - s", "5 e = s: &s; 6 x = e - s: 0"},
		{"a result", "x.c", "static int half(int x) {\n return x / 2;\n}\nint main(void) {\n int y = half(1);\n return 1 / y;\n}",
			"y is 0 because line 5 says half(1)", "5 x = 1; 5 y = half(1): 0"},
		{"a copy, whose bytes come from where they were written", "x.c",
			"#include <string.h>\nint main(void) {\n int a[2], b[2];\n a[1] = 0;\n memcpy(b, a, sizeof a[0] * 2);\n return 1 / b[1];\n}",
			"b[1] is 0 because line 4 says a[1] = 0", "4 a[1] = 0"},
		{"the life of an object", "x.c",
			"#include <stdlib.h>\nint main(void) {\n char *p = malloc(3), *q = p;\n free(q);\n return *p;\n}",
			"p points to heap object 1 because line 3 says malloc(3)",
			"3 malloc(3); 3 p = malloc(3): → heap object 1; 4 free(q)"},
	} {
		b := examine(t, "c1", c.title, find(t, c.file, c.source, 1_000_000, 0)).Bug
		why := "none"
		if story := told(b.Moment.Story); len(story) > 0 {
			why = story[0]
		}
		var made []string
		for _, m := range b.Moment.Made {
			text := fmt.Sprint(m.Line.Text, " ", m.Text)
			if m.Value != "" {
				text += ": " + m.Value
			}
			made = append(made, text)
		}
		if found := strings.Join(made, "; "); why != c.why || found != c.made {
			t.Errorf("%s: found\n%s\n%s\nwant\n%s\n%s", c.title, why, found, c.why, c.made)
		}
	}
}
