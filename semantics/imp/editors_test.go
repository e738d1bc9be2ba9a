package imp

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// This file holds the files by which editors colour programs to the scanner.

// TestEditors shows that the syntax file of Vim and the TextMate grammar have the keywords of the language, each once,
// and no other words.
func TestEditors(t *testing.T) {
	want := slices.Sorted(maps.Keys(keywords))
	vim, err := os.ReadFile("../../editors/vim/syntax/imp.vim")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, m := range regexp.MustCompile(`(?m)^syntax keyword imp\w+ (.*)$`).FindAllStringSubmatch(string(vim), -1) {
		if !strings.HasSuffix(m[1], " contained") { // words in comments
			found = append(found, strings.Fields(m[1])...)
		}
	}
	slices.Sort(found)
	if !slices.Equal(found, want) {
		t.Errorf("Vim: found %q, want %q", found, want)
	}

	data, err := os.ReadFile("../../editors/textmate/imp.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	var grammar struct {
		ScopeName string
		Patterns  []struct{ Name, Match string }
	}
	if err := json.Unmarshal(data, &grammar); err != nil || grammar.ScopeName != "source.imp" {
		t.Fatalf("TextMate: found the scope %q (%v)", grammar.ScopeName, err)
	}
	found = nil
	for _, p := range grammar.Patterns {
		if _, err := regexp.Compile(strings.ReplaceAll(p.Match, "(?!=)", "")); err != nil {
			t.Errorf("TextMate: %s: %v", p.Name, err)
		}
		if m := regexp.MustCompile(`^\\b\(([a-z|]+)\)\\b`).FindStringSubmatch(p.Match); m != nil {
			found = append(found, strings.Split(m[1], "|")...)
		}
	}
	slices.Sort(found)
	if !slices.Equal(found, want) {
		t.Errorf("TextMate: found %q, want %q", found, want)
	}
}
