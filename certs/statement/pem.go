package statement

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// This file defines keys in PEM, as OpenSSL reads and writes them. BLS keys have a form of ours, because no standard
// defines one.

// The types of PEM blocks: RFC 7468 sections 10 and 13, RFC 5915 section 4.
const (
	blockPublic     = "PUBLIC KEY"
	blockPrivate    = "PRIVATE KEY"
	blockEC         = "EC PRIVATE KEY"
	blockECCurve    = "EC PARAMETERS" // what `openssl ecparam -genkey` writes before its key
	blockBLSPublic  = "VOUCH BLS12-381 PUBLIC KEY"
	blockBLSPrivate = "VOUCH BLS12-381 PRIVATE KEY"
)

var (
	oidEC        = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1} // id-ecPublicKey, RFC 5480 section 2.1.1
	oidSecp256k1 = asn1.ObjectIdentifier{1, 3, 132, 0, 10}       // SEC 2 section A.2.1
	secp256k1OID = must(asn1.Marshal(oidSecp256k1))
)

// subjectPublicKeyInfo is RFC 5280 section 4.1.
type subjectPublicKeyInfo struct {
	Algorithm pkix.AlgorithmIdentifier
	Key       asn1.BitString
}

// pkcs8 is PrivateKeyInfo, RFC 5208 section 5. Attributes after the key are left out.
type pkcs8 struct {
	Version   int
	Algorithm pkix.AlgorithmIdentifier
	Key       []byte
}

// ecPrivateKey is RFC 5915 section 3.
type ecPrivateKey struct {
	Version int
	Key     []byte
	Curve   asn1.ObjectIdentifier `asn1:"optional,explicit,tag:0"`
	Public  asn1.BitString        `asn1:"optional,explicit,tag:1"`
}

// PEM returns k as SubjectPublicKeyInfo.
func (k *PublicKey) PEM() []byte {
	switch k.scheme.alg {
	case ES256K:
		return block(blockPublic, must(asn1.Marshal(subjectPublicKeyInfo{
			pkix.AlgorithmIdentifier{Algorithm: oidEC, Parameters: asn1.RawValue{FullBytes: secp256k1OID}},
			asn1.BitString{Bytes: k.uncompressed(), BitLength: 8 * (1 + len(k.raw))},
		})))
	case Ed25519:
		return block(blockPublic, must(x509.MarshalPKIXPublicKey(ed25519.PublicKey(k.raw))))
	default:
		return block(blockBLSPublic, k.raw)
	}
}

// uncompressed returns the point of a key on secp256k1: SEC 1 section 2.3.3.
func (k *PublicKey) uncompressed() []byte { return slices.Concat([]byte{4}, k.raw) }

// PEM returns k as PKCS #8, not encrypted.
func (k *PrivateKey) PEM() []byte {
	switch k.scheme.alg {
	case ES256K:
		return block(blockPrivate, must(asn1.Marshal(pkcs8{
			0, pkix.AlgorithmIdentifier{Algorithm: oidEC, Parameters: asn1.RawValue{FullBytes: secp256k1OID}},
			must(asn1.Marshal(ecPrivateKey{
				Version: 1, Key: k.secret(),
				Public: asn1.BitString{Bytes: k.public.uncompressed(), BitLength: 8 * (1 + len(k.public.raw))},
			})),
		})))
	case Ed25519:
		return block(blockPrivate, must(x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(k.secret()))))
	default:
		return block(blockBLSPrivate, k.secret())
	}
}

func block(kind string, content []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})
}

