package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"doomhost/internal/testkit/testwads"
	"doomhost/web"
)

// policyFile holds what an administrator allows Chromium; the test's own is there
// for as long as the test.
const policyFile = "/etc/chromium/policies/managed/doomhost-test.json"

// desk is a user with an empty home, a screen and a default browser.
type desk struct {
	t       *testing.T
	home    string
	profile string
	env     []string // what differs from the test's own
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	// Short: the control socket's path is bounded.
	home, err := os.MkdirTemp("", "dh-desk-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { removeSoon(t, home) })
	d := &desk{t: t, home: home, profile: filepath.Join(home, "profile")}
	d.env = []string{
		"DISPLAY=" + screen(t), "HOME=" + home, "XDG_DATA_HOME=" + home + "/data", "XDG_CONFIG_HOME=" + home + "/config",
		"XDG_CACHE_HOME=" + home + "/cache", "XDG_STATE_HOME=" + home + "/state", "XDG_CURRENT_DESKTOP=", "BROWSER=",
		"WAYLAND_DISPLAY=", "DOOMWADDIR=" + filepath.Dir(testwads.Path(t, "freedoom1")),
	}
	// Pages open in the browser that runs.
	opener := filepath.Join(home, "browser")
	d.write(opener, fmt.Sprintf("#!/bin/sh\nexec %s --no-sandbox --user-data-dir=%s \"$@\"\n", chromium(t), d.profile), 0o755)
	d.write(filepath.Join(home, "data/applications/test-browser.desktop"),
		"[Desktop Entry]\nType=Application\nName=Browser\nExec="+opener+" %u\nMimeType=x-scheme-handler/http;\n", 0o644)
	d.write(filepath.Join(home, "config/mimeapps.list"), "[Default Applications]\nx-scheme-handler/http=test-browser.desktop;\n", 0o644)
	return d
}

func (d *desk) write(path, text string, mode os.FileMode) {
	d.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		d.t.Fatal(err)
	}
}

// run runs a command as the user and returns what it said.
func (d *desk) run(args ...string) string {
	d.t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), d.env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// removeSoon removes a folder into which ending programs may still write.
func removeSoon(t *testing.T, dir string) {
	t.Helper()
	for range 50 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("%s cannot be removed", dir)
}

// screen starts an X server without a screen and returns its name.
func screen(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("Xvfb", "-displayfd", "1", "-screen", "0", "1280x920x24", "-nolisten", "tcp")
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("start Xvfb: %v (scripts/testdeps.sh installs it)", err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	number, err := bufio.NewReader(pipe).ReadString('\n')
	if err != nil {
		t.Fatal("Xvfb has no display: ", err)
	}
	return ":" + strings.TrimSpace(number)
}

// allow lets Chromium open doomhost:// links of an origin without asking.
func allow(t *testing.T, origin string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Fatal("not root: this test sets a policy of Chromium in " + policyFile)
	}
	policy, err := json.Marshal(map[string]any{
		"URLAllowlist":                                 []string{"doomhost://*"},
		"AutoLaunchProtocolsFromOrigins":               []any{map[string]any{"protocol": "doomhost", "allowed_origins": []string{origin}}},
		"ExternalProtocolDialogShowAlwaysOpenCheckbox": true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(policyFile), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(policyFile, policy, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Remove(policyFile); err != nil {
			t.Error(err)
		}
	})
}

// processes are the running processes of a program.
func processes(t *testing.T, program string) (pids []int) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		// It may have ended meanwhile.
		if exe, err := os.Readlink(filepath.Join("/proc", e.Name(), "exe")); err == nil && exe == program {
			pids = append(pids, pid)
		}
	}
	return pids
}

// listening are the addresses at which a process listens.
func listening(t *testing.T, pid int) (list []string) {
	t.Helper()
	out, err := exec.Command("ss", "-Hltnp").Output()
	if err != nil {
		t.Fatal("ss: ", err)
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); strings.Contains(line, fmt.Sprintf("pid=%d,", pid)) && len(f) > 3 {
			list = append(list, f[3])
		}
	}
	return list
}

// opened waits for a tab that something else has opened and that has loaded.
func opened(t *testing.T, browser context.Context, what string, fits func(title string) bool) (address string) {
	t.Helper()
	var seen []string
	for deadline := time.Now().Add(40 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		targets, err := chromedp.Targets(browser)
		if err != nil {
			t.Fatal(err)
		}
		seen = nil
		for _, target := range targets {
			seen = append(seen, target.Title+" "+target.URL)
			if target.Type == "page" && fits(target.Title) {
				return target.URL
			}
		}
	}
	t.Fatalf("no tab of %s; there are %q", what, seen)
	return ""
}

