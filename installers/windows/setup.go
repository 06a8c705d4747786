package windows

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"doomhost/installers/pack"
	"doomhost/installers/product"
)

// ErrNoMakensis says that the installer's compiler is not there.
var ErrNoMakensis = errors.New(`makensis is not here: install your system's package "nsis", or leave the installer out with --only`)

//go:embed setup.nsi
var setupScript string

// Setup is what an installer is made of.
type Setup struct {
	Product  product.Product
	Files    pack.Tree // below the folder of installation
	ICO      []byte
	SignHook string // command that signs the uninstaller in place, or empty
}

// Write makes the installer.
func (s Setup) Write(ctx context.Context, w io.Writer) error {
	if _, err := exec.LookPath("makensis"); err != nil {
		return ErrNoMakensis
	}
	tmp, err := os.MkdirTemp("", "doomhost-setup-*")
	if err != nil {
		return fmt.Errorf("make the installer: %w", err)
	}
	defer os.RemoveAll(tmp) //nolint:errcheck // a temporary folder
	var icon pack.Tree
	icon.Add("setup.ico", s.ICO)
	if err := icon.WriteTo(tmp, s.Product.Stamp); err != nil {
		return err
	}
	if err := s.Files.WriteTo(filepath.Join(tmp, "files"), s.Product.Stamp); err != nil {
		return err
	}
	script, err := s.Script(tmp)
	if err != nil {
		return err
	}
	name := filepath.Join(tmp, "setup.nsi")
	if err := os.WriteFile(name, script, 0o600); err != nil {
		return fmt.Errorf("make the installer: %w", err)
	}
	cmd := exec.CommandContext(ctx, "makensis", "-V2", "-WX", "-NOCD", name)
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH="+strconv.FormatInt(s.Product.Stamp.Unix(), 10))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("make the installer: makensis: %w\n%s", err, out)
	}
	exe, err := os.ReadFile(filepath.Join(tmp, "doomhost-setup.exe"))
	if err != nil {
		return fmt.Errorf("make the installer: %w", err)
	}
	if _, err := w.Write(exe); err != nil {
		return fmt.Errorf("make the installer: %w", err)
	}
	return nil
}

// dir is a folder of the installation with the files that go there.
type dir struct {
	Path  string   // as `\wads`, empty for the folder of installation itself
	Files []string // on the building machine
}

// Script is the installer's source; tmp is the folder in which the icon and
// files/ are.
func (s Setup) Script(tmp string) ([]byte, error) {
	sorted, err := s.Files.Sorted()
	if err != nil {
		return nil, err
	}
	for _, text := range []string{s.Product.Version.File(), s.SignHook, tmp} {
		if strings.ContainsAny(text, "\"'$`\r\n") {
			return nil, fmt.Errorf("write the installer's script: %q would not stay a string in it", text)
		}
	}
	byDir := map[string]*dir{}
	var dirs []*dir
	var removals []string
	for _, f := range sorted {
		below := ""
		if d, _ := filepath.Split(f.Name); d != "" {
			below = `\` + backslashes(strings.TrimSuffix(d, "/"))
		}
		if byDir[below] == nil {
			byDir[below] = &dir{Path: below}
			dirs = append(dirs, byDir[below])
		}
		byDir[below].Files = append(byDir[below].Files, filepath.Join(tmp, "files", filepath.FromSlash(f.Name)))
		removals = append(removals, `\`+backslashes(f.Name))
	}
	removedDirs := sorted.Dirs()
	slices.Reverse(removedDirs) // children before their parents
	for i := range removedDirs {
		removedDirs[i] = `\` + backslashes(removedDirs[i])
	}
	v := s.Product.Version.Windows()
	t, err := template.New("setup.nsi").Option("missingkey=error").Parse(setupScript)
	if err != nil {
		return nil, fmt.Errorf("write the installer's script: %w", err)
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string]any{
		"Name": product.Name, "Scheme": product.Scheme, "Summary": product.Summary, "Vendor": product.Vendor, "Copyright": product.Copyright,
		"Version": s.Product.Version.File(), "Numbers": fmt.Sprintf("%d.%d.%d.%d", v[0], v[1], v[2], v[3]),
		"Output": filepath.Join(tmp, "doomhost-setup.exe"), "Icon": filepath.Join(tmp, "setup.ico"),
		"Dirs": dirs, "Removals": removals, "RemovedDirs": removedDirs, "Kilobytes": s.Files.Size() / 1024,
		"UserData": product.UserData("windows"), "SignHook": s.SignHook,
	})
	if err != nil {
		return nil, fmt.Errorf("write the installer's script: %w", err)
	}
	return b.Bytes(), nil
}

func backslashes(s string) string { return strings.ReplaceAll(s, "/", `\`) }
