package scan

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSpoken: comments and literals become blanks, as an expression matches them, and words are found as one does.
func TestSpoken(t *testing.T) {
	silent := regexp.MustCompile(`//[^\n]*|/\*(?s:.*?)\*/|'(?:\\.|[^'\\\n])+'|"(?:\\.|[^"\\\n])*"`)
	parts := []string{"/", "*", "//", "/*", "*/", "'", `"`, `\`, "\n", "a", "9", "_", "é", "\xff", " ", "("}
	random := rand.New(rand.NewPCG(1, 2))
	changed := 0
	const texts = 20_000
	for range texts {
		w := &strings.Builder{}
		for range random.IntN(16) {
			w.WriteString(parts[random.IntN(len(parts))])
		}
		text := []byte(w.String())
		want := silent.ReplaceAllFunc(text, func(s []byte) []byte {
			s = bytes.Clone(s)
			for i, c := range s {
				if c != '\n' {
					s[i] = ' '
				}
			}
			return s
		})
		got := spoken(text)
		if !bytes.Equal(got, want) {
			t.Fatalf("%q: found %q, want %q", text, got, want)
		}
		if !bytes.Equal(got, text) {
			changed++
		}
		var words [][]int
		for from, to := range wordsIn(text) {
			words = append(words, []int{from, to})
		}
		if want := word.FindAllIndex(text, -1); !slices.EqualFunc(words, want, slices.Equal) {
			t.Fatalf("%q: found the words %v, want %v", text, words, want)
		}
	}
	if changed < texts/4 {
		t.Errorf("found comments and literals in %d of %d texts, want a quarter", changed, texts)
	}
}
