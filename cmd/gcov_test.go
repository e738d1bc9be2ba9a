package cmd

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// This file compares the lines that find reaches, and the functions, with those that gcov counts, when the program has
// run on all inputs.

// covered is a function of a byte in which some lines are reached and some are not.
const coveredProgram = `#include <stdlib.h>
static int table[4] = { 1, 2, 3, 4 };
static int twice(int x)
{
	if (x > 600)
		return -1;
	return x + x;
}
static void never(void)
{
	abort();
}
int spare(int x)
{
	if (x)
		return twice(x);
	return 0;
}
int classify(unsigned char x)
{
	int sum = 0;
	for (int i = 0; i < x % 5; i++)
		sum += table[i];
	switch (x) {
	case 3:
		sum = twice(x);
		break;
	case 300 % 7:
		sum++;
		/* falls through */
	case 255:
		sum--;
		break;
	default:
		if ((x & 1) == 1 && x % 2 == 0)
			never();
		break;
	}
	if (sum > 10)
		return 1;
	while (sum > 100) {
		sum -= 1;
	}
	if (x * x == 2)
		never();
	char *p = malloc(x);
	if (!p)
		return x == 0 ? 2 :
			3;
	free(p);
	return sum < 0
		? twice(sum)
		: 0;
}
`

func TestCoverageAsGcov(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.c":    coveredProgram,
		"main.c": "int classify(unsigned char);\nint main(void) { for (int i = 0; i < 256; i++) classify(i); return 0; }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(line string) string {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		return string(out)
	}
	run("vouch find --no-certificate --entry classify --coverage a.info a.c")
	info, err := os.ReadFile(filepath.Join(dir, "a.info"))
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^FNDA:(\d+),(.*)$`).FindAllStringSubmatch(string(info), -1) {
		calls[m[2]] = m[1] != "0"
	}
	found := map[int]bool{}
	for _, m := range regexp.MustCompile(`(?m)^DA:(\d+),(\d+)$`).FindAllStringSubmatch(string(info), -1) {
		line, _ := strconv.Atoi(m[1])
		found[line] = m[2] != "0"
	}

	run("gcc --coverage -O0 -c a.c && gcc --coverage a.o main.c -o a && ./a && gcov -f a.c >out")
	report, err := os.ReadFile(filepath.Join(dir, "a.c.gcov"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.ReadFile(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	counted := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^Function '(.*)'\nLines executed:([0-9.]+)%`).FindAllStringSubmatch(string(out),
		-1) {
		counted[m[1]] = m[2] != "0.00"
	}
	if !maps.Equal(calls, counted) || len(calls) != 4 {
		t.Errorf("found the functions %v, gcov says %v", calls, counted)
	}
	want := map[int]bool{}
	for _, m := range regexp.MustCompile(`(?m)^ *(\d+|#####)\*?: *(\d+):`).FindAllStringSubmatch(string(report), -1) {
		line, _ := strconv.Atoi(m[2])
		want[line] = m[1] != "#####"
	}
	both := 0
	for line := range maps.Keys(found) {
		if counted, known := want[line]; known {
			if both++; counted != found[line] {
				t.Errorf("line %d, %q: reached is %t, gcov says %t", line,
					strings.TrimSpace(strings.Split(coveredProgram, "\n")[line-1]), found[line], counted)
			}
		}
	}
	if both < 23 {
		t.Errorf("found %d lines that gcov knows, too, want more\n%s", both, info)
	}
}
