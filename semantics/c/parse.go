package c

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics/source"
)

// This file defines how a file becomes a unit: with package cc, which is told where files are and how much it may do.

// Limits of what a unit may be.
const (
	fewTokens   = 1 << 15 // that macros may make before somebody looks how deep they nest
	maxTokens   = 1 << 23 // that macros may make at all
	maxIncludes = 1 << 12 // files of the program that a unit includes, each time counted
)

// parse makes the file at a path, which is among the files of the program or a model of ours, a unit.
func (p *program) parse(path string, text []byte, library bool) (u *unit, err error) {
	u = &unit{p: p, path: path, library: library, files: map[string]int32{}, firsts: map[cc.Node]cc.Node{}, statics: map[string]*symbol{}}
	u.name = u.display(path)
	if line := tooDeep(text); line >= 0 {
		return nil, source.ErrorList{{File: u.name, Pos: source.Pos{Line: line + 1, Column: 1}, Msg: errNesting.Error()}}
	}
	defer func() {
		if r := recover(); r != nil { // of cc, on what it does not understand
			msg := "found a program that the parser does not understand"
			if u.cyclic {
				msg = fmt.Sprintf("found more than %d inclusions of files, want fewer", maxIncludes)
			}
			err, u = source.ErrorList{{File: u.name, Msg: msg}}, nil
			onPanic(r)
		}
	}()
	few := fewTokens + len(text)/8
	if !library && !p.charge(few) {
		return u, nil
	}
	if !library && p.mayEndEarly() { // the parser of cc may have no end where its preprocessor gives up, so that is found before
		err := u.preprocess(text, few)
		if overLimit(err) {
			if !p.charge(maxTokens) {
				return u, nil
			}
			err = u.preprocess(text, maxTokens)
		}
		switch {
		case err == errNesting:
			return nil, source.ErrorList{{File: u.name, Msg: errNesting.Error()}}
		case u.missing != "":
			return nil, u.missingFile()
		case overLimit(err), !u.ended && !u.cyclic && err != nil:
			return nil, u.reword(err)
		}
	}
	ast, err := cc.Parse(u.config(maxTokens), u.sources(text))
	if u.missing != "" {
		return nil, u.missingFile()
	}
	if u.cyclic {
		return nil, source.ErrorList{{File: u.name, Msg: fmt.Sprintf("found more than %d inclusions of files, want fewer", maxIncludes)}}
	}
	if err != nil {
		return nil, u.reword(err)
	}
	u.ast = ast
	return u, nil
}

// preprocess runs the preprocessor of cc alone, with so many tokens that macros may make, and measures how deep nests what it gives.
func (u *unit) preprocess(text []byte, tokens int) (err error) {
	if tokens < maxTokens {
		defer func() {
			if r := recover(); r != nil { // an #include by a macro for which no token is left
				err = errLimit
			}
		}()
	}
	return cc.Preprocess(u.config(tokens), u.sources(text), newNesting())
}

// mayEndEarly reports whether the preprocessor of cc may give up before the end of the program: at a macro that makes too many tokens, or at an #include that
// is not as it commonly is. Our headers do neither.
func (p *program) mayEndEarly() bool {
	if len(p.options.define) > 0 {
		return true
	}
	for _, path := range p.options.paths {
		f := p.files.text[path]
		if f == nil {
			continue
		}
		for _, word := range []string{"define", "\\\n", "\\\r", "??/"} { // the word may be split over lines
			if bytes.Contains(f.text, []byte(word)) {
				return true
			}
		}
		if bytes.Count(f.text, []byte("include")) > len(plainInclude().FindAll(f.text, -1)) {
			return true
		}
	}
	return false
}

// plainInclude is a directive whose file cc finds, or gets our word for it that it is missing.
var plainInclude = pattern(`(?m)^[ \t]*#[ \t]*include[ \t]*(?:"\w[\w-]*(?:[./]\w[\w-]*)*"|<\w[\w-]*(?:[./]\w[\w-]*)*>)`)

