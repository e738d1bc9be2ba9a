package proptest

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file states what merges and divided ranges promise. The finder may merge states where ways meet, and may divide
// the range of an input: neither changes a verdict, and no certificate can hide a fault in one. The programs have few
// inputs with few values each, so that this file can try all their executions.

// miniature is a program that has so few executions that all can be tried.
type miniature struct {
	finder.Program
	text  string
	joins []uint64 // the instructions that are targets of jumps, and the ends of calls
	fails bool     // whether some execution fails
}

// newMiniature reads a program in the core's loose form, and tries its executions.
func newMiniature(text string) *miniature {
	p, err := core.ParseLoose("small.core", []byte(text))
	if err != nil {
		panic("proptest: " + err.Error())
	}
	s := loaded("small.core", p.Text())
	q := &miniature{Program: s.Program, text: text}
	most := map[string]int64{} // the largest value of each input
	for i, f := range s.Core.Funcs {
		for _, in := range f.Code {
			switch in.Op {
			case core.Jump:
				q.joins = append(q.joins, uint64(in.Then))
			case core.Branch:
				if in.Loop >= 0 {
					q.joins = append(q.joins, uint64(in.Else))
				}
			case core.Draw:
				most[in.Name] = in.Hi.Int64()
			}
		}
		if i != s.Core.Entry {
			q.joins = append(q.joins, uint64(len(f.Code)))
		}
	}
	for a := range most["a"] + 1 {
		for b := range most["b"] + 1 {
			input := map[string]int64{"a": a, "b": b}
			m := &core.Machine{Program: s.Core, Input: func(_ int, name string) (*big.Int, bool) {
				return big.NewInt(input[name]), true
			}}
			_, out := semantics.Run(m, m.Start(), 10_000, nil)
			q.fails = q.fails || out.Fault != nil
		}
	}
	return q
}

// perInput is how many values an input has in the programs whose ways meet; the first is 0.
const perInput = 4

// collatz returns the text of a program that counts the length of sequences like those of Collatz. Nothing decides
// about it but the values of its input, one by one.
func collatz(r *rand.Rand) string {
	return fmt.Sprintf("core 1\nentry main\nfunc main() int loops 1\nslot a int\nslot c int\ndraw a a 0 .. %d\nset c 0\nenter 0\n"+
		"head: branch (gt a! 1) then body else good loop 0\nbody: branch (eq (mod a! 2 \"division by zero\") 0) then even else odd\n"+
		"even: set a (div a! 2 \"division by zero\")\njump next\nodd: set a (add (mul 3 a!) 1)\nnext: set c (add c! 1)\n"+
		"branch (le c! %d) then head else bad\nbad: fail \"assertion\"\ngood: return 0\n", 12+r.IntN(14), 18+r.IntN(6))
}

