package c

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics/source"
)

// This file makes a unit of a file. It uses package cc, and tells it where files are and how much it may do.

// Limits of what a unit may be.
const (
	fewTokens   = 1 << 15 // number of tokens that macros may make before their nesting is checked
	maxTokens   = 1 << 23 // number of tokens that macros may make
	maxIncludes = 1 << 12 // number of times that a unit may include files of the program
)

// parse makes a unit of the file at a path: a file of the program, or a model of ours.
func (p *program) parse(path string, text []byte, library bool) (u *unit, err error) {
	u = p.newUnit(path, library)
	if line := tooDeep(text); line >= 0 {
		return nil, source.ErrorList{{File: u.name, Pos: source.Pos{Line: line + 1, Column: 1},
			Msg: errNesting.Error()}}
	}
	defer func() {
		if r := recover(); r != nil { // cc panics on texts that it does not understand
			msg := "found a program that the parser does not understand"
			if u.cyclic {
				msg = fmt.Sprintf("found more than %d inclusions of files, want fewer", maxIncludes)
			}
			err, u = source.ErrorList{{File: u.name, Msg: msg}}, nil
			onPanic(r)
		}
	}()
	few := fewTokens + len(text)/8
	if !library && (!p.charge(few) || !p.commanded(path)) {
		return u, nil
	}
	if !library {
		text = p.files.text[path].seen()
	}
	if u.recall(text) {
		p.read(u.tree.words)
		if !u.findTables(nil) {
			panic("c: a tree that was read before has other tables")
		}
		return u, nil
	}
	words := wordsPerToken*tokens(text) + len(text)/8 // of the tree
	simple := true                                    // whether the unit takes few tokens
	// the parser of cc may run for ever if its preprocessor gives up, so the preprocessor runs alone first
	if !library && p.mayEndEarly() {
		var err error
		words, err = u.preprocess(text, few)
		if overLimit(err) {
			if simple = false; !p.charge(maxTokens) {
				return u, nil
			}
			words, err = u.preprocess(text, maxTokens)
		}
		switch {
		case p.stopped():
			return u, nil
		case err == errNesting:
			return nil, source.ErrorList{{File: u.name, Msg: errNesting.Error()}}
		case u.missing != "":
			return nil, u.missingFile()
		case overLimit(err), !u.ended && !u.cyclic && err != nil:
			return nil, u.reword(err)
		}
	}
	if !library && !p.read(words) {
		return u, nil
	}
	config, read, errors := u.config(maxTokens), &asked{files: u.fileSystem()}, len(p.errors)
	config.FS = read
	ast, err := cc.Parse(config, u.sources(text))
	if u.missing != "" {
		return nil, u.missingFile()
	}
	if u.cyclic {
		return nil, source.ErrorList{{File: u.name,
			Msg: fmt.Sprintf("found more than %d inclusions of files, want fewer", maxIncludes)}}
	}
	u.ast = ast
	if (err != nil || !u.findTables(read.of(p.files.text[path]))) && p.files.withTables() {
		return p.parse(path, text, library)
	}
	if err != nil {
		return nil, u.reword(err)
	}
	if simple && len(p.errors) == errors {
		u.remember(text, words, read)
	}
	return u, nil
}

// newUnit returns a unit without a tree.
func (p *program) newUnit(path string, library bool) *unit {
	u := &unit{p: p, path: path, library: library, files: map[string]int32{}, firsts: map[cc.Node]cc.Node{},
		statics: map[string]*symbol{}}
	u.name = u.display(path)
	return u
}

// preprocess runs the preprocessor of cc alone, with a bound on the tokens that macros may make, and measures how deep
// its result nests, and how many words of memory its tree will take.
func (u *unit) preprocess(text []byte, tokens int) (words int, err error) {
	m := &counting{p: u.p, nesting: newNesting()}
	defer func() {
		u.p.meter.Release(m.held)
		words = m.words
	}()
	if tokens < maxTokens {
		defer func() {
			if r := recover(); r != nil { // an #include by a macro for which no token is left
				err = errLimit
			}
		}()
	}
	return 0, cc.Preprocess(u.config(tokens), u.sources(text), m)
}

// counting takes what the preprocessor of cc writes, piece by piece, and counts its memory while it does, as far as
// nobody expected it.
type counting struct {
	p       *program
	nesting *nesting
	words   int
	held    int
}

