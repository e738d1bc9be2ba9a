package source

import "testing"

func TestErrorList(t *testing.T) {
	if err := (ErrorList)(nil).Err(); err != nil {
		t.Errorf("no errors are the error %v", err)
	}
	l := ErrorList{
		{File: "a.imp", Pos: Pos{3, 7}, Msg: `found "x", want "y"`, Hint: "try y"},
		{File: "a.imp", Msg: "the file holds no program"},
	}
	want := "a.imp:3:7: found \"x\", want \"y\"\n  hint: try y\na.imp: the file holds no program"
	if got := l.Err().Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBefore(t *testing.T) {
	for _, c := range []struct {
		title string
		p, q  Pos
		want  bool
	}{
		{"itself", Pos{2, 3}, Pos{2, 3}, false},
		{"earlier in the line", Pos{2, 3}, Pos{2, 4}, true},
		{"later in the line", Pos{2, 4}, Pos{2, 3}, false},
		{"an earlier line, further right", Pos{1, 9}, Pos{2, 1}, true},
		{"a later line, further left", Pos{3, 1}, Pos{2, 9}, false},
	} {
		if got := c.p.Before(c.q); got != c.want {
			t.Errorf("%s: %v before %v is %t", c.title, c.p, c.q, got)
		}
	}
	if (Pos{}).IsValid() || !(Pos{1, 1}).IsValid() {
		t.Error("the zero place is valid, or the first is not")
	}
}

func TestLine(t *testing.T) {
	for _, c := range []struct {
		title, text string
		line        int
		want        string
	}{
		{"the first", "a\nb\n", 1, "a"},
		{"the second", "a\nb\n", 2, "b"},
		{"the last, without line end", "a\nb", 2, "b"},
		{"carriage returns go", "a\r\nb\r\n", 1, "a"},
		{"an empty line", "a\n\nb", 2, ""},
		{"after the end", "a\nb\n", 4, ""},
		{"far after the end", "a", 1000, ""},
		{"of nothing", "", 1, ""},
	} {
		if got := Line([]byte(c.text), c.line); got != c.want {
			t.Errorf("%s: got %q, want %q", c.title, got, c.want)
		}
	}
}
