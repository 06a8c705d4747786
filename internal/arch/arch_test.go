// Package arch holds the rules of the house as tests: which way imports point,
// one doc comment a package, no mutable package state in the engine, no floats
// in the simulation, small mains. It has no code of its own.
package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "doomhost"

// source is one Go file of the project.
type source struct {
	dir  string // slash-separated, from the project's root; "" is the root
	name string
	ast  *ast.File
	fset *token.FileSet
}

func (s source) test() bool { return strings.HasSuffix(s.name, "_test.go") }

func (s source) at(p token.Pos) string {
	return path.Join(s.dir, s.name) + ":" + strconv.Itoa(s.fset.Position(p).Line)
}

// sources parses every Go file of the project.
func sources(t *testing.T) []source {
	t.Helper()
	root := filepath.Join("..", "..")
	var all []source
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			hidden := func(n string) bool { return strings.HasPrefix(n, "_") || len(n) > 2 && n[0] == '.' }
			if n := d.Name(); n == "node_modules" || n == "testdata" || n == "dist" || hidden(n) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, p, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(p))
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(rel)
		if dir == "." {
			dir = ""
		}
		all = append(all, source{dir, filepath.Base(p), f, fset})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 20 {
		t.Fatalf("found %d Go files: not the project's root?", len(all))
	}
	return all
}

// ours lists the project's own packages that a file imports, from the root.
func (s source) ours() []string {
	var list []string
	for _, imp := range s.ast.Imports {
		p, err := strconv.Unquote(imp.Path.Value)
		if err == nil && strings.HasPrefix(p, module+"/") {
			list = append(list, strings.TrimPrefix(p, module+"/"))
		}
	}
	return list
}

// allowed says, for a folder (the longest that matches), which of our packages
// its files may import ("x/..." is a subtree). Folders that are not listed may import anything but
// what forbidden says.
var allowed = map[string][]string{
	"engine/fixed":  {},
	"engine/wad":    {"engine/fixed"},
	"engine/level":  {"engine/fixed", "engine/wad"},
	"engine/info":   {"engine/fixed"},
	"engine/sim":    {"lockstep", "engine/fixed", "engine/wad", "engine/level", "engine/info"},
	"engine/render": {"lockstep", "engine/fixed", "engine/wad", "engine/level", "engine/info", "engine/sim"},
	"engine/hud": {
		"lockstep", "engine/fixed", "engine/wad", "engine/level", "engine/info", "engine/sim", "engine/render",
	},
	"engine/sound": {
		"lockstep", "engine/fixed", "engine/wad", "engine/level", "engine/info", "engine/sim", "engine/sound/...",
	},
	"engine/demo": {"lockstep", "engine/fixed", "engine/wad", "engine/level", "engine/info", "engine/sim"},
	"engine":      {"lockstep", "engine/..."},
	"relay":       {"lockstep", "relay/wire"},
	"relay/wire":  {"lockstep"},
	"lockstep":    {},
	"discovery":   {},
	"signal":      {},

	// The host's rooms: each may know those before it.
	"internal/system/thread": {},
	"internal/transport":     {"lockstep", "signal/...", "internal/transport"},
	"internal/fanout":        {"lockstep", "relay/...", "internal/system/thread", "internal/transport"},
	"internal/room": {
		"lockstep", "relay/...", "signal", "internal/system/thread", "internal/transport", "internal/fanout",
	},
}

func permits(rules []string, pkg string) bool {
	for _, r := range rules {
		if r == pkg || strings.HasSuffix(r, "/...") && strings.HasPrefix(pkg+"/", strings.TrimSuffix(r, "...")) {
			return true
		}
	}
	return false
}

// layer finds the longest listed folder that holds dir.
func layer(dir string) (string, bool) {
	for d := dir; d != "" && d != "."; d = path.Dir(d) {
		if _, ok := allowed[d]; ok {
			return d, true
		}
	}
	return "", false
}

