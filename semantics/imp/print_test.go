package imp

import (
	"bytes"
	"embed"
	"fmt"
	"math/big"
	"math/rand"
	"slices"
	"strings"
	"testing"
)

//go:embed testdata/corpus/*.imp
var corpusFiles embed.FS

// corpus returns the programs of testdata/corpus.
func corpus(t testing.TB) map[string][]byte {
	entries, err := corpusFiles.ReadDir("testdata/corpus")
	if err != nil || len(entries) == 0 {
		t.Fatalf("the corpus is empty: %v", err)
	}
	texts := map[string][]byte{}
	for _, e := range entries {
		text, err := corpusFiles.ReadFile("testdata/corpus/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		texts[e.Name()] = text
	}
	return texts
}

func TestCorpusParses(t *testing.T) {
	for name, text := range corpus(t) {
		f, err := Parse(name, text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkReprint(t, text, f)
	}
}

// allComments returns the comments of a text in the order of their contents.
func allComments(text []byte) []string {
	s := scanner{src: strings.TrimPrefix(string(text), "\ufeff"), line: 1}
	var all []string
	for {
		t := s.next()
		for _, c := range t.comments {
			if c.text != "" {
				all = append(all, c.text)
			}
		}
		if t.kind == endOfFile {
			slices.Sort(all)
			return all
		}
	}
}

// checkReprint checks that the canonical text of f, which was parsed from text, stands for f.
func checkReprint(t *testing.T, text []byte, f *File) {
	t.Helper()
	once := Print(f)
	g, err := Parse("again", once)
	if err != nil {
		t.Fatalf("%q is printed as\n%s\nwhich is refused: %v", text, once, err)
	}
	if !Equal(f, g) || dump(f.Body, false) != dump(g.Body, false) {
		t.Fatalf("%q is printed as\n%s\nwhich has another tree:\n%s\n%s", text, once, dump(f.Body, false), dump(g.Body, false))
	}
	if twice := Print(g); !bytes.Equal(once, twice) {
		t.Fatalf("%q is printed as\n%s\nand then as\n%s", text, once, twice)
	}
	if a, b := allComments(text), allComments(once); !slices.Equal(a, b) {
		t.Fatalf("%q has the comments %q, printed %q", text, a, b)
	}
}

func FuzzParsePrint(f *testing.F) {
	for _, text := range corpus(f) {
		f.Add(text)
	}
	for _, c := range accepted {
		f.Add([]byte(c.src))
	}
	for _, c := range rejected {
		f.Add([]byte(c.src))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := Parse("t", text)
		if err != nil {
			return
		}
		checkReprint(t, text, file)
		Resolve(file) // must not panic
	})
}

func TestLayout(t *testing.T) {
	for _, c := range []struct{ title, src, want string }{
		{"statements", "x:=1;y=(2)skip;fail", "x = 1\ny = 2\nskip\nfail\n"},
		{"words", "if a<1 then x=1 else x=2 fi while b<1 do skip od",
			"if a < 1 {\n  x = 1\n} else {\n  x = 2\n}\nwhile b < 1 {\n  skip\n}\n"},
		{"else if", "if a<1 then else if b<1 then skip else fi fi", "if a < 1 {\n} else if b < 1 {\n  skip\n} else {\n}\n"},
		{"else if needs no braces of its own", "if a<1 {} else { if b<1 {} }", "if a < 1 {\n} else if b < 1 {\n}\n"},
		{"else if with a comment keeps them", "if a<1 {} else { # c\nif b<1 {} }", "if a < 1 {\n} else {\n  # c\n  if b < 1 {\n  }\n}\n"},
		{"else if followed by a comment keeps them", "if a<1 {} else { if b<1 {}\n# c\n}", "if a < 1 {\n} else {\n  if b < 1 {\n  }\n  # c\n}\n"},
		{"comment after an else-if", "if a<1 {} else if b<1 {} # c", "if a < 1 {\n} else if b < 1 {\n} # c\n"},
		{"comment before else", "if a<1 {} # c\nelse {}", "# c\nif a < 1 {\n} else {\n}\n"},
		{"declarations and macros stand apart", "input x option division floor macro f(a) {a=1} macro g {} f(x) g skip",
			"input x\noption division floor\n\nmacro f(a) begin\n  a = 1\nend\n\nmacro g() begin\nend\n\nf(x)\ng()\nskip\n"},
		{"comments", "# a\nx = (* b *) 1; # c\n# d\n", "# a\n(* b *)\nx = 1 # c\n# d\n"},
		{"comments behind one another", "x = 1 (* a *) ; (* b *) # c", "x = 1 (* a *) (* b *) # c\n"},
		{"comment over lines", "while a<1 { x = 1 (* a\nb *) }(*c\n\nd*)", "while a < 1 {\n  x = 1 (* a\nb *)\n} (*c\n\nd*)\n"},
		{"comment in an empty block", "while a<1 { # c\n}", "while a < 1 {\n  # c\n}\n"},
		{"carriage returns", "(* a\r\n*) skip # b \r\n", "(* a\n*)\nskip # b\n"},
		{"blank lines", "\n\nx = 1\n\n\n\ny = 2;\n \t\n;\n\n# a\n\n# b\nskip\n\n", "x = 1\n\ny = 2\n\n# a\n\n# b\nskip\n"},
		{"blank lines in blocks", "while a<1 {\n\n  skip\n\n  # c\n\n}\nif a<1 {\n\n} else\n\n if b<1 {\n# c\n\n\n}",
			"while a < 1 {\n  skip\n\n  # c\n}\nif a < 1 {\n} else if b < 1 {\n  # c\n}\n"},
		{"blank lines inside a statement", "x =\n\n 1 +\n\n 2", "x = 1 + 2\n"},
		{"operators", "assert !(a=1)&&b==1||c!=1", "assert not a == 1 and b == 1 or c != 1\n"},
		{"only the parentheses needed", "x = ((a*b)+(c))-(d-(e*f)) y = (a+b)*c/(d/e)", "x = a * b + c - (d - e * f)\ny = (a + b) * c / (d / e)\n"},
		{"conditions likewise", "assert ((a<1) or ((b<1) and (c<1))) and not (not (d<1)) and not (e<1 and f<1)",
			"assert (a < 1 or b < 1 and c < 1) and not not d < 1 and not (e < 1 and f < 1)\n"},
		{"signs", "x = -(3) + --3 - -x * -(x+1)", "x = -(3) + --3 - -x * -(x + 1)\n"},
	} {
		f, err := Parse("t", []byte(c.src))
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
		} else if got := string(Print(f)); got != c.want {
			t.Errorf("%s: %q:\n got %q\nwant %q", c.title, c.src, got, c.want)
		}
	}
}

