package e2e

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"github.com/chromedp/chromedp"
)

// strangeName is a name that is not localhost: pages there are no secure
// contexts, as at a LAN address.
const strangeName = "party.test"

// chromium finds the browser. These tests have no meaning without one, so they
// fail where there is none.
func chromium(t testing.TB) string {
	t.Helper()
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("no Chromium: install it (Debian: apt-get install chromium), or name its program in $CHROMIUM")
	return ""
}

// newBrowser starts a Chromium of its own, with a fresh profile, and ends it with
// the test.
func newBrowser(t testing.TB, extra ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium(t)),
		chromedp.UserDataDir(t.TempDir()),
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
		chromedp.WindowSize(1280, 920),
	)
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), append(options, extra...)...)
	ctx, end := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		// Cancel waits until the browser has ended.
		if err := chromedp.Cancel(ctx); err != nil {
			t.Log("end Chromium:", err)
		}
		end()
		endAllocator()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal("start Chromium:", err)
	}
	return ctx
}
