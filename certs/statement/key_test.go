package statement

import (
	"bytes"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
)

// This file tests keys: their forms, and that private ones do not show.

func TestKeyForms(t *testing.T) {
	for _, kind := range kinds() {
		k := named(t, kind, "issuer")
		public := k.Public()
		for _, c := range []struct {
			title string
			parse func() (*PublicKey, error)
		}{
			{"text", func() (*PublicKey, error) { return ParseKey(public.String()) }},
			{"COSE_Key", func() (*PublicKey, error) { return ParseCOSE(public.COSE()) }},
			{"PEM", func() (*PublicKey, error) { return ParsePEM(public.PEM()) }},
			{"any: text", func() (*PublicKey, error) { return ParseAny([]byte(public.String())) }},
			{"any: a line of text", func() (*PublicKey, error) { return ParseAny([]byte(public.String() + "\n")) }},
			{"any: COSE_Key", func() (*PublicKey, error) { return ParseAny(public.COSE()) }},
			{"any: PEM", func() (*PublicKey, error) { return ParseAny(public.PEM()) }},
		} {
			again, err := c.parse()
			if err != nil || !again.Equal(public) || !bytes.Equal(again.ID(), public.ID()) {
				t.Errorf("%s as %s: found %v and error %v", kind, c.title, again, err)
			}
		}
		again, err := ParsePrivatePEM(k.PEM())
		if err != nil || !bytes.Equal(again.secret(), k.secret()) || !again.Public().Equal(public) {
			t.Errorf("%s as private PEM: found %v and error %v", kind, again, err)
		}
		if fresh, err := Generate(kind); err != nil || fresh.Public().Equal(public) || fresh.Public().Type() != kind {
			t.Errorf("%s: found new key %v and error %v", kind, fresh, err)
		}
	}
	if _, err := Generate("rsa"); err == nil || err.Error() !=
		`found key type "rsa", want one of es256k, ed25519, bls12-381` {
		t.Error(err)
	}
}