func TestFormat(t *testing.T) {
	src := `option division floor input x, y macro f(a, b) begin end
		if a > b { skip } while x<k { skip } x := x+1 assume a=1 assert(a<b<c) skip fail f(x+1,-2)`
	f, err := Parse("t", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"option division floor", "input x, y", "macro f(a, b)", "if a > b", "while x < k", "x = x + 1",
		"assume a == 1", "assert a < b < c", "skip", "fail", "f(x + 1, -2)"}
	for i, s := range f.Body.Stmts {
		if got := FormatStmt(s); got != want[i] {
			t.Errorf("got %q, want %q", got, want[i])
		}
	}
	assign := f.Body.Stmts[5].(*Assign)
	if got := FormatAExpr(assign.Value); got != "x + 1" {
		t.Errorf("got %q, want x + 1", got)
	}
	if got := FormatBExpr(f.Body.Stmts[6].(*Assume).Cond); got != "a == 1" {
		t.Errorf("got %q, want a == 1", got)
	}
}

// Each of these trees differs from all others.
func TestEqualTellsApart(t *testing.T) {
	var files []*File
	for _, src := range []string{
		"skip", "fail", "skip skip", "x = 1", "y = 1", "x = 2", "x = -1", "x = -(1)", "x = y", "x = -y", "x = y + 1", "x = y - 1", "x = 1 + y",
		"x = 1 + 2 + 3", "x = 1 + (2 + 3)", "assert true", "assume true", "assert false", "assert x < 1", "assert x <= 1", "assert x < y",
		"assert x < y < z", "assert x < y and y < z", "assert x < y or y < z", "assert not x < y", "if true {}", "if true {} else {}",
		"if true {skip}", "if true {skip} else {}", "if true {} else {skip}", "if false {}", "while true {}", "while false {}",
		"while true {skip}", "f", "g", "f(x)", "f(y)", "f(x, x)", "macro f {} skip", "macro g {} skip", "macro f(x) {} skip", "macro f {skip} skip",
		"input x skip", "input y skip", "input x, y skip", "option division floor skip", "option division truncate skip",
	} {
		f, err := Parse("t", []byte(src))
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		files = append(files, f)
	}
	for i, a := range files {
		for j, b := range files {
			if Equal(a, b) != (i == j) {
				t.Errorf("Equal(%q, %q) = %v", Print(a), Print(b), Equal(a, b))
			}
		}
	}
}

