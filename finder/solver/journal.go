package solver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"

	"vouch/internal/bounded"
	"vouch/semantics/term"
)

// This file defines the journal of a search: the answers that it got, in a file, by which a search that was interrupted is resumed. All
// the rest of a search follows from its program, its options and these answers, so one that is begun again takes the same course, and
// asks a solver only where the one before had come to.

// Journal holds answers in a file. Several links may use it at the same time.
type Journal struct {
	Resumed int // answers that were there at the start

	mu      sync.Mutex
	file    *os.File
	answers map[query]Answer
	wrong   string // an answer that is not so
	err     error  // the first that occurred in writing
}

// record is an answer in the file, on a line of its own behind its checksum.
type record struct {
	Query  string `json:"q"`
	Status Status `json:"s"`
	Model  Model  `json:"m,omitempty"`
	Reason string `json:"r,omitempty"`
	Micros int64  `json:"us,omitempty"`
}

// ErrOtherJournal is the error, wrapped, for a journal of another search, or a file that is none.
var ErrOtherJournal = errors.New("not the journal of this search")

// Of the first line of a journal, what says its format. In format 1 different queries could be taken for the same.
const (
	anyFormat = "vouch journal "
	format    = anyFormat + "2, "
)

// OpenJournal opens the journal of a search, or makes it if there is none. About says in a line which search it is: the program and
// every option that its course depends on. A record that was not written to its end is dropped.
func OpenJournal(name, about string) (*Journal, error) {
	about = format + about
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND|syscall.O_NONBLOCK, 0o644) // not to wait at a pipe
	if err != nil {
		return nil, err
	}
	if err := bounded.Regular(file); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	j := &Journal{file: file, answers: map[query]Answer{}}
	if err := j.read(name, about); err != nil {
		if info, lost := file.Stat(); lost == nil && info.Size() == 0 {
			os.Remove(name) // it could not even be begun
		}
		file.Close()
		return nil, err
	}
	return j, nil
}

// read reads what is in the file, and begins it if it is empty.
func (j *Journal) read(name, about string) error {
	in := bufio.NewReader(j.file)
	line, whole, err := readLine(in)
	switch {
	case err != nil:
		return err
	case !whole && len(line) > 0 && !bytes.HasPrefix(seal([]byte(about)), line):
		return fmt.Errorf("%s: %w: found %.100q, want %.100q", name, ErrOtherJournal, line, about)
	case !whole:
		if err := j.file.Truncate(0); err != nil {
			return err
		}
		_, err := j.file.Write(seal([]byte(about)))
		return err
	}
	found, ok := unseal(line)
	if !ok {
		found = line
	}
	if strings.HasPrefix(string(found), anyFormat) && !strings.HasPrefix(string(found), format) {
		return fmt.Errorf("%s: found a journal in a format that is no longer read, %.16q, want %q: remove it to begin anew", name, found, format)
	}
	if string(found) != about {
		return fmt.Errorf("%s: %w: found %.200q, want %.200q", name, ErrOtherJournal, found, about)
	}
	end := int64(len(line)) + 1
	for n := 2; ; n++ {
		line, whole, err := readLine(in)
		if err != nil {
			return err
		}
		if !whole {
			return j.file.Truncate(end)
		}
		if err := j.enter(line); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		end += int64(len(line)) + 1
	}
}

// readLine returns the next line without its end, and whether it has one.
func readLine(in *bufio.Reader) (line []byte, whole bool, err error) {
	line, err = in.ReadBytes('\n')
	if err == io.EOF {
		return line, false, nil
	}
	return bytes.TrimSuffix(line, []byte("\n")), err == nil, err
}

// enter remembers the answer on a line.
func (j *Journal) enter(line []byte) error {
	text, ok := unseal(line)
	if !ok {
		return fmt.Errorf("found a record that was changed: %.100q", line)
	}
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	var q query
	if n, err := hex.Decode(q[:], []byte(r.Query)); err != nil || n != len(q) || r.Status > Unsat {
		return fmt.Errorf("found the record %.100q, want a query and its answer", text)
	}
	j.answers[q] = Answer{Status: r.Status, Model: r.Model, Reason: r.Reason, Micros: r.Micros}
	j.Resumed++
	return nil
}

// seal returns a line behind its checksum.
func seal(text []byte) []byte { return fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(text), text) }

// unseal returns what is behind a checksum, and whether it is right.
func unseal(line []byte) (text []byte, ok bool) {
	sum, text, found := bytes.Cut(line, []byte(" "))
	return text, found && string(sum) == fmt.Sprintf("%08x", crc32.ChecksumIEEE(text))
}

// Close closes the file, and returns the first error that occurred in writing to it.
func (j *Journal) Close() error { return errors.Join(j.err, j.file.Close()) }

// Wrong says which answer of the journal was found not to be so; "" if none was.
func (j *Journal) Wrong() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.wrong
}

// Link returns the link of a chain that answers from the journal, and enters in it what next answers; of a weak solver, but not
// what it does not know. Proofs are not entered. Models from the journal are evaluated, in the pool p, before they are believed; that
// there is none is not known to be so.
func (j *Journal) Link(next Solver, p *term.Pool, weak bool) Solver {
	return journaled{j, next, p, weak}
}

type journaled struct {
	*Journal
	next Solver
	pool *term.Pool
	weak bool
}

// Solve implements Solver.
func (j journaled) Solve(ctx context.Context, fs []*term.Formula) Answer {
	q := identify(fs)
	j.mu.Lock()
	a, known := j.answers[q]
	j.mu.Unlock()
	if known {
		if a.Status != Sat {
			return a.clone()
		}
		model, reason := verify(j.pool, a.Model, fs)
		if reason == "" {
			return Answer{Status: Sat, Model: model, Micros: a.Micros}
		}
		if !j.pool.Exhausted() {
			j.mu.Lock()
			j.wrong = "its model " + reason
			j.mu.Unlock()
		}
	}
	a = j.next.Solve(ctx, fs)
	if a.Status != Unknown || !j.weak && ctx.Err() == nil {
		j.write(q, a)
	}
	return a
}

// write enters an answer. A record is written at once and in one piece, so that a process that is killed loses nothing.
func (j *Journal) write(q query, a Answer) {
	text, err := json.Marshal(record{hex.EncodeToString(q[:]), a.Status, a.Model, a.Reason, a.Micros})
	j.mu.Lock()
	defer j.mu.Unlock()
	if err == nil && j.err == nil {
		_, err = j.file.Write(seal(text))
	}
	j.err = errors.Join(j.err, err)
}
