package scan

import (
	"slices"

	"vouch/semantics/c"
)

// This file defines which files of a project are only parts of others.

// wholes leaves out those files that are no units of their own: they do not parse, or cannot be read, and another file,
// which can and of which all parses, includes them. So a function of a part is looked at where the part has the macros
// and types that it needs. Each file has its functions; wholes returns what is left of both, and the parts by their
// names.
func wholes(files []Source, functions [][]*c.Entry) (left []Source, of [][]*c.Entry, parts []string) {
	fits := func(s *Source) bool { return s.unread == nil && len(s.broken) == 0 }
	included := map[string]bool{} // by files that fit
	for i := range files {
		for _, name := range files[i].read {
			if fits(&files[i]) && absolute(name) != absolute(files[i].File) {
				included[absolute(name)] = true
			}
		}
	}
	isPart := map[string]bool{}
	for i := range files {
		if s := &files[i]; !fits(s) && included[absolute(s.File)] {
			parts, isPart[absolute(s.File)] = append(parts, s.File), true
			continue
		}
		left, of = append(left, files[i]), append(of, functions[i])
	}
	slices.Sort(parts)
	for _, s := range left {
		if s.Linking != nil && len(parts) > 0 {
			s.Linking.Leave(func(file string) bool { return isPart[absolute(file)] })
		}
	}
	return left, of, parts
}
