package bls

import (
	"bytes"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// This file compares the package with the vectors of others: RFC 9380, the Ethereum consensus layer, EIP-2333, and two
// implementations that share no code with this one.

var (
	//go:embed testdata/rfc9380.json
	rfc9380JSON []byte
	//go:embed testdata/ethereum.json
	ethereumJSON []byte
	//go:embed testdata/independent.json
	independentJSON []byte
)

// data is a byte string that JSON gives in hexadecimal.
type data []byte

func (d *data) UnmarshalText(text []byte) (err error) {
	*d, err = hex.DecodeString(string(text))
	return err
}

// slicesOf returns the same strings as the package takes them.
func slicesOf(ds []data) (bs [][]byte) {
	for _, d := range ds {
		bs = append(bs, d)
	}
	return bs
}

// ethereum is the content of ethereum.json.
type ethereum struct {
	Source string
	Sign   []struct {
		PrivateKey data `json:"private_key"`
		PublicKey  data `json:"public_key"`
		Message    data
		Signature  data
	}
	Aggregate []struct {
		Title      string
		Signatures []data
		Signature  data // empty: there is none
	}
	AggregateVerify     []verification  `json:"aggregate_verify"`
	FastAggregateVerify []verification  `json:"fast_aggregate_verify"`
	DeserializationG1   []deserializing `json:"deserialization_G1"`
	DeserializationG2   []deserializing `json:"deserialization_G2"`
}

type verification struct {
	Title      string
	PublicKeys []data `json:"public_keys"`
	Messages   []data // of aggregate_verify
	Message    data   // of fast_aggregate_verify
	Signature  data
	Output     bool
}

type deserializing struct {
	Title  string
	Input  data
	Output bool
}

func ethereumVectors(t testing.TB) *ethereum {
	t.Helper()
	var e ethereum
	if err := json.Unmarshal(ethereumJSON, &e); err != nil {
		t.Fatal(err)
	}
	if len(e.Sign) != 9 || len(e.Aggregate) != 6 || len(e.AggregateVerify) != 5 || len(e.FastAggregateVerify) != 12 ||
		len(e.DeserializationG1) != 13 || len(e.DeserializationG2) != 15 {
		t.Fatal("vectors of the Ethereum tests are missing")
	}
	return &e
}

// TestHashToCurve checks hash, with another tag, against RFC 9380, appendix J.10.1.
func TestHashToCurve(t *testing.T) {
	var file struct {
		DST     string
		Vectors []struct {
			Message string
			X, Y    [2]data
		}
	}
	if err := json.Unmarshal(rfc9380JSON, &file); err != nil || len(file.Vectors) != 5 {
		t.Fatalf("found %d vectors and %v, want 5", len(file.Vectors), err)
	}
	for _, v := range file.Vectors {
		p := hash([]byte(v.Message), file.DST)
		for i, found := range [][48]byte{p.X.A0.Bytes(), p.X.A1.Bytes(), p.Y.A0.Bytes(), p.Y.A1.Bytes()} {
			if want := append(v.X[:], v.Y[:]...)[i]; !bytes.Equal(found[:], want) {
				t.Errorf("message %.20q, coordinate %d: found %x, want %x", v.Message, i, found, want)
			}
		}
	}
}

// TestEthereumSign covers sign_case and the verify cases, which that suite derives from them.
func TestEthereumSign(t *testing.T) {
	e := ethereumVectors(t)
	for i, v := range e.Sign {
		k, err := ParsePrivateKey(v.PrivateKey)
		if err != nil {
			t.Fatal(err)
		}
		if found := k.Public().Bytes(); !bytes.Equal(found, v.PublicKey) {
			t.Errorf("%d: found the public key %x, want %x", i, found, v.PublicKey)
		}
		if found := k.Sign(v.Message); !bytes.Equal(found, v.Signature) {
			t.Errorf("%d: found the signature %x, want %x", i, found, v.Signature)
		}
		p := parsed(t, v.PublicKey)
		if err := Verify(p, v.Message, v.Signature); err != nil {
			t.Errorf("verify_valid_case %d: %v", i, err)
		}
		if Verify(p, v.Message, e.Sign[(i+3)%9].Signature) == nil {
			t.Errorf("verify_wrong_pubkey_case %d: accepted", i)
		}
		if Verify(p, v.Message, append(bytes.Clone(v.Signature[:92]), 0xff, 0xff, 0xff, 0xff)) == nil {
			t.Errorf("verify_tampered_signature_case %d: accepted", i)
		}
	}
}

func TestEthereumAggregate(t *testing.T) {
	for _, v := range ethereumVectors(t).Aggregate {
		found, err := Aggregate(slicesOf(v.Signatures))
		if !bytes.Equal(found, v.Signature) || (err == nil) != (len(v.Signature) > 0) {
			t.Errorf("%s: found %x and %v, want %x", v.Title, found, err, v.Signature)
		}
	}
}

func TestEthereumAggregateVerify(t *testing.T) {
	e := ethereumVectors(t)
	for _, v := range slices.Concat(e.AggregateVerify, e.FastAggregateVerify) {
		keys, err := parseAll(v.PublicKeys)
		if err == nil {
			if v.Message == nil {
				err = AggregateVerify(keys, slicesOf(v.Messages), v.Signature)
			} else {
				err = FastAggregateVerify(keys, v.Message, v.Signature)
			}
		}
		if (err == nil) != v.Output {
			t.Errorf("%s: found %v, want acceptance: %t", v.Title, err, v.Output)
		}
	}
}

// TestEthereumDeserialization covers the encodings. Infinity decodes there; here it is a signature, but not a public
// key.
func TestEthereumDeserialization(t *testing.T) {
	e := ethereumVectors(t)
	for _, v := range e.DeserializationG1 {
		k, err := ParsePublicKey(v.Input)
		if want := v.Output && v.Input[0] != 0xc0; (err == nil) != want {
			t.Errorf("G1, %s: found %v, want acceptance: %t", v.Title, err, want)
		} else if want && !bytes.Equal(k.Bytes(), v.Input) {
			t.Errorf("G1, %s: found %x, want %x", v.Title, k.Bytes(), v.Input)
		}
	}
	for _, v := range e.DeserializationG2 {
		sum, err := Aggregate([][]byte{v.Input})
		if (err == nil) != v.Output {
			t.Errorf("G2, %s: found %v, want acceptance: %t", v.Title, err, v.Output)
		} else if v.Output && !bytes.Equal(sum, v.Input) {
			t.Errorf("G2, %s: found %x, want %x", v.Title, sum, v.Input)
		}
	}
}

// TestKeyGen checks KeyGen against the master keys of EIP-2333, which are those of this function.
func TestKeyGen(t *testing.T) {
	for _, c := range []struct{ seed, want string }{
		{"c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e5349553" +
			"1f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04",
			"6083874454709270928345386274498605044986640685124978867557563392430687146096"},
		{"3141592653589793238462643383279502884197169399375105820974944592",
			"29757020647961307431480504535336562678282505419141012933316116377660817309383"},
		{"0099ff991111002299dd7744ee3355bbdd8844115566cc55663355668888cc00",
			"27580842291869792442942448775674722299803720648445448686099262467207037398656"},
		{"d4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
			"19022158461524446591288038168518313374041767046816487870552872741050760015818"},
	} {
		seed, err := hex.DecodeString(c.seed)
		if err != nil {
			t.Fatal(err)
		}
		k, err := KeyGen(seed)
		if err != nil {
			t.Fatal(err)
		}
		if found := new(big.Int).SetBytes(k.Bytes()).String(); found != c.want {
			t.Errorf("seed %s: found %s, want %s", c.seed, found, c.want)
		}
	}
}

// TestIndependent compares everything that one key does with what blst and noble-curves do.
func TestIndependent(t *testing.T) {
	var file struct {
		Source string
		Keys   []struct {
			IKM        data
			PrivateKey data `json:"private_key"`
			PublicKey  data `json:"public_key"`
			Proof      data
			Signatures []struct{ Message, Signature data }
		}
	}
	if err := json.Unmarshal(independentJSON, &file); err != nil || len(file.Keys) != 3 ||
		!strings.Contains(file.Source, "blst") {
		t.Fatalf("found %d keys and %v, want 3", len(file.Keys), err)
	}
	for i, v := range file.Keys {
		k, err := KeyGen(v.IKM)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(k.Bytes(), v.PrivateKey) || !bytes.Equal(k.Public().Bytes(), v.PublicKey) {
			t.Errorf("%d: found the keys %x and %x, want %x and %x", i, k.Bytes(), k.Public().Bytes(), v.PrivateKey,
				v.PublicKey)
		}
		if !bytes.Equal(k.ProvePossession(), v.Proof) {
			t.Errorf("%d: found the proof of possession %x, want %x", i, k.ProvePossession(), v.Proof)
		}
		if err := parsed(t, v.PublicKey).VerifyPossession(v.Proof); err != nil {
			t.Errorf("%d: %v", i, err)
		}
		for _, s := range v.Signatures {
			if found := k.Sign(s.Message); !bytes.Equal(found, s.Signature) {
				t.Errorf("%d, message %x: found the signature %x, want %x", i, s.Message, found, s.Signature)
			}
		}
	}
}

// parsed returns the public key whose encoding is b.
func parsed(t testing.TB, b []byte) *PublicKey {
	t.Helper()
	k, err := ParsePublicKey(b)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func parseAll(encodings []data) (keys []*PublicKey, err error) {
	for _, b := range encodings {
		k, err := ParsePublicKey(b)
		if err != nil {
			return nil, err
		}
		keys = append(keys, k)
	}
	return keys, nil
}