// missingFile is the error that a file is not there, at the first #include that names it.
func (u *unit) missingFile() error {
	directive := regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include(?:_next)?[ \t]*(["<]` + regexp.QuoteMeta(u.missing) + `[">])`)
	e := &source.Error{File: u.name, Msg: fmt.Sprintf("found no file %q, want one", u.missing)}
	p := u.p
	for i, path := range append([]string{u.path}, p.options.paths...) {
		f := p.files.text[path]
		if f == nil {
			continue
		}
		if m := directive.FindSubmatchIndex(f.text); m != nil {
			line := f.text[:m[2]]
			e.Pos = source.Pos{Line: bytes.Count(line, []byte("\n")) + 1, Column: len(line) - bytes.LastIndexByte(line, '\n')}
			e.Msg = fmt.Sprintf("found no file %s, want one", f.text[m[2]:m[3]])
			if i > 0 {
				e.File = p.core.Sources[i-1]
			}
			break
		}
	}
	return source.ErrorList{e}
}

// overLimit reports whether cc gave up because macros made too many tokens.
func overLimit(err error) bool {
	return err != nil && strings.Contains(err.Error(), errLimit.Error())
}

var errLimit = errors.New("macro expansion limit exceeded")

// onPanic is told of a panic of cc.
var onPanic = func(r any) {}

// tooDeep returns the line at which a text nests too deep; -1 if there is none.
func tooDeep(text []byte) int {
	n := newNesting()
	n.Write(text)
	return n.line
}

// config returns how cc is to read a unit.
func (u *unit) config(tokens int) *cc.Config {
	o := u.p.options
	search := append(append([]string{}, o.include...), ours)
	switch {
	case u.library:
		search = []string{ours}
	case o.system != nil:
		search = append(append(append([]string{}, o.include...), o.system...), nowhere)
	}
	u.types.pragmas, u.once, u.included, u.ended = nil, nil, 0, false
	return &cc.Config{
		ABI:             abi,
		FS:              u.p.files,
		FSOnly:          true,
		IncludePaths:    append([]string{""}, search...),
		SysIncludePaths: search,
		ExpansionLimit:  tokens,
		UnsignedEnums:   true,

		IgnoreStaticAssert: true, // see staticAssert
		PragmaHandler:      u.pragma,
		HasBuiltin:         hasBuiltin,
	}
}

var abi = func() *cc.ABI {
	a, err := cc.NewABI("linux", "amd64")
	if err != nil {
		panic("c: " + err.Error())
	}
	return a
}()

// sources returns what cc reads for a unit, in order.
func (u *unit) sources(text []byte) []cc.Source {
	s := []cc.Source{{Name: "<builtin>", Value: builtins()}}
	if !u.library {
		s = append(s, cc.Source{Name: "<predefined>", Value: u.p.predefined()})
		if c := u.p.options.commands(); c != "" {
			s = append(s, cc.Source{Name: commandLine, Value: c})
		}
		text = u.p.files.text[u.path].seen()
	}
	return append(s, cc.Source{Name: u.path, Value: append(text[:len(text):len(text)], '\n')}, cc.Source{Name: theEnd, Value: "#pragma " + endPragma + "\nstatic int __vouch_end(void);\n"})
}

// theEnd is the name of what stands behind the file: cc waits for ever for what may follow a pointer at the end of the text.
const theEnd = "<end>"

// endPragma is the name of the pragma that tells us that the end was reached.
const endPragma = "__vouch_ended"

// commandLine is the name of the text that commands returns.
const commandLine = "<command line>"

// commands returns the options that are directives.
func (o *Options) commands() string {
	var b strings.Builder
	for _, d := range o.define {
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		fmt.Fprintf(&b, "#define %s %s\n", name, value)
	}
	for _, n := range o.undefine {
		fmt.Fprintf(&b, "#undef %s\n", n)
	}
	for _, f := range o.prelude {
		fmt.Fprintf(&b, "#include \"%s\"\n", path.Clean(f))
	}
	return b.String()
}

// pragma takes a #pragma.
func (u *unit) pragma(tokens []cc.Token) error {
	switch tokens[0].SrcStr() {
	case beginPragma:
		if u.included++; u.included > maxIncludes {
			u.cyclic = true
			return cc.SkipSource
		}
		u.types.include(tokens[0].Position().Filename)
	case missingPragma:
		if u.missing == "" && len(tokens) > 1 {
			u.missing = strings.Trim(tokens[1].SrcStr(), `"`)
		}
	case endPragma:
		u.ended = true
	case "once":
		name := tokens[0].Position().Filename
		if u.once[name] {
			return cc.SkipSource
		}
		if u.once == nil {
			u.once = map[string]bool{}
		}
		u.once[name] = true
	default:
		if name := tokens[0].SrcStr(); name == "scalar_storage_order" {
			u.errorf(tokens[0], "found #pragma %s, which is not supported", name)
		}
		u.types.pragma(tokens)
	}
	return nil
}

// hasBuiltin is what __has_builtin asks.
func hasBuiltin(name string) bool {
	return strings.HasPrefix(name, "__builtin_") || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_")
}
