//go:build packages

package trial

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// prefix is a Windows of Wine's.
type prefix struct {
	dir string
	env []string
}

func newPrefix(t testing.TB) prefix {
	t.Helper()
	p := prefix{dir: filepath.Join(t.TempDir(), "wine")}
	p.env = append(os.Environ(), "WINEPREFIX="+p.dir, "WINEDEBUG=-all", "WINEARCH=win64", "HOME="+filepath.Dir(p.dir))
	p.wine(t, "wineboot", "-i")
	t.Cleanup(func() {
		cmd := exec.Command("wineserver", "-k") // ends what runs in this prefix
		cmd.Env = p.env
		_ = cmd.Run()
	})
	p.addProcessPrng(t)
	return p
}

// addProcessPrng gives Wine before 9 the one library that Go's programs want and
// that it lacks: a name that leads to the system's random numbers.
func (p prefix) addProcessPrng(t testing.TB) {
	t.Helper()
	target := filepath.Join(p.dir, "drive_c/windows/system32/bcryptprimitives.dll")
	if exists(target) {
		return
	}
	dir := t.TempDir()
	def, exp := filepath.Join(dir, "b.def"), filepath.Join(dir, "b.exp")
	text := "LIBRARY bcryptprimitives.dll\nEXPORTS\nProcessPrng = advapi32.SystemFunction036\n"
	if err := os.WriteFile(def, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, "x86_64-w64-mingw32-dlltool", "-d", def, "-e", exp)
	run(t, "x86_64-w64-mingw32-ld", "-shared", "--entry=0", "-o", target, exp)
}

// try runs a Windows program and returns what it said and its exit code.
func (p prefix) try(t testing.TB, words ...string) (string, int) {
	t.Helper()
	cmd := exec.Command("timeout", append([]string{fmt.Sprint(patience.Seconds()), "wine"}, words...)...)
	cmd.Env = p.env
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func (p prefix) wine(t testing.TB, words ...string) string {
	t.Helper()
	out, code := p.try(t, words...)
	if code != 0 {
		t.Fatalf("wine %s: exit code %d\n%s", strings.Join(words, " "), code, out)
	}
	return out
}

// user is a path below the user's folder, as this machine sees it.
func (p prefix) user(t testing.TB, below string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(p.dir, "drive_c/users/*/AppData/Local"))
	if err != nil || len(found) != 1 {
		t.Fatalf("users' folders: %q, %v", found, err)
	}
	return filepath.Join(filepath.Dir(filepath.Dir(found[0])), below)
}

