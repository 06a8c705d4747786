package main

import (
	"os"
	"strings"
	"testing"
)

func TestJoinReportsABrowserFailure(t *testing.T) {
	ownState(t)
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/xdg-open", []byte("#!/bin/sh\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("DISPLAY", ":99")
	game := fakeGame(t, map[string]any{"id": "abc", "name": "Den", "protocol": 1, "state": "lobby"})
	if out, err := call("join", game); err == nil || !strings.Contains(err.Error(), "xdg-open: exit status 3") || !strings.Contains(out, game) {
		t.Errorf("%q, %v", out, err)
	}
}
