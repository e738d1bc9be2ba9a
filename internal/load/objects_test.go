package load

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// This file tests which files a program gets from its build.

// TestNeeded: which files a compilation database adds to those that are named, and with which macros.
func TestNeeded(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"src/main.c":  "int one(void); int main(void) { return one(); }",
		"src/one.c":   "int two(void); int deep; int one(void) { return two(); }",
		"lib/two.c":   "int two(void) { return N; }",
		"lib/other.c": "int other(void) { return 1; }",

		"src/near.c":  "int twice(void); int main(void) { return twice(); }",
		"src/twice.c": "int twice(void) { return 1; }",
		"lib/twice.c": "int twice(void) { return 2; }",

		"src/open.c": "int both(void); int main(void) { return both(); }",
		"lib/x.c":    "int both(void) { return 1; }",
		"lib/y.c":    "int both(void) { return 2; }",

		"src/models.c": "unsigned long strlen(const char *); int main(int n, char **v) { return strlen(v[0]); }",
		"lib/strlen.c": "unsigned long strlen(const char *s) { return 0; }",
		"src/own.c":    "int toupper(int); int main(int n, char **v) { return toupper(n); }",
		"src/upper.c":  "int toupper(int c) { return c; }",

		"src/tool.c":   "int shared(void); int main(void) { return shared(); }",
		"src/with.c":   "int shared(void) { return 1; } int main(void) { return 0; }",
		"src/object.c": "extern int table[]; int main(void) { return table[0]; }",
		"lib/table.c":  "int table[3] = { 1 };",
		"src/weak.c":   "int soft(void); int main(void) { return soft(); }",
		"lib/soft.c":   "__attribute__((weak)) int soft(void) { return 1; }",
		"src/gone.c":   "int lost(void); int main(void) { return lost(); }",
		"lib/lost.c":   "int lost(void) { return 1; }",
		"src/bad.c":    "int broken(void); int main(void) { return broken(); }",
		"lib/broken.c": "int broken(void) { return 1; }",
		"src/plain.c":  "int one(void); int main(void) { return one(); }",

		"src/renamed.c": "#define twin twin_of_lib\nint twin(void); int unused(void) { return 1; } int main(void) { return twin(); }",
		"lib/renamed.c": "#define NAME twin_of_lib\n#include \"body.inc\"\nint spare(void) { return 1; }",
		"lib/body.inc":  "int NAME(void) { return 1; }",
		"src/lazy.c":    "int lazy(void); int never(void) { return lazy(); } int main(void) { return 0; }",
		"lib/lazy.c":    "int lazy(void) { return N; }",

		"src/many.c": "int kind(void); int main(void) { return kind() + KIND; }",
		"lib/kind.c": "int kind(void) { return KIND; }",
		"lib/only.c": "int only(void) { return 1; }",

		"mains/lib.c":       "int place(void); int lib(void) { return place(); }",
		"mains/tool.c":      "int two(void); int place(void) { return two(); } int twins(void) { return 1; } int here(void) { return 1; } int main(void) { return 0; }",
		"mains/both.c":      "int one(void); int both_lib(void) { return one(); }",
		"mains/copy.c":      "int one(void) { return 7; } int twins(void) { return 2; } int main(void) { return 0; }",
		"mains/open.c":      "int twins(void); int open_lib(void) { return twins(); }",
		"mains/near/lib.c":  "int here(void); int near_lib(void) { return here(); }",
		"mains/near/tool.c": "int here(void) { return 2; } int main(void) { return 0; }",
		"mains/more.c":      "int needs(void); int more(void) { return needs(); }",
		"mains/needs.c":     "int place(void); int needs(void) { return place(); } int main(void) { return 0; }",
	} {
		write(t, name, text+"\n")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var all []Command
	add := func(file, output string, macros ...string) {
		args := append([]string{"gcc", "-w", "-c"}, macros...)
		args = append(args, file, "-o", output)
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		all = append(all, Command{Directory: here, File: file, Arguments: args})
	}
	files, _ := filepath.Glob("*/*.c")
	deep, _ := filepath.Glob("*/*/*.c")
	files = append(files, deep...)
	for i, file := range files {
		output := strings.TrimSuffix(file, ".c") + ".o"
		switch filepath.Base(file) {
		case "two.c":
			add(file, output, "-DN=3")
		case "lazy.c":
			add(file, output, map[bool][]string{true: {"-DN=3"}}[file == "lib/lazy.c"]...)
		case "kind.c", "many.c":
			add(file, output+"1.o", "-DKIND=1")
			add(file, output+"2.o", "-DKIND=2")
		default:
			add(file, output)
		}
		if i%2 == 0 {
			all[len(all)-1].Output = output // some build systems say it, others do not
		}
	}
	for i, c := range all {
		switch c.File {
		case "lib/lost.c":
			os.Remove("lib/lost.o")
		case "lib/broken.c":
			write(t, "lib/broken.o", "no object")
		case "lib/kind.c", "src/many.c":
			all[i].Output = ""
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	write(t, "compile_commands.json", string(text))
	for _, x := range []struct{ title, main, define, want, macros string }{
		{"what defines it, and what that needs", "src/main.c", "", "src/main.c src/one.c lib/two.c", "lib/two.c:N=3"},
		{"some of it is named", "src/main.c lib/two.c", "", "src/main.c lib/two.c src/one.c", "lib/two.c:N=3"},
		{"a file that needs nothing", "lib/other.c", "", "lib/other.c", ""},
		{"the nearest of two", "src/near.c", "", "src/near.c src/twice.c", ""},
		{"two that are as near", "src/open.c", "", "src/open.c", ""},
		{"two that are as near, of which one is named", "src/open.c lib/y.c", "", "src/open.c lib/y.c", ""},
		{"what has a model, in another folder", "src/models.c", "", "src/models.c", ""},
		{"what has a model, in the same folder", "src/own.c", "", "src/own.c src/upper.c", ""},
		{"a program of its own", "src/tool.c", "", "src/tool.c", ""},
		{"an object", "src/object.c", "", "src/object.c lib/table.c", ""},
		{"a weak definition", "src/weak.c", "", "src/weak.c lib/soft.c", ""},
		{"an object file that is gone", "src/gone.c", "", "src/gone.c", ""},
		{"an object file that is none", "src/bad.c", "", "src/bad.c", ""},
		{"a file that is compiled twice", "src/many.c", "", "src/many.c lib/kind.c", "KIND=1"},
		{"a file that is compiled twice, as the macro says", "src/many.c", "KIND=2", "src/many.c lib/kind.c",
			"KIND=2 KIND=2"},
		{"a macro that no command has", "src/many.c", "KIND=3", "src/many.c lib/kind.c", "KIND=1 KIND=3"},
		{"a name that a macro makes", "src/renamed.c", "", "src/renamed.c lib/renamed.c", ""},
		{"a folder", "lib", "", "lib/broken.c lib/kind.c lib/lazy.c lib/lost.c lib/only.c lib/other.c lib/renamed.c lib/soft.c lib/strlen.c lib/table.c lib/twice.c lib/two.c lib/x.c lib/y.c",
			"lib/kind.c:KIND=1 lib/lazy.c:N=3 lib/two.c:N=3"},
	} {
		for _, near := range []bool{false, true} {
			o := C{Define: strings.Fields(x.define)}
			var got []string
			if near && x.main != "lib" {
				got, err = o.Near(strings.Fields(x.main))
			} else {
				got, err = o.Database("compile_commands.json", strings.Fields(x.main))
			}
			if err != nil {
				t.Errorf("%s: %v", x.title, err)
				continue
			}
			if s := strings.Join(got, " "); s != x.want {
				t.Errorf("%s: found %s, want %s", x.title, s, x.want)
			}
			if s := strings.Join(o.Define, " "); s != x.macros {
				t.Errorf("%s: found the macros %q, want %q", x.title, s, x.macros)
			}
		}
	}
	// What no other file defines comes from a file with a main, where that may have another name.
	for _, x := range []struct{ title, file, want string }{
		{"a file with a main that defines it", "mains/lib.c", "mains/tool.c lib/two.c"},
		{"a library that defines it, too", "mains/both.c", "src/one.c lib/two.c"},
		{"two files with a main that define it", "mains/open.c", ""},
		{"the nearest of two files with a main", "mains/near/lib.c", "mains/near/tool.c"},
		{"a file with a main that needs another one", "mains/more.c", "mains/needs.c"},
		{"a file that defines main", "src/tool.c", ""},
		{"what no other file needs", "lib/other.c", ""},
	} {
		linked, err := C{}.Harness("compile_commands.json", x.file)
		if err != nil {
			t.Fatal(err)
		}
		o, got, err := linked.With("harness.c")
		if err != nil {
			t.Fatal(err)
		}
		if s := strings.Join(got[1:], " "); got[0] != "harness.c" || s != x.want || o.provided["main"] {
			t.Errorf("%s: found %s with a harness, want %s", x.title, s, x.want)
		}
		for _, entry := range []string{"", "main", "anything"} {
			o := C{Options: map[string]string{"entry": entry}}
			got, err := o.Database("compile_commands.json", []string{x.file})
			if err != nil {
				t.Fatal(err)
			}
			want := x.want
			if entry != "anything" && strings.Contains(want, "mains/") {
				want = ""
			}
			if s := strings.Join(got[1:], " "); s != want {
				t.Errorf("%s: found %s with the entry %q, want %s", x.title, s, entry, want)
			}
		}
	}
	defer func(before int) { small = before }(small)
	small = 0
	for file, want := range map[string]string{"src/main.c": "main one two", "src/renamed.c": "main twin_of_lib",
		"src/lazy.c": "main"} {
		o := C{}
		main, err := o.Near([]string{file})
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := o.Files(main...)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range p.Core.Funcs {
			if !f.Library {
				names = append(names, f.Name)
			}
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: found the functions %s, want %s", file, got, want)
		}
		if file == "src/lazy.c" && len(p.About.Sources) != 1 {
			t.Errorf("%s: found %d sources, want one", file, len(p.About.Sources))
		}
	}
}
