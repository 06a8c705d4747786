// Package pack holds the files of a package in memory and writes them as tar.gz
// and zip so that equal content gives equal bytes: sorted names, fixed modes and
// owners, one time stamp for all. It starts nothing and keeps no state.
package pack

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// File is one file of a package.
type File struct {
	Name string      // slash-separated path below the package's root
	Mode fs.FileMode // permission bits: 0o644 or 0o755
	Data []byte
}

// Tree is the content of a package. Folders are implied by the names.
type Tree []File

// Add appends a file that is not executable.
func (t *Tree) Add(name string, data []byte) { *t = append(*t, File{name, 0o644, data}) }

// AddProgram appends an executable file.
func (t *Tree) AddProgram(name string, data []byte) { *t = append(*t, File{name, 0o755, data}) }

// Below returns the same files in a folder.
func (t Tree) Below(dir string) Tree {
	out := make(Tree, len(t))
	for i, f := range t {
		out[i] = File{path.Join(dir, f.Name), f.Mode, f.Data}
	}
	return out
}

// Find returns the content of a file.
func (t Tree) Find(name string) ([]byte, bool) {
	for _, f := range t {
		if f.Name == name {
			return f.Data, true
		}
	}
	return nil, false
}

// Size is how many bytes all files have together.
func (t Tree) Size() int64 {
	var n int64
	for _, f := range t {
		n += int64(len(f.Data))
	}
	return n
}

// Sorted returns the files in the order of their names, and an error for a name
// that occurs twice, is absolute or climbs out of the package.
func (t Tree) Sorted() (Tree, error) {
	out := slices.Clone(t)
	slices.SortFunc(out, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	for i, f := range out {
		if !fs.ValidPath(f.Name) || f.Name == "." {
			return nil, fmt.Errorf("package a file: %q is no path below the package's root", f.Name)
		}
		if i > 0 && out[i-1].Name == f.Name {
			return nil, fmt.Errorf("package a file: %s is there twice", f.Name)
		}
		if f.Mode != 0o644 && f.Mode != 0o755 {
			return nil, fmt.Errorf("package %s: mode %o is neither 644 nor 755", f.Name, f.Mode)
		}
	}
	return out, nil
}

// Dirs returns all folders that the files need, parents first.
func (t Tree) Dirs() []string {
	seen := map[string]bool{}
	var dirs []string
	for _, f := range t {
		for d := path.Dir(f.Name); d != "."; d = path.Dir(d) {
			if !seen[d] {
				seen[d] = true
				dirs = append(dirs, d)
			}
		}
	}
	slices.Sort(dirs)
	return dirs
}

// WriteTo lays the files below a folder of the file system.
func (t Tree) WriteTo(dir string, stamp time.Time) error {
	for _, f := range t {
		p := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			return fmt.Errorf("lay out the package: %w", err)
		}
		if err := os.WriteFile(p, f.Data, f.Mode); err != nil {
			return fmt.Errorf("lay out the package: %w", err)
		}
		// The process's umask must not reach a package.
		if err := os.Chmod(p, f.Mode); err != nil {
			return fmt.Errorf("lay out the package: %w", err)
		}
		if err := os.Chtimes(p, stamp, stamp); err != nil {
			return fmt.Errorf("lay out the package: %w", err)
		}
	}
	return nil
}

// ReadDir reads a folder of the file system into a tree: an executable bit of
// the owner makes a program.
func ReadDir(dir string) (Tree, error) {
	var t Tree
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		t = append(t, File{filepath.ToSlash(rel), mode, data})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", dir, err)
	}
	return t, nil
}
