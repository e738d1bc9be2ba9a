package statement

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
)

// This file tests statements: what is signed comes back as it was, and whatever was changed is refused for one clear
// reason.

func base64Of(b []byte) string { return base64.StdEncoding.EncodeToString(b) }

func kinds() []string { return strings.Split(KeyTypes(), ", ") }

func TestRoundTrip(t *testing.T) {
	d := append(entries(5), nil)
	for _, kind := range kinds() {
		k := named(t, kind, "issuer")
		for _, r := range []*Review{nil, review(), seen()} {
			for receipts := range 3 {
				said := plain()
				said.Review = r
				s := signedWith(t, said, k)
				for range receipts {
					d[5] = s.Entry()
					s.Receipts = append(s.Receipts, d.receipt(t, 5, origin, day, named(t, "ed25519", "log")))
				}
				again, err := Parse(s.Bytes())
				if err != nil {
					t.Fatalf("%s: %v", kind, err)
				}
				if !reflect.DeepEqual(again, s) {
					t.Errorf("%s: found %+v\nwant %+v", kind, again, s)
				}
				if !bytes.Equal(again.Bytes(), s.Bytes()) {
					t.Errorf("%s: the statement has two encodings", kind)
				}
				trust := trusting(t, "issuer "+issuerURI+" %"+kind, "log "+origin+" %log")
				v, err := trust.Vouch(again, known(), day)
				if err != nil || len(v.Seen) != receipts {
					t.Errorf("%s: found %d receipts and error %v", kind, len(v.Seen), err)
				}
			}
		}
	}
}

// TestLayout fixes where the parts of a statement without receipts are, which docs/evidence.md relies on.
func TestLayout(t *testing.T) {
	for kind, signature := range map[string]int{"es256k": 64, "ed25519": 64} {
		s := signedWith(t, plain(), named(t, kind, "issuer"))
		data := s.Bytes()
		n := len(s.protected)
		if n < 24 || n > 255 {
			t.Fatalf("found a header of %d bytes, want one whose length has a byte", n)
		}
		want := slices.Concat([]byte{0xd2, 0x84, 0x58, byte(n)}, s.protected, []byte{0xa0, 0x58, 32}, s.Digest[:],
			[]byte{0x58, byte(signature)}, s.Signature)
		if !bytes.Equal(data, want) {
			t.Errorf("%s: found %x\nwant %x", kind, data, want)
		}
	}
}

// TestHandmade establishes that the messages of the tests that follow are what the package writes, until they are
// spoiled.
func TestHandmade(t *testing.T) {
	k := named(t, "ed25519", "issuer")
	if s := signedWith(t, plain(), k); !bytes.Equal(s.Bytes(), handmade(k).seal(k)) {
		t.Errorf("found %x\nwant  %x", handmade(k).seal(k), s.Bytes())
	}
	log := named(t, "ed25519", "log")
	if d := entries(7); !bytes.Equal(d.receipt(t, 3, origin, day, log), handmadeReceipt(d, 3, log).seal(log)) {
		t.Errorf("found %x\nwant  %x", handmadeReceipt(d, 3, log).seal(log), d.receipt(t, 3, origin, day, log))
	}
}

