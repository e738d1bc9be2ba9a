package statement

import (
	"errors"
	"math/big"
	"slices"
)

// This file refuses keys of Ed25519 that crypto/ed25519 accepts: a key that is no point of the curve, or not in its one
// encoding, and a point of small order, for which one signature is valid for many messages.

var (
	edwardsP = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19)) // RFC 8032 section 5.1
	edwardsD = modP(new(big.Int).Mul(big.NewInt(-121665), new(big.Int).ModInverse(big.NewInt(121666), edwardsP)))
	// edwardsY8 is the y of points of order 8; -y is that of the others.
	edwardsY8, _ = new(big.Int).SetString("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7", 16)
)

func modP(n *big.Int) *big.Int { return n.Mod(n, edwardsP) }

// checkEdwards reports why public is no key: RFC 8032 section 5.1.3, and small orders.
func checkEdwards(public []byte) error {
	b := slices.Clone(public)
	slices.Reverse(b)
	negative := b[0]&0x80 != 0
	b[0] &= 0x7f
	y := new(big.Int).SetBytes(b)
	if y.Cmp(edwardsP) >= 0 {
		return errors.New("found a point in another encoding than its own")
	}
	one := big.NewInt(1)
	yy := modP(new(big.Int).Mul(y, y))
	u := modP(new(big.Int).Sub(yy, one))
	v := modP(new(big.Int).Add(new(big.Int).Mul(edwardsD, yy), one)) // never 0, as -1/d is no square
	xx := modP(u.Mul(u, v.ModInverse(v, edwardsP)))
	if big.Jacobi(xx, edwardsP) < 0 {
		return errors.New("found a point that is not on the curve")
	}
	if negative && xx.Sign() == 0 {
		return errors.New("found a point in another encoding than its own")
	}
	minus := modP(new(big.Int).Neg(y))
	for _, small := range []*big.Int{new(big.Int), one, edwardsY8} {
		if y.Cmp(small) == 0 || minus.Cmp(small) == 0 {
			return errors.New("found a point of small order, under which one signature is good for many messages")
		}
	}
	return nil
}

// Algorithm is a COSE algorithm, by its number in the registry of RFC 9053.
type Algorithm int64

// The algorithms of statements.
const (
	ES256K  Algorithm = -47 // ECDSA on secp256k1 with SHA-256, RFC 8812 section 3.2
	Ed25519 Algorithm = -19 // RFC 9864 section 2.2
	EdDSA   Algorithm = -8  // RFC 9053 section 2.2: what Ed25519 was called before; accepted, never written
	BLS     Algorithm = -65601
	// BLS stands for BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_ of draft-irtf-cfrg-bls-signature, which has no number:
	// this one is from the range for private use.
)

// ErrSignature is the error of a signature that was not made over the given bytes with the given key.
var ErrSignature = errors.New("the signature is not one of this key over this content")
