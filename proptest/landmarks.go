package proptest

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file states what landmarks promise. The programs here never end, and have so few states that this file can visit
// all of them.

// wheel is a program that never ends and has few states.
type wheel struct {
	finder.Program
	text  string
	fails bool // whether some run fails
}

// mostTurns is far more than the states of any wheel.
const mostTurns = 200_000

// newWheel reads a program in the core's loose form, and visits its states.
func newWheel(text string) *wheel {
	p, err := core.ParseLoose("wheel.core", []byte(text))
	if err != nil {
		panic("proptest: " + err.Error() + text)
	}
	s := loaded("wheel.core", p.Text())
	w := &wheel{Program: s.Program, text: text}
	seen := map[string]bool{}
	m := &core.Machine{Program: s.Core}
	for todo := []core.State{m.Start()}; len(todo) > 0; {
		y := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if key := keyOf(y); seen[key] || y.Ended() {
			continue
		} else if seen[key] = true; len(seen) > mostTurns {
			panic("proptest: a wheel has too many states")
		}
		values := int64(1)
		if in := y.Instr(); in.Op == core.Draw {
			values = in.Hi.Int64() + 1
		}
		for v := range values {
			m.Input = func(int, string) (*big.Int, bool) { return big.NewInt(v), true }
			if next, _, ok := m.Step(y); ok {
				todo = append(todo, next)
			} else if _, fault := m.Fault(y); fault {
				w.fails = true
			}
		}
	}
	return w
}

// keyOf returns a text that tells states of wheels apart.
func keyOf(s core.State) string {
	var b strings.Builder
	for f, ok := s.Frame, true; ok; f, ok = f.Caller() {
		fmt.Fprint(&b, f.Func().Name, f.PC())
		for i := range f.Func().Slots {
			b.WriteString(" " + s.Format(f.Slot(i)))
		}
	}
	for id := range s.Objects() {
		o, _ := s.Object(id + 1)
		for at := int64(0); at < o.Size && !o.Dead; at++ {
			b.WriteString(" " + s.Format(o.Load(at, core.U8)))
		}
		fmt.Fprint(&b, o.Dead)
	}
	return b.String()
}

// turning returns the text of a program that goes from state to state for ever, as its inputs say.
func turning(r *rand.Rand) string {
	labels := 0
	oneOf := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	digit := func() string { return fmt.Sprint(r.IntN(3)) }
	slot := func() string { return oneOf("s", "s", "t") }
	number := func() string {
		return oneOf(digit(), digit(), slot()+"!", "a!", "b!",
			fmt.Sprintf("(mod (add %s! %s) 3 \"division by zero\")", slot(), digit()))
	}
	condition := func() string {
		return oneOf("(eq a! "+digit()+")", "(lt a! "+digit()+")", "(eq "+slot()+"! "+digit()+")",
			"(lt a! "+slot()+"!)", "(eq b! "+digit()+")", "(and (gt a! 0) (ne s! "+digit()+"))")
	}
	var statement func(depth int) string
	statement = func(depth int) string {
		labels++
		name := letters(labels)
		switch k := r.IntN(16); {
		case k < 6:
			return fmt.Sprintf("set %s %s\n", slot(), number())
		case k < 7:
			return "store i32 p! " + number() + "\n"
		case k < 8:
			return fmt.Sprintf("load %s i32 p!\n", slot())
		case k < 9:
			return fmt.Sprintf("call %s (func g) %s sig \"i(i)\"\n", slot(), number())
		case k < 10:
			return oneOf("fill p! 0 4\n", "output 1 a!\n", "draw a a 0 .. 2\n")
		case k < 12:
			return fmt.Sprintf("branch %s then fine%[2]s else bad\nfine%[2]s: set b b!\n",
				oneOf("(ne s! t!)", "(lt (add s! t!) 4)", "(ne t! "+digit()+")", "(or (lt s! 2) (ne t! "+digit()+"))"),
				name)
		case depth > 0:
			return fmt.Sprintf("branch %s then yes%[2]s else no%[2]s\nyes%[2]s: set b b!\n%[3]sjump on%[2]s\nno%[2]s: set b b!\n%[4]son%[2]s: set b b!\n",
				condition(), name, statement(depth-1)+statement(depth-1), statement(depth-1))
		}
		return "set t s!\n"
	}
	var body strings.Builder
	for range 2 + r.IntN(4) {
		body.WriteString(statement(2))
	}
	return "core 1\nentry main\nfunc main() int loops 2\nslot a int\nslot b int\nslot s int\nslot t int\nslot p ptr\n" +
		"set s 0\nset t 1\nset a 0\nalloc p heap 4\nstore i32 p! 0\ndraw b b 0 .. 1\n" +
		oneOf("", "branch (lt b! 1) then start else good\n") +
		"start: enter 0\nhead: branch " + oneOf("(truth 1)", "(truth 1)", "(ne s! "+digit()+")") +
		" then body else good loop 0\nbody: draw a a 0 .. 2\n" + body.String() +
		"jump head\nbad: fail \"assertion\"\ngood: return 0\n" +
		"func g(x int) int sig \"i(i)\"\nbranch (gt x! 0) then less else same\nless: return (sub x! 1)\nsame: return x!\n"
}

