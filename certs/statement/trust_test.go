package statement

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// This file tests files of trust, receipts, and what they make of a statement.

const origin = "example.org/evidence"

// receipt returns a receipt for an entry that is the second of two.
func receipt(t testing.TB, k *PrivateKey, entry []byte, at time.Time, change ...func(*Receipt)) []byte {
	t.Helper()
	r := Receipt{Origin: origin, Issued: at, Size: 2, Index: 1, Path: [][]byte{LeafHash([]byte("genesis"))}}
	for _, c := range change {
		c(&r)
	}
	data, err := SignReceipt(r, entry, k)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestVouch(t *testing.T) {
	ci, log, eve := key(t, "es256k", 1), key(t, "ed25519", 9), key(t, "es256k", 66)
	trusted := []string{line(ci, issuer), line(log, origin)}
	reviewed := func(s *Statement) { s.Review = review }
	with := func(receipts ...[]byte) func(*Statement) { return func(s *Statement) { s.Receipts = receipts } }
	late := signedBy(t, ci, func(s *Statement) { s.Issued = noon.Add(time.Hour) })
	plain := signedBy(t, ci)
	hour := time.Hour
	for _, c := range []struct {
		title string
		trust []string
		s     *Statement
		after []func(*Statement) // once it is signed
		f     Finding
		now   time.Time
		want  string // "" if it is good
	}{
		{title: "a statement", s: plain},
		{title: "an auditor's", s: signedBy(t, ci, reviewed)},
		{title: "a receipt", s: plain, after: []func(*Statement){with(receipt(t, log, plain.Entry(), noon))}},
		{title: "two receipts", s: plain, after: []func(*Statement){with(receipt(t, log, plain.Entry(), noon), receipt(t, log, plain.Entry(), noon.Add(hour)))}, now: noon.Add(hour)},
		{title: "a key trusted from the second on", trust: []string{line(ci, issuer, "from=2026-05-04T12:00:00Z"), line(log, origin)}, s: plain},
		{title: "a key that was withdrawn, after a log saw it", trust: []string{line(ci, issuer, "until=2026-05-05"), line(log, origin)},
			s: plain, after: []func(*Statement){with(receipt(t, log, plain.Entry(), noon))}, now: noon.Add(1000 * hour)},
		{title: "one of two keys", trust: []string{line(eve, issuer), line(ci, issuer)}, s: plain},
		{title: "clocks that differ by two minutes", s: signedBy(t, ci, func(s *Statement) { s.Issued = noon.Add(2 * time.Minute) })},

		{title: "an issuer that is not named", trust: []string{line(ci, "https://example.net")}, s: plain, want: "whom the file of trust does not name"},
		{title: "another key of the issuer", trust: []string{line(eve, issuer)}, s: plain, want: "is of no key that the file of trust has"},
		{title: "a key of a log as an issuer's", trust: []string{line(log, origin)}, s: signedBy(t, log), want: "does not name"},
		{title: "another certificate", s: plain, f: Finding{Subject: finding.Subject}, want: "about something else: found certificate"},
		{title: "another subject", s: plain, f: Finding{Digest: finding.Digest, Subject: "urn:other"}, want: "about something else: found subject"},
		{title: "another verdict", s: signedBy(t, ci, reviewed), f: Finding{finding.Digest, finding.Subject, "valid safe"}, want: "about something else: found verdict"},
		{title: "a spoiled signature", s: plain, after: []func(*Statement){func(s *Statement) { s.Signature[40] ^= 1 }}, want: "the signature is not one"},
		{title: "not yet trusted", trust: []string{line(ci, issuer, "from=2026-05-04T12:00:01Z")}, s: plain, want: "is trusted from 2026-05-04T12:00:01Z on"},
		{title: "no longer trusted, without a receipt", trust: []string{line(ci, issuer, "until=2026-05-05")}, s: plain, now: noon.Add(1000 * hour), want: "is trusted until 2026-05-05T00:00:00Z; it is now"},
		{title: "no longer trusted when the log saw it", trust: []string{line(ci, issuer, "until=2026-05-05"), line(log, origin)},
			s: plain, after: []func(*Statement){with(receipt(t, log, plain.Entry(), noon.Add(100*hour)))}, now: noon.Add(1000 * hour), want: "until 2026-05-05T00:00:00Z; a log saw"},
		{title: "issued when the key was no longer trusted", trust: []string{line(ci, issuer, "until=2026-05-04T12:00:00Z")}, s: plain, want: "is trusted until"},
		{title: "issued in the future", s: late, want: "says it was issued at"},
		{title: "issued after the log saw it", s: late, after: []func(*Statement){with(receipt(t, log, late.Entry(), noon))}, now: noon.Add(2 * hour), want: "a log saw the statement at"},
		{title: "a receipt from the future", s: plain, after: []func(*Statement){with(receipt(t, log, plain.Entry(), noon.Add(hour)))}, want: "still to come"},
		{title: "a receipt of a log that is not named", trust: []string{line(ci, issuer)}, s: plain, after: []func(*Statement){with(receipt(t, log, plain.Entry(), noon))}, want: "receipt: not trusted: found log"},
		{title: "a receipt by another key", s: plain, after: []func(*Statement){with(receipt(t, key(t, "ed25519", 7), plain.Entry(), noon))}, want: "receipt: not trusted: found key ID"},
		{title: "a receipt when the log was not yet trusted", trust: []string{line(ci, issuer), line(log, origin, "from=2026-06-01")}, s: plain,
			after: []func(*Statement){with(receipt(t, log, plain.Entry(), noon))}, want: "the receipt is from"},
		{title: "a receipt for another entry", s: plain, after: []func(*Statement){with(receipt(t, log, signedBy(t, ci, reviewed).Entry(), noon))}, want: "receipt: the signature"},
		{title: "a receipt with another index", s: plain, after: []func(*Statement){with(resealed(t, receipt(t, log, plain.Entry(), noon), func(r *Receipt) { r.Index = 0 }))}, want: "receipt: the signature"},
		{title: "a receipt with another size", s: plain, after: []func(*Statement){with(resealed(t, receipt(t, log, plain.Entry(), noon), func(r *Receipt) { r.Size = 3 }))}, want: "receipt: "},
		{title: "a receipt with another path", s: plain, after: []func(*Statement){with(resealed(t, receipt(t, log, plain.Entry(), noon), func(r *Receipt) { r.Path[0][0] ^= 1 }))}, want: "receipt: the signature"},
		{title: "a receipt with a longer path", s: plain, after: []func(*Statement){with(resealed(t, receipt(t, log, plain.Entry(), noon), func(r *Receipt) { r.Path = append(r.Path, r.Path[0]) }))}, want: "receipt: proof of inclusion"},
		{title: "a receipt that is none", s: plain, after: []func(*Statement){with([]byte("receipt"))}, want: "receipt: "},
		{title: "a statement as a receipt", s: plain, after: []func(*Statement){with(plain.Bytes())}, want: "receipt: header: "},
		{title: "a good receipt and a bad one", s: plain, after: []func(*Statement){with(receipt(t, log, plain.Entry(), noon), []byte{0})}, want: "receipt: "},
	} {
		t.Run(c.title, func(t *testing.T) {
			if c.trust == nil {
				c.trust = trusted
			}
			if c.f == (Finding{}) {
				c.f = finding
			}
			if c.now.IsZero() {
				c.now = noon
			}
			s := *c.s
			s.Signature = slices.Clone(s.Signature)
			for _, change := range c.after {
				change(&s)
			}
			again, err := Parse(s.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			v, err := trusting(t, c.trust...).Vouch(again, c.f, c.now)
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want == "" && len(v.Seen) != len(s.Receipts):
				t.Errorf("found %d receipts, want %d", len(v.Seen), len(s.Receipts))
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("found error %v, want one with %q", err, c.want)
			}
		})
	}
}

// resealed returns a receipt with another proof under the same signature.
func resealed(t testing.TB, data []byte, change func(*Receipt)) []byte {
	t.Helper()
	r, err := ParseReceipt(data)
	if err != nil {
		t.Fatal(err)
	}
	change(r)
	return r.seal(r.protected, r.signature)
}

// TestNoConfusion shows that a receipt is no statement and a statement no receipt, though one key may have signed both.
func TestNoConfusion(t *testing.T) {
	k := key(t, "ed25519", 1)
	s := signedBy(t, k)
	if _, err := Parse(receipt(t, k, s.Entry(), noon)); err == nil {
		t.Error("a receipt was taken for a statement")
	}
	if _, err := ParseReceipt(s.Bytes()); err == nil {
		t.Error("a statement was taken for a receipt")
	}
	if _, err := trusting(t, line(k, origin)).Checkpoint(s.Bytes()); err == nil {
		t.Error("a statement was taken for a checkpoint")
	}
}

func TestParseReceiptRejects(t *testing.T) {
	k := key(t, "ed25519", 9)
	good := must(ParseReceipt(receipt(t, k, []byte("entry"), noon)))
	base := raw{tag: 18, payload: nil, signature: good.signature, protected: good.protected,
		unprotected: map[int64]any{396: map[int64]any{-1: [][]byte{encode(inclusion{Size: 2, Index: 1, Path: good.Path})}}}}
	header := func(label, value any) []byte {
		r := base
		r.protected = nil
		r.header = map[any]any{1: -19, 4: good.keyID, 15: map[any]any{1: origin, 6: noon.Unix()}, 395: 1}
		r.header[label] = value
		return r.bytes()
	}
	proofs := func(v any) []byte {
		r := base
		r.unprotected = v
		return r.bytes()
	}
	one := func(proof any) []byte { return proofs(map[int64]any{396: map[int64]any{-1: [][]byte{encode(proof)}}}) }
	hash := make([]byte, 32)
	for _, c := range []struct {
		title string
		data  []byte
		want  string
	}{
		{"nothing", nil, ""},
		{"an unknown structure", header(395, 2), "found verifiable data structure 2, want 1"},
		{"no structure", header(395, 0), "found verifiable data structure 0"},
		{"critical parameters", header(2, []int{395}), "critical"},
		{"an unknown parameter", header(99, 1), "unknown field"},
		{"a subject", header(15, map[any]any{1: origin, 2: "x", 6: 1}), "unknown field"},
		{"an origin with a line break", header(15, map[any]any{1: "a\nb", 6: 1}), "can be shown"},
		{"no origin", header(15, map[any]any{1: "", 6: 1}), "found no origin"},
		{"time before 1970", header(15, map[any]any{1: origin, 6: -1}), "seconds since 1970"},
		{"a short key ID", header(4, []byte{1}), "key ID of 1 bytes"},
		{"a payload", func() []byte { r := base; r.payload = hash; return r.bytes() }(), "found a payload, want none"},
		{"an empty payload", func() []byte { r := base; r.payload = []byte{}; return r.bytes() }(), "found a payload, want none"},
		{"no proof", proofs(map[int64]any{}), "not the deterministic one"},
		{"an empty list of proofs", proofs(map[int64]any{396: map[int64]any{-1: []any{}}}), "found 0 proofs"},
		{"two proofs", proofs(map[int64]any{396: map[int64]any{-1: [][]byte{hash, hash}}}), "found 2 proofs"},
		{"a proof of consistency beside", proofs(map[int64]any{396: map[int64]any{-1: [][]byte{hash}, -2: [][]byte{hash}}}), "unknown field"},
		{"a proof of two parts", one([]any{2, 1}), "proof of inclusion"},
		{"a proof of four parts", one([]any{2, 1, [][]byte{hash}, 0}), "proof of inclusion"},
		{"an index beyond the size", one([]any{2, 2, [][]byte{hash}}), "found index 2 in a log of 2 entries"},
		{"a size that is too large", one([]any{uint64(1) << 63, 1, [][]byte{hash}}), "in a log of"},
		{"a short hash", one([]any{2, 1, [][]byte{hash[:31]}}), "hash of 31 bytes"},
		{"a path that never ends", one([]any{2, 1, slices.Repeat([][]byte{hash}, 65)}), "proof of 65 hashes"},
		{"a negative index", one([]any{2, -1, [][]byte{hash}}), "proof of inclusion"},
		{"a proof with surplus", proofs(map[int64]any{396: map[int64]any{-1: [][]byte{append(encode(inclusion{Size: 2, Index: 1, Path: good.Path}), 0)}}}), "proof of inclusion"},
	} {
		r, err := ParseReceipt(c.data)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %+v, error %v, want one with %q", c.title, r, err, c.want)
		}
	}
	if _, err := SignReceipt(Receipt{Origin: origin, Issued: noon, Size: 2, Index: 1}, []byte("entry"), k); err == nil {
		t.Error("a receipt was signed for an entry without its path")
	}
}

