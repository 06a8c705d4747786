//go:build packages

package trial

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"howett.net/plist"

	"doomhost/installers/macos"
	"doomhost/installers/pack"
)

func TestPacmanInstallsUpgradesAndRemoves(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"var/lib/pacman", "var/cache/pacman", "etc"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	conf := filepath.Join(root, "etc", "pacman.conf")
	if err := os.WriteFile(conf, []byte("[options]\nArchitecture = x86_64\nSigLevel = Never\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	pacman := func(args ...string) string {
		return run(t, "pacman", append([]string{
			"--root", root, "--dbpath", filepath.Join(root, "var/lib/pacman"), "--cachedir", filepath.Join(root, "var/cache/pacman"),
			"--config", conf, "--hookdir", filepath.Join(root, "none"), "--noconfirm",
		}, args...)...)
	}
	old, fresh := file(t, older, "linux/amd64/pkg.tar.zst"), file(t, newer, "linux/amd64/pkg.tar.zst")
	for _, step := range []struct{ file, says string }{{old, "installing"}, {fresh, "upgrading"}, {fresh, "reinstalling"}, {old, "downgrading"}, {fresh, "upgrading"}} {
		// Scripts want a shell in the root.
		if out := pacman("-U", "--noscriptlet", step.file); !strings.Contains(out, step.says+" doomhost") {
			t.Errorf("%s: pacman is not %s it:\n%s", filepath.Base(step.file), step.says, out)
		}
	}
	if out := pacman("-Qi", "doomhost"); !strings.Contains(out, "0.9.0rc.1-1") || !strings.Contains(out, "GPL-2.0-or-later") {
		t.Errorf("pacman says:\n%s", out)
	}
	if out := pacman("-Qkk", "doomhost"); !strings.Contains(out, "0 altered files") {
		t.Errorf("the files are not as their list says:\n%s", out)
	}
	if out := run(t, filepath.Join(root, "usr/bin/doomhost"), "--version"); !strings.Contains(out, newer) {
		t.Errorf("installed is %s", out)
	}
	files := pacman("-Qlq", "doomhost")
	pacman("-R", "--noscriptlet", "doomhost")
	for _, f := range strings.Fields(files) {
		if exists(f) && !strings.HasSuffix(f, "/") {
			t.Errorf("%s is left", f)
		}
	}
	if n := len(strings.Fields(files)); n < 20 {
		t.Errorf("only %d files and folders were installed", n)
	}
	script := run(t, "tar", "-xOf", file(t, newer, "linux/amd64/pkg.tar.zst"), ".INSTALL")
	if !strings.Contains(script, "post_remove()") || !strings.Contains(script, whereData) {
		t.Errorf("the script is:\n%s", script)
	}
}

// apk's format: gzip streams one after the other, control before data; the
// control stream tells the sum of the data stream.
func TestAlpinePackageIsWhole(t *testing.T) {
	for _, arch := range []struct{ goarch, apk string }{{"amd64", "x86_64"}, {"arm64", "aarch64"}} {
		raw, err := os.ReadFile(file(t, newer, "linux/"+arch.goarch+"/apk"))
		if err != nil {
			t.Fatal(err)
		}
		var streams, starts = [][]byte{}, []int{}
		for r := bytes.NewReader(raw); r.Len() > 0; {
			starts = append(starts, len(raw)-r.Len())
			z, err := gzip.NewReader(r)
			if err != nil {
				t.Fatal(err)
			}
			z.Multistream(false)
			data, err := io.ReadAll(z)
			if err != nil {
				t.Fatal(err)
			}
			streams = append(streams, data)
		}
		if len(streams) != 2 {
			t.Fatalf("%d streams, want control and data", len(streams))
		}
		control := untar(t, streams[0])
		info := string(control[".PKGINFO"])
		for _, want := range []string{
			"pkgname = doomhost\n", "pkgver = 0.9.0_rc1-r0\n", "arch = " + arch.apk + "\n", "license = GPL-2.0-or-later\n",
			fmt.Sprintf("datahash = %x\n", sha256.Sum256(raw[starts[1]:])),
		} {
			if !strings.Contains(info, want) {
				t.Errorf("%s: .PKGINFO lacks %q:\n%s", arch.apk, want, info)
			}
		}
		if !strings.Contains(string(control[".post-deinstall"]), whereData) {
			t.Errorf("%s: removal says %q", arch.apk, control[".post-deinstall"])
		}
		data := untar(t, streams[1])
		for _, name := range []string{
			"usr/bin/doomhost", "usr/share/applications/doomhost-link.desktop", "usr/share/man/man6/doomhost.6.gz", "usr/share/licenses/doomhost/NOTICES",
		} {
			if len(data[name]) == 0 {
				t.Errorf("%s: there is no %s", arch.apk, name)
			}
		}
		for name := range data {
			if strings.Contains(name, "systemd") {
				t.Errorf("%s: %s is for no Alpine", arch.apk, name)
			}
		}
	}
}

func untar(t testing.TB, data []byte) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for tr := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 {
			t.Errorf("%s belongs to %d:%d", h.Name, h.Uid, h.Gid)
		}
		if h.Typeflag == tar.TypeReg {
			if files[strings.TrimPrefix(h.Name, "./")], err = io.ReadAll(tr); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// unzip is what an entry of an archive holds.
func unzip(t testing.TB, f *zip.File) []byte {
	t.Helper()
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestAppIsSealedAndCarriesFreedoom(t *testing.T) {
	z, err := zip.OpenReader(file(t, newer, "macos/universal/app"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var app pack.Tree
	for _, f := range z.File {
		app = append(app, pack.File{Name: f.Name, Mode: f.Mode().Perm(), Data: unzip(t, f)})
		if program := strings.HasSuffix(f.Name, "/MacOS/doomhost"); program != (f.Mode().Perm() == 0o755) || f.Mode()&fs.ModeType != 0 {
			t.Errorf("%s has mode %v", f.Name, f.Mode())
		}
	}
	if err := macos.Verify(app); err != nil {
		t.Error(err)
	}
	data, _ := app.Find("doomhost.app/Contents/Info.plist")
	info := map[string]any{}
	if _, err := plist.Unmarshal(data, &info); err != nil || info["CFBundleShortVersionString"] != "0.9.0" {
		t.Errorf("Info.plist: %v, %v", info, err)
	}
	if icon, _ := app.Find("doomhost.app/Contents/Resources/doomhost.icns"); !bytes.HasPrefix(icon, []byte("icns")) {
		t.Error("there is no icon")
	}
	for _, wad := range []string{"freedoom1.wad", "freedoom2.wad"} {
		if data, _ := app.Find("doomhost.app/Contents/Resources/wads/" + wad); !bytes.HasPrefix(data, []byte("IWAD")) {
			t.Errorf("there is no %s", wad)
		}
	}
}

func TestArchivesStartWhereTheyAreUnpacked(t *testing.T) {
	dir := t.TempDir()
	run(t, "tar", "-C", dir, "-xzf", file(t, newer, "linux/amd64/tar.gz"))
	found, err := filepath.Glob(filepath.Join(dir, "*", "doomhost"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%q, %v", found, err)
	}
	start(t, []string{"HOME=" + dir}, found[0]).stillRuns(t, newer, "unpacking")
}

func TestChecksumsAreThoseOfTheFiles(t *testing.T) {
	for version, dir := range releases {
		sums, err := os.Open(filepath.Join(dir, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		defer sums.Close()
		listed := 0
		for s := bufio.NewScanner(sums); s.Scan(); listed++ {
			sum, name, _ := strings.Cut(s.Text(), "  ")
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || fmt.Sprintf("%x", sha256.Sum256(data)) != sum {
				t.Errorf("%s: %s: %v", version, name, err)
			}
		}
		entries, err := os.ReadDir(dir)
		if err != nil || listed != len(entries)-1 || listed < 16 {
			t.Errorf("%s: %d files listed of %d, %v", version, listed, len(entries)-1, err)
		}
	}
}
