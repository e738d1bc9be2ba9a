package cmd

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// This file tests that no output shows how the library of C is made: the names of its inner functions and files, or
// variables that no text of the program has. In the same outputs no sentence about all inputs is without its bounds.

// innerNames are names that nobody wrote who wants to read about his program.
var innerNames = regexp.MustCompile(`__vouch\w*|__isoc\w*|\$(object|switch|undefined|va|start|result)\w*|\$\d+\b|<?libc/\w+|before the program`)

// Sentences about all inputs, and what makes them true: the bounds of the claim, a condition, or a program without
// inputs. A line of a finding names the inputs that matter, and the line of the verdict below it has the bounds.
var (
	sweeping = regexp.MustCompile(`(?i)\b(every|no|any) input\b|whatever the input|\bproved (safe|correct)|guarantee|never reached`)
	bounds   = regexp.MustCompile(`(?i)within the claim|addresses=fixed|satisf|says the solver|has no input|bug: .* for every input|class="sr"|"Some input`)
)

// library are programs that fail, end or go on in functions of the library, with an input for each.
var library = []struct {
	title, text string
	flags       []string
	stdin       string
	hidden      []string // names of variables of the library's functions, which the program does not have
}{
	{"an index that scanf reads", `#include <stdio.h>
int main(void) { int id, v[3] = {3, 2, 1}; if (scanf("%d", &id) != 1) return 1; printf("%d\n", id); return v[id & 3]; }
`, []string{"--stdin", "1"}, "3", []string{"more is", "precision is", "alternative", "now &id", "= &id"}},
	{"a callback", `#include <stdlib.h>
#include <vouch.h>
static int zero;
static int order(const void *a, const void *b) { return *(const int *)a / zero - *(const int *)b; }
int main(void) { int v[3] = {3, 2, 1}; zero = vouch_symbolic_int("zero"); qsort(v, 3, sizeof *v, order); return v[0]; }
`, nil, "", nil},
	{"a text that is too long", `#include <stdlib.h>
#include <string.h>
int main(int n, char **argv) { char *p = malloc(4); if (n < 2) return 1; strcpy(p, "ab"); strcat(p, argv[1]); free(p); return 0; }
`, []string{"--args", "1x3"}, "", nil},
	{"a number", `#include <stdio.h>
#include <stdlib.h>
int main(int n, char **argv) { char *end; if (n < 2) return 1; long x = strtol(argv[1], &end, 10); printf("%s %s\n", end, x); return 0; }
`, []string{"--args", "1x1", "--malloc", "may-fail"}, "", []string{"negative is"}},
	{"an argument without a value", `#include <string.h>
int main(void) { char *p; return strlen(p); }
`, nil, "", nil},
	{"a loop of the library", `#include <stdio.h>
int main(void) { int c; while ((c = getchar()) == ' ') putchar(c); return c == 'x' ? 1 : 0; }
`, []string{"--stdin", "3", "--loop-limit", "1"}, "  x", nil},
	{"what is not supported", `#include <stdio.h>
#include <stdlib.h>
int main(int n, char **argv) { if (n < 2) return 1; printf("%1$d\n", atoi(argv[1])); return 0; }
`, []string{"--args", "1x1"}, "", nil},
}

// words returns all texts in JSON, each in a line, since people read all of it at once.
func words(data []byte) string {
	var v any
	json.Unmarshal(data, &v)
	var lines []string
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			lines = append(lines, strings.ReplaceAll(v, "\n", " "))
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(v[key])
			}
		}
	}
	walk(v)
	return strings.Join(lines, "\n")
}

// Sentences of documents and helps that would claim more than a certificate carries, and what makes them true there.
var (
	promises = regexp.MustCompile(`(?i)\b(every|no|any) input\b|\ball inputs\b|whatever the input|\bproved? (safe|correct)|guarantee|never reached|bug-free|\b(has|have) no (bugs?|faults?)\b|` +
		`misses no|\b(is|are) no (other |more )?bugs?\b|\bfinds? (all|every) bugs?\b|explored every path|every path was|(certificate|evidence) (for|with) each result|trusts neither vouch|whatever is in it`)
	conditions = regexp.MustCompile(`(?i)within|satisf|class|at once|\bon all inputs\b|no input takes|no input is (left|known)|says the solver|as a solver says|(whether|that) any input|perhaps|` +
		`if it comes to the end|0 for every input|holds for|runs forever|the input|any fault in it|(the|a) proof that|the finding is no bug|such a finding`)
)

// TestClaims looks for such sentences in what people read before they run anything.
func TestClaims(t *testing.T) {
	texts := map[string]string{}
	documents, err := filepath.Glob("../docs/*.md")
	if err != nil || len(documents) == 0 {
		t.Fatalf("found no documents: %v", err)
	}
	shown := regexp.MustCompile("(?ms)^```.*?^```|^    .*?$") // what commands print, which other tests compare
	for _, name := range append(documents, "../README.md", "../SECURITY.md", "../CHANGELOG.md", "../examples/README.md",
		"../action.yml") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = shown.ReplaceAllString(string(text), "")
	}
	for _, name := range append(slices.Collect(maps.Keys(commands(t))), "vouch-check") {
		args := strings.Fields(name)
		texts[name+" --help"] = command(t, 0, args[0], append(args[1:], "--help")...)
	}
	seen := 0
	sentence := regexp.MustCompile(`(?s)[^.:;|]+(\.\w[^.:;|]*)*`)
	for name, text := range texts {
		for _, s := range sentence.FindAllString(text, -1) {
			if promises.MatchString(s) {
				seen++
				if s = strings.Join(strings.Fields(s), " "); !conditions.MatchString(s) {
					t.Errorf("%s: %s", name, s)
				}
			}
		}
	}
	if seen < 30 {
		t.Errorf("found %d sentences about all inputs", seen)
	}
}