func TestParseTrust(t *testing.T) {
	ci, log := key(t, "es256k", 1), key(t, "ed25519", 9)
	pub, logPub := ci.Public().String(), log.Public().String()
	good := fmt.Sprintf("# who is trusted\n\n issuer\thttps://example.org/ci %s from=2026-01-01 until=2027-01-01T12:00:00Z # words\r\nlog %s %s\nissuer https://b.example %s",
		pub, origin, logPub, key(t, "bls12-381", 1).Public())
	trust, err := ParseTrust("trust", []byte(good))
	if err != nil {
		t.Fatal(err)
	}
	first := trust.Issuers[0]
	if len(trust.Issuers) != 2 || len(trust.Logs) != 1 || first.Line != 3 || first.Name != issuer || !first.Key.Equal(ci.Public()) ||
		!first.From.Equal(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)) || !first.Until.Equal(time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("found %+v", trust)
	}
	for _, c := range []struct{ title, text, want string }{
		{"nothing", "", "trust: found no key"},
		{"comments only", "# nobody\n\n", "trust: found no key"},
		{"another word", "trust " + issuer + " " + pub, `trust:1: found "trust", want issuer or log`},
		{"no key", "issuer " + issuer, "trust:1: found 2 words, want: issuer NAME KEY"},
		{"on the third line", "# one\n\nissuer", "trust:3: found 1 words"},
		{"no URI", "issuer example " + pub, `found issuer "example", want a URI`},
		{"a name that is no origin", "log my+log " + logPub, "without spaces and plus signs"},
		{"a key without its type", "issuer " + issuer + " abc", "want one that begins with the name of its type"},
		{"a key of another type", "issuer " + issuer + " rsa:abc", "want one that begins with the name of its type"},
		{"a short key", "issuer " + issuer + " es256k:AAAA", "found a key of 3 bytes for es256k, want 64"},
		{"a long key", "issuer " + issuer + " " + logPub + "AAAA", "want 32"},
		{"padding", "issuer " + issuer + " " + logPub + "=", "without padding"},
		{"the other base64", "issuer " + issuer + " ed25519:" + strings.Repeat("+/", 21) + "A", "base64url"},
		{"bits that do not count", "issuer " + issuer + " ed25519:" + strings.Repeat("A", 42) + "B", "base64url"},
		{"a point that is not on the curve", "issuer " + issuer + " es256k:" + strings.Repeat("A", 84) + "AQ", "not on the curve"},
		{"a key of BLS without its proof", "issuer " + issuer + " bls12-381:" + strings.Repeat("A", 64), "want 144"},
		{"a key of BLS with another's proof", "issuer " + issuer + " " + spliced(t), "bls12-381: "},
		{"a key of another type for a log", "log " + origin + " " + pub, "found a key of type es256k for a log, want ed25519"},
		{"an unknown bound", "issuer " + issuer + " " + pub + " since=2026-01-01", `found "since=2026-01-01", want from=TIME or until=TIME`},
		{"a bound twice", "issuer " + issuer + " " + pub + " from=2026-01-01 from=2026-01-02", "each at most once"},
		{"no time", "issuer " + issuer + " " + pub + " from=", "found time"},
		{"a day that is none", "issuer " + issuer + " " + pub + " from=2026-02-30", "found time"},
		{"a time without a zone", "issuer " + issuer + " " + pub + " from=2026-02-01T00:00:00", "found time"},
		{"never", "issuer " + issuer + " " + pub + " from=2026-02-01 until=2026-02-01", "which is never"},
		{"a key twice", "issuer " + issuer + " " + pub + "\nissuer https://b.example " + pub, "trust:2: found a key that line 1 has too"},
		{"not text", "issuer \xff", "not text"},
		{"too long", strings.Repeat("# comment\n", 200_000), "not text of at most"},
	} {
		if found, err := ParseTrust("trust", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %+v, error %v, want one with %q", c.title, found, err, c.want)
		}
	}
}

