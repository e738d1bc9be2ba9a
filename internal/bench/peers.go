package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// This file defines the families on which vouch is compared with other tools, and what the best of those took.

// peer is what the best of the other tools took on a program, in CPU milliseconds.
type peer struct {
	family string
	size   int
	tool   string
	ms     float64 // measured once, on a machine of the same kind; 0 if no tool decided the program
}

var peers = []peer{
	{triples, 20, "KLEE 3.2", 20},
	{triples, 40, "KLEE 3.2", 19},
	{factors, 10_403, "KLEE 3.2", 24},
	{primes, 10_007, "KLEE 3.2", 25},
	{hash, 8, "CBMC 6.3.1", 57},
	{hash, 16, "CBMC 6.3.1", 265},
	{systems, 10, "CBMC 6.3.1", 108},
	{magic, 256, "CBMC 6.3.1", 338},
	{flat, 14, "CBMC 6.3.1", 28},
	{sorting, 7, "CBMC 6.3.1", 263},
	{sorting, 8, "CBMC 6.3.1", 600},
	{search, 255, "CBMC 6.3.1", 4_900},
	{width, widest, "CBMC 6.3.1", 20},
	{cases, 1 << 13, "CBMC 6.3.1", 23},
	{unknownStart, 10_000, "", 0},
}

// compared are the families that no other part of the measurements needs.
var compared = []family{
	{triples, "largest value of three inputs of which no x² + y² is 3z²", []int{10, 20, 40}, "safe", nil,
		func(n int) string {
			return fmt.Sprintf("input x, y, z\nassume 0 <= x <= %d and 0 <= y <= %[1]d and 0 <= z <= %[1]d\nassume x + y + z > 0\nassert x * x + y * y != 3 * z * z\n",
				n)
		}},
	{factors, "product of two primes that are found", []int{143, 10_403, 1_022_117}, "bug", nil, factoring},
	{primes, "prime for which no factors are found", []int{101, 1_009, 10_007}, "safe", nil, factoring},
	{hash, "characters of a text whose hash is found", []int{4, 8, 16}, "bug", nil, func(n int) string {
		return inputs(n) + each(n, "assume 32 <= x%[1]d <= 126\n") + "h = 7\n" +
			each(n, "h = (31 * h + x%[1]d) %% 1000003\n") + "assert h != 424242\n"
	}},
	{magic, "comparisons of sums of eight inputs, each inside the one before", []int{16, 64, 256}, "bug", nil,
		func(n int) string { return comparisons(n, true) }},
	{flat, "comparisons of sums of eight inputs, one after the other", []int{7, 14, 28}, "bug", nil,
		func(n int) string { return comparisons(n, false) }},
	{sorting, "numbers that are sorted", []int{4, 5, 6, 7, 8}, "safe", nil, func(n int) string {
		var b strings.Builder
		b.WriteString(inputs(n))
		for last := n; last > 1; last-- {
			for i := 1; i < last; i++ {
				fmt.Fprintf(&b, "if x%d > x%d {\n  t = x%[1]d\n  x%[1]d = x%[2]d\n  x%[2]d = t\n}\n", i, i+1)
			}
		}
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "assert x%d <= x%d\n", i, i+1)
		}
		return b.String()
	}},
	{search, "entries of a table that is searched by halving", []int{15, 63, 255}, "safe", nil, func(n int) string {
		var b strings.Builder
		b.WriteString(inputs(1))
		table(&b, 0, n-1, "")
		return b.String() + fmt.Sprintf("assert -1 <= at < %d\nif at >= 0 {\n  assert value == x1\n}\n", n)
	}},
	{powers, "largest exponent of two ways to a power", []int{2, 4, 6}, "safe", nil, func(n int) string {
		return fmt.Sprintf("input b, e\nassume 0 <= b <= 5 and 0 <= e <= %d\nslow = 1\ni = 0\nwhile i < e {\n  slow = slow * b\n  i = i + 1\n}\n"+
			"fast = 1\nsquare = b\nrest = e\nwhile rest > 0 {\n  if rest %% 2 == 1 {\n    fast = fast * square\n  }\n  square = square * square\n  rest = rest / 2\n}\nassert fast == slow\n",
			n)
	}},
	{collatz, "largest start of a sequence of Collatz", []int{10, 30, 100}, "safe", nil, func(n int) string {
		return fmt.Sprintf("input n\nassume 1 <= n <= %d\nsteps = 0\nwhile n != 1 {\n  if n %% 2 == 0 {\n    n = n / 2\n  } else {\n    n = 3 * n + 1\n  }\n  steps = steps + 1\n  assert steps <= 200\n}\n",
			n)
	}},
}

// families are all of them.
var families = slices.Concat(growing, calling, scanning, crashing, chaining, lengths, multiplying, compared)

// factoring is a program that fails if its inputs are factors of n.
func factoring(n int) string {
	return fmt.Sprintf("input x, y\nassume 2 <= x <= y and y <= %d\nassert x * y != %d\n", n/2, n)
}

// comparisons is a program that compares n sums of its inputs with what they are for one input, and fails if all are
// equal.
func comparisons(n int, nested bool) string {
	random := rand.New(rand.NewPCG(2, 2))
	const vars = 8
	secret := make([]int, vars)
	for i := range secret {
		secret[i] = random.IntN(201) - 100
	}
	var b strings.Builder
	b.WriteString(inputs(vars) + each(vars, "assume -100 <= x%[1]d <= 100\n") + "c = 0\n")
	for range n {
		sum, value := "", 0
		for i := range vars {
			k := random.IntN(19) - 9
			sum, value = sum+fmt.Sprintf(" + %d * x%d", k, i+1), value+k*secret[i]
		}
		fmt.Fprintf(&b, "if %s == %d {\n  c = c + 1\n", strings.TrimPrefix(sum, " + "), value)
		if !nested {
			b.WriteString("}\n")
		}
	}
	if nested {
		b.WriteString(strings.Repeat("}\n", n))
	}
	return b.String() + fmt.Sprintf("assert c < %d\n", n)
}

// table writes the search for x1 among the entries lo to hi of a table, whose entry i is 7 i + i % 3.
func table(b *strings.Builder, lo, hi int, indent string) {
	if lo > hi {
		fmt.Fprintf(b, "%sat = -1\n", indent)
		return
	}
	mid := (lo + hi) / 2
	entry := 7*mid + mid%3
	fmt.Fprintf(b, "%sif x1 == %d {\n%[1]s  at = %[3]d\n%[1]s  value = %[2]d\n%[1]s} else {\n%[1]s  if x1 < %[2]d {\n",
		indent, entry, mid)
	table(b, lo, mid-1, indent+"    ")
	fmt.Fprintf(b, "%s  } else {\n", indent)
	table(b, mid+1, hi, indent+"    ")
	fmt.Fprintf(b, "%s  }\n%[1]s}\n", indent)
}
