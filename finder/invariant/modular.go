package invariant

import (
	"math/big"
	"math/bits"
)

// This file computes with integers modulo a prime, which is faster than with fractions. What is computed in this way
// may be wrong, so it is tried.

const (
	prime = 1<<61 - 1
	// the greatest numerator and denominator: different fractions have different residues, since 2 * maxFraction^2 <
	// prime
	maxFraction = 1 << 29
)

// residue returns n modulo the prime.
func residue(n *big.Int) uint64 {
	if n.IsInt64() {
		if k := n.Int64() % prime; k < 0 {
			return uint64(k + prime)
		} else {
			return uint64(k)
		}
	}
	return new(big.Int).Mod(n, big.NewInt(prime)).Uint64()
}

// times returns a product.
func times(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b) // less than 2^122
	n := lo&prime + (hi<<3 | lo>>61)
	if n >= prime {
		n -= prime
	}
	return n
}

// minus returns a difference.
func minus(a, b uint64) uint64 {
	if a < b {
		a += prime
	}
	return a - b
}

// power returns a power.
func power(a, n uint64) uint64 {
	p := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 > 0 {
			p = times(p, a)
		}
		a = times(a, a)
	}
	return p
}

// fraction returns the fraction with a residue that has no numerator and no denominator above maxFraction; nil if there
// is none. It is where Euclid's algorithm has got to with the prime and the residue when the remainder is short (P.
// Wang, A p-adic algorithm for univariate partial fractions, 1981).
func fraction(a uint64) *big.Rat {
	r0, r1, t0, t1 := int64(prime), int64(a), int64(0), int64(1)
	for r1 > maxFraction {
		q := r0 / r1
		r0, r1, t0, t1 = r1, r0-q*r1, t1, t0-q*t1
	}
	if t1 < -maxFraction || t1 > maxFraction {
		return nil
	}
	return big.NewRat(r1, t1)
}
