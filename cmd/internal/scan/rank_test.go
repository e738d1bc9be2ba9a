package scan

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestMatchesAround: what is around the places of an argument says the same of it as the whole text.
func TestMatchesAround(t *testing.T) {
	r := regexp.MustCompile(`(?:[(!&|?:={};,]|\breturn)\s*p->x\s*([!=]=)|\b(NULL|0)\s*[!=]=\s*p->x\b|!\s*p->x\s*[)&|?;]`)
	parts := []string{"p->x", "p->x", ";", "{", "}", "(", ")", "!", " ", "\n", "== 0", "0 != ", "return ", "if ", "y", "10"}
	random := rand.New(rand.NewPCG(1, 2))
	matched := 0
	const texts = 5000
	for range texts {
		w := &strings.Builder{}
		for range 1 + random.IntN(12) {
			w.WriteString(parts[random.IntN(len(parts))])
		}
		text := []byte(w.String())
		want := r.Match(text)
		if got := matchesAround(r, text, []byte("p->x")); got != want {
			t.Fatalf("%q: found %t, want %t", text, got, want)
		}
		if want {
			matched++
		}
	}
	if matched < texts/50 || matched > texts/2 {
		t.Errorf("found that %d of %d texts match, want a fiftieth to a half", matched, texts)
	}
}
