package c

import (
	"fmt"
	"strings"
	"testing"

	"vouch/semantics"
)

// growing are programs that grow: with n parts, lowering takes less than so many units of work for each part, and fewer
// words of memory.
var growing = []struct {
	title        string
	n            int
	work, memory int
	program      func(n int) []Source
}{
	{"one table of numbers, as of utf8proc", 50_000, 80, 128, func(n int) []Source {
		return []Source{{Name: "a.c", Text: []byte("const unsigned short table[] = {\n" + repeated(n, "%d, ", 500) +
			"};\nint main(void) { return table[3] != 3; }\n")}}
	}},
	{"a table that nobody uses", 50_000, 4, 8, func(n int) []Source {
		return []Source{{Name: "a.c", Text: []byte("const unsigned short table[] = {\n" + repeated(n, "%d, ", 500) +
			"};\nint main(void) { return 0; }\n")}}
	}},
	{"a table of numbers that all differ", 10_000, 1000, 512, func(n int) []Source {
		return []Source{{Name: "a.c", Text: []byte("const int table[] = {\n" + repeated(n, "%d, ", n) +
			"};\nint main(void) { return table[3] != 3; }\n")}}
	}},
	{"rows of a table of structures", 20_000, 300, 256, func(n int) []Source {
		return []Source{{Name: "a.c",
			Text: []byte("enum { A, B };\nconst struct { int from, to; unsigned char kind; } table[] = {\n" +
				repeated(n, "{%d, 7, A},\n", 300) + "};\nint main(void) { return table[3].from != 3; }\n")}}
	}},
	{"functions, of which one is called", 1_000, 120, 4096, func(n int) []Source {
		return []Source{{Name: "a.c", Text: []byte(repeated(n,
			"int f%[1]d(int a) { int b = a + %[1]d; if (b > 3) b -= a; return b; }\n", n) +
			"int main(void) { return f0(0); }\n")}}
	}},
	{"files, each with a header, as of mbedtls", 40, 90_000, 65_536, func(n int) []Source {
		header := "#ifndef H\n#define H\n" + repeated(20, "int f%[1]d(int a);\nstruct s%[1]d { int a, b; };\n", 20) +
			"#endif\n"
		list := []Source{{Name: "main.c", Text: []byte("#include \"all.h\"\nint main(void) { return f0(0); }\n")},
			{Name: "all.h", Text: []byte(header)}}
		for i := range n {
			list = append(list, Source{Name: fmt.Sprintf("%d.c", i),
				Text: []byte(fmt.Sprintf("#include \"all.h\"\nint f%[1]d(int a) { struct s0 s = {a, 2}; return s.a * s.b + %[1]d; }\n",
					i))})
		}
		return list
	}},
}

// repeated returns n times a text with its number modulo another one.
func repeated(n int, format string, modulo int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i%modulo)
	}
	return b.String()
}

// TestSizes: the work and the memory that lowering takes grow with the program, and no faster. Of twice as much, it
// takes about twice as much.
func TestSizes(t *testing.T) {
	for _, c := range growing {
		work := map[int]int{}
		for _, n := range []int{c.n, 2 * c.n} {
			m := semantics.NewMeter(semantics.Unlimited, int64(c.memory*n))
			m.Until(func() string { work[n] += 1 << 14; return "" }) // it asks after so many units
			if _, _, err := Lower(m, c.program(n), nil); err != nil {
				t.Errorf("%s: %d: %v", c.title, n, err)
			}
			if work[n] > c.work*n {
				t.Errorf("%s: found %d units of work for each of %d, want at most %d", c.title, work[n]/n, n, c.work)
			}
		}
		if a, b := work[c.n], work[2*c.n]; 10*b > 24*a {
			t.Errorf("%s: found %d units of work, and %d of twice as much, want twice the work", c.title, a, b)
		}
	}
}
