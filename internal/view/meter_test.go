package view

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	_ "vouch/internal/effort" // collects garbage less often
	"vouch/semantics"
)

// This file tests that slicing is charged to the machine's meter, and ends where that has no more.

// times returns n texts in a row, each made from its number.
func times(n int, text func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(text(i))
	}
	return b.String()
}

// choice returns a statement that sets x to the value of k, which is at least lo and less than hi, by a branch for each
// bit.
func choice(lo, hi int) string {
	if hi-lo == 1 {
		return fmt.Sprintf("x = %d ", lo)
	}
	m := (lo + hi) / 2
	return fmt.Sprintf("if k < %d { %s} else { %s} ", m, choice(lo, m), choice(m, hi))
}

// costly are programs whose slices take much for their size, in one way each.
var costly = []struct{ title, source string }{
	{"values that branches spare", times(200, func(i int) string { return fmt.Sprintf("v%d=0 ", i) }) +
		times(200, func(int) string {
			return "if v0 < 0 {" + times(200, func(i int) string { return fmt.Sprintf("v%d=1 ", i) }) + "} "
		}) + "assert v7 == 3"},
	{"values each read everywhere", "k = 0 x = 0 y = 0 while k < 300 {" + choice(0, 300) +
		strings.Repeat("y = x ", 300) + " k = k + 1 } assert y == 3"},
	{"branches that spare what others made", "k = 0 x = 0 while k < 300 {" +
		times(300, func(i int) string { return fmt.Sprintf("if k == %d { x = %d } ", i, i) }) +
		"k = k + 1 } assert x == 3"},
	{"a condition of which nothing is evaluated, in each round",
		times(3000, func(i int) string { return fmt.Sprintf("v%d=0 ", i) }) +
			"k = 0 while k < 2000 and (k >= 0 or " + strings.TrimSuffix(times(3000, func(i int) string {
			return fmt.Sprintf("v%d<0 or ", i)
		}), "or ") + ") { k = k + 1 } assert k == 3"},
	{"long names, multiplied by macros", "macro m(r, a) begin r = r" + strings.Repeat(" + a", 500) + " end " + long +
		" = 1 x = 0 " + strings.Repeat("m(x, "+long+") ", 20) + "assert x == 3"},
	{"long numbers", "x = 0 " + strings.Repeat("x = x + "+strings.Repeat("9", 50_000)+" ", 50) + "assert x == 3"},
	{"a long sum", strings.Repeat("x = 0"+strings.Repeat("+1", 10_000)+" y = x ", 10) + "assert y == 3"},
	{"many inputs", "input " + strings.TrimSuffix(times(20_000, func(i int) string {
		return fmt.Sprintf("input%d,", i)
	}), ",") +
		" x = " + strings.TrimSuffix(times(15_000, func(i int) string { return fmt.Sprintf("input%d+", i) }), "+") +
		" assert x == 3"},
}

var long = strings.Repeat("n", 5000)

// metered slices the fault of an execution with a meter.
func metered(t *testing.T, r *Run, work, memory int64) (allocated uint64, err error) {
	t.Helper()
	m := *r
	m.Meter = semantics.NewMeter(work, memory)
	var text string
	allocated = allocations(func() { _, text, err = m.Slice() })
	if (err != nil) == (text != "") || (err != nil) != m.Meter.Exhausted() {
		t.Fatalf("found %d bytes of text and the error %v", len(text), err)
	}
	return allocated, err
}

// TestMemory shows that the memory which slicing needs by its meter is no less than what it allocates beside the
// execution, a third of that for texts, which grow by being copied, and that it ends where the meter has less.
func TestMemory(t *testing.T) {
	for _, c := range costly {
		t.Run(c.title, func(t *testing.T) {
			r, least := execution(t, c.source), int64(1<<10)
			for {
				_, err := metered(t, r, math.MaxInt64, least)
				if err == nil {
					break
				} else if !strings.Contains(err.Error(), "of memory, the limit") {
					t.Fatal(err)
				}
				least += least / 4
			}
			sliced, _ := metered(t, r, math.MaxInt64, math.MaxInt64)
			run := allocations(func() { r.ReplayWhile(func() bool { return true }) })
			kept := int64(sliced) - int64(run)
			if strings.HasPrefix(c.title, "long ") {
				kept /= 3
			}
			if 8*least < kept {
				t.Errorf("%d words suffice by the meter, but %d bytes are allocated beside the execution", least, kept)
			}
			few, _ := metered(t, r, math.MaxInt64, least/16)
			if most := run + uint64(8*least/16)*2 + 1<<20; few > most {
				t.Errorf("found %d bytes allocated with a meter of %d words, want at most %d", few, least/16, most)
			}
		})
	}
}

func allocations(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestWork shows that slicing ends where the meter has no more work, and that it is charged for what it does: beyond
// the execution, and in keeping with the size of what it goes through.
func TestWork(t *testing.T) {
	for _, c := range costly {
		t.Run(c.title, func(t *testing.T) {
			r, least := execution(t, c.source), int64(1)
			for {
				if _, err := metered(t, r, least, math.MaxInt64); err == nil {
					break
				} else if !strings.Contains(err.Error(), "units of work, the limit") {
					t.Fatal(err)
				}
				least *= 2
			}
			if want := 5 * int64(len(c.source)) / 2; least < want || least < 2*r.Steps {
				t.Errorf("%d units of work suffice for a program of %d bytes and %d steps", least, len(c.source),
					r.Steps)
			}
		})
	}
	for title, c := range map[string]struct {
		source string
		least  int64
	}{
		"what a condition reads but does not evaluate": {costly[3].source, 2000 * 3000 * 3 / 2},
		"what a branch spares": {"k = 0 while k < 2000 { if k < 0 {" +
			times(1000, func(i int) string { return fmt.Sprintf("v%d=0 ", i) }) + "} k = k + 1 } assert k == 3",
			2000 * 1000},
	} {
		if _, err := metered(t, execution(t, c.source), c.least, math.MaxInt64); err == nil {
			t.Errorf("%s is not charged in each round", title)
		}
	}
}

// TestProgramIsMetered does the same for the texts of whole programs.
func TestProgramIsMetered(t *testing.T) {
	for _, c := range costly {
		p := lower(t, c.source)
		for _, meter := range []*semantics.Meter{nil, semantics.NewMeter(math.MaxInt64, 1<<28)} {
			if text, err := Skeleton(p, meter); err != nil || text == "" {
				t.Errorf("%s: found the error %v", c.title, err)
			}
		}
		for _, meter := range []*semantics.Meter{semantics.NewMeter(1<<12, math.MaxInt64),
			semantics.NewMeter(math.MaxInt64, 1<<10)} {
			if text, err := Skeleton(p, meter); err == nil || text != "" ||
				!strings.Contains(err.Error(), "slicing takes more than") {
				t.Errorf("%s: found %d bytes and the error %v", c.title, len(text), err)
			}
		}
	}
}
