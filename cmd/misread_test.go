package cmd

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vouch/internal/effort"
)

// This file tests what commands say of files that are no certificates: what they found, what they want, and what to do.

// takers are the commands that take a certificate, which FILE stands for.
var takers = []string{
	"vouch-check FILE",
	"vouch check FILE",
	"vouch explain FILE",
	"vouch elaborate FILE",
	"vouch report FILE -o page.html",
	"vouch confirm FILE",
	"vouch reproduce FILE",
	"vouch sign FILE -o new.statement --key ci.key --issuer https://example.org/ci --passphrase-fd 0 <pass",
	"vouch attest FILE -o new.statement --key ci.key --issuer https://example.org/ci --passphrase-fd 0 <pass",
	"vouch verify bug.statement FILE --trust trust",
	"vouch archive add archive bug.statement FILE --key log.key --trust trust --passphrase-fd 0 <pass",
	"vouch baseline update new.baseline FILE",
}

// strangers are files that are no certificates, with what is found in each.
var strangers = []struct{ name, content, found, hint string }{
	{"syn.c", "int main(void) { int x = 3 return x; }\n", "a program in C", "vouch find syn.c looks for bugs"},
	{"old.imp", "x = 1\n", "a program in IMP", "vouch find old.imp looks for bugs"},
	{"c.txt", "#include <stdio.h>\nint main(void)\n{\n}\n", "text that looks like C",
		"vouch find looks for bugs in a file whose name ends in .c"},
	{"notes", "see below\n", `text that begins with "see below"`, "vouch find writes certificates"},
	{"empty", "", "an empty file", "vouch find writes certificates"},
	{"picture.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a picture in PNG", "vouch find writes certificates"},
	{"result.json", `{"file":"a.c","verdict":"safe"}` + "\n", "JSON",
		"certificates are in CBOR; vouch find --json names the file"},
	{"page.htm", "<!DOCTYPE html>\n<title>x</title>", "a page in HTML", "vouch find writes certificates"},
	{"half.cbor", "half", "a certificate whose end is missing, of which there are 200 bytes",
		"copy it again, or make it again"},
	{"bug.statement", "", "a statement", "vouch verify bug.statement CERT --trust TRUST"},
	{"bug.vouch", "", "a bundle", "vouch check --trust TRUST bug.vouch"},
	{"ci.key", "", "a private key", "vouch find writes certificates"},
	{"vouch.baseline", "", "a baseline", "vouch find writes certificates"},
}

// inward matches what only a decoder of CBOR or a caller in Go would say.
var inward = regexp.MustCompile(`(?:^|\s)cbor: |EOF|extraneous|%!|nil`)

func TestMisread(t *testing.T) {
	t.Parallel()
	folder := prepared(t)
	whole, err := os.ReadFile(filepath.Join(folder, "bug.cbor"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range strangers {
		content := []byte(s.content)
		switch {
		case s.name == "half.cbor":
			content = whole[:200]
		case s.content == "" && s.name != "empty":
			continue // there already
		}
		if err := os.WriteFile(filepath.Join(folder, s.name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	for command := range commands(t) {
		if command == "vouch find" || command == "vouch tree" {
			continue // they take programs
		}
		help, err := exec.Command("sh", "-c", command+" --help").Output()
		if err != nil {
			t.Fatal(err)
		}
		takes := regexp.MustCompile(`(?m)^Usage:\n  .*\bCERT\b`).Match(help)
		tried := false
		for _, line := range takers {
			tried = tried || strings.HasPrefix(line, command+" ")
		}
		if takes && !tried {
			t.Errorf("no invocation of %q is tried", command)
		}
	}
	for i, line := range takers {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			for k, s := range strangers {
				if (i+k)%3 > 0 && !effort.All() { // a third of the files, and each in a third of the commands
					continue
				}
				statement := s.name == "bug.statement" && strings.HasPrefix(line, "vouch archive add")
				checks := s.name == "bug.vouch" && (strings.HasPrefix(line, "vouch check") ||
					strings.HasPrefix(line, "vouch-check"))
				if statement || checks {
					continue // it takes these
				}
				status, out := refused(t, folder, line, s.name)
				if status != 2 || !strings.Contains(out, "found "+s.found+", want a certificate") ||
					!strings.Contains(out, "\n  hint: "+s.hint) || inward.MatchString(out) {
					t.Errorf("%s: found status %d and\n%s\nwant 2, and %q, with the hint %q", s.name, status, out,
						s.found, s.hint)
				}
			}
			status, out := refused(t, folder, line, "folder")
			if status != 2 || !strings.Contains(out, "folder: found a folder") {
				t.Errorf("a folder: found status %d and\n%s\nwant 2, and that it is a folder", status, out)
			}
		})
	}
}

// TestForeign: a command that takes programs refuses, by name, files whose names say that they are something else.
func TestForeign(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []struct{ name, found string }{
		{"m.cpp", "a program in C++"}, {"m.cc", "a program in C++"}, {"m.cxx", "a program in C++"},
		{"m.hpp", "a program in C++"}, {"m.C", "a program in C++"},
		{"m.rs", "a program in Rust"}, {"m.py", "a program in Python"}, {"m.PY", "a program in Python"},
		{"m.h", "a header in C"}, {"m.cbor", "a certificate"},
		{"m.png", "a picture"}, {"m.json", "data"}, {"m.o", "compiled code"},
	} {
		if err := os.WriteFile(filepath.Join(dir, f.name), []byte("fn main() { }\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"vouch find FILE", "vouch run FILE", "vouch tree FILE", "vouch lower FILE",
			"vouch fmt FILE"} {
			status, out := refused(t, dir, line, f.name)
			if want := f.name + ": found " + f.found + ", as its name says, want a program in C"; status != 2 ||
				!strings.HasPrefix(out, want) || !strings.Contains(out, "\n  hint: ") {
				t.Errorf("%s %s: found status %d and\n%s\nwant 2, and %q with a hint", line, f.name, status, out, want)
			}
		}
	}
}

// refused runs a command, which is to refuse a file, and returns its status and what it says on standard error.
func refused(t *testing.T, dir, line, file string) (status int, stderr string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", strings.ReplaceAll(line, "FILE", file))
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stderr = &out
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String()
}
