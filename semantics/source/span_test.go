package source

import "testing"

func TestJoin(t *testing.T) {
	for _, c := range []struct {
		title      string
		s, t, want Span
	}{
		{"with itself", Span{0, 1, 2, 1, 5}, Span{0, 1, 2, 1, 5}, Span{0, 1, 2, 1, 5}},
		{"side by side", Span{0, 1, 2, 1, 5}, Span{0, 1, 7, 1, 9}, Span{0, 1, 2, 1, 9}},
		{"on two lines", Span{0, 1, 9, 1, 12}, Span{0, 2, 1, 2, 3}, Span{0, 1, 9, 2, 3}},
		{"overlapping", Span{3, 1, 2, 1, 6}, Span{3, 1, 4, 1, 9}, Span{3, 1, 2, 1, 9}},
		{"one in the other", Span{0, 1, 2, 4, 1}, Span{0, 2, 2, 2, 9}, Span{0, 1, 2, 4, 1}},
		{"with none", Span{1, 2, 3, 4, 5}, Span{}, Span{1, 2, 3, 4, 5}},
		{"none with none", Span{}, Span{}, Span{}},
	} {
		if got := c.s.Join(c.t); got != c.want {
			t.Errorf("%s: got %#v, want %#v", c.title, got, c.want)
		}
		if got := c.t.Join(c.s); got != c.want {
			t.Errorf("%s, the other way round: got %#v, want %#v", c.title, got, c.want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("regions of two texts are joined")
		}
	}()
	Span{0, 1, 1, 1, 2}.Join(Span{1, 1, 1, 1, 2})
}

func TestSpanBefore(t *testing.T) {
	for _, c := range []struct {
		title string
		s, t  Span
		want  bool
	}{
		{"itself", Span{0, 1, 2, 1, 5}, Span{0, 1, 2, 1, 5}, false},
		{"with another end", Span{0, 1, 2, 1, 5}, Span{0, 1, 2, 1, 6}, false},
		{"earlier in the line", Span{0, 1, 2, 9, 5}, Span{0, 1, 3, 1, 5}, true},
		{"later in the line", Span{0, 1, 3, 1, 5}, Span{0, 1, 2, 9, 5}, false},
		{"an earlier text", Span{0, 9, 9, 9, 9}, Span{1, 1, 1, 1, 2}, true},
		{"a later text", Span{1, 1, 1, 1, 2}, Span{0, 9, 9, 9, 9}, false},
	} {
		if got := c.s.Before(c.t); got != c.want {
			t.Errorf("%s: %#v before %#v is %t", c.title, c.s, c.t, got)
		}
	}
}

func TestSpanPlaces(t *testing.T) {
	s := Over(2, Pos{3, 4}, Pos{5, 6})
	if want := (Span{File: 2, Line: 3, Column: 4, EndLine: 5, EndColumn: 6}); s != want {
		t.Errorf("got %#v, want %#v", s, want)
	}
	if s.Start() != (Pos{3, 4}) || s.End() != (Pos{5, 6}) || s.String() != "3:4" || !s.IsValid() {
		t.Errorf("%#v is %v, from %v to %v, valid: %t", s, s, s.Start(), s.End(), s.IsValid())
	}
	if (Span{}).IsValid() {
		t.Error("the zero Span is a region")
	}
}

func TestText(t *testing.T) {
	const text = "ab\ncd ö\n\nx"
	for _, c := range []struct {
		title string
		s     Span
		want  string
	}{
		{"in the first line", Span{0, 1, 2, 1, 3}, "b"},
		{"a whole line", Span{0, 1, 1, 1, 3}, "ab"},
		{"bytes count", Span{0, 2, 4, 2, 6}, "ö"},
		{"over lines", Span{0, 1, 2, 4, 2}, "b\ncd ö\n\nx"},
		{"an empty line", Span{0, 3, 1, 3, 1}, ""},
		{"nothing", Span{0, 2, 2, 2, 2}, ""},
		{"the end of the text", Span{0, 4, 1, 4, 2}, "x"},
		{"no region", Span{}, ""},
		{"behind the last line", Span{0, 1, 1, 5, 1}, ""},
		{"behind the last character", Span{0, 4, 1, 4, 3}, ""},
		{"beginning behind the text", Span{0, 7, 1, 7, 2}, ""},
		{"turned round", Span{0, 2, 1, 1, 1}, ""},
		{"without a column", Span{0, 1, 0, 1, 2}, ""},
	} {
		if got := c.s.Text(text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.title, got, c.want)
		}
	}
}
