package report

import (
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"vouch/certs"
)

// This file tests the texts of claims: what they are for given claims, and that they say what the clause says.

// inSlot is the place of a variable of the tests.
func inSlot(v int) certs.Place { return certs.Place{At: uint64(v)} }

// letter names such a place.
func letter(p certs.Place) string { return string(rune('a' + p.At)) }

// made makes a clause from factors and letters, such as "-2ab".
func made(mod *big.Int, terms ...string) (c clause) {
	for _, t := range terms {
		digits := strings.TrimRight(t, "abcdef")
		n, ok := new(big.Int).SetString(digits, 10)
		if !ok {
			panic("report: found no number in " + t)
		}
		p := certs.Product{Times: n}
		for _, v := range t[len(digits):] {
			p.Of = append(p.Of, inSlot(int(v-'a')))
		}
		c.Terms = append(c.Terms, p)
	}
	c.Mod = mod
	return c
}

func TestText(t *testing.T) {
	zero, four := new(big.Int), big.NewInt(4)
	huge := new(big.Int).Lsh(big.NewInt(1), 189)
	for _, c := range []struct {
		clause clause
		want   string
	}{
		{made(nil, "-1a", "1"), "a >= 1"},
		{made(nil, "1a", "-7"), "a <= 7"},
		{made(nil, "1a", "7"), "a <= -7"},
		{made(nil, "1a", "-1b", "1"), "a < b"},
		{made(nil, "1a", "-1b", "-1"), "a <= b + 1"},
		{made(nil, "1a", "-1b", "2"), "a + 2 <= b"},
		{made(nil, "1a", "-1b"), "a <= b"},
		{made(nil, "2a", "-4b", "1"), "a < 2 * b"},
		{made(nil, "2a", "-4b", "-1"), "a <= 2 * b"},
		{made(nil, "-3a", "-3", "2a", "1a", "-1b"), "b >= -3"},
		{made(nil, "1ab", "-1c"), "a * b <= c"},
		{made(nil, "1ba", "-1ab", "5"), "0 >= 5"},
		{made(nil), "0 >= 0"},
		{made(nil, "-5"), "0 >= -5"},
		{made(zero, "1a", "-2b", "-1"), "a == 2 * b + 1"},
		{made(zero, "-1a", "2b", "1"), "a == 2 * b + 1"},
		{made(zero, "2a", "-4b", "6"), "a == 2 * b - 3"},
		{made(zero, "2a", "-4b", "5"), "2 * a + 5 == 4 * b"},
		{made(zero, "3a", "2b"), "3 * a + 2 * b == 0"},
		{made(zero, "-3a", "-2b", "1"), "3 * a + 2 * b == 1"},
		{made(zero, "1aa", "1a", "-2b"), "a * a + a == 2 * b"},
		{made(zero, "-1bc", "-1c", "1a"), "a == b * c + c"},
		{made(zero, "1a"), "a == 0"},
		{made(zero), "0 == 0"},
		{made(zero, "3"), "0 == 3"},
		{made(four, "1a"), "a % 4 == 0"},
		{made(four, "1a", "-1"), "(a - 1) % 4 == 0"},
		{made(four, "2a"), "(2 * a) % 4 == 0"},
		{made(four, "-1a"), "(-a) % 4 == 0"},
		{made(four, "1ab"), "(a * b) % 4 == 0"},
		{made(four), "(0) % 4 == 0"},
		{made(nil, huge.String()+"a", "-1b"), huge.String() + " * a <= b"},
		{made(nil, huge.String()+"0a"), tooLong},
		{made(new(big.Int).Lsh(huge, 1), "1a"), tooLong},
		{made(nil, strings.Fields(strings.Repeat("1a ", maxSum+1))...), tooLong},
		{made(nil, "1"+strings.Repeat("a", maxSum+1)), tooLong},
	} {
		if text := c.clause.text(letter); text != c.want {
			t.Errorf("found %q, want %q", text, c.want)
		}
	}
}

