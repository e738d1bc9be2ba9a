// Package statement signs certificates, and verifies who has signed them: a statement says that its issuer vouches for
// the certificate with a given digest. The key that verifies a statement comes from a file of trusted keys, never from
// the statement.
//
// Statements are COSE_Sign1 messages (RFC 9052) over a hash envelope, as are the signed statements of SCITT (RFC 9943).
// All statements about one finding have the same subject. Receipts (RFC 9942) say that a transparency log has accepted
// a statement. Package checker decides whether the certificate itself is valid. It does not depend on this package.
//
// Statements, receipts, bundles and files of trust are untrusted input. Each has one encoding, and any other is an
// error. Decoding takes time and memory in proportion to the input.
package statement

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// Statement says: at the time Issued, Issuer vouched for the certificate with the given digest, which is about Subject.
// If Review is not nil, it is a counter-statement, by somebody who checked the certificate again.
type Statement struct {
	Issuer  string    // a URI
	Subject string    // the stable identity of the finding, a URI
	Issued  time.Time // whole seconds; only the issuer vouches for it
	Review  *Review
	Digest  Digest // of the certificate

	Algorithm Algorithm
	KeyID     []byte // ID of the key it is signed with
	Signature []byte
	Receipts  [][]byte // from the logs that have it; not signed

	protected []byte // the header that is signed, encoded
}

// Review is what an auditor adds to a statement.
type Review struct {
	Role    string `cbor:"role"`    // of the issuer, such as "auditor"
	Checker string `cbor:"checker"` // name and version of the checker that was run
	Binary  []byte `cbor:"binary"`  // SHA-256 of the program that checked
	Verdict string `cbor:"verdict"` // of this program

	Native *Native `cbor:"native,omitempty"` // the outcome of a native run; nil if there was none
}

// Native is the report of a compiler's sanitizers on the program of a bug, built with the input of the bug and run.
type Native struct {
	Outcome    string `cbor:"outcome"` // such as "confirmed", where they reported the fault
	Fault      string `cbor:"fault"`   // of the certificate: its kind, file and line, as in "overflow at a.c:7"
	Compiler   string `cbor:"compiler"`
	Sanitizers string `cbor:"sanitizers"`
}

// Digest is the SHA-256 of a certificate's bytes.
type Digest = [sha256.Size]byte

// The sizes beyond which text is refused, in bytes.
const (
	maxURI  = 1024
	maxText = 256
	maxSize = 64 << 10 // of a statement with its receipts
)

// Sign returns s signed with key. It ignores Algorithm, KeyID and Signature of s, and drops receipts. It is an error if
// a statement may not have the content of s.
func Sign(s Statement, key *PrivateKey) (*Statement, error) {
	s.Algorithm, s.KeyID, s.Receipts = key.Algorithm(), key.Public().ID(), nil
	s.Issued = s.Issued.Truncate(time.Second).UTC()
	if err := s.fit(); err != nil {
		return nil, err
	}
	s.protected = encode(s.header())
	var err error
	s.Signature, err = sign(s.protected, s.Digest[:], key)
	return &s, err
}

