//go:build packages

package trial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rootFS is a small Debian in which packages are installed.
type rootFS string

// newRoot makes one, with what a desktop would have beside the package.
func newRoot(t testing.TB) rootFS {
	t.Helper()
	r := rootFS(filepath.Join(t.TempDir(), "root"))
	run(t, "debootstrap", "--variant=minbase", "--include=desktop-file-utils,rpm,man-db", "bookworm", string(r))
	return r
}

// chroot runs a command in it.
func (r rootFS) chroot(t testing.TB, words ...string) string {
	t.Helper()
	return run(t, "chroot", append([]string{string(r)}, words...)...)
}

func (r rootFS) path(name string) string { return filepath.Join(string(r), name) }

// put copies a file of the machine into the root's /tmp.
func (r rootFS) put(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	in := filepath.Join("/tmp", filepath.Base(file))
	if err := os.WriteFile(r.path(in), data, 0o600); err != nil {
		t.Fatal(err)
	}
	return in
}

// userFile writes something of a user's own, and returns a check that it is there.
func (r rootFS) userFile(t testing.TB) (check func(after string)) {
	t.Helper()
	name := r.path("/root/.local/share/doomhost/wads/own.wad")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("PWAD"), 0o600); err != nil {
		t.Fatal(err)
	}
	return func(after string) {
		if data, err := os.ReadFile(name); err != nil || string(data) != "PWAD" {
			t.Errorf("after %s the user's WAD is %q, %v", after, data, err)
		}
	}
}

// version is what the installed program says.
func (r rootFS) version(t testing.TB) string {
	t.Helper()
	words := strings.Fields(r.chroot(t, "doomhost", "--version"))
	return words[len(words)-1]
}

// installed checks what every Linux package brings, and that nothing of it acts
// by itself.
func (r rootFS) installed(t testing.TB, version string, more ...string) {
	t.Helper()
	if got := r.version(t); got != version {
		t.Errorf("installed is %s, want %s", got, version)
	}
	for _, f := range append([]string{
		"/usr/share/applications/doomhost.desktop", "/usr/share/icons/hicolor/48x48/apps/doomhost.png",
		"/usr/share/icons/hicolor/scalable/apps/doomhost.svg", "/usr/share/bash-completion/completions/doomhost",
		"/usr/share/fish/vendor_completions.d/doomhost.fish", "/usr/lib/systemd/user/doomhost.service",
	}, more...) {
		if info, err := os.Stat(r.path(f)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", f, err)
		}
	}
	r.chroot(t, "desktop-file-validate", "/usr/share/applications/doomhost.desktop", "/usr/share/applications/doomhost-link.desktop")
	r.chroot(t, "update-desktop-database") // a trigger of the system, which rpm's packages lack on Debian
	if cache, err := os.ReadFile(r.path("/usr/share/applications/mimeinfo.cache")); err != nil || !strings.Contains(string(cache), "x-scheme-handler/doomhost=doomhost-link.desktop") {
		t.Errorf("links have no handler: %v\n%s", err, cache)
	}
	if man := r.chroot(t, "man", "-P", "cat", "6", "doomhost"); !strings.Contains(man, "--port") {
		t.Errorf("the manual says:\n%s", man)
	}
	for _, dir := range []string{"/etc/systemd/user", "/root/.config/systemd/user", "/etc/xdg/autostart"} {
		if found, _ := filepath.Glob(r.path(dir + "/*/doomhost*")); len(found) > 0 {
			t.Errorf("something starts by itself: %q", found)
		}
	}
}

// gone checks that no file of the list is left.
func (r rootFS) gone(t testing.TB, files string) {
	t.Helper()
	left, checked := 0, 0
	for _, f := range strings.Fields(files) {
		info, err := os.Lstat(r.path(f))
		if err == nil && info.IsDir() && filepath.Base(f) != "doomhost" {
			continue // folders that others have, too
		}
		checked++
		if err == nil {
			t.Errorf("%s is left", f)
			left++
		}
	}
	if checked < 10 {
		t.Errorf("only %d files were installed", checked)
	}
	r.chroot(t, "update-desktop-database")
	if cache, err := os.ReadFile(r.path("/usr/share/applications/mimeinfo.cache")); err == nil && strings.Contains(string(cache), "doomhost") {
		t.Error("links still have a handler")
	}
}
