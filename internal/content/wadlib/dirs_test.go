package wadlib

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestBundledWADsAreFoundBesideTheProgramAndInTheApp(t *testing.T) {
	for _, c := range []struct{ goos, program, want string }{
		{"linux", "/opt/doomhost", "/opt/doomhost/wads"},
		{"windows", "/x/doomhost", "/x/doomhost/wads"},
		{"darwin", "/Applications/doomhost.app/Contents/MacOS", "/Applications/doomhost.app/Contents/Resources/wads"},
		{"darwin", "/usr/local/bin", "/usr/local/bin/wads"},
	} {
		p := Places{GOOS: c.goos, Getenv: func(string) string { return "" }, Data: "/data", Program: filepath.FromSlash(c.program)}
		dirs := SearchDirs([]string{"/named"}, p)
		at := slices.Index(dirs, filepath.FromSlash(c.want))
		if at < 0 {
			t.Errorf("%s: %s is not among %q", c.goos, c.want, dirs)
			continue
		}
		if own := slices.Index(dirs, filepath.FromSlash("/data/wads")); own > at {
			t.Errorf("%s: what came with the program goes before the user's own", c.goos)
		}
	}
}