// generator builds random trees of every shape that the printer must cope with.
type generator struct {
	*rand.Rand
	notes  bool
	inputs int
}

func (g *generator) pick(s ...string) string { return s[g.Intn(len(s))] }

func (g *generator) aexpr(n int) AExpr {
	if n <= 0 || g.Intn(5) == 0 {
		switch g.Intn(4) {
		case 0:
			return &Int{Value: big.NewInt(int64(g.Intn(9) - 4))}
		case 1:
			v := new(big.Int).Rand(g.Rand, new(big.Int).Lsh(big.NewInt(1), 100))
			if g.Intn(2) == 0 {
				v.Neg(v)
			}
			return &Int{Value: v}
		}
		return &Var{Name: g.pick("x", "y", "ory", "_1", "assumex")}
	}
	if g.Intn(4) == 0 {
		return &Neg{X: g.aexpr(n - 1)}
	}
	return &Arith{Op: ArithOp(g.Intn(5)), X: g.aexpr(n - 1 - g.Intn(2)), Y: g.aexpr(n - 1 - g.Intn(2))}
}

func (g *generator) bexpr(n int) BExpr {
	switch g.Intn(6) {
	case 0:
		return &Bool{Value: g.Intn(2) == 0}
	case 1, 2:
		c := &Compare{Args: []AExpr{g.aexpr(n - 1)}}
		for ok := true; ok; ok = g.Intn(3) == 0 {
			c.Ops = append(c.Ops, CompareOp(g.Intn(6)))
			c.Args = append(c.Args, g.aexpr(n-1))
		}
		return c
	case 3:
		if n > 0 {
			return &Not{X: g.bexpr(n - 1)}
		}
	}
	if n <= 0 {
		return &Bool{Value: true}
	}
	return &Logic{Op: LogicOp(g.Intn(2)), X: g.bexpr(n - 1), Y: g.bexpr(n - 1)}
}

func (g *generator) block(n int) *Block {
	b := &Block{Tail: g.lead()}
	for range g.Intn(4) {
		b.Stmts = append(b.Stmts, g.stmt(n-1))
	}
	return b
}

func (g *generator) lead() []string {
	var lead []string
	for g.notes && g.Intn(4) == 0 {
		lead = append(lead, g.pick("# c", "//", "(* c *)", "(* c\n   (* c *)\n*)"))
	}
	return lead
}

func (g *generator) stmt(n int) Stmt {
	s := g.bare(n)
	s.Notes().Lead = g.lead()
	if g.notes && g.Intn(4) == 0 {
		s.Notes().Trail = g.pick("# c", "// }", "(* c *)", "(* c\nc *)", "(* c *) (* c *)")
	}
	return s
}

func (g *generator) bare(n int) Stmt {
	switch k := g.Intn(10); {
	case k == 0:
		return &Skip{}
	case k == 1:
		return &Fail{}
	case k == 2:
		return &Assume{Cond: g.bexpr(4)}
	case k == 3:
		return &Assert{Cond: g.bexpr(4)}
	case k == 4:
		c := &Call{Name: g.pick("f", "g")}
		for range g.Intn(3) {
			c.Args = append(c.Args, g.aexpr(2))
		}
		return c
	case k <= 7 && n > 0:
		s := &If{Cond: g.bexpr(2), Then: g.block(n - 1)}
		switch g.Intn(3) {
		case 0:
			s.Else = g.block(n - 1)
		case 1:
			elif := &If{Cond: g.bexpr(1), Then: g.block(n - 1)}
			if g.Intn(2) == 0 {
				elif.Else = g.block(n - 2)
			}
			elif.Notes().Lead = g.lead()
			s.Else = &Block{Stmts: []Stmt{elif}, Tail: g.lead()}
		}
		return s
	case k == 8 && n > 0:
		return &While{Cond: g.bexpr(2), Body: g.block(n - 1)}
	}
	return &Assign{Name: g.pick("x", "y", "dodo"), Value: g.aexpr(5)}
}

