package load

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// This file tests what stands for headers that a build makes.

// TestFill: a template gets what is known of the machine, and nothing else is defined.
func TestFill(t *testing.T) {
	m := &machineValues{has: func(header string) bool {
		return slices.Contains([]string{"stdint.h", "sys/stat.h", "sys/a_b.h"}, header)
	}, said: map[string]string{"MAJOR": "2", "FLAGS": "a b", "V": "ON"}, chosen: map[string]bool{"WITH_A": true,
		"WITH_B": false}}
	for _, c := range []struct {
		title, template, want string
		open                  int
	}{
		{"a header that is there", "#undef HAVE_STDINT_H\n", "#define HAVE_STDINT_H 1\n", 0},
		{"in a folder", "# undef HAVE_SYS_STAT_H\n#undef HAVE_SYS_A_B_H\n",
			"# define HAVE_SYS_STAT_H 1\n#define HAVE_SYS_A_B_H 1\n", 0},
		{"with a name in front", "#cmakedefine P_HAVE_STDINT_H\n", "#define P_HAVE_STDINT_H\n", 0},
		{"a function of ours", "#undef HAVE_STRDUP\n#cmakedefine HAVE_STRDUP 1\n",
			"#define HAVE_STRDUP 1\n#define HAVE_STRDUP 1\n", 0},
		{"a type and a macro of ours", "#undef HAVE_INT64_T\n#undef HAVE_DECL_INFINITY\n#undef HAVE_LONG_LONG\n",
			"#define HAVE_INT64_T 1\n#define HAVE_DECL_INFINITY 1\n#define HAVE_LONG_LONG 1\n", 0},
		{"a size", "#undef SIZEOF_LONG\n#cmakedefine SIZEOF_VOID_P @SIZEOF_VOID_P@\n@SIZEOF_INT_CODE@\n",
			"#define SIZEOF_LONG 8\n#define SIZEOF_VOID_P 8\n#define SIZEOF_INT 4\n", 0},
		{"of the project", "#define A @MAJOR@\n#define B ${MAJOR}.x \"${MAJOR}\"\n", "#define A 2\n#define B 2.x \"2\"\n", 0},
		{"an option that is on", "#cmakedefine WITH_A \"x\"\n#cmakedefine01 WITH_A\n",
			"#define WITH_A \"x\"\n#define WITH_A 1\n", 0},
		{"a keyword", "#define INL @C_INLINE@\n#define R ${A_RESTRICT_SPECIFIER}\n",
			"#define INL inline\n#define R restrict\n", 0},
		{"a name of the project", "#undef VERSION\n#undef PACKAGE_NAME\n",
			"#define VERSION \"\"\n#define PACKAGE_NAME \"\"\n", 0},
		{"other lines, and the last one", "int f(void);\r\n#define X 1", "int f(void);\n#define X 1\n", 0},

		{"a header that is not there", "#undef HAVE_WINDOWS_H\n#cmakedefine HAVE_WINDOWS_H 1\n",
			"#undef HAVE_WINDOWS_H\n/* #undef HAVE_WINDOWS_H */\n", 0},
		{"a function that is not there", "#undef HAVE_KQUEUE\n#cmakedefine HAVE_KQUEUE 1\n#undef HAVE_DECL_KQUEUE\n",
			"#undef HAVE_KQUEUE\n/* #undef HAVE_KQUEUE */\n#define HAVE_DECL_KQUEUE 0\n", 0},
		{"by a variable", "#define HAVE @have_kqueue@\n", "#define HAVE 0\n", 0},
		{"a part of the name of one", "#undef HAVE_STRD\n#undef HAVE_\n", "#undef HAVE_STRD\n#undef HAVE_\n", 0},
		{"a header with many parts", "#undef HAVE_A_B_C_D_E_F_G_H\n", "#undef HAVE_A_B_C_D_E_F_G_H\n", 0},
		{"an option that is off", "#cmakedefine WITH_B\n#cmakedefine01 WITH_B\n",
			"/* #undef WITH_B */\n#define WITH_B 0\n", 0},
		{"an option that nobody knows", "#undef WITH_C\n#cmakedefine WITH_C 1\n#cmakedefine01 WITH_C\n",
			"#undef WITH_C\n/* #undef WITH_C */\n#define WITH_C 0\n", 0},
		{"what a project sets on a condition is no option", "#cmakedefine V\n", "/* #undef V */\n", 0},
		{"a value that nobody knows", "#define SIZE @TABLE_SIZE@\nint x;\n", "\nint x;\n", 1},
		{"one in a macro with a comment", "#define A @A@ /* one\n two */\n", "/* one\n two */\n", 1},
		{"one in a text", "#define NAME \"@WHO@\" \"@MAJOR@\"\n", "#define NAME \"@WHO@\" \"2\"\n", 0},
		{"one in a comment", " * from a@b@c\n // @WHO@\n@WHO@ */\n", "\n\n */\n", 3},
		{"the size of what nobody knows", "#undef SIZEOF_STRUCT_X\n#define N @SIZEOF_STRUCT_X@\n",
			"#undef SIZEOF_STRUCT_X\n\n", 1},
		{"more than a keyword", "#define A @RESTRICT_SIZE@\n", "\n", 1},
		{"what is a keyword", "#undef inline\n#undef const\n#undef size_t\n", "#undef inline\n#undef const\n#undef size_t\n",
			0},
		{"what a machine of this kind is not", "#undef WORDS_BIGENDIAN\n", "#undef WORDS_BIGENDIAN\n", 0},
		{"an #undef with more", "#undef HAVE_STDINT_H x\n", "#undef HAVE_STDINT_H x\n", 0},
	} {
		t.Run(c.title, func(t *testing.T) {
			text, open := m.fill([]byte(c.template))
			if string(text) != c.want || open != c.open {
				t.Errorf("found %q with %d values open, want %q with %d", text, open, c.want, c.open)
			}
		})
	}
}

