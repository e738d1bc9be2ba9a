package checkcmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"vouch/certs"
	"vouch/certs/statement"
	"vouch/checker"
	"vouch/semantics/lang"
)

// This file defines what the error says of a file that is not a certificate: what it looks like, and what to do with
// it.

// Misread is the error of a file that is something else than what a command wants.
type Misread struct {
	Found string // what it looks like
	Want  string
	hint  string
	err   error // what it wraps
}

func (e *Misread) Error() string {
	if errors.Is(e.err, checker.ErrNotCertificate) {
		return fmt.Sprintf("%v: found %s, want %s", checker.ErrNotCertificate, e.Found, e.Want)
	}
	if e.Want == statementWord {
		return fmt.Sprintf("not %s: found %s, want %[1]s", e.Want, e.Found)
	}
	return fmt.Sprintf("found %s, want %s", e.Found, e.Want)
}

// Unwrap returns the error that the reader of the file gave, and the advice.
func (e *Misread) Unwrap() []error { return []error{e.err, &Hinted{e.Error(), e.hint}} }

// statementWord is what a statement is called.
const statementWord = "a statement"

// where says where certificates are.
const where = "vouch find writes certificates, by default as *.cbor into the folder evidence"

// Judge is checker.Check for the content of a file. If it is no certificate, but something that is known, the error
// says what.
func Judge(name string, data []byte, o checker.Options) (*checker.Verdict, error) {
	v, err := checker.Check(data, o)
	if errors.Is(err, checker.ErrNotCertificate) && int64(len(data)) <= o.Limits.MaxBytes {
		err = NoCertificate(name, data, err)
	}
	return v, err
}

// NoCertificate returns the error of a file that is no certificate for a reason: a Misread if it is known what it is,
// else the reason.
func NoCertificate(name string, data []byte, reason error) error {
	return misread(name, data, "a certificate", reason)
}

// NoStatement returns the error of a file that is no statement for a reason, as NoCertificate does.
func NoStatement(name string, data []byte, reason error) error {
	return misread(name, data, statementWord, reason)
}

// NoEvidence returns the error of a file that is neither a certificate nor a statement for a reason, as NoCertificate
// does.
func NoEvidence(name string, data []byte, reason error) error {
	return misread(name, data, "a certificate or a statement", reason)
}

func misread(name string, data []byte, want string, reason error) error {
	for _, l := range looks() {
		what, ok := l.is(name, data)
		if !ok || what == want {
			continue
		}
		hint := where
		if want == statementWord {
			hint = "vouch sign and vouch attest write statements, as *.statement beside the certificates"
		}
		if l.hint != "" {
			shown := "FILE"
			if plainName().MatchString(name) {
				shown = name
			}
			hint = strings.ReplaceAll(l.hint, "FILE", shown)
		}
		return &Misread{Found: what, Want: want, hint: hint, err: reason}
	}
	return reason
}

