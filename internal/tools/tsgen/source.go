package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// module is the path before the packages that the plan names.
const module = "doomhost/"

// source is the loaded packages, by their paths within the module.
type source map[string]*packages.Package

func load(root string) (source, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	patterns := make([]string, len(read))
	for i, path := range read {
		patterns[i] = module + path
	}
	pkgs, err := packages.Load(&packages.Config{
		Dir: root,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	src := source{}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			err = errors.Join(err, e)
		}
		src[strings.TrimPrefix(p.PkgPath, module)] = p
	}
	return src, err
}

// lookup finds a package-level declaration.
func (s source) lookup(pkg, name string) (types.Object, error) {
	p := s[pkg]
	if p == nil {
		return nil, fmt.Errorf("package %s is not loaded: add it to the list in files.go", pkg)
	}
	if o := p.Types.Scope().Lookup(name); o != nil {
		return o, nil
	}
	return nil, fmt.Errorf("%s declares no %s", pkg, name)
}

// constant finds a constant and its value as TypeScript writes it.
func (s source) constant(pkg, name string) (string, error) {
	o, err := s.lookup(pkg, name)
	if err != nil {
		return "", err
	}
	c, ok := o.(*types.Const)
	if !ok {
		return "", fmt.Errorf("%s.%s is no constant", pkg, name)
	}
	return c.Val().ExactString(), nil
}

// constantsOf lists a package's constants by value: those of the named type, where one is
// given, whose names begin with prefix.
func (s source) constantsOf(pkg, of, prefix string) ([]*types.Const, error) {
	var wanted types.Type
	if of != "" {
		o, err := s.lookup(pkg, of)
		if err != nil {
			return nil, err
		}
		wanted = o.Type()
	}
	p := s[pkg]
	if p == nil {
		return nil, fmt.Errorf("package %s is not loaded: add it to the list in files.go", pkg)
	}
	var list []*types.Const
	for _, name := range p.Types.Scope().Names() {
		c, ok := p.Types.Scope().Lookup(name).(*types.Const)
		if ok && strings.HasPrefix(name, prefix) && (wanted == nil || c.Type() == wanted) {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no constants %s%s", pkg, of, prefix)
	}
	slices.SortFunc(list, func(a, b *types.Const) int {
		if a.Val().Kind() == constant.Int && constant.Compare(a.Val(), token.LSS, b.Val()) {
			return -1
		}
		if a.Val().Kind() == constant.Int && constant.Compare(b.Val(), token.LSS, a.Val()) {
			return 1
		}
		return cmp.Compare(a.Pos(), b.Pos())
	})
	return list, nil
}

// exported is a function that the engine's module exports.
type exported struct {
	name      string // in the module
	signature *types.Signature
}

const directive = "//go:wasmexport "

// exports lists a package's exported functions in the order of their names.
func (s source) exports(pkg string) ([]exported, error) {
	p := s[pkg]
	if p == nil {
		return nil, fmt.Errorf("package %s is not loaded: add it to the list in files.go", pkg)
	}
	var list []exported
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Doc == nil {
				continue
			}
			for _, c := range fn.Doc.List {
				if name, ok := strings.CutPrefix(c.Text, directive); ok {
					signature := p.TypesInfo.Defs[fn.Name].Type().(*types.Signature)
					list = append(list, exported{strings.TrimSpace(name), signature})
				}
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s exports nothing to the browser", pkg)
	}
	slices.SortFunc(list, func(a, b exported) int { return cmp.Compare(a.name, b.name) })
	return list, nil
}
