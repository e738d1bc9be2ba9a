package semantics

import (
	"math"
	"testing"
)

func TestMeter(t *testing.T) {
	for _, c := range []struct {
		title     string
		units     int64
		charges   []int
		want      string // y and n for each charge
		exhausted bool
	}{
		{"nothing charged", 0, nil, "", false},
		{"nothing charged to an overdrawn meter", -1, nil, "", true},
		{"exactly enough", 10, []int{4, 6}, "yy", false},
		{"one too many", 10, []int{4, 7}, "yn", true},
		{"nothing of nothing", 0, []int{0, 0}, "yy", false},
		{"one of nothing", 0, []int{1}, "n", true},
		{"refuses everything once it has refused", 10, []int{11, 1, 0}, "nnn", true},
		{"stays so however much is charged", 1, []int{math.MaxInt, math.MaxInt, math.MaxInt, math.MaxInt, 1}, "nnnnn",
			true},
		{"the most that can be", math.MaxInt64, []int{math.MaxInt, 0, 1}, "yyn", true},
	} {
		m := NewMeter(c.units, Unlimited)
		got := ""
		for _, n := range c.charges {
			got += map[bool]string{true: "y", false: "n"}[m.Charge(n)]
		}
		if got != c.want || m.Exhausted() != c.exhausted {
			t.Errorf("%s: got %s, exhausted %v", c.title, got, m.Exhausted())
		}
	}
	var none *Meter
	if !none.Charge(math.MaxInt) || !none.Charge(math.MaxInt) || none.Exhausted() {
		t.Error("the nil Meter bounds something")
	}
}

// TestMeterOfMemory: what the current step makes counts until it is settled, what is held until it is released.
func TestMeterOfMemory(t *testing.T) {
	type act func(m *Meter) bool
	maker := func(n int) act { return func(m *Meter) bool { return m.Make(n) } }
	hold := func(n int) act { return func(m *Meter) bool { return m.Hold(n) } }
	release := func(n int) act { return func(m *Meter) bool { m.Release(n); return true } }
	settle := func(n int64) act { return func(m *Meter) bool { m.Settle(n); return true } }
	charge := func(n int) act { return func(m *Meter) bool { return m.Charge(n) } }
	for _, c := range []struct {
		title string
		acts  []act
		want  string // y and n for each act
	}{
		{"exactly enough is made", []act{maker(60), maker(40)}, "yy"},
		{"one word too many is made", []act{maker(60), maker(41)}, "yn"},
		{"what steps make is not added up", []act{maker(100), settle(0), maker(100)}, "yyy"},
		{"what parts of a step make is added to what was made before",
			[]act{maker(60), maker(40), settle(60), maker(40), maker(1)}, "yyyyn"},
		{"exactly enough is held", []act{hold(60), hold(40)}, "yy"},
		{"one word too many is held", []act{hold(60), hold(41)}, "yn"},
		{"what is held outlives the step", []act{hold(60), settle(0), hold(41)}, "yyn"},
		{"what is held and what is made add up", []act{hold(60), maker(41)}, "yn"},
		{"what is released may be used again", []act{hold(100), release(40), hold(40), hold(1)}, "yyyn"},
		{"a meter that refused memory refuses work", []act{hold(101), charge(0)}, "nn"},
		{"and less memory", []act{hold(101), hold(1), maker(0)}, "nnn"},
		{"releasing is no pardon", []act{hold(60), hold(41), release(60), hold(1)}, "ynyn"},
		{"the most that can be", []act{hold(math.MaxInt), maker(math.MaxInt)}, "nn"},
	} {
		m, got := NewMeter(1000, 100), ""
		for _, act := range c.acts {
			got += map[bool]string{true: "y", false: "n"}[act(m)]
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
	}
	var none *Meter
	none.Settle(0)
	none.Release(1)
	if !none.Make(math.MaxInt) || !none.Hold(math.MaxInt) || none.Made() != 0 {
		t.Error("the nil Meter bounds memory")
	}
}

// TestMeterSaysWhy: the first refusal is the one that is told.
func TestMeterSaysWhy(t *testing.T) {
	m := NewMeter(9, 5<<17)
	m.Charge(10)
	m.Hold(6 << 17)
	if got, want := m.Why(), "more than 9 units of work"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	m = NewMeter(9, 5<<17)
	m.Hold(6 << 17)
	if got, want := m.Why(), "more than 5 MiB of memory"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMeterReleasesWhatItHeld(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("more is released than held, and nothing notices")
		}
	}()
	m := NewMeter(9, 9)
	m.Hold(4)
	m.Release(5)
}

// TestMeterAsks: what Until was given is asked at once and after every so many units of work, and its first reason ends
// everything.
func TestMeterAsks(t *testing.T) {
	asked, end := 0, 3
	m := NewMeter(Unlimited, Unlimited)
	m.Until(func() string {
		if asked++; asked > end {
			return "longer than its time"
		}
		return ""
	})
	if asked != 1 {
		t.Errorf("asked %d times before any work, want once", asked)
	}
	for range end * askEvery {
		m.Charge(1)
	}
	if asked != end+1 || !m.Exhausted() || m.Charge(0) || m.Why() != "longer than its time" {
		t.Errorf("asked %d times, exhausted %v because of %q", asked, m.Exhausted(), m.Why())
	}
	if m.Charge(1); asked != end+1 {
		t.Error("asked again after the end")
	}
	m = NewMeter(Unlimited, Unlimited)
	m.Until(func() string { return "nothing may be done" })
	if m.Charge(0) || m.Make(0) {
		t.Error("a meter works although its work had ended before it began")
	}
	m, asked = NewMeter(10, Unlimited), 0
	m.Until(func() string { asked++; return "" })
	if m.Charge(11); asked != 1 || m.Why() != "more than 10 units of work" {
		t.Errorf("asked %d times; exhausted because of %q", asked, m.Why())
	}
}