// meeting returns the text of a program with branches whose ways meet again. They set slots, store to memory, and
// perhaps contain loops and calls of a function whose ways meet behind the call.
func meeting(r *rand.Rand) string {
	labels, loops, calls, most := 0, 0, 0, r.IntN(3)
	oneOf := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	place := func() string { return fmt.Sprintf("(move p! %d)", 4*r.IntN(4)) }
	number := func() string { return oneOf(fmt.Sprint(r.IntN(4)), "a!", "b!", "c!", "c!", "e!") }
	var statements func(n, depth int) string
	statement := func(depth int) string {
		switch k := r.IntN(20); {
		case k < 5:
			return fmt.Sprintf("set c (add c! %d)\n", 1+r.IntN(2))
		case k < 7:
			return "set c " + number() + "\n"
		case k < 8:
			return "set e " + number() + "\n"
		case k < 12:
			return fmt.Sprintf("store %s %s %s\n", oneOf("i32", "i32", "i32", "i32", "u32", "u8"), place(), number())
		case k < 14:
			return fmt.Sprintf("load d i32 %s\nset c (add c! %d)\n", place(), r.IntN(2))
		case k < 18:
			labels++
			return oneOf("fill p! 0 4\n", "fill (move p! 4) 1 4\n", "store ptr p! q!\n", "draw f f 0 .. 1\n",
				"free q!\n", "set q (move q! 1)\n",
				"set e (div 6 a! \"division by zero\")\n",
				fmt.Sprintf("branch (le c! 9) then fine%[1]s else bad\nfine%[1]s: set a a!\n", letters(labels)))
		case k < 19:
			calls++
			return fmt.Sprintf("call c (func side) %s %s p!\n", number(), number())
		case depth > 0:
			return statements(0, depth-1)
		}
		return ""
	}
	statements = func(n, depth int) string { // for n branches in a row, or for a single one
		var b strings.Builder
		for range max(n, 1) {
			if labels++; loops < most && r.IntN(2) == 0 {
				name := letters(labels)
				fmt.Fprintf(&b, "set i 0\nenter %d\nhead%s: branch (lt i! %s) then body%[2]s else out%[2]s loop %[1]d\nbody%[2]s: set i (add i! 1)\n",
					loops, name, oneOf("a!", "b!", "a!", "2"))
				loops++
				for range 1 + r.IntN(2) {
					b.WriteString(statement(0))
				}
				fmt.Fprintf(&b, "jump head%s\nout%[1]s: set a a!\n", name)
				labels++
			}
			condition := oneOf("(gt a! 1)", "(eq b! 2)", "(lt a! b!)", "(le c! 2)", "(and (le a! 2) (ne b! 1))",
				"(or (eq a! 0) (gt b! 2))")
			name := letters(labels)
			fmt.Fprintf(&b, "branch %s then yes%s else no%[2]s\nyes%[2]s: set a a!\n", condition, name)
			for range r.IntN(3) {
				b.WriteString(statement(depth))
			}
			fmt.Fprintf(&b, "jump on%s\nno%[1]s: set a a!\n", name)
			for range r.IntN(3) {
				b.WriteString(statement(depth))
			}
			fmt.Fprintf(&b, "on%s: set a a!\n", name)
		}
		return b.String()
	}
	body := statements(1+r.IntN(3), 1)
	end := fmt.Sprintf("(le (add (mul 2 d!) c!) %d)", 3+r.IntN(12))
	if r.IntN(3) == 0 {
		end = fmt.Sprintf("(ne c! %d)", r.IntN(6))
	}
	side := ""
	if calls > 0 {
		way := func() string {
			value := func() string { return oneOf("x!", "y!", "z!", "1", "2", "(add y! 1)") }
			return oneOf("", "", "set z "+value()+"\n", "store i32 p! "+value()+"\n",
				"store i32 (move p! 4) "+value()+"\n", "alloc q local 4\n", "free p!\n") + "return " + value() + "\n"
		}
		more := "no: " + way()
		if r.IntN(2) == 0 {
			more = "no: branch (eq y! 2) then more else less\nmore: " + way() + "less: " + way()
		}
		side = "func side(x int, y int, p ptr) int\nslot z int\nslot q ptr\nset z y!\n" +
			oneOf("", "", "", "alloc q local 4\n") + "branch (gt x! 1) then yes else no\nyes: " + way() + more
	}
	header := "func main() int"
	if loops > 0 {
		header += fmt.Sprint(" loops ", loops)
	}
	return "core 1\nentry main\n" + header +
		"\nslot i int\nslot a int\nslot b int\nslot c int\nslot d int\nslot e int\nslot f int\nslot p ptr\nslot q ptr\n" +
		"draw a a 0 .. 3\ndraw b b 0 .. 3\nset c 0\nset e 0\nalloc p heap 16\nalloc q heap 4\n" +
		"store i32 p! 1\nstore i32 (move p! 4) a!\nstore i32 (move p! 8) 2\n" +
		oneOf("", "", "store i32 (move p! 12) 3\n", "store u32 (move p! 12) 3\n") +
		oneOf("", "", "store ptr p! q!\n") + body +
		fmt.Sprintf("load d %s %s\nbranch %s then good else bad\nbad: fail \"assertion\"\ngood: set q (null)\n%sreturn 0\n",
			oneOf("i32", "i32", "u32", "u8"), place(), end, oneOf("", "", "leaks\n")) + side
}

// letters writes a number with two letters.
func letters(n int) string { return string([]rune{'a' + rune(n/26), 'a' + rune(n%26)}) }

// forge makes a certificate of absence with the given division of ranges, and reports whether the checker accepts it.
// Its entries are open ways and merges at random places, as many as the checker takes.
func (p *miniature) forge(r *rand.Rand, divided map[string][]*big.Int, limits checker.Limits) (accepted bool) {
	c := &certs.Absence{Kind: certs.KindSafe, Program: p.About, Divided: divided, Ways: make([]certs.Proof, 60)}
	for i := range c.Ways {
		if len(p.joins) > 0 && r.IntN(2) == 0 {
			c.Ways[i] = certs.Proof{{Op: certs.RuleMerge, Index: p.joins[r.IntN(len(p.joins))]}}
		}
	}
	_, err := checker.Check(c.Seal(), checker.Options{Limits: limits, Lower: fronts.All.Lower})
	var found, want int
	if err == nil || !errors.Is(err, checker.ErrInvalid) {
		return err == nil
	}
	if _, reason, _ := strings.Cut(err.Error(), "ways: "); !scan(reason, "found %d entries, want %d", &found, &want) {
		return false // one of the first entries is wrong
	}
	c.Ways = c.Ways[:want]
	_, err = checker.Check(c.Seal(), checker.Options{Limits: limits, Lower: fronts.All.Lower})
	return err == nil
}

