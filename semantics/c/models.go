package c

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// This file finds the models of library functions: a file of libc is parsed when a program refers to a function that it
// defines.

//go:embed all:include all:libc
var embedded embed.FS

// builtins returns the text that cc reads before every file.
var builtins = sync.OnceValue(func() string { return header("builtin.h") })

// header returns one of our headers.
func header(name string) string {
	text, err := embedded.ReadFile("include/" + name)
	if err != nil {
		panic("c: " + err.Error())
	}
	return string(text)
}

// harnessHeaders are headers that harnesses for other tools include. No machine has them.
var harnessHeaders = []string{"klee/klee.h", "gillian-c/gillian-c.h", "vouch.h"}

// HarnessHeaders returns the texts of the headers of harnesses by their names in #include. Any C compiler accepts them.
func HarnessHeaders() map[string]string {
	texts := map[string]string{}
	for _, name := range harnessHeaders {
		texts[name] = header(name)
	}
	return texts
}

// ourHeaders are the names in #include of our headers, in order.
var ourHeaders = sync.OnceValue(func() (names []string) {
	fs.WalkDir(embedded, "include", func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, strings.TrimPrefix(file, "include/"))
		}
		return err
	})
	return names
})

// Include returns the texts of our headers, in a fixed order.
func Include() (texts [][]byte) {
	for _, name := range ourHeaders() {
		texts = append(texts, []byte(header(name)))
	}
	return texts
}

// headersOf gives our headers that declare a function, by the name of the function.
var headersOf = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	for _, name := range ourHeaders() {
		if name == "builtin.h" || name == "predefined.h" {
			continue
		}
		for _, m := range prototypes().FindAllStringSubmatch(header(name), -1) {
			if table[m[1]] == "" {
				table[m[1]] = name
			}
		}
	}
	return table
})

var prototypes = pattern(`(?m)^[A-Za-z_][\w *]*?[ *](\w+)\([^{]*?\);`)

// DeclaredIn returns the name of a header of ours that declares a function; "" if none does. It is for advice only.
func DeclaredIn(function string) string { return headersOf()[function] }

// macro is a line of predefined.h.
type macro struct{ name, line string }

var macros = sync.OnceValue(func() (list []macro) {
	for line := range strings.Lines(header("predefined.h")) {
		if rest, ok := strings.CutPrefix(line, "#define "); ok {
			list = append(list, macro{rest[:strings.IndexAny(rest, " (\n")], line})
		}
	}
	return list
})

// modelFiles gives the file of libc that defines each function and object of the library. A definition begins in the
// first column, and defines its last name before a ( or = or ;
var modelFiles = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	entries, _ := embedded.ReadDir("libc")
	for _, e := range entries {
		if path.Ext(e.Name()) != ".c" {
			continue
		}
		text, err := embedded.ReadFile("libc/" + e.Name())
		if err != nil {
			panic("c: " + err.Error())
		}
		for _, name := range definitions(text) {
			if other, ok := table[name]; ok {
				panic(fmt.Sprintf("c: %s and %s define %s", other, e.Name(), name))
			}
			table[name] = e.Name()
		}
	}
	return table
})

// ModelText returns the text of a file of models by the name that it has among the sources of a lowered program; ok is
// false if there is no such file.
func ModelText(source string) (text []byte, ok bool) {
	name, ok := strings.CutPrefix(source, "<libc/")
	if !ok {
		return nil, false
	}
	text, err := embedded.ReadFile("libc/" + strings.TrimSuffix(name, ">"))
	return text, err == nil
}

// Models reports whether there is a model of a function or object of the library.
func Models(name string) bool { return modelFiles()[modelled(name)] != "" }

// modelled returns the name of the model of a function. With 64 behind it, a function of files takes large ones, as all
// do on the machine of this semantics.
func modelled(name string) string {
	if base, ok := strings.CutSuffix(name, "64"); ok && slices.Contains(large, base) {
		return base
	}
	return name
}

// large are the functions that glibc has with 64 behind the name, too.
var large = strings.Fields(`alphasort creat fcntl fgetpos fopen freopen fseeko fsetpos fstat fstatat fstatfs fstatvfs ftello ftruncate getrlimit glob globfree lockf
	lseek lstat mkostemp mkstemp mmap nftw open openat posix_fadvise posix_fallocate pread pwrite readdir scandir sendfile setrlimit stat statfs statvfs tmpfile
	truncate versionsort`)

// definitions returns the names with external linkage that a model defines.
func definitions(text []byte) (names []string) {
	for start := 0; start < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[start:], '\n'); i >= 0 {
			end = start + i
		}
		if isLetter(text[start]) { // most lines are not definitions
			if name := definition(string(text[start:end])); name != "" {
				names = append(names, name)
			}
		}
		start = end + 1
	}
	return names
}

// definition returns the name that a line of a model defines; "" if it defines none.
func definition(line string) string {
	if line == "" || !isLetter(line[0]) {
		return ""
	}
	var words []string
	for i := 0; i < len(line); {
		n := i
		for n < len(line) && (isLetter(line[n]) || isDigit(line[n])) {
			n++
		}
		if n > i {
			words = append(words, line[i:n])
			i = n
			continue
		}
		switch c := line[i]; c {
		case '{':
			return ""
		case '(', '=', ';', '[':
			switch words[0] {
			case "static", "extern", "typedef":
				return ""
			case "struct", "union", "enum":
				if len(words) == 2 {
					return "" // it declares only a tag
				}
			}
			if c == '(' && line[len(line)-1] == ';' {
				return "" // it is a declaration
			}
			return words[len(words)-1]
		}
		i++
	}
	return ""
}
