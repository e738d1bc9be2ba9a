package unittest

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines the file with tests of a function.

// Suite is a file with tests of a function.
type Suite struct {
	Framework *Framework
	Entry     *c.Entry
	Include   string   // the file that defines the function, relative to the file with the tests
	File      string   // its name; "" if it has none yet
	Others    []Other  // the other files of the program
	Flags     string   // with which it is compiled
	Undefined Bodies   // of functions that have none in the program
	Alone     bool     // whether each test runs in a process of its own
	Sanitize  bool     // whether the test needs sanitizers to see a fault
	About     []string // what a comment at the beginning says

	functions strings.Builder
	tests     []string
	cut       bool // whether some calls have not returned
	reads     bool // whether some calls get a stream
}

// Other is another file of the program of tests.
type Other struct{ File, Flags string }

// Fault adds a test that makes the call of a fault. What it is is told in a comment.
func (s *Suite) Fault(call *Call, about string) error {
	return s.add(call, "test_"+s.Entry.Name, about, false)
}

// Observed adds a test that expects what a call did.
func (s *Suite) Observed(call *Call) error {
	return s.add(call, fmt.Sprintf("test_%s_%d", s.Entry.Name, len(s.tests)+1), "", true)
}

// Tests returns how many tests there are.
func (s *Suite) Tests() int { return len(s.tests) }

func (s *Suite) add(call *Call, name, about string, expect bool) error {
	if call.Reads != "" {
		return fmt.Errorf("found a call that reads the input %s, want one that gets all of its input from its arguments",
			call.Reads)
	}
	prefix := ""
	if len(s.tests) > 0 {
		prefix = name + "_"
	}
	w, err := prepare(call, s.Entry, prefix)
	if err != nil {
		return err
	}
	given, err := s.Undefined.given(call)
	if err != nil {
		return err
	}
	answers := w.answers()
	if w.refused != nil {
		return w.refused
	}
	s.reads = s.reads || w.reads()
	framework, body := s.Framework, name
	if s.Alone {
		framework, body = Frameworks[0], name+"_alone"
	}
	var checks []string
	results := false
	if expect {
		checks, results = w.expect(framework)
	}
	b := &s.functions
	b.WriteString(answers)
	if about != "" {
		fmt.Fprintf(b, "/* %s */\n", strings.ReplaceAll(about, "*/", "* /"))
	}
	fmt.Fprintf(b, "static void %s(%s)\n{\n%s%s", body, framework.argument, framework.first, given+w.text.String())
	line := fmt.Sprintf("%s(%s);", s.Entry.Name, strings.Join(w.args, ", "))
	if results {
		line = declare(c.EntryParameter{}, s.Entry.Result, "result", strings.TrimSuffix(line, ";")) + " = " + line
	}
	if w.text.Len()+len(given) > 0 {
		b.WriteString("\n")
	}
	b.WriteString("\t" + line + "\n")
	if len(checks) > 0 {
		b.WriteString("\n")
	}
	for _, c := range checks {
		b.WriteString("\t" + c + "\n")
	}
	if id, offset, ok := call.Result.Object(); results && ok && offset.Sign() == 0 && id > call.Before.Objects() {
		if o, ok := call.After.Object(id); ok && !o.Dead && o.Life == core.Heap && !o.Global {
			b.WriteString("\tfree((void *)result);\n")
		}
	}
	if call.Returned { // whether or not to free the arguments of a function that has not is not known
		for _, x := range w.frees {
			if o, ok := call.After.Object(x.id); ok && !o.Dead {
				fmt.Fprintf(b, "\tfree(%s);\n", x.name)
			}
		}
	}
	b.WriteString("}\n\n")
	if s.Alone {
		fmt.Fprintf(b, "static void %s(%s)\n{\n%s\t%s\n}\n\n", name, s.Framework.argument, s.Framework.first,
			fmt.Sprintf(s.Framework.holds, "passes("+body+")"))
	}
	s.tests, s.cut = append(s.tests, name), s.cut || !call.Returned
	return nil
}

// Text returns the file.
func (s *Suite) Text() []byte {
	var b strings.Builder
	s.head(&b)
	s.include(&b, "main_of_the_program /* if it has one */")
	if s.reads {
		b.WriteString(inputText)
	}
	b.WriteString(s.Undefined.text())
	b.WriteString(s.functions.String())
	b.WriteString(s.Framework.main(s.tests))
	return []byte(b.String())
}

// head writes the comment at the beginning.
func (s *Suite) head(b *strings.Builder) {
	b.WriteString("/* Tests of " + s.Entry.Name + ", written by vouch.\n")
	for _, line := range s.About {
		b.WriteString("   " + strings.ReplaceAll(line, "*/", "* /") + "\n")
	}
	sanitize, run := "", ""
	if s.Sanitize {
		sanitize = " -fsanitize=address,undefined -fno-sanitize-recover=undefined"
	}
	if s.Sanitize && s.cut { // a test does not free what a call that ends in a fault was given
		run = "ASAN_OPTIONS=detect_leaks=0 "
	}
	others, line := "", ""
	for _, o := range s.Others {
		if o.Flags == s.Flags {
			others += " " + quoted(o.File)
			continue
		}
		object := strings.NewReplacer("/", "_", " ", "_").Replace(strings.TrimPrefix(strings.TrimSuffix(o.File,
			path.Ext(o.File)), "/")) + ".o"
		line += "cc -g" + sanitize + o.Flags + " -c " + quoted(o.File) + " -o " + quoted(object) + " && "
		others += " " + quoted(object)
	}
	line += "cc -g" + sanitize + s.Flags + " " + cmp.Or(s.File, "test.c") + others + s.Framework.Flags + " && " + run +
		"./a.out"
	b.WriteString("   Build and run: " + strings.ReplaceAll(line, "*/", "* /") + " */\n")
}

// include writes what includes the program and the framework.
func (s *Suite) include(b *strings.Builder, main string) {
	fmt.Fprintf(b, "#define main %s\n#include \"%s\"\n#undef main\n\n", main, s.Include)
	b.WriteString("#include <stdlib.h>\n#include <string.h>\n" + s.Framework.includes)
	if s.Alone {
		b.WriteString(Frameworks[0].includes + alone)
	}
	b.WriteString("\n" + s.Framework.setup)
}

// quoted quotes an argument for a shell if it needs that.
func quoted(arg string) string {
	if strings.ContainsAny(arg, " '\"$`\\*?;&|<>(){}") {
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	return arg
}
