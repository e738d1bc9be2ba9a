package unittest

import (
	"fmt"
	"slices"
	"strings"

	"vouch/semantics/c"
)

// This file defines bodies for the functions that have none in the program: in each test, they return what they returned when vouch ran it, call by call. After their results are used
// up, they return the last one.

// Bodies are those that a file with tests gives to functions.
type Bodies struct {
	Of      []*c.Entry      // the functions without a body that the program calls
	answers map[string]bool // those of which some tests say what they return
}

// next and left begin the names of what says, of such a function, where its next result is, and how many there are.
const next, left = "vouch_next_", "vouch_left_"

// ofType declares a variable of the type that a function returns.
func ofType(e *c.Entry, name string) string {
	t := *e.Result
	t.Const, t.Volatile = false, false
	return declare(c.EntryParameter{}, &t, name, "")
}

// bodyHead returns the beginning of the definition of a function without a body, and the statements that use its parameters; ok is false if a test cannot write it.
func bodyHead(e *c.Entry) (head, uses string, ok bool) {
	var params []string
	for i, p := range e.Parameters {
		name := fmt.Sprintf("a%d", i+1)
		params, uses = append(params, declare(c.EntryParameter{}, p.Of, name, "")), uses+fmt.Sprintf("\t(void)%s;\n", name)
	}
	switch {
	case params == nil:
		params = []string{"void"}
	case e.Variadic:
		params = append(params, "...")
	}
	head = declare(c.EntryParameter{}, e.Result, fmt.Sprintf("%s(%s)", e.Name, strings.Join(params, ", ")), "")
	return head, uses, !strings.Contains(head, "__typeof__()") && !strings.Contains(head, "{")
}

// given returns the statements by which a test says what functions without a body return in it.
func (s *Bodies) given(call *Call) (string, error) {
	var b strings.Builder
	for _, r := range call.Results {
		if !slices.ContainsFunc(s.Of, func(e *c.Entry) bool { return e.Name == r.Name }) {
			return "", fmt.Errorf("an input that no argument gives: %s", r.Name+ofResult)
		}
	}
	for _, e := range s.Of {
		var list []string
		for _, r := range call.Results {
			switch {
			case r.Name != e.Name:
			case e.Result.Class == c.Pointer && r.Value.Sign() == 0:
				list = append(list, "0")
			case e.Result.Class == c.Integer, e.Result.Class == c.Bool:
				list = append(list, number(r.Value, e.Result))
			default:
				return "", fmt.Errorf("what %s returns, which has no body: %s", e.Name, e.Result)
			}
		}
		if list == nil {
			continue
		}
		if _, _, ok := bodyHead(e); !ok {
			return "", fmt.Errorf("what %s returns, which has no body, and a type that a test cannot write", e.Name)
		}
		if s.answers == nil {
			s.answers = map[string]bool{}
		}
		s.answers[e.Name] = true
		fmt.Fprintf(&b, "\tstatic %s = { %s };\n\t%s%s = returns_of_%[4]s;\n\t%[5]s%[4]s = %[6]d;\n", ofType(e, "returns_of_"+e.Name+"[]"), strings.Join(list, ", "), next, e.Name, left, len(list))
	}
	return b.String(), nil
}

// text returns the definitions of the functions without a body.
func (s *Bodies) text() string {
	var b strings.Builder
	for _, e := range s.Of {
		head, uses, ok := bodyHead(e)
		if !ok { // no test needs its result
			continue
		}
		if b.Len() == 0 {
			b.WriteString("/* Functions without a body in these files: they return what a test says, or nothing in particular. */\n")
		}
		switch {
		case s.answers[e.Name]:
			fmt.Fprintf(&b, "static %s;\nstatic int %s%s;\n%s\n{\n%s", ofType(e, "*"+next+e.Name), left, e.Name, head, uses)
			fmt.Fprintf(&b, "\tif (%[1]s%[3]s > 1) {\n\t\t%[1]s%[3]s--;\n\t\treturn *%[2]s%[3]s++;\n\t}\n\treturn %[1]s%[3]s ? *%[2]s%[3]s : 0;\n}\n\n", left, next, e.Name)
		case e.Result.Class == c.Void:
			fmt.Fprintf(&b, "%s\n{\n%s}\n\n", head, uses)
		default:
			fmt.Fprintf(&b, "%s\n{\n\tstatic %s;\n%s\treturn nothing;\n}\n\n", head, ofType(e, "nothing"), uses)
		}
	}
	return b.String()
}
