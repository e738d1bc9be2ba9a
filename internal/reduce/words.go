package reduce

// This file defines what the scanner makes of a text: words, pieces, macros and declarations.

// word is a name or a number of the program, as an index of reducer.words.
type word int32

// need is a word that something in a main file has that is kept, or something in a header: then the file is global.
type need struct {
	w    word
	file int
}

// global is the file of what a header has.
const global = -1

// absent is an item that was left out, and the word that leads to it.
type absent struct {
	need
	*item
}

// macro is what the program defines under a name, once or several times.
type macro struct {
	items  []*item
	pastes bool // whether a body has ##
	odd    bool // whether the brackets of a body do not match
	whole  bool // whether a body has a ; or a brace, as a declaration has
	args   bool // whether a body has arguments outside of attributes

	asked, vanishes bool // the answer of reducer.vanishes, if it was asked
	looked, sets    bool // the answer of reducer.sets, if it was asked
}

// reducer reduces one program.
type reducer struct {
	ids    map[string]word
	words  []string
	files  []*scanned
	macros map[word]*macro
	// by word: the last item that a scanner of texts, or one of the bodies of macros, has met it in
	inTexts, inMacros []*item

	declaring [][]*item     // by word: what may declare it
	needed    []bool        // by word: whether something that is kept has it
	asks      map[need]bool // what is needed
	tested    []bool        // by word: whether a condition of the preprocessor has it
	todo      []need
	shapes    [][]word         // what macros that are kept paste
	parts     map[word][]*item // by word: the declarations that may declare what is pasted of it and others
	counts    map[word]bool    // the words that may stand for counter; nil if nobody has asked
	last      []int            // by word: the last item that declares it, counted by serial
	serial    int
	entered   []word               // the words for which index entered something in declaring since it was nil
	names     map[string][]*item   // the items of files that are not known, by the names that they may declare
	ran       map[word]bool        // the functions that a run needs, as somebody says; nil if nobody does
	without   []absent             // what was left out though words lead to it
	users     map[*item][]*scanned // the files that are only read in the midst of some items
	wanted    map[word]bool        // these, and what the rest of what is kept has, where nobody says what it needs
}

// item is a piece of a file that is kept or left out as one: a declaration at file scope, or the definition of a macro.
type item struct {
	pieces   []piece // in order; the directives between them are other items
	declares []word  // names that it may declare
	words    []word
	names    []word // words that mean something only if they are macros
	file     int    // the main file that has it; global for headers
	in       int    // the file that has it
	local    bool   // whether only its file can refer to it
	body     bool   // whether it has the body of a function
	// of a function whose head is a declaration if a ; follows it, unless macros in it define something: where its body
	// begins, and how many of the words and names are before it; 0 if it is another item
	brace, heads, headNames int
	head                    bool // whether its head is kept without its body
	sets                    bool // whether it may give an object a value, call a function, or name one otherwise
	inner                   bool // whether it is of a file that is only read in the midst of other items
	used                    bool // of such a one: whether one of these is kept
	params                  bool // whether it may declare a function, which has parentheses
	define                  bool // whether it defines the macro declares[0]
	keep                    bool // whether it is kept
	always                  bool // whether it is kept in any case
	tested                  bool // of a macro: whether it is kept for a condition

	// What it declares if some of its words are macros.
	// words outside of brackets without a sign between them; the last may be declared, or another if those behind it
	// stand for nothing
	runs   [][]word
	groups []call
	gives  []word // of a macro: the words of its body outside of attributes, without its parameters
	// of a macro: those with which its body begins and that have parentheses behind them: macros, if they are macros at
	// all
	calls  []word
	args   bool          // of a macro: whether its body has parameters outside of attributes
	whole  bool          // of a macro: whether its body has a ; or a brace
	bare   bool          // of a macro: whether its body has nothing but words, and pragmas about warnings
	expr   bool          // of a macro: whether its body can only be an expression, so that no declaration is made of it
	pastes [][]word      // of a macro: the parts of each word that its body pastes
	parts  map[word]bool // of which it may paste names that it declares; nil if it pastes none
	may    []word        // all that it may declare
}

// call is a word before parentheses, with the words in them. If it is a macro, the item may declare these, and does not
// declare the word itself if that stands alone.
type call struct {
	w     word
	words []word
	alone bool // whether no type and no other word is before it
}

// piece is a region of a text, in bytes.
type piece struct{ start, end int }

// word returns the index of a word.
func (r *reducer) word(text []byte) word {
	if w, ok := r.ids[string(text)]; ok {
		return w
	}
	w := word(len(r.words))
	r.words = append(r.words, string(text))
	r.ids[r.words[w]] = w
	return w
}

// scanned is a file, taken apart.
type scanned struct {
	items    []*item
	blank    []piece   // what no compiler of C reads
	included []string  // the files that it includes, by their names in #include
	computed bool      // whether a macro names one
	inside   []middle  // the files that are included in the middle of a declaration
	choices  []*choice // the conditions of the preprocessor; those inside of others come before these
	fixed    []fixed   // the other directives, but for definitions of macros
	roots    []word    // that other directives have
	whole    bool      // whether all of it is kept
	within   []*item   // those in the midst of which it is included; nil if it is a file of its own
	// words with which it ends, without a sign behind them; if they may stand for something, all of it is kept
	rest    []word
	odd     map[*item]bool // definitions of macros whose brackets do not match
	without string         // see Text.Without
}

// choice is a condition of the preprocessor, from #if to #endif. It is kept if something in it is.
type choice struct {
	pieces []piece // its directives, in order
	words  []word  // that they have
	keep   bool
	always bool // whether it is kept in any case
}

// fixed is a directive that is kept: always, or if something that is kept has the word w.
type fixed struct {
	piece
	w word // -1 for always
}

// middle is a file that is included in the middle of a declaration, unless what came before stands for nothing.
type middle struct {
	*item        // which has the directive among its pieces; nil if the directive is kept in any case
	name  string // "" if a macro names it
	after []word // the words before it; nil if there is more than words
}
