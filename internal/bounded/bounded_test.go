package bounded

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

const limit = 1000

// endless never ends, and counts what is read of it.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	e.read += len(p)
	return len(p), nil
}

func TestRead(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		title string
		from  io.Reader
		size  int
		err   string
	}{
		{"nothing", strings.NewReader(""), 0, ""},
		{"just the limit", strings.NewReader(strings.Repeat("a", limit)), limit, ""},
		{"one byte at a time", iotest.OneByteReader(strings.NewReader(strings.Repeat("a", limit))), limit, ""},
		{"one byte more", strings.NewReader(strings.Repeat("a", limit+1)), 0, "found more than 1000 bytes"},
		{"one byte more, one at a time", iotest.OneByteReader(strings.NewReader(strings.Repeat("a", limit+1))), 0,
			"found more than 1000 bytes"},
		{"an endless one", &endless{}, 0, "found more than 1000 bytes"},
		{"a broken one", io.MultiReader(strings.NewReader("a"), iotest.ErrReader(broken)), 0, "broken"},
		{"one that breaks at the limit", io.MultiReader(strings.NewReader(strings.Repeat("a", limit)),
			iotest.ErrReader(broken)), 0, "broken"},
	} {
		data, err := Read(c.from, limit)
		if len(data) != c.size || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: found %d bytes, error %v, want %d and %q", c.title, len(data), err, c.size, c.err)
		}
		if e, ok := c.from.(*endless); ok && e.read > limit+1 {
			t.Errorf("%s: found %d bytes read, want at most %d", c.title, e.read, limit+1)
		}
	}
	if _, err := Read(strings.NewReader("a"), 0); err == nil {
		t.Error("a limit of 0: found no error")
	}
	if data, err := Read(strings.NewReader("a"), 1<<62); err != nil || len(data) != 1 {
		t.Errorf("no limit to speak of: found %q, %v", data, err)
	}
}

// TestFiles reads each sort of file by its name, and as one of a folder.
func TestFiles(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	write := func(name string, n int) error { return os.WriteFile(name, make([]byte, n), 0o644) }
	if err := write(outside, 3); err != nil {
		t.Fatal(err)
	}
	const irregular = "want a regular file"
	for _, c := range []struct {
		title  string
		make   func(name string) error
		err    string // of ReadFile; "" if it is read
		inside string // of ReadIn
	}{
		{"a file", func(name string) error { return write(name, 3) }, "", ""},
		{"an empty file", func(name string) error { return write(name, 0) }, "", ""},
		{"a file of just the limit", func(name string) error { return write(name, limit) }, "", ""},
		{"a file of one byte more", func(name string) error { return write(name, limit+1) },
			"found more than 1000 bytes", "found more than 1000 bytes"},
		{"a terabyte", func(name string) error { return errors.Join(write(name, 0), os.Truncate(name, 1<<40)) },
			"found more than 1000 bytes", "found more than 1000 bytes"},
		{"nothing", func(string) error { return nil }, "no such file", "no such file"},
		{"a folder", func(name string) error { return os.Mkdir(name, 0o755) }, "found a folder, " + irregular,
			"found a folder, " + irregular},
		{"a pipe", func(name string) error { return syscall.Mkfifo(name, 0o644) }, "found a pipe, " + irregular,
			"found a pipe, " + irregular},
		{"a socket", func(name string) error {
			fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
			if err != nil {
				return err
			}
			defer syscall.Close(fd)
			old, _ := os.Getwd()
			defer os.Chdir(old)
			return errors.Join(os.Chdir(filepath.Dir(name)),
				syscall.Bind(fd, &syscall.SockaddrUnix{Name: filepath.Base(name)}))
		}, "no such device", "no such device"},
		{"a link to a file beside it", func(name string) error {
			return errors.Join(write(name+"2", 3), os.Symlink(filepath.Base(name)+"2", name))
		}, "", ""},
		{"a link to a file elsewhere", func(name string) error { return os.Symlink(outside, name) }, "",
			"path escapes from parent"},
		{"a link to a pipe", func(name string) error {
			return errors.Join(syscall.Mkfifo(name+"2", 0o644), os.Symlink(filepath.Base(name)+"2", name))
		}, "found a pipe, " + irregular, "found a pipe, " + irregular},
		{"a link to an endless device", func(name string) error { return os.Symlink("/dev/zero", name) },
			"found a device, " + irregular, "path escapes from parent"},
		{"a link to itself", func(name string) error { return os.Symlink(filepath.Base(name), name) },
			"too many levels", "too many levels"},
	} {
		folder := t.TempDir()
		name := filepath.Join(folder, "file")
		if err := c.make(name); err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		for way, read := range map[string]struct {
			read func() ([]byte, error)
			want string
		}{
			"ReadFile": {func() ([]byte, error) { return ReadFile(name, limit) }, c.err},
			"ReadIn":   {func() ([]byte, error) { return ReadIn(folder, "file", limit) }, c.inside},
		} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			data, err := read.read()
			runtime.ReadMemStats(&after)
			if (err == nil) != (read.want == "") || err != nil && !strings.Contains(err.Error(), read.want) {
				t.Errorf("%s, %s: found the error %v, want %q", c.title, way, err, read.want)
			}
			if strings.Contains(read.want, irregular) != errors.Is(err, ErrIrregular) ||
				(read.want == "no such file") != errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s, %s: found an error of another kind: %v", c.title, way, err)
			}
			if info, statErr := os.Stat(name); err == nil && (statErr != nil || int64(len(data)) != info.Size()) {
				t.Errorf("%s, %s: found %d bytes", c.title, way, len(data))
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 1<<16 {
				t.Errorf("%s, %s: found %d bytes allocated", c.title, way, n)
			}
		}
	}
	if _, err := ReadIn(filepath.Dir(outside), "../outside", limit); err == nil ||
		!strings.Contains(err.Error(), "path escapes") {
		t.Errorf("a name that leads out of the folder: found %v", err)
	}
}
