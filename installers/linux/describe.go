package linux

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/files"

	"doomhost/installers/pack"
	"doomhost/installers/product"
)

// describe is the product in nfpm's words, without its files.
func describe(f Format, p product.Product, goarch string) *nfpm.Info {
	info := &nfpm.Info{
		Name:          product.Name,
		Arch:          goarch,
		Platform:      "linux",
		VersionSchema: "none", // the version is spelled for the format already
		Section:       "games",
		Priority:      "optional",
		Maintainer:    p.Maintainer,
		Vendor:        product.Vendor,
		Homepage:      p.Homepage,
		License:       product.Licence,
		Description:   description(f),
		MTime:         p.Stamp,
		// File names are no patterns.
		DisableGlobbing: true,
	}
	info.Umask = 0o022
	switch f {
	case Deb:
		info.Version = p.Version.Deb()
		info.Recommends = []string{"freedoom | doom-wad", "xdg-utils"}
		info.Deb.Compression = "xz"
	case RPM:
		info.Version, info.Release = p.Version.Deb(), "1"
		info.Recommends = []string{"freedoom", "xdg-utils"}
		info.RPM.Summary = product.Summary
		info.RPM.Group = "Amusements/Games"
		info.RPM.Packager = p.Maintainer
		info.RPM.BuildHost = product.Name // not the builder's: builds are equal everywhere
		info.RPM.Compression = "zstd"
	case Arch:
		info.Version, info.Release = p.Version.Arch(), "1"
		info.ArchLinux.Packager = p.Maintainer
	case Apk:
		info.Version, info.Release = p.Version.Apk(), "r0"
	}
	return info
}

// description is the text as the format wants it: a line alone, or a line and
// wrapped paragraphs.
func description(f Format) string {
	if f == Arch || f == Apk {
		return product.Summary
	}
	var paragraphs []string
	for _, p := range product.Description {
		paragraphs = append(paragraphs, wrap(p, 76))
	}
	if f == Deb {
		return product.Summary + "\n" + strings.Join(paragraphs, "\n.\n")
	}
	return strings.Join(paragraphs, "\n\n")
}

func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		if column > 0 && column+1+len(word) > width {
			b.WriteByte('\n')
			column = 0
		} else if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// rpmType marks documentation and licences, which rpm can leave out or must keep.
func rpmType(name string) string {
	switch {
	case strings.HasPrefix(name, "usr/share/licenses/"):
		return files.TypeRPMLicense
	case strings.HasPrefix(name, "usr/share/doc/"):
		return files.TypeRPMDoc
	}
	return files.TypeFile
}

// ownDirs are the folders that belong to the package alone and go with it.
func ownDirs(tree pack.Tree) []string {
	var own []string
	for _, d := range tree.Dirs() {
		if path.Base(d) == product.Name {
			own = append(own, d)
		}
	}
	return own
}

// Which argument tells a script that the package goes for good and is not being
// replaced by another version.
var goneForGood = map[Format]string{
	Deb: `[ "$1" = remove ]`,
	RPM: `[ "$1" = 0 ]`,
}

// addScripts adds what is said at removal, and after installation where the
// format cannot recommend Freedoom. No script stops, starts or enables anything:
// a running game goes on through an upgrade, its program's file lives as long as it runs.
func addScripts(info *nfpm.Info, f Format, tmp string) error {
	removed := fmt.Sprintf("echo '%s'\n", product.UserData("linux"))
	if cond, ok := goneForGood[f]; ok {
		removed = "if " + cond + "; then\n  " + removed + "fi\n"
	}
	say := &info.Scripts.PostRemove
	if f == Deb {
		// dpkg keeps a package that has a script for later on its list.
		say = &info.Scripts.PreRemove
	}
	scripts := map[*string]string{say: removed}
	if f == Arch || f == Apk {
		scripts[&info.Scripts.PostInstall] = "echo 'doomhost needs a WAD: install the package \"freedoom\", " +
			"or put one into ~/.local/share/doomhost/wads.'\n"
	}
	for field, text := range scripts {
		if f != Arch { // pacman has functions in one file, which nfpm writes
			text = "#!/bin/sh\nset -e\n" + text
		}
		file, err := os.CreateTemp(tmp, "script-*")
		if err != nil {
			return fmt.Errorf("write a package's script: %w", err)
		}
		_, err = file.WriteString(text)
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
		if err == nil {
			err = os.Chtimes(file.Name(), info.MTime, info.MTime)
		}
		if err != nil {
			return fmt.Errorf("write a package's script: %w", err)
		}
		*field = filepath.Clean(file.Name())
	}
	return nil
}
