package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"vouch/cmd/internal/output"
	"vouch/internal/effort"
)

// This file tests that no command takes lost output for a success: each is run on a device without room, on a pipe that
// nobody reads, and in a process that may write no byte to a file.

// given makes what the invocations read.
const given = `set -e
vouch find --out evidence bug.imp >out || test $? = 1
vouch find --out evidence safe.imp >out
mv evidence/bug-*.cbor bug.cbor
mv evidence/safe-*.cbor safe.cbor
for key in "ci es256k" "anna bls12-381" "ben bls12-381" "log ed25519"; do
  set -- $key
  vouch key generate $1.key --type $2 --work 10 --passphrase-fd 0 <pass >out
done
vouch key show ci.key.pub --issuer https://example.org/ci >trust
vouch key show anna.key.pub --issuer https://anna.example >>trust
vouch key show log.key.pub --log example.org/evidence >>trust
vouch sign bug.cbor --key ci.key --issuer https://example.org/ci -o bug.statement --passphrase-fd 0 <pass >out
vouch attest bug.cbor --key anna.key --issuer https://anna.example -o anna.statement --passphrase-fd 0 <pass >out
vouch attest bug.cbor --key ben.key --issuer https://ben.example -o ben.statement --passphrase-fd 0 <pass >out
vouch archive init archive --key log.key --origin example.org/evidence --passphrase-fd 0 <pass >out
vouch archive add archive bug.cbor bug.statement --key log.key --trust trust --passphrase-fd 0 <pass >out
vouch archive export archive 1 -o bug.vouch >out
vouch baseline update vouch.baseline bug.cbor >out
vouch key export ci.key.pub -o ci.pem
openssl genpkey -algorithm ed25519 -out plain.pem 2>out
rm -r out evidence
`

// programs are what the commands are run on.
var programs = map[string]string{
	"pass":      "open sesame\n",
	"bug.imp":   "input x\nassert x < 4\n",
	"safe.imp":  "input x\nif x > 3 { assert x > 2 }\n",
	"wild.imp":  "input x;x=x+1",
	"harness.c": "int f(int x) { return x; }\n",
	"made.json": `[{"directory": ".", "file": "harness.c", "arguments": ["cc", "-c", "harness.c"]}]`,
	"editor": "Content-Length: 71\r\n\r\n" + `{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}      ` +
		"Content-Length: 45\r\n\r\n" + `{"jsonrpc":"2.0","id":2,"method":"shutdown"} ` + "Content-Length: 33\r\n\r\n" +
		`{"jsonrpc":"2.0","method":"exit"}`,
}

// invocation is a use of a command.
type invocation struct {
	status int    // with which it ends where its output is not lost
	line   string // for the shell
	// the files that it writes beside standard output, as a glob; they stay as they were, or away, if it fails
	writes string
}

