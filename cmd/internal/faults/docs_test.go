package faults

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestDocument shows that docs/faults.md has each kind with its severity, in the order of severities.
func TestDocument(t *testing.T) {
	data, err := os.ReadFile("../../../docs/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	text, from := string(data), 0
	for _, s := range Severities {
		for _, r := range Table {
			if r.Severity != s {
				continue
			}
			row := fmt.Sprintf("\n| %s | %s | ", r.Kind, s)
			at := strings.Index(text[from:], row)
			if at < 0 {
				t.Fatalf("found no row %q behind %q, want one", row, text[max(0, from-40):from])
			}
			from += at
		}
	}
}