// spliced returns a key of BLS with the proof of possession of another.
func spliced(t testing.TB) string {
	a, b := *key(t, "bls12-381", 1).Public(), key(t, "bls12-381", 2).Public()
	a.raw = append(slices.Clone(a.raw[:48]), b.raw[48:]...)
	return a.String()
}

func TestCheckpoint(t *testing.T) {
	log, other := key(t, "ed25519", 9), key(t, "ed25519", 8)
	trust := trusting(t, line(log, origin))
	root := LeafHash([]byte("entry"))
	good := checkpoint(t, log, origin, 1, root)
	c, err := trust.Checkpoint(good)
	if err != nil || c.Size != 1 || c.Origin != origin || !slices.Equal(c.Root, root) {
		t.Fatalf("found %+v, %v", c, err)
	}
	for _, c := range []struct {
		title string
		data  []byte
		want  string
	}{
		{"nothing", nil, "found no origin"},
		{"not text", []byte{0xff, '\n'}, "can be shown"},
		{"another log", checkpoint(t, log, "example.net/log", 1, root), "whom"},
		{"another key", checkpoint(t, other, origin, 1, root), "not signed with a key of log"},
		{"another size", []byte(strings.Replace(string(good), "\n1\n", "\n2\n", 1)), "not signed with a key of log"},
		{"no signature", good[:len(good)-30], "not signed with a key of log"},
		{"more lines", checkpointText(t, log, fmt.Sprintf("%s\n1\n%s\nmore\n", origin, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")), "lines after the root"},
		{"no root", checkpointText(t, log, origin+"\n1\n"), "it is no checkpoint"},
		{"too long", append(slices.Clone(good), make([]byte, maxCheckpoint)...), "want at most"},
	} {
		found, err := trust.Checkpoint(c.data)
		want := strings.Replace(c.want, "whom", "which the file of trust does not name", 1)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: found %+v, error %v, want one with %q", c.title, found, err, want)
		}
	}
	if _, err := NoteSigner(origin, key(t, "es256k", 1)); err == nil {
		t.Error("a log signs with a key that is not of Ed25519")
	}
	if !errors.Is(func() error { _, err := trust.Checkpoint(checkpoint(t, other, origin, 1, root)); return err }(), ErrUntrusted) {
		t.Error("the error does not say that it is about trust")
	}
}

func FuzzReceipt(f *testing.F) {
	k := key(f, "ed25519", 9)
	f.Add(receipt(f, k, []byte("entry"), noon))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseReceipt(data)
		if err != nil {
			return
		}
		if !slices.Equal(r.seal(r.protected, r.signature), data) {
			t.Error("found another encoding of a receipt")
		}
		r.Verify([]byte("entry"), k.Public())
	})
}

func FuzzTrust(f *testing.F) {
	f.Add(line(key(f, "es256k", 1), issuer, "from=2026-01-01") + "\n" + line(key(f, "ed25519", 9), origin))
	f.Fuzz(func(t *testing.T, text string) {
		trust, err := ParseTrust("trust", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "trust:") {
				t.Errorf("found error %q, want one that names the file", err)
			}
			return
		}
		for _, k := range slices.Concat(trust.Issuers, trust.Logs) {
			if again, err := ParseKey(k.Key.String()); err != nil || !again.Equal(k.Key) {
				t.Errorf("found key %s, %v", again, err)
			}
		}
	})
}
