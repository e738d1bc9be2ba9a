package c

import (
	"math/big"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the program under construction: what is known of it, and of its units, its names, its functions and
// their blocks.

// language has the parts of the language inside of which all others may be: an expression may have statements, a type
// an expression, and an operator on vectors is one on their elements. The files of the parts need only this table.
// lower.go makes it.
type language struct {
	value                  func(f *fn, n cc.ExpressionNode) value
	typing                 func(f *fn, n cc.ExpressionNode) (*Type, int)
	constant               func(e *folding, n cc.ExpressionNode) constant
	call                   func(f *fn, n *cc.PostfixExpression) value
	items                  func(f *fn, n *cc.CompoundStatement, wanted bool) value
	body                   func(f *fn, params []parameter, body *cc.CompoundStatement)
	conversion             func(f *fn, v value, t *Type) value
	arithmetic, comparison func(f *fn, n cc.Node, op operator, a, b value) value
	negation               func(f *fn, n cc.Node, v value) value
	declared               func(u *unit, f *fn, d *cc.Declarator) *Type
	named                  func(u *unit, f *fn, n *cc.TypeName) *Type
	complete               func(u *unit, t *Type)
}

// program is the program to which all units are linked.
type program struct {
	language *language
	meter    *semantics.Meter
	options  *Options
	core     *core.Program
	units    []*unit
	errors   source.ErrorList                            // that are in no function
	wrong    map[*cc.FunctionDefinition]source.ErrorList // those in the bodies of functions
	refused  map[*cc.FunctionDefinition]source.ErrorList // functions with errors, which are not lowered
	symbols  map[string]*symbol                          // with external linkage, by name
	// the index of the global of each string literal, by its bytes and the size of an element
	strings map[string]int
	todo    []*symbol // functions and objects that are used and not lowered yet
	// whether the result of lowering is forgotten: only its errors count
	checking bool
	keep     bool                    // whether rest is wanted, with places
	rest     []*core.Func            // the functions to which nothing refers
	removed  *removal                // what is taken out of the texts, because it has errors
	places   map[*source.Error]*unit // the unit of each error that is in no function
	parsed   int                     // words of memory that syntax trees take
	current  *symbol                 // the symbol that is being lowered
	expected int                     // words of memory for syntax trees that nobody has made yet
	held     int                     // words of memory that the program takes so far
	// words of memory that are needed until the present function or object is lowered
	passing int
	owners  map[int]*symbol  // by the index of the global
	index   map[string]int32 // of each source by its name; nil until something asks

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
	// functions with a declaration that is not inline, or is extern; nil until something asks
	external map[string]bool
	names    names
	bodies   []*cc.FunctionDefinition // in their order; nil until something asks
	included int                      // number of inclusions of files so far
	missing  string                   // a missing file; "" if none is missing
	cyclic   bool                     // whether there were too many inclusions
	ended    bool                     // whether the preprocessor came to the end of the file
	once     map[string]bool          // files that are included once only

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
	// whether a function has only an inline definition (C11 6.7.4p7); another definition replaces it
	inline bool
	place  source.Span // of the definition, or the first declaration
	decl   *cc.Declarator
	model  *symbol // the library's definition of a function that the program declares; otherwise nil
}

// charge takes n units of work from the meter. If the meter is exhausted, lowering goes on to its end with as little
// work as it can: see stopped.
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

// forget releases the memory of parts of the program that are dropped: all that was held since the given number of
// words was.
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

// read counts the memory of the syntax tree of a text that the parser gets, as far as nobody expected it: files may be
// included several times, and macros make tokens. It reports whether the parser may go on.
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

// The memory of code and of what is made on the way to it, in machine words: what an instruction, an operator, a part
// of an object, a part that an initializer sets, and a type take at most, with their places in lists.
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

// fn is a function of the core under construction.
type fn struct {
	u     *unit
	p     *program
	def   *Type // the type of the function of C
	name  string
	out   *core.Func
	span  source.Span // of the node that is being lowered: each new instruction gets it
	idle  map[core.Type][]int
	live  []int // temporary slots in use, in the order taken
	temps int
	names map[string]int // how many slots have each name

	vars   map[any]*variable  // what a declarator (*cc.Declarator) of the function is; see variableOf
	scope  *scope             // the innermost block
	undef  map[core.Type]int  // a slot that is never set, for each type
	own    map[int]*core.Expr // the slots that point to the start of an object of this call, with its size
	result place              // where the function stores a result that is an aggregate
	va     int                // the slot that points to the variable arguments; -1 if there are none
	// whether the calls that it makes have more variable arguments, of which nothing is known
	more   bool
	passed *cc.PostfixExpression // the call whose value the function returns unchanged
	jumps  jumps                 // where break and continue go

	survey     *survey                         // what is known of the body
	caseLabels map[*cc.LabeledStatement]*label // of the enclosing switches
	placed     int                             // where the last label was placed
	turn       int                             // the last jump, branch or entry of a loop; -1 if there is none
	nulls      []int                           // slots that are null at the entry
	goal       int                             // the slot with the target of a computed goto; -1 if there is none
	dispatch   map[*scope]*label               // the code that chooses the target of the computed gotos of a scope
	// the slot that points to an object of this activation of the function; -1 if there is none
	frame int
	// the global that stands for the place where the function was called; -1 if there is none
	caller int

	typed map[cc.ExpressionNode]typing // the types of expressions that are known so far
	facts map[cc.ExpressionNode]fact   // what lowering an expression does, as far as it is known
}

// types holds the types of a unit. Each type is made at its first use.
type types struct {
	ready        bool
	declarations map[*cc.DirectDeclarator]*declaration // of each declarator, by the node of its name
	made         map[*cc.DirectDeclarator]*Type        // its type
	records      map[*cc.StructOrUnionSpecifier]*Type  // by the specifier that defines it
	// structures and unions that no specifier defines, by keyword and tag
	opaque  map[string]*Type
	waiting []*cc.StructOrUnionSpecifier         // records whose members are not laid out yet
	later   map[*Record][]func()                 // functions to call when a record is complete
	tags    map[*cc.Scope]map[string][]forward   // declarations of tags without members
	enums   map[*cc.EnumSpecifier]*Type          // by the specifier that defines it
	values  map[*cc.Enumerator]constant          // of enumerators
	listed  map[*cc.Enumerator]*cc.EnumSpecifier // where an enumerator is defined
	packed  map[*cc.EnumSpecifier]bool           // enumerations with the attribute packed
	modes   map[*cc.EnumSpecifier]string         // those with the attribute mode
	// the definition of a record whose members are not laid out yet
	specs   map[*Record]*cc.StructOrUnionSpecifier
	depth   int              // number of nested calls that make types
	pragmas []pragma         // #pragma pack, in their order
	reading map[*symbol]bool // constant objects whose initializers are being read
	// what the initializers of constant objects set, as far as it was read
	contents map[*symbol][]core.Init
	literals map[*cc.PostfixExpression]*literalObject // compound literals outside of functions
	outside  *fn                                      // for expressions outside of functions
}

// survey is what the survey of a function's body has found.
type survey struct {
	u      *unit
	name   string                  // of the function
	taken  map[*cc.Declarator]bool // locals whose address is taken
	blocks map[cc.Node]*block      // by *cc.CompoundStatement and *cc.IterationStatement
	cases  map[*cc.LabeledStatement][]cc.Node
	labels map[*cc.LabeledStatement]*target
	jumps  map[cc.Node]*target // of *cc.JumpStatement with a name, and of *cc.UnaryExpression with &&
	object int                 // the global whose bytes are the addresses of labels; -1 if there is none
	addrs  []*target           // labels whose address is taken, in the order of their first &&
	names  []map[string]*target
	marked bool // whether there are labels, those of cases included
	// back is whether control may come back in a block without leaving it: there is a goto to a label before it, or to
	// the value of an expression.
	back bool

	locals map[*cc.Declarator]bool // parameters and locals
	// the functions that the attribute cleanup of locals names: each gets the address of the local at the end of its
	// scope
	cleanups map[*cc.Declarator]cc.ExpressionNode
	outer    *survey // of the function around a nested one
	// of a nested function: the locals of functions around it that it needs
	captures []*cc.Declarator
	nested   map[*cc.Declarator]*nestedFunction
	envs     []int // the environments of the nested functions to which there are pointers
}

// target is a label.
type target struct {
	name     string
	def      *cc.LabeledStatement
	use      cc.Node   // a node that mentions it
	path     []cc.Node // the enclosing scopes, the outermost first
	backward bool      // whether a goto after it goes to it
	taken    bool      // whether its address is taken
	survey   *survey   // of its function
	index    int       // its number among the labels whose address is taken
	entry    *label    // for control that comes from before it
	head     *label    // for control that comes back to it
}

// unknown is an unknown function.
type unknown struct {
	asked  map[string]bool
	symbol *symbol        // the entry function
	p      entryParameter // of which it is a part
	path   string         // its name
	t      *Type          // its type
	depth  int            // how many pointers inside of objects lead to it
	fn     int            // its index in core.Program.Funcs
}

// staticLocal is a static local with an initializer.
type staticLocal struct {
	u    *unit
	d    *cc.Declarator
	init *cc.Initializer
}

// nestedFunction is a function that is defined inside of another.
type nestedFunction struct {
	item   *cc.BlockItem
	survey *survey
	fn     int // index in core.Program.Funcs; -1 until something refers to it
	// the global with the pointers that it takes, for calls through a pointer to it; -1 until there is such a pointer
	env   int
	thunk int // the target of such a pointer: a function that calls the nested one with the pointers in env
}

// names holds what is known of the names of a unit.
type names struct {
	uses     map[*cc.PrimaryExpression]cc.Node     // what a name means: *cc.Declarator, *cc.Enumerator or nil
	callees  map[*cc.PrimaryExpression]bool        // names of called functions, which need no declaration
	implicit map[string]*cc.Declarator             // functions without a declaration, by name
	old      map[*cc.Parameter]*cc.Declarator      // parameters of definitions without prototypes, declared or made up
	list     map[*cc.IdentifierList]*cc.Declarator // the same by their places in the list of names
	made     map[*cc.Declarator]bool               // declarators that we made up
	doubtful []*cc.IdentifierList                  // names of parameters that may be those of types that are taken out
}

// linkage has the attributes of a name at file scope.
type linkage struct {
	weak, noreturn          bool
	constructor, destructor int64 // its priority, the least runs first and last; 0 if the function is none
	alias                   string
}

// tree is the syntax tree of a unit, with the texts and settings from which it was made.
type tree struct {
	unit    settings
	text    []byte   // of the unit's file
	read    []answer // the answers to what else the parser asked for
	ast     *cc.AST
	pragmas []pragma
	noted   []any // the nodes of which index notes something; nil if nobody asked yet
	tokens  int   // number of tokens of all texts, estimated
	words   int   // of memory that the meter counts for it
}

// scope is a block, a loop, the rest of a block after the declaration of a variable array, or a full expression.
type scope struct {
	outer *scope
	// *cc.CompoundStatement, *cc.IterationStatement, or the *cc.Declarator of a variable array; nil for a full
	// expression and for a statement that is a block
	node    cc.Node
	whole   bool   // whether it is a full expression
	start   int    // index in the code where it began
	objects []made // the objects that it has made
}

// variable is a variable that a declarator in a function declares.
type variable struct {
	d      *cc.Declarator
	t      *Type
	slot   int  // the slot that holds the variable, or that points to its object
	object bool // whether slot points to an object
}

// made is an object that a scope has made.
type made struct {
	slot  int  // that points to it
	maybe bool // whether some path to here does not make it: the slot is null then

	// For a call at the end of a local's scope, instead of an object:
	cleanup cc.ExpressionNode // the function
	t       *Type             // of the local
}

// jumps has the statements that break and continue leave or repeat.
type jumps struct {
	exits []exit
}

// exit is a statement that break leaves, or whose next iteration continue begins.
type exit struct {
	scope *scope // around its targets
	brk   *label
	cont  *label // nil in a switch
}

// block is the contents of a scope: its locals, without variable arrays, which have scopes of their own.
type block struct {
	locals   []local
	vars     []*variable // the locals that are objects
	prepared bool
	entered  bool // whether there are labels in it
	loop     int  // of a loop: its number; -1 as long as it has none
}

// local is the declaration of a local.
type local struct {
	d    *cc.Declarator
	init *cc.Initializer // nil if there is none
	auto bool            // whether the initializer gives the type
}

// declaration is what a declarator is a part of.
type declaration struct {
	specs *cc.DeclarationSpecifiers
	attrs []*cc.AttributeSpecifierList // that follow the declarator
	auto  *cc.Initializer              // of __auto_type: what gives the type
	init  *cc.Initializer              // the initializer that gives an array its length, if the declarator does not
	param bool                         // whether it declares a parameter
}

// forward is a declaration of a tag alone, as in "struct s;": it hides a tag of an outer scope.
type forward struct {
	spec *cc.StructOrUnionSpecifier
	seq  int
}

// pragma is what such a line sets for the records that follow.
type pragma struct {
	file  string
	line  int
	limit int64 // of alignments, in bytes; 0 if there is none
	stack *pushed
	ms    bool // whether #pragma ms_struct on holds
}

// pushed is a stack of limits.
type pushed struct {
	limit int64
	rest  *pushed
}

// settings are the settings with which a unit is read.
type settings struct {
	path, search, commands, predefined string
	library                            bool
}

// answer is an answer of the file system that cc sees.
type answer struct {
	name string
	text []byte
	err  error
}

// entryParameter is a parameter of the entry function.
type entryParameter struct {
	name string
	t    *Type
	at   cc.Node
}

// parameter is a parameter of a definition.
type parameter struct {
	d     *cc.Declarator
	old   bool  // whether its declaration follows the parentheses, so that arguments are promoted
	plain bool  // whether it has no declaration, so that it is an int
	given *Type // its type in a prototype of the function, as which it comes; nil if there is none
}

// folding is an evaluation of a constant expression.
type folding struct {
	u       *unit
	f       *fn
	initial bool
	why     string // why it is not constant; "" so far
}

// wordsPerToken is how many words of memory the parser and the readers of its trees take for one token.
const wordsPerToken = 100
