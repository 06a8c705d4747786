// Package dist knows which packages there are, what goes into each, and builds
// them into a folder with their checksums. Targets are built one after the
// other in the caller's goroutine; none is started that outlives a call.
package dist

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"doomhost/installers/linux"
	"doomhost/installers/pack"
	"doomhost/installers/product"
)

// Target is one file that is released.
type Target interface {
	// String names the target for whoever chooses, as "linux/amd64/deb".
	String() string
	// FileName is what the file is called in a version of the product.
	FileName(p product.Product) (string, error)
	// Build writes the file.
	Build(ctx context.Context, b *Build, w io.Writer) error
}

// Build is what all targets have in common.
type Build struct {
	Product  product.Product
	Source   Source
	Icon     []byte    // the SVG
	Licence  []byte    // doomhost's own
	Freedoom pack.Tree // its WADs by name, for systems that have no package of it; may be empty
	Keys     linux.Keys
	Hooks    Hooks
}

// Hooks are commands that sign, each called with one further argument: the
// file, or the bundle's folder, to sign in place. Empty ones sign nothing.
type Hooks struct {
	Windows string // for each .exe
	MacOS   string // for doomhost.app, whose ad-hoc signature it replaces
}

// Targets lists all that is released.
func Targets() []Target {
	var all []Target
	for _, arch := range []string{"amd64", "arm64"} {
		for _, f := range linux.Formats {
			all = append(all, linuxPackage{f, arch})
		}
		all = append(all, linuxArchive{arch})
	}
	return append(all,
		windowsSetup{}, windowsArchive{zip: true}, windowsArchive{},
		macApp{}, macArchive{}, billOfMaterials{})
}

// ErrNoTarget says that no target matches what was asked for.
var ErrNoTarget = errors.New("there is no such target; --list shows all")

// Select picks targets by patterns as of path.Match, where "linux/*" also
// covers what lies deeper. No pattern picks all.
func Select(all []Target, patterns ...string) ([]Target, error) {
	if len(patterns) == 0 {
		return all, nil
	}
	var picked []Target
	used := make([]bool, len(patterns))
	for _, t := range all {
		hit := false
		for i, p := range patterns {
			ok, err := matches(p, t.String())
			if err != nil {
				return nil, fmt.Errorf("--only %s: %w", p, err)
			}
			used[i] = used[i] || ok
			hit = hit || ok
		}
		if hit {
			picked = append(picked, t)
		}
	}
	if i := slices.Index(used, false); i >= 0 {
		return nil, fmt.Errorf("--only %s: %w", patterns[i], ErrNoTarget)
	}
	return picked, nil
}

func matches(pattern, name string) (bool, error) {
	for {
		ok, err := path.Match(pattern, name)
		if ok || err != nil {
			return ok, err
		}
		slash := strings.LastIndexByte(name, '/')
		if slash < 0 {
			return false, nil
		}
		name = name[:slash]
	}
}

// SumsName is the file with the checksums of the others.
const SumsName = "SHA256SUMS"

// Run builds the targets into a folder, writes their checksums, and tells of
// each file as it is there.
func Run(ctx context.Context, b *Build, targets []Target, out string, tell func(file string, size int64)) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("make the folder for packages: %w", err)
	}
	sums := map[string]string{}
	for _, t := range targets {
		name, err := t.FileName(b.Product)
		if err != nil {
			return err
		}
		var file bytes.Buffer
		if err := t.Build(ctx, b, &file); err != nil {
			return fmt.Errorf("build %s: %w", t, err)
		}
		if err := write(out, name, file.Bytes()); err != nil {
			return err
		}
		sums[name] = fmt.Sprintf("%x", sha256.Sum256(file.Bytes()))
		tell(name, int64(file.Len()))
	}
	var list []string
	for name, sum := range sums {
		list = append(list, sum+"  "+name+"\n")
	}
	slices.SortFunc(list, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	return write(out, SumsName, []byte(strings.Join(list, "")))
}

// write replaces a file so that nobody meets half of it.
func write(dir, name string, data []byte) error {
	tmp := filepath.Join(dir, "."+name+".part")
	if err := os.WriteFile(tmp, data, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := os.Rename(tmp, filepath.Join(dir, name)); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
