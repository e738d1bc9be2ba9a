package scan

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vouch/certs"
	"vouch/cmd/internal/find"
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
			if s.Memory.Objects == nil {
				s.Memory.Objects = map[string]harness.Object{}
			}
			s.Memory.Objects["p; exit(0)"] = harness.Object{}
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
		{title: "calls before that there are not", about: is(Safe), lie: func(s *sent) { s.Memory.Before = &harness.Build{} }},
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

// looking returns the functions of a project by their names, and how they are looked at.
func looking(t *testing.T, texts []string) (map[string]*function, Options, *find.Session) {
	t.Helper()
	o, files := prepared(t, texts, nil, func(o *Options) { o.Callers = 2 })
	list := (&Project{}).functions(t.Context(), o, files, nil)
	grouped(list)
	all := map[string]*function{}
	for _, f := range list {
		all[f.entry.Name] = f
	}
	session, err := find.Open(o.Find, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all, o, session
}

// TestJudgedAgain: a bug that a run shows is not told if the function is not to blame for it.
func TestJudgedAgain(t *testing.T) {
	all, o, session := looking(t, []string{
		"int f(int n) { return 100 / n; }\nint g(int n) { return n == 0 ? 1 / n : n; }\n"})
	for _, row := range []struct {
		name  string
		blame bool
	}{{"f", false}, {"g", true}} {
		f := all[row.name]
		memory := start(f.entry, nil)
		made, err := f.harness(f.file(o)).Make(memory)
		if err != nil {
			t.Fatal(err)
		}
		p, _, _, err := f.open(t.Context(), f.file(o), made)
		if err != nil {
			t.Fatal(err)
		}
		g, ok := finder.On(finder.Program{Core: p.Core, About: p.About},
			[]certs.Input{{Name: "n", Value: big.NewInt(0)}}, 1<<10)
		if !ok {
			t.Fatalf("%s: found no fault for n = 0", row.name)
		}
		s := &sent{Function: row.name, Place: f.place(), Memory: memory, Outcome: kept{Verdict: Bug,
			Bugs: []find.Known{{Fault: g.Fault, Inputs: g.Inputs, Steps: int64(g.Bug.Trace.Steps)}}}}
		if _, err := f.believe(t.Context(), o, session, s); (err == nil) != row.blame || !row.blame && err != errBlame {
			t.Errorf("%s: found %v, want that it is to blame: %t", row.name, err, row.blame)
		}
	}
	if left, _ := filepath.Glob("evidence/scan_f-*"); len(left) > 0 {
		t.Errorf("found %v of a bug that is none", left)
	}
}

// TestLiar: if a worker lies, what it has said before does not count, too; another worker's words do.
func TestLiar(t *testing.T) {
	o, files := prepared(t, mixed, nil, nil)
	var out, complaints bytes.Buffer
	_ = Run(t.Context(), o, files, &out, &complaints) // its error is an exit status
	want := unmeasured(t, out.Bytes())
	for _, row := range []struct {
		title    string
		compared int // the number of the answer of each worker that is compared
		same     bool
	}{{"the last answer is compared", 4, true}, {"none is compared", 0, false}} {
		b := newBench(2)
		b.lie = func(by string, data []byte) []byte {
			return edited(t, data, func(s *sent) {
				if by == "a" {
					s.Outcome, s.Shape, s.Answers = kept{Verdict: Unknown, Why: "I do not know"}, nil, nil
				}
			})
		}
		o.confirmed = func(number int) bool { return number == row.compared }
		var own []string
		o.here = func(name string) { own = append(own, name) }
		if got := spreadOver(t, o, files, b); (got == want) != row.same {
			t.Errorf("%s: found\n%s\nwant\n%s", row.title, got, want)
		}
		slices.Sort(own)
		if own = slices.Compact(own); row.same && len(own) >= b.taken {
			t.Errorf("%s: found that the process itself looks at %v, want some of %d", row.title, own, b.taken)
		}
	}
}

// TestShape: a search of callers begins with what the worker came to, as it does without workers.
func TestShape(t *testing.T) {
	all, o, session := looking(t, mixed)
	shaped := 0
	for name, f := range all {
		if name == "main" {
			continue
		}
		out := f.outcome(t.Context(), o, session)
		s := f.send(out)
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		shape, answers := f.shape, f.answers
		f.shape, f.answers = nil, nil
		r, err := f.received(data)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.believe(t.Context(), o, session, r); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if shape != nil {
			shaped++
		}
		for what, x := range map[string][2]any{"memory": {shape, f.shape}, "answers": {answers, f.answers}} {
			got, _ := json.Marshal(x[1])
			if want, _ := json.Marshal(x[0]); !bytes.Equal(got, want) {
				t.Errorf("%s: found the %s %s, want %s", name, what, got, want)
			}
		}
	}
	if shaped == 0 {
		t.Error("found no function that may be searched again")
	}
}

// TestSealed: a worker reads nothing but what it was sent, and refuses what is no project.
func TestSealed(t *testing.T) {
	o, files := prepared(t, []string{"#include \"secret.h\"\nint f(int n) { return n & SECRET; }\n"}, nil, nil)
	if err := os.WriteFile("secret.h", []byte("#define SECRET 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	read, err := newSnapshot()
	if err != nil {
		t.Fatal(err)
	}
	files = read.into(files)
	(&Project{}).functions(t.Context(), o, files, nil)
	whole, err := ship(o, read, files, []int{0})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		title  string
		change func(s *shipped)
		want   string // a part of the error, or of the answer
	}{
		{"all of it", func(*shipped) {}, `"Verdict":"safe"`},
		{"a file that the worker has", func(s *shipped) {
			for name := range s.Files {
				if filepath.Base(name) == "secret.h" {
					delete(s.Files, name)
				}
			}
		}, "found the function 0, want one of 0"},
		{"another version", func(s *shipped) { s.Version = "0" }, "all processes must be of one version"},
		{"no folder", func(s *shipped) { s.Folder = "a" }, "want an absolute name"},
		{"a function that there is not", func(s *shipped) { s.All = []int{1} }, "found the function 1, want one of 1"},
		{"a negative one", func(s *shipped) { s.All = []int{-1} }, "found the function -1"},
		{"a size that is none", func(s *shipped) { s.Array = []string{"n=n=n"} }, "--array"},
		{"nothing to which a file is linked", func(s *shipped) { s.Units[0].Linking = nil },
			"nothing to which it is linked"},
	} {
		var s shipped
		if err := json.Unmarshal(whole, &s); err != nil {
			t.Fatal(err)
		}
		row.change(&s)
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var got []byte
		shop, err := NewShop(t.Context(), data)
		if err == nil {
			got, err = shop.Do(t.Context(), []byte(`{"Function":0}`))
		}
		if text := string(got) + fmt.Sprint(err); !strings.Contains(text, row.want) {
			t.Errorf("%s: found %s, want %q in it", row.title, text, row.want)
		}
		if err != nil || shop == nil {
			continue
		}
		for _, job := range []string{"", "garbage", `{"Function":-1}`, `{"Function":1}`} {
			if _, err := shop.Do(t.Context(), []byte(job)); err == nil {
				t.Errorf("found an answer to the job %q", job)
			}
		}
	}
	for _, data := range []string{"", "garbage", "{}", "[]"} {
		if _, err := NewShop(t.Context(), []byte(data)); err == nil {
			t.Errorf("found that %q is a project", data)
		}
	}
}

// TestCrewOfMany: where there is little work for each function, workers do as little, and come to the same. A function
// gets structures with few elements then.
func TestCrewOfMany(t *testing.T) {
	text := `#include <stdlib.h>
struct list { int n, at[16]; };
struct list *list_new(void) { return calloc(1, sizeof(struct list)); }
void list_add(struct list *l, int v) { l->at[l->n++ & 15] = v; }
int two(struct list *l) { return l->n == 2 ? *(int *)0 : l->n; }
int three(struct list *l) { return l->n == 3 ? *(int *)0 : l->n; }
`
	for _, row := range []struct {
		title string
		work  time.Duration // for all functions
		bugs  []string
	}{
		{"enough", 0, []string{"three", "two"}},
		{"little", 1, []string{"two"}},
	} {
		t.Run(row.title, func(t *testing.T) {
			o, files := prepared(t, []string{text}, nil, func(o *Options) {
				o.Work, o.Whole = 60*time.Millisecond, row.work
			})
			var out, complaints bytes.Buffer
			_ = Run(t.Context(), o, files, &out, &complaints) // its error is an exit status
			want := unmeasured(t, out.Bytes())
			var bugs []string
			for _, name := range []string{"three", "two"} {
				if strings.Contains(want, `"harness":"evidence/scan_`+name+`.c"`) {
					bugs = append(bugs, name)
				}
			}
			if !slices.Equal(bugs, row.bugs) {
				t.Errorf("found bugs of %q, want %q, in\n%s", bugs, row.bugs, want)
			}
			if got := spreadOver(t, o, files, newBench(2)); got != want {
				t.Errorf("found\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestSame: a worker says the same of a function each time, whatever it has looked at before.
func TestSame(t *testing.T) {
	o, files := prepared(t, []string{`#include <stdlib.h>
struct s { char *t; struct s *next; };
void drop(struct s *p) { while (p) { struct s *n = p->next; free(p->t); free(p); p = n; } }
int twice(struct s *p, char *t) { if (!p || !t) return 0; free(p->t); return t[0]; }
int use(struct s *p, struct s *q) { if (!p || !q) return 0; free(p->t); return q->t ? q->t[0] : 0; }
`}, nil, nil)
	read, err := newSnapshot()
	if err != nil {
		t.Fatal(err)
	}
	files = read.into(files)
	(&Project{}).functions(t.Context(), o, files, nil)
	project, err := ship(o, read, files, []int{0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	said := map[int][]byte{}
	freed := 0
	for _, order := range [][]int{{0, 1, 2, 1, 0, 2}, {2, 2, 1, 0}} {
		shop, err := NewShop(t.Context(), project)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range order {
			data, err := shop.Do(t.Context(), fmt.Appendf(nil, `{"Function":%d}`, i))
			if err != nil {
				t.Fatal(err)
			}
			var s sent
			if err := json.Unmarshal(data, &s); err != nil {
				t.Fatal(err)
			}
			freed += len(s.Frees)
			if got := s.compared(); said[i] == nil {
				said[i] = got
			} else if !bytes.Equal(got, said[i]) {
				t.Errorf("%s: found\n%s\nwant\n%s", s.Function, got, said[i])
			}
		}
	}
	if freed == 0 {
		t.Error("found no function that frees what it gets")
	}
}