// invocations are uses of every command. Where a command prints in several ways there is one for each.
var invocations = []invocation{
	{0, "vouch", ""},
	{0, "vouch --version", ""},
	{0, "vouch version", ""},
	{0, "vouch version --json", ""},
	{0, "vouch-check version", ""},
	{1, "vouch fmt --check wild.imp", ""},
	{0, "vouch help find", ""},
	{0, "vouch __complete find --format ''", ""},
	{0, "vouch completion", ""},
	{0, "vouch completion bash", ""},
	{0, "vouch completion zsh", ""},
	{0, "vouch completion fish", ""},
	{0, "vouch completion powershell", ""},
	{1, "vouch find bug.imp safe.imp", "evidence"},
	{1, "vouch find --stats bug.imp safe.imp", "evidence"},
	{1, "vouch find --json bug.imp safe.imp", "evidence"},
	{1, "vouch find --format junit bug.imp", "evidence"},
	{1, "vouch find --format github bug.imp", "evidence"},
	{1, "vouch find --no-certificate --sarif log.sarif bug.imp", "log.sarif"},
	{1, "vouch find --no-certificate --coverage lines.info bug.imp", "lines.info"},
	{0, "vouch find --no-certificate --annotate noted.imp safe.imp", "noted.imp"},
	{1, "vouch find --no-certificate --journal new.journal bug.imp", "new.journal"},
	{1, "vouch find --no-certificate --fuzz on --seeds-out kept bug.imp", "kept"},
	{1, "vouch find --no-certificate --profile cpu.pprof bug.imp", "cpu.pprof"},
	{0, "vouch run bug.imp x=1", ""},
	{1, "vouch run bug.imp x=7 --trace", ""},
	{0, "vouch check bug.cbor safe.cbor", ""},
	{0, "vouch check bug.vouch --trust trust", ""},
	{2, "vouch check --json bug.cbor pass nowhere", ""},
	{0, "vouch-check bug.cbor safe.cbor", ""},
	{0, "vouch-check --json bug.cbor", ""},
	{0, "vouch-check --help", ""},
	{0, "vouch-check --version", ""},
	{0, "vouch-check completion bash", ""},
	{0, "vouch explain bug.cbor", ""},
	{0, "vouch explain safe.cbor", ""},
	{0, "vouch elaborate bug.cbor", ""},
	{0, "vouch elaborate safe.cbor", ""},
	{0, "vouch elaborate safe.cbor -o new.proof", "new.proof"},
	{0, "vouch report bug.cbor -o -", ""},
	{0, "vouch report bug.cbor safe.cbor -o page.html", "page.html"},
	{2, "vouch confirm --json bug.cbor", ""},
	{0, "vouch reproduce bug.cbor --lang go", ""},
	{0, "vouch reproduce bug.cbor --lang c -o bug.c", "bug.c"},
	{0, "vouch fmt wild.imp", ""},
	{0, "vouch fmt -w wild.imp", "wild.imp"},
	{0, "vouch selftest --n 1", ""},
	{0, "vouch selftest --n 1 --quiet --junit tests.xml", "tests.xml"},
	{0, "vouch lower bug.imp", ""},
	{0, "vouch lower bug.imp -o bug.core", "bug.core"},
	{0, "vouch tree bug.imp", ""},
	{0, "vouch tree bug.imp -o bug.svg", "bug.svg"},
	{0, "vouch man pages", "pages/*"},
	{0, "vouch lsp <editor", ""},
	{0, "vouch scan --cache none --out scanned harness.c", "scanned"},
	{0, "vouch scan --cache none --no-certificate --json harness.c", ""},
	{0, "vouch scan --cache none --no-certificate --sarif log.sarif harness.c", "log.sarif"},
	{0, "vouch tests harness.c --function f -o test_f.c", "test_f.c"},
	{0, "vouch init harness.c --function f", "f_harness.c"},
	{0, "vouch build -o build.json -- cc -c harness.c", "build.json"},
	{0, "vouch functions --compile-commands made.json", ""},
	{0, "vouch functions --compile-commands made.json --json", ""},
	{0, "vouch cluster", ""},
	{0, "vouch cluster status --help", ""}, // without a cluster it prints nothing,
	{0, "vouch worker --help", ""},         // and a worker never does
	{0, "vouch cache", ""},
	{0, "vouch cache stats", ""},
	{0, "vouch cache stats .", ""},
	{0, "vouch cache prune .", ""},
	{0, "vouch baseline", ""},
	{0, "vouch baseline show vouch.baseline", ""},
	{0, "vouch baseline update new.baseline bug.cbor", "new.baseline"},
	{0, "vouch key", ""},
	{0, "vouch key show ci.key.pub", ""},
	{0, "vouch key show ci.key.pub --issuer https://example.org/ci", ""},
	{0, "vouch key export ci.key.pub", ""},
	{0, "vouch key export ci.key.pub -o new.pem", "new.pem"},
	{0, "vouch key generate new.key --work 10 --passphrase-fd 0 <pass", "new.key*"},
	{0, "vouch key import plain.pem new.key --work 10 --passphrase-fd 0 <pass", "new.key*"},
	{0, "vouch sign bug.cbor --key ci.key --issuer https://example.org/ci -o new.statement --passphrase-fd 0 <pass",
		"new.statement"},
	{0, "vouch attest bug.cbor --key ci.key --issuer https://example.org/ci -o new.statement --passphrase-fd 0 <pass",
		"new.statement"},
	{0, "vouch verify bug.statement bug.cbor --trust trust", ""},
	{0, "vouch verify --json bug.statement bug.cbor --trust trust", ""},
	{1, "vouch verify --json ben.statement bug.cbor --trust trust", ""},
	{0, "vouch aggregate anna.statement ben.statement -o both.aggregate", "both.aggregate"},
	{0, "vouch archive", ""},
	{0, "vouch archive init new --key log.key --origin example.org/new --passphrase-fd 0 <pass", "new"},
	{0, "vouch archive add archive anna.statement --key log.key --trust trust --passphrase-fd 0 <pass",
		"archive/log/checkpoint"},
	{0, "vouch archive list archive", ""},
	{0, "vouch archive list archive --json", ""},
	{0, "vouch archive show archive 1", ""},
	{0, "vouch archive verify archive --trust trust", ""},
	{0, "vouch archive verify archive --trust trust --save checkpoint", "checkpoint"},
	{0, "vouch archive export archive 1 -o -", ""},
	{0, "vouch archive export archive 1 -o new.vouch", "new.vouch"},
	{0, "vouch archive prune archive 1 --key log.key --passphrase-fd 0 <pass", "archive/log/checkpoint"},
}

