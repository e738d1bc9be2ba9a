// Package report shows what certificates prove on one page, a self-contained HTML file: it loads nothing, says all that
// matters without scripts, and shows only what the checker has accepted.
//
// Source texts and names come from anybody. They reach the page through html/template only, and text.go makes visible
// what in them could mislead a reader.
package report

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/faults"
	"vouch/internal/reduce"
	"vouch/semantics/fronts"
)

// What an entry says of its file.
const (
	Valid   = "valid"
	Invalid = "invalid"
	NoCert  = "not a certificate"
	Unread  = "not read"
)

// Entry is what a page says of one file.
type Entry struct {
	ID       string          // the anchor of its section
	File     string          // as the user named it
	SHA      string          // the SHA-256 of the file, if it could be read
	Status   string          // Valid, Invalid, NoCert or Unread
	Reason   string          // why it is not valid
	Advice   string          // what to do then; "" if nothing is known
	Kind     string          // of a valid one: bug, safe, bounded
	Word     string          // the same, or that it is vacuous
	Label    string          // the kind of fault, or the kind
	Severity faults.Severity // of a bug
	Program  string
	Sentence string      // what it proves
	About    claim.Claim // on what that depends
	Bug      *Bug
	Absence  *Absence
	Changed  []string  // the sources that are not what the certificate has any more
	Vouchers []Voucher // who has signed a statement about it

	Proved *checker.Verdict // of a valid one; nil when it was forgotten
}

// Voucher is who says what of a certificate.
type Voucher struct {
	Issuer, Issued string
	Role           string // "" if the statement has no review
	Outcome        string // of the bug when the program was compiled and run
	Native         string // by which compiler; "" if nobody looked
	Confirmed      bool   // whether the bug was seen there
	Verified       bool   // whether the signature is one of a trusted key
	Why            string // why it was not verified
}

// Compare notes which sources of a valid certificate are different now. Read returns the present text of a source; ok
// is false if there is none.
func (e *Entry) Compare(read func(name string) (text []byte, ok bool)) {
	for _, s := range e.Proved.Sources {
		if text, ok := read(s.Name); ok && !reduce.IsPart(s.Text, text) {
			e.Changed = append(e.Changed, s.Name)
		}
	}
}

// Verdict is what the entry is counted as: bug, safe, safe (vacuous), bounded, invalid, not a certificate or not read.
func (e *Entry) Verdict() string {
	if e.Status == Valid {
		return e.Word
	}
	return e.Status
}

// Tag is the class of the entry's colour.
func (e *Entry) Tag() string {
	switch {
	case e.Status != Valid:
		return Invalid
	case e.Word == checkcmd.Vacuous:
		return "vacuous"
	}
	return e.Kind
}

// Shown returns what is shown of a name or a reason that may come from anybody.
func (*Entry) Shown(s string) []Piece { return visible(s) }

