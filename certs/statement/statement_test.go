package statement

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
	"github.com/fxamacker/cbor/v2"
	"github.com/veraison/go-cose"
)

// This file tests statements: what is signed is read back, and what was changed is refused.

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

const issuer = "https://example.org/ci"

// key returns a key of the given type, the same for the same type and number.
func key(t testing.TB, kind string, n byte) *PrivateKey {
	t.Helper()
	for _, s := range schemes {
		if s.name == kind {
			secret := sha256.Sum256([]byte{n})
			secret[0] &= 0x1f // below the order of every curve
			k, err := newPrivateKey(s, secret[:])
			if err != nil {
				t.Fatal(err)
			}
			return k
		}
	}
	t.Fatalf("found no key type %q", kind)
	return nil
}

var (
	cert    = []byte("a certificate")
	finding = Finding{Digest: sha256.Sum256(cert), Subject: "urn:vouch:v1:bug:assertion:00ff", Verdict: "valid bug"}
	review  = &Review{Role: "auditor", Checker: "vouch 0.1.0", Binary: make([]byte, sha256.Size), Verdict: "valid bug"}
)

func said(change ...func(*Statement)) Statement {
	s := Statement{Issuer: issuer, Subject: finding.Subject, Issued: noon, Digest: finding.Digest}
	for _, c := range change {
		c(&s)
	}
	return s
}

