package arch

import (
	"testing"

	"golang.org/x/tools/go/packages"
)

// loadTyped loads packages with their syntax and types; what does not compile fails the test.
func loadTyped(t *testing.T, pattern string) []*packages.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Dir: "../..",
		Mode: packages.NeedName | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo |
			packages.NeedImports | packages.NeedDeps,
	}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range pkgs {
		for _, e := range pkg.Errors {
			t.Error(e)
		}
	}
	return pkgs
}
