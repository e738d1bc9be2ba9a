package statement

import (
	"bytes"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
)

// This file tests that others understand what is written here, and the other way round: OpenSSL, and packages from npm.

// openssl runs OpenSSL in the folder dir and returns what it prints. All machines that run the tests have it.
func openssl(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("openssl", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("openssl %q: %v\n%s%s", args, err, out, &stderr)
	}
	return out
}

func write(t *testing.T, dir, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// der is Ecdsa-Sig-Value, RFC 3279 section 2.2.3.
type der struct{ R, S *big.Int }

// structure returns Sig_structure, RFC 9052 section 4.4, for a statement in the layout that TestLayout fixes.
func structure(statement []byte) []byte {
	end := 4 + int(statement[3])
	return slices.Concat([]byte("\x84\x6aSignature1"), statement[2:end], []byte{0x40}, statement[end+1:end+35])
}

func TestOpenSSLVerifies(t *testing.T) {
	dir := t.TempDir()
	for _, kind := range []string{"es256k", "ed25519"} {
		k, err := Generate(kind)
		if err != nil {
			t.Fatal(err)
		}
		s := signedWith(t, plain(), k)
		write(t, dir, "key.pem", k.Public().PEM())
		write(t, dir, "tbs", structure(s.Bytes()))
		signature := s.Signature
		verify := []string{"pkeyutl", "-verify", "-pubin", "-inkey", "key.pem", "-rawin", "-in", "tbs", "-sigfile",
			"sig"}
		if kind == "es256k" {
			signature = must(asn1.Marshal(der{new(big.Int).SetBytes(signature[:32]),
				new(big.Int).SetBytes(signature[32:])}))
			verify = []string{"dgst", "-sha256", "-verify", "key.pem", "-signature", "sig", "tbs"}
		}
		write(t, dir, "sig", signature)
		openssl(t, dir, verify...)
		write(t, dir, "tbs", append(structure(s.Bytes()), 0))
		cmd := exec.Command("openssl", verify...)
		cmd.Dir = dir
		if cmd.Run() == nil {
			t.Errorf("%s: OpenSSL takes the signature for one of something else", kind)
		}
	}
}

func TestOpenSSLKeys(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		title string
		args  []string
		kind  string
	}{
		{"PKCS #8 on secp256k1", []string{"genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"},
			"es256k"},
		{"SEC 1 on secp256k1", []string{"ecparam", "-name", "secp256k1", "-genkey", "-noout"}, "es256k"},
		{"SEC 1 on secp256k1 with the curve", []string{"ecparam", "-name", "secp256k1", "-genkey"}, "es256k"},
		{"Ed25519", []string{"genpkey", "-algorithm", "ed25519"}, "ed25519"},
	} {
		private := openssl(t, dir, c.args...)
		write(t, dir, "theirs.pem", private)
		k, err := ParsePrivatePEM(private)
		if err != nil || k.Public().Type() != c.kind {
			t.Errorf("%s: found %v and error %v", c.title, k, err)
			continue
		}
		public := openssl(t, dir, "pkey", "-in", "theirs.pem", "-pubout")
		if !bytes.Equal(public, k.Public().PEM()) {
			t.Errorf("%s: found the public key\n%swant\n%s", c.title, k.Public().PEM(), public)
		}
		if again, err := ParsePEM(public); err != nil || !again.Equal(k.Public()) {
			t.Errorf("%s: found %v and error %v", c.title, again, err)
		}
		write(t, dir, "ours.pem", k.PEM())
		if again := openssl(t, dir, "pkey", "-in", "ours.pem", "-pubout"); !bytes.Equal(again, public) {
			t.Errorf("%s: OpenSSL reads another key than was written", c.title)
		}
	}
	for _, args := range [][]string{
		{"genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"},
		{"ecparam", "-name", "prime256v1", "-genkey",
			"-noout"},
		{"genpkey", "-algorithm", "x25519"}, {"genpkey", "-algorithm", "ed448"},
	} {
		_, err := ParsePrivatePEM(openssl(t, dir, args...))
		want(t, err, errOtherKey.Error())
	}
}