// fit reports what is not allowed in a statement.
func (s *Statement) fit() error {
	if err := checkURI("issuer", s.Issuer); err != nil {
		return err
	}
	if err := checkURI("subject", s.Subject); err != nil {
		return err
	}
	if err := checkIssued(s.Issued); err != nil {
		return err
	}
	if len(s.KeyID) != sha256.Size {
		return fmt.Errorf("found a key ID of %d bytes, want %d", len(s.KeyID), sha256.Size)
	}
	if r := s.Review; r != nil {
		if len(r.Binary) != sha256.Size {
			return fmt.Errorf("found a checker's digest of %d bytes, want %d", len(r.Binary), sha256.Size)
		}
		parts := [][2]string{{"role", r.Role}, {"checker", r.Checker}, {"verdict", r.Verdict}}
		if n := r.Native; n != nil {
			parts = append(parts, [][2]string{{"outcome", n.Outcome}, {"fault", n.Fault}, {"compiler", n.Compiler},
				{"sanitizers", n.Sanitizers}}...)
		}
		for _, part := range parts {
			if err := checkText(part[0], part[1], maxText); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxTime is the first second of the year 10000, less one.
const maxTime = 253402300799

func checkIssued(at time.Time) error {
	if t := at.Unix(); t < 0 || t > maxTime {
		return fmt.Errorf("found %d seconds since 1970 as time of issue, want a time from then on and before the year 10000",
			t)
	}
	return nil
}

func checkURI(what, uri string) error {
	if err := checkText(what, uri, maxURI); err != nil {
		return err
	}
	if u, err := url.Parse(uri); err != nil || u.Scheme == "" || strings.ContainsRune(uri, ' ') {
		return fmt.Errorf("found %s %q, want a URI with a scheme, such as https://example.org/ci", what, uri)
	}
	return nil
}

func checkText(what, text string, limit int) error {
	switch {
	case text == "":
		return fmt.Errorf("found no %s", what)
	case len(text) > limit:
		return fmt.Errorf("found %s of %d bytes, want at most %d", what, len(text), limit)
	case strings.ContainsFunc(text, func(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) }):
		return fmt.Errorf("found %s %+.80q, want characters that can be shown", what, text)
	}
	return nil
}

// CheckOrigin reports why a log may not have the given name, which is a line of the log's checkpoints.
func CheckOrigin(origin string) error {
	if err := checkText("origin", origin, maxText); err != nil {
		return err
	}
	if strings.ContainsAny(origin, "+ ") {
		return fmt.Errorf("found origin %q, want a name without spaces and plus signs, such as example.org/evidence",
			origin)
	}
	return nil
}

// header is the protected header of a statement.
type header struct {
	Algorithm Algorithm `cbor:"1,keyasint"`   // alg, RFC 9052 section 3.1
	KeyID     []byte    `cbor:"4,keyasint"`   // kid, RFC 9052 section 3.1
	Claims    claims    `cbor:"15,keyasint"`  // CWT claims, RFC 9597 section 2
	Type      string    `cbor:"16,keyasint"`  // typ, RFC 9596 section 2
	Hash      int64     `cbor:"258,keyasint"` // payload hash algorithm, RFC 9995
	Content   string    `cbor:"259,keyasint"` // content type of what was hashed, RFC 9995
}

// claims are the claims of a statement: RFC 8392 section 3.1, with one of private use.
type claims struct {
	Issuer  string  `cbor:"1,keyasint"` // iss
	Subject string  `cbor:"2,keyasint"` // sub
	Issued  int64   `cbor:"6,keyasint"` // iat
	Review  *Review `cbor:"-70001,keyasint,omitempty"`
}

// What the header of every statement holds.
const (
	typ         = "application/scitt-statement+cose" // RFC 9943
	hashSHA256  = -16                                // RFC 9054 section 2.1
	certificate = "application/vnd.vouch.certificate+cbor"
)

func (s *Statement) header() header {
	return header{
		Algorithm: s.Algorithm,
		KeyID:     s.KeyID,
		Claims:    claims{s.Issuer, s.Subject, s.Issued.Unix(), s.Review},
		Type:      typ,
		Hash:      hashSHA256,
		Content:   certificate,
	}
}

// Parse returns the statement that data encodes. It verifies no signature. If an ES256K signature has the greater of
// two equivalent values, it gets the lesser one.
func Parse(data []byte) (*Statement, error) {
	s, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("not a statement: %w", err)
	}
	return s, nil
}

func parse(data []byte) (*Statement, error) {
	if len(data) > maxSize {
		return nil, fmt.Errorf("found %d bytes, want at most %d", len(data), maxSize)
	}
	m, err := openSign1(data)
	if err != nil {
		return nil, err
	}
	s, err := m.statement()
	if err != nil {
		return nil, err
	}
	s.Signature, err = schemeOf(s.Algorithm).normal(m.signature)
	return s, err
}

// statement returns the statement in m, without its signature.
func (m *sign1) statement() (*Statement, error) {
	var h header
	if err := decodeHeader(m.protected, &h, "header"); err != nil {
		return nil, err
	}
	var u struct {
		Receipts [][]byte `cbor:"394,keyasint,omitempty"` // RFC 9942 section 4
	}
	if err := decodeHeader(m.unprotected, &u, "unprotected header"); err != nil {
		return nil, err
	}
	switch {
	case h.Type != typ:
		return nil, fmt.Errorf("found type %.80q, want %q", h.Type, typ)
	case h.Hash != hashSHA256:
		return nil, fmt.Errorf("found hash algorithm %d, want %d, SHA-256", h.Hash, hashSHA256)
	case h.Content != certificate:
		return nil, fmt.Errorf("found content type %.80q, want %q", h.Content, certificate)
	case len(m.payload) != sha256.Size:
		return nil, fmt.Errorf("found a payload of %d bytes, want the %d of a digest", len(m.payload), sha256.Size)
	}
	s := &Statement{
		Issuer:    h.Claims.Issuer,
		Subject:   h.Claims.Subject,
		Issued:    time.Unix(h.Claims.Issued, 0).UTC(),
		Review:    h.Claims.Review,
		Digest:    Digest(m.payload),
		Algorithm: h.Algorithm,
		KeyID:     h.KeyID,
		Receipts:  u.Receipts,
		protected: m.protected,
	}
	if err := s.fit(); err != nil {
		return nil, err
	}
	if schemeOf(s.Algorithm) == nil {
		return nil, fmt.Errorf("found algorithm %d, want one of %s", s.Algorithm, knownAlgorithms())
	}
	return s, nil
}

// Bytes returns the encoding of s with its receipts, which SCITT calls a transparent statement if it has any.
func (s *Statement) Bytes() []byte {
	unprotected := map[int64]any{}
	if len(s.Receipts) > 0 {
		unprotected[labelReceipts] = s.Receipts
	}
	return sealSign1(s.protected, encode(unprotected), s.Digest[:], s.Signature)
}

// Entry returns the encoding of s without receipts, which is the entry in a log.
func (s *Statement) Entry() []byte {
	bare := *s
	bare.Receipts = nil
	return bare.Bytes()
}

// Verify reports why the signature of s is not one made with key.
func (s *Statement) Verify(key *PublicKey) error {
	if !bytes.Equal(s.KeyID, key.ID()) {
		return fmt.Errorf("found key ID %x, want %x", s.KeyID, key.ID())
	}
	return verify(s.protected, s.Digest[:], s.Signature, s.Algorithm, key)
}
