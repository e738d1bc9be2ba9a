package checker

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/finder"
	"vouch/internal/effort"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/fronts"
	"vouch/semantics/term"
)

// This file tests that a verdict, and what is wrong, are those of one goroutine, for any number of them.

// bitwise are programs whose certificates have many rules bits.
var bitwise = map[string]string{
	"prime.imp": "input x, y\nassume 2 <= x <= y and y <= 200\nassert x * y != 10007\n",
	"swap.c": `extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), c = __VERIFIER_nondet_uchar();
  unsigned x = a, y = b;
  x ^= y; y ^= x; x ^= y;
  if (x != b) return 1 / 0;
  if (y != a) return 1 / 0;
  if ((a & c) + (a | c) != a + c) return 1 / 0;
  if ((a ^ c) + 2 * (a & c) != a + c) return 1 / 0;
  return 0; }`,
}

// withBits returns the certificates of bitwise.
func withBits(t *testing.T) (all []*certs.Absence) {
	t.Helper()
	rules := 0
	for name, source := range bitwise {
		p, err := load.File(name, []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		r, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About},
			finder.Options{Prove: true, Merge: true})
		if err != nil || r.Absence == nil {
			t.Fatalf("%s: found %+v, %v, want a certificate", name, r, err)
		}
		for _, w := range r.Absence.Ways {
			rules += len(slices.DeleteFunc(slices.Clone(w), func(r certs.Rule) bool { return r.Op != certs.RuleBits }))
		}
		all = append(all, r.Absence)
	}
	if rules < 5 {
		t.Fatalf("found %d rules bits, want 5", rules)
	}
	return all
}

// sayOf returns what the checker says of data with so many goroutines.
func sayOf(data []byte, threads int, limits Limits) string {
	v, err := Check(data, Options{Limits: limits, Lower: fronts.All.Lower, Threads: threads})
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s %d ways, %d closed, %d covered, %d steps, depth %d, %v %v", v.Kind, v.Ways, v.Closed, v.Covered,
		v.Steps, v.Depth, v.Path, v.Invariants)
}

// TestThreads: certificates that are right, that were damaged, and that take more than the limits allow.
func TestThreads(t *testing.T) {
	originals := withBits(t)
	for _, a := range absences {
		originals = append(originals, mustProduce(t, a.source, a.loopLimit))
	}
	r := rand.New(rand.NewPCG(1, 9))
	texts, chained, valid := map[string]bool{}, 0, 0
	same := func(title string, data []byte, limits Limits) {
		t.Helper()
		want := sayOf(data, 1, limits)
		for _, n := range []int{2, 4} {
			if got := sayOf(data, n, limits); got != want {
				t.Errorf("%s, %d goroutines: found %q, want %q, as with one", title, n, got, want)
			}
		}
		if texts[want] = true; strings.Contains(want, "chain ") {
			chained++
		} else if !strings.HasPrefix(want, ErrInvalid.Error()) {
			valid++
		}
	}
	for i, c := range originals {
		title := fmt.Sprint("certificate ", i)
		same(title, c.Seal(), DefaultLimits)
		for k := range 20 {
			same(title+", fewer steps", c.Seal(), Limits{1 << k, DefaultLimits.MaxBytes, DefaultLimits.MaxMemory})
			same(title+", less memory", c.Seal(), Limits{DefaultLimits.MaxSteps, DefaultLimits.MaxBytes, 1 << (k + 8)})
		}
	}
	for i := range effort.Of(400) {
		original := originals[i%2]
		if i%4 == 0 {
			original = originals[i/4%len(originals)]
		}
		c := *original
		c.Ways = slices.Clone(c.Ways)
		for range 1 + r.IntN(2) {
			mutateAbsence(&c, originals[r.IntN(len(originals))], r)
			if bits := ruleBits(&c); len(bits) > 0 && i%4 > 0 {
				b := bits[r.IntN(len(bits))]
				if len(b.Chains) > 0 {
					b.Chains = slices.Clone(b.Chains)
					b.Chains[r.IntN(len(b.Chains))] ^= 1 << r.IntN(8)
				}
			}
		}
		same(fmt.Sprint("change ", i), c.Seal(), DefaultLimits)
	}
	t.Logf("%d texts, %d about chains, %d valid", len(texts), chained, valid)
	if len(texts) < 40 || chained < effort.Of(50) || valid < len(originals) {
		t.Errorf("found %d texts, %d about chains, and %d valid ones, want more", len(texts), chained, valid)
	}
}

