package statement

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"testing"

	"github.com/fxamacker/cbor/v2"
)

// This file compares the numbers that are written with those of the RFCs, on bytes that are decoded without this
// package.

// generic decodes any CBOR.
func generic(t testing.TB, data []byte) any {
	t.Helper()
	var v any
	if err := cbor.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// within returns the value at a path: a key of a map, the index of an array (an int), or "cbor" for what bytes encode,
// "tag" for the number of a tag, and "content" for what has the tag.
func within(t *testing.T, v any, path ...any) any {
	t.Helper()
	for _, step := range path {
		switch at := v.(type) {
		case cbor.Tag:
			if step == "tag" {
				v = at.Number
			} else {
				v = at.Content
			}
		case map[any]any:
			v = at[step]
		case []any:
			v = at[step.(int)]
		case []byte:
			v = generic(t, at)
		}
	}
	return v
}

func TestNumbers(t *testing.T) {
	all := map[string]any{}
	for _, kind := range kinds() {
		said := plain()
		said.Review = review()
		s := signedWith(t, said, named(t, kind, "issuer"))
		d := append(entries(2), s.Entry())
		s.Receipts = [][]byte{d.receipt(t, 2, origin, day, named(t, "ed25519", "log"))}
		all[kind] = generic(t, s.Bytes())
		all[kind+" key"] = generic(t, named(t, kind, "issuer").Public().COSE())
	}
	type path []any
	header := path{"content", 0, "cbor"}
	receipt := path{"content", 1, uint64(394), 0, "cbor"}
	with := func(p path, more ...any) path { return append(append(path{}, p...), more...) }
	digest := known().Digest
	for _, c := range []struct {
		title  string
		in     string
		path   path
		want   any
		source string
	}{
		{"the tag of COSE_Sign1", "es256k", path{"tag"}, uint64(18), "RFC 9052 section 2"},
		{"alg: ES256K", "es256k", with(header, uint64(1)), int64(-47),
			"RFC 8812 section 3.2; label: RFC 9052 section 3.1"},
		{"alg: Ed25519", "ed25519", with(header, uint64(1)), int64(-19), "RFC 9864 section 2.2"},
		{"alg: BLS", "bls12-381", with(header, uint64(1)), int64(-65601),
			"private use: RFC 9053 section 8 has less than -65536"},
		{"kid", "es256k", with(header, uint64(4)), named(t, "es256k", "issuer").Public().ID(), "RFC 9052 section 3.1"},
		{"CWT claims: iss", "es256k", with(header, uint64(15), uint64(1)), issuerURI,
			"label: RFC 9597 section 2; claim: RFC 8392 section 3.1.1"},
		{"CWT claims: sub", "es256k", with(header, uint64(15), uint64(2)), subject, "RFC 8392 section 3.1.2"},
		{"CWT claims: iat", "es256k", with(header, uint64(15), uint64(6)), uint64(1769860800),
			"RFC 8392 section 3.1.6"},
		{"the auditor's claim", "es256k", with(header, uint64(15), int64(-70001), "role"), "auditor",
			"private use: RFC 8392 section 9.1 has less than -65536"},
		{"typ", "es256k", with(header, uint64(16)), "application/scitt-statement+cose",
			"label: RFC 9596 section 2; type: RFC 9943"},
		{"payload hash algorithm", "es256k", with(header, uint64(258)), int64(-16),
			"label: RFC 9995; SHA-256: RFC 9054 section 2.1"},
		{"what was hashed", "es256k", with(header, uint64(259)), "application/vnd.vouch.certificate+cbor", "RFC 9995"},
		{"no content type", "es256k", with(header, uint64(3)), nil, "RFC 9995: label 3 must be absent"},
		{"the payload", "es256k", path{"content", 2}, digest[:], "RFC 9995"},
		{"receipts", "es256k", path{"content", 1, uint64(394), 0, "cbor", "tag"}, uint64(18), "RFC 9942 section 4"},
		{"a receipt's alg", "es256k", with(receipt, "content", 0, "cbor", uint64(1)), int64(-19),
			"RFC 9864 section 2.2"},
		{"a receipt's issuer", "es256k", with(receipt, "content", 0, "cbor", uint64(15), uint64(1)), origin,
			"RFC 9597, RFC 8392"},
		{"the verifiable data structure", "es256k", with(receipt, "content", 0, "cbor", uint64(395)), uint64(1),
			"RFC 9942 sections 4 and 5: RFC9162_SHA256"},
		{"verifiable data proofs: size", "es256k", with(receipt, "content", 1, uint64(396), int64(-1), 0, "cbor", 0),
			uint64(3),
			"RFC 9942 sections 4 and 5.2"},
		{"verifiable data proofs: index", "es256k", with(receipt, "content", 1, uint64(396), int64(-1), 0, "cbor", 1),
			uint64(2),
			"RFC 9942 section 5.2"},
		{"the payload is detached", "es256k", with(receipt, "content", 2), nil, "RFC 9942 section 5.2"},
		{"kty: EC2", "es256k key", path{uint64(1)}, uint64(2), "RFC 9053 section 7"},
		{"crv: secp256k1", "es256k key", path{int64(-1)}, uint64(8), "RFC 8812 section 3.1"},
		{"alg of a key", "es256k key", path{uint64(3)}, int64(-47), "RFC 9052 section 7.1"},
		{"x", "es256k key", path{int64(-2)}, named(t, "es256k", "issuer").Public().raw[:32], "RFC 9053 section 7.1.1"},
		{"y", "es256k key", path{int64(-3)}, named(t, "es256k", "issuer").Public().raw[32:], "RFC 9053 section 7.1.1"},
		{"kty: OKP", "ed25519 key", path{uint64(1)}, uint64(1), "RFC 9053 section 7"},
		{"crv: Ed25519", "ed25519 key", path{int64(-1)}, uint64(6), "RFC 9053 section 7.1"},
		{"x of Ed25519", "ed25519 key", path{int64(-2)}, named(t, "ed25519", "issuer").Public().raw,
			"RFC 9053 section 7.2"},
	} {
		if found := within(t, all[c.in], c.path...); !reflect.DeepEqual(found, c.want) {
			t.Errorf("%s: found %v, want %v by %s", c.title, found, c.want, c.source)
		}
	}
	if leaf := LeafHash([]byte("entry 0")); !bytes.Equal(leaf, sum([]byte{0}, []byte("entry 0"))) {
		t.Errorf("found leaf %x, want that of RFC 9162 section 2.1.1", leaf)
	}
}

// TestRoots are the roots of logs whose entries are known from Certificate Transparency, in RFC 9162's tree.
func TestRoots(t *testing.T) {
	var d tree
	for _, leaf := range []string{"", "00", "10", "2021", "3031", "40414243", "5051525354555657",
		"606162636465666768696a6b6c6d6e6f"} {
		b, _ := hex.DecodeString(leaf)
		d = append(d, b)
	}
	for n, want := range map[int]string{
		1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
		8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
	} {
		if found := hex.EncodeToString(d[:n].root()); found != want {
			t.Errorf("%d entries: found root %s, want %s", n, found, want)
		}
	}
}
