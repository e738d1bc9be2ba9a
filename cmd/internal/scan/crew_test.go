package scan

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/cmd/internal/harness"
	"vouch/finder"
)

// This file tests that functions come to the same over workers as without, whatever workers say.

// bench is a queue with workers in this process.
type bench struct {
	workers int
	project []byte
	shops   []*Shop
	jobs    [][]byte
	lie     func(worker string, data []byte) []byte // nil for the truth
	taken   int
}

func newBench(workers int) *bench { return &bench{workers: workers} }

// open is Options.Crew. Each worker reads the project for itself.
func (b *bench) open(ctx context.Context, project []byte) (Queue, error) {
	b.project = project
	for range b.workers {
		s, err := NewShop(ctx, project)
		if err != nil {
			return nil, err
		}
		b.shops = append(b.shops, s)
	}
	return b, nil
}

func (b *bench) Put(job []byte) error {
	b.jobs = append(b.jobs, job)
	return nil
}

// Next does the last job first, so that the order of answers is another one.
func (b *bench) Next(ctx context.Context) (finder.Reply, error) {
	job := b.jobs[len(b.jobs)-1]
	b.jobs = b.jobs[:len(b.jobs)-1]
	n := b.taken % len(b.shops)
	b.taken++
	digest, by := sha256.Sum256(job), string(rune('a'+n))
	data, err := b.shops[n].Do(ctx, job)
	if err != nil {
		return finder.Reply{Job: digest[:]}, nil
	}
	if b.lie != nil {
		data = b.lie(by, data)
	}
	return finder.Reply{Job: digest[:], Answer: data, By: by}, nil
}

func (b *bench) Close() {}

// spreadOver returns what is printed of a project whose functions workers look at, and whom nobody checks.
func spreadOver(t *testing.T, o Options, files []Source, b *bench) string {
	t.Helper()
	var out, complaints bytes.Buffer
	o.Cache, o.Crew = "", b.open
	if o.confirmed == nil {
		o.confirmed = func(int) bool { return false }
	}
	_ = Run(t.Context(), o, files, &out, &complaints) // its error is an exit status
	if complaints.Len() > 0 {
		t.Fatalf("found the complaint %s", complaints.String())
	}
	return unmeasured(t, out.Bytes())
}

// mixed is a project with a function of each verdict, and callers.
var mixed = []string{`struct n { struct n *next; int v; };
int bug(int n) { int a[2] = { 0 }; return n == 3 ? a[n] : 0; }
int safe(int n) { return n & 1; }
int latent(struct n *p) { return p->next->v; }
int list(struct n *p) { int s = 0; while (p && s < 3) { s++; p = p->next; } return s; }
int unknown(int n) { __asm__("nop"); return n; }
int caller(void) { return latent(0); }
int half(const char *s) { return s && s[0] == 'a' && s[1] == 0 ? s[2] : 0; }
`, `int other(unsigned char *p, unsigned n) { return p && n ? p[n - 1] : 0; }
int zero(int x) { if (x == 0) return 1 / x; return x; }
int main(int n, char **v) { return n > 3; }
`}

