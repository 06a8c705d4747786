// Package linux makes .deb, .rpm, pacman and apk packages with nfpm, which is
// used here and nowhere else. It writes to a temporary folder and to the output
// that it is given, starts nothing and keeps no state.
package linux

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk"  // registers the format
	_ "github.com/goreleaser/nfpm/v2/arch" // registers the format
	_ "github.com/goreleaser/nfpm/v2/deb"  // registers the format
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // registers the format

	"doomhost/installers/pack"
	"doomhost/installers/product"
)

// Format is a packaging system.
type Format int

// The packaging systems.
const (
	Deb Format = iota + 1
	RPM
	Arch
	Apk
)

// Formats lists them all.
var Formats = [...]Format{Deb, RPM, Arch, Apk}

// String names the format by the end of its files' names.
func (f Format) String() string {
	switch f {
	case Deb:
		return "deb"
	case RPM:
		return "rpm"
	case Arch:
		return "pkg.tar.zst"
	case Apk:
		return "apk"
	}
	return fmt.Sprintf("Format(%d)", int(f))
}

// packager is the format's name in nfpm.
func (f Format) packager() string {
	if f == Arch {
		return "archlinux"
	}
	return f.String()
}

// Keys are the files with keys that sign packages; empty ones sign nothing.
type Keys struct {
	PGP        string // for deb and rpm, armoured
	APK        string // RSA in PEM, for apk
	Passphrase string // of either
}

// FileName is what the package is called by the format's convention.
func FileName(f Format, p product.Product, goarch string) (string, error) {
	pk, err := nfpm.Get(f.packager())
	if err != nil {
		return "", fmt.Errorf("name the %s package: %w", f, err)
	}
	return pk.ConventionalFileName(nfpm.WithDefaults(describe(f, p, goarch))), nil
}

// Write makes a package of a tree (its names are those below /) for a processor
// as Go names it.
func Write(w io.Writer, f Format, p product.Product, goarch string, tree pack.Tree, keys Keys) error {
	pk, err := nfpm.Get(f.packager())
	if err != nil {
		return fmt.Errorf("make the %s package: %w", f, err)
	}
	sorted, err := tree.Sorted()
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "doomhost-package-*")
	if err != nil {
		return fmt.Errorf("make the %s package: %w", f, err)
	}
	defer os.RemoveAll(tmp) //nolint:errcheck // a temporary folder
	root := filepath.Join(tmp, "root")
	if err := sorted.WriteTo(root, p.Stamp); err != nil {
		return err
	}
	info := describe(f, p, goarch)
	for _, file := range sorted {
		c := &files.Content{
			Source:      filepath.Join(root, filepath.FromSlash(file.Name)),
			Destination: "/" + file.Name,
			FileInfo:    &files.ContentFileInfo{Owner: "root", Group: "root", Mode: file.Mode, MTime: p.Stamp},
		}
		if f == RPM {
			c.Type = rpmType(file.Name)
		}
		info.Contents = append(info.Contents, c)
	}
	for _, dir := range ownDirs(sorted) {
		info.Contents = append(info.Contents, &files.Content{
			Destination: "/" + dir, Type: files.TypeDir,
			FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: 0o755, MTime: p.Stamp},
		})
	}
	if err := addScripts(info, f, tmp); err != nil {
		return err
	}
	sign(info, keys)
	info = nfpm.WithDefaults(info)
	if err := nfpm.Validate(info); err != nil {
		return fmt.Errorf("make the %s package: %w", f, err)
	}
	// Into memory first: nobody meets half a package.
	var b bytes.Buffer
	if err := pk.Package(info, &b); err != nil {
		return fmt.Errorf("make the %s package: %w", f, err)
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("make the %s package: %w", f, err)
	}
	return nil
}

func sign(info *nfpm.Info, keys Keys) {
	if keys.PGP != "" {
		info.Deb.Signature.KeyFile = keys.PGP
		info.Deb.Signature.KeyPassphrase = keys.Passphrase
		info.RPM.Signature.KeyFile = keys.PGP
		info.RPM.Signature.KeyPassphrase = keys.Passphrase
	}
	if keys.APK != "" {
		info.APK.Signature.KeyFile = keys.APK
		info.APK.Signature.KeyPassphrase = keys.Passphrase
		info.APK.Signature.KeyName = "doomhost.rsa.pub"
	}
}