// look lets the finder compare states of w from the start.
func (w *wheel) look() (*finder.Result, error) {
	return finder.Find(context.Background(), w.Program, finder.Options{Solver: "lia", Prove: true,
		Engine: finder.EngineExplore, LookBack: 100, Limits: finder.Limits{States: 300}})
}

func landmarks[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	w := newWheel(turning(c.Rand()))
	r, err := w.look()
	switch {
	case err != nil:
		return against("%v", err)
	case r.Wrong != "":
		return against("%s, of\n%s", r.Wrong, w.text)
	case r.Verdict == finder.Bug && !w.fails || r.Verdict == finder.Safe && w.fails:
		return against("the verdict is %s, but that a run fails is %v, of\n%s", r.Verdict, w.fails, w.text)
	case r.Absence != nil:
		if _, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checkLimits,
			Lower: fronts.All.Lower}); err != nil {
			return against("the checker refuses what the finder proves: %v, of\n%s", err, w.text)
		}
		if len(r.Absence.Landmarks) == 0 {
			return vacuous
		}
	}
	count("landmarks, " + string(r.Verdict))
	return ok
}

// landmarksForged gives certificates of a program to another one, and changes landmarks.
func landmarksForged[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	random := c.Rand()
	w := newWheel(turning(random))
	r, err := w.look()
	if err != nil || r.Absence == nil || len(r.Absence.Landmarks) == 0 {
		return vacuous
	}
	for range 16 {
		other, forged := w, *r.Absence
		if random.IntN(4) > 0 {
			text := []byte(w.text)
			start := strings.Index(w.text, "body:")
			var digits []int
			for i := start; i < len(text); i++ {
				if '0' <= text[i] && text[i] <= '2' && text[i-1] == ' ' && text[i-2] != '.' &&
					(text[i+1] == ')' || text[i+1] == '\n') {
					digits = append(digits, i)
				}
			}
			text[digits[random.IntN(len(digits))]] = byte('0' + random.IntN(3))
			other = newWheel(string(text))
			forged.Program = other.About
		}
		forged.Landmarks = slices.Clone(forged.Landmarks)
		for range random.IntN(3) {
			l := &forged.Landmarks[random.IntN(len(forged.Landmarks))]
			switch random.IntN(4) {
			case 0:
				l.Same = uint64(random.IntN(len(forged.Landmarks) + 1))
			case 1:
				l.Facts = append(slices.Clone(l.Facts), uint64(random.IntN(4)))
				slices.Sort(l.Facts)
				l.Facts = slices.Compact(l.Facts)
			case 2:
				l.Lost = [][]uint64{{0, 1, 2, 3, 4}}
				if l.Lost[0] = l.Lost[0][random.IntN(5):]; l.Same > 0 {
					l.Lost = nil
				}
			default:
				l.Lost = nil
			}
		}
		if out := refused(&forged, other.text, other.fails, count); out != ok {
			return out
		}
	}
	return ok
}

// refused checks a forged certificate. It is against the theorem that the checker accepts it although its program
// fails.
func refused(forged *certs.Absence, text string, fails bool, count func(string)) Outcome {
	_, err := checker.Check(forged.Seal(), checker.Options{Limits: checkLimits, Lower: fronts.All.Lower})
	switch {
	case err == nil && fails:
		return against("a certificate of absence is accepted with the landmarks %v, of\n%s", forged.Landmarks, text)
	case fails:
		count("forged")
	case err == nil:
		count("of a program that does not fail")
	}
	return ok
}
