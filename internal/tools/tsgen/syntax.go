package main

import (
	"go/ast"
	"go/token"
	"strings"
)

// spec finds a package-level type's or variable's syntax.
func (s source) spec(pkg, name string) ast.Spec {
	for _, f := range s[pkg].Syntax {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE && g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.Name == name {
						return spec
					}
				case *ast.ValueSpec:
					if len(spec.Names) == 1 && spec.Names[0].Name == name {
						return spec
					}
				}
			}
		}
	}
	return nil
}

// comments are those behind the fields of a struct, by the fields' names.
func (s source) comments(pkg, structure string) map[string]string {
	list := map[string]string{}
	spec, ok := s.spec(pkg, structure).(*ast.TypeSpec)
	if !ok {
		return list
	}
	st, ok := spec.Type.(*ast.StructType)
	if !ok {
		return list
	}
	for _, f := range st.Fields.List {
		for _, name := range f.Names {
			list[name.Name] = strings.Join(strings.Fields(f.Comment.Text()), " ")
		}
	}
	return list
}

// elements are those of the composite literal that a variable is declared with.
func (s source) elements(pkg, variable string) []ast.Expr {
	spec, ok := s.spec(pkg, variable).(*ast.ValueSpec)
	if !ok || len(spec.Values) != 1 {
		return nil
	}
	if literal, ok := spec.Values[0].(*ast.CompositeLit); ok {
		return literal.Elts
	}
	return nil
}
