package load

import (
	"bytes"
	"cmp"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"vouch/internal/bounded"
	"vouch/semantics/c"
	"vouch/semantics/lang"
)

// This file defines what stands for a header that a build makes of a template, where nobody has built the project: the
// template as configure or cmake would fill it in on a machine that has what our headers declare, and no other library.
// What nobody knows has no definition, so what uses it is refused, and does not mean something else.

// templateSuffixes are what the name of a template has behind that of its header.
var templateSuffixes = []string{".in", ".cmake", ".cmake.in", ".cmakein", ".in.cmake", ".dist", ".prebuilt"}

// templates are those of a project.
type templates struct {
	*headerTree
	values *machineValues // nil if nobody asked
}

// filled returns the text of a header as a template of the project has it, and the template; nil if there is none. Of
// several templates, that one counts of which least is open, and then the one that is least deep in the project.
func (t *templates) filled(name string) (text []byte, template string) {
	type candidate struct {
		path  string
		text  []byte
		open  int
		depth int
	}
	var found []candidate
	for _, file := range t.of(name) {
		text, err := bounded.ReadFile(file, lang.MaxSource)
		if err != nil {
			continue
		}
		f := candidate{path: file, text: text, depth: strings.Count(file, string(filepath.Separator))}
		if ext := filepath.Ext(file); ext != ".dist" && ext != ".prebuilt" { // which are for those who have no configure
			if f.text, f.open = t.machine().fill(text); f.text == nil {
				continue
			}
		}
		found = append(found, f)
	}
	if len(found) == 0 {
		return nil, ""
	}
	best := slices.MinFunc(found, func(a, b candidate) int {
		return cmp.Or(a.open-b.open, a.depth-b.depth, strings.Compare(a.path, b.path))
	})
	return best.text, best.path
}

// of returns the templates of a header.
func (t *templates) of(name string) (exact []string) {
	var loose []string
	dir, base := path.Split(name)
	for _, is := range append(suffixed(base), "cmake"+base+".in") {
		for _, file := range t.paths[is] {
			if strings.HasSuffix(file, filepath.FromSlash("/"+dir+is)) {
				exact = append(exact, file)
			} else if belongs(name) {
				loose = append(loose, file)
			}
		}
	}
	if exact == nil {
		return loose
	}
	return exact
}

func suffixed(base string) (names []string) {
	for _, s := range templateSuffixes {
		names = append(names, base+s)
	}
	return names
}

// belongs reports whether a header is called like the folder in which it is installed, as in yajl/yajl_parse.h or
// event2/event-config.h. Then it may lie in any folder of the project.
func belongs(name string) bool {
	dir, base := path.Split(name)
	folder := strings.TrimRight(path.Base(dir), "0123456789")
	return dir != "" && len(folder) > 1 && strings.HasPrefix(base, folder)
}

// installed returns the only file of the project that is installed by a name, with a folder that the project does not
// have; "" if there is none.
func (t *templates) installed(name string) string {
	if paths := t.paths[path.Base(name)]; belongs(name) && len(paths) == 1 {
		return paths[0]
	}
	return ""
}

// exports returns the text of a header as generate_export_header of cmake makes one for a static library, and the file
// that asks for such headers; nil if none does, or the header is not called so.
func (t *templates) exports(name string) (text []byte, from string) {
	library := exportName().FindStringSubmatch(path.Base(name))
	if library == nil {
		return nil, ""
	}
	for _, file := range t.paths["CMakeLists.txt"] {
		said, err := bounded.ReadFile(file, lang.MaxSource)
		if err != nil || !bytes.Contains(bytes.ToLower(cmakeComment().ReplaceAll(said, nil)),
			[]byte("generate_export_header")) {
			continue
		}
		macro := "#define " + strings.ToUpper(strings.ReplaceAll(library[1], "-", "_"))
		return []byte(macro + "_EXPORT\n" + macro + "_NO_EXPORT\n" + macro + "_DEPRECATED\n" + macro +
			"_DEPRECATED_EXPORT\n" + macro + "_DEPRECATED_NO_EXPORT\n"), file
	}
	return nil, ""
}