// Write is the method of io.Writer.
func (m *counting) Write(text []byte) (int, error) {
	n := wordsPerToken*tokens(text) + len(text)/8
	m.words += n
	more := max(0, m.words-m.p.expected-m.held)
	if !m.p.charge(n) || !m.p.meter.Hold(more) {
		return 0, errTooLarge
	}
	m.held += more
	return m.nesting.Write(text)
}

// errTooLarge is the error of a writer whose meter is exhausted.
var errTooLarge = errors.New("the program is too large")

// mayEndEarly reports whether the preprocessor of cc may give up before the end of the program: at a macro that makes
// too many tokens, or at an #include of an unusual form. Our headers have neither.
func (p *program) mayEndEarly() bool {
	if p.early == nil {
		early := p.needsPreprocessor()
		p.early = &early
	}
	return *p.early
}

// needsPreprocessor is mayEndEarly. The preprocessor also has to measure programs that may include files of their own.
func (p *program) needsPreprocessor() bool {
	o := p.options
	if len(o.define) > 0 || len(o.paths) > 1 || len(o.include) > 0 || o.system != nil {
		return true
	}
	for _, path := range p.options.paths {
		f := p.files.text[path]
		if f == nil {
			continue
		}
		for _, word := range []string{"define", "\\\n", "\\\r", "??/"} { // a backslash may split the word over lines
			if bytes.Contains(f.text, []byte(word)) {
				return true
			}
		}
		if n := bytes.Count(f.text, []byte("include")); n > 0 && (n > len(plainInclude().FindAll(f.text, -1)) ||
			quotedInclude().Match(f.text)) {
			return true
		}
	}
	return false
}

// plainInclude matches an #include of the usual form: cc finds its file, or gets our text that says that it is missing.
var plainInclude = pattern(`(?m)^[ \t]*#[ \t]*include[ \t]*(?:"\w[\w-]*(?:[./]\w[\w-]*)*"|<\w[\w-]*(?:[./]\w[\w-]*)*>)`)

// quotedInclude matches an #include that looks beside the file first.
var quotedInclude = pattern(`(?m)^[ \t]*#[ \t]*include[ \t]*"`)

// missingFile is the error of a missing file, at the first #include that names it.
func (u *unit) missingFile() error {
	directive := regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include(?:_next)?[ \t]*(["<]` + regexp.QuoteMeta(u.missing) +
		`[">])`)
	e := &source.Error{File: u.name, Msg: fmt.Sprintf("found no file %q, want one", u.missing),
		Hint: "-I DIR looks for headers in DIR too; vouch build -- make records the flags of a build"}
	p := u.p
	for i, path := range append([]string{u.path}, p.options.paths...) {
		f := p.files.text[path]
		if f == nil {
			continue
		}
		if m := directive.FindSubmatchIndex(f.text); m != nil {
			line := f.text[:m[2]]
			e.Pos = source.Pos{Line: bytes.Count(line, []byte("\n")) + 1,
				Column: len(line) - bytes.LastIndexByte(line, '\n')}
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
	search := u.search()
	u.types.pragmas, u.once, u.included, u.ended = nil, nil, 0, false
	return &cc.Config{
		ABI:             abi,
		FS:              u.fileSystem(),
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

// sources returns the texts that cc reads for a unit, in order.
func (u *unit) sources(text []byte) []cc.Source {
	s := []cc.Source{{Name: "<builtin>", Value: builtins()}}
	if !u.library {
		s = append(s, cc.Source{Name: "<predefined>", Value: u.p.predefined()})
		if c := u.p.options.commands(u.path); c != "" {
			s = append(s, cc.Source{Name: commandLine, Value: c})
		}
	}
	return append(s, cc.Source{Name: u.path, Value: append(text[:len(text):len(text)], '\n')},
		cc.Source{Name: theEnd, Value: "#pragma " + endPragma + "\nstatic int __vouch_end(void);\n"})
}

// endPragma is the name of the pragma that tells us that the end was reached.
const endPragma = "__vouch_ended"

// commandLine is the name of the text that commands returns.
const commandLine = "<command line>"

// commanded counts the memory of the options that are directives, for the main file at a path.
func (p *program) commanded(path string) bool {
	text := []byte(p.options.commands(path))
	p.hold(wordsPerToken*tokens(text) + len(text)/8)
	return !p.stopped()
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