// temporary matches names that files have until they are whole, which say nothing to who reads an error.
var temporary = regexp.MustCompile(`\.(new|keyfile)-`)

// The ways in which output is lost.
var (
	toFull   = func() (*os.File, error) { return os.OpenFile("/dev/full", os.O_WRONLY, 0) }
	toClosed = func() (*os.File, error) {
		r, w, err := os.Pipe()
		if err == nil {
			err = r.Close()
		}
		return w, err
	}
)

// prepared returns a folder with what the invocations read.
func prepared(t *testing.T) string {
	t.Helper()
	made, err := prepare()
	if err != nil {
		t.Fatal(err)
	}
	return copied(t, made)
}

// prepare makes such a folder, once for all tests.
var prepare = sync.OnceValues(func() (folder string, err error) {
	if folder, err = os.MkdirTemp(shared, "prepared"); err != nil {
		return "", err
	}
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	cmd := exec.Command("sh", "-c", given)
	cmd.Dir = folder
	if msg, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, msg)
	}
	return folder, nil
})

func TestLostOutput(t *testing.T) {
	t.Parallel()
	folder, all := prepared(t), slices.Clone(invocations)
	for i, command := range slices.Sorted(maps.Keys(commands(t))) {
		if !slices.ContainsFunc(invocations, func(i invocation) bool {
			return i.line == command || strings.HasPrefix(i.line, command+" ")
		}) {
			t.Errorf("no invocation of %q is tried", command)
		}
		if i%5 == 0 || effort.All() { // one function writes the help of all
			all = append(all, invocation{0, command + " --help", ""})
		}
	}
	for _, i := range all {
		t.Run(i.line, func(t *testing.T) {
			t.Parallel()
			i.try(t, folder)
		})
	}
}