// TestThumbprint computes key IDs by hand, as RFC 9679 section 3 has it: the hash of the required members, in
// deterministic order.
func TestThumbprint(t *testing.T) {
	k := named(t, "es256k", "issuer").Public()
	want := sum(cMap(pairs{{cInt(1), cInt(2)}, {cInt(-1), cInt(8)}, {cInt(-2), cBytes(k.raw[:32])},
		{cInt(-3), cBytes(k.raw[32:])}}))
	if !bytes.Equal(k.ID(), want) {
		t.Errorf("found %x, want %x", k.ID(), want)
	}
	k = named(t, "ed25519", "issuer").Public()
	if want := sum(cMap(pairs{{cInt(1), cInt(1)}, {cInt(-1), cInt(6)},
		{cInt(-2), cBytes(k.raw)}})); !bytes.Equal(k.ID(), want) {
		t.Errorf("found %x, want %x", k.ID(), want)
	}
	// The key of RFC 8032 section 7.1, test 1.
	raw, _ := hex.DecodeString("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
	if _, err := newPublicKey(schemeOf(Ed25519), raw); err != nil {
		t.Error(err)
	}
}

// TestOlderKey establishes that a COSE_Key with the older number of Ed25519 is read, as the same key.
func TestOlderKey(t *testing.T) {
	k := named(t, "ed25519", "issuer").Public()
	older := cMap(pairs{{cInt(1), cInt(1)}, {cInt(3), cInt(-8)}, {cInt(-1), cInt(6)}, {cInt(-2), cBytes(k.raw)}})
	if again, err := ParseCOSE(older); err != nil || !again.Equal(k) {
		t.Errorf("found %v and error %v", again, err)
	}
}

func TestKeyRefused(t *testing.T) {
	secp, ed, b := named(t, "es256k", "issuer").Public(), named(t, "ed25519", "issuer").Public(),
		named(t, "bls12-381", "issuer").Public()
	text := func(kind string, raw ...[]byte) []byte {
		return []byte(kind + ":" + base64.RawURLEncoding.EncodeToString(slices.Concat(raw...)))
	}
	other := named(t, "bls12-381", "somebody else").Public()
	edCOSE := pairs{{cInt(1), cInt(1)}, {cInt(3), cInt(-19)}, {cInt(-1), cInt(6)}, {cInt(-2), cBytes(ed.raw)}}
	ecCOSE := pairs{{cInt(1), cInt(2)}, {cInt(3), cInt(-47)}, {cInt(-1), cInt(8)}, {cInt(-2), cBytes(secp.raw[:32])},
		{cInt(-3), cBytes(secp.raw[32:])}}
	order8, _ := hex.DecodeString("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
	order8b, _ := hex.DecodeString("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa")
	field := func(first byte, last byte) []byte {
		b := bytes.Repeat([]byte{0xff}, 32)
		b[0], b[31] = first, last
		return b
	}
	spki := func(curve asn1.ObjectIdentifier, point []byte, bits int) []byte {
		parameters := must(asn1.Marshal(curve))
		info := subjectPublicKeyInfo{Key: asn1.BitString{Bytes: point, BitLength: bits}}
		info.Algorithm.Algorithm, info.Algorithm.Parameters = oidEC, asn1.RawValue{FullBytes: parameters}
		return block(blockPublic, must(asn1.Marshal(info)))
	}
	p256 := asn1.ObjectIdentifier{1, 2, 840, 10045, 3, 1, 7}
	point := slices.Concat([]byte{4}, secp.raw)
	for _, c := range []struct {
		title  string
		data   []byte
		reason string
	}{
		{"nothing", nil, "found a key that does not begin with the name of its type (es256k, ed25519, bls12-381) and a colon"},
		{"no type", []byte(base64.RawURLEncoding.EncodeToString(ed.raw)),
			"found a key that does not begin with the name of its type (es256k, ed25519, bls12-381) and a colon"},
		{"another type", text("p256", ed.raw),
			"found a key that does not begin with the name of its type (es256k, ed25519, bls12-381) and a colon"},
		{"a type in capitals", text("ED25519", ed.raw),
			"found a key that does not begin with the name of its type (es256k, ed25519, bls12-381) and a colon"},
		{"padding", []byte("ed25519:" + base64.URLEncoding.EncodeToString(ed.raw)),
			"found a key of type ed25519 that is not written in base64url without padding"},
		{"another alphabet", []byte("ed25519:" + strings.Repeat("+", 43)),
			"found a key of type ed25519 that is not written in base64url without padding"},
		{"bits that say nothing", []byte("ed25519:" + strings.Repeat("A", 42) + "B"),
			"found a key of type ed25519 that is not written in base64url without padding"},
		{"a line end in it", []byte(ed.String()[:20] + "\n" + ed.String()[20:]),
			"found a key of type ed25519 that is not written in base64url without padding"},
		{"a space before it", []byte(" " + ed.String()),
			"found a key that does not begin with the name of its type (es256k, ed25519, bls12-381) and a colon"},
		{"a space behind it", []byte(ed.String() + " "),
			"found a key of type ed25519 that is not written in base64url without padding"},
		{"31 bytes", text("ed25519", ed.raw[1:]), "found a key of 31 bytes for ed25519, want 32"},
		{"33 bytes", text("ed25519", ed.raw, []byte{0}), "found a key of 33 bytes for ed25519, want 32"},
		{"a point with its first byte", text("es256k", point), "found a key of 65 bytes for es256k, want 64"},
		{"a point that is not on secp256k1", text("es256k", secp.raw[32:], secp.raw[:32]),
			"es256k: found a point that is not on the curve"},
		{"the point at infinity of secp256k1", text("es256k", make([]byte, 64)),
			"es256k: found a point that is not on the curve"},
		{"an x beyond the field", text("es256k", bytes.Repeat([]byte{0xff}, 32), secp.raw[32:]),
			"es256k: found an x that is not less than the order of the field"},
		{"a y beyond the field", text("es256k", secp.raw[:32], bytes.Repeat([]byte{0xff}, 32)),
			"es256k: found a y that is not less than the order of the field"},
		{"a point that is not on edwards25519", text("ed25519", append([]byte{2}, make([]byte, 31)...)),
			"ed25519: found a point that is not on the curve"},
		{"a y that is the order of the field", text("ed25519", field(0xed, 0x7f)),
			"ed25519: found a point in another encoding than its own"},
		{"a y beyond it", text("ed25519", field(0xf0, 0x7f)),
			"ed25519: found a point in another encoding than its own"},
		{"an x of 0 that is negative", text("ed25519", append(append([]byte{1}, make([]byte, 30)...), 0x80)),
			"ed25519: found a point in another encoding than its own"},
		{"a point of order 1", text("ed25519", append([]byte{1}, make([]byte, 31)...)),
			"ed25519: found a point of small order, under which one signature is good for many messages"},
		{"a point of order 2", text("ed25519", field(0xec, 0x7f)),
			"ed25519: found a point of small order, under which one signature is good for many messages"},
		{"a point of order 4", text("ed25519", make([]byte, 32)),
			"ed25519: found a point of small order, under which one signature is good for many messages"},
		{"another point of order 4", text("ed25519", append(make([]byte, 31), 0x80)),
			"ed25519: found a point of small order, under which one signature is good for many messages"},
		{"a point of order 8", text("ed25519", order8),
			"ed25519: found a point of small order, under which one signature is good for many messages"},
		{"another point of order 8", text("ed25519", order8b),
			"ed25519: found a point of small order, under which one signature is good for many messages"},
		{"a key of BLS without proof of possession", text("bls12-381", b.raw[:48]),
			"found a key of 48 bytes for bls12-381, want 144"},
		{"a key of BLS with the proof of another", text("bls12-381", b.raw[:48], other.raw[48:]),
			"bls12-381: found a proof of possession that does not belong to the key and the message"},
		{"a key of BLS at infinity", text("bls12-381", []byte{0xc0}, make([]byte, 47), b.raw[48:]),
			"bls12-381: found the point at infinity, which is no public key"},
		{"a COSE_Key without type", cMap(edCOSE.without(cInt(1))), "COSE_Key: found no key 1"},
		{"a COSE_Key without algorithm", cMap(edCOSE.without(cInt(3))),
			"COSE_Key: found algorithm 0 with key type 1 and curve 6, want one of es256k, ed25519, bls12-381"},
		{"a COSE_Key without curve", cMap(edCOSE.without(cInt(-1))), "COSE_Key: found no key -1"},
		{"a COSE_Key without x", cMap(edCOSE.without(cInt(-2))), "COSE_Key: found no key -2"},
		{"a COSE_Key on P-256", cMap(ecCOSE.with(cInt(3), cInt(-7)).with(cInt(-1), cInt(1))),
			"COSE_Key: found algorithm -7 with key type 2 and curve 1, want one of es256k, ed25519, bls12-381"},
		{"a COSE_Key with the curve of another algorithm", cMap(edCOSE.with(cInt(-1), cInt(7))),
			"COSE_Key: found algorithm -19 with key type 1 and curve 7, want one of es256k, ed25519, bls12-381"},
		{"a COSE_Key that is private", cMap(edCOSE.with(cInt(-4), cBytes(make([]byte, 32)))),
			"COSE_Key: found a key that is not known"},
		{"a COSE_Key with a key ID", cMap(edCOSE.with(cInt(2), cBytes([]byte{1}))),
			"COSE_Key: found a key that is not known"},
		{"a COSE_Key with a compressed point", cMap(ecCOSE.with(cInt(-3), []byte{0xf5})),
			"COSE_Key: found CBOR of type primitives, want another type"},
		{"a COSE_Key with x and y at another border", cMap(ecCOSE.with(cInt(-2), cBytes(secp.raw[:31])).with(cInt(-3),
			cBytes(secp.raw[31:]))),
			"COSE_Key: found parts of the wrong length"},
		{"a COSE_Key with part of x as y", cMap(edCOSE.with(cInt(-2), cBytes(ed.raw[:31])).with(cInt(-3),
			cBytes(ed.raw[31:]))),
			"COSE_Key: found parts of the wrong length"},
		{"a COSE_Key in another order", cMap(pairs{edCOSE[1], edCOSE[0], edCOSE[2], edCOSE[3]}),
			"COSE_Key: found an encoding that is not the deterministic one of what it should hold"},
		{"a COSE_Key and a byte", append(cMap(edCOSE), 0), "COSE_Key: found bytes after the end"},
		{"a PEM block of another type", block("CERTIFICATE", ed.raw),
			"found a PEM block \"CERTIFICATE\", want \"PUBLIC KEY\" or \"VOUCH BLS12-381 PUBLIC KEY\""},
		{"a private key", named(t, "ed25519", "issuer").PEM(),
			"found a PEM block \"PRIVATE KEY\", want \"PUBLIC KEY\" or \"VOUCH BLS12-381 PUBLIC KEY\""},
		{"a PEM block without content", block(blockPublic, nil), "found a PEM block whose content is no key"},
		{"a PEM block with a byte behind the key", func() []byte {
			b, _ := pem.Decode(ed.PEM())
			return block(blockPublic, append(b.Bytes, 0))
		}(), "found a PEM block whose content is no key"},
		{"a PEM block on P-256", spki(p256, point, 520),
			"found a key of another kind, want one on secp256k1 or of Ed25519"},
		{"a PEM block with a compressed point", spki(oidSecp256k1, append([]byte{2}, secp.raw[:32]...), 264),
			"found a point in another form, want an uncompressed one"},
		{"a PEM block with a hybrid point", spki(oidSecp256k1, append([]byte{6}, secp.raw...), 520),
			"found a point in another form, want an uncompressed one"},
		{"a PEM block whose last bit is cut", spki(oidSecp256k1, slices.Concat([]byte{4}, secp.raw[:63], []byte{0}),
			519),
			"found a point in another form, want an uncompressed one"},
		{"a PEM block with a point that is not on the curve",
			spki(oidSecp256k1, slices.Concat([]byte{4}, secp.raw[32:], secp.raw[:32]), 520),
			"es256k: found a point that is not on the curve"},
		{"two keys", slices.Concat(ed.PEM(), secp.PEM()), "found more than one PEM block, want one key"},
		{"a PEM block that does not end", ed.PEM()[:60], "found no PEM block, want a key that begins with -----BEGIN"},
	} {
		t.Run(c.title, func(t *testing.T) {
			_, err := ParseAny(c.data)
			want(t, err, c.reason)
		})
	}
}

func TestPrivateKeyRefused(t *testing.T) {
	ec := func(curve asn1.ObjectIdentifier, secret []byte) []byte {
		return block(blockEC, must(asn1.Marshal(ecPrivateKey{Version: 1, Key: secret, Curve: curve})))
	}
	one := append(make([]byte, 31), 1)
	for _, c := range []struct {
		title  string
		data   []byte
		reason string
	}{
		{"1 on secp256k1", ec(oidSecp256k1, one), ""},
		{"1 in a byte, as it may be written", ec(oidSecp256k1, []byte{1}), ""},
		{"n - 1", ec(oidSecp256k1, new(big.Int).Sub(fr.Modulus(), big.NewInt(1)).Bytes()), ""},
		{"with the name of the curve before it", slices.Concat(block(blockECCurve, secp256k1OID),
			ec(oidSecp256k1, one)), ""},
		{"0", ec(oidSecp256k1, make([]byte, 32)), "found a private key that is out of range"},
		{"n", ec(oidSecp256k1, fr.Modulus().Bytes()), "found a private key that is out of range"},
		{"33 bytes", ec(oidSecp256k1, append([]byte{0}, one...)),
			"found a key of another kind, want one on secp256k1 or of Ed25519"},
		{"no bytes", ec(oidSecp256k1, nil), "found a private key that is out of range"},
		{"no curve", ec(nil, one), "found a key of another kind, want one on secp256k1 or of Ed25519"},
		{"another curve", ec(asn1.ObjectIdentifier{1, 2, 840, 10045, 3, 1, 7}, one),
			"found a key of another kind, want one on secp256k1 or of Ed25519"},
		{"the name of the curve only", block(blockECCurve, secp256k1OID),
			"found no PEM block, want a key that begins with -----BEGIN"},
		{"a public key", named(t, "es256k", "issuer").Public().PEM(),
			"found a PEM block \"PUBLIC KEY\", want \"PRIVATE KEY\", \"EC PRIVATE KEY\" or \"VOUCH BLS12-381 PRIVATE KEY\""},
		{"an encrypted key", block("ENCRYPTED PRIVATE KEY", one),
			"found a PEM block \"ENCRYPTED PRIVATE KEY\", want \"PRIVATE KEY\", \"EC PRIVATE KEY\" or \"VOUCH BLS12-381 PRIVATE KEY\""},
		{"a key of BLS of 31 bytes", block(blockBLSPrivate, one[1:]), "found a private key of 31 bytes, want 32"},
		{"a key of BLS that is 0", block(blockBLSPrivate, make([]byte, 32)),
			"found the private key 0, want a positive one"},
		{"a key of BLS beyond the order", block(blockBLSPrivate, bytes.Repeat([]byte{0xff}, 32)),
			"found a private key that is not less than the order of the group"},
		{"rubbish", block(blockPrivate, []byte("rubbish")), "found a PEM block whose content is no key"},
		{"no PEM", []byte("rubbish"), "found no PEM block, want a key that begins with -----BEGIN"},
		{"nothing", nil, "found no PEM block, want a key that begins with -----BEGIN"},
		{"two keys", slices.Concat(ec(oidSecp256k1, one), ec(oidSecp256k1, one)),
			"found more than one PEM block, want one key"},
	} {
		t.Run(c.title, func(t *testing.T) {
			_, err := ParsePrivatePEM(c.data)
			want(t, err, c.reason)
		})
	}
}

// TestSecretsDoNotShow prints private keys in every way, alone and in structures, and looks for their bytes.
func TestSecretsDoNotShow(t *testing.T) {
	for _, kind := range kinds() {
		k := named(t, kind, "issuer")
		type holder struct {
			Key     *PrivateKey
			Value   PrivateKey
			private *PrivateKey
			value   PrivateKey
			list    []PrivateKey
			table   map[string]*PrivateKey
			any     any
		}
		h := holder{k, *k, k, *k, []PrivateKey{*k}, map[string]*PrivateKey{"k": k}, *k}
		var shown []string
		for _, v := range []any{k, *k, h, &h, []any{k, *k}, signer{k}, &signer{k}, errors.New(fmt.Sprint(*k)),
			fmt.Errorf("%w: %v", ErrSignature, k)} {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "% x", "%X", "%d", "%o", "%b", "%c",
				"%U", "%t", "%e", "%T", "%p", "%w"} {
				shown = append(shown, fmt.Sprintf(verb, v))
			}
			shown = append(shown, fmt.Sprint(v), fmt.Sprintln(v))
			if b, err := json.Marshal(v); err == nil {
				shown = append(shown, string(b))
			}
		}
		pemText := string(k.PEM())
		for _, bad := range []string{
			"", "x", pemText[:len(pemText)/2], strings.ReplaceAll(pemText, "PRIVATE", "PUBLIC"), pemText + pemText,
			strings.ReplaceAll(pemText, "KEY", "KEX"), hex.EncodeToString(k.secret()),
			base64.StdEncoding.EncodeToString(k.secret()), string(k.secret()),
			"es256k:" + hex.EncodeToString(k.secret()),
		} {
			_, err := ParsePrivatePEM([]byte(bad))
			_, err2 := ParseAny([]byte(bad))
			shown = append(shown, fmt.Sprint(err, err2))
		}
		_, err := NoteSigner("bad origin", k)
		shown = append(shown, fmt.Sprint(err))
		secret := k.secret()
		b64 := base64.StdEncoding.EncodeToString(secret)
		for _, text := range shown {
			for _, trace := range []string{
				string(secret), hex.EncodeToString(secret), fmt.Sprintf("%X", secret), fmt.Sprintf("% x", secret),
				fmt.Sprintf("%q", secret),
				strings.Trim(fmt.Sprint(secret), "[]"), b64[:40], base64.URLEncoding.EncodeToString(secret)[:40],
				fmt.Sprintf("%#v", secret)[8:40],
				fmt.Sprint(new(big.Int).SetBytes(secret)), strings.Trim(fmt.Sprintf("%o", secret), "[]"),
				strings.Trim(fmt.Sprintf("%b", secret), "[]"),
				strings.Split(pemText, "\n")[1],
			} {
				if strings.Contains(text, trace) {
					t.Fatalf("%s: the secret is in %q", kind, text)
				}
			}
		}
		if text := fmt.Sprint(k); text != "private key of "+k.Public().String() || text != fmt.Sprintf("%x", *k) {
			t.Errorf("found %q", text)
		}
	}
}
