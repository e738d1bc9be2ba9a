package find

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vouch/finder"
	"vouch/semantics/c"
)

// TestLacks: each reason for which the front end, the library or the core refuses something has advice of its own, and
// each row is for some reason.
func TestLacks(t *testing.T) {
	const root = "../../../semantics/"
	var reasons []string
	for _, where := range []struct{ files, pattern string }{
		{"c/*.go", `\.unsupported\("([^"]+)"`},
		{"c/link.go", `why := *"([^"]+)"`},
		{"c/removal.go", `withError = *"([^"]+)"`},
		{"c/libc/*.c", `__vouch_unsupported\("([^"]+)"`},
		{"core/coresym/*.go", `(?:lacks\(fmt\.Sprintf\(|manyRanges = fmt\.Sprintf\(|unknownPointer += |tooDeep += |tooMany += )"([^"]+)"`},
	} {
		files, err := filepath.Glob(root + where.files)
		if err != nil || len(files) == 0 {
			t.Fatalf("found no files %s (%v)", where.files, err)
		}
		found := len(reasons)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(where.pattern).FindAllStringSubmatch(string(text), -1) {
				reasons = append(reasons, m[1])
			}
		}
		if len(reasons) == found {
			t.Errorf("found no reason in %s", where.files)
		}
	}
	used := map[string]bool{}
	for _, reason := range reasons {
		if reason == "%s" || reason == "%s of %v" {
			continue // the library's own, and what no type allows
		}
		if reason == "%s %s%s%s" { // of an object or a function
			reason = "object f, which has an error: %s"
		}
		if strings.HasPrefix(reason, ", which ") {
			reason = "function f" + reason
		}
		hint := aboutLack(strings.ReplaceAll(reason, "%s", "f"))
		if hint == "" {
			t.Errorf("found no advice about %q", reason)
		}
		used[hint] = true
	}
	for _, l := range lacks {
		if !used[l.hint] {
			t.Errorf("%q: found no such reason", l.begins)
		}
	}
}

// TestGroups: a function that a header declares and nobody defines is never advised to be looked for in a file.
func TestGroups(t *testing.T) {
	for _, g := range groups {
		for name := range strings.FieldsSeq(g.names) {
			if c.DeclaredIn(name) == "" {
				t.Errorf("found no header that declares %s", name)
			}
			if c.Models(name) {
				t.Errorf("found %s, which has a model", name)
			}
		}
	}
	for _, x := range []struct{ name, header, want string }{
		{"pthread_create", "pthread.h", "threads are not supported"},
		{"thrd_create", "threads.h", "threads are not supported"},
		{"sem_wait", "semaphore.h", "threads are not supported"},
		{"pthread_kill", "signal.h", "threads are not supported"},
		{"sigwait", "signal.h", "signals that others send"},
		{"setitimer", "sys/time.h", "signals that others send"},
		{"popen", "stdio.h", "other processes"},
		{"system", "stdlib.h", "other processes"},
		{"socket", "sys/socket.h", "there is no network"},
		{"getnameinfo", "netdb.h", "there is no network"},
		{"select", "sys/select.h", "there is no network"},
		{"dlopen", "dlfcn.h", "code that is loaded later"},
		{"scandir", "dirent.h", "this function for files"},
		{"pread", "unistd.h", "this function for files"},
		{"mmap", "sys/mman.h", "other memory of the system"},
		{"getrusage", "sys/resource.h", "this part of the system"},
		{"regcomp", "regex.h", "a file with a regcomp of yours: vouch has no model of it"},
		{"strptime", "time.h", "a file with a strptime of yours: vouch has no model of it"},
		{"klee_get_obj_size", "klee/klee.h", "docs/harness.md"},
		{"helper", "", "to name the file that defines helper too"},
	} {
		if found := c.DeclaredIn(x.name); found != x.header {
			t.Errorf("%s: found the header %q, want %q", x.name, found, x.header)
		}
		hint := aboutLack("function " + x.name + ", which has no body")
		if !strings.Contains(hint, x.want) || strings.Contains(hint, "NAME") || x.header != "" &&
			strings.Contains(hint, "to name the file that defines") {
			t.Errorf("%s: found %q, want %q", x.name, hint, x.want)
		}
	}
	all := []finder.Unsupported{{Reason: "function popen, which has no body"}, {Reason: "something else"},
		{Reason: "function pclose, which has no body"}, {Reason: "complex division"}}
	if found := lacking(all); strings.Count(found, "; or ") != 3 || !strings.Contains(found, "--undefined any") ||
		!strings.HasSuffix(found, "; all other paths were explored") {
		t.Errorf("found %q", found)
	}
}