// machineValues are the values that templates get.
type machineValues struct {
	has    func(header string) bool
	said   map[string]string // by CMakeLists.txt of the project
	chosen map[string]bool   // its options, and whether they are on
}

// fill returns a template with its values, and how many of these nobody knows. It returns nil if one of those is in a
// declaration or a condition: most that includes the header would have errors.
func (m *machineValues) fill(template []byte) (text []byte, open int) {
	text = []byte{}
	for line := range bytes.Lines(template) {
		line = bytes.TrimRight(line, "\r\n")
		if d := cmakeDefine().FindSubmatch(line); d != nil {
			begin, name, rest := string(d[1])+"define ", string(d[3]), string(d[4])
			is := m.is(name)
			switch {
			case len(d[2]) > 0 && is:
				line = []byte(begin + name + " 1")
			case len(d[2]) > 0:
				line = []byte(begin + name + " 0")
			case is:
				var more int
				line, more = m.with([]byte(begin + name + rest))
				open += more
			default:
				line = []byte("/* #undef " + name + " */")
			}
		} else if u := undefLine().FindSubmatch(line); u != nil {
			if value, ok := m.defined(string(u[2])); ok {
				line = []byte(string(u[1]) + "define " + string(u[2]) + " " + value)
			}
		} else {
			out, more := m.with(line)
			if more > 0 && !asideLine().Match(line) {
				return nil, 0
			}
			line, open = out, open+more
		}
		text = append(append(text, line...), '\n')
	}
	return text, open
}

// with returns a line with the values of variables. A line with one that nobody knows goes, but for a comment or a text
// between quotes.
func (m *machineValues) with(line []byte) (out []byte, open int) {
	at := 0
	for _, v := range variable().FindAllSubmatchIndex(line, -1) {
		out = append(out, line[at:v[0]]...)
		at = v[1]
		name := string(line[max(v[2], v[4]):max(v[3], v[5])])
		value, known := m.value(name)
		switch {
		case known:
			out = append(out, value...)
		case bytes.Count(line[:v[0]], []byte(`"`))%2 == 1:
			out = append(out, line[v[0]:v[1]]...)
		default:
			open++
		}
	}
	if out = append(out, line[at:]...); open == 0 {
		return out, 0
	}
	comment := bytes.Index(out, []byte("/*"))
	switch {
	case comment >= 0 && defineLine().Match(out): // which may go on in the next line
		out = out[comment:]
	case comment < 0 && !bytes.Contains(out, []byte("*/")):
		out = nil
	}
	return out, open
}

// is reports whether a macro is defined that a template of cmake may define.
func (m *machineValues) is(name string) bool {
	if _, feature, ok := strings.Cut(name, "HAVE_"); ok {
		return m.feature(feature)
	}
	_, known := ofMachine(name)
	return known || m.chosen[name]
}

// value returns the value of a variable.
func (m *machineValues) value(name string) (value string, known bool) {
	upper := strings.ToUpper(name)
	if _, feature, ok := strings.Cut(upper, "HAVE_"); ok {
		if m.feature(feature) {
			return "1", true
		}
		return "0", true
	}
	if size, ok := strings.CutSuffix(name, "_CODE"); ok {
		if value, ok := ofMachine(size); ok {
			return "#define " + size + " " + value, true
		}
	}
	if value, ok := ofMachine(upper); ok {
		return value, true
	}
	value, known = m.said[name]
	return value, known
}

// defined returns the value of a macro that a template of autoconf may define.
func (m *machineValues) defined(name string) (value string, ok bool) {
	if _, feature, is := strings.Cut(name, "HAVE_"); is {
		if m.feature(feature) {
			return "1", true
		}
		return "0", strings.HasPrefix(feature, "DECL_")
	}
	if name == "VERSION" || name == "PACKAGE" || strings.HasPrefix(name, "PACKAGE_") {
		return `""`, true
	}
	if strings.HasPrefix(name, "_") || strings.ToUpper(name) == name {
		return ofMachine(name)
	}
	return "", false // as inline, which is one
}