func TestImportsPointOneWay(t *testing.T) {
	for _, s := range sources(t) {
		if s.test() || s.ast.Name.Name == "main" && s.dir != "cmd/doomhost" {
			continue // tests and tools see the whole house
		}
		l, listed := layer(s.dir)
		for _, pkg := range s.ours() {
			if listed && pkg != s.dir && !permits(allowed[l], pkg) {
				t.Errorf("%s imports %s, which %s may not", path.Join(s.dir, s.name), pkg, l)
			}
			if pkg == "discovery" && s.dir != "cmd/doomhost" {
				t.Errorf("%s imports discovery: only cmd/doomhost brings it together with the host", path.Join(s.dir, s.name))
			}
			if strings.HasPrefix(pkg, "cmd/") {
				t.Errorf("%s imports %s, a command", path.Join(s.dir, s.name), pkg)
			}
		}
	}
}

func TestOneDocCommentAPackage(t *testing.T) {
	docs := map[string][]string{}
	pkgs := map[string]bool{}
	for _, s := range sources(t) {
		if strings.HasSuffix(s.ast.Name.Name, "_test") || s.test() && s.dir != "internal/arch" {
			continue
		}
		pkgs[s.dir] = true
		if s.ast.Doc != nil {
			docs[s.dir] = append(docs[s.dir], s.name)
		}
	}
	for dir := range pkgs {
		if n := len(docs[dir]); n != 1 {
			t.Errorf("package %s has %d doc comments (%s), want one", dir, n, strings.Join(docs[dir], ", "))
		}
	}
}

// bulky are packages that would make the wasm module large or slow to start.
var bulky = []string{
	"fmt", "regexp", "encoding/json", "encoding/xml", "reflect", "net/http", "text/template", "log", "log/slog",
}

func TestEngineStaysSmall(t *testing.T) {
	for _, s := range sources(t) {
		ours := s.dir == "web/wasm" || strings.HasPrefix(s.dir, "engine") && s.ast.Name.Name != "main"
		if s.test() || !ours {
			continue
		}
		for _, imp := range s.ast.Imports {
			for _, b := range bulky {
				if imp.Path.Value == strconv.Quote(b) {
					t.Errorf("%s imports %s: too large for the wasm", path.Join(s.dir, s.name), b)
				}
			}
		}
	}
}

func TestSimulationHasNoFloats(t *testing.T) {
	for _, s := range sources(t) {
		if s.test() || s.ast.Name.Name == "main" {
			continue
		}
		switch s.dir {
		case "engine/sim", "engine/fixed", "engine/level", "engine/info":
		default:
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if n.Name == "float32" || n.Name == "float64" {
					t.Errorf("%s: %s in the simulation", s.at(n.Pos()), n.Name)
				}
			case *ast.BasicLit:
				if n.Kind == token.FLOAT {
					t.Errorf("%s: the number %s in the simulation", s.at(n.Pos()), n.Value)
				}
			case *ast.GoStmt:
				t.Errorf("%s: a goroutine in the simulation", s.at(n.Pos()))
			}
			return true
		})
	}
}

func TestMainsAreThin(t *testing.T) {
	for _, s := range sources(t) {
		if s.name != "main.go" || !strings.HasPrefix(s.dir, "cmd/") {
			continue
		}
		if n := s.fset.File(s.ast.Pos()).LineCount(); n > 150 {
			t.Errorf("%s/main.go has %d lines, at most 150 are wanted", s.dir, n)
		}
	}
}

func TestFilesAreSmall(t *testing.T) {
	for _, s := range sources(t) {
		if ast.IsGenerated(s.ast) || s.test() {
			continue
		}
		data, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(s.dir), s.name))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(data), "\n"); n > 650 {
			t.Errorf("%s has %d lines: split it by concept", path.Join(s.dir, s.name), n)
		}
	}
}
