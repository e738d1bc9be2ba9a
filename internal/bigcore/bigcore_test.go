package bigcore_test

import (
	"maps"
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/internal/bigcore"
	"vouch/internal/randcore"
	"vouch/semantics"
	"vouch/semantics/core"
)

// TestAgreement holds the two semantics of the core against each other on random programs of all families, stepwise or
// in strides.
func TestAgreement(t *testing.T) {
	count := agree(t, 12_000, randcore.Families)
	for what := core.Set; what <= core.Unsupported; what++ {
		if count[what.String()] < 20 {
			t.Errorf("%s is reached %d times", what, count[what.String()])
		}
	}
	for op := core.Const; op <= core.Narrow; op++ {
		if count["operator "+op.String()] < 20 {
			t.Errorf("the operator %s is reached %d times", op, count["operator "+op.String()])
		}
	}
	for _, k := range semantics.Kinds {
		if count[string(k)] < 3 {
			t.Errorf("%s happens %d times", k, count[string(k)])
		}
	}
	t.Log(count)
}

// TestBitFields is TestAgreement for programs about bit-fields.
func TestBitFields(t *testing.T) {
	count := agree(t, 3000, randcore.BitFields)
	for _, what := range []string{"done", string(semantics.UninitialisedValue), string(semantics.OutOfBoundsWrite)} {
		if count[what] < 100 {
			t.Errorf("%s: found %d runs, want 100", what, count[what])
		}
	}
	t.Log(count)
}

// agree runs so many programs of some families in both, and counts what happened.
func agree(t *testing.T, programs uint64, families []randcore.Family) map[string]int {
	const fuel = 150
	count := map[string]int{}
	for seed := range programs {
		r := rand.New(rand.NewPCG(seed, 9))
		family := families[r.IntN(len(families))]
		p := randcore.Program(r, family)
		if err := p.Check(); err != nil {
			t.Fatalf("%v\n%s", err, p.Text())
		}
		for range 3 {
			input := randcore.Inputs(r, p)
			want := bigcore.Run(p, input, fuel)
			if want.TooLong {
				continue
			}
			m := &core.Machine{Program: p, Input: func(_ int, name string) (*big.Int, bool) {
				v, ok := input[name]
				return v, ok
			}}
			see := func(_ int64, _ semantics.Rule, s core.State) bool {
				if !m.Done(s) {
					counted(s.Instr(), count)
				}
				return true
			}
			if r.IntN(2) == 0 {
				see = nil
			}
			last, found := semantics.Run(m, m.Start(), fuel, see)
			var fault semantics.Fault
			if found.Fault != nil {
				fault = *found.Fault
			}
			if found.Done != want.Done || fault != want.Fault || found.Blocked != want.Blocked ||
				found.Steps != int64(want.Steps) {
				t.Fatalf("from %v the run ends %+v, %v, want %+v\n%s", input, found, fault, want, p.Text())
			}
			switch reason, is := found.Blocked.Unsupported(); {
			case is:
				count["unsupported: "+reason]++
			case found.Blocked != semantics.NotBlocked:
				count[string(found.Blocked)]++
			case found.Done:
				count["done"]++
			case fault.Kind != "":
				count[string(fault.Kind)]++
			default:
				count["unfinished"]++
				continue
			}
			slots := map[string]string{}
			for name, v := range want.Slots {
				slots[name] = bigcore.Format(v)
			}
			if shown := shown(last); !maps.Equal(shown, slots) {
				t.Fatalf("from %v the last frame has %v, want %v\n%s", input, shown, slots, p.Text())
			}
			if n, ok := last.Status().Integer(); found.Done && (!ok || n.Cmp(want.Status) != 0) {
				t.Fatalf("from %v the status is %v, want %v\n%s", input, last.Status(), want.Status, p.Text())
			}
			if written := written(last); written != string(want.Output) {
				t.Fatalf("from %v the output is %q, want %q\n%s", input, written, want.Output, p.Text())
			}
		}
	}
	return count
}

// counted counts an instruction that is about to run, and its operators.
func counted(in *core.Instr, count map[string]int) {
	count[in.Op.String()]++
	var walk func(e *core.Expr)
	walk = func(e *core.Expr) {
		if e != nil {
			count["operator "+e.Op.String()]++
			walk(e.X)
			walk(e.Y)
		}
	}
	for _, e := range in.Args {
		walk(e)
	}
}

// shown returns the values of the slots of the last frame.
func shown(s core.State) map[string]string {
	m := map[string]string{}
	for i, slot := range s.Func().Slots {
		if v := s.Slot(i); v.IsDefined() {
			m[slot.Name] = v.String()
		}
	}
	return m
}

// written returns what an execution has written.
func written(s core.State) string {
	text := ""
	for w := s.Output(); w != nil; w = w.Before {
		text = string(w.Bytes) + text
	}
	return text
}
