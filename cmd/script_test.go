package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"vouch/internal/effort"
)

// This file runs the scenarios of testdata/script: what users and scripts see of the commands.

var update = flag.Bool("update", false, "rewrite the expectations in testdata/script; review the difference")

// TestMain builds the commands once, as they are shipped: vouch with cgo, vouch-check and vouch-kernel without; and
// vouch without cgo, where lia is the only solver. They come first in PATH. Under the name jq the test binary is that.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "jq" {
		if err := jq(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, "jq:", err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	os.Exit(func() int {
		bin, err := os.MkdirTemp("", "vouch-bin")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(bin)
		os.Chmod(bin, 0o755)
		shared = bin
		for _, b := range []struct{ name, folder, cgo string }{
			{"vouch", "./vouch", "1"}, {static, "./vouch", "0"}, {"vouch-check", "./vouch-check", "0"},
			{"vouch-kernel", "./vouch-kernel", "0"},
		} {
			build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", filepath.Join(bin, b.name),
				b.folder)
			build.Env = append(os.Environ(), "CGO_ENABLED="+b.cgo)
			if out, err := build.CombinedOutput(); err != nil {
				fmt.Fprintf(os.Stderr, "building %s: %v\n%s", b.name, err, out)
				return 1
			}
		}
		os.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
		return m.Run()
	}())
}

// TestSources reads the folders of the source, so that `go test` takes no result of this package from its cache after a
// change to what TestMain builds: of packages that a test does not import it knows nothing, but it remembers the
// folders that tests read.
func TestSources(t *testing.T) {
	const root = ".."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := filepath.Base(path)
		if d.IsDir() && path != root && (name == "testdata" || name == "evidence" || name == "bin" || name[0] == '.') {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// shared is a folder for what tests share.
var shared string

// static is the name of vouch without cgo.
const static = "vouch-static"

// TestScripts runs the scenarios.
func TestScripts(t *testing.T) { scripts(t, "vouch", "*.txt") }

// TestStaticScripts runs them with the vouch that has no cgo, apart from what names z3: all, or those in which the most
// depends on the solver.
func TestStaticScripts(t *testing.T) {
	switch {
	case *update:
	case effort.All():
		scripts(t, static, "*.txt")
	default:
		scripts(t, static, "find_search.txt", "find_verdicts.txt", "find_trust.txt", "find_part.txt", "absence.txt",
			"tree.txt")
	}
}

// scripts runs the scenarios in files that match a pattern with a build of vouch. In what `status` prints, the part of
// a certificate's name that depends on its content is ID.
func scripts(t *testing.T, vouch string, patterns ...string) {
	var files []string
	for _, pattern := range patterns {
		found, err := filepath.Glob("testdata/script/" + pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: found no scenario: %v", pattern, err)
		}
		files = append(files, found...)
	}
	testscript.Run(t, testscript.Params{
		Files:              files,
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "root":
				return os.Geteuid() == 0, nil
			case "z3":
				return vouch != static, nil
			case "long":
				return effort.All(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Setup: func(e *testscript.Env) error {
			examples, err := filepath.Abs("../examples")
			e.Setenv("EXAMPLES", examples)
			e.Setenv("BUILD", vouch)
			return err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status":    cmdStatus,
			"interrupt": cmdInterrupt,
			"killed":    cmdKill,
			"same":      cmdSame,
			"append":    cmdAppend,
			"json":      cmdJSON,
			"cert":      cmdCert,
			"count":     cmdCount,
			"flip":      cmdFlip,
			"write":     cmdWrite,
			"mode":      cmdMode,
			"rename":    cmdRename,
			"collect":   cmdCollect,
			"sarif":     cmdSarif,
			"xml":       cmdXML,
		},
	})
}

// need ends a script in which a command is misused.
func need(ts *testscript.TestScript, ok bool, usage string) {
	if !ok {
		ts.Fatalf("usage: %s", usage)
	}
}

// status N [<FILE] COMMAND...: runs the command, with the file as standard input; it must end with exit status N.
func cmdStatus(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) >= 2, "status N [<file] command...")
	input := ""
	if file, ok := strings.CutPrefix(args[1], "<"); ok {
		input = ts.ReadFile(file)
		args = slices.Delete(slices.Clone(args), 1, 2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, build(ts, args[1]), args[2:]...)
	var stdout, stderr strings.Builder
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), strings.NewReader(input), &stdout, &stderr
	err := cmd.Run()
	ended(ts, args[0], err, stdout.String(), stderr.String())
}

// build returns the name of the build of a command that is tested.
func build(ts *testscript.TestScript, command string) string {
	if command == "vouch" {
		return ts.Getenv("BUILD")
	}
	return command
}

// patience is how long a command may take, on any machine: it is only for those that would never end.
const patience = 10 * time.Minute

// ended passes on the output of a command and compares its exit status with the one wanted.
func ended(ts *testscript.TestScript, want string, err error, stdout, stderr string) {
	io.WriteString(ts.Stdout(), masked(stdout))
	io.WriteString(ts.Stderr(), masked(stderr))
	found := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		found = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(found) != want {
		ts.Fatalf("found exit status %d, want %s", found, want)
	}
}

var identity = regexp.MustCompile(`-(?:[0-9a-f]{8})+(\.[a-z]+\.cbor)`)

func masked(output string) string { return identity.ReplaceAllString(output, "-ID$1") }

// interrupt N GLOB REGEXP COMMAND...: starts the command with its standard output in the file out, waits until a file
// that GLOB matches has content that REGEXP matches, and interrupts the command, which must end with exit status N.
func cmdInterrupt(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) >= 4, "interrupt N glob regexp command...")
	signalled(ts, os.Interrupt, args)
}