// ruleBits returns the refutations in the rules bits of c, which are made new.
func ruleBits(c *certs.Absence) (all []*certs.Refutation) {
	for i, w := range c.Ways {
		w = slices.Clone(w)
		for k := range w {
			if w[k].Bits != nil {
				b := *w[k].Bits
				w[k].Bits = &b
				all = append(all, &b)
			}
		}
		c.Ways[i] = w
	}
	return all
}

// TestAbreast: what another goroutine does counts: what it refuses, its work, its memory, and that it panics.
func TestAbreast(t *testing.T) {
	for _, c := range []struct {
		title        string
		work, memory int64
		change       func(rows []*term.Linear, r *certs.Refutation)
		kept         int64
		want         bool
	}{
		{"all is right", 1 << 20, 1 << 20, nil, 0, true},
		{"the chains end too early", 1 << 20, 1 << 20, func(_ []*term.Linear, r *certs.Refutation) {
			r.Chains = r.Chains[:len(r.Chains)-1]
		}, 0, false},
		{"no chains", 1 << 20, 1 << 20, func(_ []*term.Linear, r *certs.Refutation) { r.Chains = nil }, 0, false},
		{"it panics", 1 << 20, 1 << 20, func(rows []*term.Linear, _ *certs.Refutation) { rows[0] = nil }, 0, false},
		{"work for one, and not for two", 0, 1 << 20, nil, 0, false},
		{"no memory", 1 << 20, 64, nil, 0, false},
		{"more memory is kept than was reserved", 1 << 20, 1 << 20, nil, 1 << 20, false},
	} {
		work := c.work
		if work == 0 { // as much as it takes once, and half of that
			once := factors.facts()
			m := semantics.NewMeter(1<<20, 1<<20)
			once.Pool().Use(m)
			if err := contradict(once.Pool(), once.Rows, nil, refutation(factors, upTo(6), nil).Chains); err != nil {
				t.Fatal(err)
			}
			work = m.Spent() * 3 / 2
		}
		k := factors.facts()
		m := semantics.NewMeter(work, c.memory)
		k.Pool().Use(m)
		rows, r := slices.Clone(k.Rows), refutation(factors, upTo(6), nil)
		if c.change != nil {
			c.change(rows, r)
		}
		a := newAbreast(2, m)
		a.kept = c.kept
		err := a.bits(k.Pool(), rows, nil, r.Chains)
		if err == nil && c.work == 0 {
			err = a.bits(k.Pool(), rows, nil, r.Chains)
		}
		if end := a.end(m); (err == nil && end == nil) != c.want {
			t.Errorf("%s: found %v and %v, want accepted: %t", c.title, err, end, c.want)
		}
	}
	none := newAbreast(1, semantics.NewMeter(1, 1))
	if none != nil || none.end(nil) != nil {
		t.Error("found goroutines beside one, want none")
	}
}

// TestAbreastRefuses: one refusal of several is enough, whichever it is.
func TestAbreastRefuses(t *testing.T) {
	for bad := range 4 {
		k := factors.facts()
		m := semantics.NewMeter(1<<24, 1<<24)
		k.Pool().Use(m)
		a, good := newAbreast(3, m), refutation(factors, upTo(6), nil)
		var err error
		for i := range 4 {
			r := *good
			if i == bad || bad == 3 && i == 2 {
				r.Chains = nil
			}
			err = cmp.Or(err, a.bits(k.Pool(), slices.Clone(k.Rows), nil, r.Chains))
		}
		if cmp.Or(err, a.end(m)) == nil {
			t.Errorf("found 4 accepted of which number %d is wrong, want a refusal", bad)
		}
	}
}

// TestAgain: where goroutines refuse what one accepts, because they count more memory, the verdict is that of one.
func TestAgain(t *testing.T) {
	c := withBits(t)[0]
	least := int64(1)
	for ; strings.HasPrefix(sayOf(c.Seal(), 1, limitedTo(least)), ErrInvalid.Error()); least += least/32 + 1 {
	}
	for _, n := range []int{2, 4} {
		if got, want := sayOf(c.Seal(), n, limitedTo(least)), sayOf(c.Seal(), 1, limitedTo(least)); got != want {
			t.Errorf("%d goroutines, and memory for one: found %q, want %q", n, got, want)
		}
	}
}

// limitedTo returns limits with so many bytes of memory.
func limitedTo(memory int64) Limits {
	return Limits{DefaultLimits.MaxSteps, DefaultLimits.MaxBytes, memory}
}
