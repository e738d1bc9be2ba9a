package load

import (
	"slices"
	"testing"
)

// TestLeave: a file that is left out takes its flags with it, and the file of the harness stays.
func TestLeave(t *testing.T) {
	for _, row := range []struct {
		title  string
		others []string
		each   []string // a macro of each file, that of the harness first
		leaves string
		want   []string
		left   []string
	}{
		{"none of them", []string{"a.c", "b.c"}, nil, "c.c", []string{"a.c", "b.c"}, nil},
		{"the first", []string{"a.c", "b.c"}, nil, "a.c", []string{"b.c"}, nil},
		{"the only one", []string{"a.c"}, []string{"H", "A"}, "a.c", nil, []string{"H"}},
		{"one in the middle, with its flags", []string{"a.c", "b.c", "c.c"}, []string{"H", "A", "B", "C"}, "b.c",
			[]string{"a.c", "c.c"}, []string{"H", "A", "C"}},
	} {
		t.Run(row.title, func(t *testing.T) {
			l := &Linking{Others: row.others}
			for _, name := range row.each {
				l.Each = append(l.Each, Flags{Define: []string{name}})
			}
			l.Leave(func(file string) bool { return file == row.leaves })
			var left []string
			for _, f := range l.Each {
				left = append(left, f.Define...)
			}
			if !slices.Equal(l.Others, row.want) || !slices.Equal(l.C.Added, row.want) ||
				!slices.Equal(left, row.left) {
				t.Errorf("found %q, %q and %q, want %q and %q", l.Others, l.C.Added, left, row.want, row.left)
			}
		})
	}
}
