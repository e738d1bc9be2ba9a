package find

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"vouch/finder"
	"vouch/semantics/c"
)

// This file defines the hints about what vouch does not support: for each thing what may be done about it.

// bodiless matches the reason of a call of a function that no file defines.
var bodiless = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^function (\S+), which has no body$`)
})

// groups has a row for functions that are declared in some headers, or have some names, and that vouch does not model:
// what may be tried, and what is refused. NAME stands for the function.
var groups = []struct{ headers, names, hint string }{
	{"pthread.h threads.h semaphore.h", "pthread_sigmask pthread_kill",
		"a file with a NAME of yours, which does at once what the thread is to do, for one order of events: threads are not supported"},
	{"signal.h", "setitimer getitimer",
		"a harness that calls the handler as a function: signals that others send are not supported"},
	{"sys/wait.h", "system popen pclose nice setsid",
		"a file with a NAME of yours, or a harness for what the child does: other processes are not supported"},
	{"sys/socket.h netdb.h poll.h sys/select.h", "",
		"a file with a NAME of yours, which may give bytes that vouch_symbolic makes: there is no network"},
	{"dlfcn.h", "", "to call what is loaded directly, and to name its files too: code that is loaded later is not supported"},
	{"dirent.h glob.h sys/file.h", "pread pwrite lockf mkdtemp mktemp tempnam readv writev",
		"a file with a NAME of yours: this function for files is not supported"},
	{"sys/mman.h", "brk sbrk",
		"a file with a NAME of yours, which may call malloc: other memory of the system is not supported"},
	{"klee/klee.h", "", "a harness without NAME: docs/harness.md lists the functions of other tools that are supported"},
	{"sys/ioctl.h sys/resource.h sys/times.h pwd.h grp.h syslog.h", "syscall",
		"a file with a NAME of yours: this part of the system is not supported"},
}

// lacks has a row for each other thing that is not supported, by how the reason begins: what may be tried.
var lacks = []struct{ begins, hint string }{
	{"the object ", "to name the file that defines this object too: the files in C that you name make one program"},
	{"the inline assembly", noAssembly},
	{"inline assembly", noAssembly},
	{"__builtin_", "the same in C: many programs have a macro, which -D defines, that leaves such functions of the compiler out"},
	{"vector ", "an array: many programs have a macro, which -D defines, that leaves vectors out"},
	{"long double ", "double in place of long double"},
	{"complex ", "two real numbers in place of a complex one"},
	{"a variable argument of ", "a harness that calls the function with these arguments"},
	{"an atomic operation", "the same without _Atomic: a program has one thread"},
	{"a signal ", "a harness that calls the handler as a function: signals that others send are not supported"},
	{"a lock of a ", "a harness for what one thread does: threads are not supported, so nobody will release this lock"},
	{"a call of the nested function ", noNested},
	{"pointers to the nested function ", noNested},
	{"a nested function ", noNested},
	{"the address of a function that is aligned", "the function without the attribute aligned"},
	{"a goto to the label ", "the same without a goto into another block"},
	{"more than 256 functions to call", "fewer functions that are called in the end"},
	{"rounding ", "the program without other rounding: numbers are rounded to the nearest one"},
	{"an address of IPv6", "addresses of IPv4"},
	{"scanf ", "the program with another conversion there"},
	{"printf ", "the program with another conversion there"},
	{"wide characters ", "the program with characters up to 127"},
	{"a jump from one function ", "another way out of there, such as a call of exit"},
	{"folders of the machine", "the program without --allow-files: folders are in memory only"},
	{"attributes of files of the machine", "the program without --allow-files: attributes are in memory only"},
	{"waiting for ", "a harness that calls what would run then: nothing happens while a program waits"},
	{"fnmatch ", "a pattern of POSIX without collating symbols and lists"},
	{"writing more than ", "a larger buffer"},
	{"fmemopen ", "a buffer of the program"},
	{"freopen ", "fclose and fopen"},
	{"close of the descriptor of a stream", "fclose in place of close, or fflush before it"},
	{"use of a descriptor while the buffer ",
		"fflush before the descriptor is used: what the buffer holds is lost or comes later"},
	{"reading from a stream whose descriptor is closed",
		"the program without the call of close: the stream may have read ahead"},
	{"use of a file while the buffer ", "fflush of the other stream before the file is used"},
	{"writing to a stream whose descriptor ", "a stream that is open for writing"},
	{"the number of bytes that wait ", "the program without this ioctl: nobody knows what waits in a pipe"},
	{"ungetc ", "fewer calls of ungetc in a row"},
	{"object ", "an initializer without the error, or a macro, which -D defines, that leaves it out"},
	{"wcsftime ", "a format with characters up to 127"},
	{"function ", "a function of yours in place of what has the error, or a macro, which -D defines, that leaves it out"},
	{"a file that is not regular", "a file of the disk that is regular and smaller"},
	{"sysconf ", "a file with a sysconf of yours"},
	{"a pointer made of a number", "a pointer to an object there: which object a number points to is not followed"},
	{"a load that may read", "a smaller array, or an assumption that bounds the index"},
	{"a store that may reach", "a smaller array, or an assumption that bounds the index"},
	{"a copy or a fill", "a smaller object, or an assumption that bounds the size"},
	{"calls nest deeper", "an assumption that bounds how deep calls nest"},
	{"more than ", "an assumption that bounds how many objects there are"},
}

const (
	noAssembly = "the same in C: many programs have a macro, which -D defines, that leaves assembly out"
	noNested   = "a function that is not inside of another one"
)

// aboutLack returns what to try where a path ended at what vouch does not support, for the reason; "" if nothing is
// known.
func aboutLack(reason string) string {
	m := bodiless().FindStringSubmatch(reason)
	if m == nil {
		for _, l := range lacks {
			if strings.HasPrefix(reason, l.begins) {
				return l.hint
			}
		}
		return ""
	}
	name, header := m[1], c.DeclaredIn(m[1])
	for _, g := range groups {
		if isWord(g.names, name) || header != "" && isWord(g.headers, header) {
			return strings.ReplaceAll(g.hint, "NAME", name)
		}
	}
	if header != "" {
		return "a file with a " + name + " of yours: vouch has no model of it"
	}
	return "to name the file that defines " + name + " too: the files in C that you name make one program"
}

// maxLacks is how many pieces of advice one hint has.
const maxLacks = 3

// lacking returns what to try where paths ended at what vouch does not support.
func lacking(all []finder.Unsupported) string {
	var hints []string
	for _, u := range all {
		if hint := aboutLack(u.Reason); hint != "" && !slices.Contains(hints, hint) && len(hints) < maxLacks {
			hints = append(hints, hint)
		}
	}
	if slices.ContainsFunc(all, func(u finder.Unsupported) bool { return bodiless().MatchString(u.Reason) }) {
		hints = append(hints, "--undefined any, with which a function without a body returns any value")
	}
	if len(hints) == 0 {
		return "the program without what vouch does not support; all other paths were explored"
	}
	return strings.Join(hints, "; or ") + "; all other paths were explored"
}

// isWord reports whether a word is one of a list with blanks between them.
func isWord(list, word string) bool { return strings.Contains(" "+list+" ", " "+word+" ") }
