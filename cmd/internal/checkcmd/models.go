package checkcmd

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"vouch/checker"
	"vouch/semantics/lang"
)

// This file defines on which models of the library a claim rests. The checker's own program says so: it lowered the sources with its own models, and the certificate names
// the digest of what that gives. So no certificate has to list them, and none can list others.

// Model is a file of models from which a program takes functions.
type Model struct {
	File      string   `json:"file"`   // as in the source of vouch: libc/strlen.c
	SHA256    string   `json:"sha256"` // of its text
	Functions []string `json:"functions"`
}

// Models returns the files of models on which the claim of a certificate rests, in the order of their names, each with the functions that the program may call. There are
// none if the core program alone was judged.
func Models(v *checker.Verdict) []Model {
	i := slices.IndexFunc(lang.Table, func(l lang.Language) bool { return l.Name == v.Language && l.Model != nil })
	if i < 0 {
		return nil
	}
	functions := map[string][]string{}
	for _, f := range v.Lowered.Funcs {
		if at := int(f.Span.File); f.Library && f.Span.IsValid() && at < len(v.Lowered.Sources) {
			functions[v.Lowered.Sources[at]] = append(functions[v.Lowered.Sources[at]], f.Name)
		}
	}
	var list []Model
	for source, names := range functions {
		text, ok := lang.Table[i].Model(source)
		if !ok {
			continue
		}
		digest := sha256.Sum256(text)
		slices.Sort(names)
		list = append(list, Model{strings.Trim(source, "<>"), hex.EncodeToString(digest[:]), names})
	}
	slices.SortFunc(list, func(a, b Model) int { return strings.Compare(a.File, b.File) })
	return list
}

// PrintModels writes a line for each file of models, as sha256sum does, and then the functions that come from it.
func PrintModels(w io.Writer, list []Model) {
	for _, m := range list {
		fmt.Fprintf(w, "  %s  %s: %s\n", m.SHA256, m.File, strings.Join(m.Functions, " "))
	}
}
