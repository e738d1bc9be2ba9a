package run

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"os"
	"strconv"
	"syscall"

	"vouch/internal/bounded"
)

// This file defines the files of the machine as a program uses them: what it asks for, the models of files write on a
// stream of their own (libc/disk.c); the answers are inputs.

// disk serves what a program asks for.
type disk struct {
	asked []byte // the part that is not answered yet
	// the answer to what was asked last: 0, the number of an error, or -1 if it is not supported; nil if nothing was
	// asked
	status  *big.Int
	content []byte // the rest of a file that is being read
	stat    syscall.Stat_t
}

// isOfDisk reports whether an input has what a file is like.
func isOfDisk(name string) bool {
	switch name {
	case "file_status", "file", "file_mode", "file_size":
		return true
	}
	return false
}

// draw returns what an execution draws; ok is false where it has not been asked for yet.
func (d *disk) draw(name string) (n *big.Int, ok bool) {
	switch name {
	case "file":
		if len(d.content) == 0 {
			return big.NewInt(-1), true
		}
		b := d.content[0]
		d.content = d.content[1:]
		return big.NewInt(int64(b)), true
	case "file_mode":
		return big.NewInt(int64(d.stat.Mode & 0xffff)), true
	case "file_size":
		return big.NewInt(max(0, min(d.stat.Size, 1<<40-1))), true
	}
	n, d.status = d.status, nil
	return n, n != nil
}

// answer does what was asked; it reports whether anything was.
func (d *disk) answer() bool {
	if d == nil || len(d.asked) == 0 {
		return false
	}
	what, rest := d.asked[0], d.asked[1:]
	d.asked = nil
	text := func() string {
		s, more, _ := bytes.Cut(rest, []byte{0})
		rest = more
		return string(s)
	}
	number := func() int64 {
		n, _ := strconv.ParseInt(text(), 10, 64)
		return n
	}
	name := text()
	var err error
	switch what {
	case 'o':
		err = open(name, int(number()))
	case 'r':
		d.content, err = bounded.ReadFile(name, maxDisk)
	case 'w':
		at, n := number(), number()
		err = change(name, at, rest[:min(n, int64(len(rest)))])
	case 's':
		err = syscall.Stat(name, &d.stat)
	case 'u':
		err = os.Remove(name)
	case 'm':
		err = os.Rename(name, text())
	}
	d.status = big.NewInt(status(err))
	return true
}

// maxDisk is the size of the largest file, in bytes: one that is larger is not supported.
const maxDisk = 1 << 28

// open opens a regular file with flags of Linux, and closes it.
func open(name string, flags int) error {
	if s, err := os.Stat(name); err == nil && !s.Mode().IsRegular() && !s.IsDir() {
		return bounded.ErrIrregular
	}
	f, err := os.OpenFile(name,
		flags&(syscall.O_ACCMODE|syscall.O_CREAT|syscall.O_EXCL|syscall.O_TRUNC)|syscall.O_NONBLOCK, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	if s, err := f.Stat(); err == nil && s.IsDir() {
		return syscall.EISDIR
	}
	return nil
}

// change writes text into a regular file that is there.
func change(name string, at int64, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	if s, err := f.Stat(); err != nil || !s.Mode().IsRegular() {
		return errors.Join(bounded.ErrIrregular, f.Close())
	}
	_, err = io.NewOffsetWriter(f, at).Write(text)
	return errors.Join(err, f.Close())
}

// status returns the number of an error as models know it.
func status(err error) int64 {
	number := syscall.Errno(0)
	switch {
	case err == nil:
		return 0
	case errors.As(err, &number) && number > 0 && number <= 133:
		return int64(number)
	}
	return -1
}