// edited returns an answer after a change of what it says.
func edited(t *testing.T, data []byte, change func(s *sent)) []byte {
	t.Helper()
	var s sent
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	change(&s)
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestCrew: whatever a worker says, what is told is the same, and it is known who lied. What only words say is noticed
// where answers are compared.
func TestCrew(t *testing.T) {
	is := func(v Verdict) func(*sent) bool { return func(s *sent) bool { return s.Outcome.Verdict == v } }
	for _, row := range []struct {
		title string
		about func(s *sent) bool // of which answers something else is said
		lie   func(s *sent)
		words bool // whether nothing but a comparison shows it
		fine  bool // whether it is no lie
	}{
		{title: "the truth", about: func(*sent) bool { return true }, lie: func(*sent) {}, fine: true},
		{title: "nothing", about: is(Safe), lie: func(s *sent) { *s = sent{} }},
		{title: "another function", about: is(Latent), lie: func(s *sent) { s.Function = "safe" }},
		{title: "another place", about: is(Latent), lie: func(s *sent) { s.Place = "b.c:1:5" }},
		{title: "a verdict that is none", about: is(Latent), lie: func(s *sent) { s.Outcome.Verdict = "fine" }},
		{title: "left to who asked", about: is(Safe), lie: func(s *sent) { s.Alone = true }, fine: true},
		{title: "a forged safe", about: is(Bug), lie: func(s *sent) { s.Outcome.Verdict = Safe }},
		{title: "safe without a proof", about: is(Safe), lie: func(s *sent) { s.Proof = nil }},
		{title: "safe with half of a proof", about: is(Safe), lie: func(s *sent) {
			s.Proof = s.Proof[:len(s.Proof)/2]
		}},
		{title: "safe without the memory", about: is(Safe), lie: func(s *sent) { s.Memory = nil }},
		{title: "a bug without inputs", about: is(Bug), lie: func(s *sent) { s.Outcome.Bugs = nil }},
		{title: "a bug that no run comes to", about: is(Bug), lie: func(s *sent) { s.Outcome.Bugs[0].Inputs = nil }},
		{title: "a bug of another kind", about: is(Bug), lie: func(s *sent) {
			s.Outcome.Bugs[0].Fault.Kind = "double free"
		}},
		{title: "a bug instead of safe", about: is(Safe), lie: func(s *sent) { s.Outcome.Verdict = Bug }},
		{title: "memory with code in it", about: is(Safe), lie: func(s *sent) {
			s.Memory.Objects = map[string]harness.Object{"p; exit(0)": {}}
		}},
		{title: "a length with code in it", about: is(Safe), lie: func(s *sent) {
			s.Memory.Objects = map[string]harness.Object{"p": {Kind: harness.Counted, With: "n); exit(0"}}
		}},
		{title: "memory of a kind that there is not", about: is(Safe), lie: func(s *sent) {
			s.Memory.Objects = map[string]harness.Object{"p": {Kind: 99}}
		}},
		{title: "memory of any size", about: is(Safe), lie: func(s *sent) {
			s.Memory.Objects = map[string]harness.Object{"p": {Count: 1 << 40}}
		}},
		{title: "memory of a negative size", about: is(Safe), lie: func(s *sent) {
			s.Memory.Objects = map[string]harness.Object{"p": {Count: -1}}
		}},
		{title: "memory that a function makes which does not", about: is(Safe), lie: func(s *sent) {
			s.Memory.Objects = map[string]harness.Object{"p": {Kind: harness.Built}}
		}},
		{title: "unknown instead of a bug", about: is(Bug), lie: func(s *sent) {
			s.Outcome = kept{Verdict: Unknown, Why: "I do not know"}
		}, words: true},
		{title: "latent instead of a bug", about: is(Bug), lie: func(s *sent) {
			s.Outcome = kept{Verdict: Latent, Complete: true}
		}, words: true},
		{title: "nothing latent", about: is(Latent), lie: func(s *sent) { s.Outcome.Latent = nil }, words: true},
		{title: "refused", about: is(Bug), lie: func(s *sent) { s.Outcome = kept{Verdict: Refused} }, words: true},
		{title: "another memory to begin with", about: func(s *sent) bool { return s.Shape != nil },
			lie: func(s *sent) { s.Shape = nil }, words: true},
	} {
		t.Run(row.title, func(t *testing.T) {
			o, files := prepared(t, mixed, nil, func(o *Options) { o.Callers = 2 })
			var out, complaints bytes.Buffer
			_ = Run(t.Context(), o, files, &out, &complaints) // its error is an exit status
			want := unmeasured(t, out.Bytes())
			for _, v := range []Verdict{Bug, Safe, Latent, Unknown} {
				if !strings.Contains(want, `"verdict":"`+string(v)+`"`) {
					t.Fatalf("found %s, want a function that is %s", want, v)
				}
			}
			b, lies := newBench(1), 0
			b.lie = func(_ string, data []byte) []byte {
				return edited(t, data, func(s *sent) {
					if row.about(s) {
						lies++
						row.lie(s)
					}
				})
			}
			if row.words {
				o.confirmed = func(int) bool { return true }
			}
			var own []string
			o.here = func(name string) { own = append(own, name) }
			var told string
			o.Complain = func(text string) { told = text }
			if got := spreadOver(t, o, files, b); got != want {
				t.Errorf("found\n%s\nwant\n%s", got, want)
			}
			if lies == 0 {
				t.Error("found nothing to lie about")
			}
			if noticed := told != ""; noticed == row.fine {
				t.Errorf("found the complaint %q, want one: %t", told, !row.fine)
			}
			if row.title == "the truth" && !slices.Equal(own, []string{"main"}) {
				t.Errorf("found that the process itself looks at %v, want main alone", own)
			}
			left, _ := filepath.Glob("evidence/*")
			os.RemoveAll("evidence")
			_ = Run(t.Context(), o, files, &out, &complaints)
			if whole, _ := filepath.Glob("evidence/*"); !slices.Equal(left, whole) {
				t.Errorf("found the files %v, want %v", left, whole)
			}
		})
	}
}
