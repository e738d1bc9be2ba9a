package claim

import (
	"slices"
	"testing"
)

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		title, option string
		want          []Size
	}{
		{"nothing", "", nil},
		{"a number", "p=3", []Size{{"p", ByNumber, "3"}}},
		{"no elements", "p=0", []Size{{"p", ByNumber, "0"}}},
		{"a parameter", "p=n", []Size{{"p", ByParameter, "n"}}},
		{"a parameter with a digit in its name", "p=n3", []Size{{"p", ByParameter, "n3"}}},
		{"a parameter that begins with no letter", "p=_9", []Size{{"p", ByParameter, "_9"}}},
		{"a parameter with another letter than those of ASCII", "p=é", []Size{{"p", ByParameter, "é"}}},
		{"any size", "p", []Size{{"p", AnySize, ""}}},
		{"any size behind a pointer whose name ends with a number", "p3", []Size{{"p3", AnySize, ""}}},
		{"one of each", "p=n\nq\nv[].t=12", []Size{{"p", ByParameter, "n"}, {"q", AnySize, ""}, {"v[].t", ByNumber, "12"}}},
	} {
		got := Sizes(c.option)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found %v, want %v", c.title, got, c.want)
		}
		again := ""
		for i, s := range got {
			if i > 0 {
				again += "\n"
			}
			again += s.String()
		}
		if again != c.option {
			t.Errorf("%s: found %q from what was taken apart, want %q", c.title, again, c.option)
		}
	}
}
