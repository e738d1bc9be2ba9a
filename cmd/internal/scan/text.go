package scan

import (
	"bytes"
	"regexp"

	"vouch/internal/bounded"
	"vouch/semantics/lang"
)

// This file defines what texts in C say to those who do not read them as programs.

// silent is what says nothing in a text in C: comments and literals.
var silent = regexp.MustCompile(`//[^\n]*|/\*(?s:.*?)\*/|'(?:\\.|[^'\\\n])+'|"(?:\\.|[^"\\\n])*"`)

// spoken returns a text of as many lines and columns, with blanks for comments and literals.
func spoken(text []byte) []byte {
	return silent.ReplaceAllFunc(text, func(s []byte) []byte {
		s = bytes.Clone(s)
		for i, b := range s {
			if b != '\n' {
				s[i] = ' '
			}
		}
		return s
	})
}

// sets reports whether a file in C gives a member with a name a value, or has its address. If it does not, those who have the structure do.
func sets(file, member string) bool {
	text, err := bounded.ReadFile(file, lang.MaxSource)
	is := `(->|\.)\s*` + regexp.QuoteMeta(member)
	return err != nil || member == "" || regexp.MustCompile(is+`(\s*\[[^;]*\]|\s*\.\s*\w+)*\s*=[^=]|&[^&;,]*`+is+`\b`).Match(spoken(text))
}
