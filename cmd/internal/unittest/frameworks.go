// Package unittest writes calls of a function of C as unit tests: it makes the memory that the function had in a run,
// calls it, and compares what the function did.
//
//	frameworks.go the frameworks for which tests are written
//	values.go     numbers and texts as C has them
//	capture.go    a call in a run: the memory before it and after it
//	objects.go    which objects a call gets at, and their names in a test
//	memory.go     the statements that make this memory
//	answers.go    functions that stand for unknown ones
//	bodies.go     bodies for functions that have none in the program
//	expect.go     what is expected after the call
//	suite.go      the file with the tests
//	choose.go     which calls become tests that reach a function
//	paths.go      the paths of a program's files
//	whole.go      a harness of people as a test, where the call alone does not show the fault
//	certificate.go the bug of a certificate as a test
//
// Nothing here is trusted: a test is run.
package unittest

import (
	"fmt"
	"strings"
)

// This file defines the frameworks for which tests are written.

// Framework says how tests are written for a framework.
type Framework struct {
	Name     string
	Flags    string // what a compiler needs behind the files
	includes string
	setup    string // definitions that the framework wants
	argument string // parameters of a test
	first    string // the first statement of a test
	equal    string // statements with what was found and what is expected: integers,
	text     string // texts,
	bytes    string // and bytes, with their number
	holds    string // a condition that has to hold
	begin    string // the body of main: its beginning,
	run      string // for each test,
	end      string // and its end
}

// Frameworks are all of them. The first needs nothing but C.
var Frameworks = []*Framework{
	{
		Name:     "assert",
		includes: "#undef NDEBUG\n#include <assert.h>\n",
		argument: "void",
		equal:    "assert(%s == %s);",
		text:     "assert(strcmp(%s, %s) == 0);",
		bytes:    "assert(memcmp(%s, %s, %s) == 0);",
		holds:    "assert(%s);",
		run:      "\t%s();\n",
		end:      "\treturn 0;\n",
	},
	{
		Name:     "cmocka",
		Flags:    " -lcmocka",
		includes: "#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <cmocka.h>\n",
		argument: "void **state",
		first:    "\t(void)state;\n",
		equal:    "assert_int_equal(%s, %s);",
		text:     "assert_string_equal(%s, %s);",
		bytes:    "assert_memory_equal(%s, %s, %s);",
		holds:    "assert_true(%s);",
		begin:    "\tconst struct CMUnitTest tests[] = {\n",
		run:      "\t\tcmocka_unit_test(%s),\n",
		end:      "\t};\n\treturn cmocka_run_group_tests(tests, NULL, NULL);\n",
	},
	{
		Name:     "unity",
		Flags:    " unity.c",
		includes: "#include \"unity.h\"\n",
		setup:    "void setUp(void) {}\nvoid tearDown(void) {}\n\n",
		argument: "void",
		equal:    "TEST_ASSERT_TRUE(%s == %s);",
		text:     "TEST_ASSERT_EQUAL_STRING(%[2]s, %[1]s);",
		bytes:    "TEST_ASSERT_EQUAL_MEMORY(%[2]s, %[1]s, %[3]s);",
		holds:    "TEST_ASSERT_TRUE(%s);",
		begin:    "\tUNITY_BEGIN();\n",
		run:      "\tRUN_TEST(%s);\n",
		end:      "\treturn UNITY_END();\n",
	},
}

// Find returns the framework of a name; nil if there is none.
func Find(name string) *Framework {
	for _, f := range Frameworks {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Names lists the names of the frameworks.
func Names() (names []string) {
	for _, f := range Frameworks {
		names = append(names, f.Name)
	}
	return names
}

// alone runs tests that change static objects of the program: each in a process of its own, so that it begins as the
// program does.
const alone = `#include <sys/wait.h>
#include <unistd.h>

/* Whether a test passes in a process of its own: it changes static objects. */
static int passes(void (*test)(void))
{
	int status = 1;
	pid_t child = fork();
	if (child == 0) {
		test();
		_exit(0);
	}
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

`

// main returns the main of a file with tests.
func (f *Framework) main(tests []string) string {
	var b strings.Builder
	b.WriteString("int main(void)\n{\n" + f.begin)
	for _, t := range tests {
		fmt.Fprintf(&b, f.run, t)
	}
	return b.String() + f.end + "}\n"
}
