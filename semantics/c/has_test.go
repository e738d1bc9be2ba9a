package c

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vouch/internal/effort"
)

// TestHas: what gcc 12 says of attributes, builtins and headers, and which of these words it knows, is what we say.
func TestHas(t *testing.T) {
	conditions := []string{
		"defined __has_attribute", "defined(__has_c_attribute)", "defined __has_cpp_attribute", "defined __has_builtin",
		"defined __has_include", "defined __has_include_next",
		"defined __has_feature", "defined __has_extension", "defined __has_include__", "defined __has_warning",
		"defined __has_embed", "defined __has_declspec_attribute",
		"__has_attribute(unused)", "__has_attribute ( __unused__ )", "__has_attribute(nothing_of_this_kind)",
		"__has_attribute(gnu::unused)", "__has_attribute(gnu::__unused__)",
		"__has_attribute(__gnu__::unused)", "__has_attribute(clang::unused)", "__has_attribute(gnu :: nothing)",
		"__has_attribute(fallthrough)", "__has_attribute(nodiscard)",
		"__has_attribute(const)", "__has_attribute(vector_size)", "__has_attribute(address_space)",
		"__has_attribute(diagnose_if)", "__has_attribute(__noreturn__)", "__has_attribute(__cold__)",
		"__has_c_attribute(fallthrough)", "__has_c_attribute(__fallthrough__)", "__has_c_attribute(nodiscard)",
		"__has_c_attribute(deprecated)", "__has_c_attribute(maybe_unused)",
		"__has_c_attribute(noreturn)", "__has_c_attribute(unused)", "__has_c_attribute(gnu::unused)",
		"__has_c_attribute(gnu::nodiscard)", "__has_cpp_attribute(fallthrough)",
		"HAS(unused)", "HAS(UNUSED)", "HAS_PASTED(packed)", "HAS_C(gnu::unused)", "__has_attribute(UNUSED)",
		"__has_attribute(unused) && defined(HAS) ? 2 : 3",
		"__has_builtin(__builtin_expect)", "__has_builtin(strlen)", "__has_builtin(qsort)",
		"__has_builtin(__builtin_qsort)", "__has_builtin(__builtin_debugtrap)",
		"__has_builtin(__builtin_nothing)", "__has_builtin(__sync_fetch_and_add_8)",
		"__has_builtin(__sync_fetch_and_add_3)", "__has_builtin(__atomic_load_n)", "HAS_B(memcpy)",
		"__has_builtin(__c11_atomic_load)", "__has_builtin(__builtin_types_compatible_p)",
		"__has_builtin(__builtin_annot_intval)",
		"__has_include(<stdio.h>)", "__has_include ( \"a.h\" )", "__has_include(\"b.h\")", "__has_include(HEADER)",
		"HAS_I(<stdio.h>)", "__has_include(<nothing/nowhere.h>)",
		"__has_include_next(<stdio.h>)", "__has_include_next(<nothing.h>)", "!__has_include(<linux/nothing.h>)",
		"__has_include(\"stdio.h\") + 1",
	}
	var b strings.Builder
	b.WriteString("#define HAS(x) __has_attribute(x)\n#define HAS_PASTED(x) __has_attribute(__##x##__)\n#define HAS_C(x) __has_c_attribute(x)\n#define HAS_B(x) __has_builtin(x)\n" +
		"#define HAS_I(x) __has_include(x)\n#define UNUSED unused\n#define HEADER <stdio.h>\n#include <stdio.h>\nint main(void) {\n")
	for i, c := range conditions {
		fmt.Fprintf(&b, "#if %s\nprintf(\"%%d \", %d);\n#endif\n", c, i)
		for _, value := range []string{"1", "2", "3", "201904L", "202003L"} {
			fmt.Fprintf(&b, "#if (%s) == %s\nprintf(\"= %s \");\n#endif\n", c, value, value)
		}
	}
	b.WriteString("return 0; }\n")
	p, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(b.String())}, {Name: "a.h", Text: nil}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := executeProgram(t, p, "")
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "a.h"), nil, 0o600)
	file, binary := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	os.WriteFile(file, []byte(b.String()), 0o600)
	if out, err := exec.Command("gcc", "-w", "-o", binary, file).CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	want, err := exec.Command(binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got.out != string(want) {
		a, b := strings.Fields(got.out), strings.Fields(string(want))
		for i := range a {
			if i >= len(b) || a[i] != b[i] {
				t.Fatalf("found %q, want %q%s", a[max(0, i-4):min(len(a), i+4)], b[max(0, i-4):min(len(b), i+4)],
					got.blocked)
			}
		}
		t.Fatalf("found %s, want %s%s", got.out, want, got.blocked)
	}
}