func TestNoInnerNames(t *testing.T) {
	t.Parallel()
	script := regexp.MustCompile(`(?s)<script.*?</script>|<style.*?</style>`)
	var served atomic.Int64 // bugs that the editor was shown
	t.Run("programs", func(t *testing.T) {
		for _, c := range library {
			t.Run(c.title, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				if err := os.WriteFile(filepath.Join(dir, "p.c"), []byte(c.text), 0o644); err != nil {
					t.Fatal(err)
				}
				look := func(what, text string) {
					t.Helper()
					claims := false
					for _, line := range strings.Split(text, "\n") {
						found := innerNames.FindString(strings.ReplaceAll(line, "$schema", ""))
						for _, name := range c.hidden {
							if strings.Contains(line, name) {
								found = name
							}
						}
						if sweeping.MatchString(line) {
							claims = true
							if !bounds.MatchString(line) {
								t.Errorf("%s: %s makes a claim without bounds: %s", c.title, what, line[:min(len(line), 300)])
							}
						}
						if found != "" {
							at := strings.Index(line, found)
							t.Errorf("%s: %s shows %q: %s", c.title, what, found, line[max(0, at-80):min(len(line), at+80)])
							return
						}
					}
					if claims && !strings.Contains(text, "addresses=fixed") {
						t.Errorf("%s: %s makes claims, and says nowhere what they are about", c.title, what)
					}
				}
				do := func(args ...string) {
					t.Helper()
					cmd := exec.Command("vouch", args...)
					cmd.Dir, cmd.Stdin = dir, strings.NewReader(c.stdin)
					out, err := cmd.CombinedOutput()
					if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 3 || strings.Contains(string(out), "panic") {
						t.Fatalf("%s: %v: %v\n%s", c.title, args, err, out)
					}
					look("vouch "+strings.Join(args, " "), string(out))
				}
				search := slices.Concat([]string{"find", "--max-states", "4000"}, c.flags, []string{"p.c"})
				do(append(search, "--stats", "--progress", "json", "--coverage", "p.info", "--sarif", "p.sarif")...)
				for _, format := range []string{"json", "junit", "github"} {
					do(append(search, "--format", format, "--all", "--merge", "never")...)
				}
				do("init", "p.c", "--function", "main")
				program := slices.Clone(c.flags)
				if i := slices.Index(program, "--loop-limit"); i >= 0 {
					program = slices.Delete(program, i, i+2)
				}
				do(slices.Concat([]string{"tree", "--depth", "8", "--nodes", "200", "p.c"}, program)...)
				do(slices.Concat([]string{"tree", "--depth", "8", "--nodes", "200", "p.c", "-o", "p.svg"}, program)...)
				do("run", "--trace", "p.c")
				do("run", "--trace", "--stats", "p.c", "--", "abcd")
				certificates, _ := filepath.Glob(filepath.Join(dir, "evidence", "*.cbor"))
				for _, cert := range certificates {
					do("check", "-v", cert)
					do("check", "--json", cert)
					do("explain", cert)
					do("report", "-o", "p.html", cert)
				}
				for _, name := range []string{"p.info", "p.sarif", "p.svg", "p.html"} {
					text, err := os.ReadFile(filepath.Join(dir, name))
					if err != nil && name != "p.html" {
						t.Errorf("%s: %v", c.title, err)
					}
					look(name, script.ReplaceAllString(string(text), ""))
				}
				if len(certificates) == 0 && !strings.Contains(c.title, "supported") {
					t.Errorf("%s: found no certificate", c.title)
				}
				e := newEditor(t, map[string]string{"p.c": c.text}, c.flags...)
				e.initialize(nil)
				e.open("p.c")
				var shown published
				e.until("the end of the search", func(m message) bool {
					look("vouch lsp", words(m.Params))
					var p published
					if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil {
						shown = p
					}
					return m.Method == "window/logMessage" && strings.Contains(string(m.Params), "p.c: ")
				})
				for _, d := range shown.Diagnostics {
					at := map[string]any{"textDocument": e.document("p.c", 1, ""), "position": d.Range.Start}
					look("a hover of vouch lsp", words(e.ask("textDocument/hover", at).Result))
				}
				served.Add(int64(len(shown.Diagnostics)))
				e.quit(true, 0)
			})
		}
	})
	if n := served.Load(); n < 4 {
		t.Errorf("vouch lsp shows %d bugs", n)
	}
	if !innerNames.MatchString(fmt.Sprintf("call of %s", "__vouch_scan")) {
		t.Error("found no inner name where there is one")
	}
}
