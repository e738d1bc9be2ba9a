package harness

import (
	"fmt"
	"strings"

	"vouch/semantics/c"
)

// This file defines how a harness declares a variable.

// noTag is how a structure or union without a tag is written, which no declaration takes.
var noTag = strings.NewReplacer("struct {...}", "\x00", "union {...}", "\x00")

// Declared returns the declaration of a variable of a type, which the parameter p is or is made of, without what makes it read-only.
func Declared(p c.EntryParameter, t *c.Type, name string) string {
	plain := *t
	plain.Const, plain.Volatile = false, false
	text := strings.ReplaceAll(noTag.Replace(plain.String()), "\x00", p.Typedef)
	switch {
	case t.Class == c.Integer && text == "enum": // an enumeration without a tag
		text = "int"
	case strings.ContainsAny(text, "([{"):
		text = fmt.Sprintf("__typeof__(%s)", text)
	}
	if strings.HasSuffix(text, "*") {
		return text + name
	}
	return text + " " + name
}