// TestOpenSSLSigns makes statements with signatures of OpenSSL, of which about half have the greater s, until there are
// both.
func TestOpenSSLSigns(t *testing.T) {
	dir := t.TempDir()
	half := new(big.Int).Rsh(fr.Modulus(), 1)
	seen := map[bool]bool{}
	for n := 0; len(seen) < 2 && n < 64; n++ {
		private := openssl(t, dir, "ecparam", "-name", "secp256k1", "-genkey", "-noout")
		k := must(ParsePrivatePEM(private))
		m := handmade(k)
		m.signature = make([]byte, 64)
		write(t, dir, "key.pem", private)
		write(t, dir, "tbs", structure(m.seal(nil)))
		var sig der
		if _, err := asn1.Unmarshal(openssl(t, dir, "dgst", "-sha256", "-sign", "key.pem", "tbs"), &sig); err != nil {
			t.Fatal(err)
		}
		sig.R.FillBytes(m.signature[:32])
		sig.S.FillBytes(m.signature[32:])
		high := sig.S.Cmp(half) > 0
		seen[high] = true
		data := m.seal(nil)
		trust := must(ParseTrust("trust", []byte("issuer "+issuerURI+" "+k.Public().String())))
		want(t, judge(trust, data), "")
		if s, err := Parse(data); err != nil || bytes.Equal(s.Bytes(), data) == high {
			t.Errorf("found %x and error %v, want the lesser s", s.Bytes(), err)
		}
	}
	if len(seen) < 2 {
		t.Error("OpenSSL makes signatures of one kind only")
	}
	private := openssl(t, dir, "genpkey", "-algorithm", "ed25519")
	k := must(ParsePrivatePEM(private))
	m := handmade(k)
	m.signature = make([]byte, 64)
	write(t, dir, "key.pem", private)
	write(t, dir, "tbs", structure(m.seal(nil)))
	m.signature = openssl(t, dir, "pkeyutl", "-sign", "-inkey", "key.pem", "-rawin", "-in", "tbs")
	want(t, judge(must(ParseTrust("trust", []byte("issuer "+issuerURI+" "+k.Public().String()))), m.seal(nil)), "")
}

const interop = "testdata/interop"

// TestNode exchanges statements and receipts with the program in testdata/interop, which has CBOR, COSE and RFC 9162
// from npm.
func TestNode(t *testing.T) {
	for _, need := range []string{"cbor2", "@transmute/cose"} {
		if _, err := os.Stat(filepath.Join(interop, "node_modules", need)); err != nil {
			t.Fatalf("the packages of %s are not installed: run make setup-test, which needs node and npm", interop)
		}
	}
	type theirs struct {
		Key, LogKey, Statement, Receipt, Transparent string
	}
	var input struct {
		Read []struct {
			Statement []byte `json:"statement"`
			Key       string `json:"key"`
			Entry     []byte `json:"entry"`
			LogKey    string `json:"logKey"`
		} `json:"read"`
		Write map[string]any `json:"write"`
	}
	input.Write = map[string]any{
		"issuer": issuerURI, "subject": subject, "issued": day.Unix(),
		"certificate": base64.StdEncoding.EncodeToString(cert), "origin": origin,
	}
	log := named(t, "ed25519", "log")
	ours := []string{"es256k", "ed25519"}
	for i, kind := range ours {
		k := named(t, kind, "issuer")
		said := plain()
		if i == 1 {
			said.Review = review()
		}
		s := signedWith(t, said, k)
		d := entries(6)
		d[4] = s.Entry()
		s.Receipts = [][]byte{d.receipt(t, 4, origin, day, log)}
		input.Read = append(input.Read, struct {
			Statement []byte `json:"statement"`
			Key       string `json:"key"`
			Entry     []byte `json:"entry"`
			LogKey    string `json:"logKey"`
		}{s.Bytes(), string(k.Public().PEM()), s.Entry(), string(log.Public().PEM())})
	}
	cmd := exec.Command("node", "interop.mjs")
	cmd.Dir = interop
	cmd.Stdin = bytes.NewReader(must(json.Marshal(input)))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	var output struct {
		Read    []map[string]any
		Written map[string]theirs
	}
	if err := json.Unmarshal(out, &output); err != nil || len(output.Read) != len(ours) || len(output.Written) != 2 {
		t.Fatalf("found %s and error %v", out, err)
	}
	digest := sha256.Sum256(cert)
	for i, kind := range ours {
		k := named(t, kind, "issuer")
		for key, want := range map[string]any{
			"valid": true, "logged": true, "alg": float64(k.Algorithm()), "kid": hex.EncodeToString(k.Public().ID()),
			"issuer":  issuerURI,
			"subject": subject, "issued": float64(day.Unix()), "type": "application/scitt-statement+cose",
			"hash":    -16.0,
			"content": "application/vnd.vouch.certificate+cbor", "digest": hex.EncodeToString(digest[:]),
			"origin": origin, "structure": 1.0,
		} {
			if found := output.Read[i][key]; found != want {
				t.Errorf("%s: %s: found %v, want %v", kind, key, found, want)
			}
		}
	}
	for name, w := range output.Written {
		k, err := ParsePEM([]byte(w.Key))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		logKey := must(ParsePEM([]byte(w.LogKey)))
		trust := must(ParseTrust("trust",
			[]byte("issuer "+issuerURI+" "+k.String()+"\nlog "+origin+" "+logKey.String())))
		bare, full := must(base64.StdEncoding.DecodeString(w.Statement)),
			must(base64.StdEncoding.DecodeString(w.Transparent))
		want(t, judge(trust, bare), "")
		r := must(ParseReceipt(must(base64.StdEncoding.DecodeString(w.Receipt))))
		if r.Size != 3 || r.Index != 1 || r.Origin != origin {
			t.Errorf("%s: found receipt %+v", name, r)
		}
		want(t, r.Verify(bare, logKey), "")
		want(t, judge(trust, full), "")
		if s := must(Parse(full)); len(s.Receipts) != 1 || !bytes.Equal(s.Entry(), bare) {
			t.Errorf("%s: found %d receipts", name, len(s.Receipts))
		}
	}
}