// TestHasBuiltin: a builtin is there if gcc 12 has it and a call of it lowers. testdata/gcc_builtins.txt has all that
// gcc has, but for those of vector units, and testdata/gcc_attributes.txt its attributes.
func TestHasBuiltin(t *testing.T) {
	read := func(name string) []string {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(text))
	}
	builtins, attributes := read("gcc_builtins.txt"), read("gcc_attributes.txt")
	var b strings.Builder
	for _, name := range builtins {
		fmt.Fprintf(&b, "#if !__has_builtin(%[1]s)\n%[1]s\n#endif\n", name)
	}
	for _, name := range attributes {
		fmt.Fprintf(&b, "#if !__has_attribute(%[1]s)\n%[1]s\n#endif\n", name)
	}
	file := filepath.Join(t.TempDir(), "a.c")
	os.WriteFile(file, []byte(b.String()), 0o600)
	if out, err := exec.Command("gcc", "-E", "-P", file).CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("gcc does not have %s", out)
	}
	all := map[string]bool{}
	for _, name := range builtins {
		all[name] = true
	}
	for name := range knownBuiltins() {
		if !all[name] {
			t.Errorf("gcc does not have %s", name)
		}
	}
	refused := map[string]bool{"ifunc": true, "scalar_storage_order": true}
	if len(attributes) != len(attributesOfGNU)+len(refused) {
		t.Errorf("found %d attributes, want %d", len(attributesOfGNU), len(attributes)-len(refused))
	}
	for _, name := range attributes {
		text := fmt.Sprintf("#if __has_attribute(%[1]s) != __has_attribute(__%[1]s__)\n#error\n#endif\n"+
			"#if __has_attribute(%[1]s)\nint main(void) { return 0; }\n#endif\n", name)
		if _, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(text)}}, nil); (err == nil) == refused[name] {
			t.Errorf("%s: found %v", name, err)
		}
	}
	for i, name := range builtins {
		if strings.HasPrefix(name, "__") && i%10 != 0 && !effort.All() { // a name of the library takes no time
			continue
		}
		if got := callLowers(t, name); got != hasBuiltin(name) {
			t.Errorf("%s lowers: %t, want what __has_builtin says", name, got)
		}
	}
}

// callLowers reports whether a call of a builtin does, or is refused for its arguments alone.
func callLowers(t *testing.T, name string) bool {
	if !strings.HasPrefix(name, "__") {
		return Models(name) || name == "alloca"
	}
	for _, arguments := range []string{"", "i", "v, v", "v, v, 1", "t, m"} {
		text := "typedef int V __attribute__((vector_size(8))); struct s { int m; };\nint f(void) { int i = 0; V v = {}; (void)" + name + "(" + arguments + "); return 0; }\nint main(void) { return f(); }"
		if arguments == "t, m" {
			text = strings.Replace(text, "t, m", "struct s, m", 1)
		}
		p, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(text)}}, nil)
		if err != nil {
			if strings.Contains(err.Error(), "arguments, want") {
				return true
			}
			continue
		}
		if r := executeProgram(t, p, ""); r.blocked == "" || strings.Contains(r.blocked, "arguments, want") {
			return true
		}
	}
	return false
}
