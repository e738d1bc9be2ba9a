package statement

import (
	"bytes"
	"crypto/sha256"
	"encoding/pem"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// This file tests the forms of keys.

func TestKeyForms(t *testing.T) {
	for _, kind := range []string{"es256k", "ed25519", "bls12-381"} {
		fresh, err := Generate(kind)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []*PrivateKey{fresh, key(t, kind, 1)} {
			public := k.Public()
			for form, read := range map[string]func() (*PublicKey, error){
				"text":             func() (*PublicKey, error) { return ParseKey(public.String()) },
				"COSE_Key":         func() (*PublicKey, error) { return ParseCOSE(public.COSE()) },
				"PEM":              func() (*PublicKey, error) { return ParsePEM(public.PEM()) },
				"any, of text":     func() (*PublicKey, error) { return ParseAny([]byte(public.String() + "\n")) },
				"any, of COSE_Key": func() (*PublicKey, error) { return ParseAny(public.COSE()) },
				"any, of PEM":      func() (*PublicKey, error) { return ParseAny(public.PEM()) },
				"private PEM": func() (*PublicKey, error) {
					k, err := ParsePrivatePEM(k.PEM())
					if err != nil {
						return nil, err
					}
					return k.Public(), nil
				},
			} {
				if again, err := read(); err != nil || !again.Equal(public) || !bytes.Equal(again.ID(), public.ID()) {
					t.Errorf("%s as %s: found %v, %v", kind, form, again, err)
				}
			}
		}
	}
	if _, err := Generate("rsa"); err == nil {
		t.Error("a key of an unknown type was made")
	}
}

// TestThumbprint compares key IDs with thumbprints made by hand from RFC 9679 section 3: SHA-256 of {1: kty, -1: crv, -2: x, -3: y}.
func TestThumbprint(t *testing.T) {
	k := key(t, "es256k", 1).Public()
	var b bytes.Buffer
	b.Write([]byte{0xa4, 0x01, 0x02, 0x20, 0x08, 0x21, 0x58, 0x20})
	b.Write(k.raw[:32])
	b.Write([]byte{0x22, 0x58, 0x20})
	b.Write(k.raw[32:])
	if found, want := fmt.Sprintf("%x", k.ID()), fmt.Sprintf("%x", sha256.Sum256(b.Bytes())); found != want {
		t.Errorf("found %s, want %s", found, want)
	}
	e := key(t, "ed25519", 1).Public()
	b.Reset()
	b.Write([]byte{0xa3, 0x01, 0x01, 0x20, 0x06, 0x21, 0x58, 0x20})
	b.Write(e.raw)
	if found, want := fmt.Sprintf("%x", e.ID()), fmt.Sprintf("%x", sha256.Sum256(b.Bytes())); found != want {
		t.Errorf("found %s, want %s", found, want)
	}
}

func TestKeyRejects(t *testing.T) {
	good := key(t, "es256k", 1)
	cose := func(change func(*coseKey)) []byte {
		c := good.Public().coseKey()
		c.X, c.Y = slices.Clone(c.X), slices.Clone(c.Y)
		change(&c)
		return encode(c)
	}
	openssl := func(args ...string) []byte {
		out, err := exec.Command("openssl", args...).Output()
		if err != nil {
			t.Fatalf("openssl %s: %v", strings.Join(args, " "), err)
		}
		return out
	}
	p256 := openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout")
	rsa := openssl("genpkey", "-algorithm", "rsa", "-pkeyopt", "rsa_keygen_bits:1024")
	x25519 := openssl("genpkey", "-algorithm", "x25519")
	public := func(data []byte) error { _, err := ParseAny(data); return err }
	private := func(data []byte) error { _, err := ParsePrivatePEM(data); return err }
	zero := must(newPrivate(t, make([]byte, 32)))
	for _, c := range []struct {
		title string
		parse func([]byte) error
		data  []byte
		want  string
	}{
		{"nothing", public, nil, "want one that begins with"},
		{"surplus in a COSE_Key", public, append(good.Public().COSE(), 0), "COSE_Key"},
		{"another curve", public, cose(func(c *coseKey) { c.Curve = 1 }), "found algorithm -47 with key type 2 and curve 1"},
		{"another key type", public, cose(func(c *coseKey) { c.Type = 1 }), "key type 1"},
		{"another algorithm", public, cose(func(c *coseKey) { c.Algorithm = -7 }), "found algorithm -7"},
		{"no algorithm", public, cose(func(c *coseKey) { c.Algorithm = 0 }), "found algorithm 0"},
		{"a point that is not on the curve", public, cose(func(c *coseKey) { c.Y[0] ^= 1 }), "not on the curve"},
		{"a coordinate that is too large", public, cose(func(c *coseKey) { c.X = bytes.Repeat([]byte{0xff}, 32) }), "x: "},
		{"no y", public, cose(func(c *coseKey) { c.Y = nil }), "found a key of 32 bytes"},
		{"x and y of the wrong length", public, cose(func(c *coseKey) { c.X, c.Y = append(c.X, c.Y[0]), c.Y[1:] }), "parts of the wrong length"},
		{"a proof with a key of another type", public, cose(func(c *coseKey) { c.Possession = make([]byte, 96) }), "want 64"},
		{"a private key", public, good.PEM(), "found a PEM block \"PRIVATE KEY\""},
		{"two keys", public, append(good.Public().PEM(), good.Public().PEM()...), "more than one PEM block"},
		{"PEM without content", public, []byte("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n"), "no key"},
		{"PEM that is cut", public, good.Public().PEM()[:60], "found no PEM block"},
		{"a public key as a private one", private, good.Public().PEM(), "found a PEM block \"PUBLIC KEY\""},
		{"a key on another curve", private, p256, "found a key of another kind"},
		{"a key of RSA", private, rsa, "found a key of another kind"},
		{"a key for exchange", private, x25519, "found a key of another kind"},
		{"a certificate of X.509", private, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte{1}}), "found a PEM block"},
		{"the number 0", private, zero, "out of range"},
		{"a secret of BLS that is short", private, block(blockBLSPrivate, []byte{1}), ""},
		{"surplus in PKCS #8", private, surplus(t, good.PEM()), "whose content is no key"},
	} {
		if err := c.parse(c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found error %v, want one with %q", c.title, err, c.want)
		} else if bytes.Contains([]byte(err.Error()), good.secret[:8]) {
			t.Errorf("%s: the error shows the key", c.title)
		}
	}
}

