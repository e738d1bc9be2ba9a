package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// This file runs the programs of examples/c/any-length and any-depth: each is safe for inputs of any length, or with
// calls that nest to any depth, and a bug that is planted in it is found.

// maxAnyLength is the size of the largest of their certificates, in bytes.
const maxAnyLength = 20_000

// planted is a program, and a text in it that becomes a bug.
type planted struct {
	file, old, bug string
	args           []string
}

func TestAnyDepth(t *testing.T) {
	t.Parallel()
	entry := []string{"--entry", "entry"}
	flip(t, "../examples/c/any-depth", []planted{
		{"ackermann.c", "return n + 1", "return n - 1", entry},
		{"divide.c", "b == 0 ? a", "b == 0 ? a % 5", entry},
		{"halves.c", "place(mid + 1,", "place(mid + 2,", entry},
		{"mccarthy.c", "n - 10 :", "n - 11 :", entry},
		{"parity.c", "n == 0 ? 0 : even", "n < 2 ? 0 : even", entry},
		{"sum.c", "n <= 0 ? 0", "n <= 0 ? n == 0", entry},
	})
}

func TestAnyLength(t *testing.T) {
	t.Parallel()
	flip(t, "../examples/c/any-length", []planted{
		{"strlen.c", "while (*p)", "while (*p++ || *p)", []string{"--entry", "length", "--string", "s"}},
		{"memcpy.c", "sum += to[i]", "sum += to[i + 1]", []string{"--entry", "copy"}},
		{"strcpy.c", "strlen(s) + 1", "strlen(s)", []string{"--entry", "duplicate", "--string", "s"}},
		{"strchr.c", "if (!*s)", "if (*s == 1)", []string{"--entry", "find", "--string", "s"}},
		{"insertion.c", "while (j > 0 && ", "while (", []string{"--entry", "entry"}},
		{"binary.c", "hi = n;", "hi = n + 1;", []string{"--entry", "entry"}},
		{"ring.c", "malloc(size)", "malloc(size - 1)", []string{"--entry", "pump", "--string", "in"}},
		{"hash.c", "\t\tif (at < size)\n\t\t\ttable", "\t\ttable", []string{"--entry", "known", "--string", "text"}},
		{"hex.c", "2 * n + 1", "2 * n", []string{"--entry", "hex", "--string", "s"}},
		{"upper.c", "for (; *s;", "for (; *s || s[1];", []string{"--entry", "upper", "--string", "s"}},
		{"search.c", "lo = mid + 1", "lo = mid + 2, hi++", []string{"--entry", "search", "--array", "a=n"}},
		{"reverse.c", "j = n - 1", "j = n", []string{"--entry", "reverse", "--array", "a=n"}},
		{"dot.c", "a[i] * b[i]", "a[i] * b[n - 1 - i - (a[i] == 7)]",
			[]string{"--entry", "dot", "--array", "a=n", "--array", "b=n"}},
		{"move.c", "while (n--)", "while (n-- > 0 || *s == 3)",
			[]string{"--entry", "move", "--array", "to=n", "--array", "from=n"}},
		{"rows.c", "i < n", "i <= n", []string{"--entry", "rows", "--array", "m=n"}},
		{"number.c", "*s++ - '0'", "s++[2] - '0'", []string{"--entry", "number", "--string", "s"}},
		{"utf8.c", "s += 2;", "s += 3;", []string{"--entry", "valid", "--string", "s"}},
		{"counters.c", "p[i] & 15", "p[i] % 17", []string{"--entry", "most", "--array", "p=n"}},
		{"runs.c", "while (i + run < n", "while (i + run <= n", []string{"--entry", "encode", "--array", "p=n"}},
		{"trim.c", "n > 0 && ", "", []string{"--entry", "trim", "--string", "s"}},
		{"percent.c", " && s[2]", "", []string{"--entry", "decode", "--string", "s"}},
		{"join.c", "int n = 0", "int n = *s == 0", []string{"--entry", "join", "--string", "s", "--string", "t"}},
		{"checked.c", "a[i] >= 100", "a[i] > 100", []string{"--entry", "checked", "--array", "a=n"}},
		{"limit.c", "a[i] > 15", "a[i] > 16", []string{"--entry", "limit", "--array", "a=n"}},
		{"lines.c", "(n + 1) *", "n *", []string{"--entry", "lines", "--array", "text=n"}},
		{"suffix.c", "i = n - 2", "i = n - 1", []string{"--entry", "greatest", "--array", "a=n"}},
		{"slash.c", "last ? last[1]", "last != s ? last[1]", []string{"--entry", "base", "--string", "s"}},
		{"pairs.c", "malloc(2 * n)", "malloc(2 * n - 1)", []string{"--entry", "pairs", "--array", "a=n", "--array", "b=n"}},
		{"sums.c", "sum[n]", "sum[n + (n == 2)]", []string{"--entry", "sums", "--array", "a=n"}},
		{"merge.c", "malloc(n + m)", "malloc(n + m - 1)", []string{"--entry", "merge", "--array", "a=n", "--array", "b=m"}},
		{"escape.c", "2 * n + 1", "2 * n - (n > 1)", []string{"--entry", "escape", "--string", "s"}},
		{"waiting.c", "if (tail < n)", "if (tail <= n)", []string{"--entry", "waiting"}},
		{"mean.c", "255 * (int)n", "254 * (int)n", []string{"--entry", "mean", "--array", "p=n"}},
		{"average.c", "<= 255", "<= 255 - n", []string{"--entry", "average", "--array", "p=n"}},
		{"wheel.c", "head = (head + 1) % m", "head = (head + 1) % (m + 1)",
			[]string{"--entry", "pass", "--array", "w=m", "--array", "in=n"}},
		{"countdown.c", "while (n-- > 0)", "while (n-- >= 0)", []string{"--entry", "total", "--array", "p=n"}},
		{"expand.c", "malloc(total + 1)", "malloc(total)", []string{"--entry", "expand", "--array", "p=n"}},
		{"gather.c", "at[i] >= n", "at[i] > n", []string{"--entry", "gather", "--array", "in=n", "--array", "at=m"}},
		{"histogram.c", "/ 10", "/ 9", []string{"--entry", "histogram", "--array", "a=n"}},
		{"buckets.c", "a[i] % n", "a[i] % (n + 1)", []string{"--entry", "fullest", "--array", "a=n"}},
		{"turned.c", "n - 1 - i", "n - i", []string{"--entry", "turned", "--array", "from=n"}},
		{"level.c", "n ? sum / n : 0", "sum / n", []string{"--entry", "level", "--array", "p=n"}},
		{"rotate.c", "(i + by) % n", "i + by % n", []string{"--entry", "rotate", "--array", "a=n"}},
		{"running.c", "(n + 1) *", "(n + (n != 2)) *", []string{"--entry", "between", "--array", "a=n"}},
		{"inverse.c", "p[i] < n", "p[i] <= n", []string{"--entry", "inverse", "--array", "p=n"}},
		{"letters.c", "<= 'z'", "<= 'z' + 1", []string{"--entry", "letters", "--string", "s"}},
		{"loads.c", "% workers", "% (workers + 1)", []string{"--entry", "loads", "--array", "job=n"}},
	})
}

