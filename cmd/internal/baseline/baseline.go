// Package baseline remembers which findings are known, so that a build fails for new ones only.
//
// A baseline is a text file for version control: JSON values, one a line. The first line is the Header, and every other
// line is an Entry, in the order of the program's name and the finding's identity. Lines are independent, so two
// branches that add findings merge without conflict; the order does not matter to who reads, and blank lines are
// skipped. There is one way to write a baseline, and a line that was written by hand says nothing twice.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"vouch/certs"
	"vouch/cmd/internal/checkcmd"
)

// Entry is a known finding. File and Identity are its key.
type Entry struct {
	// File is the base name of the program's file, as certificates have it, or a path with slashes, relative to the
	// folder in which find runs. A base name stands for the file in any folder.
	File string `json:"file"`
	// Identity is from certs/identity, or of a latent fault, for which a function of the file wants something of its
	// callers: then it is from vouch scan.
	Identity string `json:"identity"`
	Function string `json:"function,omitempty"` // of a latent fault: the function that wants something
	// For people only:
	Kind  string `json:"kind"`
	Place string `json:"place"` // line and column, as of when the finding was last recorded
	// Expression is the text at the fault as of then, which tells findings of one kind apart that begin at one place,
	// as a + b and a + b + c do.
	Expression string `json:"expression,omitempty"`
	About      string `json:"about,omitempty"`  // on what it depends, beside the program, as of then
	Since      string `json:"since,omitempty"`  // the date on which it became known, 2026-01-31
	Reason     string `json:"reason,omitempty"` // why it is tolerated
}

// key is what entries are known by.
type key struct{ file, identity string }

// spot is what findings have in common that only their expressions tell apart.
type spot struct{ file, kind, place string }

// Baseline is a set of entries. The zero Baseline is not usable; New makes an empty one.
type Baseline struct {
	entries map[key]*Entry
	spots   map[spot]int // how many entries are at each spot; nil until something asks, and after a change
}

// New returns an empty baseline.
func New() *Baseline { return &Baseline{entries: map[key]*Entry{}} }

// Header is the first line of every baseline.
const Header = `{"vouch":"baseline","version":1}`

// MaxBytes bounds the size of a baseline.
const MaxBytes = 64 << 20

