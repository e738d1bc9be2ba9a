package programs

import (
	"bytes"
	"strings"

	"vouch/semantics/source"
)

// This file defines what a region of a program reads as in a sentence.

// Text returns the text of a region of src, on one line; "" if there is no such region.
func Text(src []byte, s source.Span) string {
	lines := strings.SplitAfter(string(bytes.TrimPrefix(src, []byte("\ufeff"))), "\n")
	if !s.IsValid() || int(s.EndLine) > len(lines) {
		return ""
	}
	lines = lines[s.Line-1 : s.EndLine]
	last := len(lines) - 1
	lines[last] = lines[last][:min(int(s.EndColumn)-1, len(lines[last]))] // first, since it may be the same line
	lines[0] = lines[0][min(int(s.Column)-1, len(lines[0])):]
	return strings.Join(strings.Fields(strings.Join(lines, "")), " ")
}
