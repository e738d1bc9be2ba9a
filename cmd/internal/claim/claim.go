// Package claim says what a claim about a program is about: where the program begins, which inputs it gets, which
// faults count, and what stands in for the library and for what C leaves open. Every text that says of a program that
// it is safe, or that it fails, says it in these words.
package claim

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vouch/checker"
	"vouch/semantics/core"
)

// Claim is what a claim is about, in the order in which it is told. An empty one is about the text of the program and
// nothing else.
type Claim []Part

// Part is one thing on which a claim depends: as name=value for a line, and as a sentence.
type Part struct {
	Name, Value, Sentence string

	chosen bool // whether an option of the user made it
}

// Of returns what a claim about a program is about. Options are all options of the language, as certificates have them.
// Lowered is the program that they led to. LoopLimit is how often a loop may iterate, or 0.
func Of(language string, options map[string]string, lowered *core.Program, loopLimit uint64) Claim {
	a := about{options, lowered, names(lowered), loopLimit, options["entry"] != "" && options["entry"] != "main"}
	var c Claim
	for _, r := range rows {
		if r.language != "" && r.language != language {
			continue
		}
		if value := r.value(&a); value != "" {
			value = shown(value)
			c = append(c, Part{r.name, value, strings.Replace(r.sentence, "%s", value, 1), r.chosen})
		}
	}
	return c
}

// Proved returns what a claim that the checker has accepted is about.
func Proved(v *checker.Verdict) Claim {
	return Of(v.Language, v.Options, v.Lowered, v.LoopLimit).Nesting(len(v.Contracts) > 0)
}

// Nesting adds that calls may nest to any depth, if that is so.
func (c Claim) Nesting(any bool) Claim {
	if any {
		c = append(c, Part{"stack", "any", "The stack is large enough for all calls, however deep they nest.", false})
	}
	return c
}

// String returns the parts in a line, as in "entry=decode, string=s=8".
func (c Claim) String() string {
	var list []string
	for _, p := range c {
		list = append(list, p.String())
	}
	return strings.Join(list, ", ")
}

// String returns a part as name=value, or as its name if it is a plain yes.
func (p Part) String() string {
	if p.Value == yes {
		return p.Name
	}
	return p.Name + "=" + p.Value
}

// yes is the value of a part that either applies or does not.
const yes = "yes"

// Chosen returns the parts that an option of the user made.
func (c Claim) Chosen() Claim {
	return slices.DeleteFunc(slices.Clone(c), func(p Part) bool { return !p.chosen })
}

// Sentences returns the parts as sentences.
func (c Claim) Sentences() []string {
	var list []string
	for _, p := range c {
		list = append(list, p.Sentence)
	}
	return list
}

// Every says of which inputs a claim speaks that speaks of all: those within it, if it depends on anything beside the
// program.
func (c Claim) Every() string {
	if len(c) == 0 {
		return "every input"
	}
	return "every input within the claim"
}

// With returns the line behind a word, as in "; with entry=decode"; "" for an empty claim.
func (c Claim) With(word string) string {
	if len(c) == 0 {
		return ""
	}
	return word + c.String()
}

// withLeaks is the option check of a program with all groups of faults and leaks. The user asked for it with the flag
// leaks.
const withLeaks = "memory,alignment,pointers,overflow,uninitialised,calls,assertions,leaks"

// about is what a row looks at.
type about struct {
	options   map[string]string
	lowered   *core.Program
	models    []string // names of the functions of the library that the program itself names
	loopLimit uint64
	function  bool // whether the program begins with another function than main
}

// row is a thing on which claims depend.
type row struct {
	name     string
	language string              // of the programs to which it applies; "" for all
	chosen   bool                // whether an option of the user makes it
	value    func(*about) string // "" if this claim does not depend on it
	sentence string              // with %s for the value
}

// option is the value of a row that is an option of the program.
func option(name string) func(*about) string {
	return func(a *about) string { return strings.ReplaceAll(a.options[name], "\n", " ") }
}

// sized is the part of an option of sizes that chooses them in one way.
func sized(name string, way Choice) func(*about) string {
	return func(a *about) string {
		var list []string
		for _, s := range Sizes(a.options[name]) {
			if s.Chosen == way {
				list = append(list, s.String())
			}
		}
		return strings.Join(list, " ")
	}
}