// newPrivate returns the PEM of a key on secp256k1 with the given secret, which may be none.
func newPrivate(t testing.TB, secret []byte) ([]byte, error) {
	k := key(t, "es256k", 1)
	other := *k
	other.secret = secret
	return other.PEM(), nil
}

func surplus(t testing.TB, data []byte) []byte {
	b, _ := pem.Decode(data)
	if b == nil {
		t.Fatal("found no PEM block")
	}
	return block(b.Type, append(b.Bytes, 0))
}

func FuzzKeys(f *testing.F) {
	for _, kind := range []string{"es256k", "ed25519", "bls12-381"} {
		k := key(f, kind, 1)
		f.Add([]byte(k.Public().String()))
		f.Add(k.Public().COSE())
		f.Add(k.Public().PEM())
		f.Add(k.PEM())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if k, err := ParseAny(data); err == nil {
			if again, err := ParseCOSE(k.COSE()); err != nil || !again.Equal(k) {
				t.Errorf("found key %s, %v", again, err)
			}
		}
		if k, err := ParsePrivatePEM(data); err == nil {
			if again, err := ParsePrivatePEM(k.PEM()); err != nil || !again.Public().Equal(k.Public()) {
				t.Errorf("a private key changed: %v", err)
			}
		}
	})
}