// TestLinkOnTheLaunchPageStartsAHost: nothing runs, a click on the launch page, a
// yes on doomhost's own page, and the browser is in the lobby.
func TestLinkOnTheLaunchPageStartsAHost(t *testing.T) {
	beside(t, 1)
	if err := web.Built(); err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(t.TempDir(), "doomhost")
	data, err := os.ReadFile(program(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(exe, data, 0o755); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t)
	t.Cleanup(func() {
		for _, pid := range processes(t, exe) {
			_ = syscall.Kill(pid, syscall.SIGTERM)
		}
		for deadline := time.Now().Add(10 * time.Second); len(processes(t, exe)) > 0; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Error("doomhost does not end")
				return
			}
		}
	})
	if out := d.run(exe, "register"); !strings.Contains(out, "This program now opens doomhost:// links") {
		t.Errorf("register said %q", out)
	}
	if got := strings.TrimSpace(d.run("xdg-mime", "query", "default", "x-scheme-handler/doomhost")); got != "doomhost-link.desktop" {
		t.Fatalf("the desktop opens doomhost:// links with %q", got)
	}

	site := httptest.NewServer(http.FileServer(http.Dir("../../web/launch")))
	t.Cleanup(site.Close)
	allow(t, site.URL)
	chrome := ownBrowser(t, chromedp.Flag("headless", false), chromedp.UserDataDir(d.profile), chromedp.Env(d.env...),
		chromedp.Flag("enable-automation", false)) // with it Chromium opens no pages for other programs
	launch := open(t, chrome, "launch page", site.URL+"/")
	launch.await(10*time.Second, "the button", `!!document.getElementById("host")`)
	if n := len(processes(t, exe)); n != 0 {
		t.Fatalf("%d doomhosts run before the click", n)
	}
	launch.do(chromedp.Click("#host"))

	// Chromium lets the test look at the tab, but not drive it: a second one with
	// the same page is clicked.
	asked := opened(t, chrome, "the question", func(title string) bool { return title == "Host a game of Doom? · doomhost" })
	question := open(t, chrome, "question", asked)
	for _, pid := range processes(t, exe) {
		for _, at := range listening(t, pid) {
			if !strings.HasPrefix(at, "127.0.0.1:") {
				t.Errorf("before the yes it listens at %s", at)
			}
		}
	}
	// A second click is handed over to the doomhost that asks.
	d.run(exe, "open-url", "doomhost://host")
	question.click("Start hosting")
	question.arrive("http://localhost:")
	question.await(30*time.Second, "a seat in the lobby", `window.doomhost?.screen.lobby.slot === 0`)
	if u, err := url.Parse(eval[string](question, "location.href")); err != nil || u.Hostname() != "localhost" || u.Fragment != "" {
		t.Errorf("the lobby is at %v (%v)", u, err)
	}
	question.await(10*time.Second, "control of the host", "window.doomhost.screen.lobby.host")
	if n := len(processes(t, exe)); n != 1 {
		t.Errorf("%d doomhosts run", n)
	}

	// There is no terminal to end it from.
	if err := chromedp.Listen(question.ctx, func(ev any) {
		if _, ok := ev.(*cdppage.EventJavascriptDialogOpening); ok {
			go question.answer(true)
		}
	}); err != nil {
		t.Fatal(err)
	}
	question.click("Stop hosting")
	question.await(10*time.Second, "the farewell", `!!document.querySelector(".farewell")`)
	keep(t, question, "farewell.png")
	for deadline := time.Now().Add(10 * time.Second); len(processes(t, exe)) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("doomhost runs on")
		}
	}

	if out := d.run(exe, "unregister"); !strings.Contains(out, "Removed") {
		t.Errorf("unregister said %q", out)
	}
	if got := strings.TrimSpace(d.run("xdg-mime", "query", "default", "x-scheme-handler/doomhost")); got == "doomhost-link.desktop" {
		t.Error("still registered")
	}
	if got := strings.TrimSpace(d.run("xdg-mime", "query", "default", "x-scheme-handler/http")); got != "test-browser.desktop" {
		t.Errorf("http is now opened by %q", got)
	}
}

// TestLaunchPageWithoutDoomhost: nothing is installed, and the page still says
// what to do, and opens addresses.
func TestLaunchPageWithoutDoomhost(t *testing.T) {
	beside(t, 1)
	site := httptest.NewServer(http.FileServer(http.Dir("../../web/launch")))
	t.Cleanup(site.Close)
	lobby := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<title>a lobby</title>"))
	}))
	t.Cleanup(lobby.Close)
	p := open(t, newBrowser(t), "launch page", site.URL+"/")
	p.await(10*time.Second, "the button", `!!document.getElementById("host")`)
	if !eval[bool](p, `document.getElementById("nothing").hidden`) {
		t.Error("it says that nothing happened before anything was clicked")
	}
	p.do(chromedp.Click("#host"))
	p.await(10*time.Second, "what to do when nothing happens", `!document.getElementById("nothing").hidden`)
	if other := eval[[]string](p, `performance.getEntriesByType("resource").map((r) => r.name).filter((u) => !u.startsWith(location.origin + "/"))`); len(other) != 0 {
		t.Errorf("the page asked elsewhere: %v", other)
	}
	for _, bad := range []string{"", "javascript:alert(1)", "a b", "http://user@host/", "host/path", "host:port"} {
		if !eval[bool](p, fmt.Sprintf(`(() => { address.value = %q; join.requestSubmit(); return !wrong.hidden; })()`, bad)) {
			t.Errorf("%q is taken for an address", bad)
		}
	}
	at := strings.TrimPrefix(lobby.URL, "http://")
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`address.value = %q; join.requestSubmit()`, at)))
	p.arrive("http://" + at + "/")
}