// holds reports whether a clause holds for values of variables, as certs.Atom says it.
func (c clause) holds(values []int64) bool {
	sum := new(big.Int)
	for _, t := range c.Terms {
		product := new(big.Int).Set(t.Times)
		for _, p := range t.Of {
			product.Mul(product, big.NewInt(values[p.At]))
		}
		sum.Add(sum, product)
	}
	switch {
	case c.Mod == nil:
		return sum.Sign() <= 0
	case c.Mod.Sign() == 0:
		return sum.Sign() == 0
	}
	return new(big.Int).Mod(sum, c.Mod).Sign() == 0
}

// value returns what an expression is, and truth what a comparison is, for values of variables. C, IMP and Go write
// both alike; the remainder here is C's.
func value(e ast.Expr, values []int64) *big.Int {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return value(e.X, values)
	case *ast.BasicLit:
		n, _ := new(big.Int).SetString(e.Value, 10)
		return n
	case *ast.Ident:
		return big.NewInt(values[e.Name[0]-'a'])
	case *ast.UnaryExpr:
		return new(big.Int).Neg(value(e.X, values))
	case *ast.BinaryExpr:
		x, y := value(e.X, values), value(e.Y, values)
		return map[gotoken.Token]func(x, y *big.Int) *big.Int{gotoken.ADD: new(big.Int).Add,
			gotoken.SUB: new(big.Int).Sub, gotoken.MUL: new(big.Int).Mul, gotoken.REM: new(big.Int).Rem}[e.Op](x, y)
	}
	panic(fmt.Sprintf("report: found %T, want an expression of the tests", e))
}

func truth(e ast.Expr, values []int64) bool {
	b := e.(*ast.BinaryExpr)
	sign := value(b.X, values).Cmp(value(b.Y, values))
	return map[gotoken.Token]bool{gotoken.LEQ: sign <= 0, gotoken.GEQ: sign >= 0, gotoken.LSS: sign < 0,
		gotoken.EQL: sign == 0}[b.Op]
}

// A text of a clause says what the clause says, for all values.
func TestTextsSayWhatClausesSay(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	yes, no := 0, 0
	for range 3000 {
		var c clause
		for range random.IntN(5) {
			p := certs.Product{Times: big.NewInt(random.Int64N(13) - 6)}
			for range random.IntN(3) {
				p.Of = append(p.Of, inSlot(random.IntN(3)))
			}
			c.Terms = append(c.Terms, p)
		}
		if kind := random.IntN(3); kind > 0 {
			c.Mod = big.NewInt([]int64{0, 2 + random.Int64N(5)}[kind-1])
		}
		text := c.text(letter)
		e, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for range 40 {
			values := []int64{random.Int64N(9) - 4, random.Int64N(9) - 4, random.Int64N(9) - 4}
			want := c.holds(values)
			if truth(e, values) != want {
				t.Fatalf("%s is %t for %v, want %t: %v", text, !want, values, want, c)
			}
			if want {
				yes++
			} else {
				no++
			}
		}
	}
	if yes < 10_000 || no < 10_000 {
		t.Errorf("found %d claims that hold and %d that do not, want 10,000 of each", yes, no)
	}
}

func TestClauses(t *testing.T) {
	l := certs.Landmark{Any: []certs.Place{inSlot(0), inSlot(1), inSlot(2)},
		Within: []certs.Range{{Lo: big.NewInt(1), Hi: big.NewInt(5)}, {Hi: big.NewInt(-2)}},
		Holds: []certs.Atom{{Terms: []certs.Product{{Times: big.NewInt(1), Of: []certs.Place{inSlot(2), inSlot(2)}}},
			Mod: big.NewInt(3)}}}
	var texts []string
	for _, c := range clausesOf(l) {
		texts = append(texts, c.text(letter))
	}
	if text := strings.Join(texts, "; "); text != "a >= 1; a <= 5; b <= -2; (c * c) % 3 == 0" {
		t.Errorf("found %q", text)
	}
	l.Any = l.Any[:1] // more ranges than places
	if n := len(clausesOf(l)); n != 3 {
		t.Errorf("found %d claims, want 3", n)
	}
}