// rows has a row for each thing on which a claim depends, in the order in which they are told: first what the user
// chose.
var rows = []row{
	{"loop-limit", "", false, func(a *about) string {
		if a.loopLimit == 0 {
			return ""
		}
		return fmt.Sprint(a.loopLimit)
	}, "Runs count in which no loop iterates more than %s times each time it is entered. Nothing is claimed of others."},
	{"files", "c", true, func(a *about) string {
		var list []string
		for f := range strings.SplitSeq(a.options["files"], "\n") {
			list = append(list, path.Base(f))
		}
		if len(list) == 1 {
			return ""
		}
		return strings.Join(list, " ")
	}, "The program is made of the files %s."},
	{"define", "c", true, option("define"), "These macros were defined: %s."},
	{"undefine", "c", true, option("undefine"), "These macros were not defined: %s."},
	{"include", "c", true, option("prelude"), "These files were read first: %s."},
	{"headers", "c", true, func(a *about) string {
		if a.options["system"] == "" {
			return ""
		}
		return "system"
	}, "The headers are those of a machine, not vouch's."},
	{"check", "c", true, func(a *about) string {
		if a.options["check"] == withLeaks {
			return ""
		}
		return option("check")(a)
	}, "Only faults of these groups count: %s."},
	{"leaks", "c", true, func(a *about) string {
		if a.options["check"] != withLeaks {
			return ""
		}
		return yes
	}, "Memory that is lost before it is freed counts as a fault too."},
	{"malloc", "c", true, option("malloc"), "An allocation may fail."},
	{"rand", "c", true, option("rand"), "Random numbers are those of glibc, in their order."},
	{"disk", "c", true, option("disk"), "Files are those of a machine, and what they hold is input."},
	{"undefined", "c", true, option("undefined"),
		"A function without a body returns any value of its type, and sets what its arguments point to, up to the end of each object, if that " +
			"may be written; and what pointers there lead to, if it does any: %s."},
	{"without-body", "c", false, func(a *about) string { return strings.Join(Undefined(a.lowered), " ") },
		"These functions have no body: %s."},
	{"args", "c", true, option("args"), "The program gets arguments of this number and length: %s."},
	{"stdin", "c", true, option("stdin"), "Standard input has at most %s bytes."},
	{"entry", "c", true, func(a *about) string {
		if !a.function {
			return ""
		}
		return a.options["entry"]
	}, "The program begins with the function %s."},
	{"array", "c", true, sized("array", ByNumber), "These arrays have so many elements: %s."},
	{"array-by", "c", true, sized("array", ByParameter),
		"These arrays have as many elements as the parameter behind the = says, any number from 0, up to 2147483648 bytes each: %s. " +
			"Nothing is claimed of a number below 0, or of larger arrays."},
	{"array-any", "c", true, sized("array", AnySize),
		"These arrays have any number of elements, up to 2147483648 bytes together: %s. Nothing is claimed of larger ones."},
	{"string", "c", true, sized("string", ByNumber),
		"These strings have at most so many bytes: %s. Nothing is claimed of longer ones."},
	{"string-any", "c", true, sized("string", AnySize),
		"These strings have any length, up to 2147483647 bytes: %s. Nothing is claimed of longer ones."},
	{"void-bytes", "c", true, option("void-bytes"), wide},
	{"void-bytes", "c", false, opaque, wide},
	{"functions", "c", false, unknown,
		"A pointer to a function among the inputs leads to a function of its type whose address the program takes, or to one that returns any value and " +
			"changes nothing. It equals no other pointer."},
	{"pointer-depth", "c", true, option("pointer-depth"), deep},
	{"pointer-depth", "c", false, depth, deep},
	{"pointers", "c", false, single,
		"A pointer among the inputs for which no size was chosen points to one object, or to as many as its declaration as an array says."},
	{"malloc", "c", false, func(a *about) string {
		if a.options["malloc"] != "" || !slices.ContainsFunc(a.models, func(name string) bool {
			return slices.Contains(allocators, name)
		}) {
			return ""
		}
		return "succeeds"
	}, "Every allocation succeeds."},
	{"args", "c", false, func(a *about) string {
		if a.options["args"] != "" || !has(a.lowered, "__vouch_start_args") {
			return ""
		}
		return "none"
	}, "The program gets no arguments."},
	{"denied", "c", false, func(a *about) string { return strings.Join(denied(a.lowered), " ") },
		"These functions of the library always fail: %s."},
	{"models", "c", false, func(a *about) string { return strings.Join(a.models, " ") },
		"These functions of the library are vouch's models of them: %s."},
	{"order", "c", false, func(*about) string { return "left-to-right" },
		"Operands and arguments are evaluated from left to right. C allows other orders."},
	{"addresses", "c", false, func(*about) string { return "fixed" },
		"Objects have the same addresses in each run. A machine may choose others."},
}

// allocators are the functions of the library that allocate memory.
var allocators = []string{
	"malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup", "aligned_alloc", "posix_memalign", "memalign",
	"valloc", "pvalloc", "asprintf", "vasprintf",
	"getline", "getdelim", "open_memstream", "wcsdup",
}

// deep is the sentence about the depth of pointers.
const deep = "At most %s pointers inside of objects lead from a parameter to an object; pointers behind that are null."

// wide is the sentence about the bytes of no type.
const wide = "A pointer among the inputs to void, or to a type that is not complete, points to at most %s bytes."