func TestSignRefuses(t *testing.T) {
	k := named(t, "ed25519", "issuer")
	for _, c := range []struct {
		title  string
		edit   func(*Statement)
		reason string
	}{
		{"no issuer", func(s *Statement) { s.Issuer = "" }, "found no issuer"},
		{"an issuer without a scheme", func(s *Statement) { s.Issuer = "example.org" },
			`found issuer "example.org", want a URI with a scheme, such as https://example.org/ci`},
		{"an issuer with a space", func(s *Statement) { s.Issuer = "urn:a b" },
			`found issuer "urn:a b", want a URI with a scheme, such as https://example.org/ci`},
		{"an issuer that turns the direction of text", func(s *Statement) { s.Issuer = "urn:\u202e" },
			`found issuer "urn:\u202e", want characters that can be shown`},
		{"an issuer that is not UTF-8", func(s *Statement) { s.Issuer = "urn:\xff" },
			`found issuer "urn:\xff", want characters that can be shown`},
		{"a long issuer", func(s *Statement) { s.Issuer = "urn:" + strings.Repeat("a", 1021) },
			"found issuer of 1025 bytes, want at most 1024"},
		{"no subject", func(s *Statement) { s.Subject = "" }, "found no subject"},
		{"a subject that is no URI", func(s *Statement) { s.Subject = "%" },
			`found subject "%", want a URI with a scheme, such as https://example.org/ci`},
		{"a time before 1970", func(s *Statement) { s.Issued = time.Unix(-1, 0) },
			"found -1 seconds since 1970 as time of issue, want a time from then on and before the year 10000"},
		{"a time in the year 10000", func(s *Statement) { s.Issued = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
			"found 253402300800 seconds since 1970 as time of issue, want a time from then on and before the year 10000"},
		{"no time", func(s *Statement) { s.Issued = time.Time{} },
			"found -62135596800 seconds since 1970 as time of issue, want a time from then on and before the year 10000"},
		{"a checker without a digest", func(s *Statement) { s.Review.Binary = nil },
			"found a checker's digest of 0 bytes, want 32"},
		{"a review without a role", func(s *Statement) { s.Review.Role = "" }, "found no role"},
		{"a review without a checker", func(s *Statement) { s.Review.Checker = "" }, "found no checker"},
		{"a review without a verdict", func(s *Statement) { s.Review.Verdict = "" }, "found no verdict"},
		{"a run without an outcome", func(s *Statement) { s.Review.Native.Outcome = "" }, "found no outcome"},
		{"a run without a fault", func(s *Statement) { s.Review.Native.Fault = "" }, "found no fault"},
		{"a run without a compiler", func(s *Statement) { s.Review.Native.Compiler = "" }, "found no compiler"},
		{"a run without sanitizers", func(s *Statement) { s.Review.Native.Sanitizers = "" }, "found no sanitizers"},
		{"a compiler that is not text", func(s *Statement) { s.Review.Native.Compiler = "gcc\x1b" },
			`found compiler "gcc\x1b", want characters that can be shown`},
		{"a role with a line end", func(s *Statement) { s.Review.Role = "a\nb" },
			`found role "a\nb", want characters that can be shown`},
		{"a long verdict", func(s *Statement) { s.Review.Verdict = strings.Repeat("v", 257) },
			"found verdict of 257 bytes, want at most 256"},
	} {
		t.Run(c.title, func(t *testing.T) {
			s := plain()
			s.Review = seen()
			c.edit(&s)
			_, err := Sign(s, k)
			want(t, err, c.reason)
		})
	}
}

// judge is what becomes of a statement that may be anything: Parse, and then Vouch.
func judge(trust *Trust, data []byte) error {
	s, err := Parse(data)
	if err != nil {
		return err
	}
	_, err = trust.Vouch(s, known(), day)
	return err
}

const notStatement = "not a statement: "

func TestTampered(t *testing.T) {
	k := named(t, "ed25519", "issuer")
	other := named(t, "ed25519", "somebody else")
	good := handmade(k).seal(k)
	signature := good[len(good)-64:]
	// edited has a change made before it is signed, kept one made behind the back of a signature.
	edited := func(edit func(*message1)) []byte {
		m := handmade(k)
		edit(&m)
		return m.seal(k)
	}
	kept := func(edit func(*message1)) []byte {
		m := handmade(k)
		m.signature = signature
		edit(&m)
		return m.seal(nil)
	}
	put := func(label int64, value []byte) func(*message1) {
		return func(m *message1) { m.protected = m.protected.with(cInt(label), value) }
	}
	claim := func(label int64, value []byte) func(*message1) {
		return put(15, cMap(handmadeClaims().with(cInt(label), value)))
	}
	reviewed := func(m pairs) func(*message1) { return claim(-70001, cMap(m)) }
	good4 := pairs{
		{cText("role"), cText("auditor")}, {cText("binary"), cBytes(make([]byte, 32))},
		{cText("checker"), cText("vouch 1.2.3")}, {cText("verdict"), cText("valid bug")},
	}
	digest := sha256.Sum256([]byte("another certificate"))
	bare := func(n int) []byte { return good[:len(good)-n] }

	for _, c := range []struct {
		title  string
		data   []byte
		reason string
	}{
		{"nothing is changed", good, ""},

		// What was signed is changed, and the signature is as it was.
		{"another issuer, not signed", kept(claim(1, cText("https://example.org/cj"))),
			noKey("6bd571165e5a9c580a389007a01ac1b4a955b3c8f217011902698397553ec134",
				`issuer "https://example.org/cj"`)},
		{"another subject, not signed", kept(claim(2, cText(subject+"0"))),
			"the statement is about something else: found subject \"urn:vouch:v1:bug:assertion:3f9a1c220\", want \"urn:vouch:v1:bug:assertion:3f9a1c22\""},
		{"another time, not signed", kept(claim(6, cInt(day.Unix()-1))),
			"the signature is not one of this key over this content"},
		{"a review, not signed", kept(reviewed(good4)), "the signature is not one of this key over this content"},
		{"another key ID, not signed", kept(put(4, cBytes(make([]byte, 32)))),
			noKey("0000000000000000000000000000000000000000000000000000000000000000",
				`issuer "https://example.org/ci"`)},
		{"the older name of the algorithm, not signed", kept(put(1, cInt(-8))),
			"the signature is not one of this key over this content"},
		{"another certificate, not signed", kept(func(m *message1) { m.payload = cBytes(digest[:]) }),
			otherCertificate("e7299f2ba625dca719b99439c10a11204a797f41f4761ea1159b7b9f6df7b52b")},
		{"a bit of the signature",
			kept(func(m *message1) { m.signature = slices.Clone(signature); m.signature[9] ^= 1 }),
			"the signature is not one of this key over this content"},
		{"the signature of another key", handmade(k).seal(other),
			"the signature is not one of this key over this content"},

		// It is changed and signed with the issuer's key.
		{"another issuer", edited(claim(1, cText("https://example.org/cj"))),
			noKey("6bd571165e5a9c580a389007a01ac1b4a955b3c8f217011902698397553ec134",
				`issuer "https://example.org/cj"`)},
		{"another subject", edited(claim(2, cText(subject+"0"))),
			"the statement is about something else: found subject \"urn:vouch:v1:bug:assertion:3f9a1c220\", want \"urn:vouch:v1:bug:assertion:3f9a1c22\""},
		{"another certificate", edited(func(m *message1) { m.payload = cBytes(digest[:]) }),
			otherCertificate("e7299f2ba625dca719b99439c10a11204a797f41f4761ea1159b7b9f6df7b52b")},
		{"a review with another verdict", edited(reviewed(good4.with(cText("verdict"), cText("valid safe")))),
			"the statement is about something else: found verdict \"valid safe\", want \"valid bug\""},
		{"another fault", edited(reviewed(slices.Insert(slices.Clone(good4), 2,
			[2][]byte{cText("native"), ran("overflow at a.c:8")}))),
			"the statement is about something else: found fault \"overflow at a.c:8\", want \"overflow at a.c:7\""},
		{"a run without its outcome",
			edited(reviewed(slices.Insert(slices.Clone(good4), 2,
				[2][]byte{cText("native"), cMap(pairs{{cText("fault"), cText("overflow at a.c:7")}})}))),
			"not a statement: header: key 15: key -70001: key native: found no key outcome"},
		{"a run that confirms the fault",
			edited(reviewed(slices.Insert(slices.Clone(good4), 2,
				[2][]byte{cText("native"), ran("overflow at a.c:7")}))), ""},
		{"a time to come", edited(claim(6, cInt(day.Unix()+301))),
			"not trusted: the statement says it was issued at 2026-01-31T12:05:01Z; it is now 2026-01-31T12:00:00Z"},
		{"a key that is not trusted", handmade(other).seal(other),
			noKey("fb46fda9a7f293d8bf02502437557c8197bf87ddb23a050f261bf6166c43c59c",
				`issuer "https://example.org/ci"`)},
		{"the key ID of another key", edited(put(4, cBytes(other.Public().ID()))),
			noKey("fb46fda9a7f293d8bf02502437557c8197bf87ddb23a050f261bf6166c43c59c",
				`issuer "https://example.org/ci"`)},
		{"a key ID of 31 bytes", edited(put(4, cBytes(make([]byte, 31)))),
			"not a statement: found a key ID of 31 bytes, want 32"},
		{"a key ID that is text", edited(put(4, cText("key"))),
			"not a statement: header: found CBOR of type UTF-8 text string, want another type"},
		{"the algorithm of another kind of key", edited(put(1, cInt(-47))),
			"found algorithm -47, want one for a key of ed25519"},
		{"BLS with a signature of 64 bytes", edited(put(1, cInt(-65601))),
			"not a statement: found a signature of 64 bytes, want 96"},
		{"an unknown algorithm", edited(put(1, cInt(-7))),
			"not a statement: found algorithm -7, want one of -47 (es256k), -19 (ed25519), -65601 (bls12-381)"},
		{"an algorithm by name", edited(put(1, cText("EdDSA"))),
			"not a statement: header: found CBOR of type UTF-8 text string, want another type"},
		{"another type", edited(put(16, cText("application/cose"))),
			"not a statement: found type \"application/cose\", want \"application/scitt-statement+cose\""},
		{"a type that is a number", edited(put(16, cInt(60))),
			"not a statement: header: found CBOR of type positive integer, want another type"},
		{"another hash", edited(put(258, cInt(-43))), "not a statement: found hash algorithm -43, want -16, SHA-256"},
		{"another content", edited(put(259, cText("application/json"))),
			"not a statement: found content type \"application/json\", want \"application/vnd.vouch.certificate+cbor\""},
		{"an issuer that is no URI", edited(claim(1, cText("me"))),
			"not a statement: found issuer \"me\", want a URI with a scheme, such as https://example.org/ci"},
		{"an issuer that is bytes", edited(claim(1, cBytes([]byte(issuerURI)))),
			"not a statement: header: found CBOR of type byte string, want another type"},
		{"an issuer that is not UTF-8", edited(claim(1, cText("urn:\xff"))),
			"not a statement: header: found text that is not UTF-8"},
		{"a time before 1970", edited(claim(6, cInt(-1))),
			"not a statement: found -1 seconds since 1970 as time of issue, want a time from then on and before the year 10000"},
		{"a time that is a float", edited(claim(6, []byte{0xf9, 0, 0})),
			"not a statement: header: found CBOR of type primitives, want another type"},
		{"a time that is tagged", edited(claim(6, cTag(1, cInt(day.Unix())))),
			"not a statement: header: found a tag, want none"},
		{"a digest of 31 bytes", edited(func(m *message1) { m.payload = cBytes(make([]byte, 31)) }),
			"not a statement: found a payload of 31 bytes, want the 32 of a digest"},
		{"a digest that is text", edited(func(m *message1) { m.payload = cText(strings.Repeat("0", 32)) }),
			"not a statement: COSE_Sign1: found CBOR of type UTF-8 text string, want another type"},
		{"a digest that is not there", edited(func(m *message1) {
			m.payload, m.signed = []byte{0xf6}, make([]byte, 32)
		}),
			"not a statement: found a payload of 0 bytes, want the 32 of a digest"},
		{"a digest that is undefined", edited(func(m *message1) {
			m.payload, m.signed = []byte{0xf7}, make([]byte, 32)
		}),
			"not a statement: COSE_Sign1: found an encoding that is not the deterministic one of what it should hold"},
		{"a digest that is empty", edited(func(m *message1) { m.payload, m.signed = []byte{0x40}, []byte{} }),
			"not a statement: found a payload of 0 bytes, want the 32 of a digest"},

		// Something is missing, or too much.
		{"no algorithm", edited(func(m *message1) { m.protected = m.protected.without(cInt(1)) }),
			"not a statement: header: found no key 1"},
		{"no key ID", edited(func(m *message1) { m.protected = m.protected.without(cInt(4)) }),
			"not a statement: header: found no key 4"},
		{"no claims", edited(func(m *message1) { m.protected = m.protected.without(cInt(15)) }),
			"not a statement: header: found no key 15"},
		{"no type", edited(func(m *message1) { m.protected = m.protected.without(cInt(16)) }),
			"not a statement: header: found no key 16"},
		{"no hash", edited(func(m *message1) { m.protected = m.protected.without(cInt(258)) }),
			"not a statement: header: found no key 258"},
		{"no content type", edited(func(m *message1) { m.protected = m.protected.without(cInt(259)) }),
			"not a statement: header: found no key 259"},
		{"no issuer", edited(put(15, cMap(handmadeClaims().without(cInt(1))))),
			"not a statement: header: key 15: found no key 1"},
		{"no subject", edited(put(15, cMap(handmadeClaims().without(cInt(2))))),
			"not a statement: header: key 15: found no key 2"},
		{"no time", edited(put(15, cMap(handmadeClaims().without(cInt(6))))),
			"not a statement: header: key 15: found no key 6"},
		{"a review without a verdict", edited(reviewed(good4.without(cText("verdict")))),
			"not a statement: header: key 15: key -70001: found no key verdict"},
		{"a review that is null", edited(claim(-70001, []byte{0xf6})),
			"not a statement: header: found an encoding that is not the deterministic one of what it should hold"},
		{"claims that are null", edited(put(15, []byte{0xf6})), "not a statement: header: key 15: found no key 1"},
		{"no header", edited(func(m *message1) { m.header = []byte{} }),
			"not a statement: header: found the end too early"},
		{"an empty header", edited(func(m *message1) { m.header = []byte{0xa0} }),
			"not a statement: header: found no key 1"},
		{"a header that is a list", edited(func(m *message1) { m.header = []byte{0x80} }),
			"not a statement: header: found an array where none is wanted, or one of another length"},
		{"a location of the content", edited(put(260, cText("https://example.org"))),
			"not a statement: header: found a key that is not known"},
		{"a content type of the payload", edited(put(3, cText("application/cbor"))),
			"not a statement: header: found a key that is not known"},
		{"a label that is text", edited(func(m *message1) { m.protected = m.protected.with(cText("x"), cInt(1)) }),
			"not a statement: header: found a key that is not known"},
		{"a label that is a list", edited(func(m *message1) { m.protected = m.protected.with(cArray(), cInt(1)) }),
			"not a statement: header: found an array where none is wanted, or one of another length"},
		{"one claim more", edited(claim(7, cBytes([]byte{1}))),
			"not a statement: header: found a key that is not known"},
		{"a review with one field more", edited(reviewed(append(good4, [2][]byte{cText("comments"), cText("none")}))),
			"not a statement: header: found a key that is not known"},
		{"a critical label", edited(func(m *message1) {
			m.protected = slices.Insert(m.protected, 1, [2][]byte{cInt(2), cArray(cInt(15))})
		}), "not a statement: found critical header parameters (label 2), want none"},
		{"critical labels that are no list", edited(func(m *message1) {
			m.protected = slices.Insert(m.protected, 1, [2][]byte{cInt(2), cInt(1)})
		}),
			"not a statement: found critical header parameters (label 2), want none"},
		{"the algorithm in the unprotected header too", edited(func(m *message1) {
			m.unprotected = pairs{{cInt(1), cInt(-19)}}
		}),
			"not a statement: unprotected header: found a key that is not known"},
		{"the key ID in the unprotected header too", edited(func(m *message1) {
			m.unprotected = pairs{{cInt(4), cBytes(k.Public().ID())}}
		}),
			"not a statement: unprotected header: found a key that is not known"},
		{"an unprotected label that is not known", edited(func(m *message1) {
			m.unprotected = pairs{{cInt(395), cInt(1)}}
		}),
			"not a statement: unprotected header: found a key that is not known"},
		{"a countersignature", edited(func(m *message1) {
			m.unprotected = pairs{{cInt(11), cArray(cBytes(nil), cMap(nil), cBytes([]byte{1}))}}
		}), "not a statement: unprotected header: found a key that is not known"},
		{"a critical label that is not protected", edited(func(m *message1) {
			m.unprotected = pairs{{cInt(2), cArray(cInt(394))}}
		}),
			"not a statement: found critical header parameters (label 2), want none"},
		{"receipts that are none", edited(func(m *message1) { m.unprotected = pairs{{cInt(394), cArray()}} }),
			"not a statement: unprotected header: found an encoding that is not the deterministic one of what it should hold"},
		{"a receipt that is not in a list", edited(func(m *message1) {
			m.unprotected = pairs{{cInt(394), cBytes([]byte{1})}}
		}),
			"not a statement: unprotected header: found CBOR of type byte string, want another type"},
		{"a receipt that is no bytes", edited(func(m *message1) {
			m.unprotected = pairs{{cInt(394), cArray(cInt(1))}}
		}),
			"not a statement: unprotected header: found CBOR of type positive integer, want another type"},
		{"a receipt that is empty", edited(func(m *message1) {
			m.unprotected = pairs{{cInt(394), cArray(cBytes(nil))}}
		}),
			"receipt: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},

		// The same in another encoding.
		{"a label twice", edited(func(m *message1) { m.protected = slices.Insert(m.protected, 1, m.protected[0]) }),
			"not a statement: header: found the key \"1\" twice"},
		{"a claim twice", edited(put(15, cMap(append(handmadeClaims(), handmadeClaims()[2])))),
			"not a statement: header: found the key \"6\" twice"},
		{"labels in another order", edited(func(m *message1) {
			m.protected[0], m.protected[1] = m.protected[1], m.protected[0]
		}),
			"not a statement: header: found an encoding that is not the deterministic one of what it should hold"},
		{"claims in another order",
			edited(put(15, cMap(pairs{handmadeClaims()[1], handmadeClaims()[0], handmadeClaims()[2]}))),
			"not a statement: header: found an encoding that is not the deterministic one of what it should hold"},
		{"a number that is not the shortest", edited(put(258, []byte{0x39, 0, 15})),
			"not a statement: header: found an encoding that is not the deterministic one of what it should hold"},
		{"a label that is not the shortest", edited(func(m *message1) { m.protected[0][0] = []byte{0x18, 1} }),
			"not a statement: header: found an encoding that is not the deterministic one of what it should hold"},
		{"a length that is not the shortest", edited(func(m *message1) {
			m.payload, m.signed = append([]byte{0x59, 0}, m.payload[1:]...), m.payload[2:]
		}),
			"not a statement: COSE_Sign1: found an encoding that is not the deterministic one of what it should hold"},
		{"a map whose length is not the shortest", edited(put(15,
			append([]byte{0xb8, 3}, cMap(handmadeClaims())[1:]...))),
			"not a statement: header: found an encoding that is not the deterministic one of what it should hold"},
		{"a digest of indefinite length", edited(func(m *message1) {
			m.payload, m.signed = slices.Concat([]byte{0x5f}, m.payload, []byte{0xff}), m.payload[2:]
		}), "not a statement: COSE_Sign1: found an indefinite length, want a definite one"},
		{"a header of indefinite length", edited(func(m *message1) {
			m.header = slices.Concat([]byte{0xbf}, cMap(m.protected)[1:], []byte{0xff})
		}), "not a statement: header: found an indefinite length, want a definite one"},
		{"a message of indefinite length", slices.Concat([]byte{0xd2, 0x9f}, good[2:], []byte{0xff}),
			"not a statement: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},
		{"a message whose length is not the shortest", slices.Concat([]byte{0xd2, 0x98, 4}, good[2:]),
			"not a statement: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},
		{"a tag that is not the shortest", slices.Concat([]byte{0xd8, 18}, good[1:]),
			"not a statement: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},
		{"no tag", good[1:], "not a statement: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},
		{"the tag of a MAC", slices.Concat([]byte{0xd1}, good[1:]),
			"not a statement: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},
		{"the tag twice", slices.Concat([]byte{0xd2}, good),
			"not a statement: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},
		{"the tag of CBOR before it", slices.Concat([]byte{0xd9, 0xd9, 0xf7}, good),
			"not a statement: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},
		{"a byte behind it", slices.Concat(good, []byte{0}), "not a statement: COSE_Sign1: found bytes after the end"},
		{"a line end behind it", slices.Concat(good, []byte{'\n'}),
			"not a statement: COSE_Sign1: found bytes after the end"},
		{"three parts", slices.Concat([]byte{0xd2, 0x83}, bare(66)[2:]),
			"not a statement: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},
		{"cut in the signature", bare(1), "not a statement: COSE_Sign1: found the end too early"},
		{"cut in the header", good[:20], "not a statement: COSE_Sign1: found the end too early"},
		{"a signature of 63 bytes", kept(func(m *message1) { m.signature = signature[:63] }),
			"not a statement: found a signature of 63 bytes, want 64"},
		{"a signature of 65 bytes", kept(func(m *message1) { m.signature = append(slices.Clone(signature), 0) }),
			"not a statement: found a signature of 65 bytes, want 64"},
		{"no signature", kept(func(m *message1) { m.signature = []byte{} }),
			"not a statement: found a signature of 0 bytes, want 64"},
		{"nothing", nil, "not a statement: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},
		{"text", []byte("-----BEGIN PUBLIC KEY-----"),
			"not a statement: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},
		{"too much", slices.Concat(good, make([]byte, maxSize)),
			"not a statement: found 65831 bytes, want at most 65536"},
	} {
		t.Run(c.title, func(t *testing.T) {
			j := named(t, "ed25519", "j").Public().String()
			want(t, judge(trusting(t, "issuer "+issuerURI+" %ed25519", "issuer https://example.org/cj "+j), c.data),
				c.reason)
		})
	}
}

// TestSignatureValues tries values of r and s in signatures of ES256K.
func TestSignatureValues(t *testing.T) {
	k := named(t, "es256k", "issuer")
	s := signedWith(t, plain(), k)
	trust := trusting(t, "issuer "+issuerURI+" %es256k")
	n := fr.Modulus()
	part := func(i int) *big.Int { return new(big.Int).SetBytes(s.Signature[32*i : 32*i+32]) }
	if part(1).Cmp(new(big.Int).Rsh(n, 1)) > 0 {
		t.Fatal("a signature of ours has the greater of two values of s")
	}
	for _, c := range []struct {
		title  string
		r, s   *big.Int
		reason string
	}{
		{"as it was made", part(0), part(1), ""},
		{"the greater s", part(0), new(big.Int).Sub(n, part(1)), ""},
		{"s is 0", part(0), new(big.Int), ErrSignature.Error()},
		{"s is n", part(0), n, ErrSignature.Error()},
		{"s is n + 1", part(0), new(big.Int).Add(n, big.NewInt(1)), ErrSignature.Error()},
		{"r is 0", new(big.Int), part(1), ErrSignature.Error()},
		{"both are 0", new(big.Int), new(big.Int), ErrSignature.Error()},
		{"r is n", n, part(1), ErrSignature.Error()},
		{"r is greater by n, cut", new(big.Int).Mod(new(big.Int).Add(part(0), n), new(big.Int).Lsh(big.NewInt(1), 256)),
			part(1),
			ErrSignature.Error()},
		{"r is all ones", new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1)), part(1),
			ErrSignature.Error()},
		{"r and s swapped", part(1), part(0), ErrSignature.Error()},
	} {
		t.Run(c.title, func(t *testing.T) {
			m := handmade(k)
			m.signature = append(c.r.FillBytes(make([]byte, 32)), c.s.FillBytes(make([]byte, 32))...)
			data := m.seal(nil)
			want(t, judge(trust, data), c.reason)
			if c.reason != "" {
				return
			}
			found, err := Parse(data)
			if err != nil || !bytes.Equal(found.Bytes(), s.Bytes()) {
				t.Errorf("found %x and error %v, want the one with the lesser s", found.Bytes(), err)
			}
		})
	}
}

// TestEdwardsSignature tries signatures of Ed25519 that are equivalent to a good one, as a lax verifier would have it.
func TestEdwardsSignature(t *testing.T) {
	k := named(t, "ed25519", "issuer")
	s := signedWith(t, plain(), k)
	order, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989",
		10)
	little := slices.Clone(s.Signature[32:])
	slices.Reverse(little)
	greater := new(big.Int).Add(new(big.Int).SetBytes(little), order).FillBytes(make([]byte, 32))
	slices.Reverse(greater)
	m := handmade(k)
	m.signature = append(slices.Clone(s.Signature[:32]), greater...)
	want(t, judge(trusting(t, "issuer "+issuerURI+" %ed25519"), m.seal(nil)), ErrSignature.Error())
}

// TestOlderAlgorithm establishes that the older number of Ed25519 is understood and kept.
func TestOlderAlgorithm(t *testing.T) {
	k := named(t, "ed25519", "issuer")
	m := handmade(k)
	m.protected[0][1] = cInt(-8)
	data := m.seal(k)
	s, err := Parse(data)
	if err != nil || s.Algorithm != EdDSA || !bytes.Equal(s.Bytes(), data) {
		t.Fatalf("found %+v and error %v", s, err)
	}
	want(t, judge(trusting(t, "issuer "+issuerURI+" %ed25519"), data), "")
	want(t, judge(trusting(t, "issuer "+issuerURI+" %es256k"), data),
		noKey("6bd571165e5a9c580a389007a01ac1b4a955b3c8f217011902698397553ec134", `issuer "https://example.org/ci"`))
}

// TestSigStructure establishes that what is signed is Sig_structure of RFC 9052 section 4.4, by crypto/ed25519 and
// bytes put together here.
func TestSigStructure(t *testing.T) {
	k := named(t, "ed25519", "issuer")
	s := signedWith(t, plain(), k)
	signed := slices.Concat([]byte{0x84, 0x6a}, []byte("Signature1"), cBytes(s.protected), []byte{0x40, 0x58, 0x20},
		s.Digest[:])
	if !ed25519.Verify(k.Public().raw, signed, s.Signature) {
		t.Error("the signature is not one of Sig_structure")
	}
}

// TestProtocols establishes that what a key has signed for one purpose is of no use for another, were the key trusted
// for both.
func TestProtocols(t *testing.T) {
	k := named(t, "ed25519", "log")
	both := trusting(t, "issuer "+issuerURI+" %log", "log "+origin+" %log")
	d := entries(7)

	// A receipt, its root written into it, as a statement about the certificate with that digest.
	receipt := handmadeReceipt(d, 3, k)
	receipt.payload, receipt.unprotected = cBytes(d.root()), nil
	_, err := Parse(receipt.seal(k))
	want(t, err, "not a statement: header: found a key that is not known")
	receipt.protected = receipt.protected.without(cInt(395))
	_, err = Parse(receipt.seal(k))
	want(t, err, "not a statement: header: found no key 16")

	// A statement, without its digest, as a receipt of the log whose root that digest is.
	s := handmade(k)
	s.protected = s.protected.with(cInt(15), cMap(pairs{{cInt(1), cText(origin)}, {cInt(6), cInt(day.Unix())}}))
	s.unprotected, s.signed, s.payload = handmadeReceipt(d, 3, k).unprotected, d.root(), []byte{0xf6}
	_, err = ParseReceipt(s.seal(k))
	want(t, err, "receipt: header: found a key that is not known")

	// The two headers with each other's signature.
	good := signedWith(t, plain(), k)
	r, err := ParseReceipt(d.receipt(t, 3, origin, day, k))
	if err != nil {
		t.Fatal(err)
	}
	r.signature = good.Signature
	want(t, r.Verify(d[3], k.Public()), "receipt: "+ErrSignature.Error())
	good.Signature = handmadeSignature(t, d, k)
	if _, err := both.Vouch(good, known(), day); !errors.Is(err, ErrSignature) {
		t.Errorf("found error %v", err)
	}

	// A checkpoint begins with a line of text that is the origin, and Sig_structure with a byte that no text has.
	note := d.checkpoint(t, origin, k)
	if _, err := both.Checkpoint(note); err != nil {
		t.Error(err)
	}
	structure, err := signed(good.protected, good.Digest[:], Ed25519)
	if err != nil || structure[0] != 0x84 || CheckOrigin(string(structure[:1])) == nil {
		t.Errorf("found what is signed to begin with %x, and error %v", structure[0], err)
	}

	// A proof of possession is over another domain than signatures: the key's own bytes, signed, are none.
	b := named(t, "bls12-381", "issuer")
	forged := slices.Concat(b.Public().raw[:48], must(b.Sign(b.Public().raw[:48])))
	if _, err := newPublicKey(schemeOf(BLS), forged); err == nil {
		t.Error("a signature passes for a proof of possession")
	}
}

// handmadeSignature returns the signature of a receipt.
func handmadeSignature(t *testing.T, d tree, k *PrivateKey) []byte {
	t.Helper()
	r, err := ParseReceipt(d.receipt(t, 3, origin, day, k))
	if err != nil {
		t.Fatal(err)
	}
	return r.signature
}

// ran encodes the part of a review that says what became of a bug elsewhere.
func ran(fault string) []byte {
	return cMap(pairs{
		{cText("fault"), cText(fault)}, {cText("outcome"), cText("confirmed")}, {cText("compiler"), cText("gcc 12")},
		{cText("sanitizers"), cText("address")},
	})
}