// killed GLOB REGEXP COMMAND...: does the same with a signal that the command cannot catch.
func cmdKill(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) >= 3, "killed glob regexp command...")
	signalled(ts, os.Kill, append([]string{"-1"}, args...))
}

func signalled(ts *testscript.TestScript, signal os.Signal, args []string) {
	out, err := os.Create(ts.MkAbs("out"))
	ts.Check(err)
	defer out.Close()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, build(ts, args[3]), args[4:]...)
	var stderr strings.Builder
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), out, &stderr
	ts.Check(cmd.Start())
	sign := regexp.MustCompile(args[2])
	for !alive(ts, args[1], sign) && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	cmd.Process.Signal(signal)
	err = cmd.Wait()
	ended(ts, args[0], err, ts.ReadFile("out"), stderr.String())
}

// same A B: demands that two folders hold the same files.
func cmdSame(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) == 2, "same a b")
	a, b := folderFiles(ts, args[0]), folderFiles(ts, args[1])
	if len(a) == 0 || !maps.Equal(a, b) {
		ts.Fatalf("%s and %s hold %d and %d files that are not the same", args[0], args[1], len(a), len(b))
	}
}

// folderFiles returns the files of a folder by name.
func folderFiles(ts *testscript.TestScript, folder string) map[string]string {
	files := map[string]string{}
	entries, err := os.ReadDir(ts.MkAbs(folder))
	ts.Check(err)
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(ts.MkAbs(folder), e.Name()))
		ts.Check(err)
		files[e.Name()] = string(data)
	}
	return files
}

// append FILE TEXT: adds a text, in which \n is the end of a line, to a file.
func cmdAppend(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) == 2, "append file text")
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_WRONLY, 0)
	ts.Check(err)
	_, err = f.WriteString(strings.ReplaceAll(args[1], `\n`, "\n"))
	ts.Check(errors.Join(err, f.Close()))
}

// mode MODE FILE: the file's permissions must be these, in octal.
func cmdMode(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) == 2, "mode mode file")
	info, err := os.Stat(ts.MkAbs(args[1]))
	ts.Check(err)
	if found := fmt.Sprintf("%04o", info.Mode().Perm()); found != args[0] {
		ts.Fatalf("found mode %s of %s, want %s", found, args[1], args[0])
	}
}

// rename GLOB NAME: gives the one file that GLOB matches a name without the part that depends on content.
func cmdRename(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) == 2, "rename glob name")
	found, err := glob(ts.MkAbs("."), args[0])
	ts.Check(err)
	if len(found) != 1 {
		ts.Fatalf("found %d files for %s, want one: %q", len(found), args[0], found)
	}
	ts.Check(os.Rename(found[0], ts.MkAbs(args[1])))
}

// collect FILE COMMAND...: appends what the command prints to the file, on a line of its own.
func cmdCollect(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) >= 2, "collect file command...")
	cmd := exec.Command(build(ts, args[1]), args[2:]...)
	cmd.Dir = ts.MkAbs(".")
	out, err := cmd.Output()
	ts.Check(err)
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	ts.Check(err)
	_, err = fmt.Fprintf(f, "\n%s", bytes.TrimSpace(out))
	ts.Check(errors.Join(err, f.Close()))
}