var plain = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w./][\w./+:@%=-]*$`) })

// Quoted returns the file's name as a shell takes it.
func (e *Entry) Quoted() string {
	name := e.File
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	if plain().MatchString(name) {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// Examine checks the certificate that a file holds and prepares what the page says of it. Room is how many bytes the
// replay may take in the page.
func Examine(id, file string, data []byte, limits checker.Limits, room int) *Entry {
	sum := sha256.Sum256(data)
	e := &Entry{ID: id, File: file, SHA: hex.EncodeToString(sum[:]), Status: Valid}
	var closed []checker.Closed
	tree, walk, why := newGrower(), walked{}, &Why{}
	visit := func(v checker.Visit) {
		tree.visit(v)
		walk.visit(v)
	}
	v, err := checkcmd.Judge(file, data, checker.Options{Limits: limits, Lower: fronts.All.Lower,
		See: func(c checker.Closed) { closed = append(closed, c) }, Visit: visit, Shown: why.See})
	if err != nil {
		e.Status, e.Reason = Invalid, err.Error()
		if h, ok := errors.AsType[*checkcmd.Hinted](err); ok {
			e.Advice = h.Hint
		}
		if errors.Is(err, checker.ErrNotCertificate) {
			e.Status = NoCert
		}
		return e
	}
	e.Proved = v
	e.Kind, e.Word, e.Label, e.Program = v.Kind, checkcmd.Word(v), v.Kind, v.Program
	e.About = claim.Proved(v)
	if v.Kind == certs.KindBug {
		e.Label, e.Severity = string(v.Fault.Kind), faults.SeverityOf(v.Fault.Kind)
		e.Bug = newBug(v, room)
		e.Sentence = e.Bug.sentence(v)
		return e
	}
	e.Absence = newAbsence(v, tree, walk, why, closed)
	e.Sentence = e.Absence.sentence(v)
	return e
}

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// Tally is how many entries there are of a sort.
type Tally struct {
	Name  string
	Count int
}

// Page is what the template shows.
type Page struct {
	Title   string
	Version string // of the tool
	Entries []*Entry
	Groups  []Group
	Index   bool // whether there are several entries
	Counted string
	By      []Tally
	Faults  []Tally
	CSS     template.CSS
	JS      template.JS
	Policy  string // the content security policy
}

var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"number": grouped,
		"shown":  visible,
		"plain":  legible,
		"way": func(id string, n *Node) any {
			return struct {
				ID   string
				Node *Node
			}{id, n}
		},
		"said": func(id string, parts []Said) any {
			return struct {
				ID    string
				Parts []Said
			}{id, parts}
		},
	}).Parse(pageHTML))
})

// Write writes the page about the entries. An index precedes them if the user asked for several files.
func Write(w io.Writer, version string, entries []*Entry, index bool) error {
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	p := Page{
		Title: "Evidence", Version: version, Entries: entries, Index: index, Counted: Counted(entries),
		CSS: template.CSS(pageCSS), JS: template.JS(pageJS),
		Policy: "default-src 'none'; script-src " + hash(pageJS) + "; style-src " + hash(pageCSS) +
			"; base-uri 'none'; form-action 'none'",
	}
	if len(entries) == 1 && !index {
		p.Title = entries[0].Program + ": " + entries[0].Label
	}
	if index {
		p.Groups, p.Entries = groups(entries), nil
		for _, g := range p.Groups {
			p.Entries = append(p.Entries, g.Entries...)
		}
	}
	for _, e := range entries {
		p.By = tally(p.By, e.Verdict())
		if e.Bug != nil {
			p.Faults = tally(p.Faults, e.Label)
		}
	}
	return page().Execute(w, p)
}

// Group is what an index says of a program.
type Group struct {
	Program string // "" of what is no valid certificate
	Bugs    int
	Entries []*Entry
}

// groups returns the entries by programs: those with bugs come first, and of each program its bugs, the most severe
// first; what is not valid comes last.
func groups(entries []*Entry) []Group {
	var list []Group
	for _, e := range entries {
		i := slices.IndexFunc(list, func(g Group) bool { return g.Program == e.Program })
		if i < 0 {
			i = len(list)
			list = append(list, Group{Program: e.Program})
		}
		list[i].Entries = append(list[i].Entries, e)
		if e.Bug != nil {
			list[i].Bugs++
		}
	}
	rank := func(g Group) int {
		switch {
		case g.Program == "":
			return 2
		case g.Bugs == 0:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b Group) int {
		return cmp.Or(rank(a)-rank(b),
			cmp.Compare(a.Program, b.Program))
	})
	for _, g := range list {
		slices.SortStableFunc(g.Entries, func(a, b *Entry) int {
			switch {
			case a.Bug != nil && b.Bug == nil:
				return -1
			case a.Bug == nil && b.Bug != nil:
				return 1
			case a.Bug != nil:
				return a.Severity.Compare(b.Severity)
			}
			return 0
		})
	}
	return list
}

// Counted says how many certificates the entries are about, or files if not all of them are certificates.
func Counted(entries []*Entry) string {
	if slices.ContainsFunc(entries, func(e *Entry) bool { return e.Status == NoCert || e.Status == Unread }) {
		return checkcmd.Count(int64(len(entries)), "file")
	}
	return checkcmd.Count(int64(len(entries)), "certificate")
}

// tally counts one more of a sort; bugs come first, what is no certificate last.
func tally(list []Tally, name string) []Tally {
	rank := func(name string) int {
		return slices.Index([]string{certs.KindBug, certs.KindBounded, checkcmd.Vacuous, certs.KindSafe, Invalid,
			NoCert, Unread}, name)
	}
	i, found := slices.BinarySearchFunc(list, name, func(t Tally, name string) int {
		return cmp.Or(cmp.Compare(rank(t.Name), rank(name)), cmp.Compare(t.Name, name))
	})
	if !found {
		list = slices.Insert(list, i, Tally{name, 0})
	}
	list[i].Count++
	return list
}

// Long reports whether the number of a line has more than three digits.
func (e *Entry) Long() bool {
	return slices.ContainsFunc(e.Files(), func(f *File) bool { return len(f.text) > 999 })
}

// Files returns the sources of the program that the entry is about.
func (e *Entry) Files() []*File {
	if e.Bug != nil {
		return e.Bug.Files
	}
	return e.Absence.Files
}
