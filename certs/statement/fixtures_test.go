package statement

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// This file defines what the tests have in common: keys, a log, and CBOR written by hand.

var update = flag.Bool("update", false, "rewrite golden files")

// named returns the key of the given type that a name stands for.
func named(t testing.TB, kind, name string) *PrivateKey {
	t.Helper()
	secret := sha256.Sum256([]byte(name))
	secret[0] &= 0x3f // below every order
	for _, s := range schemes {
		if s.name == kind {
			k, err := newPrivateKey(s, secret[:])
			if err != nil {
				t.Fatal(err)
			}
			return k
		}
	}
	t.Fatalf("no key type %q", kind)
	return nil
}

// The day on which everything happens.
var day = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

const (
	issuerURI = "https://example.org/ci"
	subject   = "urn:vouch:v1:bug:assertion:3f9a1c22"
	origin    = "example.org/evidence"
)

var cert = []byte("a certificate")

func known() Finding { return Finding{sha256.Sum256(cert), subject, "valid bug", "overflow at a.c:7"} }

func plain() Statement {
	return Statement{Issuer: issuerURI, Subject: subject, Issued: day, Digest: sha256.Sum256(cert)}
}

func review() *Review {
	return &Review{Role: "auditor", Checker: "vouch 1.2.3", Binary: bytes.Repeat([]byte{7}, 32), Verdict: "valid bug"}
}

// seen is a review by somebody who looked for the bug elsewhere.
func seen() *Review {
	r := review()
	r.Native = &Native{"confirmed", "overflow at a.c:7", "gcc (Debian 12.2.0-14) 12.2.0", "address, undefined"}
	return r
}

