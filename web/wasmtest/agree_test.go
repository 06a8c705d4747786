package wasmtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// What TypeScript and Go both know, each in its own list, must be the same.

// typescript reads a file of the client.
func typescript(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "src", filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// listIn is the words of a constant array of strings.
func listIn(t *testing.T, source, name string) []string {
	t.Helper()
	_, rest, ok := strings.Cut(source, "export const "+name+" = [")
	body, _, closed := strings.Cut(rest, "]")
	if !ok || !closed {
		t.Fatalf("there is no list %s", name)
	}
	return words(regexp.MustCompile(`"(\w+)"`), body)
}

func words(re *regexp.Regexp, text string) []string {
	var list []string
	for _, m := range re.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return list
}

// constants are the names of a Go file's block of constants that begins with
// first.
func constants(t *testing.T, path, first string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		block, ok := d.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST {
			continue
		}
		var list []string
		for _, s := range block.Specs {
			for _, n := range s.(*ast.ValueSpec).Names {
				list = append(list, n.Name)
			}
		}
		if list[0] == first {
			return list
		}
	}
	t.Fatalf("%s: no constants that begin with %s", path, first)
	return nil
}

func lowerFirst(s string) string {
	r := []rune(s)
	r[0] = unicode.ToLower(r[0])
	return string(r)
}

func TestActionsAreInOrder(t *testing.T) {
	want := listIn(t, typescript(t, "shared/actions.ts"), "actions")
	var got []string
	for _, name := range constants(t, filepath.Join("..", "..", "engine", "input", "input.go"), "None") {
		if name != "NumActions" {
			got = append(got, lowerFirst(name))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("package input has the actions %v, the page %v", got, want)
	}
}

func TestScreenActsAreInOrder(t *testing.T) {
	want := listIn(t, typescript(t, "shared/messages.ts"), "screenActs")
	var got []string
	for _, name := range constants(t, filepath.Join("..", "wasm", "show.go"), "screenMap") {
		got = append(got, lowerFirst(strings.TrimPrefix(name, "screen")))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the engine has %v, the page %v", got, want)
	}
}

// TestExportsAreThoseThatTheWorkerCalls compares names and numbers of parameters.
func TestExportsAreThoseThatTheWorkerCalls(t *testing.T) {
	_, rest, _ := strings.Cut(typescript(t, "worker/engine.ts"), "interface Exports {")
	body, _, _ := strings.Cut(rest, "\n}")
	m := instantiate(t, compile(t))
	exports := m.ExportedFunctionDefinitions()
	called := map[string]bool{"_initialize": true}
	for _, f := range regexp.MustCompile(`(?m)^  (\w+)\(([^)]*)\)`).FindAllStringSubmatch(body, -1) {
		name, params := f[1], 0
		if f[2] != "" {
			params = strings.Count(f[2], ":")
		}
		called[name] = true
		d, ok := exports[name]
		if !ok {
			t.Errorf("the Worker calls %s, which the engine does not export", name)
		} else if n := len(d.ParamTypes()); n != params {
			t.Errorf("%s takes %d numbers, the Worker gives %d", name, n, params)
		}
	}
	for name := range exports {
		if !called[name] {
			t.Errorf("the engine exports %s, which the Worker does not know", name)
		}
	}
	if len(called) < 20 {
		t.Errorf("only %d calls found", len(called))
	}
}
