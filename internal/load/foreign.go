package load

import (
	"fmt"
	"path/filepath"
	"strings"

	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines which files are no programs in a language of vouch, as their names tell.

// foreign are the kinds of files whose names end in one of some extensions, with what to do about one.
var foreign = []struct{ what, extensions, hint string }{
	{"a program in C++", ".cpp .cc .cxx .c++ .cp .C .hpp .hh .hxx .h++ .ipp .tpp .H",
		"vouch does not read C++; a program in C needs a name that ends in .c"},
	{"a header in C", ".h", "name the file that includes it, and -I for the folder where it is"},
	{"a certificate", ".cbor", "vouch check checks it, and vouch explain says what it proves"},
	{"a bundle", ".vouch", "vouch check --trust TRUST checks it"},
	{"a statement", ".statement", "vouch verify verifies it"},
	{"a program in Ada", ".adb .ads", ""},
	{"a program in assembly", ".s .asm", ""},
	{"a program in C#", ".cs", ""},
	{"a program in CUDA", ".cu .cuh", ""},
	{"a program in D", ".d", ""},
	{"a program in Dart", ".dart", ""},
	{"a program in Erlang", ".erl .hrl", ""},
	{"a program in Fortran", ".f .f77 .f90 .f95 .f03 .f08 .for", ""},
	{"a program in Go", ".go", ""},
	{"a program in Haskell", ".hs .lhs", ""},
	{"a program in Java", ".java .class .jar", ""},
	{"a program in JavaScript", ".js .mjs .cjs .jsx", ""},
	{"a program in Julia", ".jl", ""},
	{"a program in Kotlin", ".kt .kts", ""},
	{"a program in Lisp", ".lisp .el .scm .rkt .clj", ""},
	{"a program in Lua", ".lua", ""},
	{"a program in Nim", ".nim", ""},
	{"a program in OCaml", ".ml .mli", ""},
	{"a program in Objective-C", ".m .mm", ""},
	{"a program in Pascal", ".pas .pp", ""},
	{"a program in Perl", ".pl .pm", ""},
	{"a program in PHP", ".php", ""},
	{"a program in Python", ".py .pyi .pyx", ""},
	{"a program in Ruby", ".rb", ""},
	{"a program in Rust", ".rs", ""},
	{"a program in Scala", ".scala", ""},
	{"a program in Solidity", ".sol", ""},
	{"a program in Swift", ".swift", ""},
	{"a program in Tcl", ".tcl", ""},
	{"a program in TypeScript", ".ts .tsx", ""},
	{"a program in Verilog or VHDL", ".sv .svh .vhd .vhdl", ""},
	{"a program in Zig", ".zig", ""},
	{"a script", ".sh .bash .zsh .fish .bat .ps1 .mk .cmake", ""},
	{"code of LLVM", ".ll .bc", "give vouch the source in C"},
	{"compiled code", ".o .a .so .dll .dylib .exe .obj .lib .elf .wasm .pyc", "give vouch the source in C"},
	{"a document", ".md .rst .html .htm .xml .css .pdf .tex .doc .docx .odt", ""},
	{"a picture", ".png .jpg .jpeg .gif .svg .bmp .webp .ico", ""},
	{"data", ".json .jsonl .yaml .yml .toml .ini .cfg .csv .sarif .sql .info .zip .gz .xz .bz2 .tar .tgz .7z", ""},
}

// Foreign says what a file is that is no program in a language of vouch, as the extension of its name tells, and what
// to do about it. It returns "" for other files.
func Foreign(file string) (what, hint string) {
	extension := filepath.Ext(file)
	if _, ours := lang.Of(file); ours || extension == "" {
		return "", ""
	}
	for _, exact := range []bool{true, false} { // .C is not .c
		for _, f := range foreign {
			for e := range strings.FieldsSeq(f.extensions) {
				if e == extension || !exact && strings.EqualFold(e, extension) {
					return f.what, f.hint
				}
			}
		}
	}
	return "", ""
}

// Refused returns the error of a file that Foreign knows; nil for any other.
func Refused(file string) error {
	what, hint := Foreign(file)
	if what == "" {
		return nil
	}
	e := &source.Error{File: file,
		Msg: fmt.Sprintf("found %s, as its name says, want a program in C (*.c) or in IMP (*.imp)", what), Hint: hint}
	if hint == "" {
		e.Hint = "a program in IMP may have any name that does not end as those of another language do"
	}
	return source.ErrorList{e}
}