// named matches identities, and the kind of fault in them.
var named = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^urn:vouch:v1:(bug|latent):([a-z-]+):[0-9a-f]{64}$`)
})

// KindOf returns the kind of fault in the identity of a bug or of a latent fault; "" if it is none.
func KindOf(identity string) string {
	if m := named().FindStringSubmatch(identity); m != nil {
		return m[2]
	}
	return ""
}

// Latent reports whether the entry is about a latent fault.
func (e *Entry) Latent() bool { return strings.HasPrefix(e.Identity, "urn:vouch:v1:latent:") }

// Read reads the baseline in a file. Its errors begin with the file's name.
func Read(name string) (*Baseline, error) {
	data, err := checkcmd.Read(name, MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return Parse(name, data)
}

// Parse reads a baseline. Its errors begin with name and line.
func Parse(name string, data []byte) (*Baseline, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("%s: found %d bytes, want at most %d", name, len(data), MaxBytes)
	}
	b, first := New(), true
	n := 0
	for line := range bytes.Lines(data) {
		n++
		line = bytes.TrimSpace(line)
		var err error
		switch {
		case len(line) == 0:
			continue
		case first:
			first = false
			err = header(line)
		default:
			err = b.parse(line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if first {
		return nil, fmt.Errorf("%s: found no line, want %s on the first", name, Header)
	}
	return b, nil
}

func header(line []byte) error {
	var h struct {
		Vouch   string `json:"vouch"`
		Version int    `json:"version"`
	}
	if err := strictly(line, &h); err != nil || h.Vouch != "baseline" {
		return fmt.Errorf("found %.40q, want %s", line, Header)
	}
	if h.Version != 1 {
		return fmt.Errorf("found version %d of baselines, want 1", h.Version)
	}
	return nil
}

// parse reads the line of an entry.
func (b *Baseline) parse(line []byte) error {
	var e Entry
	if err := strictly(line, &e); err != nil {
		return fmt.Errorf("found %.40q, want a finding: %w", line, err)
	}
	if err := e.check(); err != nil {
		return err
	}
	if b.entries[e.key()] != nil {
		return fmt.Errorf("found a second line about %s in %q, want one", e.Identity, e.File)
	}
	b.entries[e.key()], b.spots = &e, nil
	return nil
}

// strictly decodes one JSON object. It has no other fields than v, and none of them twice.
func strictly(line []byte, v any) error {
	if !utf8.Valid(line) {
		return errors.New("it is not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows it")
	}
	var seen []string
	dec = json.NewDecoder(bytes.NewReader(line))
	dec.Token() // the brace
	for dec.More() {
		key, _ := dec.Token()
		dec.Decode(new(json.RawMessage))
		name := fmt.Sprint(key)
		// as the decoder takes them
		if slices.ContainsFunc(seen, func(other string) bool { return strings.EqualFold(name, other) }) {
			return fmt.Errorf("it has the field %q twice", name)
		}
		seen = append(seen, name)
	}
	return nil
}

func (e *Entry) key() key { return key{e.File, e.Identity} }

func (e *Entry) check() error {
	if e.File == "" || e.File != Name(e.File) {
		return fmt.Errorf("found file %.60q, want a name, or a path as %.60q", e.File, Name(e.File))
	}
	if KindOf(e.Identity) == "" {
		return fmt.Errorf("found identity %.100q, want one such as urn:vouch:v1:bug:assertion: and 64 digits",
			e.Identity)
	}
	if e.Latent() != (e.Function != "") {
		return fmt.Errorf("found function %.60q of %.40q, want one of a latent fault, and none of a bug", e.Function,
			e.Identity)
	}
	for _, text := range []string{e.File, e.Function, e.Kind, e.Place, e.Expression, e.About, e.Reason} {
		if !utf8.ValidString(text) {
			return fmt.Errorf("found %.100q, want text in UTF-8", text)
		}
	}
	return CheckDate(e.Since)
}

// CheckDate is an error unless date is empty or as 2026-01-31.
func CheckDate(date string) error {
	if _, err := time.Parse(time.DateOnly, date); date != "" && err != nil {
		return fmt.Errorf("found date %.40q, want one such as 2026-01-31", date)
	}
	return nil
}

// Name returns the name of a file as entries have it: with slashes, and without detours.
func Name(file string) string {
	if file == "" {
		return ""
	}
	return path.Clean(filepath.ToSlash(file))
}

// Entries returns the entries in order.
func (b *Baseline) Entries() []*Entry {
	return slices.SortedFunc(maps.Values(b.entries), func(x, y *Entry) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Identity, y.Identity))
	})
}

// Shared returns the expression of an entry if another entry of its kind has the same file and place; else "".
func (b *Baseline) Shared(e *Entry) string {
	if b.spots == nil {
		b.spots = map[spot]int{}
		for _, o := range b.entries {
			b.spots[spot{o.File, o.Kind, o.Place}]++
		}
	}
	if b.spots[spot{e.File, e.Kind, e.Place}] > 1 {
		return e.Expression
	}
	return ""
}

// What says what a finding is: its kind, and its expression or function if that has to be said.
func (b *Baseline) What(e *Entry) string {
	if e.Latent() {
		return "latent " + e.Kind + " of " + e.Function
	}
	if text := b.Shared(e); text != "" {
		return e.Kind + " in " + text
	}
	return e.Kind
}

// Format returns the bytes of the file.
func (b *Baseline) Format() []byte {
	var out bytes.Buffer
	out.WriteString(Header + "\n")
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	for _, e := range b.Entries() {
		if err := enc.Encode(e); err != nil {
			panic("baseline: " + err.Error())
		}
	}
	return out.Bytes()
}

// Put records a finding and reports whether it is new. Of one that is known, kind, place, expression and what it is
// about become e's; the date on which it became known and the reason stay, if there are any.
func (b *Baseline) Put(e Entry) (isNew bool, err error) {
	if err := e.check(); err != nil {
		return false, err
	}
	b.spots = nil
	old := b.entries[e.key()]
	if old == nil {
		b.entries[e.key()] = &e
		return true, nil
	}
	old.Kind, old.Place, old.Expression, old.About = e.Kind, e.Place, e.Expression, e.About
	old.Since, old.Reason = cmp.Or(old.Since, e.Since), cmp.Or(old.Reason, e.Reason)
	return false, nil
}

// Keep drops every entry that is not wanted, and returns these in order.
func (b *Baseline) Keep(wanted func(*Entry) bool) (dropped []*Entry) {
	b.spots = nil
	for _, e := range b.Entries() {
		if !wanted(e) {
			dropped = append(dropped, e)
			delete(b.entries, e.key())
		}
	}
	return dropped
}

// Find returns the entry about a finding in a file, which is named as the user named it; nil if it is not known. An
// entry for the path is taken before one for the base name.
func (b *Baseline) Find(file, identity string) *Entry {
	if e := b.entries[key{Name(file), identity}]; e != nil {
		return e
	}
	return b.entries[key{certs.BaseName(file), identity}]
}

// About returns the entries about bugs of a file, in order.
func (b *Baseline) About(file string) []*Entry {
	full, base := Name(file), certs.BaseName(file)
	var about []*Entry
	for _, e := range b.Entries() {
		if !e.Latent() && (e.File == full || e.File == base) {
			about = append(about, e)
		}
	}
	return about
}

// Gone is an entry whose finding was not found again.
type Gone struct {
	*Entry
	of    *Baseline
	Fixed bool // the finding is no more; otherwise this is not known
}

// What says what the finding is, as Baseline.What does.
func (g *Gone) What() string { return g.of.What(g.Entry) }

// Shared returns its expression, as Baseline.Shared does.
func (g *Gone) Shared() string { return g.of.Shared(g.Entry) }

// Run is the comparison of a baseline with files, one after the other.
type Run struct {
	*Baseline
	sought map[*Entry]*sought
}

// sought is what a run has of an entry, which may be about several files.
type sought struct {
	files      int  // that are still to come
	seen, open bool // in one of the others
}

// Run begins the comparison with files.
func (b *Baseline) Run(files []string) *Run {
	r := &Run{b, map[*Entry]*sought{}}
	for _, file := range files {
		for _, e := range b.About(file) {
			if r.sought[e] == nil {
				r.sought[e] = &sought{}
			}
			r.sought[e].files++
		}
	}
	return r
}

// Gone takes the identities that were seen in the next file, and returns the entries that were seen in no file they are
// about, of which this is the last. Explored says that nothing was left out in the search. Even then a finding may be
// hidden: by any new one, which may be the old one under another name or fail before it, or by a known one that was in
// the same place when they were recorded, since one is reported for each place.
func (r *Run) Gone(file string, seen []string, explored bool) []Gone {
	var gone []Gone
	for _, e := range r.About(file) {
		hidden := slices.ContainsFunc(seen, func(id string) bool {
			known := r.Find(file, id)
			return known == nil || known.Place == e.Place
		})
		s := r.sought[e]
		s.files--
		s.seen = s.seen || slices.Contains(seen, e.Identity)
		s.open = s.open || hidden || !explored
		if s.files == 0 && !s.seen {
			gone = append(gone, Gone{e, r.Baseline, !s.open})
		}
	}
	return gone
}
