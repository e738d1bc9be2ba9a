package find

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/memory"
	"vouch/finder"
	"vouch/internal/load"
)

// This file tests what is written if the checker refuses a certificate.

// unpack reads an archive: the text of each file, by its name.
func unpack(t *testing.T, data []byte) map[string]string {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for archive := tar.NewReader(zip); ; {
		h, err := archive.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(archive)
		if err != nil || !filepath.IsLocal(h.Name) || h.Typeflag != tar.TypeReg || !h.ModTime.IsZero() &&
			h.ModTime.Unix() != 0 {
			t.Fatalf("found %+v (%v)", h, err)
		}
		all[h.Name] = string(text)
	}
}

// TestContradictionFile: the file has the certificate, the program as it lay for the search, and the command.
func TestContradictionFile(t *testing.T) {
	write := func(files map[string]string) {
		for name, text := range files {
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755),
				os.WriteFile(name, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		title   string
		files   map[string]string
		main    []string
		c       load.C
		given   []string
		command string
		within  []string // the files of the program
	}{
		{"IMP", map[string]string{"work/t.imp": "input x\nif x > 3 { assert x > 2 }\n"}, []string{"work/t.imp"},
			load.C{}, nil,
			"vouch find --out evidence program/t.imp", []string{"program/t.imp"}},
		{"C with a header", map[string]string{"src/deep/a.c": "#include \"h.h\"\nint main(void) { return N; }\n",
			"inc/h.h": "#define N 1\n"}, []string{"src/deep/a.c"},
			load.C{Include: []string{"inc", "none"}, Define: []string{"X='a b'"}, Undefine: []string{"Y"}},
			[]string{"--strategy=bfs", "--args=2x8"},
			`vouch find --out evidence --strategy=bfs --args=2x8 -I program/inc -I program/none -D 'X='\''a b'\' -U Y program/src/deep/a.c`,
			[]string{"program/src/deep/a.c", "program/inc/h.h"}},
		{"C of two files, and one that is included",
			map[string]string{"x/a.c": "#include \"../y/a.c\"\nint f(void);\nint main(void) { return f() + G; }\n",
				"x/b.c": "int f(void) { return 0; }\n", "y/a.c": "#ifndef G\n#define G 0\n#endif\n"},
			[]string{"x/a.c", "x/b.c"}, load.C{Prelude: []string{"y/a.c"}}, nil,
			"vouch find --out evidence --include program/y/a.c program/x/a.c program/x/b.c",
			[]string{"program/x/a.c", "program/x/b.c", "program/y/a.c"}},
		{"a name for a shell to trip over", map[string]string{"$(x) '&.imp": "input x\nassert x = x\n"},
			[]string{"$(x) '&.imp"}, load.C{}, nil,
			`vouch find --out evidence 'program/$(x) '\''&.imp'`, []string{"program/$(x) '&.imp"}},
	} {
		t.Run(c.title, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write(c.files)
			file := checkcmd.Named(c.main[0])
			for _, name := range c.main[1:] {
				file.With = append(file.With, checkcmd.Named(name))
			}
			o := Options{
				Search: finder.Options{Solver: "lia", Strategy: "bfs"}, C: c.c, Watch: &memory.Watch{}, Jobs: 1,
				Certificates: "evidence", Format: "text", Progress: "none",
				Given: c.given, check: refuses(errWrong, "safe"),
			}
			search := func() (name string, data []byte) {
				var out bytes.Buffer
				if err := Run(t.Context(), o, []checkcmd.File{file}, &out, &out); !errors.Is(err,
					exit.Status(exit.Inconclusive)) {
					t.Fatalf("found %v: %s", err, &out)
				}
				names, err := filepath.Glob("evidence/*")
				if err != nil || len(names) != 1 || !strings.Contains(out.String(),
					"please report it, with everything that repeats it: "+names[0]) {
					t.Fatalf("found %q, %s", names, &out)
				}
				if data, err = os.ReadFile(names[0]); err != nil {
					t.Fatal(err)
				}
				return names[0], data
			}
			name, data := search()
			if other, again := search(); other != name || !bytes.Equal(again, data) {
				t.Errorf("the same search gives another file")
			}
			folder, _ := strings.CutSuffix(filepath.Base(name), ".contradiction.tar.gz")
			all := unpack(t, data)
			readme := all[folder+"/README.txt"]
			for _, want := range []string{"\n  " + c.command + "\n",
				"\nreason       invalid: chain 1: found 0 literals\n", "\nversion      0.",
				"\n  vouch check refused.cbor\n", "of the kind safe"} {
				if !strings.Contains(readme, want) {
					t.Errorf("found\n%swant %q", readme, want)
				}
			}
			if here, _ := os.Getwd(); strings.Contains(readme, here) {
				t.Errorf("found a path of the machine\n%s", readme)
			}
			refused, err := certs.Open([]byte(all[folder+"/refused.cbor"]), certs.MaxBytes)
			if err != nil {
				t.Fatal(err)
			}
			if len(all) != len(c.within)+2 {
				t.Errorf("found %d files, want %d", len(all), len(c.within)+2)
			}
			for name, text := range all {
				write(map[string]string{name: text})
			}
			t.Chdir(folder)
			for _, name := range c.within {
				if _, err := os.Stat(name); err != nil {
					t.Error(err)
				}
			}
			again, err := load.File(c.within[0], []byte(all[folder+"/"+c.within[0]]))
			if load.Language(c.within[0]).Name == "c" {
				there := c.c
				there.Include, there.Prelude = inProgram(c.c.Include), inProgram(c.c.Prelude)
				again, _, err = there.Files(inProgram(c.main)...)
			}
			if err != nil || !bytes.Equal(again.About.Lowered, refused.About().Lowered) {
				t.Errorf("the program there is another one (%v)", err)
			}
		})
	}
}

