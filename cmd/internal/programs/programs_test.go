package programs

import (
	"errors"
	"slices"
	"testing"

	"vouch/semantics/source"
)

func TestComplaints(t *testing.T) {
	list := source.ErrorList{{File: "a\nb", Pos: source.Pos{Line: 1, Column: 2}, Msg: "found x, want y", Hint: "try y"},
		{File: "a\nb", Msg: "found z"}}
	for _, c := range []struct {
		title string
		err   error
		want  []string
	}{
		{"no error", nil, nil},
		{"an error", errors.New("found x"), []string{"a\nb: found x"}},
		{"an error with the name", errors.New("open a\nb: found x"), []string{"open a\nb: found x"}},
		{"several errors", errors.Join(errors.New("one"), errors.Join(nil, errors.New("two"))),
			[]string{"a\nb: one", "a\nb: two"}},
		{"what is wrong with a source", list, []string{"a\nb:1:2: found x, want y", "  hint: try y", "a\nb: found z"}},
	} {
		if found := Complaints(c.err, "a\nb", nil, 0); !slices.Equal(found, c.want) {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
	}
}