// flip finds that all programs in a folder are safe, and not with a bug.
func flip(t *testing.T, folder string, programs []planted) {
	files, err := filepath.Glob(folder + "/*.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range programs {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join(folder, c.file))
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			file := filepath.Join(dir, c.file)
			find := func(text string, status int, engine string) (r report) {
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				args := append([]string{"find", "--json", "--engine", engine, "--out", filepath.Join(dir, engine),
					file}, c.args...)
				decode(t, command(t, status, "vouch", args...), &r)
				return r
			}
			r := find(string(text), 0, "invariants")
			if r.Verdict != "safe" || r.Certificate == "" {
				t.Fatalf("found %+v, want a certificate that it is safe", r)
			}
			if info, err := os.Stat(r.Certificate); err != nil || info.Size() > maxAnyLength {
				t.Errorf("found a certificate of %v (%v), want at most %d bytes", info, err, maxAnyLength)
			}
			if out := command(t, 0, "vouch-check", r.Certificate); !strings.HasPrefix(out, "valid safe  ") {
				t.Errorf("vouch-check found %s", out)
			}
			if strings.Count(string(text), c.old) != 1 {
				t.Fatalf("found %q not once", c.old)
			}
			if r := find(strings.Replace(string(text), c.old, c.bug, 1), 1, "auto"); r.Verdict != "bug" ||
				len(r.Bugs) != 1 || !r.Bugs[0].Certain {
				t.Errorf("found %+v, want a bug", r)
			}
		})
	}
	if len(programs) != len(files) {
		t.Errorf("tried %d programs, want %d", len(programs), len(files))
	}
}
