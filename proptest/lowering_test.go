package proptest

import (
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"vouch/semantics/imp"
)

// TestExamples: the examples, lowered, pass the sanity check and run as they do in their own language.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../examples/*.imp")
	if err != nil || len(files) < 10 {
		t.Fatalf("found the examples %q, %v", files, err)
	}
	count := map[string]int{}
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := imp.Load(filepath.Base(file), text)
		if err != nil {
			t.Fatal(err)
		}
		l := Lowered{imp.Lower(p), originalIMP(p)}
		if err := l.Program.Check(); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		var open []Input
		for _, name := range p.Inputs() {
			open = append(open, Input{Name: name})
		}
		r := rand.New(rand.NewPCG(1, uint64(i)))
		for range 50 {
			m0 := near(r, open)
			for name, v := range m0 {
				m0[name] = new(big.Int).Lsh(v, 2) // further from 0
			}
			if out := l.agrees(m0, 5000, func(what string) { count[what]++ }); out != ok {
				t.Errorf("%s: %s", file, out.Against)
			}
		}
	}
	for _, what := range []string{normal, violated, "fail", "assertion", "unbound variable"} {
		if count[what] == 0 {
			t.Errorf("no run ends with %s, but %v", what, count)
		}
	}
	t.Log(count)
}
