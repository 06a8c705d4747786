package arch

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// lobbyFiles are the files of the lobby, each of which may call those behind it.
var lobbyFiles = []string{
	"handle.go", "request.go", "countdown.go", "game.go", "chat.go", "preflight.go", "ratelimit.go",
	"lobby.go", "catalog.go", "seating.go",
}

// A lobby message goes one way: no file of the lobby calls one that stands before it.
func TestTheLobbyCallsOneWay(t *testing.T) {
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
		Dir:  "../..",
	}
	pkgs, err := packages.Load(cfg, "./relay")
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatal(err, pkgs)
	}
	pkg, calls := pkgs[0], 0
	for _, file := range pkg.Syntax {
		name := filepath.Base(pkg.Fset.Position(file.Pos()).Filename)
		from := slices.Index(lobbyFiles, name)
		if from < 0 {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			var id *ast.Ident
			switch fun := call.Fun.(type) {
			case *ast.Ident:
				id = fun
			case *ast.SelectorExpr:
				id = fun.Sel
			default:
				return true
			}
			f, ok := pkg.TypesInfo.Uses[id].(*types.Func)
			if !ok || f.Pkg() != pkg.Types {
				return true
			}
			to := filepath.Base(pkg.Fset.Position(f.Pos()).Filename)
			at := slices.Index(lobbyFiles, to)
			if at < 0 {
				return true
			}
			calls++
			if at < from {
				t.Errorf("%s calls %s of %s: the lobby's order is %s",
					pkg.Fset.Position(call.Pos()), f.Name(), to, strings.Join(lobbyFiles, ", "))
			}
			return true
		})
	}
	if calls < 50 {
		t.Errorf("only %d calls were looked at", calls)
	}
}
