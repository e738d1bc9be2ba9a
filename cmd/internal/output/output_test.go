package output

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"
)

// file fails from the byte of the given number on, and in closing.
type file struct {
	strings.Builder
	room        int
	full, close error
}

func (f *file) Write(data []byte) (int, error) {
	n := min(len(data), f.room)
	f.room -= n
	f.Builder.Write(data[:n])
	if n < len(data) {
		return n, f.full
	}
	return n, nil
}

func (f *file) Close() error { return f.close }

// TestWriter shows that what is lost is noticed, and that nothing is written behind a gap.
func TestWriter(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
	for _, c := range []struct {
		title       string
		room        int
		full, close error
		written     string
		lost        string
		gone        int // how often it is said that nobody reads
	}{
		{"all is written", 9, nil, nil, "onetwo", "", 0},
		{"nothing is written", 0, full, nil, "", "cannot write to standard output: no space left on device", 0},
		{"a part is written", 2, full, nil, "on", "cannot write to standard output: no space left on device", 0},
		{"nothing behind a gap", 3, full, nil, "one", "cannot write to standard output: no space left on device", 0},
		{"lost in closing", 9, nil, syscall.EDQUOT, "onetwo", "cannot write to standard output: disk quota exceeded",
			0},
		{"the first error counts", 0, full, syscall.EIO, "", "cannot write to standard output: no space left on device",
			0},
		{"nobody reads", 3, syscall.EPIPE, nil, "one", "cannot write to standard output: broken pipe", 1},
		{"nobody reads, seen late", 9, nil, syscall.EPIPE, "onetwo", "cannot write to standard output: broken pipe", 1},
	} {
		gone := 0
		f := &file{room: c.room, full: c.full, close: c.close}
		w := New(f, func() { gone++ })
		w.Write([]byte("one"))
		_, err := w.Write([]byte("two"))
		f.room = 9 // room that is there again does not close the gap
		_, later := w.Write(nil)
		lost := w.Close()
		if c.close == nil && (!errors.Is(err, c.full) || !errors.Is(later, c.full)) {
			t.Errorf("%s: found the errors %v and %v, want %v", c.title, err, later, c.full)
		}
		if (lost != nil) != (c.lost != "") || lost != nil && lost.Error() != c.lost {
			t.Errorf("%s: found %v, want %s", c.title, lost, c.lost)
		}
		if f.String() != c.written || gone != c.gone || lost != nil && lost.Closed() != (c.gone > 0) {
			t.Errorf("%s: found %q written, and %d times that nobody reads, want %q and %d", c.title, &f.Builder, gone,
				c.written, c.gone)
		}
	}
}

func TestJSON(t *testing.T) {
	for _, c := range []struct {
		title string
		value any
		want  string
	}{
		{"a map", map[string]string{"a": "<&>\n"}, `{"version":1,"a":"<&>\n"}` + "\n"},
		{"a struct", Failure{"x"}, `{"version":1,"error":"x"}` + "\n"},
		{"no field", struct{}{}, `{"version":1}` + "\n"},
	} {
		var b strings.Builder
		if err := JSON(&b, c.value); err != nil || b.String() != c.want {
			t.Errorf("%s: found %s (%v), want %s", c.title, &b, err, c.want)
		}
	}
	if err := JSON(New(&file{full: syscall.ENOSPC}, nil), Failure{}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("found %v, want %v", err, syscall.ENOSPC)
	}
	defer func() {
		if recover() == nil {
			t.Error("found a list written, which has no version")
		}
	}()
	JSON(io.Discard, []int{1})
}