// inProgram returns paths as the archive has them.
func inProgram(paths []string) (all []string) {
	for _, p := range paths {
		all = append(all, filepath.Join("program", p))
	}
	return all
}

// TestContradictionLost: if the file cannot be written, the exit status says so, as with certificates.
func TestContradictionLost(t *testing.T) {
	const source = "input x\nif x > 3 { assert x > 2 }"
	name := filepath.Base(runOn(t, source, "text", func(o *Options) { o.check = refuses(errWrong, "safe") }).files[0])
	var stdout, stderr bytes.Buffer
	t.Chdir(t.TempDir())
	if err := errors.Join(os.WriteFile("t.imp", []byte(source+"\n"), 0o644),
		os.MkdirAll(filepath.Join("evidence", name), 0o755)); err != nil {
		t.Fatal(err)
	}
	o := Options{
		Search: finder.Options{Solver: "lia", Strategy: "bfs"}, Watch: &memory.Watch{}, Jobs: 1,
		Certificates: "evidence", Format: "text", Progress: "none", check: refuses(errWrong, "safe"),
	}
	err := Run(t.Context(), o, []checkcmd.File{checkcmd.Named("t.imp")}, &stdout, &stderr)
	if !errors.Is(err, exit.Status(exit.BadInput)) || !strings.Contains(stderr.String(),
		"cannot write what repeats a contradiction: ") {
		t.Errorf("found %v and %q", err, &stderr)
	}
	if text := stdout.String(); !strings.Contains(text, "t.imp: unknown: vouch contradicts itself; ") ||
		strings.Contains(text, ".tar.gz") || strings.Contains(text, "--no-certificate") {
		t.Errorf("found\n%s", text)
	}
	if info, err := os.Stat(filepath.Join("evidence", name)); err != nil || info.Mode().Type() != fs.ModeDir {
		t.Errorf("found %v (%v)", info, err)
	}
}
