package scan

import "slices"

// This file defines which files of a project are only parts of others.

// wholes leaves out those files that are no units of their own: they do not parse, or cannot be read, and another file,
// which can and of which all parses, includes them. So a function of a part is looked at where the part has the macros
// and types that it needs. Each file has its list; wholes returns what is left of both, and the parts by their names.
func wholes[T any](files []Source, lists []T) (left []Source, of []T, parts []string) {
	included, part := map[string]bool{}, map[string]bool{}
	for i := range files {
		if s := &files[i]; s.unread == nil && len(s.broken) == 0 {
			for _, name := range s.read {
				included[absolute(name)] = included[absolute(name)] || absolute(name) != absolute(s.File)
			}
		}
	}
	for i := range files {
		s := &files[i]
		if (s.unread != nil || len(s.broken) > 0) && included[absolute(s.File)] {
			parts, part[absolute(s.File)] = append(parts, s.File), true
			continue
		}
		left, of = append(left, *s), append(of, lists[i])
	}
	slices.Sort(parts)
	for i := range left {
		if l := left[i].Linking; l != nil && len(parts) > 0 {
			l.Leave(func(file string) bool { return part[absolute(file)] })
		}
	}
	return left, of, parts
}
