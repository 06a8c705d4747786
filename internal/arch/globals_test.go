package arch

import (
	"go/ast"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestEngineHasNoMutableState: below engine/ a package-level variable is a table
// or an error sentinel; nothing assigns to it, to an element or to a field of
// it, and there is no init(). Four engines run side by side in one test.
func TestEngineHasNoMutableState(t *testing.T) {
	pkgs := loadTyped(t, "./engine/...")
	if len(pkgs) < 5 {
		t.Fatalf("found %d engine packages", len(pkgs))
	}
	for _, pkg := range pkgs {
		if pkg.Name == "main" {
			continue // generators
		}
		for _, f := range pkg.Syntax {
			checkWrites(t, pkg, f)
		}
	}
}

func checkWrites(t *testing.T, pkg *packages.Package, f *ast.File) {
	t.Helper()
	report := func(pos token.Pos, e ast.Expr) {
		id := root(e)
		if id == nil {
			return
		}
		if v, ok := pkg.TypesInfo.Uses[id].(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			t.Errorf("%s: writes to the package-level %s", pkg.Fset.Position(pos), id.Name)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && n.Name.Name == "init" {
				t.Errorf("%s: init() in the engine", pkg.Fset.Position(n.Pos()))
			}
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, lhs := range n.Lhs {
					report(n.Pos(), lhs)
				}
			}
		case *ast.IncDecStmt:
			report(n.Pos(), n.X)
		}
		return true
	})
}

// root is the variable that an expression such as a.b[i].c begins with.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		default:
			return nil
		}
	}
}