// scan reports whether a text has the given form, and sets the values from it.
func scan(text, form string, values ...any) bool {
	n, err := fmt.Sscanf(text, form, values...)
	return err == nil && n == len(values)
}

// mostStates is far more than the states of any miniature. If a mistake makes an exploration endless, the verdict is
// wrong and the test notices.
const mostStates = 20_000

// decided lets the finder judge p, and returns what is wrong with its verdict; "" if nothing is.
func (p *miniature) decided(o finder.Options) (r *finder.Result, wrong string) {
	o.Prove = true
	o.Limits.States = mostStates
	r, err := finder.Find(context.Background(), p.Program, o)
	if err != nil {
		return nil, err.Error()
	}
	var data []byte
	switch {
	case r.Verdict != finder.Bug && r.Verdict != finder.Safe || r.Wrong != "":
		_, why := r.Ended()
		return r, fmt.Sprintf("the verdict is %s %s", r.Verdict, why)
	case (r.Verdict == finder.Bug) != p.fails:
		return r, fmt.Sprintf("the verdict is %s, but that an execution fails is %v", r.Verdict, p.fails)
	case r.Verdict == finder.Bug:
		data = certs.Encode(r.Certain()[0].Bug)
	default:
		data = certs.Encode(r.Absence)
	}
	if _, err := checker.Check(data, checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower}); err !=
		nil {
		return r, fmt.Sprintf("the checker refuses what the finder proves: %v", err)
	}
	return r, ""
}

func merges[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	random := c.Rand()
	p := newMiniature(meeting(random))
	loops := random.IntN(2) == 0
	r, wrong := p.decided(finder.Options{Solver: "lia", Merge: true, MergeLoops: loops, Minimize: random.IntN(2) == 0})
	if wrong != "" {
		return against("%s, of\n%s", wrong, p.text)
	}
	if r.Coverage.Merged > 0 {
		count("merged, " + string(r.Verdict))
		if strings.Contains(p.text, "call") {
			count("merged, where calls are")
		}
		if loops && strings.Contains(p.text, "enter") {
			count("merged, where loops are")
		}
	}
	return ok
}

// mergesForged tries certificates of which nobody proved a part.
func mergesForged[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	random := c.Rand()
	p := newMiniature(meeting(random))
	for range 8 {
		if accepted := p.forge(random, nil, checkLimits); accepted && p.fails {
			return against("a certificate of absence is accepted, of\n%s", p.text)
		} else if accepted {
			count("merges suffice")
		}
		if p.fails {
			count("forged")
		}
	}
	return ok
}

func divides[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	random := c.Rand()
	if random.IntN(8) == 0 {
		p := newMiniature(collatz(random))
		r, wrong := p.decided(finder.Options{Solver: "lia", Merge: random.IntN(2) == 0})
		if wrong != "" {
			return against("%s, of\n%s", wrong, p.text)
		}
		if p.fails {
			count("divided, bug")
		} else if len(r.Absence.Divided) > 0 {
			count("divided, safe")
		}
		return ok
	}
	p := newMiniature(meeting(random))
	whole := []*big.Int{big.NewInt(0), big.NewInt(1), big.NewInt(2)}
	if accepted := p.forge(random, map[string][]*big.Int{"a": whole, "b": whole}, checkLimits); accepted == p.fails {
		return against("where single values are walked, that the certificate is accepted is %v, of\n%s", accepted,
			p.text)
	}
	count(map[bool]string{false: "accepted", true: "refused"}[p.fails])
	for range 4 {
		divided := map[string][]*big.Int{}
		for _, name := range []string{"a", "b"} {
			for k := range int64(perInput + 1) {
				if random.IntN(2) == 0 {
					divided[name] = append(divided[name], big.NewInt(k-1))
				}
			}
			random.Shuffle(len(divided[name])*random.IntN(2), func(i, j int) {
				divided[name][i], divided[name][j] = divided[name][j], divided[name][i]
			})
		}
		if p.fails {
			count("forged")
			if p.forge(random, divided, checkLimits) {
				return against("a certificate of absence that divides ranges as in %v is accepted, of\n%s", divided,
					p.text)
			}
		}
	}
	return ok
}