func signedWith(t testing.TB, s Statement, k *PrivateKey) *Statement {
	t.Helper()
	signed, err := Sign(s, k)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

// trusting returns the file of trust with the given lines, in which %KEY is the key of type KEY of the issuer, and %log
// the log's.
func trusting(t testing.TB, lines ...string) *Trust {
	t.Helper()
	text := strings.Join(lines, "\n")
	for _, kind := range strings.Split(KeyTypes(), ", ") {
		text = strings.ReplaceAll(text, "%"+kind, named(t, kind, "issuer").Public().String())
	}
	text = strings.ReplaceAll(text, "%log", named(t, "ed25519", "log").Public().String())
	trust, err := ParseTrust("trust", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return trust
}

// tree is a log: its entries. What it computes is by the recursive definitions of RFC 9162 sections 2.1.1, 2.1.3.1 and
// 2.1.4.1.
type tree [][]byte

func sum(parts ...[]byte) []byte {
	h := sha256.Sum256(slices.Concat(parts...))
	return h[:]
}

func (d tree) root() []byte {
	switch n := len(d); n {
	case 0:
		return sum()
	case 1:
		return sum([]byte{0}, d[0])
	default:
		k := d.split()
		return sum([]byte{1}, d[:k].root(), d[k:].root())
	}
}

// split returns the greatest power of 2 that is less than the size.
func (d tree) split() int { return 1 << (bits.Len(uint(len(d)-1)) - 1) }

func (d tree) inclusion(m int) [][]byte {
	if len(d) == 1 {
		return [][]byte{}
	}
	k := d.split()
	if m < k {
		return append(d[:k].inclusion(m), d[k:].root())
	}
	return append(d[k:].inclusion(m-k), d[:k].root())
}

func (d tree) consistency(m int) [][]byte { return d.subproof(m, true) }

func (d tree) subproof(m int, whole bool) [][]byte {
	if m == len(d) {
		if whole {
			return [][]byte{}
		}
		return [][]byte{d.root()}
	}
	k := d.split()
	if m <= k {
		return append(d[:k].subproof(m, whole), d[k:].root())
	}
	return append(d[k:].subproof(m-k, false), d[:k].root())
}

// entries returns a log of n entries that are of no interest.
func entries(n int) tree {
	var d tree
	for i := range n {
		d = append(d, fmt.Appendf(nil, "entry %d", i))
	}
	return d
}

// receipt returns a receipt for entry m.
func (d tree) receipt(t testing.TB, m int, name string, at time.Time, k *PrivateKey) []byte {
	t.Helper()
	r, err := SignReceipt(Receipt{Origin: name, Issued: at, Size: uint64(len(d)), Index: uint64(m),
		Path: d.inclusion(m)}, d[m], k)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkpoint returns the log's checkpoint with the given lines after the root.
func (d tree) checkpoint(t testing.TB, name string, k *PrivateKey, more ...string) []byte {
	t.Helper()
	return noted(t, fmt.Sprintf("%s\n%d\n%s\n%s", name, len(d), base64Of(d.root()), strings.Join(more, "")), name, k)
}

// noted returns text as a note signed in the name of a log.
func noted(t testing.TB, text, name string, k *PrivateKey) []byte {
	t.Helper()
	signer, err := NoteSigner(name, k)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := note.Sign(&note.Note{Text: text}, signer)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

// CBOR by hand: each function returns the encoding of one thing, in which what is inside is encoded already.

func head(major byte, n uint64) []byte {
	major <<= 5
	switch {
	case n < 24:
		return []byte{major | byte(n)}
	case n < 1<<8:
		return []byte{major | 24, byte(n)}
	case n < 1<<16:
		return binary.BigEndian.AppendUint16([]byte{major | 25}, uint16(n))
	case n < 1<<32:
		return binary.BigEndian.AppendUint32([]byte{major | 26}, uint32(n))
	}
	return binary.BigEndian.AppendUint64([]byte{major | 27}, n)
}

func cInt(n int64) []byte {
	if n < 0 {
		return head(1, uint64(-1-n))
	}
	return head(0, uint64(n))
}

func cBytes(b []byte) []byte { return append(head(2, uint64(len(b))), b...) }

func cText(s string) []byte { return append(head(3, uint64(len(s))), s...) }

func cArray(items ...[]byte) []byte {
	return append(head(4, uint64(len(items))), slices.Concat(items...)...)
}

func cTag(n uint64, item []byte) []byte { return append(head(6, n), item...) }

// pairs is a map, in its order.
type pairs [][2][]byte

func cMap(m pairs) []byte {
	b := head(5, uint64(len(m)))
	for _, p := range m {
		b = append(append(b, p[0]...), p[1]...)
	}
	return b
}

// with returns m with another value for a key, which is put behind the others if it is new.
func (m pairs) with(key, value []byte) pairs {
	m = slices.Clone(m)
	for i := range m {
		if bytes.Equal(m[i][0], key) {
			m[i][1] = value
			return m
		}
	}
	return append(m, [2][]byte{key, value})
}

func (m pairs) without(key []byte) pairs {
	return slices.DeleteFunc(slices.Clone(m), func(p [2][]byte) bool { return bytes.Equal(p[0], key) })
}

// message1 is a COSE_Sign1 message to be spoiled.
type message1 struct {
	head        []byte // tag, and the head of the array
	protected   pairs
	header      []byte // instead of protected, if it is not nil
	unprotected pairs
	payload     []byte // encoded
	signed      []byte // what is signed instead of a payload that is detached
	signature   []byte // the one to write; nil for one that is made
	tail        []byte
}

func (m message1) seal(k *PrivateKey) []byte {
	header := m.header
	if header == nil {
		header = cMap(m.protected)
	}
	if m.signature == nil {
		content := m.signed
		if content == nil {
			content = m.payload[2:] // of 24 to 255 bytes
		}
		m.signature = must(k.Sign(slices.Concat([]byte("\x84\x6aSignature1"), cBytes(header), []byte{0x40},
			cBytes(content))))
	}
	return slices.Concat(m.head, cBytes(header), cMap(m.unprotected), m.payload, cBytes(m.signature), m.tail)
}

// handmade returns the statement of plain as a message.
func handmade(k *PrivateKey) message1 {
	digest := sha256.Sum256(cert)
	return message1{
		head: []byte{0xd2, 0x84},
		protected: pairs{
			{cInt(1), cInt(int64(k.Algorithm()))},
			{cInt(4), cBytes(k.Public().ID())},
			{cInt(15), cMap(handmadeClaims())},
			{cInt(16), cText("application/scitt-statement+cose")},
			{cInt(258), cInt(-16)},
			{cInt(259), cText("application/vnd.vouch.certificate+cbor")},
		},
		payload: cBytes(digest[:]),
	}
}

func handmadeClaims() pairs {
	return pairs{{cInt(1), cText(issuerURI)}, {cInt(2), cText(subject)}, {cInt(6), cInt(day.Unix())}}
}

// handmadeReceipt returns the receipt for entry m of d.
func handmadeReceipt(d tree, m int, k *PrivateKey) message1 {
	var path [][]byte
	for _, h := range d.inclusion(m) {
		path = append(path, cBytes(h))
	}
	return message1{
		head: []byte{0xd2, 0x84},
		protected: pairs{
			{cInt(1), cInt(-19)},
			{cInt(4), cBytes(k.Public().ID())},
			{cInt(15), cMap(pairs{{cInt(1), cText(origin)}, {cInt(6), cInt(day.Unix())}})},
			{cInt(395), cInt(1)},
		},
		unprotected: pairs{{cInt(396), cMap(pairs{{cInt(-1), cArray(
			cBytes(cArray(cInt(int64(len(d))), cInt(int64(m)), cArray(path...))))}})}},
		payload: []byte{0xf6},
		signed:  d.root(),
	}
}

// want compares an error with the text it should have; "" is for none.
func want(t testing.TB, err error, text string) {
	t.Helper()
	found := ""
	if err != nil {
		found = err.Error()
	}
	if found != text {
		t.Errorf("found error %q\n          want %q", found, text)
	}
}

// noKey is the reason for a key that nobody trusts for an issuer or a log.
func noKey(id, whom string) string {
	return "not trusted: found key ID " + id + ", which is of no key that the file of trust has for " + whom
}

// otherCertificate is the reason for a statement about a certificate that is not the current one.
func otherCertificate(digest string) string {
	return fmt.Sprintf("the statement is about something else: found certificate %s, want %x", digest, known().Digest)
}
