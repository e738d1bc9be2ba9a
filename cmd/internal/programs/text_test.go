package programs

import (
	"testing"

	"vouch/semantics/source"
)

// TestText fixes what regions read as.
func TestText(t *testing.T) {
	const src = "\ufeffassume x >\n\t 0 and y > 0\nfail"
	for _, c := range []struct {
		title string
		span  source.Span
		want  string
	}{
		{"in a line", source.Span{Line: 1, Column: 8, EndLine: 1, EndColumn: 9}, "x"},
		{"over the end of a line", source.Span{Line: 1, Column: 8, EndLine: 2, EndColumn: 4}, "x > 0"},
		{"the last line", source.Span{Line: 3, Column: 1, EndLine: 3, EndColumn: 5}, "fail"},
		{"none", source.Span{}, ""},
		{"behind the text", source.Span{Line: 4, Column: 1, EndLine: 4, EndColumn: 2}, ""},
		{"behind the end of a line", source.Span{Line: 3, Column: 9, EndLine: 3, EndColumn: 12}, ""},
	} {
		if got := Text([]byte(src), c.span); got != c.want {
			t.Errorf("%s: got %q, want %q", c.title, got, c.want)
		}
	}
}
