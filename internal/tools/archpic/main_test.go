package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestThePictureIsFresh(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	want, err := picture(root)
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile(filepath.Join(root, pictureFile))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bytes.ReplaceAll(have, []byte("\r\n"), []byte("\n")), want) {
		t.Errorf("%s is stale: go run ./internal/tools/archpic", pictureFile)
	}
}

// fourRooms is a table in which a imports b and d, b imports c, and c imports d.
const fourRooms = "# A\n\n## The tree\n\n| folder | what |\n|---|---|\n" +
	"| `a` | x |\n| `b`, `bb` | `not` |\n| `c` | y |\n| `d` | z |\n\n## More\n\n| `e` | n |\n"

func fourPackages() []listed {
	pkgs := []listed{
		{ImportPath: "m/a", Imports: []string{"fmt", "m/bb", "m/d/deep"}},
		{ImportPath: "m/bb/x", Imports: []string{"m/b", "m/c"}},
		{ImportPath: "m/c", Imports: []string{"m/d"}},
		{ImportPath: "m/d"},
	}
	for i := range pkgs {
		pkgs[i].Module.Path = "m"
	}
	return pkgs
}

func TestArrowsAreReduced(t *testing.T) {
	rooms, err := readRooms(fourRooms)
	if err != nil || len(rooms) != 4 || len(rooms[1].folders) != 2 {
		t.Fatal(rooms, err)
	}
	imports, err := roomImports(rooms, fourPackages())
	if err != nil {
		t.Fatal(err)
	}
	if !imports[0][3] {
		t.Error("a imports d, and the imports do not say so")
	}
	arrows, err := reduce(imports)
	if err != nil {
		t.Fatal(err)
	}
	for i := range arrows {
		for j, points := range arrows[i] {
			if points != (j == i+1) {
				t.Errorf("room %d to room %d: %v", i, j, points)
			}
		}
	}
	imports[3][0] = true
	if _, err := reduce(imports); err == nil {
		t.Error("a circle was reduced")
	}
}

func TestAFolderWithoutARoomIsAFault(t *testing.T) {
	rooms, err := readRooms(fourRooms)
	if err != nil {
		t.Fatal(err)
	}
	pkgs := fourPackages()
	pkgs[0].ImportPath = "m/stranger"
	if _, err := roomImports(rooms, pkgs); err == nil || !strings.Contains(err.Error(), "stranger") {
		t.Errorf("a package in no room: %v", err)
	}
}

// Boxes of a layer never overlap, and a long arrow passes between them.
func TestBoxesStandApart(t *testing.T) {
	rooms, err := readRooms(fourRooms)
	if err != nil {
		t.Fatal(err)
	}
	arrows := newGraph(4)
	arrows[0][1], arrows[0][2], arrows[1][3], arrows[2][3], arrows[0][3] = true, true, true, true, true
	l := layOut(rooms, arrows)
	if len(l.layers) != 3 || len(l.layers[1]) != 3 {
		t.Fatalf("%d layers, %d nodes in the middle one", len(l.layers), len(l.layers[1]))
	}
	for _, layer := range l.layers {
		for i := range len(layer) - 1 {
			if a, b := layer[i], layer[i+1]; a.x+a.width/2 >= b.x-b.width/2 {
				t.Errorf("nodes at %d and %d overlap", a.x, b.x)
			}
		}
	}
}
