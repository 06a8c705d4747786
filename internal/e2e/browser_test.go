package e2e

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// strangeName is a name that is not localhost: pages there are no secure
// contexts, as at a LAN address.
const strangeName = "party.test"

// windowSize is that of the browsers' windows. A picture that is drawn in software costs by its
// area: only those for docs have the size of a laptop's.
func windowSize() (width, height int) {
	if os.Getenv("DOOMHOST_SCREENSHOTS") != "" {
		return 1280, 920
	}
	return 960, 690
}

// chromium finds the browser. These tests have no meaning without one, so they
// fail where there is none.
func chromium(t testing.TB) string {
	t.Helper()
	path, err := chromiumProgram()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func chromiumProgram() (string, error) {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium: install it (Debian: apt-get install chromium), or name its program in $CHROMIUM")
}

// newBrowser is a Chromium as a person has it who comes for the first time: a context of a
// process that the tests share, with storage and cache of its own, for as long as the test.
func newBrowser(t testing.TB) context.Context {
	t.Helper()
	return contextOf(t, sharedChromium)
}

// browserFor is the same for a test that hides pages. A timer of a page in the background runs
// once a second or less; a Worker's doesn't. This browser is no kinder than a person's.
func browserFor(t testing.TB) context.Context {
	t.Helper()
	return contextOf(t, strictChromium)
}

// contextOf makes a context of a process.
func contextOf(t testing.TB, of func() (context.Context, error)) context.Context {
	t.Helper()
	process, err := of()
	if err != nil {
		t.Fatal("start Chromium:", err)
	}
	executor := chromedp.FromContext(process).Browser
	soon, cancel := context.WithTimeout(process, 30*time.Second)
	defer cancel()
	made, err := cdp.Call(soon, executor, target.CreateBrowserContext, target.CreateBrowserContextParams{})
	if err != nil {
		t.Fatal("make a context in Chromium:", err)
	}
	ctx, end := chromedp.NewContext(process, chromedp.WithExistingBrowserContext(made.BrowserContextID))
	t.Cleanup(func() {
		end()
		soon, cancel := context.WithTimeout(process, 30*time.Second)
		defer cancel()
		params := target.DisposeBrowserContextParams(made)
		if _, err := cdp.Call(soon, executor, target.DisposeBrowserContext, params); err != nil {
			t.Error("end a context in Chromium:", err)
		}
	})
	return ctx
}

// ownBrowser starts a Chromium process for one test, with flags or a profile of its own, and ends
// it with the test.
func ownBrowser(t testing.TB, extra ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	ctx, end, err := startChromium(append([]chromedp.ExecAllocatorOption{chromedp.UserDataDir(t.TempDir())}, extra...)...)
	if err != nil {
		t.Fatal("start Chromium:", err)
	}
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Log("end Chromium:", err)
		}
	})
	return ctx
}

// startChromium starts a Chromium process. end waits until it has ended.
func startChromium(extra ...chromedp.ExecAllocatorOption) (ctx context.Context, end func() error, err error) {
	program, err := chromiumProgram()
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program),
		chromedp.NoSandbox, // tests run as root in containers
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("host-resolver-rules", "MAP "+strangeName+" 127.0.0.1"),
		chromedp.WindowSize(windowSize()),
	)
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), append(options, extra...)...)
	ctx, cancel := chromedp.NewContext(allocator)
	end = func() error {
		err := chromedp.Cancel(ctx) // it waits until the browser has ended
		cancel()
		endAllocator()
		return err
	}
	if err := chromedp.Do(ctx); err != nil {
		return nil, nil, errors.Join(err, end())
	}
	return ctx, end, nil
}

// strict has a Chromium slow pages in the background down.
var strict = []chromedp.ExecAllocatorOption{
	chromedp.Flag("disable-background-timer-throttling", false),
	chromedp.Flag("disable-backgrounding-occluded-windows", false),
	chromedp.Flag("disable-renderer-backgrounding", false),
}

// The processes that the tests share start when the first of them needs one.
var (
	sharedChromium = shareChromium("chromium")
	strictChromium = shareChromium("chromium-strict", strict...)
)

func shareChromium(profile string, extra ...chromedp.ExecAllocatorOption) func() (context.Context, error) {
	return sync.OnceValues(func() (context.Context, error) {
		folder := chromedp.UserDataDir(filepath.Join(scratch, profile))
		ctx, end, err := startChromium(append([]chromedp.ExecAllocatorOption{folder}, extra...)...)
		if err == nil {
			endLater("Chromium", end)
		}
		return ctx, err
	})
}
