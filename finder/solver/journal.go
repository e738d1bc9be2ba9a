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

// This file defines the journal of a search: a file with the answers of its solver, from which an interrupted search
// resumes. The program, the options and these answers determine a search. So a search that begins again takes the same
// course, and asks a solver only when the journal ends.

// Journal holds answers in a file. Several links may use it at the same time.
type Journal struct {
	Resumed int // answers that were there at the start

	mu      sync.Mutex
	file    *os.File
	answers map[query]Answer
	wrong   string // an answer that was found to be wrong
	err     error  // the first error in writing
}

// record is an answer in the file, on a line of its own after its checksum.
type record struct {
	Query  string `json:"q"`
	Status Status `json:"s"`
	Model  Model  `json:"m,omitempty"`
	Reason string `json:"r,omitempty"`
	Micros int64  `json:"us,omitempty"`
}

// ErrOtherJournal is the wrapped error for a journal of another search, or for a file that is no journal.
var ErrOtherJournal = errors.New("not the journal of this search")

// The first line of a journal gives its format. Format 1 could mistake different queries for the same one.
const (
	anyFormat = "vouch journal "
	format    = anyFormat + "2, "
)

// OpenJournal opens the journal of a search, or makes it if there is none. About identifies the search in a line: the
// program and every option on which its course depends. A record that was not written to its end is dropped.
func OpenJournal(name, about string) (*Journal, error) {
	about = format + about
	// so that it does not wait if the file is a pipe
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND|syscall.O_NONBLOCK, 0o644)
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
			os.Remove(name) // its first line could not be written
		}
		file.Close()
		return nil, err
	}
	return j, nil
}

// read reads the answers in the file. If the file is empty, it writes the first line.
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
		return fmt.Errorf("%s: found a journal in a format that is no longer read, %.16q, want %q: remove it to begin anew",
			name, found, format)
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

// enter adds the answer on a line.
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

// seal returns a line with its checksum in front.
func seal(text []byte) []byte { return fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(text), text) }

// unseal returns the line after a checksum, and whether the checksum is right.
func unseal(line []byte) (text []byte, ok bool) {
	sum, text, found := bytes.Cut(line, []byte(" "))
	return text, found && string(sum) == fmt.Sprintf("%08x", crc32.ChecksumIEEE(text))
}

// Close closes the file, and returns the first error that occurred in writing to it.
func (j *Journal) Close() error { return errors.Join(j.err, j.file.Close()) }

// Wrong names the answer of the journal that was found to be wrong; "" if none was.
func (j *Journal) Wrong() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.wrong
}

// Link returns the link of a chain that answers from the journal, and enters the answers of next. If next is a weak
// solver, it does not enter Unknown. It enters no proofs. It evaluates models from the journal, in the pool p, before
// it believes them. It cannot check an Unsat answer from the journal.
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

// write enters an answer. It writes the record at once and in one piece, so that nothing is lost if the process is
// killed.
func (j *Journal) write(q query, a Answer) {
	text, err := json.Marshal(record{hex.EncodeToString(q[:]), a.Status, a.Model, a.Reason, a.Micros})
	j.mu.Lock()
	defer j.mu.Unlock()
	if err == nil && j.err == nil {
		_, err = j.file.Write(seal(text))
	}
	j.err = errors.Join(j.err, err)
}
