package unittest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"vouch/semantics/c"
)

// This file defines bodies for the functions that have none in the program: in each test, they return what they
// returned when vouch ran it, call by call. After their results are used up, they return the last one.

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

// bodyHead returns the beginning of the definition of a function without a body, and the statements that use its
// parameters; ok is false if a test cannot write it.
func bodyHead(e *c.Entry) (head, uses string, ok bool) {
	var params []string
	for i, p := range e.Parameters {
		name := fmt.Sprintf("a%d", i+1)
		params, uses = append(params, declare(c.EntryParameter{}, p.Of, name, "")),
			uses+fmt.Sprintf("\t(void)%s;\n", name)
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
			return "", fmt.Errorf("an input that no argument gives: %s", r.input())
		}
	}
	for _, e := range s.Of {
		list, err := returned(e, call.Results)
		if err != nil {
			return "", err
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
		fmt.Fprintf(&b, "\tstatic %s = { %s };\n\t%s%s = returns_of_%[4]s;\n\t%[5]s%[4]s = %[6]d;\n",
			ofType(e, "returns_of_"+e.Name+"[]"), strings.Join(list, ", "), next, e.Name, left, len(list))
	}
	return b.String(), nil
}

// returned returns what a function without a body returned, call by call, as a test writes it.
func returned(e *c.Entry, results []Result) (list []string, err error) {
	first := ""       // the member that is drawn first in a call
	var last []string // the members of the structure that is returned last
	flush := func() {
		if last != nil {
			list, last = append(list, "{ "+strings.Join(last, ", ")+" }"), nil
		}
	}
	for _, r := range results {
		if r.Name != e.Name {
			continue
		}
		t := e.Result
		if r.Member != "" {
			if t = memberOf(t, r.Member); t == nil {
				return nil, fmt.Errorf("an input that no argument gives: %s", r.input())
			}
			if first == "" {
				first = r.Member
			}
		}
		text := ""
		switch {
		case t.Class == c.Pointer && r.Value.Sign() == 0:
			text = "0"
		case t.Class == c.Integer, t.Class == c.Bool:
			text = number(r.Value, t)
		case t.Class == c.Float:
			text = ofBits(r.Value, t)
		default:
			return nil, fmt.Errorf("what %s returns, which has no body: %s", e.Name, t)
		}
		if r.Member == "" {
			list = append(list, text)
			continue
		}
		if r.Member == first {
			flush()
		}
		last = append(last, "."+r.Member+" = "+text)
	}
	flush()
	return list, nil
}

// part is a step to a member: its name, or an index.
var part = regexp.MustCompile(`^\.?([A-Za-z_]\w*)|^\[(\d+)\]`)

// memberOf returns the type of a member of a structure to which a path leads; nil if there is none, or if a test cannot
// initialise it by its name.
func memberOf(t *c.Type, path string) *c.Type {
	for path != "" {
		m := part.FindStringSubmatch(path)
		switch {
		case m == nil:
			return nil
		case m[1] == "" && t.Class == c.Array:
			t = t.Elem
		case m[1] != "" && t.Class == c.Struct:
			i := slices.IndexFunc(t.Record.Fields, func(f *c.Field) bool { return f.Name == m[1] })
			if i < 0 {
				return nil
			}
			t = t.Record.Fields[i].Type
		default:
			return nil
		}
		path = path[len(m[0]):]
	}
	return t
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
			fmt.Fprintf(&b, "static %s;\nstatic int %s%s;\n%s\n{\n%s", ofType(e, "*"+next+e.Name), left, e.Name, head,
				uses)
			otherwise := "0"
			if e.Result.Class == c.Struct {
				otherwise = "nothing"
				fmt.Fprintf(&b, "\tstatic %s;\n", ofType(e, otherwise))
			}
			fmt.Fprintf(&b, "\tif (%[1]s%[3]s > 1) {\n\t\t%[1]s%[3]s--;\n\t\treturn *%[2]s%[3]s++;\n\t}\n\treturn %[1]s%[3]s ? *%[2]s%[3]s : %[4]s;\n}\n\n",
				left, next, e.Name, otherwise)
		case e.Result.Class == c.Void:
			fmt.Fprintf(&b, "%s\n{\n%s}\n\n", head, uses)
		default:
			fmt.Fprintf(&b, "%s\n{\n\tstatic %s;\n%s\treturn nothing;\n}\n\n", head, ofType(e, "nothing"), uses)
		}
	}
	return b.String()
}
