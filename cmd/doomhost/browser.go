package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"time"
)

// errNoDisplay means that this session has no screen for a browser.
var errNoDisplay = errors.New("no display to open a browser on")

// openerTime is how long openBrowser waits for an error of the opener.
const openerTime = time.Second

// openBrowser shows a page in the user's browser. It waits up to openerTime so that it can
// report a failure; on some systems the opener becomes the browser and runs on.
func openBrowser(url string) error {
	var cmd *exec.Cmd
	switch runtime.GOOS {
	case "windows":
		cmd = exec.Command("rundll32", "url.dll,FileProtocolHandler", url)
	case "darwin":
		cmd = exec.Command("open", url)
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return errNoDisplay
		}
		cmd = exec.Command("xdg-open", url)
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("%s: %w", cmd.Args[0], err)
		}
	case <-time.After(openerTime):
	}
	return nil
}