// TestNobodyReads shows that a search ends when nobody reads its reports any more, and that the log is whole all the
// same.
func TestNobodyReads(t *testing.T) {
	dir := t.TempDir()
	endless := filepath.Join(dir, "endless.imp")
	if err := os.WriteFile(endless, []byte("i = 0\nwhile true { i = i + 1 }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	bug := filepath.Join(dir, "bug.imp")
	if err := os.WriteFile(bug, []byte(programs["bug.imp"]), 0o644); err != nil {
		t.Fatal(err)
	}
	stdout, err := toClosed()
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "vouch", "find", "--engine", "explore", "--timeout", "0", "--sarif", "log", bug,
		endless)
	cmd.Dir, cmd.Stdout = dir, stdout
	if err := cmd.Run(); cmd.ProcessState.ExitCode() != output.StatusClosed {
		t.Errorf("found %v, want exit status %d", err, output.StatusClosed)
	}
	var log sarifLog
	data, err := os.ReadFile(filepath.Join(dir, "log"))
	if err = errors.Join(err, json.Unmarshal(data, &log)); err != nil {
		t.Fatal(err)
	}
	if i := log.Runs[0].Invocations[0]; i.ExitCode != output.StatusClosed || i.ExecutionSuccessful ||
		len(log.Runs[0].Results) != 1 || len(log.Runs[0].Artifacts) != 3 {
		t.Errorf("found the log\n%s\nwant one with a bug, two programs, a certificate and exit status %d", data,
			output.StatusClosed)
	}
}

// commands returns the names of all commands of vouch, from its manual, which has a page for each.
func commands(t *testing.T) map[string]bool {
	t.Helper()
	dir := t.TempDir()
	if msg, err := exec.Command("vouch", "man", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	pages, err := os.ReadDir(dir)
	if err != nil || len(pages) < 20 {
		t.Fatalf("found %d pages (%v)", len(pages), err)
	}
	names := map[string]bool{}
	for _, p := range pages {
		names[strings.ReplaceAll(strings.TrimSuffix(p.Name(), ".1"), "-", " ")] = true
	}
	return names
}

// try runs an invocation as it should be, and with its output lost in each way, in copies of a folder: in one for each
// run if it writes files.
func (i invocation) try(t *testing.T, folder string) {
	dir := copied(t, folder)
	again := func() string {
		if i.writes == "" {
			return dir
		}
		return copied(t, folder)
	}
	stdout, stderr := i.run(t, dir, i.status, "", nil)
	silent := stdout == ""
	if silent && i.writes == "" {
		t.Fatalf("found no output; %s", stderr)
	}
	for _, lost := range []struct {
		title  string
		open   func() (*os.File, error)
		status int
		stderr string // how standard error ends
		told   int    // how often it speaks of the loss
	}{
		{"a device without room", toFull, output.StatusLost,
			"cannot write to standard output: no space left on device\n", 1},
		{"a pipe that nobody reads", toClosed, output.StatusClosed, "", 0},
	} {
		file, err := lost.open()
		if err != nil {
			t.Fatal(err)
		}
		status := lost.status
		if silent {
			status = i.status
		}
		_, stderr := i.run(t, again(), status, "", file)
		file.Close()
		told := strings.Count(stderr, "standard output") + strings.Count(stderr, "pipe")
		if !silent && (!strings.HasSuffix(stderr, lost.stderr) || told != lost.told) {
			t.Errorf("%s: found on standard error %q, want %q", lost.title, stderr, lost.stderr)
		}
	}
	if i.writes == "" {
		return
	}
	before := files(t, folder, i.writes)
	dir = again()
	stdout, stderr = i.run(t, dir, output.StatusLost, "ulimit -f 0; ", nil)
	if !strings.Contains(stderr, "file too large") || temporary.MatchString(stderr) ||
		strings.Contains(stdout, "(certificate ") || strings.Contains(stdout, `"certificate":`) {
		t.Errorf("no room for files: found\n%s%s", stdout, stderr)
	}
	if after := files(t, dir, i.writes); after != before {
		t.Errorf("no room for files: found the files %s, want %s", after, before)
	}
}

// copied returns a copy of a folder.
func copied(t *testing.T, folder string) string {
	t.Helper()
	dir := t.TempDir()
	if err := copyFolder(dir, folder); err != nil {
		t.Fatal(err)
	}
	return dir
}

// run runs an invocation in a folder; what it prints goes to a file, if there is one.
func (i invocation) run(t *testing.T, dir string, status int, limit string, file *os.File) (stdout, stderr string) {
	t.Helper()
	var out, problems strings.Builder
	cmd := exec.Command("sh", "-c", limit+"exec "+i.line)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &problems
	if file != nil {
		cmd.Stdout = file
	}
	err := cmd.Run()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != status {
		t.Errorf("found %v, want exit status %d\n%s%s", err, status, &out, &problems)
	}
	return out.String(), problems.String()
}

// copyFolder copies a folder with the modes of its files, without which keys are refused.
func copyFolder(to, from string) error {
	return errors.Join(os.CopyFS(to, os.DirFS(from)), filepath.WalkDir(from,
		func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			name, _ := filepath.Rel(from, path)
			info, err := d.Info()
			return errors.Join(err, os.Chmod(filepath.Join(to, name), info.Mode()))
		}))
}

// files describes the files that a pattern matches, and files with names that only temporary ones have.
func files(t *testing.T, dir, wanted string) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range []string{wanted, ".*"} {
		names, err := glob(dir, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, _ := os.ReadFile(name) // nil of a folder
			fmt.Fprintf(&all, "%s: %d bytes %.20q\n", filepath.Base(name), len(data), data)
		}
	}
	return all.String()
}