var plainName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w./][\w./+:@%=-]*$`) })

// look is a kind of file that people may give in place of a certificate. FILE in the hint stands for its name.
type look struct {
	is   func(name string, data []byte) (what string, ok bool)
	hint string
}

// looks are the kinds of files that are known. The first that fits is taken.
var looks = sync.OnceValue(func() []look {
	always := func(what string, is func(data []byte) bool) func(string, []byte) (string, bool) {
		return func(_ string, data []byte) (string, bool) { return what, is(data) }
	}
	list := []look{
		{always("an empty file", func(data []byte) bool { return len(bytes.TrimSpace(data)) == 0 }), ""},
		{always("a bundle", statement.IsBundle),
			"vouch check --trust TRUST FILE checks a bundle and the certificate in it; TRUST is the file of the keys that are trusted"},
		{always("an aggregate of statements", statement.IsAggregate),
			"vouch verify FILE CERT --trust TRUST verifies it"},
		{always(statementWord, func(data []byte) bool { _, err := statement.Parse(data); return err == nil }),
			"vouch verify FILE CERT --trust TRUST verifies it"},
		{always("a certificate", func(data []byte) bool {
			_,
				err := certs.Open(data, int64(len(data)))
			return err == nil
		}), ""},
		{begun, "copy it again, or make it again"},
	}
	for _, m := range magics {
		list = append(list, look{always(m.what, func(data []byte) bool {
			return bytes.HasPrefix(data, []byte(m.begins))
		}), ""})
	}
	return append(list,
		look{program, "vouch find FILE looks for bugs, and writes a certificate of what it finds"},
		look{likeC, "vouch find looks for bugs in a file whose name ends in .c, and writes a certificate of what it finds"},
		look{always("JSON", isJSON),
			"certificates are in CBOR; vouch find --json names the file of each as its certificate"},
		look{always("a page in HTML", func(data []byte) bool {
			begin := bytes.ToLower(bytes.TrimSpace(data[:min(len(data), 1000)]))
			return bytes.HasPrefix(begin, []byte("<!doctype html")) || bytes.HasPrefix(begin, []byte("<html"))
		}), ""},
		look{text, ""})
})

// magics are how files of other kinds begin.
var magics = []struct{ what, begins string }{
	{"a private key", "-----BEGIN AGE ENCRYPTED FILE-----"},
	{"a key", "-----BEGIN "},
	{"a picture in PNG", "\x89PNG"},
	{"a picture in JPEG", "\xff\xd8\xff"},
	{"a picture in GIF", "GIF8"},
	{"a document in PDF", "%PDF-"},
	{"a compiled program", "\x7fELF"},
	{"an archive in ZIP", "PK\x03\x04"},
	{"data that gzip compressed", "\x1f\x8b"},
	{"a baseline", `{"vouch":"baseline"`},
}

// begun says of which of our files in CBOR data are the beginning.
func begun(_ string, data []byte) (what string, ok bool) {
	const key = "dkind" // a text of four letters, in CBOR
	if len(data) < 1+len(key)+1 || data[0]>>5 != 5 || string(data[1:1+len(key)]) != key {
		return "", false
	}
	if _, err := certs.Open(data, int64(len(data))); !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", false
	}
	what = "a file of vouch"
	n, rest := int(data[1+len(key)]&31), data[2+len(key):]
	switch kind := string(rest[:min(n, len(rest))]); kind {
	case certs.KindBug, certs.KindSafe, certs.KindBounded:
		what = "a certificate"
	}
	return fmt.Sprintf("%s whose end is missing, of which there are %s", what, Count(int64(len(data)), "byte")), true
}

// program says of which language a text is, by the name of its file.
func program(name string, data []byte) (what string, ok bool) {
	l, ok := lang.Of(name)
	return "a program in " + l.Title, ok && isText(data)
}

// likeC reports whether a text is C, as it reads.
func likeC(_ string, data []byte) (what string, ok bool) {
	return "text that looks like C", isText(data) && cText().Match(data)
}

var cText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*#\s*include\s*[<"]|^\s*(?:static\s+|extern\s+)*(?:int|void|char|unsigned)\b[\w\s*]*\([^;]*\)\s*\{`)
})

// text says how a text begins.
func text(_ string, data []byte) (what string, ok bool) {
	line, _, _ := strings.Cut(strings.TrimSpace(string(data[:min(len(data), 1000)])), "\n")
	return fmt.Sprintf("text that begins with %.40q", line), isText(data)
}

// isText reports whether data are text, apart from a character that may be cut.
func isText(data []byte) bool {
	some := data[:min(len(data), 1<<16)]
	return len(data) > 0 && bytes.IndexByte(some, 0) < 0 && (utf8.Valid(some) || len(some) < len(data) &&
		utf8.Valid(some[:len(some)-utf8.UTFMax]))
}

// isJSON reports whether data are one JSON value that has parts, or several, one a line.
func isJSON(data []byte) bool {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '{' && data[0] != '[' {
		return false
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return json.Valid(data) || json.Valid(line)
}
