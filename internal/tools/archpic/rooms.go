package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// room is one row of the table: folders that have one purpose together.
type room struct {
	folders []string
}

// graph says for each room, by its index, which rooms it points to.
type graph [][]bool

func newGraph(n int) graph {
	g := make(graph, n)
	for i := range g {
		g[i] = make([]bool, n)
	}
	return g
}

// readRooms reads the table below "The tree": the folders are the names in backticks in
// a row's first cell.
func readRooms(text string) ([]room, error) {
	_, text, found := strings.Cut(text, "\n## The tree\n")
	if !found {
		return nil, errors.New(tableFile + ` has no section "The tree"`)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	var rooms []room
	for line := range strings.Lines(text) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 || !strings.HasPrefix(line, "| `") {
			continue
		}
		var r room
		for i, name := range strings.Split(cells[1], "`") {
			if i%2 == 1 {
				r.folders = append(r.folders, name)
			}
		}
		rooms = append(rooms, r)
	}
	if len(rooms) == 0 {
		return nil, errors.New("the table of " + tableFile + " has no rows")
	}
	return rooms, nil
}

// listed is what the Go command says of a package.
type listed struct {
	ImportPath string
	Imports    []string
	Module     struct{ Path string }
}

// listImports asks the Go command for the project's packages without their tests, as
// they are built for Linux: so every machine draws the same.
func listImports(root string) ([]listed, error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Module", "./...")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("list the packages: %w: %s", err, errs.Bytes())
	}
	var pkgs []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, fmt.Errorf("read the list of packages: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}

// roomOf finds the room with the longest folder that holds the package, or -1.
func roomOf(rooms []room, dir string) int {
	at, longest := -1, -1
	for i, r := range rooms {
		for _, f := range r.folders {
			if (dir == f || strings.HasPrefix(dir, f+"/")) && len(f) > longest {
				at, longest = i, len(f)
			}
		}
	}
	return at
}

// roomImports says which room imports which.
func roomImports(rooms []room, pkgs []listed) (graph, error) {
	g := newGraph(len(rooms))
	lived := make([]bool, len(rooms))
	for _, p := range pkgs {
		module := p.Module.Path + "/"
		dir := strings.TrimPrefix(p.ImportPath, module)
		from := roomOf(rooms, dir)
		if from < 0 {
			return nil, fmt.Errorf("no row of %s's table has the folder %s: add it to one", tableFile, dir)
		}
		lived[from] = true
		for _, imp := range p.Imports {
			if dir, ours := strings.CutPrefix(imp, module); ours {
				if to := roomOf(rooms, dir); to >= 0 && to != from {
					g[from][to] = true
				}
			}
		}
	}
	for i, ok := range lived {
		if !ok {
			return nil, fmt.Errorf("%s's table has %v, which has no package", tableFile, rooms[i].folders)
		}
	}
	return g, nil
}

// reduce leaves out each arrow that a longer way says as well.
func reduce(g graph) (graph, error) {
	n := len(g)
	reach := newGraph(n)
	for i := range g {
		copy(reach[i], g[i])
	}
	for via := range n {
		for i := range n {
			for j := range n {
				reach[i][j] = reach[i][j] || reach[i][via] && reach[via][j]
			}
		}
	}
	out := newGraph(n)
	for i := range n {
		if reach[i][i] {
			return nil, errors.New("rooms import each other in a circle: it cannot be drawn in layers")
		}
		for j := range n {
			out[i][j] = g[i][j]
			for via := range n {
				if g[i][via] && reach[via][j] {
					out[i][j] = false
				}
			}
		}
	}
	return out, nil
}