// windowsPath is how Wine's programs call a path of this machine.
func windowsPath(path string) string { return "Z:" + strings.ReplaceAll(path, "/", `\`) }

// registry returns a value, and whether its key is there.
func (p prefix) registry(t testing.TB, key, name string) (string, bool) {
	t.Helper()
	args := []string{"reg", "query", key, "/v", name}
	if name == "" {
		args = []string{"reg", "query", key, "/ve"}
	}
	out, code := p.try(t, args...)
	if code != 0 {
		return "", false
	}
	_, value, _ := strings.Cut(out, "REG_SZ")
	return strings.TrimSpace(value), true
}

const (
	linkKey      = `HKCU\Software\Classes\doomhost`
	uninstallKey = `HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\doomhost`
	startMenu    = "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/doomhost.lnk"
	programs     = "AppData/Local/Programs/doomhost"
)

func (p prefix) exeVersion(t testing.TB) string {
	t.Helper()
	words := strings.Fields(p.wine(t, p.user(t, programs+"/doomhost.exe"), "--version"))
	return words[len(words)-1]
}

// uninstall runs the uninstaller, which goes on in a copy of itself.
func (p prefix) uninstall(t testing.TB) {
	t.Helper()
	exe := p.user(t, programs+"/uninstall.exe")
	p.wine(t, exe, "/S")
	for begin := time.Now(); time.Since(begin) < patience; {
		if !exists(exe) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the uninstaller does not end")
}

func TestWindowsInstallerInstallsUpgradesAndGoes(t *testing.T) {
	p := newPrefix(t)
	own := p.user(t, "AppData/Local/doomhost/wads/own.wad")
	if err := os.MkdirAll(filepath.Dir(own), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, []byte("PWAD"), 0o600); err != nil {
		t.Fatal(err)
	}

	p.wine(t, file(t, older, "windows/amd64/setup"), "/S")
	if got := p.exeVersion(t); got != older {
		t.Errorf("installed is %s", got)
	}
	if !exists(p.user(t, startMenu)) {
		t.Error("the Start menu has no entry")
	}
	command, _ := p.registry(t, linkKey+`\shell\open\command`, "")
	if !strings.HasSuffix(command, `\AppData\Local\Programs\doomhost\doomhost.exe" open-url "%1"`) {
		t.Errorf("links open with %q", command)
	}
	if _, ok := p.registry(t, linkKey, "URL Protocol"); !ok {
		t.Error("the link's class is no protocol")
	}
	if shown, _ := p.registry(t, uninstallKey, "DisplayVersion"); shown != "0.8.9" {
		t.Errorf("the list of programs shows %q", shown)
	}
	if quiet, _ := p.registry(t, uninstallKey, "QuietUninstallString"); !strings.HasSuffix(quiet, `\uninstall.exe" /S`) {
		t.Errorf("quiet removal is %q", quiet)
	}

	exe := p.user(t, programs+"/doomhost.exe")
	g := start(t, p.env, "wine", exe)
	g.stillRuns(t, older, "starting")
	p.startsBesideABusyPort(t, exe, strings.TrimPrefix(g.url, "http://127.0.0.1:"))

	// An upgrade under a running game.
	p.wine(t, file(t, newer, "windows/amd64/setup"), "/S")
	g.stillRuns(t, older, "an upgrade")
	if got := p.exeVersion(t); got != newer {
		t.Errorf("after the upgrade %s is installed", got)
	}
	if !exists(p.user(t, programs+"/wads/freedoom2.wad")) {
		t.Error("Freedoom did not come with it")
	}
	if _, err := os.Stat(own); err != nil {
		t.Error(err)
	}
	g.stop()

	// Back and forth; what the running game held on to goes.
	for _, v := range []string{newer, older, newer} {
		p.wine(t, file(t, v, "windows/amd64/setup"), "/S")
		if got := p.exeVersion(t); got != v {
			t.Errorf("installed is %s, want %s", got, v)
		}
	}
	if left, _ := filepath.Glob(p.user(t, programs+"/doomhost.old*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	// The bundled game is found without being told where.
	g = start(t, p.env, "wine", exe)
	g.playsFreedoom(t)

	// The uninstaller shoots no game down.
	if _, code := p.try(t, p.user(t, programs+"/uninstall.exe"), "/S", `_?=`+windowsPath(p.user(t, programs))); code != 2 {
		t.Errorf("uninstalling under a running game ends with code %d, want 2", code)
	}
	g.stillRuns(t, newer, "a try to uninstall")
	if _, ok := p.registry(t, uninstallKey, "DisplayName"); !ok {
		t.Error("half of it was uninstalled under a running game")
	}
	g.stop()

	p.uninstall(t)
	for _, gone := range []string{programs, startMenu} {
		if exists(p.user(t, gone)) {
			t.Errorf("%s is left", gone)
		}
	}
	for _, key := range []string{linkKey, uninstallKey, `HKCU\Software\doomhost`} {
		if _, ok := p.registry(t, key, ""); ok {
			t.Errorf("%s is left", key)
		}
	}
	if data, err := os.ReadFile(own); err != nil || string(data) != "PWAD" {
		t.Errorf("the user's WAD is %q, %v", data, err)
	}
}

// startsBesideABusyPort fails unless a game that is given a port of another's
// says that it takes the next one. Windows has numbers of its own for that.
func (p prefix) startsBesideABusyPort(t testing.TB, exe, port string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "wine", exe, "--no-open", "--no-qr", "--no-mdns", "--beside", "--log", "error", "--port", port)
	cmd.Env = p.env
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := ""
	for lines := bufio.NewScanner(out); lines.Scan() && !strings.Contains(lines.Text(), "/#host="); {
		said += lines.Text() + "\n"
	}
	cancel()
	_ = cmd.Wait() // it was ended
	if !strings.Contains(said, "Port "+port+" is busy, or not for this user, so this is port ") {
		t.Errorf("at a busy port it says\n%s", said)
	}
}

// A program that Windows's explorer starts has it for a parent.
func TestDoubleClickStartsTheHost(t *testing.T) {
	p := newPrefix(t)
	p.wine(t, file(t, newer, "windows/amd64/setup"), "/S")
	explorer := filepath.Join(p.dir, "drive_c/explorer.exe")
	buildForWindows(t, explorer, "./testdata/explorer")
	start(t, p.env, "wine", explorer, p.user(t, programs+"/doomhost.exe")).stillRuns(t, newer, "a double click")
}

// buildForWindows builds a program of the tests' own.
func buildForWindows(t testing.TB, exe, dir string) {
	t.Helper()
	cmd := exec.Command("go", "build", "-o", exe, dir)
	cmd.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func TestUninstallerLeavesAnothersHandlerAlone(t *testing.T) {
	p := newPrefix(t)
	p.wine(t, file(t, older, "windows/amd64/setup"), "/S")
	const other = `"C:\other.exe" "%1"`
	p.wine(t, "reg", "add", linkKey+`\shell\open\command`, "/ve", "/d", other, "/f")
	p.uninstall(t)
	if got, _ := p.registry(t, linkKey+`\shell\open\command`, ""); got != other {
		t.Errorf("the other program's handler is now %q", got)
	}
}

// Wine counts its user among the administrators, but has no firewall: a program
// of ours in place of netsh notes what is asked of it.
func TestAdministratorsInstallerOpensTheFirewallForPrivateNetworksOnly(t *testing.T) {
	p := newPrefix(t)
	p.env = append(p.env, "WINEDLLOVERRIDES=netsh.exe=n") // Wine's own does nothing
	netsh := filepath.Join(p.dir, "drive_c/windows/system32/netsh.exe")
	buildForWindows(t, netsh+".new", "./testdata/netsh")
	if err := os.Rename(netsh+".new", netsh); err != nil {
		t.Fatal(err)
	}
	asked := func() []string {
		t.Helper()
		data, err := os.ReadFile(netsh + ".log")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(netsh + ".log"); err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(data)), "\n")
	}
	rule := "advfirewall|firewall|%s|rule|name=%s|program=" + windowsName(p.user(t, programs+"/doomhost.exe"))
	add := fmt.Sprintf(rule, "add", "doomhost") + "|dir=in|action=allow|enable=yes|profile=private|protocol="
	install := []string{fmt.Sprintf(rule, "delete", "doomhost"), add + "TCP", add + "UDP"}
	for _, version := range []string{older, newer} {
		p.wine(t, file(t, version, "windows/amd64/setup"), "/S")
		if got := asked(); !slices.Equal(got, install) {
			t.Errorf("%s asked the firewall for %q, want %q", version, got, install)
		}
	}
	p.uninstall(t)
	if got, want := asked(), []string{fmt.Sprintf(rule, "delete", "all")}; !slices.Equal(got, want) {
		t.Errorf("the uninstaller asked the firewall for %q, want %q", got, want)
	}
}

// windowsName is what Windows' programs call a file on drive C.
func windowsName(path string) string {
	_, below, _ := strings.Cut(path, "/drive_c/")
	return `C:\` + strings.ReplaceAll(below, "/", `\`)
}
