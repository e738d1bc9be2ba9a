package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// This file tries what other tools read in the root of the repository: the action of GitHub and the hooks of
// pre-commit.

func read(t *testing.T, name string, to any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", name))
	if err == nil {
		err = yaml.Unmarshal(data, to)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func TestAction(t *testing.T) {
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Steps []struct {
				Name, Uses, Run string
				Env, With       map[string]string
			}
		}
	}
	read(t, "action.yml", &action)
	p := newProject(t)
	p.env["RUNNER_TEMP"] = p.dir
	p.write(t, "vouch/vouch", "#!/bin/sh\nexec vouch \"$@\"\n")
	os.Chmod(filepath.Join(p.dir, "vouch/vouch"), 0o755)
	given := map[string]string{"files": "harness", "flags": "--timeout 1m"}
	input := regexp.MustCompile(`\$\{\{ inputs\.(\w+) \}\}`)
	ran := false
	for _, step := range action.Runs.Steps {
		for name, text := range step.Env {
			p.env[name] = input.ReplaceAllStringFunc(text, func(m string) string {
				key := input.FindStringSubmatch(m)[1]
				known, ok := action.Inputs[key]
				if !ok {
					t.Errorf("%s: found the input %s, want one that the action has", step.Name, key)
				}
				if v, ok := given[key]; ok {
					return v
				}
				return known.Default
			})
		}
		if step.Name != "Find" {
			continue
		}
		ran = true
		out := p.sh(t, 1, step.Run)
		if !strings.Contains(out, "::error file=harness/gcd.c,line=12") ||
			!strings.Contains(out, "harness/safe.c: safe") {
			t.Errorf("found no annotation of the bug and no safe program:\n%s", out)
		}
	}
	if !ran {
		t.Fatal("found no step Find")
	}
	if _, err := os.Stat(filepath.Join(p.dir, action.Inputs["sarif"].Default)); err != nil {
		t.Error(err)
	}
	if files, _ := filepath.Glob(filepath.Join(p.dir, action.Inputs["evidence"].Default, "*.cbor")); len(files) != 2 {
		t.Errorf("found the certificates %q, want two", files)
	}
}

func TestHooks(t *testing.T) {
	var hooks []struct {
		ID, Entry, Files string
		Args             []string
		Pass             *bool `yaml:"pass_filenames"`
	}
	read(t, ".pre-commit-hooks.yaml", &hooks)
	p := newProject(t)
	p.write(t, "sum.imp", "input x\nassert x != 3\n")
	p.sh(t, 1, "vouch find --quiet sum.imp")
	certificates, _ := filepath.Glob(filepath.Join(p.dir, "evidence/*.cbor"))
	if len(hooks) != 3 || len(certificates) != 1 {
		t.Fatalf("found %d hooks and the certificates %q, want three and one", len(hooks), certificates)
	}
	for i, c := range []struct {
		file   string
		status int
	}{{"sum.imp", 1}, {"src/gcd.c", 1}, {certificates[0], 0}} {
		h := hooks[i]
		if !regexp.MustCompile(h.Files).MatchString(c.file) {
			t.Errorf("%s is not about %s", h.ID, c.file)
		}
		words := append([]string{h.Entry}, h.Args...)
		if h.Pass == nil || *h.Pass {
			words = append(words, c.file)
		}
		p.sh(t, c.status, strings.Join(words, " "))
	}
}
