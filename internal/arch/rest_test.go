package arch

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"
)

const simPath = module + "/engine/sim"

// turnFields are what decides whether a map object has anything to do in its turn.
// Objects that have nothing to do are marked and passed over; the setters of
// engine/sim/mobj_set.go take the mark away.
var turnFields = map[string]bool{
	"MomX": true, "MomY": true, "MomZ": true, "Z": true, "FloorZ": true, "Flags": true, "Tics": true,
}

// wholeWriters are the files that make or copy whole objects: none of these is
// marked at the time.
var wholeWriters = map[string]bool{"arena.go": true, "mobj_spawn.go": true, "snapshot.go": true}

// TestObjectsAreWrittenThroughSetters: nobody but the setters writes to what
// decides whether an object rests, nor takes the address of it (but the codec,
// whose state is not played yet), nor replaces an object.
func TestObjectsAreWrittenThroughSetters(t *testing.T) {
	pkgs := loadTyped(t, "./engine/...")
	setters := 0
	for _, pkg := range pkgs {
		for _, f := range pkg.Syntax {
			setters += checkObjectWrites(t, pkg, f)
		}
	}
	if setters < len(turnFields) {
		t.Errorf("found %d writes in the setters: is this test looking at the right fields?", setters)
	}
}

// checkObjectWrites reports the writes of a file that the rule forbids, and
// counts those of the setters.
func checkObjectWrites(t *testing.T, pkg *packages.Package, f *ast.File) (setters int) {
	t.Helper()
	file := filepath.Base(pkg.Fset.Position(f.Pos()).Filename)
	inSim := pkg.PkgPath == simPath
	write := func(pos token.Pos, e ast.Expr) {
		field := turnField(pkg.TypesInfo, e)
		switch {
		case field != "" && inSim && file == "mobj_set.go":
			setters++
		case field != "":
			t.Errorf("%s: writes to a map object's %s; use the setters of mobj_set.go", pkg.Fset.Position(pos), field)
		case isMobj(pkg.TypesInfo.TypeOf(e)) && !(inSim && wholeWriters[file]) && !isFresh(pkg.TypesInfo, e):
			t.Errorf("%s: replaces a map object", pkg.Fset.Position(pos))
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, lhs := range n.Lhs {
					write(n.Pos(), lhs)
				}
			}
		case *ast.IncDecStmt:
			write(n.Pos(), n.X)
		case *ast.UnaryExpr:
			if field := turnField(pkg.TypesInfo, n.X); n.Op == token.AND && field != "" && !(inSim && file == "fields.go") {
				t.Errorf("%s: takes the address of a map object's %s", pkg.Fset.Position(n.Pos()), field)
			}
		}
		return true
	})
	return setters
}

// turnField is which of the turnFields of a map object the expression is, "" for
// none.
func turnField(info *types.Info, e ast.Expr) string {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || !turnFields[sel.Sel.Name] || !isMobj(info.TypeOf(sel.X)) {
		return ""
	}
	return sel.Sel.Name
}

// isMobj is whether a type is sim.Mobj or a pointer to it.
func isMobj(typ types.Type) bool {
	if p, ok := typ.(*types.Pointer); ok {
		typ = p.Elem()
	}
	named, ok := typ.(*types.Named)
	return ok && named.Obj().Name() == "Mobj" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == simPath
}

// isFresh is whether an assignment to e leaves all objects of the level alone: e
// is a pointer that now points elsewhere, a variable that holds a copy, or an
// object that stands for nobody.
func isFresh(info *types.Info, e ast.Expr) bool {
	if _, pointer := info.TypeOf(e).(*types.Pointer); pointer {
		return true
	}
	if _, variable := e.(*ast.Ident); variable {
		return true
	}
	sel, ok := e.(*ast.SelectorExpr)
	return ok && (sel.Sel.Name == "nobody" || sel.Sel.Name == "surplus")
}
