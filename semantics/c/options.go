package c

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"vouch/semantics/source"
)

// This file defines the options of a program: their names, values and defaults.

// Options are the choices that change what a program means.
type Options struct {
	MayFail bool // allocations may fail
	Files   bool // files are those of the machine

	groups  group    // of faults that are looked for
	main    []int    // the sources that are translation units, in order
	paths   []string // of each source: where #include looks for it
	include []string // directories in which #include looks, in order
	system  []string // directories of headers that replace ours, in order; nil if ours are used
	// NAME or NAME=VALUE, in order; those of one main file begin with its path and a colon, as ForFile writes them
	define    []string
	undefine  []string  // NAME, likewise
	standIns  *standIns // of the sources; nil if they need none
	root      string    // the directory of the paths; "" if nobody said which
	prelude   []string  // paths of the files that each main file includes first
	entry     string    // the function with which the program begins
	count     int       // how many arguments the program has
	length    int       // the greatest length of an argument
	stdin     int       // the greatest number of bytes of the standard input; -1 if there is no bound
	arrays    sizes     // the number of elements of each array to which an input points
	texts     sizes     // the greatest length of each string to which an input points
	undefined bool      // whether functions without a body do anything
	direct    bool      // whether they set nothing behind pointers in what their arguments point to
	void      int       // the greatest number of bytes to which a pointer to void points
	depth     int       // how many pointers inside of objects lead from a parameter to an object; see entry.go
	sequence  bool      // whether rand gives the numbers of glibc, not inputs
	asksRand  bool      // whether the program asks for random numbers
	table     int       // the least number of elements of a table; see table.go
	effective map[string]string
}

// anyLength is the size of an object that may have any, and MostLength the greatest, in bytes.
const (
	anyLength  = -1
	MostLength = 1 << 31
)

// sizes are the sizes of the objects to which named pointers point, in the order in which the user gave them.
type sizes []size

// size is the size of the object to which a named pointer points.
type size struct {
	name string
	n    int64  // anyLength if it may have any
	by   string // the parameter that says how many elements there are; "" if none does
}

// of returns the size for a name; ok is false if none was given.
func (s sizes) of(name string) (given size, ok bool) {
	for _, e := range s {
		if e.name == name {
			return e, true
		}
	}
	return size{}, false
}

// OptionError says that an option is wrong.
type OptionError struct {
	Option string // its name
	Msg    string
}

func (e *OptionError) Error() string { return "option " + e.Option + ": " + e.Msg }

