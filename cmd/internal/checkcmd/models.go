package checkcmd

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"vouch/checker"
	"vouch/internal/view"
	"vouch/semantics/front"
)

// This file defines on which models of the library a claim rests. The checker's own program says so: it lowered the
// sources with its own models, and the certificate names the digest of what that gives. So no certificate has to list
// them, and none can list others.

// Model is a file of models from which a program takes functions.
type Model struct {
	File      string   `json:"file"`                // its name in the folder semantics/c/libc of vouch's source
	SHA256    string   `json:"sha256"`              // of its text
	Functions []string `json:"functions,omitempty"` // without those that no program uses by their names
}

// Models returns the files of models on which the claim of a certificate rests, in the order of their names, each with
// the functions that come from it. There are none if the core program alone was judged. The front ends are those that
// lowered the program.
func Models(ends front.Ends, v *checker.Verdict) []Model {
	functions := map[string][]string{}
	for _, f := range v.Lowered.Funcs {
		at := int(f.Span.File)
		if !f.Library || !f.Span.IsValid() || at >= len(v.Lowered.Sources) {
			continue
		}
		source := v.Lowered.Sources[at]
		names := functions[source]
		if !view.IsInner(f.Name) {
			names = append(names, f.Name)
		}
		functions[source] = names
	}
	var list []Model
	for source, names := range functions {
		text, ok := ends.Model(v.Language, source)
		if !ok {
			continue
		}
		digest := sha256.Sum256(text)
		names = slices.DeleteFunc(names, func(name string) bool { return isStatic(string(text), name) })
		slices.Sort(names)
		list = append(list, Model{path.Base(strings.Trim(source, "<>")), hex.EncodeToString(digest[:]), names})
	}
	slices.SortFunc(list, func(a, b Model) int { return strings.Compare(a.File, b.File) })
	return list
}

// isStatic reports whether a file of models defines a function for itself.
func isStatic(text, name string) bool {
	for line := range strings.Lines(text) {
		if head, _, ok := strings.Cut(line, name+"("); ok && strings.HasPrefix(line, "static ") &&
			strings.HasSuffix(strings.TrimRight(head, "*"), " ") {
			return true
		}
	}
	return false
}

// PrintModels writes a line for each file of models, as sha256sum does, and then the functions that come from it.
func PrintModels(w io.Writer, list []Model) {
	for _, m := range list {
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %s  %s  %s", m.SHA256, m.File, strings.Join(m.Functions, " ")),
			" "))
	}
}
