package dist

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"doomhost/installers/linux"
	"doomhost/installers/notices"
	"doomhost/installers/pack"
	"doomhost/installers/product"
	"doomhost/installers/tiny"
)

// fake is a Source of the smallest programs.
type fake struct {
	t     testing.TB
	built map[Platform][]byte
}

func (f *fake) Program(_ context.Context, goos, goarch string) ([]byte, error) {
	p := Platform{goos, goarch}
	if f.built[p] == nil {
		f.built[p] = tiny.Program(f.t, goos, goarch)
	}
	return f.built[p], nil
}

func (*fake) Manual(context.Context) ([]byte, error) { return []byte(".TH DOOMHOST 6\n"), nil }

func (*fake) Completion(_ context.Context, shell string) ([]byte, error) {
	return []byte("# " + shell + "\n"), nil
}

func (*fake) Libraries(context.Context) ([]notices.Library, error) {
	return []notices.Library{{Path: "std", Version: "1.26", Licence: "BSD-3-Clause", Texts: []notices.Text{{Name: "LICENSE", Content: "The Go Authors"}}}}, nil
}

func newBuild(t testing.TB) *Build {
	t.Helper()
	v, err := product.ParseVersion("v1.2.3", 77)
	if err != nil {
		t.Fatal(err)
	}
	svg, err := os.ReadFile("../../web/src/page/icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	var wads pack.Tree
	wads.Add("freedoom1.wad", []byte("IWAD"))
	return &Build{
		Product:  product.Product{Version: v, Stamp: time.Unix(1700000000, 0).UTC(), Maintainer: product.DefaultMaintainer},
		Source:   &fake{t, map[Platform][]byte{}},
		Icon:     svg,
		Licence:  []byte("GPL\n"),
		Freedoom: wads,
	}
}

// pure are the targets that no other program takes part in.
func pure(t testing.TB) []Target {
	t.Helper()
	var list []Target
	for _, target := range Targets() {
		if _, setup := target.(windowsSetup); !setup {
			list = append(list, target)
		}
	}
	if len(list) < 15 {
		t.Fatalf("%d targets", len(list))
	}
	return list
}

func TestTwoBuildsGiveEqualBytes(t *testing.T) {
	b := newBuild(t)
	sums := make([][]byte, 2)
	for i := range sums {
		out := t.TempDir()
		told := 0
		if err := Run(context.Background(), b, pure(t), out, func(string, int64) { told++ }); err != nil {
			t.Fatal(err)
		}
		var err error
		if sums[i], err = os.ReadFile(filepath.Join(out, SumsName)); err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(out)
		if err != nil || len(entries) != told+1 {
			t.Errorf("%d files were told of, %d are there, %v", told, len(entries), err)
		}
	}
	if !bytes.Equal(sums[0], sums[1]) {
		t.Errorf("first\n%sthen\n%s", sums[0], sums[1])
	}
}

func TestFilesAreCalledAsEachSystemExpects(t *testing.T) {
	var names []string
	for _, target := range Targets() {
		name, err := target.FileName(newBuild(t).Product)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	want := []string{
		"doomhost_1.2.3_amd64.deb", "doomhost-1.2.3-1.x86_64.rpm", "doomhost-1.2.3-1-x86_64.pkg.tar.zst", "doomhost_1.2.3-r0_x86_64.apk",
		"doomhost-1.2.3-linux-amd64.tar.gz",
		"doomhost_1.2.3_arm64.deb", "doomhost-1.2.3-1.aarch64.rpm", "doomhost-1.2.3-1-aarch64.pkg.tar.zst", "doomhost_1.2.3-r0_aarch64.apk",
		"doomhost-1.2.3-linux-arm64.tar.gz",
		"doomhost-1.2.3-windows-setup.exe", "doomhost-1.2.3-windows-amd64.zip", "doomhost-1.2.3-windows-amd64.tar.gz",
		"doomhost-1.2.3-macos.zip", "doomhost-1.2.3-macos-universal.tar.gz", "doomhost-1.2.3.cdx.json",
	}
	if !slices.Equal(names, want) {
		t.Errorf("got %q", names)
	}
}

func TestEveryLinuxPackageBringsTheSameThings(t *testing.T) {
	b := newBuild(t)
	for _, f := range linux.Formats {
		tree, err := b.linuxTree(context.Background(), f, "amd64")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{
			"usr/bin/doomhost", "usr/share/applications/doomhost.desktop", "usr/share/applications/doomhost-link.desktop",
			"usr/share/icons/hicolor/scalable/apps/doomhost.svg", "usr/share/icons/hicolor/256x256/apps/doomhost.png",
			"usr/share/man/man6/doomhost.6.gz", "usr/share/bash-completion/completions/doomhost", "usr/share/fish/vendor_completions.d/doomhost.fish",
		} {
			if data, ok := tree.Find(name); !ok || len(data) == 0 {
				t.Errorf("%s: there is no %s", f, name)
			}
		}
		_, unit := tree.Find("usr/lib/systemd/user/doomhost.service")
		if unit != (f != linux.Apk) {
			t.Errorf("%s: unit for systemd: %v", f, unit)
		}
		for _, file := range tree {
			if strings.HasSuffix(file.Name, ".wad") {
				t.Errorf("%s carries %s: Freedoom is the system's own package there", f, file.Name)
			}
			if strings.HasPrefix(file.Name, "etc/") {
				t.Errorf("%s puts %s into /etc: nothing is enabled there", f, file.Name)
			}
		}
	}
}

func TestDesktopFilesShowTheMenuEntryAndHideTheHandler(t *testing.T) {
	menu, link := string(product.MenuEntry()), string(product.LinkHandler())
	if !strings.Contains(menu, "\nExec=doomhost\n") || strings.Contains(menu, "NoDisplay") || strings.Contains(menu, "MimeType") {
		t.Errorf("menu entry:\n%s", menu)
	}
	for _, line := range []string{"Exec=doomhost open-url %u", "MimeType=x-scheme-handler/doomhost;", "NoDisplay=true"} {
		if !strings.Contains(link, "\n"+line+"\n") {
			t.Errorf("the handler lacks %s", line)
		}
	}
	if unit := string(product.UserService()); !strings.Contains(unit, "\nExecStart=/usr/bin/doomhost --no-open") {
		t.Errorf("unit:\n%s", unit)
	}
}

func TestFreedoomComesWithSystemsThatHaveNoPackageOfIt(t *testing.T) {
	b := newBuild(t)
	for goos, want := range map[string]bool{"linux": false, "windows": true, "darwin": true} {
		tree, err := b.documents(context.Background(), goos)
		if err != nil {
			t.Fatal(err)
		}
		_, wad := tree.Find("wads/freedoom1.wad")
		_, licence := tree.Find("wads/FREEDOOM.txt")
		if wad != want || licence != want {
			t.Errorf("%s: WAD %v, licence %v", goos, wad, licence)
		}
	}
}

func TestSelectionPicksByNameAndPattern(t *testing.T) {
	for _, c := range []struct {
		patterns []string
		want     int
	}{
		{nil, 16}, {[]string{"linux"}, 10}, {[]string{"linux/*"}, 10}, {[]string{"*/*/tar.gz"}, 4}, {[]string{"linux/amd64/deb"}, 1}, {[]string{"sbom", "macos"}, 3},
	} {
		picked, err := Select(Targets(), c.patterns...)
		if err != nil || len(picked) != c.want {
			t.Errorf("%q picks %d, %v; want %d", c.patterns, len(picked), err, c.want)
		}
	}
	if _, err := Select(Targets(), "linux", "beos"); !errors.Is(err, ErrNoTarget) {
		t.Errorf("a target that is not there: %v", err)
	}
	if _, err := Select(Targets(), "[x"); err == nil {
		t.Error("a broken pattern was taken")
	}
}

func TestHookSignsOrTheBuildStops(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	hook := filepath.Join(dir, "hook")
	if err := os.WriteFile(hook, []byte("#!/bin/sh\nprintf signed >> \"$2\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	got, err := signFile(ctx, hook+" word", "x.exe", []byte("MZ "))
	if err != nil || string(got) != "MZ signed" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := signFile(ctx, "true", "x.exe", []byte("MZ")); err == nil {
		t.Error("a hook that signs nothing was taken for one that does")
	}
	if _, err := signFile(ctx, "false", "x.exe", []byte("MZ")); err == nil {
		t.Error("a hook that fails was taken for one that signs")
	}
	if got, err := signFile(ctx, "", "x.exe", []byte("MZ")); err != nil || string(got) != "MZ" {
		t.Errorf("without a hook: %q, %v", got, err)
	}
}
