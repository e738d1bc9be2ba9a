package proptest

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/semantics/core"
)

// This file states what contracts of functions promise: an accepted certificate holds on every run, of which some are
// tried. The programs here have functions that call themselves as deep as an input says.

// calledSteps bounds the runs of these programs.
const calledSteps = 4000

// calling returns the text of a core program with two functions, each of which calls itself or the other one, and which
// asserts something of what they return.
func calling(r *rand.Rand) string {
	oneOf := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	value := func() string {
		return oneOf("R", "R", "(add R 1 )", "(add R K )", "(mod R 3 \"division by zero\")", "(add R N )", "(sub 0 R )", "K",
			"N", " 1")
	}
	less := oneOf("(sub N 1 )", "(sub N 1 )", "(sub N 2 )", "(div N 2 \"division by zero\")")
	condition := func() string {
		return oneOf("(eq (mod N 2 \"division by zero\") 0 )", "(gt K 2 )", "(lt R 5 )", "(gt R K )", "(lt N 3 )",
			"(eq R 2 )")
	}
	claim := func() string {
		return oneOf("(ge R 0 )", "(ge R 0 )", "(le R 3 )", "(le R N )", "(eq R N )", "(ge R K )", "(ne R 7 )",
			"(eq (mod R 2 \"division by zero\") 0 )", "(eq R K )", "(lt R 9 )", "(le R (mul 2 N ))", "(ge R (sub 0 N ))")
	}
	labels := 0
	branch := func(condition, then string) string { // what follows is for where the condition does not hold
		labels++
		return fmt.Sprintf("branch %s then t%d else e%d\nt%d: %s\ne%d: ", condition, labels, labels, labels, then, labels)
	}
	assert := func() string {
		labels++
		return fmt.Sprintf("branch %s then t%d else e%d\ne%d: fail \"assertion\"\nt%d: ", claim(), labels, labels, labels,
			labels)
	}
	var b strings.Builder
	b.WriteString("core 1\nentry main\n")
	for _, name := range []string{"f", "g"} {
		other := oneOf("f", "f", "g")
		fmt.Fprintf(&b, "func %s(n int, k int) int\nslot r int\nset r %s\n", name, oneOf(" 0", " 1", "K", " 2"))
		b.WriteString(branch("(le N"+oneOf(" 0 )", " 1 )"), "return "+oneOf(" 0", " 1", "K", "R", "(add R 1 )")))
		fmt.Fprintf(&b, "call r (func %s) %s %s\n", other, less,
			oneOf("K", "K", "K", " 0", "(mod N 3 \"division by zero\")"))
		if r.IntN(3) == 0 {
			b.WriteString(branch(condition(), "return "+value()))
		}
		if r.IntN(5) == 0 {
			fmt.Fprintf(&b, "call r (func %s) %s R\n", name, less)
		}
		if r.IntN(6) == 0 {
			b.WriteString(assert())
		}
		fmt.Fprintf(&b, "return %s\n", value())
	}
	b.WriteString("func main() int\nslot n int\nslot k int\nslot r int\ndraw n n ..\ndraw k k 0 .. 3\n")
	b.WriteString(branch("(lt N"+oneOf(" 0 )", " 0 )", " 1 )", "(sub 0 3 ))"), "return 0"))
	b.WriteString("call r (func f) N K\n" + assert())
	if r.IntN(3) == 0 {
		b.WriteString("call r (func f) R K\n" + assert())
	}
	b.WriteString("return 0\n")
	text := b.String()
	for _, name := range []string{"r", "n", "k"} {
		text = strings.ReplaceAll(text, strings.ToUpper(name), "(def "+name+" \"uninitialised value\")")
	}
	p, err := core.ParseLoose("caller.core", []byte(text))
	if err != nil {
		panic(err)
	}
	return string(p.Text())
}

// callingWords are the words that are exchanged for each other in these programs.
var callingWords = []string{"(lt ", "(le ", "(eq ", "(ne ", "(gt ", "(ge ", "(add ", "(sub ", " 0)", " 1)", " 2)",
	" 3)", "(def r ", "(def k ", "(def n "}

// withCalls is the family of these programs.
var withCalls = family{"caller.core", calling, callingWords, 0, calledSteps, "contracts",
	func(c *certs.Absence) int { return len(c.Contracts) }, forgeContract}

// forgeContract changes what holds where a call returns: it strengthens and weakens it, and leaves a contract out.
func forgeContract(random *rand.Rand, c *certs.Absence) {
	if len(c.Contracts) == 0 { // all are left out
		return
	}
	i := random.IntN(len(c.Contracts))
	x := &c.Contracts[i]
	x.Ensures = slices.Clone(x.Ensures)
	some := func(of ...certs.Place) certs.Product {
		return certs.Product{Times: big.NewInt(int64(random.IntN(7) - 3)), Of: of}
	}
	switch random.IntN(5) {
	case 0:
		x.Ensures = append(x.Ensures, certs.Atom{Terms: []certs.Product{some(certs.Place{Type: 1}), some()}})
	case 1:
		x.Ensures = append(x.Ensures, certs.Atom{Terms: []certs.Product{some(certs.Place{Type: 1}),
			some(certs.Place{}), some()}, Mod: new(big.Int)})
	case 2:
		if len(x.Ensures) > 0 {
			x.Ensures = x.Ensures[1:]
		}
	case 3:
		if len(x.Ensures) > 0 {
			a := &x.Ensures[random.IntN(len(x.Ensures))]
			a.Terms = append(slices.Clone(a.Terms), some())
		}
	default:
		c.Contracts = slices.Delete(c.Contracts, i, i+1)
	}
}
