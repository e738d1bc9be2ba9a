package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/big"
	"strings"

	"vouch/certs"
)

// This file lists the attacks: certificates made to cost the checker more than they cost their maker.

// attack is a hostile certificate.
type attack struct {
	title string
	make  func() []byte
}

// times returns n texts in a row, each made from its number.
func times(n int, text func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(text(i))
	}
	return b.String()
}

// names returns n different names, separated by commas.
func names(n int) string {
	return strings.TrimSuffix(times(n, func(i int) string { return fmt.Sprintf("a%d,", i) }), ",")
}

// connected returns the disjunction of n times a condition, which does not nest too deeply.
func connected(n int, condition string) string {
	const group = 10_000
	part := "(" + strings.Repeat(condition+" or ", group-1) + condition + ")"
	return strings.Repeat(part+" or ", n/group-1) + part
}

func digits(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n-1)), nil) }

func empty(n int) []certs.Proof { return make([]certs.Proof, n) }

var leaf = certs.Proof{{Op: certs.RuleLeaf, Rows: []certs.Multiple{{Row: 0, Times: big.NewInt(1)}}}}

var attacks = []attack{
	{"a condition that execution does not evaluate", func() []byte {
		src := "input a k = 0 i = 0 while i < 40000 and (k == 0 or (" + connected(100_000, "k<k") +
			")) { i = i + 1 } fail"
		return forgery{source: src, steps: 1 << 30}.seal()
	}},
	{"a condition that execution does not evaluate, of 14 MB", func() []byte {
		src := "input a k = 0 i = 0 while i < 4000000 and (k == 0 or (" + connected(2_000_000, "k<k") +
			")) { i = i + 1 } fail"
		return forgery{source: src, steps: 1 << 30}.seal()
	}},
	{"a condition on terms that no input decides", func() []byte {
		src := "input a k = 0 i = 0 while i < 40000 and (k == 0 or (" + connected(100_000, "a<k") +
			")) { i = i + 1 } fail"
		return forgery{source: src, steps: 1 << 30}.seal()
	}},
	{"21,000 integers of 90,000 digits", func() []byte {
		src := "input x," + names(65_536) + "\n" + times(21_000, func(i int) string {
			return fmt.Sprintf("v%d=x+1\n", i)
		}) + "fail"
		return forgery{source: src, steps: 1 << 30, input: func(name string) *big.Int {
			if name == "x" {
				return digits(90_000)
			}
			return new(big.Int)
		}}.seal()
	}},
	{"130,000 sums of 1,000 inputs", func() []byte {
		sum := times(1000, func(i int) string { return fmt.Sprintf("+a%d", i) })[1:]
		src := "input " + names(1000) + "\ns=" + sum + "\n" +
			times(130_000, func(i int) string { return fmt.Sprintf("v%d=s+a%d\n", i, i%1000) }) + "fail"
		return forgery{source: src, steps: 1 << 30}.seal()
	}},
	{"sums of 15 MB", func() []byte {
		return forgery{source: "input a\n" + strings.Repeat("a=1"+strings.Repeat("+1", 19_000)+"\n", 390) + "fail",
			steps: 1 << 30}.seal()
	}},
	{"sums of 15 MB, each too deep", func() []byte {
		return forgery{source: "a=1" + strings.Repeat("+1", 7_500_000) + "\nfail", steps: 1 << 30}.seal()
	}},
	{"a chain of comparisons of 15 MB", func() []byte {
		return forgery{source: "input a\nassume " + strings.Repeat("0<1<2<3<4<5<6<7<8<9 and ", 600_000) + "true\nfail",
			steps: 1 << 30}.seal()
	}},
	{"calls of a macro, 15 MB", func() []byte {
		return forgery{source: "macro a{}\n" + strings.Repeat("a ", 7_500_000) + "fail", steps: 1 << 30}.seal()
	}},
	{"calls of a macro with many arguments", func() []byte {
		return forgery{source: "macro a(" + names(1000) + "){}\n" +
			strings.Repeat("a("+strings.Repeat("1,", 999)+"1)\n", 7_500) + "fail", steps: 1 << 30}.seal()
	}},
	{"macros that double", func() []byte {
		src := "macro m0(r){r=r+1}\n" + times(60, func(i int) string {
			return fmt.Sprintf("macro m%d(r){m%d(r) m%d(r)}\n", i+1, i, i)
		})
		return forgery{source: src + "m60(x)\nfail", steps: 1 << 30}.seal()
	}},
	{"skips, 15 MB", func() []byte {
		return forgery{source: strings.Repeat("skip ", 3_000_000) + "fail", steps: 1 << 30}.seal()
	}},
	{"semicolons and comments, 15 MB", func() []byte {
		return forgery{source: strings.Repeat(";#\n", 5_000_000) + "fail", steps: 1 << 30}.seal()
	}},
	{"comments in a statement, 15 MB", func() []byte {
		return forgery{source: "x = 1" + strings.Repeat("(**)", 3_700_000) + "+ 1 fail", steps: 1 << 30}.seal()
	}},
	{"names, 400,000", func() []byte {
		return forgery{source: "input " + names(65_536) + "\n" +
			times(400_000, func(i int) string { return fmt.Sprintf("v%d=1\n", i) }) + "fail", steps: 1 << 30}.seal()
	}},
	{"errors, 15 MB", func() []byte { return forgery{source: strings.Repeat("x = \n", 3_000_000) + "fail"}.seal() }},
	{"literals, 15 MB", func() []byte {
		return forgery{source: strings.Repeat("x="+strings.Repeat("9", 99_000)+"\n", 150) + "fail",
			steps: 1 << 30}.seal()
	}},
	{"a sum with a large result at each level", func() []byte {
		src := "input x," + names(65_536) + "\n v=" + strings.Repeat("(x+1)+(", 15_000) + "x" +
			strings.Repeat(")", 15_000) + "\nfail"
		return forgery{source: src, steps: 1 << 30, input: func(name string) *big.Int {
			if name == "x" {
				return digits(900_000)
			}
			return new(big.Int)
		}}.seal()
	}},
	{"squares of squares", func() []byte {
		return forgery{source: "x = 3 while true { x = x * x }", steps: 18}.seal()
	}},
	{"powers kept", func() []byte {
		src := "x = 3" + strings.Repeat(" x = x * x", 14) + times(100_000, func(i int) string {
			return fmt.Sprintf(" v%d = x * 3", i)
		})
		return forgery{source: src + " fail", steps: 1 << 30}.seal()
	}},
	{"assignments among 250,000 variables", func() []byte {
		src := "input " + names(65_536) + " i = 0\n" + times(250_000, func(i int) string {
			return fmt.Sprintf("v%d=1\n", i)
		}) + "while true { v7 = v9 v999 = v8 v77777 = i }"
		return forgery{source: src, steps: 25_000_000}.seal()
	}},
	{"assignments that depend on an input, among 250,000 variables", func() []byte {
		src := "input a, " + names(65_536) + " i = 0\n" + times(250_000, func(i int) string {
			return fmt.Sprintf("v%d=1\n", i)
		}) + "while true { v7 = a v999 = a v77777 = a v7=1 v999 = 1 v77777 = 1 }"
		return forgery{source: src, steps: 25_000_000}.seal()
	}},
	{"steps that do nothing", func() []byte {
		return forgery{source: "while true { skip skip skip skip }", steps: 99_000_000}.seal()
	}},
	{"divisions of small numbers", func() []byte {
		return forgery{source: "x = 3 y = 5 while true { x = (y * 3 + 1) / 2 % 7 * 4 - 5 / 3 }",
			steps: 60_000_000}.seal()
	}},
	{"a product of products", func() []byte {
		src := "input a y = a i = 0 while i < 49000 { y = y * a + 1 i = i + 1 } fail"
		return forgery{source: src, steps: 1 << 30}.seal()
	}},
	{"products of sums", func() []byte {
		sum := times(1000, func(i int) string { return fmt.Sprintf("+a%d", i) })[1:]
		src := "input " + names(1000) + "\ni = 0 s=" + sum + " while true { i = i + 1 v = (s + i) * (s - i) }"
		return forgery{source: src, steps: 3_000_000}.seal()
	}},
	{"products of sums with one in common", func() []byte {
		sum := times(1000, func(i int) string { return fmt.Sprintf("+a%d*a%d", i, i) })[1:]
		src := "input " + names(1000) + "\ni = 0 w = 0 s=" + sum +
			" while true { i = i + 1 v = (s + i) * (s - i) w = v + w * s }"
		return forgery{source: src, steps: 300_000}.seal()
	}},
	{"divisors of large coefficients", func() []byte {
		src := "input x, " + names(200) + "\n s = x" + times(100, func(i int) string {
			return fmt.Sprintf(" s = s + 3%s * a%d", strings.Repeat("7", 50_000), i)
		}) +
			" i = 0 while i < 1000000 { i = i + 1 if s == i { i = i + 1 } }"
		return forgery{source: src, steps: 3_000_000, conjuncts: 1_000_000}.seal()
	}},
	{"conditions that are kept", func() []byte {
		sum := times(1000, func(i int) string { return fmt.Sprintf("+a%d", i) })[1:]
		src := "input " + names(1000) + "\ni = 0 s=" + sum + " while true { i = i + 1 if s == i { i = i + 1 } }"
		return forgery{source: src, steps: 3_000_000, conjuncts: 1_000_000}.seal()
	}},
	{"faults behind faults", func() []byte {
		src := "input a, b\nassume " + strings.TrimSuffix(times(15_000, func(i int) string {
			return fmt.Sprintf("1/(a+%d)<2 and ", i+1)
		}), " and ") + " fail"
		return forgery{source: src, steps: 1 << 30, conjuncts: 100_000}.seal()
	}},
	{"faults behind faults, on the way", func() []byte {
		src := "input a, b\nb = 1 " + "assert " + strings.TrimSuffix(times(15_000, func(i int) string {
			return fmt.Sprintf("1/(a+%d)<0 or ", i+1)
		}), " or ") + " fail"
		return forgery{source: src, steps: 1 << 30, conjuncts: 100_000}.seal()
	}},
	{"inputs, 600,000", func() []byte {
		return forgery{source: "input " + names(600_000) + " fail", steps: 1 << 30}.seal()
	}},
	{"an input of 14 MB", func() []byte {
		return forgery{source: "input x assert x < 0", steps: 1 << 30, conjuncts: 1, inputs: []string{"x"},
			input: func(string) *big.Int {
				return new(big.Int).Lsh(big.NewInt(1), 4<<23)
			}}.seal()
	}},
	{"a model that is expensive to try", func() []byte {
		src := "input x y = x z = x" + strings.Repeat(" y = y * y", 12) +
			" i = 0 while i < 600 { i = i + 1 z = z * (y + i) if z == 0 { fail } } fail"
		return forgery{source: src, steps: 1 << 30, conjuncts: 10_000, inputs: []string{"x"},
			input: func(string) *big.Int { return big.NewInt(3) }}.seal()
	}},
	{"entries, 4,000,000, of an endless program", func() []byte {
		return absence("input a while a > 0 { a = a - 1 }", empty(4_000_000))
	}},
	{"a walk that doubles", func() []byte {
		return absence("input a i = 0 while i < 100000000 { i = i + 1 if a * i < 5 { skip } }", empty(4_000_000))
	}},
	{"a walk that keeps states of a million variables", func() []byte {
		src := "input a i = 0 " + times(300_000, func(i int) string { return fmt.Sprintf("v%d=1\n", i) }) +
			times(100_000, func(i int) string {
				return fmt.Sprintf("if a < %d { v%d = 7 v%d = a}\n", i, i*3,
					200_000-i)
			})
		return absence(src, empty(4_000_000))
	}},
	{"a walk that keeps sums of 1,000 inputs", func() []byte {
		sum := times(1000, func(i int) string { return fmt.Sprintf("+a%d", i) })[1:]
		src := "input " + names(1000) + "\ni = 0 s=" + sum +
			" while true { i = i + 1 s = s + i if s * i < 5 { s = s + a0 } }"
		return absence(src, empty(4_000_000))
	}},
	{"a walk that never branches", func() []byte {
		return absence("input a y = a while true { y = y + 1 }", empty(4_000_000))
	}},
	{"a walk that never branches, with products", func() []byte {
		return absence("input a, b y = a while true { y = (y + 1) * (a + b) % 1000 }", empty(4_000_000))
	}},
	{"a walk of faults behind faults", func() []byte {
		src := "input a, b assert " + strings.TrimSuffix(times(15_000, func(i int) string {
			return fmt.Sprintf("1/(a+%d)<0 or ", i+1)
		}), " or ")
		return absence(src, empty(4_000_000))
	}},
	{"a proof of 1,000,000 cuts", func() []byte {
		var proof certs.Proof
		for range 700_000 {
			proof = append(proof, certs.Rule{Op: certs.RuleCut, Rows: []certs.Multiple{{Row: 0, Times: big.NewInt(2)}},
				K: big.NewInt(2)})
		}
		sum := times(3000, func(i int) string { return fmt.Sprintf("+a%d", i) })[1:]
		return absence("input "+names(3000)+" assume 0 <= "+sum+" fail", []certs.Proof{append(proof, leaf...)})
	}},
	{"a proof of 1,000,000 splits", func() []byte {
		var proof certs.Proof
		for i := range 1_000_000 {
			proof = append(proof, certs.Rule{Op: certs.RuleSplit, K: big.NewInt(int64(i))})
		}
		return absence("input a assume 0 <= a fail", []certs.Proof{append(proof, leaf...)})
	}},
	{"a proof with large factors", func() []byte {
		proof := certs.Proof{}
		factor := new(big.Int).Add(digits(300_000), big.NewInt(1))
		for i := range 40 {
			proof = append(proof, certs.Rule{Op: certs.RuleCut, Rows: []certs.Multiple{{Row: uint64(i), Times: factor}},
				K: big.NewInt(2)})
		}
		sum := times(3000, func(i int) string { return fmt.Sprintf("+a%d", i) })[1:]
		return absence("input "+names(3000)+" assume 0 <= "+sum+" fail", []certs.Proof{append(proof, leaf...)})
	}},
	{"a proof by products of products", func() []byte {
		factor := new(big.Int).Add(digits(100_000), big.NewInt(1))
		src := "input a, b assume a >= " + factor.String() + " and b >= " + factor.String() + " assert a * b > 0"
		var proof certs.Proof
		for range 700_000 {
			one := big.NewInt(1)
			proof = append(proof, certs.Rule{Op: certs.RuleProduct,
				Rows: []certs.Multiple{{Row: 0, Times: one}, {Row: 1, Times: one}}})
		}
		return absence(src, []certs.Proof{nil, append(proof, leaf...), nil})
	}},
	{"a proof by the bits of a product of 1,000 bits", func() []byte {
		bound := new(big.Int).Lsh(big.NewInt(1), 1000).String()
		src := "input a, b assume 0 <= a <= " + bound + " and 0 <= b <= " + bound + " assert a * b != 7"
		bits := &certs.Refutation{Rows: []uint64{0, 1, 2, 3}, Cases: []uint64{0}, Chains: []byte{1, 1}}
		return absence(src, []certs.Proof{nil, nil, {{Op: certs.RuleBits, Bits: bits}}})
	}},
	{"a chain of 15,000,000 clauses", func() []byte {
		chains := append(binary.AppendUvarint(nil, 15_000_000), bytes.Repeat([]byte{1}, 15_000_000)...)
		bits := &certs.Refutation{Rows: []uint64{0, 1}, Chains: chains}
		return absence("input a assume 0 <= a <= 1000 fail", []certs.Proof{{{Op: certs.RuleBits, Bits: bits}}})
	}},
	{"chains of a clause each, 7,500,000", func() []byte {
		bits := &certs.Refutation{Rows: []uint64{0, 1}, Chains: bytes.Repeat([]byte{1, 1}, 7_500_000)}
		return absence("input a assume 0 <= a <= 1000 fail", []certs.Proof{{{Op: certs.RuleBits, Bits: bits}}})
	}},
	{"factors, 3,500,000", func() []byte {
		rows := make([]certs.Multiple, 3_500_000)
		for i := range rows {
			rows[i] = certs.Multiple{Row: uint64(i % 20), Times: big.NewInt(1)}
		}
		return absence("input a assume 0 <= a fail", []certs.Proof{{{Op: certs.RuleLeaf, Rows: rows}}})
	}},
	{"factors, 3,500,000, behind a walk that keeps sums", func() []byte {
		rows := make([]certs.Multiple, 3_500_000)
		for i := range rows {
			rows[i] = certs.Multiple{Row: uint64(i % 20), Times: big.NewInt(1)}
		}
		sum := times(1000, func(i int) string { return fmt.Sprintf("+a%d", i) })[1:]
		src := "input " + names(1000) + "\ni = 0 s=" + sum +
			" while true { i = i + 1 s = s + i if s * i < 5 { s = s + a0 } }"
		return absence(src, append(empty(1_000_000), certs.Proof{{Op: certs.RuleLeaf, Rows: rows}}))
	}},
	{"conjuncts, 1,600,000", func() []byte { return forgery{source: "fail", steps: 9, conjuncts: 1_600_000}.seal() }},
	{"conjuncts, 900,000, beside sums of 1,000 inputs", func() []byte {
		sum := times(1000, func(i int) string { return fmt.Sprintf("+a%d", i) })[1:]
		src := "input " + names(1000) + "\ns=" + sum + "\n" +
			times(100_000, func(i int) string { return fmt.Sprintf("v%d=s+a%d\n", i, i%1000) }) + "fail"
		return forgery{source: src, steps: 1 << 30, conjuncts: 900_000}.seal()
	}},
	{"nodes, 1,500,000", func() []byte {
		c := &certs.Bug{Model: certs.Memory{}}
		c.Program, _ = about("fail")
		nodes := make(certs.Formula, 1_500_000)
		for i := range nodes {
			nodes[i] = certs.Node{Op: "<=", E: &certs.Linear{Const: new(big.Int)}}
		}
		c.Path.Conjuncts = []certs.Formula{nodes}
		return c.Seal()
	}},
	{"values, 1,000,000 of inputs and 1,000,000 of the model", func() []byte {
		c := &certs.Bug{Model: certs.Memory{}}
		c.Program, _ = about("fail")
		for i := range 1_000_000 {
			name := fmt.Sprintf("%x", i)
			c.Model[name] = new(big.Int)
			c.Inputs = append(c.Inputs, certs.Input{Name: name, Value: new(big.Int)})
		}
		return c.Seal()
	}},
}
