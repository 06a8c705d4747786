package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"time"
)

// errNoDisplay says that there is no screen to open a browser on.
var errNoDisplay = errors.New("there is no display")

// openerTime is how long somebody who opens a browser may take to say that it cannot.
const openerTime = time.Second

// openBrowser shows a page in the user's browser. It waits a moment for what opens it, as
// that is heard only if it fails; a browser that it becomes is not waited for.
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
