// Command archpic draws docs/architecture.svg: the rooms of ARCHITECTURE.md's tree table as boxes,
// and which room imports which as arrows. It reads the imports from the Go command, and the rooms
// from the table. Equal imports make equal bytes. Run it in the project's root:
//
//	go run ./internal/tools/archpic
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

const (
	tableFile   = "ARCHITECTURE.md"
	pictureFile = "docs/architecture.svg"
)

func main() {
	svg, err := picture(".")
	if err == nil {
		err = os.WriteFile(filepath.FromSlash(pictureFile), svg, 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "archpic:", err)
		os.Exit(1)
	}
}

// picture draws the project whose root is the given folder.
func picture(root string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, tableFile))
	if err != nil {
		return nil, fmt.Errorf("read the table of rooms: %w", err)
	}
	rooms, err := readRooms(string(text))
	if err != nil {
		return nil, err
	}
	pkgs, err := listImports(root)
	if err != nil {
		return nil, err
	}
	imports, err := roomImports(rooms, pkgs)
	if err != nil {
		return nil, err
	}
	arrows, err := reduce(imports)
	if err != nil {
		return nil, err
	}
	return draw(layOut(rooms, arrows)), nil
}