// feature reports whether our headers, or the machine, have what a macro HAVE_ names: a header, a function, a macro or
// a type.
func (m *machineValues) feature(name string) bool {
	name = strings.TrimPrefix(name, "DECL_")
	if header, ok := strings.CutSuffix(name, "_H"); ok {
		return m.hasHeader(strings.ToLower(header))
	}
	known, lower := declared(), strings.ToLower(strings.TrimPrefix(name, "STRUCT_"))
	return name != "" && (known[name] || known[lower] || c.DeclaredIn(name) != "" || c.DeclaredIn(lower) != "" ||
		slices.Contains([]string{"LONG_LONG", "LONG_LONG_INT", "UNSIGNED_LONG_LONG", "UNSIGNED_LONG_LONG_INT",
			"LONG_DOUBLE", "_BOOL"}, name))
}

// mostParts is how many parts the name of a header may have where a _ may stand for a /.
const mostParts = 5

// hasHeader reports whether there is a header of whose name _ stands for each other sign.
func (m *machineValues) hasHeader(name string) bool {
	parts := strings.Split(name, "_")
	if len(parts) > mostParts {
		return false
	}
	for slashes := range 1 << (len(parts) - 1) {
		file := parts[0]
		for i, part := range parts[1:] {
			file += string("_/"[slashes>>i&1]) + part
		}
		if m.has(file + ".h") {
			return true
		}
	}
	return false
}

// ofMachine returns the value of a macro or variable that says of what kind a machine is.
func ofMachine(name string) (value string, known bool) {
	if _, of, ok := strings.Cut(name, "SIZEOF_"); ok {
		of = strings.TrimPrefix(of, "UNSIGNED_")
		value, known = sizes[of]
		return value, known
	}
	switch name {
	case "STDC_HEADERS", "TIME_WITH_SYS_TIME", "_GNU_SOURCE":
		return "1", true
	case "RETSIGTYPE":
		return "void", true
	}
	for _, word := range []string{"inline", "restrict"} {
		if strings.HasSuffix(strings.TrimSuffix(strings.ToLower(name), "_specifier"), word) {
			return word, true
		}
	}
	return "", false
}

// sizes are those of types, as macros name them.
var sizes = map[string]string{
	"CHAR": "1", "SHORT": "2", "INT": "4", "LONG": "8", "LONG_LONG": "8", "SHORT_INT": "2", "LONG_INT": "8",
	"LONG_LONG_INT": "8", "FLOAT": "4", "DOUBLE": "8", "LONG_DOUBLE": "16", "BOOL": "1", "_BOOL": "1", "WCHAR_T": "4",
	"VOIDP": "8", "VOID_P": "8", "VOID_PTR": "8", "CHAR_P": "8", "INT_P": "8", "INTPTR_T": "8", "UINTPTR_T": "8",
	"PTRDIFF_T": "8", "SIZE_T": "8", "SSIZE_T": "8", "TIME_T": "8", "OFF_T": "8", "INTMAX_T": "8", "UINTMAX_T": "8",
	"INT8_T": "1", "INT16_T": "2", "INT32_T": "4", "INT64_T": "8", "UINT8_T": "1", "UINT16_T": "2", "UINT32_T": "4",
	"UINT64_T": "8", "SOCKLEN_T": "4", "PTHREAD_T": "8",
}

// declared are the macros and types of our headers.
var declared = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, text := range ours() {
		for _, m := range ourName().FindAllSubmatch(text, -1) {
			names[string(slices.Concat(m[1:]...))] = true
		}
	}
	return names
})

