package statement

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

// This file tests files of trust: their grammar, and what they say of when.

func TestParseTrust(t *testing.T) {
	ed, secp, b := named(t, "ed25519", "a").Public().String(), named(t, "es256k", "a").Public().String(),
		named(t, "bls12-381", "a").Public().String()
	ed2, ed3 := named(t, "ed25519", "b").Public().String(), named(t, "ed25519", "c").Public().String()
	for _, c := range []struct {
		title, text string
		found       string // issuers, then logs
	}{
		{"an issuer", "issuer https://example.org/ci " + ed, "1 https://example.org/ci - -"},
		{"an issuer by URN", "issuer urn:example:ci " + secp + "\n", "1 urn:example:ci - -"},
		{"a log", "log example.org/evidence " + ed, "1 example.org/evidence - -"},
		{"a day from which on", "issuer urn:a " + ed + " from=2026-01-31", "1 urn:a 2026-01-31T00:00:00Z -"},
		{"a second until which", "issuer urn:a " + b + " until=2026-01-31T12:00:00Z", "1 urn:a - 2026-01-31T12:00:00Z"},
		{"both", "log a " + ed + " until=2026-02-01 from=2026-01-31", "1 a 2026-01-31T00:00:00Z 2026-02-01T00:00:00Z"},
		{"comments and empty lines", "# trust\n\n  \nissuer urn:a " + ed + " # from=never\n#", "4 urn:a - -"},
		{"a comment without a space", "issuer urn:a " + ed + " #none", "1 urn:a - -"},
		{"an issuer with a fragment", "issuer https://example.org/#ci " + ed, "1 https://example.org/#ci - -"},
		{"tabs and many spaces", "\tissuer \t urn:a   " + ed + "  ", "1 urn:a - -"},
		{"line ends of Windows", "issuer urn:a " + ed + "\r\nlog a " + ed2 + "\r\n", "1 urn:a - -; 2 a - -"},
		{"two keys for an issuer", "issuer urn:a " + ed + " until=2026-01-01\nissuer urn:a " + ed2 + " from=2026-01-01",
			"1 urn:a - 2026-01-01T00:00:00Z; 2 urn:a 2026-01-01T00:00:00Z -"},
		{"a key of an issuer and of a log", "log a " + ed + "\nissuer urn:a " + ed, "2 urn:a - -; 1 a - -"},
		{"logs of one name", "log a " + ed + "\nlog a " + ed3, "1 a - -; 2 a - -"},
	} {
		t.Run(c.title, func(t *testing.T) {
			trust, err := ParseTrust("trust", []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			var found []string
			for _, k := range append(trust.Issuers, trust.Logs...) {
				bound := func(at time.Time) string {
					if at.IsZero() {
						return "-"
					}
					return stamp(at)
				}
				found = append(found, fmt.Sprintf("%d %s %s %s", k.Line, k.Name, bound(k.From), bound(k.Until)))
			}
			if text := strings.Join(found, "; "); text != c.found {
				t.Errorf("found %s, want %s", text, c.found)
			}
		})
	}
}

func TestTrustRefused(t *testing.T) {
	ed, secp := named(t, "ed25519", "a").Public().String(), named(t, "es256k", "a").Public().String()
	b, b2 := named(t, "bls12-381", "a").Public(), named(t, "bls12-381", "b").Public()
	rogue := &PublicKey{b.scheme, append(bytes.Clone(b.raw[:48]), b2.raw[48:]...)}
	first := "issuer urn:a " + ed + "\n"
	for _, c := range []struct{ title, text, reason string }{
		{"nothing", "", "trust: found no key, want lines such as: issuer https://example.org/ci es256k:..."},
		{"comments only", "# issuer urn:a " + ed,
			"trust: found no key, want lines such as: issuer https://example.org/ci es256k:..."},
		{"not UTF-8", "issuer urn:\xff " + ed, "trust: found what is not text of at most 1048576 bytes"},
		{"too long", strings.Repeat("#\n", maxTrust/2) + "#", "trust: found what is not text of at most 1048576 bytes"},
		{"another word", first + "auditor urn:a " + ed, "trust:2: found \"auditor\", want issuer or log"},
		{"a capital", "Issuer urn:a " + ed, "trust:1: found \"Issuer\", want issuer or log"},
		{"a byte order mark", "\ufeffissuer urn:a " + ed, "trust:1: found \"\\ufeffissuer\", want issuer or log"},
		{"a comment with a lone CR", "# old\rissuer urn:b " + secp + "\n" + first,
			"trust:1: found \"# old\\rissuer urn:b " + secp[:61] + "\", want characters that can be shown"},
		{"a comment that moves the cursor", first + "# \x1b[1A\x1b[2K",
			"trust:2: found \"# \\x1b[1A\\x1b[2K\", want characters that can be shown"},
		{"a comment that turns the direction of text", first + "# \u202e",
			"trust:2: found \"# \\u202e\", want characters that can be shown"},
		{"a comment of two lines", first + "# a\u2028b",
			"trust:2: found \"# a\\u2028b\", want characters that can be shown"},
		{"a space that is none", "issuer urn:a\u00a0" + ed, "trust:1: found \"issuer urn:a\\u00a0" + ed +
			"\", want characters that can be shown"},
		{"a form feed", "issuer urn:a " + ed + "\f", "trust:1: found \"issuer urn:a " + ed +
			"\\f\", want characters that can be shown"},
		{"one word", first + "\nissuer", "trust:3: found 1 words, want: issuer NAME KEY"},
		{"no key", first + "log a", "trust:2: found 2 words, want: log NAME KEY"},
		{"a key in a comment", "issuer urn:a # " + ed, "trust:1: found 2 words, want: issuer NAME KEY"},
		{"no name", "issuer " + ed, "trust:1: found 2 words, want: issuer NAME KEY"},
		{"key and name swapped", "issuer " + ed + " urn:a",
			"trust:1: found a key that does not begin with the name of its type (es256k, ed25519, bls12-381) and a colon"},
		{"an issuer that is no URI", "issuer example.org " + ed,
			"trust:1: found issuer \"example.org\", want a URI with a scheme, such as https://example.org/ci"},
		{"an issuer that turns the direction of text", "issuer urn:\u202e " + ed,
			"trust:1: found issuer \"urn:\\u202e\", want characters that can be shown"},
		{"a long issuer", "issuer urn:" + strings.Repeat("a", 1021) + " " + ed,
			"trust:1: found issuer of 1025 bytes, want at most 1024"},
		{"an origin with a plus sign", "log a+b " + ed,
			"trust:1: found origin \"a+b\", want a name without spaces and plus signs, such as example.org/evidence"},
		{"an origin that cannot be shown", "log a\u200bb " + ed,
			"trust:1: found origin \"a\\u200bb\", want characters that can be shown"},
		{"a long origin", "log " + strings.Repeat("a", 257) + " " + ed,
			"trust:1: found origin of 257 bytes, want at most 256"},
		{"a key without type", "issuer urn:a " + ed[8:],
			"trust:1: found a key that does not begin with the name of its type (es256k, ed25519, bls12-381) and a colon"},
		{"a key of an unknown type", "issuer urn:a p256:" + ed[8:],
			"trust:1: found a key that does not begin with the name of its type (es256k, ed25519, bls12-381) and a colon"},
		{"a key that is cut", "issuer urn:a " + ed[:50],
			"trust:1: found a key of type ed25519 that is not written in base64url without padding"},
		{"a key with padding", "issuer urn:a " + ed + "=",
			"trust:1: found a key of type ed25519 that is not written in base64url without padding"},
		{"a key with a letter changed", "issuer urn:a " + secp[:20] + "AAAA" + secp[24:],
			"trust:1: es256k: found a point that is not on the curve"},
		{"a key without proof of possession", "issuer urn:a " + (&PublicKey{b.scheme, b.raw[:48]}).String(),
			"trust:1: found a key of 48 bytes for bls12-381, want 144"},
		{"a key with another's proof of possession", first + "issuer urn:b " + rogue.String(),
			"trust:2: bls12-381: found a proof of possession that does not belong to the key and the message"},
		{"a log with a key on secp256k1", "log a " + secp,
			"trust:1: found a key of type es256k for a log, want ed25519"},
		{"a log with a key of BLS", "log a " + b.String(),
			"trust:1: found a key of type bls12-381 for a log, want ed25519"},
		{"another bound", first + "issuer urn:b " + secp + " since=2026-01-31",
			"trust:2: found \"since=2026-01-31\", want from=TIME or until=TIME, each at most once"},
		{"a bound without a time", "issuer urn:b " + secp + " from",
			"trust:1: found time \"\", want one such as 2026-01-31 or 2026-01-31T12:00:00Z"},
		{"a bound with an empty time", "issuer urn:b " + secp + " from=",
			"trust:1: found time \"\", want one such as 2026-01-31 or 2026-01-31T12:00:00Z"},
		{"a bound in two words", "issuer urn:b " + secp + " from= 2026-01-31",
			"trust:1: found time \"\", want one such as 2026-01-31 or 2026-01-31T12:00:00Z"},
		{"a bound twice", "issuer urn:b " + secp + " from=2026-01-31 from=2026-01-31",
			"trust:1: found \"from=2026-01-31\", want from=TIME or until=TIME, each at most once"},
		{"a word more", "issuer urn:b " + secp + " always",
			"trust:1: found \"always\", want from=TIME or until=TIME, each at most once"},
		{"a day that is none", "issuer urn:b " + secp + " from=2026-02-30",
			"trust:1: found time \"2026-02-30\", want one such as 2026-01-31 or 2026-01-31T12:00:00Z"},
		{"a day of another order", "issuer urn:b " + secp + " from=31-01-2026",
			"trust:1: found time \"31-01-2026\", want one such as 2026-01-31 or 2026-01-31T12:00:00Z"},
		{"a time without its zone", "issuer urn:b " + secp + " from=2026-01-31T12:00:00",
			"trust:1: found time \"2026-01-31T12:00:00\", want one such as 2026-01-31 or 2026-01-31T12:00:00Z"},
		{"a time in another zone", "issuer urn:b " + secp + " from=2026-01-31T12:00:00+01:00",
			"trust:1: found time \"2026-01-31T12:00:00+01:00\", want one such as 2026-01-31 or 2026-01-31T12:00:00Z"},
		{"a time with parts of seconds", "issuer urn:b " + secp + " from=2026-01-31T12:00:00.5Z",
			"trust:1: found time \"2026-01-31T12:00:00.5Z\", want one such as 2026-01-31 or 2026-01-31T12:00:00Z"},
		{"a time in small letters", "issuer urn:b " + secp + " from=2026-01-31t12:00:00z",
			"trust:1: found time \"2026-01-31t12:00:00z\", want one such as 2026-01-31 or 2026-01-31T12:00:00Z"},
		{"a time before 1970", "issuer urn:b " + secp + " until=1969-12-31",
			"trust:1: found time \"1969-12-31\", want one such as 2026-01-31 or 2026-01-31T12:00:00Z"},
		{"a time of no length", "issuer urn:b " + secp + " from=2026-01-31 until=2026-01-31",
			"trust:1: found a key that is trusted from 2026-01-31T00:00:00Z until 2026-01-31T00:00:00Z, which is never"},
		{"an end before its beginning", "issuer urn:b " + secp + " until=2026-01-30 from=2026-01-31T00:00:01Z",
			"trust:1: found a key that is trusted from 2026-01-31T00:00:01Z until 2026-01-30T00:00:00Z, which is never"},
		{"a key twice", first + "\n" + first, "trust:3: found a key that line 1 has too"},
		{"a key for two issuers", first + "issuer urn:b " + ed, "trust:2: found a key that line 1 has too"},
		{"a key twice, at other times", "log a " + ed + " until=2026-01-31\nlog a " + ed + " from=2026-02-01",
			"trust:2: found a key that line 1 has too"},
	} {
		t.Run(c.title, func(t *testing.T) {
			_, err := ParseTrust("trust", []byte(c.text))
			want(t, err, c.reason)
		})
	}
}

// TestTimes is about a key that is trusted from noon to one o'clock.
func TestTimes(t *testing.T) {
	const bounds = " from=2026-01-31T12:00:00Z until=2026-01-31T13:00:00Z"
	k, log := named(t, "es256k", "issuer"), named(t, "ed25519", "log")
	at := func(clock string) time.Time {
		v, err := time.Parse(time.RFC3339, "2026-01-31T"+clock+"Z")
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct {
		title    string
		issued   string
		receipts []string
		now      string
		log      string // bounds of the log's key
		reason   string
	}{
		{"in time", "12:30:00", nil, "12:30:00", "", ""},
		{"at the first second", "12:00:00", nil, "12:00:00", "", ""},
		{"at the last second", "12:59:59", nil, "12:59:59", "", ""},
		{"by a clock that is fast", "12:34:00", nil, "12:30:00", "", ""},
		{"logged in time", "12:30:00", []string{"12:31:00"}, "12:40:00", "", ""},
		{"expired, but logged in time", "12:30:00", []string{"12:31:00"}, "23:00:00", "", ""},
		{"expired, but one log saw it in time", "12:30:00", []string{"14:00:00", "12:59:59"}, "23:00:00", "", ""},
		{"logged at once by a clock that is slow", "12:30:00", []string{"12:26:00"}, "12:40:00", "", ""},
		{"logged by a clock that is fast", "12:30:00", []string{"12:44:59"}, "12:40:00", "", ""},
		{"by a log that has expired since", "12:30:00", []string{"12:31:00"}, "23:00:00", bounds, ""},

		{"before the key was trusted", "11:59:59", nil, "12:00:00", "",
			"not trusted: the key of \"https://example.org/ci\" is trusted from 2026-01-31T12:00:00Z on; the statement was issued at 2026-01-31T11:59:59Z"},
		{"not yet trusted", "11:59:59", nil, "11:59:59", "",
			"not trusted: the key of \"https://example.org/ci\" is trusted from 2026-01-31T12:00:00Z on; the statement was issued at 2026-01-31T11:59:59Z"},
		{"issued before the key was trusted, and logged", "11:59:59", []string{"12:01:00"}, "12:30:00", "",
			"not trusted: the key of \"https://example.org/ci\" is trusted from 2026-01-31T12:00:00Z on; the statement was issued at 2026-01-31T11:59:59Z"},
		{"logged before the key was trusted", "12:00:00", []string{"11:59:00"}, "12:30:00", "",
			"not trusted: the key of \"https://example.org/ci\" is trusted from 2026-01-31T12:00:00Z on; a log saw the statement at 2026-01-31T11:59:00Z"},
		{"expired", "12:30:00", nil, "13:00:00", "",
			"not trusted: the key of \"https://example.org/ci\" is trusted until 2026-01-31T13:00:00Z; it is now 2026-01-31T13:00:00Z"},
		{"issued after the end", "13:00:00", nil, "13:00:00", "",
			"not trusted: the key of \"https://example.org/ci\" is trusted until 2026-01-31T13:00:00Z; the statement was issued at 2026-01-31T13:00:00Z"},
		{"logged after the end", "12:59:00", []string{"13:00:00"}, "23:00:00", "",
			"not trusted: the key of \"https://example.org/ci\" is trusted until 2026-01-31T13:00:00Z; a log saw the statement at 2026-01-31T13:00:00Z"},
		{"issued in the future", "12:35:01", nil, "12:30:00", "",
			"not trusted: the statement says it was issued at 2026-01-31T12:35:01Z; it is now 2026-01-31T12:30:00Z"},
		{"logged long before it was issued", "12:30:00", []string{"12:24:59"}, "12:40:00", "",
			"not trusted: the statement says it was issued at 2026-01-31T12:30:00Z; a log saw the statement at 2026-01-31T12:24:59Z"},
		{"one log saw it before it was issued", "12:30:00", []string{"12:31:00", "12:24:59"}, "12:40:00", "",
			"not trusted: the statement says it was issued at 2026-01-31T12:30:00Z; a log saw the statement at 2026-01-31T12:24:59Z"},
		{"a receipt from the future", "12:30:00", []string{"12:45:01"}, "12:40:00", "",
			"not trusted: the receipt is from 2026-01-31T12:45:01Z, which is still to come"},
		{"a receipt from the future beside a good one", "12:30:00", []string{"12:31:00", "12:45:01"}, "12:40:00", "",
			"not trusted: the receipt is from 2026-01-31T12:45:01Z, which is still to come"},
		{"by a log that is not yet trusted", "12:30:00", []string{"12:31:00"}, "12:40:00", " from=2026-01-31T12:32:00Z",
			"not trusted: the key of \"example.org/evidence\" is trusted from 2026-01-31T12:32:00Z on; the receipt is from 2026-01-31T12:31:00Z"},
		{"by a log that had expired", "12:30:00", []string{"12:31:00"}, "12:40:00", " until=2026-01-31T12:31:00Z",
			"not trusted: the key of \"example.org/evidence\" is trusted until 2026-01-31T12:31:00Z; the receipt is from 2026-01-31T12:31:00Z"},
	} {
		t.Run(c.title, func(t *testing.T) {
			trust := trusting(t, "issuer "+issuerURI+" %es256k"+bounds, "log "+origin+" %log"+c.log)
			said := plain()
			said.Issued = at(c.issued)
			s := signedWith(t, said, k)
			for _, r := range c.receipts {
				s.Receipts = append(s.Receipts, append(entries(6), s.Entry()).receipt(t, 6, origin, at(r), log))
			}
			_, err := trust.Vouch(s, known(), at(c.now))
			want(t, err, c.reason)
		})
	}
}

func TestParseTime(t *testing.T) {
	for text, want := range map[string]int64{
		"1970-01-01": 0, "2026-01-31": 1769817600, "2026-01-31T00:00:01Z": 1769817601, "9999-12-31T23:59:59Z": maxTime,
	} {
		if found, err := ParseTime(text); err != nil || found.Unix() != want || found.Location() != time.UTC {
			t.Errorf("%s: found %v and error %v, want %d", text, found, err, want)
		}
	}
	for _, text := range []string{
		"", "now", "2026", "2026-1-31", "10000-01-01", "1969-12-31",
		"2026-01-31T24:00:00Z", "2026-01-31T12:00Z", "2026-01-31 ", "2026-01-31Z",
	} {
		if found, err := ParseTime(text); err == nil {
			t.Errorf("%q: found %v, want an error", text, found)
		}
	}
}