func signedBy(t testing.TB, k *PrivateKey, change ...func(*Statement)) *Statement {
	t.Helper()
	s, err := Sign(said(change...), k)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// trusting returns a file of trust with the given lines.
func trusting(t testing.TB, lines ...string) *Trust {
	t.Helper()
	trust, err := ParseTrust("trust", []byte(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return trust
}

func line(k *PrivateKey, name string, more ...string) string {
	kind := "issuer"
	if !strings.Contains(name, ":") {
		kind = "log"
	}
	return strings.Join(append([]string{kind, name, k.Public().String()}, more...), " ")
}

func TestRoundTrip(t *testing.T) {
	for _, kind := range []string{"es256k", "ed25519", "bls12-381"} {
		for title, change := range map[string]func(*Statement){
			"plain":  func(*Statement) {},
			"review": func(s *Statement) { s.Review = review },
			"1970":   func(s *Statement) { s.Issued = time.Unix(0, 0).UTC() },
			"long":   func(s *Statement) { s.Issuer = "https://example.org/" + strings.Repeat("x", 1000) },
		} {
			t.Run(kind+" "+title, func(t *testing.T) {
				k := key(t, kind, 1)
				s := signedBy(t, k, change)
				again, err := Parse(s.Bytes())
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(again.Bytes(), s.Bytes()) || !bytes.Equal(again.Entry(), s.Bytes()) {
					t.Error("found other bytes")
				}
				if fmt.Sprint(again.Issuer, again.Subject, again.Issued, again.Digest, again.Review) != fmt.Sprint(s.Issuer, s.Subject, s.Issued, s.Digest, s.Review) {
					t.Errorf("found %+v, want %+v", again, s)
				}
				if err := again.Verify(k.Public()); err != nil {
					t.Error(err)
				}
				if err := again.Verify(key(t, kind, 2).Public()); err == nil {
					t.Error("another key verifies it")
				}
				again.Receipts = [][]byte{receipt(t, key(t, "ed25519", 9), again.Entry(), noon)}
				with, err := Parse(again.Bytes())
				if err != nil || len(with.Receipts) != 1 || !bytes.Equal(with.Entry(), s.Bytes()) {
					t.Errorf("with a receipt: found %+v, %v", with, err)
				}
			})
		}
	}
}

// TestConstants reads a statement as anybody would, and compares it with the registries.
func TestConstants(t *testing.T) {
	s := signedBy(t, key(t, "es256k", 1))
	var tag cbor.RawTag
	if err := cbor.Unmarshal(s.Bytes(), &tag); err != nil {
		t.Fatal(err)
	}
	var parts []cbor.RawMessage
	var protected []byte
	var header map[int64]any
	if err := cbor.Unmarshal(tag.Content, &parts); err != nil {
		t.Fatal(err)
	}
	if err := cbor.Unmarshal(parts[0], &protected); err != nil {
		t.Fatal(err)
	}
	if err := cbor.Unmarshal(protected, &header); err != nil {
		t.Fatal(err)
	}
	claims, _ := header[15].(map[any]any)
	for _, c := range []struct {
		what        string
		found, want any
	}{
		{"COSE_Sign1, RFC 9052 section 2", tag.Number, uint64(18)},
		{"alg is ES256K, RFC 8812", header[1], int64(-47)},
		{"kid", len(header[4].([]byte)), 32},
		{"iss, RFC 8392", claims[uint64(1)], issuer},
		{"sub, RFC 8392", claims[uint64(2)], finding.Subject},
		{"iat, RFC 8392", claims[uint64(6)], uint64(noon.Unix())},
		{"typ, RFC 9596", header[16], "application/scitt-statement+cose"},
		{"hash, RFC 9995", header[258], int64(-16)},
		{"content type of what was hashed, RFC 9995", header[259], "application/vnd.vouch.certificate+cbor"},
		{"parameters", len(header), 6},
		{"unprotected", fmt.Sprintf("%x", []byte(parts[1])), "a0"},
		{"payload", fmt.Sprintf("%x", []byte(parts[2])), fmt.Sprintf("5820%x", finding.Digest)},
		{"Ed25519, RFC 9864", int64(Ed25519), int64(-19)},
		{"EdDSA, RFC 9053", int64(EdDSA), int64(-8)},
	} {
		if c.found != c.want {
			t.Errorf("%s: found %v, want %v", c.what, c.found, c.want)
		}
	}
}

// raw is a COSE_Sign1 message in parts, to be put together wrongly.
type raw struct {
	header      map[any]any
	protected   []byte // in place of header
	unprotected any
	payload     any
	signature   []byte
	tag         uint64
}

func (r raw) bytes() []byte {
	if r.protected == nil {
		r.protected = must(encMode.Marshal(r.header))
	}
	return must(encMode.Marshal(cbor.Tag{Number: r.tag, Content: []any{r.protected, r.unprotected, r.payload, r.signature}}))
}

// rawOf returns the parts of a good statement.
func rawOf(t testing.TB, s *Statement) raw {
	t.Helper()
	r := raw{unprotected: map[int64]any{}, payload: s.Digest[:], signature: s.Signature, tag: 18}
	if err := cbor.Unmarshal(s.protected, &r.header); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestParseRejects(t *testing.T) {
	good := signedBy(t, key(t, "es256k", 1))
	data := good.Bytes()
	header := func(change func(map[any]any)) []byte {
		r := rawOf(t, good)
		change(r.header)
		return r.bytes()
	}
	claims := func(change func(map[any]any)) []byte {
		return header(func(h map[any]any) {
			c := h[uint64(15)].(map[any]any)
			change(c)
		})
	}
	part := func(change func(*raw)) []byte {
		r := rawOf(t, good)
		change(&r)
		return r.bytes()
	}
	set := func(label uint64, value any) []byte { return header(func(h map[any]any) { h[label] = value }) }
	without := func(label any) []byte { return header(func(h map[any]any) { delete(h, label) }) }
	claim := func(label, value any) []byte { return claims(func(c map[any]any) { c[label] = value }) }
	aReview := func(change func(map[string]any)) []byte {
		r := map[string]any{"role": "auditor", "checker": "c", "binary": make([]byte, 32), "verdict": "valid bug"}
		change(r)
		return claim(int64(-70001), r)
	}
	for _, c := range []struct {
		title string
		data  []byte
		want  string
	}{
		{"nothing", nil, "not a statement"},
		{"text", []byte("hello"), "not a statement"},
		{"a certificate", encode(map[string]string{"kind": "bug"}), "not a statement"},
		{"too long", append(slices.Clone(data), make([]byte, maxSize)...), "want at most"},
		{"trailing byte", append(slices.Clone(data), 0), "not a statement"},
		{"cut", data[:len(data)-1], "not a statement"},
		{"no tag", data[1:], "not a statement"},
		{"another tag", part(func(r *raw) { r.tag = 98 }), "not a statement"},
		{"two tags", append([]byte{0xd9, 0xd9, 0xf7}, data...), "not a statement"},
		{"indefinite array", append(append([]byte{0xd2, 0x9f}, data[2:]...), 0xff), "not a statement"},
		{"longer length of the payload", bytes.Replace(data, []byte{0x58, 0x20}, []byte{0x59, 0x00, 0x20}, 2), ""},
		{"longer tag", append([]byte{0xd8, 18}, data[1:]...), ""},
		{"header not encoded", part(func(r *raw) { r.protected = []byte{} }), "header"},
		{"header is no map", part(func(r *raw) { r.protected = []byte{0x80} }), ""},
		{"header with surplus", part(func(r *raw) { r.protected = append(slices.Clone(good.protected), 0) }), ""},
		{"header with a key twice", part(func(r *raw) {
			r.protected = append([]byte{good.protected[0] + 1, 0x01, 0x38, 0x2e}, good.protected[1:]...)
		}), ""},
		{"header in another order", part(func(r *raw) { r.protected = swapped(t, good.protected) }), "not the deterministic one"},
		{"critical parameters", set(2, []int{15}), "critical"},
		{"unknown parameter", set(99, 1), "unknown field"},
		{"unknown parameter by name", header(func(h map[any]any) { h["x"] = 1 }), "unknown field"},
		{"content type of the payload", set(3, "text/plain"), "unknown field"},
		{"no algorithm", without(uint64(1)), ""},
		{"no key ID", without(uint64(4)), "not the deterministic one"},
		{"short key ID", set(4, []byte{1}), "key ID of 1 bytes"},
		{"no claims", without(uint64(15)), "not the deterministic one"},
		{"no type", without(uint64(16)), "not the deterministic one"},
		{"another type", set(16, "text/plain"), "found type"},
		{"another hash", set(258, -44), "found hash algorithm -44"},
		{"no hash", without(uint64(258)), "not the deterministic one"},
		{"another content", set(259, "text/plain"), "found content type"},
		{"an unknown algorithm", set(1, -7), "found algorithm -7, want one of -47 (es256k), -19 (ed25519), -65601 (bls12-381)"},
		{"the algorithm of a hash", set(1, -16), "found algorithm -16"},
		{"the algorithm as text", set(1, "ES256K"), ""},
		{"the algorithm in the unprotected header too", part(func(r *raw) { r.unprotected = map[int64]any{1: -47} }), ""},
		{"unknown unprotected parameter", part(func(r *raw) { r.unprotected = map[int64]any{99: 1} }), "unknown field"},
		{"receipts that are none", part(func(r *raw) { r.unprotected = map[int64]any{394: 1} }), "unprotected header"},
		{"no receipt in the list", part(func(r *raw) { r.unprotected = map[int64]any{394: []any{}} }), "not the deterministic one"},
		{"null for receipts", part(func(r *raw) { r.unprotected = map[int64]any{394: nil} }), "not the deterministic one"},
		{"no payload", part(func(r *raw) { r.payload = nil }), "payload of 0 bytes"},
		{"short payload", part(func(r *raw) { r.payload = good.Digest[:31] }), "payload of 31 bytes"},
		{"text as payload", part(func(r *raw) { r.payload = "text" }), ""},
		{"no signature", part(func(r *raw) { r.signature = nil }), ""},
		{"short signature", part(func(r *raw) { r.signature = r.signature[:63] }), "signature of 63 bytes, want 64"},
		{"long signature", part(func(r *raw) { r.signature = append(slices.Clone(r.signature), 0) }), "signature of 65 bytes, want 64"},
		{"no issuer", claims(func(c map[any]any) { delete(c, uint64(1)) }), "not the deterministic one"},
		{"empty issuer", claim(uint64(1), ""), "found no issuer"},
		{"issuer without a scheme", claim(uint64(1), "example.org"), "want a URI"},
		{"issuer with a line break", claim(uint64(1), "https://a\nb"), "can be shown"},
		{"issuer that writes backwards", claim(uint64(1), "https://a\u202eb"), "can be shown"},
		{"long issuer", claim(uint64(1), "https://"+strings.Repeat("x", 1024)), "want at most 1024"},
		{"no subject", claims(func(c map[any]any) { delete(c, uint64(2)) }), "not the deterministic one"},
		{"subject with a blank", claim(uint64(2), "urn:a b"), "want a URI"},
		{"time before 1970", claim(uint64(6), -1), "seconds since 1970"},
		{"time after 9999", claim(uint64(6), int64(maxTime+1)), "seconds since 1970"},
		{"time as a fraction", claim(uint64(6), 1.5), ""},
		{"unknown claim", claim(uint64(3), "audience"), "unknown field"},
		{"claim of what a key is", claim(uint64(8), map[int]int{}), "unknown field"},
		{"review without a role", aReview(func(r map[string]any) { delete(r, "role") }), "not the deterministic one"},
		{"review with an empty verdict", aReview(func(r map[string]any) { r["verdict"] = "" }), "found no verdict"},
		{"review with a short digest", aReview(func(r map[string]any) { r["binary"] = []byte{1} }), "checker's digest of 1 bytes"},
		{"review with more", aReview(func(r map[string]any) { r["more"] = 1 }), "unknown field"},
		{"review with control characters", aReview(func(r map[string]any) { r["checker"] = "\x1b[31m" }), "can be shown"},
		{"review that is null", claim(int64(-70001), nil), "not the deterministic one"},
		{"nested deeply", append([]byte{0xd2}, bytes.Repeat([]byte{0x81}, 60_000)...), "not a statement"},
		{"a length that is not there", []byte{0xd2, 0x9b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, "not a statement"},
	} {
		s, err := Parse(c.data)
		if err == nil {
			t.Errorf("%s: found %+v, want an error with %q", c.title, s, c.want)
		} else if !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "not a statement: ") {
			t.Errorf("%s: found error %q, want one with %q", c.title, err, c.want)
		}
	}
}

// swapped returns the encoding of a map with its first two pairs, of an integer each, in the other order.
func swapped(t testing.TB, data []byte) []byte {
	t.Helper()
	// 01 38 2e (alg), 04 58 20 ... (kid)
	alg, kid := data[1:4], data[4:4+3+32]
	if alg[0] != 1 || kid[0] != 4 {
		t.Fatalf("found a header that begins with %x", data[:8])
	}
	return slices.Concat(data[:1], kid, alg, data[4+3+32:])
}

func TestSignatures(t *testing.T) {
	for _, kind := range []string{"es256k", "ed25519", "bls12-381"} {
		k := key(t, kind, 1)
		good := signedBy(t, k)
		other := signedBy(t, key(t, kind, 2))
		for _, c := range []struct {
			title  string
			change func(*Statement)
		}{
			{"a bit of the signature", func(s *Statement) { s.Signature[7] ^= 1 }},
			{"the last bit", func(s *Statement) { s.Signature[len(s.Signature)-1] ^= 1 }},
			{"nothing but zeros", func(s *Statement) { clear(s.Signature) }},
			{"nothing but ones", func(s *Statement) {
				for i := range s.Signature {
					s.Signature[i] = 0xff
				}
			}},
			{"another's signature", func(s *Statement) { s.Signature = other.Signature }},
			{"another digest", func(s *Statement) { s.Digest[0] ^= 1 }},
			{"another header", func(s *Statement) { s.protected = signedBy(t, k, func(s *Statement) { s.Review = review }).protected }},
		} {
			s := *good
			s.Signature = slices.Clone(good.Signature)
			c.change(&s)
			if err := s.Verify(k.Public()); err == nil {
				t.Errorf("%s, %s: it verifies", kind, c.title)
			}
		}
	}
	// The old number of Ed25519 means the same, and numbers of other schemes do not.
	k := key(t, "ed25519", 1)
	old := said()
	old.Algorithm, old.KeyID = EdDSA, k.Public().ID()
	old.protected = encode(old.header())
	m := must(message(old.protected, old.Digest[:], nil))
	if err := m.Sign(nil, nil, oldSigner{k}); err != nil {
		t.Fatal(err)
	}
	old.Signature = m.Signature
	again, err := Parse(old.Bytes())
	if err == nil {
		err = again.Verify(k.Public())
	}
	if err != nil {
		t.Errorf("with algorithm -8: %v", err)
	}
	if err := verify(old.protected, old.Digest[:], old.Signature, ES256K, k.Public()); err == nil {
		t.Error("a signature of Ed25519 verifies as one of ES256K")
	}
}

// oldSigner signs with Ed25519 under the number that it had before.
type oldSigner struct{ key *PrivateKey }

func (s oldSigner) Algorithm() cose.Algorithm { return cose.Algorithm(EdDSA) }

func (s oldSigner) Sign(_ io.Reader, message []byte) ([]byte, error) { return s.key.Sign(message) }

func TestLowS(t *testing.T) {
	k := key(t, "es256k", 1)
	s := signedBy(t, k)
	order := fr.Modulus()
	half := new(big.Int).Rsh(order, 1)
	value := new(big.Int).SetBytes(s.Signature[32:])
	if value.Cmp(half) > 0 {
		t.Error("a statement was signed with the greater s")
	}
	high := *s
	high.Signature = slices.Clone(s.Signature)
	new(big.Int).Sub(order, value).FillBytes(high.Signature[32:])
	again, err := Parse(high.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Verify(k.Public()); err != nil {
		t.Errorf("with the greater s: %v", err)
	}
	if !bytes.Equal(again.Bytes(), s.Bytes()) {
		t.Error("the greater s was not made the lesser")
	}
	for title, change := range map[string]func(sig []byte){
		"r is 0":         func(sig []byte) { clear(sig[:32]) },
		"s is 0":         func(sig []byte) { clear(sig[32:]) },
		"r is the order": func(sig []byte) { order.FillBytes(sig[:32]) },
		"s is the order": func(sig []byte) { order.FillBytes(sig[32:]) },
		"s is too large": func(sig []byte) { new(big.Int).Add(order, big.NewInt(1)).FillBytes(sig[32:]) },
	} {
		bad := *s
		bad.Signature = slices.Clone(s.Signature)
		change(bad.Signature)
		if again, err := Parse(bad.Bytes()); err == nil && again.Verify(k.Public()) == nil {
			t.Errorf("%s: it verifies", title)
		}
	}
}

func TestSignRejects(t *testing.T) {
	k := key(t, "ed25519", 1)
	for title, change := range map[string]func(*Statement){
		"no issuer":             func(s *Statement) { s.Issuer = "" },
		"no scheme":             func(s *Statement) { s.Issuer = "example.org" },
		"no subject":            func(s *Statement) { s.Subject = "" },
		"a time in 1969":        func(s *Statement) { s.Issued = time.Unix(-1, 0) },
		"a time in 10000":       func(s *Statement) { s.Issued = time.Unix(maxTime+1, 0) },
		"an empty role":         func(s *Statement) { s.Review = &Review{"", "c", make([]byte, 32), "v"} },
		"a line break":          func(s *Statement) { s.Review = &Review{"r", "c\nd", make([]byte, 32), "v"} },
		"a digest of 31 bytes":  func(s *Statement) { s.Review = &Review{"r", "c", make([]byte, 31), "v"} },
		"not valid UTF-8":       func(s *Statement) { s.Issuer = "https://\xff" },
		"a role that goes on":   func(s *Statement) { s.Review = &Review{strings.Repeat("r", 257), "c", make([]byte, 32), "v"} },
		"a subject that is not": func(s *Statement) { s.Subject = "%zz" },
	} {
		if s, err := Sign(said(change), k); err == nil {
			t.Errorf("%s: it was signed: %+v", title, s)
		}
	}
}

// TestNoKeyShows prints keys in every way, and looks for their secrets.
func TestNoKeyShows(t *testing.T) {
	for _, kind := range []string{"es256k", "ed25519", "bls12-381"} {
		k := key(t, kind, 1)
		holder := struct {
			Key  *PrivateKey
			Keys []*PrivateKey
		}{k, []*PrivateKey{k}}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d"} {
			for _, v := range []any{k, holder, &holder} {
				out := fmt.Sprintf(verb, v)
				decimal := strings.Trim(fmt.Sprint(k.secret[:4]), "[]")
				for _, secret := range []string{hex.EncodeToString(k.secret[:4]), strings.ToUpper(hex.EncodeToString(k.secret[:4])), decimal,
					strings.ReplaceAll(decimal, " ", ", "), string(k.secret[:4])} {
					if strings.Contains(out, secret) {
						t.Errorf("%s: %s of %T shows the secret", kind, verb, v)
					}
				}
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, kind := range []string{"es256k", "ed25519", "bls12-381"} {
		f.Add(signedBy(f, key(f, kind, 1)).Bytes())
		f.Add(signedBy(f, key(f, kind, 1), func(s *Statement) { s.Review = review }).Bytes())
	}
	with := signedBy(f, key(f, "ed25519", 1))
	with.Receipts = [][]byte{receipt(f, key(f, "ed25519", 9), with.Entry(), noon)}
	f.Add(with.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse(data)
		if err != nil {
			return
		}
		again, err := Parse(s.Bytes())
		if err != nil || !bytes.Equal(again.Bytes(), s.Bytes()) {
			t.Fatalf("found %v of what was just encoded", err)
		}
		if len(s.Bytes()) != len(data) {
			t.Error("found two encodings of one statement")
		}
		s.Verify(key(t, "ed25519", 1).Public())
		for _, r := range s.Receipts {
			ParseReceipt(r)
		}
	})
}
