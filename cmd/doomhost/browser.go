package main

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
)

// errNoDisplay says that there is no screen to open a browser on.
var errNoDisplay = errors.New("there is no display")

// openBrowser shows a page in the user's browser. It does not wait for it.
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
	// The opener ends when it has handed the address over; nobody needs its word.
	go func() { _ = cmd.Wait() }()
	return nil
}