// Undefined returns the names of the functions of a program in C that have no body, and of which a call does anything
// that their types allow.
func Undefined(p *core.Program) (names []string) {
	if p == nil {
		return nil
	}
	for _, f := range p.Funcs {
		if isUndefined(f) {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// isUndefined reports whether a function stands for one without a body. It has a slot for people to know it by.
func isUndefined(f *core.Func) bool {
	return f.Library && slices.ContainsFunc(f.Slots, func(s core.Slot) bool { return s.Name == "$any" })
}

// usualVoid is the option void-bytes of a program that does not name it.
const usualVoid = "16"

// opaque returns how many bytes there are behind pointers to void, of a program that has such pointers among its
// inputs.
func opaque(a *about) string {
	if !a.function || a.options["void-bytes"] != "" || len(a.sized()) == 0 {
		return ""
	}
	return usualVoid
}

// sized returns the names of the pointers among the inputs to objects whose size is an input.
func (a *about) sized() (names []string) {
	for _, f := range a.inputs() {
		for i := range f.Code {
			if name, ok := strings.CutSuffix(f.Code[i].Name, ".size"); ok && f.Code[i].Op == core.Draw {
				if next := slices.IndexFunc(f.Code[i:], func(in core.Instr) bool {
					return in.Op == core.Draw && in.Name == name+"[]"
				}); next > 0 {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// unknown says that there are functions among the inputs.
func unknown(a *about) string {
	if !a.function || len(a.inputs()) < 2 {
		return ""
	}
	return "unknown"
}

// inputs returns the functions that make inputs: the first one of the program, and those that are inputs themselves.
func (a *about) inputs() (list []*core.Func) {
	if a.lowered == nil {
		return nil
	}
	list = append(list, a.lowered.Funcs[a.lowered.Entry])
	for _, f := range a.lowered.Funcs {
		if f.Library && strings.HasPrefix(f.Name, "$") && f != list[0] {
			list = append(list, f)
		}
	}
	return list
}

// usualDepth is the option pointer-depth of a program that does not name it.
const usualDepth = "2"

// depth returns how many pointers follow each other, of a program in which some pointer is null for that reason.
func depth(a *about) string {
	if !a.function || a.options["pointer-depth"] != "" {
		return ""
	}
	for _, f := range a.inputs() {
		for i := range f.Code {
			if in := &f.Code[i]; in.Op == core.Store && in.Type == core.Pointer && len(in.Args) > 1 &&
				in.Args[1].Op == core.Null {
				return usualDepth
			}
		}
	}
	return ""
}

// single says that pointers point to single objects, of a program that has such pointers among its inputs.
func single(a *about) string {
	if !a.function {
		return ""
	}
	sized := a.sized()
	for _, name := range []string{"array", "string"} {
		for _, s := range Sizes(a.options[name]) {
			sized = append(sized, s.Pointer)
		}
	}
	for _, f := range a.inputs() {
		for i := range f.Code {
			in := &f.Code[i]
			if at := strings.LastIndexByte(in.Name, '['); in.Op == core.Draw && at > 0 &&
				!slices.Contains(sized, in.Name[:at]) && !slices.Contains(sized,
				strings.ReplaceAll(in.Name[:at], "[0]", "")) {
				return "one-object"
			}
		}
	}
	return ""
}

// names returns the names of the functions of the library that a program itself names, sorted.
func names(p *core.Program) []string {
	if p == nil {
		return nil
	}
	var list []string
	var walk func(e *core.Expr)
	walk = func(e *core.Expr) {
		if e == nil {
			return
		}
		if e.Op == core.Function && isModel(p.Funcs[e.Ref]) {
			if name := p.Funcs[e.Ref].Name; !strings.HasPrefix(name, "__vouch") && !strings.HasPrefix(name, "$") {
				list = append(list, name)
			}
		}
		walk(e.X)
		walk(e.Y)
	}
	for _, f := range p.Funcs {
		if f.Library {
			continue
		}
		for _, in := range f.Code {
			for _, e := range in.Args {
				walk(e)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// denied returns the names of the functions of the library that fail in every run, because the system of the models has
// nothing of what they do, sorted.
func denied(p *core.Program) (list []string) {
	if p == nil {
		return nil
	}
	fails := func(e *core.Expr) bool { return e.Op == core.Function && p.Funcs[e.Ref].Name == "__vouch_denied" }
	for _, f := range p.Funcs {
		if f.Library && slices.ContainsFunc(f.Code, func(in core.Instr) bool {
			return slices.ContainsFunc(in.Args, func(e *core.Expr) bool { return e != nil && fails(e) })
		}) {
			list = append(list, f.Name)
		}
	}
	slices.Sort(list)
	return list
}

// isModel reports whether a function is one of the library, and does not stand for one that vouch lacks.
func isModel(f *core.Func) bool {
	return f.Library && !isUndefined(f) && !(len(f.Code) == 1 && f.Code[0].Op == core.Unsupported)
}

func has(p *core.Program, name string) bool {
	return p != nil && slices.ContainsFunc(p.Funcs, func(f *core.Func) bool { return f.Library && f.Name == name })
}

// maxValue is how much of a value is shown at most, in bytes.
const maxValue = 1000

// shown returns a value as it may be shown anywhere: it may come from a stranger's certificate. One that looks like
// several parts is quoted.
func shown(value string) string {
	value = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return '?'
		}
		return r
	}, value)
	if len(value) > maxValue {
		value = strings.ToValidUTF8(value[:maxValue], "") + "..."
	}
	if strings.ContainsAny(value, ";\"()") || strings.Contains(value, ", ") {
		value = strconv.Quote(value)
	}
	return value
}
