//go:build packages

package trial

import (
	"os/exec"
	"strings"
	"testing"
)

const whereData = "~/.local/share/doomhost"

func TestDebInstallsUpgradesDowngradesAndGoes(t *testing.T) {
	r := newRoot(t)
	keeps := r.userFile(t)
	old, fresh := r.put(t, file(t, older, "linux/amd64/deb")), r.put(t, file(t, newer, "linux/amd64/deb"))

	if out := r.chroot(t, "dpkg", "-i", old); strings.Contains(out, whereData) {
		t.Errorf("installing speaks of removal:\n%s", out)
	}
	more := []string{"/usr/share/zsh/vendor-completions/_doomhost", "/usr/share/doc/doomhost/copyright", "/usr/share/doc/doomhost/NOTICES.gz"}
	r.installed(t, older, more...)
	g := start(t, []string{"HOME=/root"}, "chroot", string(r), "doomhost")
	g.stillRuns(t, older, "starting")

	for _, step := range []struct{ deb, version, what string }{
		{fresh, newer, "an upgrade"}, {fresh, newer, "a reinstallation"}, {old, older, "a downgrade"}, {fresh, newer, "another upgrade"},
	} {
		if out := r.chroot(t, "dpkg", "-i", step.deb); strings.Contains(out, whereData) {
			t.Errorf("%s speaks of removal:\n%s", step.what, out)
		}
		r.installed(t, step.version, more...)
		g.stillRuns(t, older, step.what)
		keeps(step.what)
	}

	files := r.chroot(t, "dpkg", "-L", "doomhost")
	if out := r.chroot(t, "dpkg", "-r", "doomhost"); !strings.Contains(out, whereData) {
		t.Errorf("removal does not say where the user's data is:\n%s", out)
	}
	r.gone(t, files)
	g.stillRuns(t, older, "removal")
	keeps("removal")
	if out := r.chroot(t, "dpkg", "-l"); strings.Contains(out, "doomhost") {
		t.Error("dpkg still knows doomhost")
	}

	t.Run("rpm", func(t *testing.T) { tryRPM(t, r) })
}

// tryRPM goes the same way with rpm, in the same root, which is empty again.
func tryRPM(t *testing.T, r rootFS) {
	keeps := r.userFile(t)
	old, fresh := r.put(t, file(t, older, "linux/amd64/rpm")), r.put(t, file(t, newer, "linux/amd64/rpm"))
	if out := r.chroot(t, "rpm", "-K", "--nosignature", fresh); !strings.Contains(out, "OK") {
		t.Errorf("digests: %s", out)
	}
	if out := r.chroot(t, "rpm", "-qp", "--recommends", fresh); !strings.Contains(out, "freedoom") {
		t.Errorf("recommends: %s", out)
	}
	if out := r.chroot(t, "rpm", "-qp", "--queryformat", "%{VERSION} %{ARCH} %{LICENSE} %{BUILDHOST}", file2(t, r, newer, "linux/arm64/rpm")); out != "0.9.0~rc.1 aarch64 GPL-2.0-or-later doomhost" {
		t.Errorf("the other processor's package: %s", out)
	}
	// Debian's root has no rpm that provides /bin/sh.
	install := []string{"rpm", "--force-debian", "--nodeps"}
	r.chroot(t, append(install, "-i", old)...)
	more := []string{"/usr/share/zsh/site-functions/_doomhost", "/usr/share/licenses/doomhost/LICENSE", "/usr/share/licenses/doomhost/NOTICES"}
	r.installed(t, older, more...)
	g := start(t, []string{"HOME=/root"}, "chroot", string(r), "doomhost")
	for _, step := range []struct {
		args          []string
		version, what string
	}{
		{[]string{"-U", fresh}, newer, "an upgrade"},
		{[]string{"-U", "--replacepkgs", fresh}, newer, "a reinstallation"},
		{[]string{"-U", "--oldpackage", old}, older, "a downgrade"},
		{[]string{"-U", fresh}, newer, "another upgrade"},
	} {
		if out := r.chroot(t, append(install, step.args...)...); strings.Contains(out, whereData) {
			t.Errorf("%s speaks of removal:\n%s", step.what, out)
		}
		r.installed(t, step.version, more...)
		g.stillRuns(t, older, step.what)
		keeps(step.what)
	}
	files := r.chroot(t, "rpm", "-ql", "doomhost")
	if out := r.chroot(t, "rpm", "--force-debian", "-e", "doomhost"); !strings.Contains(out, whereData) {
		t.Errorf("removal does not say where the user's data is:\n%s", out)
	}
	r.gone(t, files)
	g.stillRuns(t, older, "removal")
	keeps("removal")
}

func file2(t testing.TB, r rootFS, version, target string) string {
	return r.put(t, file(t, version, target))
}

func TestLintianFindsNothing(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		cmd := exec.Command("lintian", "--fail-on", "error,warning,info", "--tag-display-limit", "0", file(t, newer, "linux/"+arch+"/deb"))
		out, err := cmd.CombinedOutput()
		t.Logf("lintian %s: %v\n%s", arch, err, out)
		if err != nil {
			t.Errorf("lintian on %s: %v", arch, err)
		}
	}
}

func TestSystemsOrderVersionsAsTheyWereMade(t *testing.T) {
	order := []string{"abc1234", "v0.8.9", "v0.9.0-rc.1", "v0.9.0", "v0.9.0-3-gabc1234", "v0.9.1"}
	for i := range order[1:] {
		a, b := productOf(t, order[i]).Version, productOf(t, order[i+1]).Version
		run(t, "dpkg", "--compare-versions", a.Deb(), "lt", b.Deb())
		if out := run(t, "rpm", "--eval", `%{lua:print(rpm.vercmp("`+a.Deb()+`","`+b.Deb()+`"))}`); strings.TrimSpace(out) != "-1" {
			t.Errorf("rpm says %s for %s against %s", strings.TrimSpace(out), a.Deb(), b.Deb())
		}
	}
}
