package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// firefox is a Firefox as a person has it who comes for the first time: a user context of the one
// process that the tests share, with storage of its own.
type firefox struct {
	*firefoxProcess
	t       testing.TB
	context string // BiDi's name of the user context
}

// firefoxProcess is a running Firefox, driven by WebDriver BiDi.
type firefoxProcess struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed when all its processes have ended
	bidi  *bidi

	mu   sync.Mutex // guards all following fields
	tabs map[string]*page
	said []string // its last lines
}

// firefoxProgram finds the browser. As with Chromium, there is no test without it.
func firefoxProgram() (string, error) {
	for _, name := range []string{os.Getenv("FIREFOX"), "firefox-esr", "firefox"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Firefox: install it (Debian: apt-get install firefox-esr), or name its program in $FIREFOX")
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

// firefoxTurn is of the one test that uses Firefox: only one of its windows has the focus.
var firefoxTurn sync.Mutex

// newFirefox makes a user context for as long as the test. Other tests with Firefox wait until then.
func newFirefox(t testing.TB) *firefox {
	t.Helper()
	firefoxTurn.Lock()
	t.Cleanup(firefoxTurn.Unlock)
	process, err := sharedFirefox()
	if err != nil {
		t.Fatal("start Firefox:", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	made, err := process.bidi.call(ctx, "browser.createUserContext", object{})
	var user struct{ UserContext string }
	if err == nil {
		err = json.Unmarshal(made, &user)
	}
	if err != nil {
		t.Fatalf("make a user context in Firefox: %v\n%s", err, process.output())
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		params := object{"userContext": user.UserContext}
		if _, err := process.bidi.call(ctx, "browser.removeUserContext", params); err != nil {
			t.Error("end a user context in Firefox:", err)
		}
		if t.Failed() {
			t.Logf("Firefox said:\n%s", process.output())
		}
	})
	return &firefox{process, t, user.UserContext}
}

// sharedFirefox starts the process that the tests share, when the first of them needs it.
var sharedFirefox = sync.OnceValues(startFirefox)

func startFirefox() (*firefoxProcess, error) {
	program, err := firefoxProgram()
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp(scratch, "firefox-")
	if err != nil {
		return nil, err
	}
	profile := filepath.Join(home, "profile")
	if err := os.Mkdir(profile, 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(firefoxPrefs), 0o600); err != nil {
		return nil, err
	}
	width, height := windowSize()
	f := &firefoxProcess{ended: make(chan struct{}), tabs: map[string]*page{}}
	f.cmd = exec.Command(program, "--headless", "--no-remote", "--remote-debugging-port", "0",
		"--profile", profile, "about:blank")
	f.cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home,
		fmt.Sprint("MOZ_HEADLESS_WIDTH=", width), fmt.Sprint("MOZ_HEADLESS_HEIGHT=", height), "MOZ_CRASHREPORTER_DISABLE=1")
	out, err := f.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := f.cmd.Start(); err != nil {
		return nil, err
	}
	endLater("Firefox", f.stop)
	address := make(chan string, 1)
	go f.listen(out, address)
	select {
	case url := <-address:
		return f, f.connect(url)
	case <-f.ended:
		return nil, fmt.Errorf("it ended at once:\n%s", f.output())
	case <-time.After(60 * time.Second):
		return nil, fmt.Errorf("it did not say where to drive it:\n%s", f.output())
	}
}

// listen reads what Firefox says, the address of its BiDi server among that.
func (f *firefoxProcess) listen(out io.Reader, address chan<- string) {
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

func (f *firefoxProcess) output() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.Join(f.said, "\n")
}

func (f *firefoxProcess) connect(url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	b, err := dialBidi(ctx, url, f.heard)
	if err != nil {
		return fmt.Errorf("drive it: %w\n%s", err, f.output())
	}
	f.bidi = b
	if _, err := b.call(ctx, "session.subscribe", object{"events": []string{"log.entryAdded"}}); err != nil {
		return fmt.Errorf("drive it: %w", err)
	}
	return nil
}

// heard writes what goes wrong inside a page into the test's log.
func (f *firefoxProcess) heard(_ string, params json.RawMessage) {
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
	tab, err := f.bidi.open(soon, object{"type": "window", "userContext": f.context}, script)
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
func (f *firefoxProcess) stop() error {
	var told error
	if f.bidi != nil {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		_, told = f.bidi.call(ctx, "browser.close", object{})
		cancel()
		f.bidi.close()
	}
	select {
	case <-f.ended:
	case <-time.After(20 * time.Second):
		told = errors.Join(told, errors.New("it did not end when told, and is killed"), f.cmd.Process.Kill())
		<-f.ended
	}
	return errors.Join(told, f.cmd.Wait())
}
