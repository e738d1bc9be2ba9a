package checker

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
)

func tampered(t testing.TB) *certs.Bug { return mustCertify(t, tamperedSource, "n=6 d=3 free=0") }

const tamperedSource = `macro half(x, y) begin
  y = x / 2
end
input n, d, free
assume 0 <= n <= 100 and d != 7
i = 0
while i < n {
  half(i, h)
  i = i + 1
}
if d == 0 or n / d > 1 {
  assert n * d < 12 # or more
}
`

func TestSpeed(t *testing.T) {
	c := mustCertify(t, "i = 0 s = 0\nwhile i < 200000 { i = i + 1 s = s + i * 3 }\nfail", "i=0 s=0")
	data := certs.Encode(c)
	for range 3 {
		start := time.Now()
		v, err := check(data, nil, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(v.Steps, time.Since(start), float64(v.Steps)/time.Since(start).Seconds()/1e6, "M/s", len(data))
		m := core.Machine{Program: v.Lowered, Meter: semantics.NewMeter(1<<40, 1<<40)}
		start = time.Now()
		m.Input = func(int, string) (*big.Int, bool) { return new(big.Int), true }
		_, n := m.Run(m.Start(), 1<<40)
		t.Log(n, float64(n)/time.Since(start).Seconds()/1e6, "M/s")
	}
}
func edit[T any](list []T, r *rand.Rand, more T) []T {
	list = slices.Clone(list)
	n := len(list)
	if n == 0 {
		return append(list, more)
	}
	i := r.IntN(n)
	switch r.IntN(4) {
	case 0:
		return slices.Delete(list, i, i+1)
	case 1:
		return slices.Insert(list, i, list[i])
	case 2:
		list[i], list[(i+1)%n] = list[(i+1)%n], list[i]
		return list
	}
	return append(list, more)
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }
