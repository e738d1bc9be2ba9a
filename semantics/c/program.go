package c

import (
	"math/big"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the program under construction: its units, and its objects and functions by their names.

// program is the program to which all units are linked.
type program struct {
	meter    *semantics.Meter
	options  *Options
	core     *core.Program
	units    []*unit
	errors   source.ErrorList                            // that are in no function
	wrong    map[*cc.FunctionDefinition]source.ErrorList // those in the bodies of functions
	refused  map[*cc.FunctionDefinition]source.ErrorList // functions with errors, which are not lowered
	symbols  map[string]*symbol                          // with external linkage, by name
	strings  map[string]int                              // the index of the global of each string literal, by its bytes and the size of an element
	todo     []*symbol                                   // functions and objects that are used and not lowered yet
	checking bool                                        // whether the result of lowering is forgotten: only its errors count
	keep     bool                                        // whether rest is wanted, with places
	rest     []*core.Func                                // the functions to which nothing refers
	removed  *removal                                    // what is taken out of the texts, because it has errors
	places   map[*source.Error]*unit                     // the unit of each error that is in no function
	parsed   int                                         // words of memory that syntax trees take
	current  *symbol                                     // the symbol that is being lowered
	expected int                                         // words of memory for syntax trees that nobody has made yet
	held     int                                         // words of memory that the program takes so far
	passing  int                                         // words of memory that are needed until the present function or object is lowered
	owners   map[int]*symbol                             // by the index of the global
	index    map[string]int32                            // of each source by its name; nil until something asks

	files    *files                 // that #include finds
	models   map[string]*unit       // by the file of libc
	trees    []*tree                // of all units
	macros   *string                // that are defined before the program begins
	early    *bool                  // the answer of mayEndEarly; nil until something asks
	statics  []staticLocal          // of the functions so far
	declared map[*symbol]*symbol    // models as the program declares them
	provided map[string]*symbol     // what the models define with external linkage, by name
	draws    map[string][2]*big.Int // the range of each input so far
	names    map[string]int         // how many functions and objects have each name
	unknowns []*unknown             // functions of which only their types are known
	bodiless map[string]*Type       // functions without a body that are called and return any value
	more     bool                   // whether there may be variable arguments of which nothing is known
}

// unit is a translation unit.
type unit struct {
	p       *program
	ast     *cc.AST
	tree    *tree              // that has ast; nil if nobody remembers it
	path    string             // of the file, by which #include finds what is beside it
	name    string             // of the file, as messages name it
	library bool               // whether it is a model of ours
	files   map[string]int32   // index in core.Program.Sources, by the name of the file
	statics map[string]*symbol // with internal linkage, by name

	internals map[string]bool     // whether names at file scope have internal linkage, as far as it was asked
	linkage   map[string]*linkage // what attributes say of a name; nil if nothing
	external  map[string]bool     // functions with a declaration that is not inline, or is extern; nil until something asks
	names     names
	bodies    []*cc.FunctionDefinition // in their order; nil until something asks
	included  int                      // number of inclusions of files so far
	missing   string                   // a missing file; "" if none is missing
	cyclic    bool                     // whether there were too many inclusions
	ended     bool                     // whether the preprocessor came to the end of the file
	once      map[string]bool          // files that are included once only

	inits  map[*cc.Declarator]*cc.Initializer // of static locals
	locals map[*cc.Declarator]*symbol         // static locals of functions
	labels map[*cc.UnaryExpression]*target    // what each && of the functions so far means
	types  types                              // the types of the unit
	firsts map[cc.Node]cc.Node                // the first operand of each chain of operators
	tables map[*cc.InitializerList]*tableRead // of the lists that stand for tables
}

// symbol is a function or an object with static storage, of one unit or of all.
type symbol struct {
	name      string // as C has it
	t         *Type  // composite of all declarations so far
	unit      *unit  // that defines it, or that declared it first
	global    int    // index in core.Program.Globals; -1 if it is no object, or none that anything refers to yet
	fn        int    // index in core.Program.Funcs; -1 as well
	def       *cc.FunctionDefinition
	init      *cc.Initializer // nil if there is none
	tentative bool            // an object that is defined without an initializer
	defined   bool            // whether it has a definition
	lowered   bool            // whether it was lowered; otherwise nothing refers to it, or it is in todo
	inline    bool            // whether a function has only an inline definition (C11 6.7.4p7); another definition replaces it
	place     source.Span     // of the definition, or the first declaration
	decl      *cc.Declarator
	model     *symbol // the library's definition of a function that the program declares; otherwise nil
}

// charge takes n units of work from the meter. If the meter is exhausted, lowering goes on to its end with as little work as it can: see stopped.
func (p *program) charge(n int) bool { return p.meter.Charge(n) }

// hold counts words of memory that the program takes, and as much work.
func (p *program) hold(words int) {
	if p.charge(words) && p.meter.Hold(words) {
		p.held += words
	}
}

// pass counts words of memory that are needed until the present function or object is lowered, and as much work.
func (p *program) pass(words int) bool {
	if p.charge(words) && p.meter.Hold(words) {
		p.passing += words
	}
	return !p.stopped()
}

// passed ends the lowering of a function or an object.
func (p *program) passed() {
	p.meter.Release(p.passing)
	p.passing = 0
}

// forget releases the memory of parts of the program that are dropped: all that was held since the given number of words was.
func (p *program) forget(held int) {
	p.meter.Release(p.held - held)
	p.held = held
}

// expect counts the memory of the syntax tree of a file before it is read.
func (p *program) expect(f *file) bool {
	if !p.charge(len(f.text)) {
		return false
	}
	text := f.seen()
	n := wordsPerToken*tokens(text) + len(text)/8
	for _, t := range f.tables {
		p.hold(len(t.order)/2 + len(t.elements)*wordsPerElement)
	}
	p.charge(n)
	p.expected += n
	return p.grow(n)
}

// read counts the memory of the syntax tree of a text that the parser gets, as far as nobody expected it: files may be included several times, and macros make
// tokens. It reports whether the parser may go on.
func (p *program) read(words int) bool {
	n := max(0, words-p.expected)
	p.expected = max(0, p.expected-words)
	p.charge(n)
	return p.grow(n) && !p.stopped()
}

// grow counts words of memory of syntax trees.
func (p *program) grow(words int) bool {
	if !p.meter.Hold(words) {
		return false
	}
	p.parsed += words
	return true
}

// weigh counts the memory of an expression, and of those in it.
func (p *program) weigh(x *core.Expr) {
	if x == nil || p.stopped() {
		return
	}
	p.hold(wordsPerOperator)
	p.weigh(x.X)
	p.weigh(x.Y)
}

// The memory of code and of what is made on the way to it, in machine words: what an instruction, an operator, a part of an object, a part that an initializer
// sets, and a type take at most, with their places in lists.
const (
	wordsPerInstr    = 48
	wordsPerOperator = 16
	wordsPerInit     = 40
	wordsPerItem     = 24
	wordsPerElement  = 40 // of a table: its text, and what init.go reads
	wordsPerType     = 32
)

// nodeWork is about how much work it takes to look at a node of a syntax tree, or at a type.
const nodeWork = 32

// stopped reports whether further work has no use.
func (p *program) stopped() bool { return p.meter.Exhausted() }
