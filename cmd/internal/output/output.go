// Package output is where the commands write what they have to say: it knows whether any of it was lost, and what exit
// status follows.
package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
)

// The exit statuses of a command whose output is lost, whatever it found out.
const (
	StatusLost = 2 // some of the output could not be written, so the reader does not know what was found

	// StatusClosed is the exit status of a command whose reader went away, as head does: that of a process that ended
	// by SIGPIPE, as shells show it (POSIX.1-2024, 2.8.2).
	StatusClosed = 128 + int(syscall.SIGPIPE)
)

// LostError is the error of what could not be written to standard output.
type LostError struct{ Err error }

func (e *LostError) Error() string {
	err := e.Err
	if path, ok := errors.AsType[*os.PathError](err); ok {
		err = path.Err
	}
	return fmt.Sprintf("cannot write to standard output: %v", err)
}

func (e *LostError) Unwrap() error { return e.Err }

// Closed reports whether the output was lost because nobody reads it any more.
func (e *LostError) Closed() bool { return errors.Is(e.Err, syscall.EPIPE) }

// Status returns the exit status of the command.
func (e *LostError) Status() int {
	if e.Closed() {
		return StatusClosed
	}
	return StatusLost
}

// Writer is the standard output of a command. After the first error nothing is written any more: what follows a gap
// misleads. It may be used by several goroutines.
type Writer struct {
	mu    sync.Mutex
	file  io.WriteCloser
	gone  func()
	error *LostError // the first; nil if there was none
}

// New returns a writer to a file. It calls gone once if the file is a pipe that nobody reads any more, because then the
// command works for nobody.
func New(file io.WriteCloser, gone func()) *Writer { return &Writer{file: file, gone: gone} }

// Write implements io.Writer. Its error is a [LostError].
func (w *Writer) Write(data []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.error != nil {
		return 0, w.error
	}
	n, err := w.file.Write(data)
	if err != nil {
		return n, w.lose(err)
	}
	return n, nil
}

func (w *Writer) lose(err error) error {
	w.error = &LostError{err}
	if w.error.Closed() {
		w.gone()
	}
	return w.error
}

// Close closes the file, and returns the first error since the start, of closing too; nil if all was written.
func (w *Writer) Close() *LostError {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.file.Close(); err != nil && w.error == nil {
		w.lose(err)
	}
	return w.error
}

// Fd returns the number of the open file, as [os.File.Fd] does, so that it can be asked whether it is a terminal. Of
// what is no file of the operating system it is one that nothing has.
func (w *Writer) Fd() uintptr {
	if file, ok := w.file.(interface{ Fd() uintptr }); ok {
		return file.Fd()
	}
	return ^uintptr(0)
}

// Version is the version of the objects that commands print as JSON, their first field. It is raised where a field goes
// or changes its meaning, not where one is added.
const Version = 1

// JSON writes a struct or a map as a JSON object on one line, beginning with the version.
func JSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	fields, ok := strings.CutPrefix(b.String(), "{")
	if !ok {
		panic("output: no object: " + b.String())
	}
	separator := ","
	if strings.HasPrefix(fields, "}") {
		separator = ""
	}
	_, err := fmt.Fprintf(w, "{\"version\":%d%s%s", Version, separator, fields)
	return err
}

// Failed is the verdict, in JSON, on what could not be read or is not what it should be.
const Failed = "error"

// Failure is what a command prints as JSON where it has nothing to report but why.
type Failure struct {
	Error string `json:"error"`
}
