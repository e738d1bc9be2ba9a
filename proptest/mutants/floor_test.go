package mutants

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// This file tests that the tables cover the trusted rules: a file of rules, or a rule, that no mutant touches fails.

// decides are the packages of which each function that returns a truth value or an error is a rule, so that a mutant
// has to touch it.
var decides = []string{"checker", "semantics/term"}

// leastOf says how many mutants each file of these packages has at least, if a function in it has statements; a file
// with fewer is in exempt.
var leastOf = map[string]int{"checker": 1, "semantics/term": 3, "kernel": 1}

// leastIn says how many mutants these packages have at least, all files together.
var leastIn = map[string]int{"semantics/core": 50, "semantics/core/coresym": 100, "semantics/c": 80, "finder": 40}

// exempt are the files and functions that need no mutants, each with the reason.
var exempt = map[string]string{
	"checker/explain.go":                          "it says what a certificate claims, and no verdict asks it",
	"checker/verdict.go":                          "it says what verdicts and limits are, and decides nothing",
	"checker/refute.go: Refute":                   "it hands a proof on to a rule that has mutants",
	"checker/absence.go: walk.draw":               "it names the input that was drawn, and decides nothing",
	"checker/absence.go: walk.run":                "it begins a walk, the rules of which have mutants",
	"checker/walk.go: walk.watched":               "it asks whether somebody wants to know, and decides nothing",
	"checker/absence.go: walk.expand":             "it hands a state on to rules that have mutants",
	"checker/bug.go: replay.to":                   "it repeats a step, which has mutants",
	"checker/spread.go: follower.spread":          "it hands copies on to a rule that has mutants",
	"checker/clauses.go: newClauses":              "it hands formulas on to rules that have mutants",
	"checker/clauses.go: clauses.firstTime":       "clauses that say a definition twice say the same",
	"checker/float.go: follower.compares":         "it asks the semantics of the core",
	"checker/memory.go: follower.stopped":         "it saves work behind a guard that no input meets",
	"checker/memory.go: follower.goes":            "it saves work behind a guard that no input meets",
	"kernel/look.go":                              "it is for who writes proofs, and no check needs it",
	"semantics/term/formula.go: Formula.constant": "it keeps what all pools share from being written to, which no result shows",
	"semantics/term/format.go: writer.full":       "it saves work: a text is cut at its end, however much was written",
	"semantics/term/ranges.go: Ranges.over":       "it ends a search whose result is not used",
	"semantics/term/term.go: Pool.charge":         "it is work, which has mutants, and memory that nobody holds",
}

// TestFloors fails for a file, or a rule, without mutants.
func TestFloors(t *testing.T) {
	touched, inFile := map[string]bool{}, map[string]int{}
	set := token.NewFileSet()
	for _, m := range tables() {
		inFile[m.File]++
	}
	used := map[string]bool{}
	for folder, least := range leastOf {
		files, err := filepath.Glob(filepath.Join("../..", filepath.FromSlash(folder), "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("found no files in %s: %v", folder, err)
		}
		for _, file := range files {
			name := folder + "/" + filepath.Base(file)
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range tables() {
				if m.File != name {
					continue
				}
				for _, at := range m.places(string(text)) {
					if f := function(set, parsed, at[0], at[1]); f != nil {
						touched[name+": "+title(f)] = true
					}
				}
			}
			rules := false
			for _, d := range parsed.Decls {
				f, is := d.(*ast.FuncDecl)
				if !is || f.Body == nil || len(f.Body.List) == 0 {
					continue
				}
				rules = true
				rule := name + ": " + title(f)
				switch _, free := exempt[rule]; {
				case !slices.Contains(decides, folder) || !judges(f):
				case touched[rule] && free:
					t.Errorf("%s: a mutant touches it, so it is no exception", rule)
				case !touched[rule] && !free:
					t.Errorf("%s: no mutant touches it; add one, or an exception with its reason", rule)
				default:
					used[rule] = used[rule] || free
				}
			}
			switch _, free := exempt[name]; {
			case inFile[name] >= least && free:
				t.Errorf("%s has %d mutants, so it is no exception", name, inFile[name])
			case inFile[name] < least && rules && !free:
				t.Errorf("%s has %d mutants, want %d, or an exception with its reason", name, inFile[name], least)
			default:
				used[name] = used[name] || free
			}
		}
	}
	for folder, least := range leastIn {
		n := 0
		for file, mutants := range inFile {
			if path.Dir(file) == folder {
				n += mutants
			}
		}
		if n < least {
			t.Errorf("%s has %d mutants, want %d", folder, n, least)
		}
	}
	for name, reason := range exempt {
		if !used[name] || reason == "" {
			t.Errorf("%s: found an exception that is none, or has no reason: %q", name, reason)
		}
	}
}

// title returns the name of a function, with that of its receiver's type.
func title(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	if p, is := of.(*ast.StarExpr); is {
		of = p.X
	}
	if g, is := of.(*ast.IndexExpr); is {
		of = g.X
	}
	return of.(*ast.Ident).Name + "." + f.Name.Name
}

// judges reports whether a function returns a truth value or an error.
func judges(f *ast.FuncDecl) bool {
	return f.Type.Results != nil && slices.ContainsFunc(f.Type.Results.List, func(r *ast.Field) bool {
		id, is := r.Type.(*ast.Ident)
		return is && (id.Name == "bool" || id.Name == "error")
	})
}
