package c

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// This file defines the macros that a program finds when it begins.

// predefined returns the macros that are defined before the program begins: those of predefined.h whose names occur in
// the program or in another such macro. Neither our headers nor our models use any. If the words of the program are not
// known, it returns all.
func (p *program) predefined() string {
	if p.macros != nil {
		return *p.macros
	}
	used := p.files.words
	list := macros()
	taken := make([]bool, len(list))
	for more := true; more; {
		more = false
		for i, m := range list {
			if !taken[i] && used.has(m.name) {
				taken[i], more = true, true
				used.add([]byte(strings.TrimPrefix(m.line, "#define "+m.name)))
			}
		}
	}
	var b strings.Builder
	for i, m := range list {
		if taken[i] {
			b.WriteString(m.line)
		}
	}
	commands := p.options.commands(p.options.paths...)
	s := b.String() + choosers(p.files, commands) + hasMacros(p.files, commands)
	p.macros = &s
	return s
}

// hasMacros defines what a program that mentions these words needs. The name of an attribute becomes a macro, in each
// spelling. In a condition, scoped writes gnu::x as gnu__x.
func hasMacros(f *files, commands string) string {
	mentions := func(text string) bool {
		found := strings.Contains(commands, text)
		for _, s := range f.text {
			found = found || bytes.Contains(s.text, []byte(text))
		}
		return found
	}
	var b strings.Builder
	if mentions("__has_builtin") {
		b.WriteString("#define __has_builtin(x) __has_builtin(x)\n")
	}
	if !mentions("__has_attribute") && !mentions("__has_c_attribute") && !mentions("__has_cpp_attribute") {
		return b.String()
	}
	mentioned := words{}
	for _, s := range f.text {
		mentioned.add(s.text)
	}
	mentioned.add([]byte(commands))
	b.WriteString(`#define __has_attribute(x) __vouch_has_gnu(x)
#define __has_c_attribute(x) __vouch_has_c(x)
#define __has_cpp_attribute(x) __vouch_has_c(x)
#define __vouch_has_gnu(x) (__vouch_gnu_##x + __vouch_scoped_##x)
#define __vouch_has_c(x) (__vouch_c_##x + __vouch_scoped_##x)
`)
	define := func(prefix, name string, value int) {
		if mentioned.has(name) || mentioned.has("__"+name+"__") {
			fmt.Fprintf(&b, "#define __vouch_%s%s %d\n#define __vouch_%s__%s__ %d\n", prefix, name, value, prefix, name,
				value)
		}
	}
	for _, name := range attributesOfGNU {
		define("gnu_", name, max(1, attributesOfC[name]))
		if name != "maybe_unused" && name != "nodiscard" {
			define("scoped_gnu__", name, 1)
			define("scoped___gnu____", name, 1)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(attributesOfC)) {
		define("c_", name, attributesOfC[name])
	}
	return b.String()
}

// choosers defines the macros that belong to those of the files and of the command line.
func choosers(f *files, commands string) string {
	names := map[string]bool{}
	add := func(given, seen []byte) {
		if !bytes.Contains(given, []byte(optional)) {
			return
		}
		for _, m := range chooses().FindAllSubmatch(seen, -1) {
			names[string(m[1])] = true
		}
	}
	for _, s := range f.text {
		add(s.text, s.seen())
	}
	add([]byte(optional), []byte(commands))
	if len(names) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(choosing)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(&b, chooser, name)
	}
	return b.String()
}

// choosing are the macros that find out whether there are arguments: whether something stands between a name and its
// brackets.
const choosing = `#define __vouch_choose(x, y) __vouch_paste(x, y)
#define __vouch_paste(x, y) x ## y
#define __vouch_some(...) __vouch_begins(__vouch_first(__vouch_none , ##__VA_ARGS__ (), ))(__VA_ARGS__)
#define __vouch_none() 0
#define __vouch_first(x, ...) x
#define __vouch_begins(x) __vouch_paste(__vouch_begins_, x)
#define __vouch_begins_0(...) __vouch_ends(__vouch_first(__vouch_none __VA_ARGS__ (), ))
#define __vouch_begins___vouch_none(...) 1
#define __vouch_ends(x) __vouch_paste(__vouch_ends_, x)
#define __vouch_ends_0 0
#define __vouch_ends___vouch_none 1
#define __vouch_text(...) #__VA_ARGS__
`

// chooses matches the text of a macro that chooses.
var chooses = pattern(`__vouch_choose\(__vouch_choose_([^\s(),]+)_,`)

// chooser are the macros that belong to a macro %[1]s with __VA_OPT__.
const chooser = `#define __vouch_choose_%[1]s_0(p, empty, full) __vouch_keep_%[1]s p##empty
#define __vouch_choose_%[1]s_1(p, empty, full) __vouch_keep_%[1]s p##full
#define __vouch_keep_%[1]s(p, ...) p##__VA_ARGS__
#define __vouch_left_%[1]s(x, ...) x##__VA_ARGS__
#define __vouch_right_%[1]s(p, x, ...) p##__VA_ARGS__##x
`