// In the name of a file, a backslash stands before what would end it, and before another backslash.
var (
	escaped   = strings.NewReplacer(`\`, `\\`, ":", `\:`, "=", `\=`, "(", `\(`)
	unescaped = strings.NewReplacer(`\\`, `\`, `\:`, ":", `\=`, "=", `\(`, "(")
)

// OfFile takes an option about a macro apart, as in FILE:NAME=VALUE. The file is "" if the option is about all main
// files.
func OfFile(option string) (file, macro string) {
	colon := 0
	for i := 0; i < len(option) && option[i] != '=' && option[i] != '('; i++ {
		switch option[i] {
		case '\\':
			i++
		case ':':
			colon = i
		}
	}
	if colon == 0 {
		return "", option
	}
	return unescaped.Replace(option[:colon]), option[colon+1:]
}

// ForFile makes an option about a macro one about a file.
func ForFile(file, macro string) string { return escaped.Replace(file) + ":" + macro }

// List joins the elements of an option that is a list: one a line.
func List(elements ...string) string { return strings.Join(elements, "\n") }

// list is the inverse of List.
func list(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, "\n")
}

// readOptions takes options apart. If they name no main files, all sources that end in .c or .i are main files, in
// order.
//
//	files     the main files, by their paths
//	paths     the path of each source, by which #include finds it: the last part of its name
//	root      the directory of the paths, where a program includes a file by a name that begins with a /
//	include   directories in which #include looks
//	system    directories of the headers of a machine, which replace ours
//	define    macros: NAME or NAME=VALUE, or FILE:NAME and FILE:NAME=VALUE for the main file of this path only
//	undefine  macros that are not defined: NAME or FILE:NAME
//	prelude   files that are included first
//	entry     the function with which the program begins; main by default
//	malloc    succeeds, or may-fail
//	check     groups of faults to look for, separated by commas; see check.go. The default all means all but leaks
//	rand      any: random numbers are inputs; or sequence: they are those of glibc. Only a program that asks for
//	          random numbers has this option
//	undefined refused, or any: a function without a body returns any value and sets what its arguments lead to;
//	          or direct: it sets only what its arguments point to; see undefined.go
//	disk      no, or yes: files are those of the machine, and their contents are inputs
//	args      COUNTxBYTES: arguments of the program that are inputs
//	stdin     the greatest number of bytes of the standard input
//	array     for an entry other than main: POINTER=COUNT, the number of elements to which a pointer among the inputs
//	          points
//	string    for such an entry: POINTER=BYTES, the greatest length of the string to which a pointer among the inputs
//	          points
//	void-bytes     for such an entry: the greatest number of bytes to which a pointer to void, or to an incomplete
//	               type, points
//	pointer-depth  for such an entry: the greatest number of pointers inside of objects that lead from a parameter to
//	               an object
func readOptions(sources []Source, options map[string]string) (*Options, error) {
	o := &Options{entry: "main", groups: allGroups, stdin: -1, depth: usualDepth, void: usualVoid, table: minTable,
		effective: map[string]string{}, standIns: newStandIns(sources, options)}
	for _, s := range sources {
		o.paths = append(o.paths, path.Base(s.Name))
	}
	base := o.paths
	for name, value := range options {
		if err := o.read(name, value); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"array", "string", "void-bytes", "pointer-depth"} {
		if value, ok := options[name]; ok && o.entry == "main" {
			return nil, &OptionError{name,
				fmt.Sprintf("found %.40q for the function main, want it with another entry function", value)}
		}
	}
	for _, s := range sources {
		if strings.ContainsRune(s.Name, '\n') {
			return nil, fmt.Errorf("found the file name %q, want one without line breaks", s.Name)
		}
	}
	if len(o.paths) != len(sources) {
		return nil, &OptionError{"paths", fmt.Sprintf("found %d paths, want one for each of %d sources", len(o.paths),
			len(sources))}
	}
	index := map[string]int{} // of each path
	for i, p := range o.paths {
		if strings.ContainsAny(p, "\"\\\n\r") {
			return nil, fmt.Errorf("found the file name %q, want one without quotes and backslashes", p)
		}
		if _, twice := index[p]; twice {
			return nil, source.ErrorList{{File: sources[i].Name, Msg: "found two sources of this name, want one"}}
		}
		index[p] = i
	}
	if slices.Equal(o.paths, base) {
		delete(o.effective, "paths")
	}
	files := list(options["files"])
	for _, f := range files {
		i, ok := index[path.Clean(f)]
		if !ok {
			return nil, &OptionError{"files", fmt.Sprintf("found no source %.80q", f)}
		}
		o.main = append(o.main, i)
	}
	if files == nil {
		for i, s := range sources {
			if e := path.Ext(s.Name); e == ".c" || e == ".i" {
				o.main = append(o.main, i)
			}
		}
	}
	switch {
	case len(sources) == 0:
		return nil, fmt.Errorf("found no source, want one")
	case len(o.main) == 0:
		return nil, source.ErrorList{{File: sources[0].Name, Msg: "found no file that ends in .c, want one"}}
	}
	for _, about := range []struct {
		option string
		macros []string
	}{{"define", o.define}, {"undefine", o.undefine}} {
		for _, m := range about.macros {
			if file, _ := OfFile(m); file != "" && !slices.ContainsFunc(o.main, func(i int) bool {
				return o.paths[i] == path.Clean(file)
			}) {
				return nil, &OptionError{about.option,
					fmt.Sprintf("found %.80q, want a macro, or one of the files of the program and a colon before it",
						m)}
			}
		}
	}
	return o, nil
}

// read sets one option.
func (o *Options) read(name, value string) error {
	differs := value != ""
	wrong := func(want string) error { return &OptionError{name, fmt.Sprintf("found %.80q, want %s", value, want)} }
	switch name {
	case "files":
	case "paths":
		o.paths = nil
		for _, p := range list(value) {
			o.paths = append(o.paths, path.Clean(p))
		}
	case "include", "system":
		dirs := list(value)
		if len(dirs) > maxDirectories {
			return wrong(fmt.Sprintf("at most %d directories", maxDirectories))
		}
		if name == "include" {
			o.include = dirs
		} else {
			o.system = dirs
		}
	case "define":
		o.define = list(value)
		for _, d := range o.define {
			_, d = OfFile(d)
			if n, _, _ := strings.Cut(d, "="); !isName(n) &&
				!isName(strings.TrimRight(strings.SplitN(n, "(", 2)[0], " ")) {
				return wrong("NAME or NAME=VALUE, or FILE:NAME and so on for one file")
			}
		}
	case "undefine":
		o.undefine = list(value)
		for _, n := range o.undefine {
			if _, n = OfFile(n); !isName(n) {
				return wrong("a name, or FILE:NAME for one file")
			}
		}
	case "root":
		if o.root = value; !path.IsAbs(value) || path.Clean(value) != value {
			return wrong("a directory, from the root on")
		}
	case "prelude":
		o.prelude = list(value)
	case "entry":
		if !isName(value) {
			return wrong("the name of a function")
		}
		o.entry, differs = string(o.standIns.text([]byte(value))), value != "main"
	case "malloc":
		o.MayFail = value == "may-fail"
		if differs = o.MayFail; !o.MayFail && value != "succeeds" {
			return wrong("succeeds or may-fail")
		}
	case "check":
		on, canonical, err := readGroups(value)
		if err != nil {
			return err
		}
		o.groups, value, differs = on, canonical, on != allGroups
	case "rand":
		o.sequence = value == "sequence"
		if differs = o.sequence; !o.sequence && value != "any" {
			return wrong("any or sequence")
		}
	case "undefined":
		o.direct = value == "direct"
		o.undefined = o.direct || value == "any"
		if differs = o.undefined; !o.undefined && value != "refused" {
			return wrong("refused, direct or any")
		}
	case "disk":
		o.Files = value == "yes"
		if differs = o.Files; !o.Files && value != "no" {
			return wrong("yes or no")
		}
	case "args":
		var n, size int
		if k, err := fmt.Sscanf(value, "%dx%d", &n, &size); k != 2 || err != nil ||
			value != fmt.Sprintf("%dx%d", n, size) || n < 1 || size < 0 || n > maxCount || size > maxInput {
			return wrong(fmt.Sprintf("COUNTxBYTES, such as 2x8, with 1 to %d arguments of up to %d bytes", maxCount,
				maxInput))
		}
		o.count, o.length = n, size
	case "stdin":
		n, err := readSize(value)
		if err != nil {
			return wrong(err.Error())
		}
		o.stdin = int(n)
	case "array":
		return o.readSizes(&o.arrays, name, value, true)
	case "string":
		return o.readSizes(&o.texts, name, value, false)
	case "void-bytes":
		n, err := readSize(value)
		if err != nil {
			return wrong(err.Error())
		}
		o.void, differs = int(n), n != usualVoid
	case "pointer-depth":
		n, err := readSize(value)
		if err != nil || n > maxDepth {
			return wrong(fmt.Sprintf("a number from 0 to %d", maxDepth))
		}
		o.depth, differs = int(n), n != usualDepth
	default:
		return fmt.Errorf("found option %q, want one of files, paths, root, include, system, define, undefine, prelude, entry, malloc, rand, check, undefined, disk, args, stdin, array, string, void-bytes, pointer-depth",
			name)
	}
	if differs {
		o.effective[name] = value
	}
	return nil
}

// maxSizes is how many sizes of inputs there may be, and maxDirectories in how many directories #include may look.
const (
	maxSizes       = 1 << 10
	maxDirectories = 1 << 10
)

// maxInput is the greatest size of a single input, in bytes or elements, and maxCount how many arguments there may be.
const (
	maxInput = 1 << 16
	maxCount = 1 << 10
)

// readSize reads the size of an input. The error says what is wanted.
func readSize(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > maxInput || text != strconv.FormatInt(n, 10) {
		return 0, fmt.Errorf("a number from 0 to %d", maxInput)
	}
	return n, nil
}

// readSizes reads an option that is a list of NAME=SIZE, or NAME for an object of any size; with parameters, the size
// may be the name of one.
func (o *Options) readSizes(to *sizes, option, value string, parameters bool) error {
	for _, e := range list(value) {
		name, number, bounded := strings.Cut(e, "=")
		n, err := readSize(number)
		by, or := "", ""
		if parameters {
			or = ", NAME=PARAMETER for as many as that says"
			if by = string(o.standIns.text([]byte(number))); err == nil || !isName(by) {
				by = ""
			}
		}
		if !bounded || by != "" {
			n, err = anyLength, nil
		}
		switch _, twice := to.of(name); {
		case err != nil || name == "":
			return &OptionError{option,
				fmt.Sprintf("found %.80q, want NAME=SIZE with a size from 0 to %d%s, or NAME for any size", e, maxInput, or)}
		case twice:
			return &OptionError{option, fmt.Sprintf("found %.80q twice, want it once", name)}
		case len(*to) == maxSizes:
			return &OptionError{option, fmt.Sprintf("found more than %d sizes", maxSizes)}
		}
		*to = append(*to, size{string(o.standIns.text([]byte(name))), n, by})
	}
	if value != "" {
		o.effective[option] = value
	}
	return nil
}

// isName reports whether s is an identifier.
func isName(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && (i == 0 || !isDigit(c)) {
			return false
		}
	}
	return s != ""
}

// Source is a file of a program.
type Source = source.File

// MaxSource is the size of the largest file, in bytes.
const MaxSource = 1 << 25

// readGroups returns the groups that a list names, and the list in the order of groups.
func readGroups(value string) (on group, canonical string, err error) {
	var names []string
	for _, name := range strings.Split(value, ",") {
		i := slices.IndexFunc(groups, func(g namedGroup) bool { return g.name == name })
		switch {
		case name == "all":
			on |= allGroups
		case i < 0:
			for _, g := range groups {
				names = append(names, g.name)
			}
			return 0, "", &OptionError{"check", fmt.Sprintf("found %.40q, want all, or some of %s", name,
				strings.Join(names, ", "))}
		default:
			on |= groups[i].group
		}
	}
	for _, g := range groups {
		if on&g.group != 0 {
			names = append(names, g.name)
		}
	}
	return on, strings.Join(names, ","), nil
}

// Bounds of the option pointer-depth, and the usual value of the option void-bytes.
const (
	usualDepth = 2
	maxDepth   = 16
	usualVoid  = 16
)

// minTable is the least number of elements of a table, unless a test wants another one.
const minTable = 4096
