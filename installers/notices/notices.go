// Package notices collects what the licences of the libraries in our programs
// demand: their texts, as one file, and a software bill of materials in
// CycloneDX. What is in a program is read from the program. A library whose
// licence is not known stops the build. It runs the go command, starts nothing
// else, and keeps no state.
package notices

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Library is one that is linked into a program.
type Library struct {
	Path    string // of the Go module, or the name of an npm package; "std" is Go's own library
	NPM     bool   // it is a script of the client
	Version string
	Licence string // by SPDX
	Texts   []Text
}

// Text is a licence or notice file.
type Text struct{ Name, Content string }

// Libraries lists those in any of the programs, by path. dir is where the go
// command finds the project.
func Libraries(ctx context.Context, dir string, programs ...[]byte) ([]Library, error) {
	versions := map[string]string{}
	toolchain := ""
	for _, p := range programs {
		info, err := buildinfo.Read(bytes.NewReader(p))
		if err != nil {
			return nil, fmt.Errorf("read what is in a program: %w", err)
		}
		toolchain = info.GoVersion
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			versions[m.Path] = m.Version
		}
	}
	var libs []Library
	if toolchain != "" {
		root, err := goCommand(ctx, dir, "env", "GOROOT")
		if err != nil {
			return nil, err
		}
		lib, err := read("std", strings.TrimPrefix(toolchain, "go"), strings.TrimSpace(root))
		if err != nil {
			return nil, err
		}
		libs = append(libs, lib)
	}
	paths := make([]string, 0, len(versions))
	for p := range versions {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	if len(paths) > 0 {
		out, err := goCommand(ctx, dir, append([]string{"list", "-m", "-f", "{{.Path}}\t{{.Dir}}"}, paths...)...)
		if err != nil {
			return nil, err
		}
		for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
			path, where, ok := strings.Cut(line, "\t")
			if !ok || where == "" {
				return nil, fmt.Errorf("find the licence of %s: its source is not here; try go mod download", path)
			}
			lib, err := read(path, versions[path], where)
			if err != nil {
				return nil, err
			}
			libs = append(libs, lib)
		}
	}
	slices.SortFunc(libs, func(a, b Library) int { return strings.Compare(a.Path, b.Path) })
	return libs, nil
}

// Vendored lists the scripts of others in the client: each folder in dir is one, with a
// package.json.
func Vendored(dir string) ([]Library, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "package.json"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("find the client's libraries: no package.json in the folders of %s", dir)
	}
	var libs []Library
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return nil, fmt.Errorf("find the client's libraries: %w", err)
		}
		var about struct{ Name, Version, License string }
		if err := json.Unmarshal(data, &about); err != nil {
			return nil, fmt.Errorf("find the client's libraries: %s: %w", f, err)
		}
		lib, err := read(about.Name, about.Version, filepath.Dir(f))
		if err != nil {
			return nil, err
		}
		if lib.Licence != about.License {
			return nil, fmt.Errorf("find the licence of %s: it says %s, and its text is %s",
				about.Name, about.License, lib.Licence)
		}
		lib.NPM = true
		libs = append(libs, lib)
	}
	return libs, nil
}

func goCommand(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return string(out), nil
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// read takes the licence files of a module from its folder.
func read(path, version, dir string) (Library, error) {
	lib := Library{Path: path, Version: version}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return lib, fmt.Errorf("find the licence of %s: %w", path, err)
	}
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return lib, fmt.Errorf("find the licence of %s: %w", path, err)
		}
		text := strings.ReplaceAll(string(data), "\r\n", "\n")
		lib.Texts = append(lib.Texts, Text{e.Name(), text})
		if lib.Licence == "" {
			lib.Licence = Identify(text)
		}
	}
	if lib.Licence == "" {
		return lib, fmt.Errorf("find the licence of %s: none of the %d files is a licence that we know and may link with", path, len(lib.Texts))
	}
	return lib, nil
}

// marks are sentences by which a licence is known; the first set that is there
// wins. All of these may be linked into a program under GPL-2.0-or-later.
var marks = []struct {
	spdx  string
	texts []string
}{
	{"Apache-2.0", []string{"apache license", "version 2.0"}},
	{"MPL-2.0", []string{"mozilla public license", "2.0"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "endorse or promote"}},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms"}},
	{"ISC", []string{"permission to use, copy, modify, and"}},
	{"MIT", []string{"permission is hereby granted, free of charge"}},
	{"Unlicense", []string{"this is free and unencumbered software"}},
}

// Identify names a licence by its text, or returns "".
func Identify(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
next:
	for _, m := range marks {
		for _, mark := range m.texts {
			if !strings.Contains(text, mark) {
				continue next
			}
		}
		return m.spdx
	}
	return ""
}

// Format is the file that is packaged: every library with its texts, and those
// of further content.
func Format(libs []Library, further ...Text) []byte {
	var b strings.Builder
	b.WriteString("doomhost is free software under the GNU General Public License, version 2 or any later.\n" +
		"The program contains these libraries:\n\n")
	for _, l := range libs {
		fmt.Fprintf(&b, "  %s %s (%s)\n", name(l), l.Version, l.Licence)
	}
	rule := strings.Repeat("=", 80)
	for _, l := range libs {
		for _, t := range l.Texts {
			fmt.Fprintf(&b, "\n%s\n%s: %s\n%s\n\n%s\n", rule, name(l), t.Name, rule, strings.TrimSpace(t.Content))
		}
	}
	for _, t := range further {
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n\n%s\n", rule, t.Name, rule, strings.TrimSpace(t.Content))
	}
	return []byte(b.String())
}

func name(l Library) string {
	if l.Path == "std" {
		return "The Go standard library"
	}
	return l.Path
}
