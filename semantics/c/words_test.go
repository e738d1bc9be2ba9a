package c

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestWords: a program has the names in its text, but where it makes names out of parts.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		title, text string
		any         bool
	}{
		{"calls", "int main(void) { return abs(1); }", false},
		{"names in strings", `int f(int) __attribute__((alias("abs")));`, false},
		{"macros of several lines", "#define A(x) \\\n  abs(x)\n", false},
		{"a line that ends within a string", "char *s = \"abs\\\n\\\n \";", false},
		{"pasted tokens", "#define A(x) a ## x\nint i = A(bs)(1);", true},
		{"pasted tokens in other signs", "#define A(x) a %:%: x\n", true},
		{"a word split over lines", "int i = a\\\nbs(1);", true},
		{"a word split with a blank behind the backslash", "int i = a\\ \nbs(1);", true},
		{"trigraphs", "int i = a??/\nbs(1);", true},
		{"a macro of a header that pastes", "#include <sys/cdefs.h>\nint i = __CONCAT(ab, s)(1);", true},
		{"a header that pastes", "#include <tgmath.h>\nabs", true},
	} {
		p := newProgram(nil, &Options{})
		p.files = newFiles([]Source{{Name: "a.c", Text: []byte(c.text)}}, &Options{paths: []string{"a.c"}})
		w := programWords(p.files, "")
		if (w == nil) != c.any || strings.Contains(c.text, "abs") && !w.has("abs") || w.has("labs") != c.any {
			t.Errorf("%s: found the words %v, want any: %t", c.title, w, c.any)
		}
	}
}

// TestWithin: of a header, declarations of functions that the program does not name are left out, and nothing else;
// lines stay where they are.
func TestWithin(t *testing.T) {
	for _, c := range []struct{ title, line, want string }{
		{"a function that is named", "int abs(int);\n", "int abs(int);\n"},
		{"a function that is not", "int labs(int);\n", "\n"},
		{"a pointer that is not", "void *f(void);\n", "\n"},
		{"a name that begins with _", "int __f(void);\n", "int __f(void);\n"},
		{"attributes before it", "__attribute__((noreturn)) void f(int);\n",
			"__attribute__((noreturn)) void f(int);\n"},
		{"a function that returns a pointer to one", "void (*f(int))(int);\n", "void (*f(int))(int);\n"},
		{"a type", "typedef int f(int);\n", "typedef int f(int);\n"},
		{"a definition", "int f(int) { return 0; }\n", "int f(int) { return 0; }\n"},
		{"the first of two lines", "int f(int,\n", "int f(int,\n"},
		{"the second of two lines", "\tint);\n", "\tint);\n"},
		{"an object", "extern int f;\n", "extern int f;\n"},
		{"a macro", "#define f(x) g(x);\n", "#define f(x) g(x);\n"},
	} {
		if got := (words{"abs": true}).within([]byte(c.line)); string(got) != c.want {
			t.Errorf("%s: found %q, want %q", c.title, got, c.want)
		}
	}
}

// TestHeadersNameNothing: what may be left out of our headers, no macro of them needs, and a line that may be left out
// declares one function.
func TestHeadersNameNothing(t *testing.T) {
	texts, optional := map[string]string{}, map[string]bool{}
	fs.WalkDir(embedded, "include", func(name string, d fs.DirEntry, err error) error {
		if header := strings.TrimPrefix(name, "include/"); err == nil && !d.IsDir() &&
			!slices.Contains(harnessHeaders, header) {
			texts[header] = textOf(t, name)
		}
		return err
	})
	for header, text := range texts {
		for line := range strings.Lines(text) {
			if name := declares([]byte(line)); name != "" {
				optional[name] = true
				if strings.Count(line, ";") != 1 ||
					regexp.MustCompile(`\)\s*,`).MatchString(regexp.MustCompile(`\([^()]*\)`).ReplaceAllString(line,
						"")) {
					t.Errorf("%s: %q declares more than one function", header, line)
				}
			}
		}
	}
	if len(optional) < 500 {
		t.Fatalf("found %d functions that may be left out, want more", len(optional))
	}
	define := regexp.MustCompile(`(?m)^\s*#\s*define\s+(\w+)((?:.*\\\n)*.*)$`)
	for header, text := range texts {
		if slices.Contains(pasting, strings.TrimSuffix(header, ".h")) {
			continue
		}
		for _, m := range define.FindAllStringSubmatch(text, -1) {
			// but suffixes of numbers
			if regexp.MustCompile(`##\s*[^LU\s]`).MatchString(m[2]) && !slices.Contains(pasting, m[1]) {
				t.Errorf("%s: the macro %s makes names out of parts", header, m[1])
			}
			for _, word := range regexp.MustCompile(`\w+`).FindAllString(m[2], -1) {
				if optional[word] && word != m[1] {
					t.Errorf("%s: the macro %s names %s, which may be left out", header, m[1], word)
				}
			}
		}
	}
}

func textOf(t *testing.T, name string) string {
	text, err := embedded.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
