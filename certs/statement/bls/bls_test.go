package bls

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

// This file tests what must be refused, the attack with a rogue key among it, and fuzzes verification.

var message = []byte("a statement")

// key returns the key whose keying material is 32 bytes of n.
func key(t testing.TB, n byte) *PrivateKey {
	t.Helper()
	k, err := KeyGen(bytes.Repeat([]byte{n}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// keys returns n public keys and the signature of message under each.
func keys(t testing.TB, n int) (publics []*PublicKey, signatures [][]byte) {
	t.Helper()
	for i := range n {
		k := key(t, byte(i))
		publics, signatures = append(publics, k.Public()), append(signatures, k.Sign(message))
	}
	return publics, signatures
}

// sum aggregates signatures that are known to be some.
func sum(t testing.TB, signatures ...[]byte) []byte {
	t.Helper()
	s, err := Aggregate(signatures)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// negated returns the encoding of minus the point that b encodes: that with the other sign of y.
func negated(b []byte) []byte {
	b = bytes.Clone(b)
	b[0] ^= 0x20
	return b
}

func unhex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

func TestAccepts(t *testing.T) {
	publics, signatures := keys(t, 5)
	all := sum(t, signatures...)
	if err := FastAggregateVerify(publics, message, all); err != nil {
		t.Error(err)
	}
	if err := FastAggregateVerify(append(publics, publics[2]), message, sum(t, all, signatures[2])); err != nil {
		t.Errorf("a key that signed twice: %v", err)
	}
	same := [][]byte{message, message, message, message, message}
	if err := AggregateVerify(publics, same, all); err != nil {
		t.Errorf("the same message from all: %v", err)
	}
	messages, each := [][]byte{nil, {0}, []byte("b")}, [][]byte(nil)
	for i, m := range messages {
		each = append(each, key(t, byte(i)).Sign(m))
	}
	if err := AggregateVerify(publics[:3], messages, sum(t, each...)); err != nil {
		t.Errorf("different messages: %v", err)
	}
	for _, p := range publics {
		if !bytes.Equal(parsed(t, p.Bytes()).Bytes(), p.Bytes()) {
			t.Errorf("%x does not encode itself", p.Bytes())
		}
	}
	a, errA := Generate()
	b, errB := Generate()
	if errA != nil || errB != nil || bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Fatalf("found the same key twice, or %v, %v", errA, errB)
	}
	again, err := ParsePrivateKey(a.Bytes())
	if err != nil || Verify(a.Public(), message, again.Sign(message)) != nil {
		t.Errorf("a generated key does not survive its encoding: %v", err)
	}
	if err := a.Public().VerifyPossession(a.ProvePossession()); err != nil {
		t.Error(err)
	}
}

func TestRejects(t *testing.T) {
	k, other := key(t, 1), key(t, 2)
	p, q := k.Public(), other.Public()
	s, r := k.Sign(message), other.Sign(message)
	infinityG1 := append([]byte{0xc0}, make([]byte, 47)...)
	infinityG2 := append([]byte{0xc0}, make([]byte, 95)...)
	order := fr.Modulus()
	both := sum(t, s, r)
	flipped := bytes.Clone(s)
	flipped[95] ^= 1
	minus := parsed(t, negated(p.Bytes()))
	raw, rawPublic := parse(t, s).RawBytes(), p.point.RawBytes()

	private := func(b []byte) error { _, err := ParsePrivateKey(b); return err }
	public := func(b []byte) error { _, err := ParsePublicKey(b); return err }
	aggregate := func(ss ...[]byte) error { _, err := Aggregate(ss); return err }
	generate := func(ikm []byte) error { _, err := KeyGen(ikm); return err }
	for _, c := range []struct {
		title string
		err   error
		want  string
	}{
		{"no keying material", generate(nil), "found 0 bytes of keying material, want at least 32"},
		{"short keying material", generate(make([]byte, 31)), "found 31 bytes"},

		{"private key, empty", private(nil), "0 bytes, want 32"},
		{"private key, 31 bytes", private(make([]byte, 31)), "31 bytes, want 32"},
		{"private key, 33 bytes", private(append(make([]byte, 32), 1)), "33 bytes, want 32"},
		{"private key 0", private(make([]byte, 32)), "the private key 0"},
		{"private key r", private(order.Bytes()), "not less than the order"},
		{"private key r+1", private(new(big.Int).Add(order, big.NewInt(1)).Bytes()), "not less than the order"},
		{"private key of ones", private(bytes.Repeat([]byte{0xff}, 32)), "not less than the order"},

		{"public key, empty", public(nil), "0 bytes, want 48"},
		{"public key, 47 bytes", public(p.Bytes()[:47]), "47 bytes, want 48"},
		{"public key, 49 bytes", public(append(p.Bytes(), 0)), "49 bytes, want 48"},
		{"public key, zeros", public(make([]byte, 48)), "without the flag of compression"},
		{"public key, uncompressed", public(rawPublic[:]), "96 bytes, want 48"},
		{"public key, first half of an uncompressed one", public(rawPublic[:48]), "without the flag of compression"},
		{"public key at infinity", public(infinityG1), "point at infinity"},
		{"public key at infinity with a sign", public(unhex("e0" + strings.Repeat("00", 47))), "no point of G1"},
		{"public key at infinity and something", public(append(infinityG1[:47:47], 1)), "no point of G1"},
		{"public key off the curve", public(unhex("8" + strings.Repeat("0123456789abcdef", 6)[1:95] + "0")),
			"square root"},
		{"public key outside of the subgroup", public(unhex("8" + strings.Repeat("0123456789abcdef", 6)[1:])),
			"subgroup"},
		{"public key of order 3, with x = 0", public(append([]byte{0x80}, make([]byte, 47)...)), "subgroup"},

		{"signature, empty", Verify(p, message, nil), "0 bytes, want 96"},
		{"signature, 95 bytes", Verify(p, message, s[:95]), "95 bytes, want 96"},
		{"signature, 97 bytes", Verify(p, message, append(bytes.Clone(s), 0)), "97 bytes, want 96"},
		{"signature, uncompressed", Verify(p, message, raw[:]), "192 bytes, want 96"},
		{"signature, first half of an uncompressed one", Verify(p, message, raw[:96]),
			"without the flag of compression"},
		{"signature outside of the subgroup", Verify(p, message, unhex("8"+strings.Repeat("0123456789abcdef", 12)[1:])),
			"subgroup"},
		{"signature with a bit flipped", Verify(p, message, flipped), "found a signature that"},
		{"signature at infinity", Verify(p, message, infinityG2), "does not belong"},
		{"signature with the other sign", Verify(p, message, negated(s)), "does not belong"},
		{"signature of another message", Verify(p, []byte("a statemenu"), s), "does not belong"},
		{"signature of a longer message", Verify(p, append(bytes.Clone(message), 0), s), "does not belong"},
		{"signature under another key", Verify(q, message, s), "does not belong"},
		{"no key", Verify(nil, message, s), "empty public key"},
		{"the key that was not parsed, and infinity", Verify(new(PublicKey), message, infinityG2), "empty public key"},

		{"possession, by another key", p.VerifyPossession(other.ProvePossession()), "does not belong"},
		{"possession, by a signature of the key", p.VerifyPossession(k.Sign(p.Bytes())), "does not belong"},
		{"possession, by infinity", p.VerifyPossession(infinityG2), "does not belong"},
		{"possession, by nothing", p.VerifyPossession(nil), "found a proof of possession of 0 bytes"},
		{"possession of no key", (*PublicKey)(nil).VerifyPossession(k.ProvePossession()), "empty public key"},
		{"possession of a key that was not parsed", new(PublicKey).VerifyPossession(infinityG2), "empty public key"},
		{"a proof of possession as a signature", Verify(p, p.Bytes(), k.ProvePossession()), "does not belong"},

		{"aggregate of nothing", aggregate(), "no signatures"},
		{"aggregate with garbage", aggregate(s, flipped[:40]), "signature 1: found a signature of 40 bytes"},
		{"aggregate with a point outside of the subgroup", aggregate(s, r,
			unhex("8"+strings.Repeat("0123456789abcdef", 12)[1:])),
			"signature 2"},

		{"aggregate under no keys", FastAggregateVerify(nil, message, infinityG2), "no public keys"},
		{"aggregate under an empty key", FastAggregateVerify([]*PublicKey{p, {}}, message, s),
			"key 1: found an empty public key"},
		{"aggregate under nil", FastAggregateVerify([]*PublicKey{nil, p}, message, s),
			"key 0: found an empty public key"},
		{"aggregate, a signer missing", FastAggregateVerify([]*PublicKey{p}, message, both), "does not belong"},
		{"aggregate, a signer too many", FastAggregateVerify([]*PublicKey{p, q, key(t, 3).Public()}, message, both),
			"does not belong"},
		{"aggregate, a signer twice", FastAggregateVerify([]*PublicKey{p, q, q}, message, both), "does not belong"},
		{"aggregate of another message", FastAggregateVerify([]*PublicKey{p, q}, nil, both), "does not belong"},
		{"aggregate under keys that cancel", FastAggregateVerify([]*PublicKey{p, minus}, message, infinityG2),
			"add up to the point"},

		{"messages, one too few", AggregateVerify([]*PublicKey{p, q}, [][]byte{message}, both),
			"2 keys and 1 messages"},
		{"messages, one too many", AggregateVerify([]*PublicKey{p}, [][]byte{message, message}, both),
			"1 keys and 2 messages"},
		{"messages, none", AggregateVerify(nil, nil, infinityG2), "no public keys"},
		{"messages, an empty key", AggregateVerify([]*PublicKey{{}}, [][]byte{message}, infinityG2),
			"key 0: found an empty"},
		{"messages, exchanged", AggregateVerify([]*PublicKey{p, q}, [][]byte{{2}, {1}},
			sum(t, k.Sign([]byte{1}), other.Sign([]byte{2}))),
			"does not belong to the keys"},
		{"messages, a signature missing", AggregateVerify([]*PublicKey{p, q}, [][]byte{message, message}, s),
			"does not belong to the keys"},
		{"messages, garbage", AggregateVerify([]*PublicKey{p}, [][]byte{message}, []byte("garbage")),
			"7 bytes, want 96"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%s: found %v, want an error with %q", c.title, c.err, c.want)
		}
	}
}

// parse returns the point of a signature that is known to be one.
func parse(t testing.TB, b []byte) *bls12381.G2Affine {
	t.Helper()
	p, err := parseSignature("signature", b)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

// TestRogueKey mounts the attack that section 3 warns of: x*G minus the honest keys is a valid key, under which x alone
// signs for all. Only the proof of possession refuses it, and it does so even if the honest ones sign what they are
// given.
func TestRogueKey(t *testing.T) {
	honest, signatures := keys(t, 3)
	x := key(t, 99)
	point := x.Public().point
	for _, h := range honest {
		point.Sub(&point, &h.point)
	}
	encoding := point.Bytes()
	rogue := parsed(t, encoding[:]) // the key is valid as such
	all := append(slices.Clone(honest), rogue)
	if err := FastAggregateVerify(all, message, x.Sign(message)); err != nil {
		t.Fatalf("the attack fails without proofs of possession: %v", err)
	}
	for i, h := range honest {
		if err := h.VerifyPossession(key(t, byte(i)).ProvePossession()); err != nil {
			t.Fatal(err)
		}
	}

	// What honest signers are made to sign: the rogue key as a message.
	lured, proofs := [][]byte{x.Sign(rogue.Bytes())}, [][]byte{x.sign(rogue.Bytes(), possessionTag)}
	for i := range honest {
		lured = append(lured, negated(key(t, byte(i)).Sign(rogue.Bytes())))
		proofs = append(proofs, negated(key(t, byte(i)).ProvePossession()))
	}
	if err := Verify(rogue, rogue.Bytes(), sum(t, lured...)); err != nil {
		t.Fatalf("the lured signatures do not make one of the rogue key: %v", err)
	}
	for _, c := range []struct {
		title string
		proof []byte
	}{
		{"the attacker's own proof", x.ProvePossession()},
		{"the attacker's proof of the rogue key", proofs[0]},
		{"the attacker's signature of the rogue key", lured[0]},
		{"an honest proof", key(t, 0).ProvePossession()},
		{"an honest signature", signatures[0]},
		{"the attacker's proof minus the honest ones", sum(t, proofs...)},
		{"a signature of the rogue key, under itself", sum(t, lured...)},
	} {
		if rogue.VerifyPossession(c.proof) == nil {
			t.Errorf("%s passes as a proof of possession of the rogue key", c.title)
		}
	}
}

// TestPrintsNoSecret prints keys in all ways, also those that find them in the fields of others.
func TestPrintsNoSecret(t *testing.T) {
	k := key(t, 7)
	n := new(big.Int).SetBytes(k.Bytes())
	secrets := []string{n.String(), fmt.Sprint(n.Bits()[0]), fmt.Sprintf("%x", n), fmt.Sprintf("%v", k.Bytes()[:8])[1:]}
	for _, limb := range new(fr.Element).SetBytes(k.Bytes()) {
		secrets = append(secrets, fmt.Sprint(limb), fmt.Sprintf("%x", limb))
	}
	type exported struct{ K *PrivateKey }
	type exportedValue struct{ K PrivateKey }
	type unexported struct{ k *PrivateKey }
	type unexportedValue struct{ k PrivateKey }
	var out strings.Builder
	for _, v := range []any{k, *k, exported{k}, exportedValue{*k}, unexported{k}, unexportedValue{*k}, []*PrivateKey{k},
		&k} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d"} {
			fmt.Fprintf(&out, verb+"\n", v)
		}
		j, err := json.Marshal(v)
		fmt.Fprintln(&out, string(j), err)
	}
	fmt.Fprintln(&out, k.String(), fmt.Errorf("with %v", k))
	found := strings.ToLower(out.String())
	for _, s := range secrets {
		if strings.Contains(found, s) {
			t.Errorf("found %s printed, want no part of the key:\n%s", s, found)
		}
	}
	if !strings.Contains(found, "bls.privatekey(secret)") {
		t.Error("nothing was printed")
	}
}

// TestEmptyPrivateKey establishes that a key that was never made signs nothing.
func TestEmptyPrivateKey(t *testing.T) {
	defer func() {
		if r := recover(); r == nil || !strings.HasPrefix(fmt.Sprint(r), "bls: ") {
			t.Errorf("found %v, want a panic of this package", r)
		}
	}()
	new(PrivateKey).Sign(message)
}

// FuzzVerify establishes that nothing panics, that what is read is written back in the same bytes, and that the three
// ways to verify one signature agree.
func FuzzVerify(f *testing.F) {
	e := ethereumVectors(f)
	for _, v := range e.Sign {
		f.Add([]byte(v.PublicKey), []byte(v.Message), []byte(v.Signature))
	}
	for i, v := range e.DeserializationG2 {
		f.Add([]byte(e.DeserializationG1[i%len(e.DeserializationG1)].Input), []byte{}, []byte(v.Input))
	}
	f.Fuzz(func(t *testing.T, public, message, signature []byte) {
		if s, err := Aggregate([][]byte{signature}); err == nil && !bytes.Equal(s, signature) {
			t.Errorf("the signature %x is written as %x", signature, s)
		}
		if k, err := ParsePrivateKey(public); err == nil && !bytes.Equal(k.Bytes(), public) {
			t.Errorf("the private key %x is written as %x", public, k.Bytes())
		}
		k, err := ParsePublicKey(public)
		if err != nil {
			return
		}
		if !bytes.Equal(k.Bytes(), public) {
			t.Errorf("the public key %x is written as %x", public, k.Bytes())
		}
		one := Verify(k, message, signature) == nil
		fast := FastAggregateVerify([]*PublicKey{k}, message, signature) == nil
		each := AggregateVerify([]*PublicKey{k}, [][]byte{message}, signature) == nil
		if one != fast || one != each {
			t.Errorf("found %t, %t and %t, want the same", one, fast, each)
		}
		if one && k.VerifyPossession(signature) == nil {
			t.Error("one string is a signature and a proof of possession")
		}
	})
}

func BenchmarkSign(b *testing.B) {
	k := key(b, 1)
	for b.Loop() {
		k.Sign(message)
	}
}

func BenchmarkVerify(b *testing.B) {
	publics, signatures := keys(b, 1)
	for b.Loop() {
		if err := Verify(publics[0], message, signatures[0]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFastAggregateVerify100(b *testing.B) {
	publics, signatures := keys(b, 100)
	all := sum(b, signatures...)
	for b.Loop() {
		if err := FastAggregateVerify(publics, message, all); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAggregateVerify100(b *testing.B) {
	var publics []*PublicKey
	var messages, signatures [][]byte
	for i := range 100 {
		k := key(b, byte(i))
		publics, messages = append(publics, k.Public()), append(messages, []byte{byte(i)})
		signatures = append(signatures, k.Sign(messages[i]))
	}
	all := sum(b, signatures...)
	for b.Loop() {
		if err := AggregateVerify(publics, messages, all); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParsePublicKey(b *testing.B) {
	encoding := key(b, 1).Public().Bytes()
	for b.Loop() {
		if _, err := ParsePublicKey(encoding); err != nil {
			b.Fatal(err)
		}
	}
}