// machine returns the values that templates of the project get.
func (t *templates) machine() *machineValues {
	if t.values != nil {
		return t.values
	}
	t.values = &machineValues{has: t.has, said: map[string]string{}, chosen: map[string]bool{}}
	files := slices.SortedFunc(slices.Values(t.paths["CMakeLists.txt"]), func(a, b string) int {
		return cmp.Or(len(a)-len(b), strings.Compare(a, b))
	})
	several := map[string]bool{}
	say := func(name, value string) {
		old, was := t.values.said[name]
		if t.values.said[name] = value; was && old != value {
			several[name] = true
		}
	}
	named := func(name, project, version string) {
		if _, was := t.values.said[name+"_NAME"]; was { // the first one is that of the project
			return
		}
		say(name+"_NAME", project)
		if version == "" {
			return
		}
		say(name+"_VERSION", version)
		for i, part := range strings.Split(version, ".") {
			if i < 4 {
				say(name+[]string{"_VERSION_MAJOR", "_VERSION_MINOR", "_VERSION_PATCH", "_VERSION_TWEAK"}[i], part)
			}
		}
	}
	conditional := map[string]bool{} // what is only said on a condition
	for _, file := range files {
		text, err := bounded.ReadFile(file, lang.MaxSource)
		if err != nil {
			continue
		}
		depth := 0
		for _, d := range cmakeCommand().FindAllSubmatch(cmakeComment().ReplaceAll(text, nil), -1) {
			begins, ends, project, version, set := d[1], d[2], d[3], d[4], string(d[5])
			value := string(slices.Concat(d[6], d[7]))
			switch {
			case len(begins) > 0:
				depth++
			case len(ends) > 0:
				depth--
			case len(project) > 0:
				for _, name := range []string{string(project), "PROJECT", "CMAKE_PROJECT"} {
					named(name, string(project), string(version))
				}
			case set != "" && value != "": // an empty one is for a machine that lacks something
				_, was := t.values.said[set]
				conditional[set] = depth > 0 && (!was || conditional[set])
				say(set, value)
			case len(d[8]) > 0:
				on := slices.Contains([]string{"ON", "YES", "TRUE", "1"}, strings.ToUpper(string(d[9])))
				t.values.chosen[string(d[8])] = on
			}
		}
	}
	for name, is := range conditional {
		several[name] = several[name] || is
	}
	for name, is := range several {
		if is {
			delete(t.values.said, name)
		}
	}
	return t.values
}

// has reports whether there is a header of ours or of the machine.
func (t *templates) has(header string) bool {
	for _, dir := range t.system {
		if _, err := os.Stat(filepath.Join(dir, header)); err == nil {
			return true
		}
	}
	_, missing := c.Headers(nil, []c.Source{{Name: "a.c", Text: []byte("#include <" + header + ">\n")}}, nil,
		func(string) ([]byte, bool) { return nil, false })
	return len(missing) == 0
}

// Forms of lines in templates, in CMakeLists.txt and in our headers.
var (
	cmakeDefine  = pattern(`^(\s*#\s*)cmakedefine(01)?\s+(\w+)(.*)$`)
	exportName   = pattern(`^(\w[\w-]*)[_-]export\.h$`)
	asideLine    = pattern(`^\s*(?:#\s*define\b.*[^\\]$|/?\*|//)|\*/\s*$`) // a macro or a comment
	defineLine   = pattern(`^\s*#\s*define\b`)
	undefLine    = pattern(`^(\s*#\s*)undef\s+(\w+)\s*$`)
	variable     = pattern(`@(\w+)@|\$\{(\w+)\}`)
	cmakeComment = pattern(`(?m)^\s*#.*$`)
	cmakeCommand = pattern(`(?i)\b(?:(if|function|macro|foreach|while)|(end(?:if|function|macro|foreach|while)))\s*\(|` +
		`\bproject\s*\(\s*"?([\w.-]+)(?:[^)]*?\bVERSION\s+"?([\d.]+))?|` +
		`\bset\s*\(\s*(\w+)\s+(?:"([^"$\\]*)"|([^\s"$()\\;]+))\s*(?:\)|CACHE\b|PARENT_SCOPE\b)|` +
		`\boption\s*\(\s*(\w+)\s+"[^"]*"\s+(\w+)\s*\)`)
	ourName = pattern(`(?m)^\s*#\s*define\s+(\w+)|\btypedef\b[^;{}]*\b(\w+);|^\}\s*(\w+);|^struct\s+(\w+)\s*\{`)
)

// pattern returns what compiles an expression once, when it is first asked for.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
