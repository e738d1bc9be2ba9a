package cmd

import (
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
	"testing"

	"go.yaml.in/yaml/v3"
)

// This file runs what docs/ci.md recommends: its commands, in order, in one folder, and then the jobs of its two
// recipes.

var fenced = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")

// fences returns the texts of the fenced blocks of a language.
func fences(t *testing.T, language string) []string {
	t.Helper()
	text, err := os.ReadFile("../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, m := range fenced.FindAllStringSubmatch(string(text), -1) {
		if m[1] == language {
			blocks = append(blocks, m[2])
		}
	}
	if len(blocks) == 0 {
		t.Fatalf("found no %s in docs/ci.md", language)
	}
	return blocks
}

// project is a folder in which builds run.
type project struct {
	dir string
	env map[string]string
}

// The programs of a project, as they come and go. The tests look for lines in them.
const (
	known = head + `	int a = vouch_symbolic_int("a"), b = vouch_symbolic_int("b");
	vouch_assume(a > 0 && b > 0 && a < 9 && b < 9);
	while (a != b) {
		if (a > b)
			a -= b;
		else
			b -= a;
		assert(a + b != 7);
	}
	return 0;
}
`
	steady = head + `	int k = vouch_symbolic_int("k");
	vouch_assume(0 < k && k < 5);
	assert(k < 6);
	return 0;
}
`
	fresh = head + `	int a = vouch_symbolic_int("a"), b = vouch_symbolic_int("b");
	assert(a != 3);
	return a % 8 / b;
}
`
	repairs = head + `	int a = vouch_symbolic_int("a"), b = vouch_symbolic_int("b");
	vouch_assume(b != 0);
	assert(a != 3);
	return a % 8 / b;
}
`
	broken = head + "return }\n"
	head   = "#include <assert.h>\n#include <vouch.h>\nint main(void)\n{\n"
)

func newProject(t *testing.T) *project {
	p := &project{t.TempDir(), map[string]string{"VOUCH_PASSPHRASE": "open sesame", "CI_COMMIT_BRANCH": "main",
		"CI_DEFAULT_BRANCH": "main"}}
	p.env["VOUCH_ARCHIVE"] = filepath.Join(p.dir, "archive")
	p.env["GITHUB_ENV"] = filepath.Join(p.dir, "github.env")
	if _, err := exec.LookPath("jq"); err != nil {
		self, err := os.Executable()
		tools := filepath.Join(p.dir, "tools")
		if err = errors.Join(err, os.Mkdir(tools, 0o755), os.Symlink(self, filepath.Join(tools, "jq"))); err != nil {
			t.Fatal(err)
		}
		p.env["PATH"] = tools + string(filepath.ListSeparator) + os.Getenv("PATH")
	}
	p.write(t, "harness/gcd.c", known)
	p.write(t, "harness/safe.c", steady)
	return p
}

// filter is the one thing that docs/ci.md asks of jq.
const filter = "del(.runs[].results[] | select(.suppressions))"

// jq stands in for jq where that is not installed; the program is run under this name then.
func jq(args []string) error {
	if len(args) != 2 || args[0] != filter {
		return fmt.Errorf("found %q, want %q FILE", args, filter)
	}
	data, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	var log map[string]any
	if err := json.Unmarshal(data, &log); err != nil {
		return err
	}
	for _, run := range log["runs"].([]any) {
		run := run.(map[string]any)
		run["results"] = slices.DeleteFunc(run["results"].([]any), func(r any) bool {
			return r.(map[string]any)["suppressions"] != nil
		})
	}
	return json.NewEncoder(os.Stdout).Encode(log)
}

