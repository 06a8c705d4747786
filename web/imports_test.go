package web

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// importedFile finds what a source of the client imports or exports again from another one; types count, too.
var importedFile = regexp.MustCompile(`(?m)(?:\bfrom|^import)\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)`)

// clientImports maps each source of the client to the sources that it imports.
func clientImports(t *testing.T, sources fs.FS) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	err := fs.WalkDir(sources, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".ts" {
			return err
		}
		text, err := fs.ReadFile(sources, name)
		if err != nil {
			return err
		}
		imports[name] = nil
		for _, m := range importedFile.FindAllStringSubmatch(string(text), -1) {
			imports[name] = append(imports[name], path.Join(path.Dir(name), m[1]+m[2])+".ts")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}

// importCircle returns the first circle that it finds, in the order of the imports, or nil.
func importCircle(imports map[string][]string) []string {
	done := map[string]bool{}
	var visit func(name string, trail []string) []string
	visit = func(name string, trail []string) []string {
		if i := slices.Index(trail, name); i >= 0 {
			return append(trail[i:], name)
		}
		if done[name] {
			return nil
		}
		trail = append(trail, name)
		for _, to := range imports[name] {
			if circle := visit(to, trail); circle != nil {
				return circle
			}
		}
		done[name] = true
		return nil
	}
	names := make([]string, 0, len(imports))
	for name := range imports {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if circle := visit(name, nil); circle != nil {
			return circle
		}
	}
	return nil
}

func TestClientImportsPointOneWay(t *testing.T) {
	imports := clientImports(t, os.DirFS("src"))
	followed := 0
	for _, to := range imports {
		for _, name := range to {
			if _, ok := imports[name]; ok {
				followed++
			}
		}
	}
	if followed < 300 {
		t.Fatalf("%d files with %d imports: the test does not read them all", len(imports), followed)
	}
	if circle := importCircle(imports); circle != nil {
		t.Errorf("imports go round, move what is shared into a file that imports neither: %s", strings.Join(circle, " -> "))
	}
}

func TestImportCirclesAreFound(t *testing.T) {
	sources := fstest.MapFS{
		"page/a.ts":   {Data: []byte("import {\n  type B,\n} from \"./b\";\n")},
		"page/b.ts":   {Data: []byte("export type { C } from \"../shared/c\";\nimport \"./d\";\n")},
		"page/d.ts":   {Data: []byte("export const d = 1;\n")},
		"shared/c.ts": {Data: []byte("export const a = () => import(\"../page/b\");\n")},
	}
	got := strings.Join(importCircle(clientImports(t, sources)), " -> ")
	if want := "page/b.ts -> shared/c.ts -> page/b.ts"; got != want {
		t.Errorf("the circle is %q, want %q", got, want)
	}
}
