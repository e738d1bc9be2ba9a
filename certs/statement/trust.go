package statement

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// This file defines files of trust: which keys speak for which issuers and logs, and when.

// Trust is the content of a file of trust. A line of such a file is
//
//	issuer URI KEY [from=TIME] [until=TIME]
//	log ORIGIN KEY [from=TIME] [until=TIME]
//
// where KEY has the form of PublicKey.String, and TIME is a day, 2026-01-31, or a second, 2026-01-31T12:00:00Z, in UTC.
// The time from is included, until is not. A word that begins with # begins a comment. An issuer or a log may have
// several keys, a line for each. Control characters and other invisible ones are refused, also in comments.
type Trust struct {
	Issuers []Trusted
	Logs    []Trusted
}

// Trusted is a key that speaks for the issuer or log Name.
type Trusted struct {
	Name        string
	Key         *PublicKey
	From, Until time.Time // the zero time stands for no bound
	Line        int       // of the file, from 1
}

// maxTrust is the size of the largest file of trust, in bytes.
const maxTrust = 1 << 20

// ParseTrust parses the file of trust with the given name and content. Its errors begin with name and line.
func ParseTrust(name string, data []byte) (*Trust, error) {
	if len(data) > maxTrust || !utf8.Valid(data) {
		return nil, fmt.Errorf("%s: found what is not text of at most %d bytes", name, maxTrust)
	}
	var t Trust
	for i, line := range strings.Split(string(data), "\n") {
		fields := strings.Fields(line)
		if c := slices.IndexFunc(fields, func(f string) bool { return f[0] == '#' }); c >= 0 {
			fields = fields[:c]
		}
		var err error
		if len(fields) > 0 {
			err = t.add(fields, i+1)
		}
		if line = strings.TrimSuffix(line, "\r"); err == nil && strings.ContainsFunc(line, hidden) {
			err = fmt.Errorf("found %+.80q, want characters that can be shown", line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
	}
	if len(t.Issuers)+len(t.Logs) == 0 {
		return nil, fmt.Errorf("%s: found no key, want lines such as: issuer https://example.org/ci es256k:...", name)
	}
	return &t, nil
}

// hidden reports whether r may make a line look different from its content.
func hidden(r rune) bool { return r != '\t' && !unicode.IsPrint(r) }

func (t *Trust) add(fields []string, line int) error {
	var list *[]Trusted
	switch fields[0] {
	case "issuer":
		list = &t.Issuers
	case "log":
		list = &t.Logs
	default:
		return fmt.Errorf("found %.40q, want issuer or log", fields[0])
	}
	if len(fields) < 3 {
		return fmt.Errorf("found %d words, want: %s NAME KEY", len(fields), fields[0])
	}
	k := Trusted{Name: fields[1], Line: line}
	var err error
	if fields[0] == "issuer" {
		err = checkURI("issuer", k.Name)
	} else {
		err = CheckOrigin(k.Name)
	}
	if err != nil {
		return err
	}
	if k.Key, err = ParseKey(fields[2]); err != nil {
		return err
	}
	if fields[0] == "log" && k.Key.Algorithm() != Ed25519 {
		return errLogKey(k.Key)
	}
	for _, f := range fields[3:] {
		key, value, _ := strings.Cut(f, "=")
		bound := map[string]*time.Time{"from": &k.From, "until": &k.Until}[key]
		if bound == nil || !bound.IsZero() {
			return fmt.Errorf("found %.40q, want from=TIME or until=TIME, each at most once", f)
		}
		if *bound, err = ParseTime(value); err != nil {
			return err
		}
	}
	if !k.From.IsZero() && !k.Until.IsZero() && !k.From.Before(k.Until) {
		return fmt.Errorf("found a key that is trusted from %s until %s, which is never", stamp(k.From), stamp(k.Until))
	}
	for _, other := range *list {
		if other.Key.Equal(k.Key) {
			return fmt.Errorf("found a key that line %d has too", other.Line)
		}
	}
	*list = append(*list, k)
	return nil
}

// ParseTime returns the time in text: a day or a second, in UTC.
func ParseTime(text string) (time.Time, error) {
	for _, layout := range []string{time.DateOnly, "2006-01-02T15:04:05Z"} {
		if t, err := time.Parse(layout, text); err == nil && t.Format(layout) == text && checkIssued(t) == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("found time %.40q, want one such as 2026-01-31 or 2026-01-31T12:00:00Z", text)
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// ErrUntrusted is the wrapped error of a signature by a key that is not trusted for it, or not at that time.
var ErrUntrusted = errors.New("not trusted")

// issuer returns the issuer's key that s names.
func (t *Trust) issuer(s *Statement) (*Trusted, error) {
	return find(t.Issuers, "issuer", s.Issuer, s.KeyID)
}

func find(list []Trusted, what, name string, id []byte) (*Trusted, error) {
	known := false
	for i, k := range list {
		if k.Name != name {
			continue
		}
		known = true
		if slices.Equal(k.Key.ID(), id) {
			return &list[i], nil
		}
	}
	if !known {
		return nil, fmt.Errorf("%w: found %s %q, whom the file of trust does not name", ErrUntrusted, what, name)
	}
	return nil, fmt.Errorf("%w: found key ID %x, which is of no key that the file of trust has for %s %q", ErrUntrusted,
		id, what, name)
}

// valid reports why k is not trusted at the given time, at which the signed thing is known to have existed.
func (k *Trusted) valid(at time.Time, known string) error {
	if !k.From.IsZero() && at.Before(k.From) {
		return fmt.Errorf("%w: the key of %q is trusted from %s on; %s %s", ErrUntrusted, k.Name, stamp(k.From), known,
			stamp(at))
	}
	if !k.Until.IsZero() && !at.Before(k.Until) {
		return fmt.Errorf("%w: the key of %q is trusted until %s; %s %s", ErrUntrusted, k.Name, stamp(k.Until), known,
			stamp(at))
	}
	return nil
}

// clockSkew is the greatest allowed difference of clocks.
const clockSkew = 5 * time.Minute

// Verify reports why s, read at the time now, is not a statement of its issuer by the file of trust. Every receipt of s
// must be right, and from a trusted log. A signature from a time at which its key was trusted stays valid if a receipt
// shows that it was made by then. Without a receipt, the key must be trusted now.
func (t *Trust) Verify(s *Statement, now time.Time) ([]*Receipt, error) {
	key, err := t.issuer(s)
	if err != nil {
		return nil, err
	}
	if err := s.Verify(key.Key); err != nil {
		return nil, err
	}
	receipts, err := t.receipts(s, now)
	if err != nil {
		return nil, err
	}
	return receipts, t.inTime(s, key, receipts, now)
}

// receipts verifies the receipts of s.
func (t *Trust) receipts(s *Statement, now time.Time) ([]*Receipt, error) {
	var receipts []*Receipt
	entry := s.Entry()
	for _, data := range s.Receipts {
		r, err := ParseReceipt(data)
		if err != nil {
			return nil, err
		}
		log, err := find(t.Logs, "log", r.Origin, r.keyID)
		if err != nil {
			return nil, fmt.Errorf("receipt: %w", err)
		}
		if err := r.Verify(entry, log.Key); err != nil {
			return nil, err
		}
		if err := log.valid(r.Issued, "the receipt is from"); err != nil {
			return nil, err
		}
		if r.Issued.After(now.Add(clockSkew)) {
			return nil, fmt.Errorf("%w: the receipt is from %s, which is still to come", ErrUntrusted, stamp(r.Issued))
		}
		receipts = append(receipts, r)
	}
	return receipts, nil
}

// inTime reports why key did not speak for its issuer when s was signed.
func (t *Trust) inTime(s *Statement, key *Trusted, receipts []*Receipt, now time.Time) error {
	seen, known := now, "it is now"
	for _, r := range receipts {
		if r.Issued.Before(seen) {
			seen, known = r.Issued, "a log saw the statement at"
		}
	}
	if s.Issued.After(seen.Add(clockSkew)) {
		return fmt.Errorf("%w: the statement says it was issued at %s; %s %s", ErrUntrusted, stamp(s.Issued), known,
			stamp(seen))
	}
	if err := key.valid(s.Issued, "the statement was issued at"); err != nil {
		return err
	}
	return key.valid(seen, known)
}
