package trusted

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// This file defines which declarations a function needs: which it reaches.

// declaration is a function, a method, or a constant, a variable or a type of a package.
type declaration struct {
	file        string // as the report names it
	first, last int    // lines
	uses        []types.Object
	calls       []string // the names of the methods that it calls through interfaces
}

// code is the code of some packages of this module: their declarations, and what these use.
type code struct {
	declared map[types.Object]*declaration
	starts   map[*types.Package][]types.Object // the functions init, and the declarations without a name
	methods  map[*types.TypeName][]*types.Func
	// those of other modules and of the standard library, through which these call methods of ours
	foreign []*types.Interface
	lines   map[string][]int // of each file, those that carry code
	named   map[string]types.Object
}

// read reads the code of this module of which packages are built.
func read(dir string, roots ...string) (*code, error) {
	pkgs, err := list(dir, "-json=ImportPath,Dir,Export,Standard,GoFiles,Module", roots...)
	if err != nil {
		return nil, err
	}
	c := &code{
		map[types.Object]*declaration{}, map[*types.Package][]types.Object{}, map[*types.TypeName][]*types.Func{},
		[]*types.Interface{types.Universe.Lookup("error").Type().Underlying().(*types.Interface)}, map[string][]int{},
		map[string]types.Object{},
	}
	exports := map[string]string{}
	for _, p := range pkgs {
		exports[p.ImportPath] = p.Export
	}
	fset := token.NewFileSet()
	others := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	checked := imported{map[string]*types.Package{}, others}
	seen := map[*types.Package]bool{}
	for _, p := range pkgs {
		if !p.ours() {
			continue
		}
		made, err := c.add(p, fset, checked)
		if err != nil {
			return nil, err
		}
		checked.ours[p.ImportPath] = made
		for _, q := range made.Imports() {
			if checked.ours[q.Path()] == nil && !seen[q] {
				seen[q] = true
				c.interfaces(q)
			}
		}
	}
	return c, nil
}

// imported imports packages of this module, which were checked, and others.
type imported struct {
	ours   map[string]*types.Package
	others types.Importer
}

// Import returns a package by its path.
func (i imported) Import(path string) (*types.Package, error) {
	if p := i.ours[path]; p != nil {
		return p, nil
	}
	return i.others.Import(path)
}

// interfaces enters the interfaces of a package, through which it may call methods of ours.
func (c *code) interfaces(p *types.Package) {
	for _, name := range p.Scope().Names() {
		o, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if i, ok := o.Type().Underlying().(*types.Interface); ok && i.IsMethodSet() && !i.Empty() {
			c.foreign = append(c.foreign, i)
		}
	}
}

// add enters the declarations of a package.
func (c *code) add(p pkg, fset *token.FileSet, imports types.Importer) (*types.Package, error) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		src, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		c.lines[path.Join(p.folder(), name)] = carrying(src)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	made, err := (&types.Config{Importer: imports}).Check(p.ImportPath, fset, files, info)
	if err != nil {
		return nil, err
	}
	for i, f := range files {
		file := path.Join(p.folder(), p.GoFiles[i])
		enter := func(n ast.Node, method bool, names ...*ast.Ident) {
			d := &declaration{file, fset.Position(n.Pos()).Line, fset.Position(n.End()).Line, nil, nil}
			d.look(n, info)
			for _, name := range names {
				o := info.Defs[name]
				if o == nil || name.Name == "_" || name.Name == "init" && !method {
					o = types.NewVar(name.Pos(), made, "_", types.Typ[types.Invalid])
					c.starts[made] = append(c.starts[made], o)
				}
				c.declared[o] = d
			}
		}
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				enter(decl, decl.Recv != nil, decl.Name)
				o, ok := info.Defs[decl.Name].(*types.Func)
				if ok && decl.Recv != nil {
					of := receiver(o)
					c.methods[of] = append(c.methods[of], o)
					c.named[made.Path()+"."+of.Name()+"."+o.Name()] = o
				} else if ok {
					c.named[made.Path()+"."+o.Name()] = o
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						enter(spec, false, spec.Name)
					case *ast.ValueSpec:
						enter(spec, false, spec.Names...)
					}
				}
			}
		}
	}
	return made, nil
}

