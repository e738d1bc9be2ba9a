package scan

import (
	"cmp"
	"slices"
)

// This file defines the order of the functions: those that are called come before those that call them, so that a fault
// is told of where it is.

// ordered returns functions in the order of their files and lines, but the functions that one mentions before it. It
// goes by words, so it may be wrong where macros hide calls; then only the order is.
func ordered(all []*function) []*function {
	byName := map[string][]*function{}
	for _, f := range all {
		byName[f.entry.Name] = append(byName[f.entry.Name], f)
	}
	bodies := mentions(all)
	var list []*function
	seen := map[*function]bool{}
	type visit struct {
		f    *function
		left []string // the words of its body that are to be looked at
	}
	for _, first := range all {
		if seen[first] {
			continue
		}
		seen[first] = true
		for stack := []visit{{first, bodies[first]}}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			if len(top.left) == 0 {
				list = append(list, top.f)
				stack = stack[:len(stack)-1]
				continue
			}
			name := top.left[0]
			top.left = top.left[1:]
			for _, callee := range byName[name] {
				if !seen[callee] {
					seen[callee] = true
					stack = append(stack, visit{callee, bodies[callee]})
					break
				}
			}
		}
	}
	return list
}

// mentions returns the names of functions that occur in the text of each.
func mentions(all []*function) map[*function][]string {
	names := map[string]bool{}
	for _, f := range all {
		names[f.entry.Name] = true
	}
	found := map[*function][]string{}
	for f, text := range texts(all) {
		seen := map[string]bool{f.entry.Name: true}
		for from, to := range wordsIn(text) {
			if name := string(text[from:to]); names[name] && !seen[name] {
				seen[name] = true
				found[f] = append(found[f], name)
			}
		}
	}
	return found
}

// texts returns what stands between the name of each function, where it is defined, and that of the next one in its
// file, without comments and literals.
func texts(all []*function) map[*function][]byte {
	files := map[string][]*function{}
	for _, f := range all {
		files[f.entry.Where.File] = append(files[f.entry.Where.File], f)
	}
	found := map[*function][]byte{}
	for file, list := range files {
		l := list[0].files.said.of(file)
		if l == nil {
			continue
		}
		slices.SortStableFunc(list, func(a, b *function) int {
			return cmp.Or(a.entry.Where.Pos.Line-b.entry.Where.Pos.Line,
				a.entry.Where.Pos.Column-b.entry.Where.Pos.Column)
		})
		start := func(i int) int {
			if i >= len(list) {
				return len(l.text)
			}
			return l.offset(list[i].entry.Where.Pos)
		}
		for i, f := range list {
			found[f] = l.text[start(i):max(start(i), start(i+1))]
		}
	}
	return found
}