// ParsePEM returns the public key in data.
func ParsePEM(data []byte) (*PublicKey, error) {
	b, err := onlyBlock(data)
	if err != nil {
		return nil, err
	}
	switch b.Type {
	case blockPublic:
		var info subjectPublicKeyInfo
		if err := unmarshal(b.Bytes, &info); err != nil {
			return nil, err
		}
		if isSecp256k1(info.Algorithm) {
			if point := info.Key.Bytes; info.Key.BitLength == 8*65 && point[0] == 4 {
				return newPublicKey(schemeOf(ES256K), point[1:])
			}
			return nil, errors.New("found a point in another form, want an uncompressed one")
		}
		if k, err := x509.ParsePKIXPublicKey(b.Bytes); err == nil {
			if k, ok := k.(ed25519.PublicKey); ok {
				return newPublicKey(schemeOf(Ed25519), k)
			}
		}
		return nil, errOtherKey
	case blockBLSPublic:
		return newPublicKey(schemeOf(BLS), b.Bytes)
	}
	return nil, fmt.Errorf("found a PEM block %.60q, want %q or %q", b.Type, blockPublic, blockBLSPublic)
}

// ParseAny returns the public key in data, which has one of three forms: PEM, COSE_Key, or that of PublicKey.String.
func ParseAny(data []byte) (*PublicKey, error) {
	switch {
	case bytes.HasPrefix(data, []byte("-----BEGIN")):
		return ParsePEM(data)
	case len(data) > 0 && data[0]>>5 == 5: // a CBOR map
		return ParseCOSE(data)
	}
	return ParseKey(strings.TrimSuffix(string(data), "\n"))
}

// ParsePrivatePEM returns the private key in data: PKCS #8, or SEC 1 as `openssl ecparam` writes it. Errors show
// nothing of the key.
func ParsePrivatePEM(data []byte) (*PrivateKey, error) {
	b, err := onlyBlock(data)
	if err != nil {
		return nil, err
	}
	switch b.Type {
	case blockPrivate:
		var info pkcs8
		if err := unmarshal(b.Bytes, &info); err != nil {
			return nil, err
		}
		if isSecp256k1(info.Algorithm) {
			return parseEC(info.Key, oidSecp256k1)
		}
		if k, err := x509.ParsePKCS8PrivateKey(b.Bytes); err == nil {
			if k, ok := k.(ed25519.PrivateKey); ok {
				return newPrivateKey(schemeOf(Ed25519), k.Seed())
			}
		}
		return nil, errOtherKey
	case blockEC:
		return parseEC(b.Bytes, nil)
	case blockBLSPrivate:
		return newPrivateKey(schemeOf(BLS), b.Bytes)
	}
	return nil, fmt.Errorf("found a PEM block %.60q, want %q, %q or %q", b.Type, blockPrivate, blockEC, blockBLSPrivate)
}

var errOtherKey = errors.New("found a key of another kind, want one on secp256k1 or of Ed25519")

// parseEC returns a key on the given curve, or on the curve that data names.
func parseEC(data []byte, curve asn1.ObjectIdentifier) (*PrivateKey, error) {
	var e ecPrivateKey
	if err := unmarshal(data, &e); err != nil {
		return nil, err
	}
	if curve == nil {
		curve = e.Curve
	}
	if !curve.Equal(oidSecp256k1) || len(e.Key) > secretSize {
		return nil, errOtherKey
	}
	secret := make([]byte, secretSize)
	copy(secret[secretSize-len(e.Key):], e.Key)
	return newPrivateKey(schemeOf(ES256K), secret)
}

func isSecp256k1(a pkix.AlgorithmIdentifier) bool {
	return a.Algorithm.Equal(oidEC) && slices.Equal(a.Parameters.FullBytes, secp256k1OID)
}

func unmarshal(data []byte, v any) error {
	rest, err := asn1.Unmarshal(data, v)
	if err != nil || len(rest) > 0 {
		return errors.New("found a PEM block whose content is no key")
	}
	return nil
}

// onlyBlock returns the one block of data. The only other block may be the name of a curve. Text around blocks is
// ignored.
func onlyBlock(data []byte) (*pem.Block, error) {
	b, rest := pem.Decode(data)
	if b != nil && b.Type == blockECCurve {
		b, rest = pem.Decode(rest)
	}
	if b == nil {
		return nil, errors.New("found no PEM block, want a key that begins with -----BEGIN")
	}
	if more, _ := pem.Decode(rest); more != nil {
		return nil, errors.New("found more than one PEM block, want one key")
	}
	return b, nil
}
