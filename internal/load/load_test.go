package load

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestEnds: a program is read until the context ends, in each language; then the error is the cause.
func TestEnds(t *testing.T) {
	cause := errors.New("enough")
	over, end := context.WithCancelCause(context.Background())
	end(cause)
	for name, text := range map[string]string{
		"a.imp": "x = 1", "a.core": "core 1\nentry f\n\nfunc f()\n  0: return\n", "a.peb": "func main() {\n}\n", "a.c": "int main(void) { return 0; }",
	} {
		p, err := FileIn(t.Context(), name, []byte(text))
		if err != nil {
			t.Errorf("%s: found the error %v, want a program", name, err)
			continue
		}
		if list := p.Uncalled(over); list != nil {
			t.Errorf("%s: found functions after the end", name)
		}
		if p, err := FileIn(over, name, []byte(text)); p != nil || err != cause {
			t.Errorf("%s: found the error %v after the end, want %v", name, err, cause)
		}
	}
}

// TestLineNames: a name that #line gives without its folders is that of the file, as certificates have it.
func TestLineNames(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "lib/a.c", "#line 9 \"a.y\"\nint f(void) { return 1; }\n#line 4 \"a.c\"\nint main(void) { return f(); }\n")
	p, _, err := C{}.Files("lib/a.c")
	if err != nil {
		t.Fatal(err)
	}
	names := slices.DeleteFunc(slices.Clone(p.Core.Sources), func(name string) bool { return strings.HasPrefix(name, "<") })
	if got := strings.Join(names, " "); got != "a.c a.y" {
		t.Errorf("found the sources %s, want a.c and a.y", got)
	}
}

// TestAbsoluteName: a file in another folder is named by an absolute path, and includes one in the folder of the others. A header beside that is one file.
func TestAbsoluteName(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "lib/common.h", "struct s { int a; };\n")
	write(t, "lib/a.c", "#include \"common.h\"\nint f(struct s *p) { return p->a; }\n")
	write(t, "lib/b.c", "#include \"common.h\"\nint g(struct s *p) { return p->a; }\n")
	write(t, "out/main.c", "#include \"../lib/a.c\"\nint g(struct s *p);\nint main(void) { struct s s = { 1 }; return f(&s) - g(&s); }\n")
	t.Chdir("lib")
	for _, main := range []string{"../out/main.c", absolute("../out/main.c")} {
		for _, other := range []string{"b.c", absolute("b.c")} {
			if _, _, err := (C{}).Files(main, other); err != nil {
				t.Errorf("%s %s: found the error %v", main, other, err)
			}
		}
	}
}
