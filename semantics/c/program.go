package c

import (
	"math/big"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the program under construction: its units, and its objects and functions by their names.

// program is what several units are linked to.
type program struct {
	meter    *semantics.Meter
	options  *Options
	core     *core.Program
	units    []*unit
	errors   source.ErrorList
	symbols  map[string]*symbol // with external linkage, by name
	strings  map[string]int     // string literals, by their bytes and the size of an element: the index of the global
	todo     []*symbol          // functions and objects that something refers to and that are not lowered yet
	checking bool               // whether what is lowered now is forgotten
	current  *symbol            // what is lowered now

	files    *files                 // that #include finds
	models   map[string]*unit       // by the file of libc
	macros   *string                // that are defined before the program begins
	statics  []staticLocal          // of the functions so far
	declared map[*symbol]*symbol    // models as the program declares them
	provided map[string]*symbol     // what the models define with external linkage, by name
	draws    map[string][2]*big.Int // the range of each input so far
	names    map[string]int         // how often each name of a function or an object was taken
}

// unit is a translation unit.
type unit struct {
	p       *program
	ast     *cc.AST
	path    string             // of the file, by which #include finds what is beside it
	name    string             // of the file, as messages name it
	library bool               // whether it is a model of ours
	files   map[string]int32   // index in core.Program.Sources, by the name of the file
	statics map[string]*symbol // with internal linkage, by name

	linkage  map[string]*linkage // what attributes say of a name; nil if nothing
	external map[string]bool     // functions of which a declaration is not inline, or is extern; nil if nobody asked yet
	names    names
	included int             // how many files, each time counted
	missing  string          // a file that is not there; "" if all are
	cyclic   bool            // whether these were too many
	ended    bool            // whether the preprocessor came to the end of the file
	once     map[string]bool // files that are included once only

	inits  map[*cc.Declarator]*cc.Initializer // of static locals
	locals map[*cc.Declarator]*symbol         // static locals of functions
	labels map[*cc.UnaryExpression]*target    // what each && of the functions so far means
	types  types                              // what package types remembers
	firsts map[cc.Node]cc.Node                // with which operand a chain of operators begins
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
	inline    bool            // a function with an inline definition only (C11 6.7.4p7), which gives way to others
	place     source.Span     // of the definition, or the first declaration
	decl      *cc.Declarator
	model     *symbol // what the program has declared and the library defines; else nil
}

// charge takes n units of work from the meter. Lowering goes on to its end with an exhausted meter, doing as little as it can: see stopped.
func (p *program) charge(n int) bool { return p.meter.Charge(n) }

// stopped reports whether there is no sense in going on.
func (p *program) stopped() bool { return p.meter.Exhausted() }