// receiver returns the type of a method.
func receiver(f *types.Func) *types.TypeName {
	t := f.Signature().Recv().Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.Unalias(t).(*types.Named).Obj()
}

// look notes what a declaration uses.
func (d *declaration) look(n ast.Node, info *types.Info) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch o := info.Uses[id].(type) {
		case *types.Func:
			if recv := o.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
				d.calls = append(d.calls, o.Name())
			}
			d.uses = append(d.uses, o.Origin())
		case *types.Var, *types.Const, *types.TypeName:
			d.uses = append(d.uses, o)
		}
		return true
	})
}

// reach returns how many lines of code there are in each file in declarations that functions need.
func (c *code) reach(from, without []string) (map[string]int, error) {
	marked, err := c.reached(from, without)
	if err != nil {
		return nil, err
	}
	count := map[string]int{}
	for file, lines := range marked {
		for _, line := range c.lines[file] {
			if lines[line] {
				count[file]++
			}
		}
	}
	return count, nil
}

// reached returns the lines of each file that are in declarations which functions need: those which they name, those
// which these name, and so on. A call through an interface needs every method of that name whose type is needed, and so
// does one that foreign code may make. Functions are named as package.function or package.type.method. What is named in
// without is not looked at.
func (c *code) reached(from, without []string) (marked map[string]map[int]bool, err error) {
	reached, called, types := map[*declaration]bool{}, map[string]bool{}, map[*types.TypeName]bool{}
	skipped := map[any]bool{}
	for _, name := range without {
		if c.named[name] == nil {
			return nil, fmt.Errorf("found no function %s", name)
		}
		skipped[c.named[name]] = true
	}
	packages := map[any]bool{}
	need := c.needs(reached, called, types, skipped, packages)
	for _, name := range from {
		if c.named[name] == nil {
			return nil, fmt.Errorf("found no function %s", name)
		}
		need(c.named[name])
	}
	for before := -1; before != len(reached); {
		before = len(reached)
		for t := range maps.Clone(types) {
			for _, m := range c.methods[t] {
				if called[m.Name()] || c.foreignCalls(t, m) {
					need(m)
				}
			}
		}
	}
	marked = map[string]map[int]bool{}
	for d := range reached {
		if marked[d.file] == nil {
			marked[d.file] = map[int]bool{}
		}
		for line := d.first; line <= d.last; line++ {
			marked[d.file][line] = true
		}
	}
	return marked, nil
}

// needs returns a function that marks what a declaration needs, itself included.
func (c *code) needs(reached map[*declaration]bool, called map[string]bool, seen map[*types.TypeName]bool, skipped,
	packages map[any]bool) func(types.Object) {
	return func(o types.Object) {
		for queue := []types.Object{o}; len(queue) > 0; {
			o := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			d := c.declared[o]
			if d == nil || skipped[o] {
				continue
			}
			if t, ok := o.(*types.TypeName); ok {
				seen[t] = true
			}
			if reached[d] {
				continue
			}
			reached[d] = true
			if !packages[o.Pkg()] {
				packages[o.Pkg()] = true
				queue = append(queue, c.starts[o.Pkg()]...)
			}
			for _, name := range d.calls {
				called[name] = true
			}
			queue = append(queue, d.uses...)
		}
	}
}

// foreignCalls reports whether code of others may call a method, as that of one of its interfaces.
func (c *code) foreignCalls(t *types.TypeName, m *types.Func) bool {
	named, ok := t.Type().(*types.Named)
	if !ok || named.TypeParams().Len() > 0 {
		return ok // a generic type, which is rare
	}
	return slices.ContainsFunc(c.foreign, func(i *types.Interface) bool {
		for k := range i.NumMethods() {
			if i.Method(k).Name() == m.Name() {
				return types.Implements(types.NewPointer(named), i)
			}
		}
		return false
	})
}
