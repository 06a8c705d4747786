package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// firefox is a running Firefox, driven by WebDriver BiDi.
type firefox struct {
	t     testing.TB
	cmd   *exec.Cmd
	ended chan struct{} // closed when all its processes have ended
	bidi  *bidi

	mu   sync.Mutex // guards all following fields
	tabs map[string]*page
	said []string // its last lines
}

// firefoxProgram finds the browser. As with Chromium, there is no test without it.
func firefoxProgram(t testing.TB) string {
	t.Helper()
	for _, name := range []string{os.Getenv("FIREFOX"), "firefox-esr", "firefox"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("no Firefox: install it (Debian: apt-get install firefox-esr), or name its program in $FIREFOX")
	return ""
}

// firefoxPrefs go into the profile: a name that is not localhost for this machine, a
// sound card where there is none, no first steps, and nothing that asks the maker's
// servers. What else concerns pages is as a person has it.
const firefoxPrefs = `
user_pref("network.dns.localDomains", "` + strangeName + `");
user_pref("media.cubeb.force_mock_context", true);
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.safebrowsing.blockedURIs.enabled", false);
user_pref("browser.safebrowsing.downloads.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.healthreport.uploadEnabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("nimbus.rollouts.enabled", false);
user_pref("toolkit.telemetry.enabled", false);
`

// newFirefox starts a Firefox of its own, with a fresh profile, and ends it with the
// test.
func newFirefox(t testing.TB) *firefox {
	t.Helper()
	// Not the test's folder: what a browser writes as it ends would be in the way of its removal.
	home, err := os.MkdirTemp(scratch, "firefox-")
	if err != nil {
		t.Fatal(err)
	}
	profile := filepath.Join(home, "profile")
	if err := os.Mkdir(profile, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(firefoxPrefs), 0o600); err != nil {
		t.Fatal(err)
	}
	f := &firefox{t: t, ended: make(chan struct{}), tabs: map[string]*page{}}
	f.cmd = exec.Command(firefoxProgram(t), "--headless", "--no-remote", "--remote-debugging-port", "0",
		"--profile", profile, "about:blank")
	f.cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home,
		"MOZ_HEADLESS_WIDTH=1280", "MOZ_HEADLESS_HEIGHT=920", "MOZ_CRASHREPORTER_DISABLE=1")
	out, err := f.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := f.cmd.Start(); err != nil {
		t.Fatal("start Firefox:", err)
	}
	address := make(chan string, 1)
	go f.listen(out, address)
	t.Cleanup(f.stop)
	select {
	case url := <-address:
		f.connect(url)
	case <-f.ended:
		t.Fatalf("Firefox ended at once:\n%s", f.output())
	case <-time.After(60 * time.Second):
		t.Fatalf("Firefox did not say where to drive it:\n%s", f.output())
	}
	return f
}

// listen reads what Firefox says, the address of its BiDi server among that.
func (f *firefox) listen(out io.Reader, address chan<- string) {
	defer close(f.ended)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, url, ok := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); ok {
			address <- url
		}
		f.mu.Lock()
		f.said = append(f.said[max(0, len(f.said)-50):], lines.Text())
		f.mu.Unlock()
	}
}

func (f *firefox) output() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.Join(f.said, "\n")
}

func (f *firefox) connect(url string) {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	b, err := dialBidi(ctx, url, f.heard)
	if err != nil {
		f.t.Fatalf("drive Firefox: %v\n%s", err, f.output())
	}
	f.bidi = b
	if _, err := b.call(ctx, "session.subscribe", object{"events": []string{"log.entryAdded"}}); err != nil {
		f.t.Fatal("drive Firefox:", err)
	}
}

// heard writes what goes wrong inside a page into the test's log.
func (f *firefox) heard(_ string, params json.RawMessage) {
	var entry struct {
		Type, Level, Text string
		Source            struct{ Context string }
	}
	if json.Unmarshal(params, &entry) != nil || entry.Type != "javascript" || entry.Level != "error" {
		return
	}
	f.mu.Lock()
	p := f.tabs[entry.Source.Context]
	f.mu.Unlock()
	if p != nil && p.ctx.Err() == nil {
		p.t.Errorf("%s: exception in the page: %s", p.name, entry.Text)
	}
}

// open opens an address in a window of its own, with a script that runs before the
// page's, or "".
func (f *firefox) open(t testing.TB, name, url, script string) *page {
	t.Helper()
	ctx, end := context.WithCancel(context.Background())
	soon, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	tab, err := f.bidi.open(soon, object{"type": "window"}, script)
	if err != nil {
		end()
		t.Fatalf("%s: open a window: %v", name, err)
	}
	p := &page{t, name, ctx, end, tab}
	t.Cleanup(func() {
		if ctx.Err() == nil {
			p.close()
		}
	})
	f.mu.Lock()
	f.tabs[tab.context] = p
	f.mu.Unlock()
	p.visit(url)
	return p
}

// stop ends the browser, and waits for it.
func (f *firefox) stop() {
	if f.bidi != nil {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		if _, err := f.bidi.call(ctx, "browser.close", object{}); err != nil {
			f.t.Log("end Firefox:", err)
		}
		cancel()
		f.bidi.close()
	}
	select {
	case <-f.ended:
	case <-time.After(20 * time.Second):
		f.t.Log("Firefox did not end when told, and is killed")
		_ = f.cmd.Process.Kill()
		<-f.ended
	}
	if err := f.cmd.Wait(); err != nil {
		f.t.Log("Firefox ended badly:", err)
	}
	if f.t.Failed() {
		f.t.Logf("Firefox said:\n%s", f.output())
	}
}