// TestMade: which headers that are nowhere are made, and of what.
func TestMade(t *testing.T) {
	for _, c := range []struct {
		title string
		files map[string]string
		want  []Made
		text  string // of the first one
	}{
		{"of a template beside the file", map[string]string{"p/a.c": "#include \"a.h\"\n", "p/a.h.in": "#undef VERSION\n"},
			[]Made{{"a.h", "p/a.h.in"}}, "#define VERSION \"\"\n"},
		{"of one elsewhere", map[string]string{"p/a.c": "#include <a.h>\n", "p/cmake/a.h.cmake.in": "int x;\n"},
			[]Made{{"a.h", "p/cmake/a.h.cmake.in"}}, "int x;\n"},
		{"with the name of cmake", map[string]string{"p/a.c": "#include <a.h>\n", "p/cmakea.h.in": "int x;\n"},
			[]Made{{"a.h", "p/cmakea.h.in"}}, "int x;\n"},
		{"of the one of which less is open", map[string]string{"p/a.c": "#include \"a.h\"\n", "p/a.h.in": "#define A @X@\n#define A @Y@\n",
			"p/cmake/a.h.in": "#define A @X@\n"}, []Made{{"a.h", "p/cmake/a.h.in"}}, "\n"},
		{"of one that is complete", map[string]string{"p/a.c": "#include \"a.h\"\n", "p/a.h.in": "#define A @X@\n",
			"p/a.h.dist": "#define A @\n"}, []Made{{"a.h", "p/a.h.dist"}}, "#define A @\n"},
		{"of the one that is less deep", map[string]string{"p/a.c": "#include \"a.h\"\n", "p/x/a.h.in": "x\n",
			"p/x/y/a.h.in": "y\n"}, []Made{{"a.h", "p/x/a.h.in"}}, "x\n"},
		{"with what cmake says", map[string]string{"p/a.c": "#include \"a.h\"\n", "p/a.h.in": "@N@ @PROJECT_VERSION_MINOR@\n",
			"p/CMakeLists.txt": "project(p C VERSION 3.4)\nset(N\n  \"7\" CACHE STRING \"\")\n"},
			[]Made{{"a.h", "p/a.h.in"}}, "7 4\n"},
		{"what cmake says in two ways", map[string]string{"p/a.c": "#include \"a.h\"\n", "p/a.h.in": "#define A @N@\n",
			"p/CMakeLists.txt": "set(N 7)\nset(N 8)\n"}, []Made{{"a.h", "p/a.h.in"}}, "\n"},
		{"what cmake says on a condition", map[string]string{"p/a.c": "#include \"a.h\"\n",
			"p/a.h.in": "#define A @N@\n@M@\n#define A @K@\n@PROJECT_NAME@\n", "p/CMakeLists.txt": "if(X)\nset(N 7)\nendif()\nset(M 8)\n" +
				"project(q)\nset(K 1)\nif(Y)\nset(K 2)\nset(M 8)\nendif()\n"}, []Made{{"a.h", "p/a.h.in"}}, "\n8\n\nq\n"},
		{"what cmake says of others", map[string]string{"p/a.c": "#include \"a.h\"\n", "p/a.h.in": "#define A @N@\n",
			"p/CMakeLists.txt": "# set(N 7)\nset(NN 7)\nset(N ${M})\nset(N a b)\n"}, []Made{{"a.h", "p/a.h.in"}}, "\n"},
		{"what a template includes", map[string]string{"p/a.c": "#include \"a.h\"\n", "p/a.h.in": "#include \"b.h\"\n",
			"p/x/b.h.in": "b\n"}, []Made{{"a.h", "p/a.h.in"}, {"b.h", "p/x/b.h.in"}}, "#include \"b.h\"\n"},
		{"a header that is installed elsewhere", map[string]string{"p/src/a.c": "#include <lib/lib_x.h>\n",
			"p/src/api/lib_x.h": ""}, []Made{{"lib/lib_x.h", "p/src/api/lib_x.h"}}, "#include \"../../src/api/lib_x.h\"\n"},
		{"a template of one", map[string]string{"p/src/a.c": "#include <lib2/lib-x.h>\n", "p/src/lib-x.h.cmake": "x\n"},
			[]Made{{"lib2/lib-x.h", "p/src/lib-x.h.cmake"}}, "x\n"},

		{"of what cmake makes", map[string]string{"p/a.c": "#include <x/my-lib_export.h>\n",
			"p/CMakeLists.txt": "include(GenerateExportHeader)\nGenerate_Export_Header(x)\n"},
			[]Made{{"x/my-lib_export.h", "p/CMakeLists.txt"}}, "#define MY_LIB_EXPORT\n#define MY_LIB_NO_EXPORT\n" +
				"#define MY_LIB_DEPRECATED\n#define MY_LIB_DEPRECATED_EXPORT\n#define MY_LIB_DEPRECATED_NO_EXPORT\n"},

		{"of what cmake would make if it were asked", map[string]string{"p/a.c": "#include \"a_export.h\"\n",
			"p/CMakeLists.txt": "# generate_export_header(a)\n"}, nil, ""},
		{"of another name than cmake makes", map[string]string{"p/a.c": "#include \"a_exports.h\"\n",
			"p/CMakeLists.txt": "generate_export_header(a)\n"}, nil, ""},
		{"a declaration has a value that nobody knows", map[string]string{"p/a.c": "#include \"a.h\"\n",
			"p/a.h.in": "typedef @T@ t;\n"}, nil, ""},
		{"a condition has one", map[string]string{"p/a.c": "#include \"a.h\"\n", "p/a.h.in": "#if @T@\n#endif\n"}, nil, ""},
		{"a macro of several lines has one", map[string]string{"p/a.c": "#include \"a.h\"\n",
			"p/a.h.in": "#define A @T@ \\\n 1\n"}, nil, ""},
		{"declarations that nobody knows", map[string]string{"p/a.c": "#include \"a.h\"\n", "p/a.h.in": "${TYPES}\n"}, nil,
			""},
		{"of a header of another library", map[string]string{"p/src/a.c": "#include <lib/util.h>\n", "p/x/util.h": "",
			"p/y/util.h.in": ""}, nil, ""},
		{"two are installed", map[string]string{"p/src/a.c": "#include <lib/lib_x.h>\n", "p/x/lib_x.h": "",
			"p/y/lib_x.h": ""}, nil, ""},
		{"it is there", map[string]string{"p/a.c": "#include \"a.h\"\n", "p/a.h": "", "p/a.h.in": ""}, nil, ""},
		{"it is in another folder", map[string]string{"p/s/a.c": "#include \"a.h\"\n", "p/x/a.h": "", "p/s/a.h.in": ""}, nil,
			""},
		{"the machine has it", map[string]string{"p/a.c": "#include <stdio.h>\n#include <zoo.h>\n", "p/stdio.h.in": "",
			"p/zoo.h.in": ""}, nil, ""},
		{"nobody asks for it", map[string]string{"p/a.c": "#ifdef X\n#include \"a.h\"\n#endif\n", "p/a.h.in": ""}, nil, ""},
		{"of another name", map[string]string{"p/a.c": "#include \"a.h\"\n", "p/ba.h.in": "", "p/a.h.txt": "", "p/a.in": ""},
			nil, ""},
		{"of another project", map[string]string{"p/a.c": "#include \"a.h\"\n", "q/a.h.in": ""}, nil, ""},
		{"above the file", map[string]string{"p/a.c": "#include \"../a.h\"\n", "p/a.h.in": ""}, nil, ""},
		{"by its whole name", map[string]string{"p/a.c": "#include \"/a.h\"\n", "p/a.h.in": ""}, nil, ""},
	} {
		t.Run(c.title, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("TMPDIR", dir)
			c.files["p/.git"], c.files["machine/zoo.h"] = "", ""
			for name, text := range c.files {
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			t.Chdir(dir)
			file := "p/a.c"
			for _, other := range []string{"p/s/a.c", "p/src/a.c"} {
				if _, ok := c.files[other]; ok {
					file = other
				}
			}
			found := C{Machine: []string{filepath.Join(dir, "machine")}}.Lacking(t.Context(), []string{file})
			if !slices.Equal(found.Made, c.want) {
				t.Fatalf("made %v, want %v", found.Made, c.want)
			}
			if c.want == nil {
				return
			}
			text, err := C{}.With(found).read(filepath.Join("p", standInFolder, c.want[0].Name))
			if err != nil || string(text) != c.text {
				t.Errorf("the stand-in is %q (%v), want %q", text, err, c.text)
			}
			if again := (C{Machine: []string{filepath.Join(dir, "machine")}}).With(found).Lacking(t.Context(),
				[]string{file}); again.Made != nil {
				t.Errorf("with the stand-ins, %v are made, want none", again.Made)
			}
		})
	}
}