func (p *project) write(t *testing.T, name, text string) {
	t.Helper()
	name = filepath.Join(p.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// sh runs a script as build servers do, which must end with the given status, and returns what it prints.
func (p *project) sh(t *testing.T, status int, script string) string {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", script)
	cmd.Dir, cmd.Env = p.dir, os.Environ()
	for _, name := range slices.Sorted(maps.Keys(p.env)) {
		cmd.Env = append(cmd.Env, name+"="+p.env[name])
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != status {
		t.Fatalf("found %v, want exit status %d\n%s\n%s", err, status, script, out)
	}
	return string(out)
}

// job is a job in the form of either server.
type job struct {
	RunsOn string `yaml:"runs-on"`
	Steps  []struct {
		Name, Uses, Run, If string
		With                map[string]string
		Env                 map[string]string
	}
	Script    []string
	Artifacts struct {
		Paths   []string
		Reports map[string]string
	}
	AllowFailure struct {
		ExitCodes []int `yaml:"exit_codes"`
	} `yaml:"allow_failure"`
}

// build runs a job, which must end with the given status.
func (p *project) build(t *testing.T, j job, status int) string {
	t.Helper()
	os.RemoveAll(filepath.Join(p.dir, "evidence")) // each build begins with a fresh checkout
	if len(j.Script) > 0 {
		return p.sh(t, status, strings.Join(j.Script, "\n"))
	}
	p.write(t, "github.env", "")
	var all strings.Builder
	for i, s := range j.Steps {
		want := 0
		if i == len(j.Steps)-1 {
			want = status
		}
		if s.Run == "" {
			continue
		}
		all.WriteString(p.sh(t, want, s.Run))
		env, err := os.ReadFile(p.env["GITHUB_ENV"])
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(env)) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			p.env[name] = value
		}
	}
	return all.String()
}

// recipes returns the jobs of the two recipes: GitHub's, GitLab's.
func recipes(t *testing.T) (github, gitlab job) {
	t.Helper()
	blocks := fences(t, "yaml")
	if len(blocks) != 2 {
		t.Fatalf("found %d recipes, want 2", len(blocks))
	}
	var workflow struct {
		Name        string
		On          map[string]any
		Permissions map[string]string
		Jobs        map[string]job
	}
	if err := yaml.Unmarshal([]byte(blocks[0]), &workflow); err != nil {
		t.Fatal(err)
	}
	var pipeline map[string]job
	if err := yaml.Unmarshal([]byte(blocks[1]), &pipeline); err != nil {
		t.Fatal(err)
	}
	if len(workflow.Jobs) != 1 || len(pipeline) != 1 || workflow.Permissions["security-events"] != "write" ||
		len(workflow.On) == 0 {
		t.Fatalf("found %+v and %+v, want a job each, and the permission to upload", workflow, pipeline)
	}
	return workflow.Jobs["vouch"], pipeline["vouch"]
}

// once returns the commands that make keys, with keys that take less work to open than those of users: each command
// that needs one would take seconds.
func once(t *testing.T, block string) string {
	t.Helper()
	const makes = "vouch key generate "
	if strings.Count(block, makes) != 1 {
		t.Fatalf("found\n%swant %q once", block, makes)
	}
	return strings.Replace(block, makes, makes+"--work 10 ", 1)
}

func TestCommandsOfCI(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	blocks := fences(t, "sh")
	if len(blocks) != 4 {
		t.Fatalf("found %d blocks of commands, want 4", len(blocks))
	}
	p.sh(t, 0, once(t, blocks[0]))
	if out := p.sh(t, 0, blocks[1]); !strings.Contains(out, "added   gcd.c  assertion at 12:3") {
		t.Errorf("found\n%swant the bug recorded", out)
	}
	p.write(t, "harness/fresh.c", fresh)
	if out := p.sh(t, 0, blocks[2]); !strings.Contains(out, "fresh.c:6:2: bug: ") ||
		!strings.Contains(out, "fresh.c:6:2: known bug: ") {
		t.Errorf("found\n%swant new bugs, then known ones", out)
	}
	p.write(t, "harness/fresh.c", repairs)
	if out := p.sh(t, 0, blocks[3]); !strings.Contains(out, "fresh.c: fixed: division by zero") ||
		!strings.Contains(out, "dropped fresh.c  division by zero") {
		t.Errorf("found\n%swant a bug fixed and dropped", out)
	}
	if out := p.sh(t, 0, "vouch baseline show vouch.baseline"); strings.Count(out, "\n") != 2 ||
		!strings.Contains(out, "found when vouch was introduced") {
		t.Errorf("found the baseline\n%swant two bugs, the first with its first reason", out)
	}
}

func TestRecipesOfCI(t *testing.T) {
	t.Parallel()
	github, gitlab := recipes(t)
	p := newProject(t)
	blocks := fences(t, "sh")
	p.sh(t, 0, once(t, blocks[0]))
	p.sh(t, 0, blocks[1])
	for _, c := range []struct {
		title string
		job   job
		files []string // that the build hands over
	}{
		{"GitHub", github, []string{"vouch.sarif", "upload.sarif", "evidence"}},
		{"GitLab", gitlab, append(slices.Clone(gitlab.Artifacts.Paths), gitlab.Artifacts.Reports["junit"])},
	} {
		p.build(t, c.job, 0) // what is known does not fail it
		for _, name := range c.files {
			if _, err := os.Stat(filepath.Join(p.dir, name)); err != nil {
				t.Errorf("%s: %v", c.title, err)
			}
		}
		p.write(t, "harness/fresh.c", fresh)
		if out := p.build(t, c.job, 1); !strings.Contains(out, "valid archive") {
			t.Errorf("%s: found\n%swant the evidence archived", c.title, out)
		}
		p.write(t, "harness/fresh.c", broken)
		p.build(t, c.job, 2)
		os.Remove(filepath.Join(p.dir, "harness/fresh.c"))
	}
	for name, want := range map[string]int{"vouch.sarif": 1, "upload.sarif": 0} {
		data, err := os.ReadFile(filepath.Join(p.dir, name))
		var log sarifLog
		if err = errors.Join(err, json.Unmarshal(data, &log)); err != nil || len(log.Runs) != 1 ||
			len(log.Runs[0].Results) != want {
			t.Errorf("%s: found %+v (%v), want %d results", name, log, err, want)
		}
	}
	if !slices.Equal(gitlab.AllowFailure.ExitCodes, []int{statusInconclusive}) {
		t.Errorf("found exit codes %v to be let pass, want %d", gitlab.AllowFailure.ExitCodes, statusInconclusive)
	}
}

// statusInconclusive is the exit status of a find that is inconclusive.
const statusInconclusive = 3

// TestImage: the image has what vouch confirm runs, and both programs.
func TestImage(t *testing.T) {
	text, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	_, image, found := strings.Cut(string(text), "\nFROM debian")
	if !found {
		t.Fatal("found no stage from debian")
	}
	for _, want := range []string{"apt-get install", " gcc ", " libc6-dev ", " bubblewrap ",
		"/out/vouch /out/vouch-check /out/vouch-kernel /usr/bin/"} {
		if !strings.Contains(image, want) {
			t.Errorf("found no %q in what the image is made of", want)
		}
	}
}
