package cmd

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// This file runs the commands that the documents show, and compares what they print with what the documents say.

// wrapper stands for bin/vouch in documents: it answers the questions for passphrases, and does not let guessing them
// be dear.
const wrapper = `#!/bin/sh
case "$1 $2" in
"key generate" | "key import") exec vouch "$@" --work 10 --passphrase-fd 9 9<"$PASSPHRASE" ;;
"sign "* | "attest "* | "archive init" | "archive add" | "archive prune") exec vouch "$@" --passphrase-fd 9 9<"$PASSPHRASE" ;;
esac
exec vouch "$@"
`

// shown is a command of a document with what it says that the command prints.
type shown struct {
	line    int
	command string
	output  []string
}

// commandsIn returns the commands of a document, which begin with "$ " in a block of code. It may have several lines.
func commandsIn(text string) []shown {
	var all []shown
	var last *shown
	fenced := false
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "```") {
			fenced, last = !fenced, nil
			continue
		}
		code, indented := strings.CutPrefix(line, "    ")
		if !fenced && !indented && line != "" {
			last = nil
			continue
		}
		if fenced {
			code = line
		}
		if command, ok := strings.CutPrefix(code, "$ "); ok {
			all = append(all, shown{line: i + 1, command: command})
			last = &all[len(all)-1]
		} else if last != nil && goesOn(last.command) {
			last.command += "\n" + code
		} else if last != nil {
			last.output = append(last.output, code)
		}
	}
	return all
}

// goesOn reports whether a command has more lines: it ends in \, or reads what follows up to the line END.
func goesOn(command string) bool {
	return strings.HasSuffix(command, "\\") || strings.Contains(command, "<<'END'") &&
		!strings.HasSuffix(command, "\nEND")
}

// comment is a remark after a command.
var comment = regexp.MustCompile(`\s+# .*$`)

func TestDocuments(t *testing.T) {
	t.Parallel()
	documents, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(documents, "../README.md", "../examples/README.md") {
		t.Run(filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../examples")); err != nil {
				t.Fatal(err)
			}
			passphrase := filepath.Join(t.TempDir(), "passphrase")
			for file, content := range map[string]string{filepath.Join(dir, "bin", "vouch"): wrapper,
				filepath.Join(dir, "bin", "vouch-check"):  "#!/bin/sh\nexec vouch-check \"$@\"\n",
				filepath.Join(dir, "bin", "vouch-kernel"): "#!/bin/sh\nexec vouch-kernel \"$@\"\n",
				passphrase: "open sesame\n"} {
				os.MkdirAll(filepath.Dir(file), 0o755)
				if err := os.WriteFile(file, []byte(content), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			for _, c := range commandsIn(string(text)) {
				if err := c.run(dir, passphrase); err != nil {
					t.Errorf("%s:%d: $ %s\n%v", name, c.line, c.command, err)
				}
			}
		})
	}
}

// run runs a command in a folder. What it prints must be what is shown, if anything is; a line … stands for any lines.
func (c shown) run(dir, passphrase string) error {
	cmd := exec.Command("bash", "-c", comment.ReplaceAllString(c.command, ""))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PASSPHRASE="+passphrase)
	out, err := cmd.CombinedOutput()
	if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() > 3) {
		return fmt.Errorf("%w\n%s", err, out)
	}
	want := strings.TrimRight(strings.Join(c.output, "\n"), "\n ")
	if want == "" {
		if exit, ok := err.(*exec.ExitError); ok && exit.ExitCode() == 2 {
			return fmt.Errorf("%w\n%s", err, out)
		}
		return nil
	}
	pattern := regexp.QuoteMeta(want)
	pattern = regexp.MustCompile(`(?m)^[ \t]*…$`).ReplaceAllString(pattern, `(?s:.*)`)
	pattern = strings.ReplaceAll(pattern, "…", `.*`)
	if found := strings.TrimRight(string(out), "\n "); !regexp.MustCompile(`^` + pattern + `$`).MatchString(found) {
		return fmt.Errorf("found\n%s\nwant\n%s", found, want)
	}
	return nil
}

// TestCommandsAreListed: docs/commands.md has each command of vouch.
func TestCommandsAreListed(t *testing.T) {
	text, err := os.ReadFile("../docs/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(command(t, 0, "vouch", "help"), "\nAvailable Commands:\n")
	list, _, ok := strings.Cut(list, "\n\n")
	if !ok {
		t.Fatal("vouch help lists no commands")
	}
	for line := range strings.Lines(list) {
		if name := strings.Fields(line)[0]; !strings.Contains(string(text), "`vouch "+name+"`") {
			t.Errorf("docs/commands.md has no row with `vouch %s`", name)
		}
	}
}

// flagLine is the line of a flag in the help of a command.
var flagLine = regexp.MustCompile(`(?m)^ +(?:-[A-Za-z], )?(?:    )?(--[a-z][a-z-]*)\b`)

// TestOptionsAreListed: docs/commands.md has the options of each command, as its help lists them, and the help of each
// command has an example.
func TestOptionsAreListed(t *testing.T) {
	const file, head = "../docs/commands.md", "| command | options |\n| --- | --- |\n"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	var table strings.Builder
	for _, name := range slices.Sorted(maps.Keys(commands(t))) {
		args := strings.Fields(name)
		help := command(t, 0, args[0], append(args[1:], "--help")...)
		if _, others, _ := strings.Cut(help, "\nUsage:\n"); !strings.Contains(others, "\nExamples:\n") &&
			!strings.Contains(others, "\nAvailable Commands:\n") && name != "vouch help" &&
			!strings.HasPrefix(name, "vouch completion") {
			t.Errorf("the help of %s has no example", name)
		}
		var list []string
		for _, m := range flagLine.FindAllStringSubmatch(help, -1) {
			if m[1] != "--help" && !slices.Contains(list, "`"+m[1]+"`") {
				list = append(list, "`"+m[1]+"`")
			}
		}
		if len(list) > 0 && !strings.HasPrefix(name, "vouch completion") {
			fmt.Fprintf(&table, "| `%s` | %s |\n", name, strings.Join(list, ", "))
		}
	}
	before, after, found := strings.Cut(text, head)
	old, rest, _ := strings.Cut(after, "\n\n")
	switch {
	case !found:
		t.Fatalf("%s has no table with the head %q", file, head)
	case old+"\n" == table.String():
	case *update:
		if err := os.WriteFile(file, []byte(before+head+table.String()+"\n"+rest), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s lists these options:\n%s\nwant (run the test with -update):\n%s", file, old, &table)
	}
}

func TestCommandsIn(t *testing.T) {
	text := "Words.\n\n    $ one  # remark\n    printed\n\n    $ two \\\n      more\n\nWords.\n\n    not shown\n\n```sh\n$ three\na\n\nb\n```\n"
	var found []string
	for _, c := range commandsIn(text) {
		found = append(found, fmt.Sprintf("%d %q %q", c.line, c.command, c.output))
	}
	want := []string{`3 "one  # remark" ["printed" ""]`, `6 "two \\\n  more" [""]`, `14 "three" ["a" "" "b"]`}
	if fmt.Sprint(found) != fmt.Sprint(want) {
		t.Errorf("found %s, want %s", found, want)
	}
}