// randomFile returns a random file, with comments if notes are wanted.
func randomFile(seed int64, notes bool) *File {
	g := generator{Rand: rand.New(rand.NewSource(seed)), notes: notes}
	return g.file()
}

func (g *generator) file() *File {
	b := &Block{Stmts: []Stmt{g.stmt(4)}, Tail: g.lead()}
	for range g.Intn(4) {
		var s Stmt
		switch g.Intn(4) {
		case 0:
			s = &Macro{Name: g.pick("f", "g"), Params: []string{"a", "b"}[:g.Intn(3)], Body: g.block(3)}
		case 1:
			g.inputs++
			s = &Input{Names: []string{fmt.Sprint("i", g.inputs), fmt.Sprint("j", g.inputs)}[:1+g.Intn(2)]}
		case 2:
			s = g.stmt(4)
		case 3:
			s = &Option{Key: "division", Value: g.pick("floor", "truncate")}
			if slices.ContainsFunc(b.Stmts, func(s Stmt) bool { _, ok := s.(*Option); return ok }) {
				s = &Skip{}
			}
		}
		s.Notes().Lead = g.lead()
		b.Stmts = slices.Insert(b.Stmts, g.Intn(len(b.Stmts)+1), s)
	}
	return &File{Body: b}
}

// Parse undoes Print, comments included.
func TestPrintThenParse(t *testing.T) {
	for seed := range int64(5000) {
		f := randomFile(seed, seed%2 == 1)
		text := Print(f)
		got, err := Parse("t", text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if !Equal(f, got) || dump(f.Body, true) != dump(got.Body, true) {
			t.Fatalf("seed %d:\n%s\n got %s\nwant %s", seed, text, dump(got.Body, true), dump(f.Body, true))
		}
		if again := Print(got); !bytes.Equal(text, again) {
			t.Fatalf("seed %d:\n%s\nthen\n%s", seed, text, again)
		}
		checkPlaces(t, text, got.Body)
	}
}

// checkPlaces checks that every node stands where its first token, or its operator, is written.
func checkPlaces(t *testing.T, text []byte, b *Block) {
	lines := strings.Split(string(text), "\n")
	at := func(p Pos, want string) {
		if line := lines[p.Line-1]; !strings.HasPrefix(line[p.Column-1:], want) {
			t.Fatalf("%v is not the place of %q in\n%s", p, want, text)
		}
	}
	var a func(e AExpr)
	a = func(e AExpr) {
		switch e := e.(type) {
		case *Int:
			at(e.Pos(), e.Value.String())
		case *Var:
			at(e.Pos(), e.Name)
		case *Neg:
			at(e.Pos(), "-")
			a(e.X)
		case *Arith:
			at(e.Pos(), e.Op.String())
			a(e.X)
			a(e.Y)
		}
	}
	var c func(e BExpr)
	c = func(e BExpr) {
		switch e := e.(type) {
		case *Bool:
			at(e.Pos(), fmt.Sprint(e.Value))
		case *Compare:
			at(e.Pos(), e.Ops[0].String())
			for _, x := range e.Args {
				a(x)
			}
		case *Not:
			at(e.Pos(), "not")
			c(e.X)
		case *Logic:
			at(e.Pos(), e.Op.String())
			c(e.X)
			c(e.Y)
		}
	}
	for _, s := range b.Stmts {
		at(s.Pos(), FormatStmt(s))
		switch s := s.(type) {
		case *Assign:
			a(s.Value)
		case *Assume:
			c(s.Cond)
		case *Assert:
			c(s.Cond)
		case *If:
			c(s.Cond)
			checkPlaces(t, text, s.Then)
			if s.Else != nil {
				checkPlaces(t, text, s.Else)
			}
		case *While:
			c(s.Cond)
			checkPlaces(t, text, s.Body)
		case *Call:
			for _, e := range s.Args {
				a(e)
			}
		case *Macro:
			checkPlaces(t, text, s.Body)
		}
	}
}