// glob returns the files in a folder whose names match a pattern. The folder's own name is no pattern.
func glob(dir, pattern string) ([]string, error) {
	found, err := fs.Glob(os.DirFS(dir), pattern)
	for i, name := range found {
		found[i] = filepath.Join(dir, name)
	}
	return found, err
}

// alive reports whether a file that pattern matches has content that sign matches.
func alive(ts *testscript.TestScript, pattern string, sign *regexp.Regexp) bool {
	names, err := glob(ts.MkAbs("."), pattern)
	ts.Check(err)
	return slices.ContainsFunc(names, func(name string) bool {
		data, _ := os.ReadFile(name)
		return sign.Match(data)
	})
}

// json: demands that every line of the standard output of the command before is one JSON object and prints a line for
// each value in it, as bugs.0.kind = "fail", with times and counts of the solver as N. Numbers have to be short: those
// of programs, which have any size, are strings.
func cmdJSON(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) == 0, "json")
	var b strings.Builder
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		if !strings.HasPrefix(line, "{") || !json.Valid([]byte(line)) {
			ts.Fatalf("found line %q, want a JSON object", line)
		}
		dec := json.NewDecoder(strings.NewReader(line))
		dec.UseNumber()
		if err := flatten(&b, dec, ""); err != nil {
			ts.Fatalf("%v in %s", err, line)
		}
	}
	io.WriteString(ts.Stdout(), b.String())
}

// flatten prints the values of the next JSON value, in its order.
func flatten(b *strings.Builder, dec *json.Decoder, path string) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('{') && token != json.Delim('[') {
		var text any = token
		switch v := token.(type) {
		case json.Number:
			if len(v) > 12 || strings.ContainsAny(v.String(), ".eE") {
				return fmt.Errorf("found the number %s, want an integer of a few digits", v)
			}
			if strings.HasSuffix(path, "_ms") || strings.HasSuffix(path, ".queries") ||
				strings.HasSuffix(path, ".cached") || strings.Contains(path, ".layers.") {
				text = "N"
			}
		case string:
			text = strconv.Quote(v)
		case nil:
			text = "null"
		}
		fmt.Fprintf(b, "%s = %v\n", path, text)
		return nil
	}
	if !dec.More() {
		end, err := dec.Token()
		fmt.Fprintf(b, "%s = %v%v\n", path, token, end)
		return err
	}
	for i := 0; dec.More(); i++ {
		part := strconv.Itoa(i)
		if token == json.Delim('{') {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			part = key.(string)
		}
		if path != "" {
			part = path + "." + part
		}
		if err := flatten(b, dec, part); err != nil {
			return err
		}
	}
	_, err = dec.Token()
	return err
}

// cert GLOB FILE: copies the one file that GLOB matches to FILE.
func cmdCert(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) == 2, "cert glob file")
	names, err := glob(ts.MkAbs("."), args[0])
	ts.Check(err)
	if len(names) != 1 {
		ts.Fatalf("found %d files %s, want 1", len(names), args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(ts.ReadFile(names[0])), 0o644))
}

// count N GLOB: GLOB must match N files.
func cmdCount(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) == 2, "count N glob")
	names, err := glob(ts.MkAbs("."), args[1])
	ts.Check(err)
	if strconv.Itoa(len(names)) != args[0] {
		ts.Fatalf("found %d files %s, want %s: %q", len(names), args[1], args[0], names)
	}
}

// flip FILE OFFSET: inverts the lowest bit of one byte; a negative offset counts from the end.
func cmdFlip(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) == 2, "flip file offset")
	data := []byte(ts.ReadFile(args[0]))
	offset, err := strconv.Atoi(args[1])
	ts.Check(err)
	if offset < 0 {
		offset += len(data)
	}
	data[offset] ^= 1
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o644))
}

var repeated = regexp.MustCompile(`^(\d+)\*(.*)$`)

// write FILE PART...: writes the parts one after the other, with Go's escapes as in \n and \u202e; a part 3*text stands
// for texttexttext.
func cmdWrite(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, !neg && len(args) >= 1, "write file part...")
	var b strings.Builder
	for _, part := range args[1:] {
		n := 1
		if m := repeated.FindStringSubmatch(part); m != nil {
			n, _ = strconv.Atoi(m[1])
			part = m[2]
		}
		text, err := strconv.Unquote(`"` + part + `"`)
		ts.Check(err)
		b.WriteString(strings.Repeat(text, n))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}
